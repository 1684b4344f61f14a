//! `ferric3 run`.

use expect_test::expect;

use crate::support::{Folder, UNSAFE};

#[test]
fn given_inputs_are_read_in_order() {
    let folder = Folder::new(&[("unsafe.c", UNSAFE)]);
    let ran = folder.run(&["run", "unsafe.c", "--input", "0x10,-4"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(
        ran.out.starts_with("The program returned 32.\nSteps: "),
        "{}",
        ran.out
    );
    let ran = folder.run(&["run", "unsafe.c", "--input", "21,'b'"]);
    assert_eq!(ran.code, Some(10), "{ran:#?}");
    assert!(ran.out.contains("--> unsafe.c:15:5"), "{}", ran.out);
}

#[test]
fn a_trace_shows_every_step() {
    let ran =
        Folder::new(&[("unsafe.c", UNSAFE)]).run(&["run", "unsafe.c", "--input", "3,4", "--trace"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let trace: Vec<&str> = ran
        .out
        .lines()
        .filter(|line| line.starts_with("unsafe.c"))
        .collect();
    expect![[r#"
        unsafe.c:3  initially: limit = 5
        unsafe.c:10  main(): x = 3   <- __VERIFIER_nondet_int()
        unsafe.c:11  main(): c = 3   <- __VERIFIER_nondet_uchar() = 4
        unsafe.c:12  main(): call twice(n = 3)
        unsafe.c:5     twice(): m = 6
        unsafe.c:6     twice(): return 6
        unsafe.c:12  main(): y = 6
        unsafe.c:13  main(): limit = 6
        unsafe.c:13  main(): limit = 7
        unsafe.c:13  main(): limit = 8
        unsafe.c:16  main(): return 6
    "#]]
    .assert_eq(&(trace.join("\n") + "\n"));
}

#[test]
fn missing_inputs_are_asked_for() {
    let folder = Folder::new(&[
        ("unsafe.c", UNSAFE),
        ("list.txt", "7 # one is not enough\n"),
    ]);
    let ran = folder.run(&["run", "unsafe.c", "--input-file", "list.txt"]);
    assert_eq!(ran.code, Some(5), "{ran:#?}");
    assert!(
        ran.out
            .contains("an input is needed: __VERIFIER_nondet_uchar()"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("--> unsafe.c:11:"), "{}", ran.out);
}

#[test]
fn random_runs_are_the_same_for_the_same_seed() {
    let folder = Folder::new(&[("unsafe.c", UNSAFE)]);
    let run = |seed| {
        folder
            .run(&["run", "unsafe.c", "--random", "--seed", seed, "--trace"])
            .out
    };
    assert_eq!(run("7"), run("7"));
    assert_ne!(run("7"), run("8"));
}

#[test]
fn endless_runs_can_be_limited() {
    let folder = Folder::new(&[("a.c", "int main(void) { for (;;) {} }\n")]);
    let ran = folder.run(&["run", "a.c", "--max-steps", "1000"]);
    assert_eq!(
        (ran.code, ran.last_line()),
        (Some(5), "Steps: 1000"),
        "{ran:#?}"
    );
}

#[test]
fn a_false_assumption_stops_the_run() {
    let text = "extern void __VERIFIER_assume(int);\n\
                int main(void) {\n  __VERIFIER_assume(0);\n  return 0;\n}\n";
    let ran = Folder::new(&[("a.c", text)]).run(&["run", "a.c"]);
    assert_eq!(ran.code, Some(5), "{ran:#?}");
    assert!(ran.out.contains("assumption does not hold"), "{}", ran.out);
}

#[test]
fn inputs_that_are_no_numbers_are_refused() {
    let folder = Folder::new(&[("unsafe.c", UNSAFE), ("list.txt", "seven\n")]);
    assert_eq!(
        folder.run(&["run", "unsafe.c", "--input", "x"]).code,
        Some(1)
    );
    assert_eq!(
        folder
            .run(&["run", "unsafe.c", "--input-file", "list.txt"])
            .code,
        Some(2)
    );
    assert_eq!(
        folder
            .run(&["run", "unsafe.c", "--input-file", "none.txt"])
            .code,
        Some(2)
    );
}
