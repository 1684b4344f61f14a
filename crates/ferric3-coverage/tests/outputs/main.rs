//! What is made of a report: snapshots of a small program in two files with goals of every kind, and the rules that all
//! outputs keep.

mod baseline;
mod findings;
mod justify;
mod minimise;
mod page;
mod sample;
mod sarif;
mod schema;
mod table;
mod tests_out;
mod xml;
