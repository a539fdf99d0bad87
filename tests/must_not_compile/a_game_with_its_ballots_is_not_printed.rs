use dixit_dials::game::Game;

pub fn log(game: &Game) {
    println!("{game:?}"); //~ E0277
}
