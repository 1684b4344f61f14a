//! `ferric3 check`: verdicts, traces, property files.

use expect_test::expect;

use crate::support::{Folder, SAFE, UNSAFE};

const TRUE: &str = "Verification result: TRUE";
const FALSE: &str = "Verification result: FALSE(unreach-call)";

#[test]
fn a_proof_says_how_and_what_was_assumed() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    let ran = folder.run(&["check", "safe.c"]);
    ran.expect(0, TRUE);
    assert_eq!(ran.err, "");
    for part in [
        "No run of safe.c violates",
        "Proved by facts",
        "fresh solver",
        "Assumptions",
    ] {
        assert!(ran.out.contains(part), "{part} should be in\n{}", ran.out);
    }
    let verbose = folder.run(&["check", "safe.c", "-v"]);
    verbose.expect(0, TRUE);
    assert!(
        verbose.out.contains("at main:5 (safe.c:5:"),
        "{}",
        verbose.out
    );
}

#[test]
fn a_violation_shows_its_trace() {
    let ran = Folder::new(&[("unsafe.c", UNSAFE)]).run(&["check", "unsafe.c", "--engine", "bmc"]);
    ran.expect(10, FALSE);
    expect![[r#"
        A run of unsafe.c violates an assertion. It was found by bmc and replayed by the interpreter on the program as it was written.
        Trace (2 inputs)
          unsafe.c:3   initially: limit = 5
          unsafe.c:10  main(): x = 21   <- __VERIFIER_nondet_int()
          unsafe.c:11  main(): c = 97 'a'   <- __VERIFIER_nondet_uchar() = 98
          unsafe.c:12  main(): call twice(n = 21)
          unsafe.c:5     twice(): m = 42
          unsafe.c:6     twice(): return 42
          unsafe.c:12  main(): y = 42
          unsafe.c:13  main(): limit = 6
          unsafe.c:13  main(): limit = 7
          unsafe.c:13  main(): limit = 8
          unsafe.c:15  main(): violated: call of reach_error()
        violated: call of reach_error()
          --> unsafe.c:15:5
           |
        15 |     reach_error();
           |     ^^^^^^^^^^^^^
        Assumptions
          signed overflow is not checked: signed arithmetic wraps around
        Verification result: FALSE(unreach-call)
    "#]]
    .assert_eq(&ran.out);
}

#[test]
fn long_traces_are_cut_unless_asked_for() {
    let long = "extern void reach_error(void);\nint main(void) {\n  int i = 0;\n  \
                while (i < 100) i++;\n  reach_error();\n}\n";
    let folder = Folder::new(&[("long.c", long)]);
    let ran = folder.run(&["check", "long.c", "--engine", "bmc"]);
    ran.expect(10, FALSE);
    assert!(
        ran.out.contains("… 62 steps … (-v shows all)"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("i = 50\n"), "{}", ran.out);
    let all = folder.run(&["check", "long.c", "--engine", "bmc", "-v"]);
    assert!(all.out.contains("i = 50\n"), "{}", all.out);
}

#[test]
fn quiet_means_the_verdict_only() {
    let folder = Folder::new(&[("safe.c", SAFE), ("unsafe.c", UNSAFE)]);
    assert_eq!(
        folder.run(&["check", "safe.c", "-q"]).out,
        format!("{TRUE}\n")
    );
    assert_eq!(
        folder.run(&["check", "unsafe.c", "-q"]).out,
        format!("{FALSE}\n")
    );
}

#[test]
fn every_engine_and_solver_agrees() {
    let folder = Folder::new(&[("unsafe.c", UNSAFE)]);
    for engine in ["ic3cfa", "bmc"] {
        for sat in ferric3_sat::SatBackend::ALL {
            let args = ["check", "unsafe.c", "--engine", engine, "--sat", sat.name()];
            folder.run(&args).expect(10, FALSE);
        }
    }
}

#[test]
fn a_bound_is_unknown() {
    let ran = Folder::new(&[("safe.c", SAFE)]).run(&[
        "check",
        "safe.c",
        "--engine",
        "bmc",
        "--max-depth",
        "3",
        "--passes",
        "none",
        "--no-facts",
    ]);
    ran.expect(5, "Verification result: UNKNOWN(bound 3)");
    assert!(ran.out.contains("within 3 transitions"), "{}", ran.out);
}

#[test]
fn an_unsupported_construct_is_unknown_and_shown() {
    let text = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n\
                int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }\n\
                int main(void) { if (f(__VERIFIER_nondet_int()) < 0) reach_error(); }\n";
    let ran = Folder::new(&[("rec.c", text)]).run(&["check", "rec.c"]);
    ran.expect(
        5,
        "Verification result: UNKNOWN(unsupported: recursive call of `f`, more than 255 deep at \
         rec.c:3:40)",
    );
    for part in [
        "unsupported: recursive call of `f`",
        "--> rec.c:3:40",
        "^^^^^^^^",
        "= help: ",
    ] {
        assert!(ran.out.contains(part), "{part} should be in\n{}", ran.out);
    }
}

#[test]
fn what_is_not_c_is_bad_input() {
    let folder = Folder::new(&[("bad.c", "int main(void) {\n  int x = 3\n  return x;\n}\n")]);
    let ran = folder.run(&["check", "bad.c"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:#?}");
    for part in ["bad.c:2:", "int x = 3", "^"] {
        assert!(ran.err.contains(part), "{part} should be in\n{}", ran.err);
    }
    let ran = folder.run(&["check", "missing.c"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains("cannot read missing.c"), "{}", ran.err);
    assert_eq!(folder.run(&["check", "."]).code, Some(2));
}

#[test]
fn preprocessor_options_reach_the_compiler() {
    let text = "#include \"limit.h\"\nextern void reach_error(void);\n\
                int main(void) { if (LIMIT > 3) reach_error(); }\n";
    let folder = Folder::new(&[
        ("a.c", text),
        ("limit.h", "#ifndef LIMIT\n#define LIMIT 3\n#endif\n"),
    ]);
    folder.run(&["check", "a.c"]).expect(0, TRUE);
    folder.run(&["check", "a.c", "-DLIMIT=4"]).expect(10, FALSE);
    folder
        .run(&["check", "a.c", "-D", "LIMIT=4", "-U", "LIMIT"])
        .expect(0, TRUE);
}

#[test]
fn the_data_model_and_the_entry_matter() {
    let text = "extern void reach_error(void);\n\
                int main(void) { if (sizeof(long) == 4) reach_error(); }\n\
                int other(void) { reach_error(); }\n";
    let folder = Folder::new(&[("a.c", text)]);
    folder.run(&["check", "a.c"]).expect(0, TRUE);
    folder.run(&["check", "a.c", "--64"]).expect(0, TRUE);
    folder.run(&["check", "a.c", "--32"]).expect(10, FALSE);
    folder
        .run(&["check", "a.c", "--entry", "other"])
        .expect(10, FALSE);
    assert_eq!(
        folder.run(&["check", "a.c", "--entry", "nothing"]).code,
        Some(2)
    );
}

#[test]
fn property_files() {
    let unreach = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    let folder = Folder::new(&[
        ("safe.c", SAFE),
        ("unreach.prp", unreach),
        ("overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n"),
        ("end.prp", "CHECK( init(main()), LTL(F end) )\n"),
        (
            "broken.prp",
            "CHECK( init(main()), LTL(G ! call(reach_error()) )\n",
        ),
    ]);
    folder
        .run(&["check", "safe.c", "--spec", "unreach.prp"])
        .expect(0, TRUE);
    folder
        .run(&["check", "safe.c", "--spec", "overflow.prp"])
        .expect(0, TRUE);
    let ran = folder.run(&["check", "safe.c", "--spec", "end.prp"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:#?}");
    assert!(ran.err.contains("termination"), "{}", ran.err);
    let ran = folder.run(&["check", "safe.c", "--spec", "broken.prp"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:#?}");
    assert!(ran.err.contains("broken.prp:1:51"), "{}", ran.err);
    assert_eq!(
        folder.run(&["check", "safe.c", "--spec", "none.prp"]).code,
        Some(2)
    );
    let args = [
        "check",
        "safe.c",
        "--spec",
        "unreach.prp",
        "--entry",
        "other",
    ];
    assert_eq!(folder.run(&args).code, Some(1));
}

#[test]
fn statistics_stand_above_the_verdict() {
    let ran = Folder::new(&[("safe.c", SAFE)]).run(&["check", "safe.c", "--stats"]);
    ran.expect(0, TRUE);
    for part in [
        "front end",
        "queries",
        "time in queries",
        "peak",
        "state variables",
    ] {
        assert!(ran.out.contains(part), "{part} should be in\n{}", ran.out);
    }
}

#[test]
fn colours_only_if_asked_for() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    assert!(!folder.run(&["check", "safe.c"]).out.contains('\x1b'));
    assert!(
        folder
            .run(&["check", "safe.c", "--color", "always"])
            .out
            .contains('\x1b')
    );
}

/// A property file asks about one function: a failed assertion is then just the end of a run.
#[test]
fn a_property_file_says_what_counts() {
    let folder = Folder::new(&[
        (
            "only_assert.c",
            "extern int __VERIFIER_nondet_int(void);\n\
             int main(void) { assert(__VERIFIER_nondet_int() != 7); return 0; }\n",
        ),
        (
            "assert_guards.c",
            "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n\
             int main(void) { int x = __VERIFIER_nondet_int(); assert(x > 3);\n\
             if (x < 2) reach_error(); return 0; }\n",
        ),
        (
            "own.c",
            "void bad(void) { }\nint main(void) { bad(); return 0; }\n",
        ),
        (
            "reach.prp",
            "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
        ),
        ("bad.prp", "CHECK( init(main()), LTL(G ! call(bad())) )\n"),
    ]);
    let safe = "Verification result: TRUE";
    let violated = "Verification result: FALSE(unreach-call)";
    folder.run(&["check", "only_assert.c"]).expect(10, violated);
    folder
        .run(&["check", "only_assert.c", "--spec", "reach.prp"])
        .expect(0, safe);
    folder
        .run(&["check", "assert_guards.c", "--spec", "reach.prp"])
        .expect(0, safe);
    folder.run(&["check", "own.c"]).expect(0, safe);
    folder
        .run(&["check", "own.c", "--spec", "bad.prp"])
        .expect(10, violated);
}

/// Everything is wrong here, and nothing may hide the rest.
const FAULTS: &str = "\
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int a[2] = {0, 0}, x = __VERIFIER_nondet_int(), y = x + 1;
  if (x == 5) reach_error();
  return a[x & 3] + y / x;
}
";

#[test]
fn violations_of_one_property_do_not_hide_others() {
    let folder = Folder::new(&[("faults.c", FAULTS)]);
    let check = "overflow,division,shift,bounds,assertions";
    let ran = folder.run(&["check", "faults.c", "--check", check]);
    ran.expect(
        10,
        "Verification result: FALSE(unreach-call,no-overflow,no-division-by-zero,valid-deref)",
    );
    let results = ran.out.split("Results\n").nth(1).unwrap_or_default();
    expect_test::expect![[r#"
          assertions  FALSE(unreach-call)
          overflow    FALSE(no-overflow)
          division    FALSE(no-division-by-zero)
          shift       TRUE
          bounds      FALSE(valid-deref)
        Verification result: FALSE(unreach-call,no-overflow,no-division-by-zero,valid-deref)
    "#]]
    .assert_eq(results);
    folder
        .run(&["check", "faults.c", "-q", "--check", "shift,free"])
        .expect(0, TRUE);
    let both = ["check", "faults.c", "--check", "all", "--spec", "x.prp"];
    assert_eq!(folder.run(&both).code, Some(1));
    let ran = folder.run(&["check", "faults.c", "--check", "everything"]);
    assert_eq!(ran.code, Some(1));
}

#[test]
fn a_property_that_is_not_checked_is_unknown_beside_others() {
    let line = |formula: &str| format!("CHECK( init(main()), LTL({formula}) )\n");
    let safety = ["G valid-free", "G valid-deref", "G ! data-race"].map(line);
    let folder = Folder::new(&[
        ("safe.c", SAFE),
        ("faults.c", FAULTS),
        ("memory.prp", &safety.concat()),
    ]);
    folder
        .run(&["check", "safe.c", "-q", "--spec", "memory.prp"])
        .expect(
            5,
            "Verification result: UNKNOWN(no-data-race: no-data-race cannot be checked yet)",
        );
    folder
        .run(&["check", "faults.c", "-q", "--spec", "memory.prp"])
        .expect(10, "Verification result: FALSE(valid-deref)");
}

/// The last part of a report: what is violated, with the line and its caret.
fn violated(text: &str) -> String {
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with("violated: "));
    let lines =
        lines.take_while(|line| !line.starts_with("Assumptions") && !line.starts_with("Veri"));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_failed_assertion_is_shown_as_it_was_written() {
    let header = "#include <assert.h>\n#define MAX 3\nint main(int argc, char **argv) {\n  \
                  assert(argc < MAX /* few */ &&\n         argc != MAX + 4);\n}\n";
    let other = "extern void __assert_rtn(const char *, const char *, int, const char *);\n\
                 #define assert(e) ((e) ? (void)0 : __assert_rtn(__func__, __FILE__, __LINE__, #e))\n\
                 int main(int argc, char **argv) { assert(argc < 3); }\n";
    let plain = "extern void _assert(const char *, const char *, int);\n\
                 int main(int argc, char **argv) {\n  if (argc < 3) ; else _assert(\"argc < 3\", \"x.c\", 7);\n}\n";
    let macros = "extern void reach_error(void);\n\
                  #define MY_ASSERT(e, text) do { if (!(e)) reach_error(); } while (0)\n\
                  #define CHECK(e) do { if (!(e)) reach_error(); } while (0)\n\
                  int main(int argc, char **argv) {\n  if (argc > 8)\n    MY_ASSERT(argc < 2, \"few\");\n  \
                  CHECK(argc < 9 || argv);\n}\n";
    let check = &macros
        .replace("argc > 8", "argc < 0")
        .replace(" || argv", "");
    let wrapper = "extern void reach_error(void);\nvoid check(int holds) {\n  if (!holds) reach_error();\n}\n\
                   int main(int argc, char **argv) {\n  check(argc < 3);\n}\n";
    let folder = Folder::new(&[
        ("header.c", header),
        ("other.c", other),
        ("plain.c", plain),
        ("macros.c", macros),
        ("check.c", check),
        ("wrapper.c", wrapper),
    ]);
    let files = [
        "header.c",
        "other.c",
        "plain.c",
        "macros.c",
        "check.c",
        "wrapper.c",
    ];
    let shown = files.map(|file| {
        let ran = folder.run(&["check", file]);
        ran.expect(10, FALSE);
        violated(&ran.out)
    });
    expect![[r#"
        violated: assertion argc < MAX && argc != MAX + 4
         --> header.c:4:10
          |
        4 |   assert(argc < MAX /* few */ &&
          |          ^^^^^^^^^^^^^^^^^^^^^^^
        violated: assertion argc < 3
         --> other.c:3:42
          |
        3 | int main(int argc, char **argv) { assert(argc < 3); }
          |                                          ^^^^^^^^
        violated: assertion argc < 3
         --> plain.c:3:7
          |
        3 |   if (argc < 3) ; else _assert("argc < 3", "x.c", 7);
          |       ^^^^^^^^
        violated: assertion argc < 2
         --> macros.c:6:15
          |
        6 |     MY_ASSERT(argc < 2, "few");
          |               ^^^^^^^^
        violated: call of reach_error() in CHECK(argc < 9)
         --> check.c:7:3
          |
        7 |   CHECK(argc < 9);
          |   ^^^^^^^^^^^^^^^
        violated: call of reach_error()
         --> wrapper.c:3:15
          |
        3 |   if (!holds) reach_error();
          |               ^^^^^^^^^^^^^
        note: check() was called here
         --> wrapper.c:6:3
          |
        6 |   check(argc < 3);
          |   ^^^^^^^^^^^^^^^
    "#]]
    .assert_eq(&shown.concat());
}

#[test]
fn a_property_file_that_asks_about_other_calls_says_so() {
    let text = "#include <assert.h>\nint main(int argc, char **argv) {\n  assert(argc < 3);\n}\n";
    let spec = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    let folder = Folder::new(&[("a.c", text), ("unreach-call.prp", spec)]);
    let ran = folder.run(&["check", "a.c", "--spec", "unreach-call.prp"]);
    ran.expect(0, TRUE);
    let lines: Vec<&str> = ran.out.lines().take(3).collect();
    assert_eq!(
        lines,
        [
            "No run of a.c calls reach_error() or __VERIFIER_error(), and the property file asks about nothing else.",
            "Its assertion (a.c:3:10) was not checked.",
            "hint: leave --spec out to check assertions",
        ]
    );
    folder.run(&["check", "a.c"]).expect(10, FALSE);
}
