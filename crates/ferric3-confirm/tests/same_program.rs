//! Probes change nothing: the program with probes prints what the program without them prints.

mod common;
#[path = "../../ferric3/tests/corpus_support/generate.rs"]
#[allow(dead_code, reason = "it has more than this test needs")]
mod generate;

use std::fmt::Write;

use common::{compile_and_run, judge, program, run};
use ferric3_c::DataModel;
use ferric3_confirm::{Build, Judge};
use ferric3_testkit::{Extra, need};

const AWKWARD: &str = include_str!("programs/awkward.c");

#[test]
fn awkward_syntax() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let judge = judge(AWKWARD);
    assert_eq!(
        run(judge.executable()),
        compile_and_run(AWKWARD, &[], folder.path())
    );
    let unprobed: Vec<&str> = judge
        .unprobed()
        .iter()
        .map(|(_, why)| why.as_str())
        .collect();
    assert_eq!(
        unprobed,
        [
            "a decision that calls `setjmp` has no probes",
            "calls of `setjmp` have no probes",
            "sizes of arrays have no probes",
        ]
    );
}

#[test]
fn awkward_syntax_in_32_bits() {
    if !need(Extra::CLibrary32, "awkward_syntax_in_32_bits") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let judge = Judge::build(&program(AWKWARD, DataModel::Ilp32), Build::Fast)
        .unwrap_or_else(|refused| panic!("{refused}"));
    let plain = compile_and_run(AWKWARD, &["-m32", "-msse2", "-mfpmath=sse"], folder.path());
    assert_eq!(run(judge.executable()), plain);
}

/// Without probes, for gcov, it is the program as it was written.
#[test]
fn without_probes_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let counted = Judge::build(&program(AWKWARD, DataModel::Lp64), Build::Counted)
        .unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(
        run(counted.executable()),
        compile_and_run(AWKWARD, &[], folder.path())
    );
}

/// Random programs, with inputs of their own; each prints all its globals.
#[test]
fn random_programs() {
    const PROGRAMS: u64 = 4;
    const CASES: u64 = 20;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let config = generate::Config {
        long_width: 64,
        statements: 8,
        depth: 3,
    };
    for number in 0..PROGRAMS {
        let cases = (0..CASES)
            .zip(0..)
            .map(|(case, place)| generate::case(7_000 + number * CASES + case, place, config));
        let cases: Vec<generate::Case> = cases.collect();
        let mut text = generate::PRELUDE.to_owned();
        for case in &cases {
            text += &case.text;
        }
        text += "int printf(const char *, ...);\nint main(void)\n{\n";
        for case in &cases {
            writeln!(text, "    {}();", case.entry).expect("a string can be written to");
        }
        for global in cases.iter().flat_map(|case| &case.globals) {
            let name = &global.name;
            writeln!(text, "    printf(\"%llx\\n\", (unsigned long long){name});")
                .expect("as before");
        }
        text += "    return 0;\n}\n";
        text += "static unsigned long long input(void)\n{\n    static unsigned long long at = 9;\n";
        text += "    return (at = at * 6364136223846793005u + 1442695040888963407u) >> (at >> 58);\n}\n";
        for line in generate::PRELUDE.lines() {
            let head = line.trim_start_matches("extern ").trim_end_matches(';');
            writeln!(text, "{head} {{ return input(); }}").expect("as before");
        }
        assert_eq!(
            run(judge(&text).executable()),
            compile_and_run(&text, &[], folder.path()),
            "{text}"
        );
    }
}
