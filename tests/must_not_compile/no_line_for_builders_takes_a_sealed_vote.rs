use dixit_dials::{
    game::Sealed,
    report::{Bench, Cache},
};

pub fn tell(vote: Sealed) -> Bench<'static> {
    Bench::Cache(Some(Cache { hits: vote, misses: 0, us: 0 })) //~ E0308
}
