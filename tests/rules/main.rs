//! The rules as players would check them: the rulebooks' examples, every round that can be enumerated, random ones
//! beyond, and everything that must be refused. No expected value here comes from the library.

mod deduction;
mod ends;
mod every_round;
mod examples;
mod plain;
mod random_rounds;
mod refusals;
mod table;
