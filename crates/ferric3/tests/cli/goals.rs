//! `ferric3 check --check`: several properties in one run, and what is said about them.

use crate::support::Folder;

const SHARED: &str = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n\
    int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x > LIMIT) return 0;\n  x = x + 1;\n  \
    if (x > LIMIT && x < LIMIT) reach_error();\n  return 0;\n}\n";

#[test]
fn what_another_property_proves_is_no_assumption() {
    let folder = Folder::new(&[("a.c", SHARED)]);
    let wraps = "signed arithmetic wraps around";
    let alone = folder.run(&["check", "a.c", "-DLIMIT=100"]);
    alone.expect(0, "Verification result: TRUE");
    assert!(alone.out.contains(wraps), "{}", alone.out);
    let proved = folder.run(&[
        "check",
        "a.c",
        "-DLIMIT=100",
        "--check",
        "assertions,overflow",
    ]);
    proved.expect(0, "Verification result: TRUE");
    assert!(!proved.out.contains(wraps), "{}", proved.out);
    let violated = folder.run(&[
        "check",
        "a.c",
        "-DLIMIT=2147483647",
        "--check",
        "assertions,overflow",
    ]);
    violated.expect(10, "Verification result: FALSE(no-overflow)");
    let line = format!("{wraps} (here; overflow is a property of its own)");
    assert!(violated.out.contains(&line), "{}", violated.out);
    let args = [
        "check",
        "a.c",
        "-DLIMIT=100",
        "--check",
        "assertions,overflow",
        "--json",
        "-",
    ];
    let json = folder.run(&args);
    assert!(!json.out.contains(wraps), "{}", json.out);
}

#[test]
fn headings_name_what_was_violated() {
    let text = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = 1;\n  \
                return x << (__VERIFIER_nondet_int() & 31);\n}\n";
    let folder = Folder::new(&[("shift.c", text)]);
    let ran = folder.run(&["check", "shift.c", "--check", "shift"]);
    ran.expect(10, "Verification result: FALSE(no-invalid-shift)");
    assert!(ran.out.contains("has an undefined shift"), "{}", ran.out);
    assert!(ran.out.contains("into the sign"), "{}", ran.out);
    assert!(!ran.out.contains("out of range"), "{}", ran.out);
}

#[test]
fn assertions_that_hold_by_their_form_are_assertions() {
    let text = "#include <assert.h>\nint main(void) { assert(sizeof(int) == 4); assert(1); }\n";
    let folder = Folder::new(&[("a.c", text), ("none.c", "int main(void) { return 0; }\n")]);
    let ran = folder.run(&["check", "a.c"]);
    ran.expect(0, "Verification result: TRUE");
    let part = "violates any of its 2 assertions: their form alone settles that";
    assert!(ran.out.contains(part), "{}", ran.out);
    let none = folder.run(&["check", "none.c"]);
    assert!(none.out.contains("has no assertion"), "{}", none.out);
}

#[test]
fn allocation_that_fails_stands_in_the_trace() {
    let text = "#include <stdlib.h>\nint main(void) {\n  char *p = malloc(3);\n  *p = 1;\n  \
                free(p);\n  return 0;\n}\n";
    let folder = Folder::new(&[("a.c", text)]);
    let check = ["check", "a.c", "--check", "pointer"];
    let never = folder.run(&check);
    never.expect(0, "Verification result: TRUE");
    assert!(
        never.out.contains("allocation of memory never fails"),
        "{}",
        never.out
    );
    let args: Vec<&str> = check.into_iter().chain(["--malloc-may-fail"]).collect();
    let ran = folder.run(&args);
    ran.expect(10, "Verification result: FALSE(valid-deref)");
    assert!(ran.out.contains("failure of malloc()"), "{}", ran.out);
    assert!(!ran.out.contains("never fails"), "{}", ran.out);
}

#[test]
fn leaks_in_property_files_are_about_all_times() {
    let memtrack = "CHECK( init(main()), LTL(G valid-memtrack) )\n";
    let clean = "CHECK( init(main()), LTL(G valid-memcleanup) )\n";
    let loops = "int main(void) { int x = 0; while (x < 3) x++; return 0; }\n";
    let lost = "extern void *malloc(unsigned long);\nint main(void) { malloc(3); return 0; }\n";
    let folder = Folder::new(&[
        ("memtrack.prp", memtrack),
        ("clean.prp", clean),
        ("none.c", "int main(void) { return 0; }\n"),
        ("loops.c", loops),
        ("lost.c", lost),
    ]);
    let run = |file: &str, spec: &str| folder.run(&["check", file, "--spec", spec]);
    run("none.c", "memtrack.prp").expect(0, "Verification result: TRUE");
    let part = "Verification result: UNKNOWN(unsupported: valid-memtrack in runs that never end)";
    run("loops.c", "memtrack.prp").expect(5, part);
    run("loops.c", "clean.prp").expect(0, "Verification result: TRUE");
    run("lost.c", "memtrack.prp").expect(10, "Verification result: FALSE(valid-memtrack)");
    run("lost.c", "clean.prp").expect(10, "Verification result: FALSE(valid-memcleanup)");
}
