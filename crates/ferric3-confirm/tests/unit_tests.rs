//! Suites of unit tests compile without us, and do what the tests say.

mod common;

use std::path::Path;
use std::process::{Command, Output};

use common::{goal, report};
use ferric3_coverage::{Criterion, InputValue, Report, Suite, SuiteUnit, unit_tests};

fn value(name: &str, type_name: &str, value: &str, bits: u64, cycle: Option<u64>) -> InputValue {
    InputValue {
        name: name.to_owned(),
        type_name: type_name.to_owned(),
        value: value.to_owned(),
        bits: format!("{bits:x}"),
        cycle,
        place: None,
    }
}

/// Write a suite with the program, compile it, and run it.
fn run(suite: &Suite, program: &[(&str, &str)], folder: &Path, arguments: &[&str]) -> Output {
    let mut compiler = Command::new("cc");
    compiler
        .current_dir(folder)
        .args(["-std=gnu99", "-Wall", "-Werror", "-o", "tests"]);
    for (name, text) in program {
        std::fs::write(folder.join(name), text).expect("a writable folder");
    }
    for file in &suite.files {
        std::fs::write(folder.join(&file.name), &file.text).expect("a writable folder");
        compiler.arg(&file.name);
    }
    let output = compiler.output().expect("there is a compiler");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Command::new(folder.join("tests"))
        .args(arguments)
        .output()
        .expect("it can be run")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const UNIT: &str = "\
#include <stdio.h>
static int state;
static double speed;
int level;
int alarm_level(int channel);
static void step(int demand)
{
    state += demand;
    printf(\"%d %g %d\\n\", state, speed, level);
    if (alarm_level(1) > 3 && state > 2) printf(\"alarm\\n\");
    if (state == 77) *(volatile int *)0 = 1;
}
";

const HARNESS: &str = "
int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);
int main(void)
{
    for (;;) {
        speed = __VERIFIER_nondet_double();
        __VERIFIER_assume(speed >= -1);
        step(__VERIFIER_nondet_int());
    }
}
";

fn controller() -> Report {
    let goals = vec![goal(
        UNIT,
        Criterion::Statement,
        "> 2)",
        "printf(\"alarm\\n\")",
    )];
    let mut report = report(goals, vec![vec![0], Vec::new()]);
    report.subject.entry = Some("step".to_owned());
    report.goals[0].text = "statement `*/ printf`".to_owned();
    for (number, test) in report.tests.iter_mut().enumerate() {
        let demand = [2, 77][number];
        for cycle in 0..2 {
            test.inputs.extend([
                value("speed", "double", "-0.5", (-0.5f64).to_bits(), Some(cycle)),
                value(
                    "step(demand)",
                    "int",
                    &demand.to_string(),
                    demand,
                    Some(cycle),
                ),
                value("alarm_level()", "int", "4", 4, Some(cycle)),
            ]);
        }
        test.cycles = Some(2);
    }
    report
}

fn readers(report: &Report) -> Vec<Vec<Option<String>>> {
    let reader = |input: &InputValue| match input.name.as_str() {
        "speed" => Some("__VERIFIER_nondet_double".to_owned()),
        "step(demand)" => Some("__VERIFIER_nondet_int".to_owned()),
        "alarm_level()" => Some("alarm_level".to_owned()),
        _ => None,
    };
    report
        .tests
        .iter()
        .map(|test| test.inputs.iter().map(reader).collect())
        .collect()
}

fn unit() -> SuiteUnit {
    SuiteUnit {
        include: "unit.c".to_owned(),
        harness: HARNESS.to_owned(),
    }
}

#[test]
fn a_controller() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = controller();
    let suite = unit_tests(&report, &[unit()], &readers(&report));
    assert_eq!(suite.left_out, []);
    let one = run(&suite, &[("unit.c", UNIT)], folder.path(), &["0"]);
    assert_eq!(text(&one), "2 -0.5 0\n4 -0.5 0\nalarm\n");
    assert!(one.status.success());
    // All of them: the variables of the second one begin anew, and it crashes.
    let all = run(&suite, &[("unit.c", UNIT)], folder.path(), &[]);
    assert!(
        text(&all).ends_with("test 1 was ended by signal 11\n"),
        "{}",
        text(&all)
    );
    assert_eq!(all.status.code(), Some(1));
}

/// Cycles end where the test ends, also if nothing is read any more.
#[test]
fn cycles_without_inputs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let unit = "#include <stdio.h>\nvoid step(void) { printf(\"cycle\\n\"); }\n";
    let mut report = report(Vec::new(), vec![Vec::new()]);
    report.subject.entry = Some("step".to_owned());
    report.tests[0].cycles = Some(3);
    let harness = "int main(void) { for (;;) step(); }\n".to_owned();
    let units = [SuiteUnit {
        include: "unit.c".to_owned(),
        harness,
    }];
    let output = run(
        &unit_tests(&report, &units, &[Vec::new()]),
        &[("unit.c", unit)],
        folder.path(),
        &[],
    );
    assert_eq!(text(&output), "cycle\ncycle\ncycle\n");
}

/// A program as it is, in two files.
#[test]
fn a_program_with_main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let first = "#include <stdio.h>\nunsigned char __VERIFIER_nondet_uchar(void);\nint twice(int);\n\
                 int main(int argc, char **argv)\n{\n    \
                 printf(\"%d %d %d\\n\", argc, argv[1] == 0, twice(__VERIFIER_nondet_uchar()));\n    return 3;\n}\n";
    let second = "static int factor = 2;\nint twice(int n) { return factor * n; }\n";
    let mut report = report(Vec::new(), vec![Vec::new()]);
    report.tests[0].inputs.push(value(
        "__VERIFIER_nondet_uchar()",
        "unsigned char",
        "200",
        200,
        None,
    ));
    let units = ["first.c", "second.c"].map(|include| SuiteUnit {
        include: include.to_owned(),
        harness: String::new(),
    });
    let readers = [vec![Some("__VERIFIER_nondet_uchar".to_owned())]];
    let suite = unit_tests(&report, &units, &readers);
    let output = run(
        &suite,
        &[("first.c", first), ("second.c", second)],
        folder.path(),
        &[],
    );
    assert_eq!(text(&output), "1 1 400\n");
    assert!(output.status.success());
}

#[test]
fn what_cannot_be_written_is_left_out() {
    let mut report = report(Vec::new(), vec![Vec::new(), Vec::new()]);
    report.tests[0].inputs.push(value("x", "int", "1", 1, None));
    report.tests[1]
        .inputs
        .push(value("f()", "struct s", "{1}", 1, None));
    let suite = unit_tests(&report, &[], &[vec![None], vec![Some("f".to_owned())]]);
    let reasons: Vec<&str> = suite.left_out.iter().map(|(_, why)| why.as_str()).collect();
    assert_eq!(
        reasons,
        [
            "nothing returns the value of x",
            "f() has the type struct s"
        ]
    );
}
