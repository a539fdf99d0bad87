use dixit_dials::report::Public;

pub fn tell(public: &Public) -> usize {
    public.app.seated().len() //~ E0609
}
