use dixit_dials::app::App;

pub fn log(app: &App) {
    println!("{app:?}"); //~ E0277
}
