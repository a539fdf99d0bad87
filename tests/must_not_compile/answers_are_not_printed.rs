use dixit_dials::seats::Answers;

pub fn log(answers: &Answers) {
    println!("{answers:?}"); //~ E0277
}
