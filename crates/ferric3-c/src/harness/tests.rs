//! Harnesses of small units, as text.

use std::fmt::Write as _;
use std::path::PathBuf;

use expect_test::{Expect, expect};

use super::*;

/// The harness for some files, as text: warnings, inputs, assumptions, texts. Places have no folders.
fn harness(files: &[(&str, &str)], request: &HarnessRequest) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let paths: Vec<PathBuf> = files
        .iter()
        .map(|(name, text)| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("a file can be written");
            path
        })
        .collect();
    let options = FrontendOptions::default();
    let mut out = String::new();
    match make_harness(&paths, &options, request) {
        Err(error) => {
            for diagnostic in &error.diagnostics {
                writeln!(out, "{}", diagnostic.render(&error.sources)).expect("a string");
            }
        }
        Ok(harness) => {
            for warning in &harness.warnings {
                writeln!(out, "{}", warning.render(&harness.sources)).expect("a string");
            }
            for input in &harness.inputs {
                let range = match (&input.from, &input.to) {
                    (Some(from), Some(to)) => format!(" {from}..{to}"),
                    _ => String::new(),
                };
                let HarnessInput {
                    name,
                    type_name,
                    because,
                    place,
                    ..
                } = input;
                writeln!(out, "input {name}: {type_name}{range} ({because}) {place}")
                    .expect("a string");
            }
            for sentence in &harness.assumptions {
                writeln!(out, "assume {sentence}").expect("a string");
            }
            for (text, rest) in harness.texts.iter().zip(&harness.rest) {
                writeln!(out, "== {}\n{}", text.name, text.text.trim_end()).expect("a string");
                if !rest.is_empty() {
                    writeln!(out, "== rest\n{rest}").expect("a string");
                }
            }
            for site in &harness.sites {
                let lines: Vec<&str> = harness
                    .texts
                    .iter()
                    .find(|t| t.name == site.file)
                    .expect("a text")
                    .text
                    .lines()
                    .collect();
                let line = lines[site.line as usize - 1];
                assert!(
                    line.contains("__VERIFIER_nondet_"),
                    "{site:?} is not at `{line}`"
                );
            }
            let sites: usize = harness
                .texts
                .iter()
                .map(|t| t.text.matches("= __VERIFIER_nondet_").count())
                .sum();
            assert_eq!(sites, harness.sites.len(), "each value has a name");
            let options = FrontendOptions {
                appended: harness.texts.clone(),
                ..options
            };
            if let Err(error) = crate::translate_files(&paths, &options) {
                for diagnostic in &error.diagnostics {
                    writeln!(out, "{}", diagnostic.render(&error.sources)).expect("a string");
                }
            }
        }
    }
    out.replace(&format!("{}/", folder.path().display()), "")
}

fn step() -> HarnessRequest {
    HarnessRequest {
        entry: "step".to_owned(),
        ..HarnessRequest::default()
    }
}

fn check(text: &str, request: &HarnessRequest, expected: &Expect) {
    expected.assert_eq(&harness(&[("unit.c", text)], request));
}

#[test]
fn what_is_read_and_not_written_is_an_input() {
    let text = "
struct sensor { unsigned short raw[2]; struct { _Bool valid; float gain; }; int unread; } sensor;
int speed, total, state;
static int hidden, limit = 5;
const int table[2] = { 1, 2 };
const volatile int calibration = 7;
volatile unsigned char port;
enum mode { OFF, ON } mode;
union { unsigned int word; unsigned char bytes[4]; } register_file;
struct { int f : 3; unsigned g : 5; } bits;
extern double elsewhere;
int read_adc(int channel);
static int helper(void) { return speed + sensor.raw[state & 1]; }
int step(signed char throttle) {
    total += helper() + read_adc(2) + throttle;
    if (sensor.valid && sensor.gain > 1 && mode == ON) state = hidden + limit + table[0];
    if (port & register_file.bytes[1] && calibration) state += bits.f + bits.g;
    return elsewhere > 0;
}
void other(void) { speed = 3; }
";
    check(
        text,
        &step(),
        &expect![[r#"
            input sensor.raw[]: unsigned short (read and never written) unit.c:2:91
            input sensor.valid: _Bool (read and never written) unit.c:2:91
            input sensor.gain: float (read and never written) unit.c:2:91
            input speed: int (read and never written) unit.c:3:5
            input hidden: int (read and never written) unit.c:4:12
            input port: unsigned char (volatile, read and never written) unit.c:7:24
            input mode: enum mode (read and never written) unit.c:8:23
            input register_file: union <anonymous> (read and never written) unit.c:9:54
            input bits.f: int (read and never written) unit.c:10:39
            input bits.g: unsigned int (read and never written) unit.c:10:39
            input elsewhere: double (defined elsewhere, read and never written) unit.c:11:15
            input read_adc(): int (function without a body) unit.c:12:5
            input step(throttle): signed char (parameter) unit.c:14:22
            assume `read_adc()` has no body: it changes nothing of the program and returns any value
            assume constant, because static and never written: `limit`
            assume constant, because const volatile and not asked for as an input: `calibration`
            assume volatile inputs keep their values within a cycle: `port`
            == <harness>/unit.c
            void __VERIFIER_assume(int);
            _Bool __VERIFIER_nondet_bool(void);
            double __VERIFIER_nondet_double(void);
            float __VERIFIER_nondet_float(void);
            int __VERIFIER_nondet_int(void);
            signed char __VERIFIER_nondet_schar(void);
            unsigned char __VERIFIER_nondet_uchar(void);
            unsigned int __VERIFIER_nondet_uint(void);
            unsigned short __VERIFIER_nondet_ushort(void);
            __typeof__(elsewhere) elsewhere;
            int read_adc(int ferric3_parameter_1) {
                int ferric3_result = 0;
                ferric3_result = __VERIFIER_nondet_int();
                return ferric3_result;
            }
            void ferric3_inputs_0(void);
            void ferric3_inputs_0(void) {
                sensor.raw[0] = __VERIFIER_nondet_ushort();
                sensor.raw[1] = __VERIFIER_nondet_ushort();
                sensor.valid = __VERIFIER_nondet_bool();
                sensor.gain = __VERIFIER_nondet_float();
                speed = __VERIFIER_nondet_int();
                hidden = __VERIFIER_nondet_int();
                port = __VERIFIER_nondet_uchar();
                mode = __VERIFIER_nondet_uint();
                register_file.word = __VERIFIER_nondet_uint();
                { int ferric3_value = __VERIFIER_nondet_int(); __VERIFIER_assume(ferric3_value >= -4 && ferric3_value <= 3); bits.f = ferric3_value; }
                { unsigned int ferric3_value = __VERIFIER_nondet_uint(); __VERIFIER_assume(ferric3_value >= 0 && ferric3_value <= 31); bits.g = ferric3_value; }
                elsewhere = __VERIFIER_nondet_double();
            }
            void ferric3_inputs_0(void);
            static void ferric3_cycle(void) {
                ferric3_inputs_0();
                signed char ferric3_argument_1 = 0;
                ferric3_argument_1 = __VERIFIER_nondet_schar();
                (void)step(ferric3_argument_1);
            }
            int main(void) {
                for (;;) {
                    ferric3_cycle();
                }
            }
        "#]],
    );
}

#[test]
fn pointers_and_structures_are_parameters() {
    let text = "
typedef struct { int a; const char *name; } item_t;
typedef struct { int mode; double x; } state_t;
void initialise(int kind) { (void)kind; }
void step(state_t *s, const int *values, state_t by_value) {
    s->mode = values[1] + by_value.mode;
}
";
    let mut request = step();
    request.init = Some("initialise".to_owned());
    request.cycles = Some(3);
    request.inputs = vec![
        InputRequest {
            name: "step(values)".to_owned(),
            size: Some(2),
            ..InputRequest::default()
        },
        InputRequest {
            name: "step(s)".to_owned(),
            contents: Contents::State,
            ..InputRequest::default()
        },
        InputRequest {
            name: "step(values)[1]".to_owned(),
            from: Some("-1".to_owned()),
            to: Some("1".to_owned()),
            ..InputRequest::default()
        },
    ];
    check(
        text,
        &request,
        &expect![[r#"
            input step(values)[0]: int (parameter) unit.c:5:34
            input step(values)[1]: int -1..1 (parameter) unit.c:5:34
            input step(by_value): state_t (parameter) unit.c:5:50
            input initialise(kind): int (parameter) unit.c:4:21
            assume `step(s)` is not null and points to one object of its own that is zero in the beginning and keeps what the program writes
            assume `step(values)` is not null and points to an array of 2 of its own whose contents are inputs
            == <harness>/unit.c
            void __VERIFIER_assume(int);
            double __VERIFIER_nondet_double(void);
            int __VERIFIER_nondet_int(void);
            static state_t ferric3_object_0;
            static int ferric3_object_1[2];
            void ferric3_init(void);
            void ferric3_init(void) {
                int ferric3_argument_1 = 0;
                ferric3_argument_1 = __VERIFIER_nondet_int();
                initialise(ferric3_argument_1);
            }
            void ferric3_init(void);
            static void ferric3_cycle(void) {
                state_t *ferric3_argument_1 = 0;
                const int *ferric3_argument_2 = 0;
                state_t ferric3_argument_3 = { 0 };
                ferric3_argument_1 = &ferric3_object_0;
                ferric3_argument_2 = ferric3_object_1;
                ferric3_object_1[0] = __VERIFIER_nondet_int();
                ferric3_object_1[1] = __VERIFIER_nondet_int(); __VERIFIER_assume(ferric3_object_1[1] >= -1 && ferric3_object_1[1] <= 1);
                ferric3_argument_3.mode = __VERIFIER_nondet_int();
                ferric3_argument_3.x = __VERIFIER_nondet_double();
                step(ferric3_argument_1, ferric3_argument_2, ferric3_argument_3);
            }
            int main(void) {
                unsigned long long ferric3_cycles = 0;
                ferric3_init();
                for (; ferric3_cycles < 3ULL; ferric3_cycles++) {
                    ferric3_cycle();
                }
                return 0;
            }
        "#]],
    );
}

#[test]
fn static_variables_of_two_files_are_two() {
    let a = "static int raw; int other(void); int out; void step(void) { out = raw + other(); }";
    let b = "static int raw; extern int shared; int other(void) { return raw + shared; }";
    let mut request = step();
    request.inputs = vec![InputRequest {
        name: "b.c:raw".to_owned(),
        from: Some("0".to_owned()),
        to: Some("9".to_owned()),
        ..InputRequest::default()
    }];
    expect![[r#"
        input b.c:raw: int 0..9 (asked for) b.c:1:12
        input a.c:raw: int (read and never written) a.c:1:12
        input shared: int (defined elsewhere, read and never written) b.c:1:28
        == <harness>/a.c
        int __VERIFIER_nondet_int(void);
        void ferric3_inputs_0(void);
        void ferric3_inputs_0(void) {
            raw = __VERIFIER_nondet_int();
        }
        void ferric3_inputs_0(void);
        void ferric3_inputs_1(void);
        static void ferric3_cycle(void) {
            ferric3_inputs_0();
            ferric3_inputs_1();
            step();
        }
        int main(void) {
            for (;;) {
                ferric3_cycle();
            }
        }
        == <harness>/b.c
        void __VERIFIER_assume(int);
        int __VERIFIER_nondet_int(void);
        __typeof__(shared) shared;
        void ferric3_inputs_1(void);
        void ferric3_inputs_1(void) {
            raw = __VERIFIER_nondet_int(); __VERIFIER_assume(raw >= 0 && raw <= 9);
            shared = __VERIFIER_nondet_int();
        }
    "#]]
    .assert_eq(&harness(&[("a.c", a), ("b.c", b)], &request));
}
