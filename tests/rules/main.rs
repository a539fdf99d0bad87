//! The rules as a table would check them: the rulebooks' examples, every round that can be counted, random ones beyond,
//! and everything that is to be refused. Nothing here asks the library what the rules are.

mod deduction;
mod ends;
mod every_round;
mod examples;
mod plain;
mod random_rounds;
mod refusals;
mod table;
