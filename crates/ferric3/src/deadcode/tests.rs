//! Harnesses, judged by a compiler: the printed harness is compiled and run, and the interpreter must do the same with
//! the same values.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use expect_test::{Expect, expect};
use ferric3_c::{Criterion, FrontendOptions, Moment};
use ferric3_ivl::{
    InputId, InputSite, Inputs, Interpreter, Observer, Program, RunLimits, RunOutcome, Sources,
    SplitMix64, Step, StepKind,
};
use ferric3_term::{BitVecValue, Sort, Value};

use super::print::{compile_options, print_harness};
use super::subject::{Subject, SubjectOptions, subject};

/// Small numbers, so that most of them are in the ranges of the tests. The C code below does the same.
fn next_number(random: &mut SplitMix64) -> u64 {
    (random.next() >> 33) % 8
}

const SOURCES: &str = r#"
#include <stdio.h>
#include <stdlib.h>
static unsigned long long state;
static int started;
static unsigned long long next(void) {
    if (!started) {
        state = strtoull(getenv("SEED"), 0, 10);
        started = 1;
    }
    unsigned long long z = state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return ((z ^ (z >> 31)) >> 33) % 8;
}
#define SOURCE(type, name) type __VERIFIER_nondet_##name(void) { return (type)next(); }
_Bool __VERIFIER_nondet_bool(void) { return next() & 1; }
SOURCE(char, char) SOURCE(signed char, schar) SOURCE(unsigned char, uchar) SOURCE(short, short)
SOURCE(unsigned short, ushort) SOURCE(int, int) SOURCE(unsigned, uint) SOURCE(long, long)
SOURCE(unsigned long, ulong) SOURCE(long long, longlong) SOURCE(unsigned long long, ulonglong)
SOURCE(float, float) SOURCE(double, double)
"#;

/// Some files in a folder of their own, and what is analysed of them.
struct Unit {
    folder: tempfile::TempDir,
    options: SubjectOptions,
}

impl Unit {
    fn new(files: &[(&str, &str)]) -> Unit {
        let folder = tempfile::tempdir().expect("a folder");
        let mut options = SubjectOptions {
            entry: Some("step".to_owned()),
            ..SubjectOptions::default()
        };
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("a file can be written");
            if name.ends_with(".c") {
                options.files.push(path);
            }
        }
        Unit { folder, options }
    }

    fn of(text: &str) -> Unit {
        Unit::new(&[("unit.c", text)])
    }

    fn with(mut self, change: impl FnOnce(&mut SubjectOptions)) -> Unit {
        change(&mut self.options);
        self
    }

    fn plain(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.folder.path().display()), "")
    }

    fn subject(&self) -> Subject {
        subject(&self.options).unwrap_or_else(|error| {
            panic!(
                "{}",
                crate::frontend::render(&error.diagnostics, &error.sources)
            )
        })
    }

    fn complaints(&self, expected: &Expect) {
        let error = subject(&self.options).expect_err("something is wrong");
        let text = crate::frontend::render(&error.diagnostics, &error.sources);
        expected.assert_eq(&self.plain(&text));
    }

    fn warnings(&self, expected: &Expect) {
        let subject = self.subject();
        let (warnings, sources) = subject.warnings();
        let sources = sources.expect("there is a harness");
        expected.assert_eq(&self.plain(&crate::frontend::render(warnings, sources)));
    }

    fn inputs(&self, expected: &Expect) {
        expected.assert_eq(&self.plain(&self.subject().inputs_text()));
    }

    /// Compile the printed harness.
    fn compile(&self, subject: &Subject) -> PathBuf {
        let at = |name: &str| self.folder.path().join(name);
        std::fs::write(at("sources.c"), SOURCES).expect("a file");
        let mut objects = Vec::new();
        let printed = print_harness(subject);
        for (position, file) in printed.iter().enumerate() {
            std::fs::write(at(&file.name), &file.text).expect("a file");
            let object = at(&file.name).with_extension("o");
            let mut options = compile_options(subject, position);
            options.extend(["-w", "-c", "-o"].map(str::to_owned));
            cc(
                Command::new("cc")
                    .args(options)
                    .arg(&object)
                    .arg(at(&file.name)),
                &file.text,
            );
            objects.push(object);
        }
        let binary = at("harness");
        cc(
            Command::new("cc")
                .arg("-o")
                .arg(&binary)
                .args(objects)
                .arg(at("sources.c")),
            "",
        );
        binary
    }

    /// Compiled and interpreted, runs with the same values end in the same way, having begun as many cycles.
    fn agrees(&self) -> Subject {
        let subject = self.subject();
        let binary = self.compile(&subject);
        let translated = ferric3_c::translate_files(&subject.paths, &subject.frontend);
        let translated = translated.unwrap_or_else(|error| {
            panic!(
                "{}",
                crate::frontend::render(&error.diagnostics, &error.sources)
            )
        });
        let program = &translated.program;
        let mut interpreter = Interpreter::new(program, &translated.terms);
        let mut statuses = Vec::new();
        for seed in 0..12 {
            let native = Command::new(&binary).env("SEED", seed.to_string()).status();
            let native = native.expect("it runs").code().expect("it ends by itself");
            let mut values = Values {
                subject: &subject,
                program,
                random: SplitMix64::new(seed),
                unnamed: 0,
            };
            let mut watch = Watch {
                subject: &subject,
                sources: &program.sources,
                cycles: 0,
            };
            let outcome = interpreter.run(&mut values, &mut watch, &RunLimits::steps(1_000_000));
            let status = match &outcome {
                RunOutcome::Stopped {
                    status: Some(Value::BitVec(bits)),
                    ..
                } => bits.to_u64(),
                RunOutcome::Finished { .. } | RunOutcome::AssumptionFailed { .. } => Some(0),
                _ => None,
            };
            assert_eq!(status, Some(native as u64), "seed {seed}: {outcome:?}");
            assert_eq!(values.unnamed, 0, "each value has a name");
            if let Some(most) = subject.cycles {
                assert!(watch.cycles <= most, "{} cycles", watch.cycles);
            }
            if native == 0 || matches!(outcome, RunOutcome::Stopped { .. }) {
                statuses.push((native, watch.cycles));
            }
        }
        statuses.dedup();
        assert!(statuses.len() > 1, "all runs are the same: {statuses:?}");
        subject
    }
}

fn cc(command: &mut Command, text: &str) {
    let done = command.output().expect("a compiler");
    let message = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{message}\n{text}");
}

/// The values that the compiled harness reads, too.
struct Values<'a> {
    subject: &'a Subject,
    program: &'a Program,
    random: SplitMix64,
    unnamed: usize,
}

impl Inputs for Values<'_> {
    fn next(&mut self, _: InputId, site: &InputSite) -> Option<Value> {
        let Some(named) = self.subject.site(&self.program.sources, site.span) else {
            self.unnamed += 1;
            return Some(Value::zero(site.sort));
        };
        let number = next_number(&mut self.random);
        let bits = match named.type_name.as_str() {
            "float" => u128::from((number as f32).to_bits()),
            "double" => u128::from((number as f64).to_bits()),
            "_Bool" => u128::from(number & 1),
            _ => u128::from(number),
        };
        Some(match site.sort {
            Sort::Bool => Value::Bool(bits != 0),
            Sort::BitVec(width) => Value::BitVec(BitVecValue::from_u128(bits, width)),
            sort => panic!("an input of sort {sort}"),
        })
    }
}

struct Watch<'a> {
    subject: &'a Subject,
    sources: &'a Sources,
    cycles: u64,
}

impl Observer for Watch<'_> {
    fn step(&mut self, step: Step) {
        let is_call = matches!(step.kind, StepKind::Call { .. });
        if is_call && self.subject.begins_cycle(self.sources, step.span) {
            self.cycles += 1;
        }
    }
}

#[test]
fn scalars_of_all_types() {
    let unit = Unit::of(
        "extern void exit(int);
         _Bool on; char a; signed char b; unsigned char c; short d; unsigned short e; int f; unsigned g;
         long h; unsigned long i; long long j; unsigned long long k; float x; double y;
         enum mode { OFF, SLOW = 3, FAST } mode;
         static unsigned sum; static int count;
         void step(void) {
             sum = sum * 7 + on + a + 2 * b + 3 * c + 5 * d + 7 * e + 11 * f + 13 * g + 17 * h + 19 * i + 23 * j + 29 * k;
             if (x > y) sum += (int)x; else sum ^= (int)(y * 2);
             switch (mode) { case OFF: sum++; break; case FAST: sum += 2; break; default: sum += 3; }
             if (++count == 4) exit(sum % 251);
         }",
    );
    let subject = unit.agrees();
    assert_eq!(subject.inputs().len(), 15);
    let sites = &subject.harness.as_ref().expect("a harness").sites;
    assert_eq!(sites.len(), 15);
    assert!(sites.iter().all(|site| site.moment == Moment::Cycle));
}

#[test]
fn records_arrays_unions_and_bit_fields() {
    Unit::of(
        "extern void exit(int);
         typedef struct { short v[2][2]; union { unsigned word; unsigned char byte[4]; } raw; } part_t;
         struct { part_t parts[2]; struct { _Bool ok; signed n : 4; unsigned m : 5; }; enum { A, B } e; } in;
         static unsigned sum; static int count;
         void step(part_t by_value, part_t *pointed) {
             for (int i = 0; i < 2; i++) sum = sum * 3 + in.parts[i].v[i][1] + in.parts[i].raw.byte[i];
             if (in.ok) sum += in.n + in.m; if (in.e == B) sum++;
             sum += by_value.v[1][0] * pointed->raw.word;
             pointed->raw.byte[0] = 77;
             if (++count == 3) exit(sum % 251);
         }",
    )
    .agrees();
}

#[test]
fn initialisation_bounded_cycles_and_functions_without_a_body() {
    let unit = Unit::new(&[
        (
            "unit.c",
            "struct pair { unsigned char a; double b; };
             extern int offset; extern int read_adc(int); extern struct pair read_pair(void); void log_it(const char *);
             extern void exit(int);
             static int gain, sum; volatile unsigned short config; const volatile int calibration = 3;
             int limit = 2;
             void initialise(unsigned char kind) { gain = kind + config; }
             int step(void) {
                 struct pair p = read_pair();
                 sum += gain * read_adc(1) + p.a + (int)p.b + offset + calibration;
                 offset++;
                 log_it(\"x\");
                 if (sum % 7 > limit) exit(sum & 127);
                 return sum;
             }",
        ),
        (
            "ferric3.toml",
            "init = \"initialise\"\ncycles = 5\n[inputs]\nconfig = { from = 0, to = 6 }\nlimit = { values = [1, 4] }\n\
             calibration = { from = 1 }\n\"read_adc()\" = { from = 0, to = 300 }\n",
        ),
    ]);
    let subject = unit.agrees();
    assert_eq!(subject.cycles, Some(5));
    let site = |name: &str| {
        let mut sites = subject.harness.iter().flat_map(|harness| &harness.sites);
        sites
            .find(|site| site.name == name)
            .unwrap_or_else(|| panic!("there is no {name}"))
    };
    assert_eq!(site("initialise(kind)").moment, Moment::Start);
    assert_eq!(site("read_pair().b").moment, Moment::Call);
    assert_eq!(site("offset").moment, Moment::Start);
    assert_eq!(site("read_adc()").bounds, Some((0, 300)));
    assert_eq!(site("limit").bounds, Some((1, 4)));
    unit.inputs(&expect![[r#"
        7 inputs:
          calibration       int 1..2147483647    asked for                                      unit.c:4:87
          config            unsigned short 0..6  asked for                                      unit.c:4:60
          limit             int 1..4             asked for                                      unit.c:5:18
          offset            int                  defined elsewhere: any value in the beginning  unit.c:2:25
          read_adc()        int 0..300           function without a body                        unit.c:2:44
          read_pair()       struct pair          function without a body                        unit.c:2:78
          initialise(kind)  unsigned char        parameter                                      unit.c:6:44
    "#]]);
    unit.warnings(&expect![[r#"
        warning: `offset` is defined in none of the files, and is no input: it has any value in the beginning, and then what these files write
         --> unit.c:2:25
          |
        2 |              extern int offset; extern int read_adc(int); extern struct pair read_pair(void); void log_it(const char *);
          |                         ^^^^^^
          |
          = help: if others write it, too, make it an input: --inputs offset
    "#]]);
}

#[test]
fn static_variables_of_several_files() {
    let unit = Unit::new(&[
        ("a.c", "extern void exit(int); static unsigned char raw; int other(void); static int count;
                 void step(void) { int sum = raw * 3 + other(); if (++count == 2) exit(sum & 127); }"),
        ("b.c", "static unsigned char raw; static short more[2]; int other(void) { return raw * 5 + more[1]; }
                 void initialise(void) { raw = 0; }"),
    ]);
    let unit = unit.with(|options| {
        options.inputs = Some(vec![
            "a.c:raw".to_owned(),
            "more".to_owned(),
            "b.c:raw".to_owned(),
        ]);
        options.init = Some("initialise".to_owned());
    });
    let subject = unit.agrees();
    let inputs: Vec<String> = subject
        .inputs()
        .into_iter()
        .map(|input| input.name)
        .collect();
    assert_eq!(inputs, ["a.c:raw", "more", "b.c:raw"]);
}

#[test]
fn pointers_with_sizes_and_state() {
    let unit = Unit::new(&[
        (
            "unit.c",
            "extern void exit(int);
             typedef struct { int total; int calls; } state_t; int *table;
             void step(state_t *s, const unsigned char buffer[], int n) {
                 for (int i = 0; i < 3 && i < n; i++) s->total += buffer[i] + table[i & 1];
                 if (++s->calls == 3) exit(s->total & 127);
             }",
        ),
        (
            "ferric3.toml",
            "[inputs]\n\"step(s)\" = { contents = \"state\" }\n\"step(buffer)\" = { size = 3 }\n\
             \"step(buffer)[1]\" = { to = 6 }\ntable = { size = 2 }\n",
        ),
    ]);
    unit.agrees();
    unit.inputs(&expect![[r#"
        6 inputs:
          table[0]         int                 asked for  unit.c:2:69
          table[1]         int                 asked for  unit.c:2:69
          step(buffer)[0]  unsigned char       parameter  unit.c:3:56
          step(buffer)[1]  unsigned char 0..6  parameter  unit.c:3:56
          step(buffer)[2]  unsigned char       parameter  unit.c:3:56
          step(n)          int                 parameter  unit.c:3:70
    "#]]);
}

#[test]
fn comments_are_requests() {
    let unit = Unit::of(
        "extern void exit(int);
         struct sensor {
             short value; /* ferric3: input -2..6 */
             float gain;  // ferric3: input 0.5..6.5
         };
         struct sensor left, right;
         /* ferric3: constant */
         int limit;
         static int count, sum;
         /* ferric3: input hidden */
         static unsigned char hidden = 4;
         void step(int throttle /* ferric3: input 0..7 */) {
             sum += left.value + (int)right.gain + limit + throttle + hidden;
             if (++count == 3) exit(sum & 127);
         }",
    );
    unit.agrees();
    unit.inputs(&expect![[r#"
        4 inputs:
          hidden          unsigned char   asked for               unit.c:11:31
          left.value      short -2..6     read and never written  unit.c:6:24
          right.gain      float 0.5..6.5  read and never written  unit.c:6:30
          step(throttle)  int 0..7        parameter               unit.c:12:24
    "#]]);
}

#[test]
fn goals_are_those_of_the_unit() {
    let unit = Unit::of("int x, y; void step(void) { if (x > 3) y = 1; else y = 2; }");
    let unit = unit.with(|options| {
        options.frontend = FrontendOptions {
            cover: vec![Criterion::Statement, Criterion::Branch],
            ..FrontendOptions::default()
        };
    });
    let subject = unit.subject();
    let translated =
        ferric3_c::translate_files(&subject.paths, &subject.frontend).expect("a program");
    let mut goals = String::new();
    for property in translated.program.properties.iter() {
        let place = translated.program.sources.place(property.span);
        writeln!(goals, "{} {}", unit.plain(&place), property.description).expect("a string");
    }
    expect![[r#"
        unit.c:1:33 statement x > 3
        unit.c:1:33 x > 3 is true
        unit.c:1:33 x > 3 is false
        unit.c:1:40 statement y = 1
        unit.c:1:52 statement y = 2
    "#]]
    .assert_eq(&goals);
}

#[test]
fn a_program_with_main_is_as_it_is() {
    let unit = Unit::of("int main(void) { return 0; }").with(|options| options.entry = None);
    let subject = unit.subject();
    assert!(subject.harness.is_none());
    assert!(print_harness(&subject).is_empty());
    let entry = subject.entry();
    assert_eq!((entry.entry, entry.files[0].hash.len()), (None, 16));
    unit.with(|options| options.cycles = Some(3))
        .complaints(&expect![[r#"
            error: there is a number of cycles, but no entry: a program with `main` is analysed as it is
             |
             = help: name the function that is called in cycles: --entry step
        "#]]);
}

#[test]
fn what_cannot_be_made_is_refused() {
    Unit::of("int main(void) { return 0; } void step(void) {}").complaints(&expect![[r#"
        error: the program has a `main`, and so has the harness
         --> unit.c:1:5
          |
        1 | int main(void) { return 0; } void step(void) {}
          |     ^^^^
          |
          = help: leave out --entry to analyse the program as it is, or rename its `main`: -Dmain=unit_main
    "#]]);
    Unit::of("void stepp(void) {}").complaints(&expect![[r#"
        error: there is no function `step` with a body
         |
         = help: is it `stepp`?
    "#]]);
    Unit::of("struct list { struct list *next; int v; }; void step(struct list *l, void *p, int (*f)(void)) {}")
        .complaints(&expect![[r#"
            error: `step(l).next` cannot be an input: it is a pointer (`struct list *`)
             --> unit.c:1:27
              |
            1 | struct list { struct list *next; int v; }; void step(struct list *l, void *p, int (*f)(void)) {}
              |                           ^^^^^
              |
              = help: say how many elements it points to, in the configuration: [inputs] "step(l).next" = { size = 1 }; or make it a constant
            error: `step(p)` cannot be given an object to point to: it is a `void *`
             --> unit.c:1:76
              |
            1 | struct list { struct list *next; int v; }; void step(struct list *l, void *p, int (*f)(void)) {}
              |                                                                            ^
              |
              = help: write a function that makes what it needs and calls it, and name that one as the entry
            error: `step(f)` cannot be given an object to point to: it is a `int (*)(void)`
             --> unit.c:1:85
              |
            1 | struct list { struct list *next; int v; }; void step(struct list *l, void *p, int (*f)(void)) {}
              |                                                                                     ^
              |
              = help: write a function that makes what it needs and calls it, and name that one as the entry
        "#]]);
    Unit::of(
        "int *p; union { float f; struct { char c; int i; } s; } u; int s;
        void step(void) { if (p) s = *p; s += (int)u.f; }",
    )
    .complaints(&expect![[r#"
        error: `p` cannot be an input: it is a pointer (`int *`)
         --> unit.c:1:6
          |
        1 | int *p; union { float f; struct { char c; int i; } s; } u; int s;
          |      ^
          |
          = help: say how many elements it points to, in the configuration: [inputs] "p" = { size = 1 }; or make it a constant
        error: `u` cannot be an input: it is a union without a member that all of its bytes belong to
         --> unit.c:1:57
          |
        1 | int *p; union { float f; struct { char c; int i; } s; } u; int s;
          |                                                         ^
          |
          = help: name the inputs that there are: --inputs a,b,c; or make it a constant
    "#]]);
    let unit = || {
        Unit::of(
            "int speed; unsigned char level; float gain; const int c = 1; static int s; int *p;
        void step(int throttle) { s += speed + level + (int)gain + c + throttle; }",
        )
    };
    unit()
        .with(|options| {
            options.inputs = Some(vec![
                "sped".to_owned(),
                "gain.x".to_owned(),
                "step(throtle)".to_owned(),
                "c".to_owned(),
                "a b".to_owned(),
            ])
        })
        .complaints(&expect![[r#"
            error: there is no global variable `sped`
             |
             = help: is it `speed`?
            error: `gain` has type `float`, which has no part `.x`
            error: `step` has no parameter `throtle`
             |
             = help: is it `step(throttle)`?
            error: `a b` is not the name of an input
             |
             = help: inputs are called `speed`, `sensor.raw[2]`, `motor.c:speed`, `step(throttle)` or `read_adc()`
            error: `c` is const: nothing changes it
             --> unit.c:1:55
              |
            1 | int speed; unsigned char level; float gain; const int c = 1; static int s; int *p;
              |                                                       ^
              |
              = help: what is set from outside is declared const volatile, or not const at all
        "#]]);
    let with_config = |config: &str| {
        let unit = unit();
        std::fs::write(unit.folder.path().join("ferric3.toml"), config).expect("a file");
        unit
    };
    with_config("[inputs]\nlevel = { from = -5 }\nspeed = { from = 3, to = 1 }\ngain = { from = 0.1, to = 0.1 }\n\"step(throttle)\" = { to = 1.5 }\n")
        .complaints(&expect![[r#"
            error: the range of `gain` is empty
             --> unit.c:1:39
              |
            1 | int speed; unsigned char level; float gain; const int c = 1; static int s; int *p;
              |                                       ^^^^
              |
              = help: the least value comes first, and the type has a value between both
            error: -5 is not a value of `level`, which goes from 0 to 255
             --> unit.c:1:26
              |
            1 | int speed; unsigned char level; float gain; const int c = 1; static int s; int *p;
              |                          ^^^^^
              |
              = help: constants are numbers as in C, or names of an enumeration
            error: the range of `speed` is empty
             --> unit.c:1:5
              |
            1 | int speed; unsigned char level; float gain; const int c = 1; static int s; int *p;
              |     ^^^^^
              |
              = help: the least value comes first, and the type has a value between both
            error: `1.5` is not an integer, but `step(throttle)` is one (`int`)
             --> unit.c:2:23
              |
            2 |         void step(int throttle) { s += speed + level + (int)gain + c + throttle; }
              |                       ^^^^^^^^
              |
              = help: constants are numbers as in C, or names of an enumeration
        "#]]);
    with_config("constants = [\"step(throttle)\"]\n[inputs]\nlevel = { values = [1, 999] }\n")
        .complaints(&expect![[r#"
            error: 999 is not a value of `level`, which goes from 0 to 255
             --> unit.c:1:26
              |
            1 | int speed; unsigned char level; float gain; const int c = 1; static int s; int *p;
              |                          ^^^^^
              |
              = help: constants are numbers as in C, or names of an enumeration
            error: `step(throttle)` is said to be a constant, but not which
             --> unit.c:2:23
              |
            2 |         void step(int throttle) { s += speed + level + (int)gain + c + throttle; }
              |                       ^^^^^^^^
              |
              = help: give it a value, in the configuration: [constants]
        "#]]);
}

#[test]
fn what_is_in_doubt_is_said() {
    let unit = Unit::of(
        "volatile int status; int buffer[4]; static int s; extern int shared; extern const int table[2];
         void get(int *out); int sum(const int *values);
         void step(void) { int v; get(&v); status = v; if (status) s += sum(buffer); shared += table[1]; }",
    );
    unit.warnings(&expect![[r#"
        warning: `shared` is defined in none of the files, and is no input: it has any value in the beginning, and then what these files write
         --> unit.c:1:62
          |
        1 | volatile int status; int buffer[4]; static int s; extern int shared; extern const int table[2];
          |                                                              ^^^^^^
          |
          = help: if others write it, too, make it an input: --inputs shared
        warning: `table` is defined in none of the files: the analysis takes any value for it, a compiled harness 0
         --> unit.c:1:87
          |
        1 | volatile int status; int buffer[4]; static int s; extern int shared; extern const int table[2];
          |                                                                                       ^^^^^
          |
          = help: name the file that defines it, too
        warning: `get` has no body and may write through a pointer: what it writes is not known, and goals behind calls with addresses of variables stay open
         --> unit.c:3:35
          |
        3 |          void step(void) { int v; get(&v); status = v; if (status) s += sum(buffer); shared += table[1]; }
          |                                   ^^^^^^^
          |
          = help: give it a body that does what the real one may do
        warning: `status` is volatile and no input (it is written at unit.c:3:44): it changes only by what these files write
         --> unit.c:1:14
          |
        1 | volatile int status; int buffer[4]; static int s; extern int shared; extern const int table[2];
          |              ^^^^^^
          |
          = help: if hardware or others write it, make it an input: --inputs status
        warning: `buffer` counts as written because its address is taken here; nothing else writes it
         --> unit.c:3:77
          |
        3 |          void step(void) { int v; get(&v); status = v; if (status) s += sum(buffer); shared += table[1]; }
          |                                                                             ^^^^^^
          |
          = help: if others write it, make it an input: --inputs buffer
    "#]]);
    unit.compile(&unit.subject());
}

#[test]
fn each_file_has_its_own_options() {
    let unit = Unit::new(&[
        (
            "a.c",
            "extern void exit(int); int other(void); unsigned char x; void step(void) { exit(N * 2 + other() + x); }",
        ),
        (
            "b.c",
            "#ifdef FAST\nint other(void) { return N; }\n#endif\n",
        ),
    ]);
    let json = format!(
        r#"[{{"directory": "{0}", "file": "a.c", "command": "cc -DN=1 -c a.c"}},
            {{"directory": "{0}", "file": "b.c", "command": "cc -DN=5 -DFAST -c b.c"}}]"#,
        unit.folder.path().display()
    );
    let path = unit.folder.path().join("compile_commands.json");
    std::fs::write(&path, json).expect("a file");
    let unit = unit.with(|options| options.compile_commands = Some(path.clone()));
    unit.agrees();
    let json = std::fs::read_to_string(&path)
        .expect("it is there")
        .replace("-DFAST", "-DFAST -funsigned-char");
    std::fs::write(&path, json).expect("a file");
    unit.complaints(&expect![[r#"
        error: a.c and b.c are compiled for different languages or data models (-m32, -funsigned-char, -std=c90)
         |
         = help: one program has one of each; analyse the files by themselves
    "#]]);
}

#[test]
fn macros_of_the_unit_do_not_change_the_harness() {
    let unit = Unit::of(
        "extern void exit(int); struct { unsigned char raw; } in; static int s;
         int main(void) { return 0; }
         void step(signed char x) { s += in.raw + x; exit(s & 63); }
#define raw nothing.of.the.kind
#define in
#define step(x) x
#define ferric3_value 7
",
    );
    let unit = unit.with(|options| {
        options.frontend.preprocessor_args = ["-D", "main=unit_main"].map(str::to_owned).to_vec();
    });
    unit.agrees();
}

#[test]
fn pointers_may_be_null_if_they_are_constants() {
    let unit = Unit::new(&[
        (
            "unit.c",
            "extern void exit(int); struct list { struct list *next; unsigned char v; };
             struct list *head; int *none; static int s;
             void step(struct list *l) {
                 for (int i = 0; i < 4 && l; i++, l = l->next) s += l->v * i + 1;
                 if (none) s += *none;
                 exit((s + head->v) & 127);
             }",
        ),
        (
            "ferric3.toml",
            "[constants]\nnone = 0\n\"step(l).next[1].next\" = 0\n\"step(l).next[0].next\" = 0\n\"head[0].next\" = 0\n\
             [inputs]\n\"step(l).next\" = { size = 2 }\nhead = { size = 1 }\n",
        ),
    ]);
    unit.agrees();
}

#[test]
fn odd_units() {
    let unit = Unit::of(
        "extern void exit(int);
         typedef enum { RED, GREEN } colour_t;
         typedef struct { struct { colour_t c; _Bool on : 1; } in[2]; double *out; } io_t;
         io_t io = { .out = 0 };
         extern const volatile unsigned char PORT;
         static const double curve[3] = { 1, 2, 3 };
         _Atomic int at;
         void fail(const char *) __attribute__((noreturn));
         int sum(int n, ...);
         int (*callback)(int) = 0;
         static int helper(void) { static int calls; return ++calls; }
         static int (*const table[1])(void) = { helper };
         int set_by_result;
         struct s { unsigned char a; } get_s(void);
         static struct s both(void) { set_by_result++; return get_s(); }
         static void initialise(void) {}
         void step(colour_t x) {
             int a = both().a; int i = set_by_result + a + x + at; i += table[0]();
             if (io.in[0].c == RED || io.in[1].on) i++;
             if (PORT > 100 && curve[1] > 2) fail(\"x\");
             if (PORT > 200) i += sum(1, 2);
             if (callback) i = callback(i);
             if (i % 3) exit(i & 127);
         }",
    );
    let unit = unit.with(|options| options.init = Some("initialise".to_owned()));
    unit.inputs(&expect![[r#"
        6 inputs:
          io.in[].c   colour_t  read and never written   unit.c:4:15
          io.in[].on  _Bool     read and never written   unit.c:4:15
          at          int       read and never written   unit.c:7:22
          sum()       int       function without a body  unit.c:9:14
          get_s()     struct s  function without a body  unit.c:14:40
          step(x)     colour_t  parameter                unit.c:17:29
    "#]]);
    unit.warnings(&expect![[r#"
        warning: `PORT` is defined in none of the files: the analysis takes any value for it, a compiled harness 0
         --> unit.c:5:46
          |
        5 |          extern const volatile unsigned char PORT;
          |                                              ^^^^
          |
          = help: name the file that defines it, or make it an input: --inputs PORT
    "#]]);
    expect![[r#"
        `callback` keeps its first value: it is a pointer that nothing writes
        `get_s()` has no body: it changes nothing of the program and returns any value
        constant, because const volatile and not asked for as an input: `PORT`"#]]
    .assert_eq(&unit.subject().assumptions().join("\n"));
    // The one that nobody defines has any value in the analysis and 0 compiled, unless it is an input.
    let inputs = ["PORT", "io.in", "at"].map(str::to_owned).to_vec();
    unit.with(|options| options.inputs = Some(inputs)).agrees();
}

#[test]
fn what_is_said_of_one_element_is_not_said_of_the_others() {
    let unit = Unit::new(&[
        (
            "unit.c",
            "extern void exit(int); struct { short raw[3]; } in;
             void step(int i) { exit((in.raw[i & 1] + in.raw[2]) & 127); }",
        ),
        (
            "ferric3.toml",
            "[inputs]\n\"in.raw[1]\" = { from = 0, to = 9 }\n",
        ),
    ]);
    let subject = unit.agrees();
    let names: Vec<String> = subject
        .inputs()
        .into_iter()
        .map(|input| input.name)
        .collect();
    assert_eq!(names, ["in.raw[1]", "in.raw[]", "step(i)"]);
    assert_eq!(subject.harness.expect("a harness").sites.len(), 4);
}
