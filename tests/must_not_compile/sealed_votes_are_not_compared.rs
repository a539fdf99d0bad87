use dixit_dials::game::Sealed;

pub fn same(one: &Sealed, other: &Sealed) -> bool {
    one == other //~ E0369
}
