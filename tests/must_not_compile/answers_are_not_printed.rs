use dixit_dials::voting::Answers;

pub fn log(answers: &Answers) {
    println!("{answers:?}"); //~ E0277
}
