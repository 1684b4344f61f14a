//! Generated code: nested as deeply as one likes, through the whole of a check.

use crate::support::Folder;

const DEPTH: usize = 10_000;

const HEAD: &str = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); int y = x; ";

/// The program of a shape, whose error can be reached or not.
fn program(middle: &str, error: &str) -> String {
    format!("{HEAD}{middle} if ({error}) reach_error(); return 0; }}")
}

#[test]
fn depth_has_no_limit() {
    let wrap = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(DEPTH), close.repeat(DEPTH))
    };
    let chain = |link: &dyn Fn(usize) -> String| (0..DEPTH).map(link).collect::<String>();
    let shapes = [
        ("blocks", wrap("{", "y = 3;", "}"), "y != 3"),
        (
            "parentheses",
            format!("y = {};", wrap("(", "x", ")")),
            "y != x",
        ),
        (
            "initialisers",
            format!("int z = {};", wrap("{", "7", "}")),
            "z != 7",
        ),
        ("branches", wrap("if (x > 0) {", "x = -1;", "}"), "x > 0"),
        (
            "statements",
            format!("y = {};", wrap("({", "x", ";})")),
            "y != x",
        ),
        ("signs", format!("y = {}x;", "- ".repeat(DEPTH)), "y != x"),
        (
            "commas",
            format!("y = 0; {}y++;", "y++, ".repeat(DEPTH - 1)),
            "y != 10000",
        ),
        (
            "conjunctions",
            format!("y = {} x != 0;", chain(&|i| format!("x != {i} && "))),
            "y && x == 5",
        ),
    ];
    for (name, middle, error) in shapes {
        let safe = program(&middle, error);
        let wrong = program(&middle, &format!("!({error})"));
        let folder = Folder::new(&[("safe.c", &safe), ("wrong.c", &wrong)]);
        let ran = folder.run(&["check", "safe.c", "--cores", "1"]);
        assert_eq!(
            ran.last_line(),
            "Verification result: TRUE",
            "{name}: {}",
            ran.err
        );
        let ran = folder.run(&["check", "wrong.c", "--cores", "1", "-q"]);
        assert_eq!(ran.code, Some(10), "{name}: {}", ran.err);
    }
}

#[test]
fn long_chains_come_through_the_front_end() {
    let sum = "x + ".repeat(DEPTH);
    let choice: String = (0..DEPTH)
        .map(|i| format!("if (x == {i}) y = {i}; else "))
        .collect();
    for middle in [format!("y = {sum} x;"), format!("{choice} y = x;")] {
        let folder = Folder::new(&[("deep.c", &program(&middle, "y != x"))]);
        let ran = folder.run(&["cfa", "deep.c", "--small", "-o", "out.txt"]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        // Runs go through the whole expression.
        let ran = folder.run(&["run", "deep.c", "--input", "0"]);
        assert_eq!(ran.code, Some(0), "{} {}", ran.out, ran.err);
    }
}
