//! A test suite as C that compiles without us.
//!
//! Each file of the program is included by a file of the suite, with what the harness adds to it and with `main` under
//! another name. `tests.c` has a function for each test, with the goals that it is for and the values that it reads,
//! and the functions that return these values. Each test runs in a process of its own, so that all variables are as they
//! are in the beginning.
//!
//! ```text
//! cc -std=gnu99 -Wall under_test_0.c tests.c -o tests && ./tests
//! ```

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::{InputValue, Place, Report};

/// A file of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteUnit {
    /// Its path, as `#include` is to find it.
    pub include: String,
    /// What a harness adds to it; empty if nothing does.
    pub harness: String,
}

/// A file of the suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suite {
    /// Its files.
    pub files: Vec<SuiteFile>,
    /// Tests that are not in it, by number in the report, and why.
    pub left_out: Vec<(usize, String)>,
}

/// What all tests need, behind their values.
const DRIVER: &str = include_str!("unit_tests.c");

/// The tests of a report as C. `readers` has for each value of each test the function that returns it; none where the
/// program gets it in another way, so that the test cannot be written.
///
/// # Panics
/// If `readers` has another length than the tests, or than the values of one of them.
#[must_use]
pub fn unit_tests(report: &Report, units: &[SuiteUnit], readers: &[Vec<Option<String>>]) -> Suite {
    assert_eq!(
        report.tests.len(),
        readers.len(),
        "each test has its readers"
    );
    let mut files: Vec<SuiteFile> = units
        .iter()
        .enumerate()
        .map(|(number, unit)| under_test(report, unit, number))
        .collect();
    let mut suite = Tests::default();
    for (number, readers) in readers.iter().enumerate() {
        suite.test(report, number, readers);
    }
    files.push(SuiteFile {
        name: "tests.c".to_owned(),
        text: suite.text(units.len()),
    });
    Suite {
        files,
        left_out: suite.left_out,
    }
}

/// A file that includes one of the program.
fn under_test(report: &Report, unit: &SuiteUnit, number: usize) -> SuiteFile {
    let mut text = format!(
        "/* {} for the tests, made by Ferric3: its main, if it has one, has another name. */\n\
         #define main ferric3_main\n#include \"{}\"\n",
        comment(&unit.include),
        unit.include.replace('\\', "\\\\").replace('"', "\\\"")
    );
    if let Some(entry) = report
        .subject
        .entry
        .as_deref()
        .filter(|_| !unit.harness.is_empty())
    {
        // A test ends before a cycle begins that it does not have.
        let _ = write!(
            text,
            "\nextern void ferric3_next_cycle(void);\n#define {entry}(...) (ferric3_next_cycle(), {entry}(__VA_ARGS__))\n"
        );
    }
    text.push_str(&unit.harness);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    SuiteFile {
        name: format!("under_test_{number}.c"),
        text,
    }
}

#[derive(Default)]
struct Tests {
    /// Functions that return values, with the types of these.
    readers: BTreeMap<String, String>,
    functions: String,
    numbers: Vec<usize>,
    left_out: Vec<(usize, String)>,
}

impl Tests {
    fn test(&mut self, report: &Report, number: usize, readers: &[Option<String>]) {
        let test = &report.tests[number];
        assert_eq!(
            test.inputs.len(),
            readers.len(),
            "each value has its reader"
        );
        if let Err(why) = self.check(&test.inputs, readers) {
            self.left_out.push((number, why));
            return;
        }
        let text = &mut self.functions;
        text.push_str("/* For:\n");
        for goal in test
            .reaches
            .iter()
            .filter_map(|goal| report.goals.get(*goal))
        {
            let place = place(&goal.place);
            let _ = writeln!(text, " *   {}: {}", comment(&place), comment(&goal.text));
        }
        text.push_str(" */\n");
        let _ = writeln!(text, "static void test_{number}(void)\n{{");
        if !test.inputs.is_empty() {
            text.push_str("    static const struct value values[] = {\n");
            for (input, reader) in test.inputs.iter().zip(readers) {
                let reader = reader.as_deref().unwrap_or_default();
                let when = match input.cycle {
                    Some(cycle) => format!("cycle {cycle}: "),
                    None => String::new(),
                };
                let what = format!("{when}{} = {}", input.name, input.value);
                let _ = writeln!(
                    text,
                    "        {{ READ_{reader}, 0x{}ull }}, /* {} */",
                    input.bits.trim_start_matches("0x"),
                    comment(&what)
                );
            }
            text.push_str("    };\n    give(values, sizeof values / sizeof *values);\n");
        }
        if let Some(cycles) = test.cycles {
            let _ = writeln!(text, "    most_cycles = {cycles};");
        }
        text.push_str("    run();\n}\n\n");
        self.numbers.push(number);
    }

    /// Can all values be given? Their readers are remembered.
    fn check(&mut self, inputs: &[InputValue], readers: &[Option<String>]) -> Result<(), String> {
        for (input, reader) in inputs.iter().zip(readers) {
            let Some(reader) = reader else {
                return Err(format!("nothing returns the value of {}", input.name));
            };
            let bits = input.bits.trim_start_matches("0x");
            if bits.is_empty() || bits.len() > 16 || !bits.bytes().all(|b| b.is_ascii_hexdigit()) {
                return Err(format!(
                    "the value of {} does not fit into 64 bits",
                    input.name
                ));
            }
            let type_name = returned_type(reader, &input.type_name);
            if type_name.contains(['*', '(', '[', '{']) || type_name.contains("struct") {
                return Err(format!("{} has the type {type_name}", input.name));
            }
            if type_name == "long double" || type_name.contains("_Complex") {
                return Err(format!("{} has the type {type_name}", input.name));
            }
            let known = self
                .readers
                .entry(reader.clone())
                .or_insert_with(|| type_name.clone());
            if *known != type_name {
                return Err(format!("{reader} returns {known} and {type_name}"));
            }
        }
        Ok(())
    }

    fn text(&self, units: usize) -> String {
        let under_test: Vec<String> = (0..units).map(|n| format!("under_test_{n}.c")).collect();
        let mut text = format!(
            "/* Tests, made by Ferric3. Compile them with the options of the program:\n *\n \
             *   cc {} tests.c -o tests\n *\n \
             * ./tests runs all of them, each in a process of its own; ./tests 3 runs one. The exit code is 0 if all\n \
             * came to their end.\n */\n",
            under_test.join(" ")
        );
        text.push_str("enum reader {\n");
        for name in self.readers.keys() {
            let _ = writeln!(text, "    READ_{name},");
        }
        text.push_str("    READERS\n};\n\n");
        let (driver, main) = DRIVER
            .split_once("/* TESTS */\n")
            .expect("the text of the driver has this line");
        text.push_str(driver);
        for (name, type_name) in &self.readers {
            let _ = write!(
                text,
                "{type_name} {name}()\n{{\n    {type_name} result;\n    copy(&result, sizeof result, READ_{name});\n    \
                 return result;\n}}\n\n"
            );
        }
        text.push_str(&self.functions);
        text.push_str("static const struct test tests[] = {\n");
        for number in &self.numbers {
            let _ = writeln!(text, "    {{ {number}, test_{number} }},");
        }
        text.push_str("    { 0, 0 }\n};\n\n");
        text.push_str(main);
        text
    }
}

/// What a function returns: the functions that give any value say it by their names.
fn returned_type(reader: &str, type_name: &str) -> String {
    let known = match reader.strip_prefix("__VERIFIER_nondet_") {
        Some("bool" | "_Bool") => "_Bool",
        Some("char") => "char",
        Some("schar") => "signed char",
        Some("uchar") => "unsigned char",
        Some("short") => "short",
        Some("ushort") => "unsigned short",
        Some("int") => "int",
        Some("uint" | "unsigned") => "unsigned int",
        Some("long") => "long",
        Some("ulong") => "unsigned long",
        Some("longlong") => "long long",
        Some("ulonglong") => "unsigned long long",
        Some("float") => "float",
        Some("double") => "double",
        _ => type_name,
    };
    known.to_owned()
}

fn place(place: &Place) -> String {
    match place.column {
        0 => format!("{}:{}", place.file, place.line),
        column => format!("{}:{}:{column}", place.file, place.line),
    }
}

/// Text in a comment of C.
fn comment(text: &str) -> String {
    text.replace("*/", "* /")
        .replace("/*", "/ *")
        .replace(['\n', '\r'], " ")
}
