use dixit_dials::seats::Answers;

pub fn copy(answers: &Answers) -> Answers {
    Answers::clone(answers) //~ E0277
}
