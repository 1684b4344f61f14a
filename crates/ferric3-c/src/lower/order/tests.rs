//! How much work the analysis is.

use std::fmt::Write;

use super::effects::Analysis;
use crate::lower::memory::PointsTo;
use crate::preprocess::preprocess_text;
use crate::sema::hir::FunctionId;
use crate::stack::test_on_stack;
use crate::{FrontendOptions, parse, sema};

/// What the summaries of so many functions are made of, each with variables of its own.
fn weight(functions: usize) -> usize {
    let mut text = String::new();
    for i in 0..functions {
        let _ = writeln!(
            text,
            "int g{i}; int *p{i} = &g{i};
             int f{i}(int a) {{ int b = a; g{i} = b; *p{i} += 1; return g{i}; }}"
        );
    }
    text.push_str("int main(void) { return f0(1); }");
    test_on_stack(parse::TEST_STACK, || {
        let options = FrontendOptions::default();
        let source = preprocess_text("test.c", &text, &options).expect("no directives");
        let tree = parse::parse_shallow(&source).expect("a program");
        let units = [(0..text.len(), &tree)];
        let (unit, _) = sema::check(&source, &units, None, &options).expect("it is C");
        let main = FunctionId(unit.functions.len() as u32 - 1);
        let mut points_to = PointsTo::new(&unit, main);
        Analysis::new(&unit, &mut points_to, &options).weight()
    })
}

#[test]
fn summaries_are_as_large_as_the_program() {
    let (few, many) = (weight(500), weight(2_000));
    assert!(few > 0);
    // Four times as many functions: sets that had room for all locations would be sixteen times as
    // large.
    assert!(many <= 5 * few, "{few} {many}");
}
