//! Harnesses, judged by a compiler: the printed harness is compiled and run, and the interpreter must do the same with
//! the same values.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
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
    (random.next_u64() >> 33) % 8
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
        let interpreter = Interpreter::new(program, &translated.terms);
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
            let mut interpreter = interpreter.clone();
            let outcome = interpreter
                .run(&mut values, &mut watch, &RunLimits::steps(1_000_000))
                .outcome;
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
    unit.inputs(&expect![[r#""#]]);
    unit.warnings(&expect![[r#""#]]);
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
    unit.inputs(&expect![[r#""#]]);
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
    unit.inputs(&expect![[r#""#]]);
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
    expect![[r#""#]].assert_eq(&goals);
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
        .complaints(&expect![[r#""#]]);
}

#[test]
fn what_cannot_be_made_is_refused() {
    Unit::of("int main(void) { return 0; } void step(void) {}").complaints(&expect![[r#""#]]);
    Unit::of("void stepp(void) {}").complaints(&expect![[r#""#]]);
    Unit::of("struct list { struct list *next; int v; }; void step(struct list *l, void *p, int (*f)(void)) {}")
        .complaints(&expect![[r#""#]]);
    Unit::of(
        "int *p; union { float f; struct { char c; int i; } s; } u; int s;
        void step(void) { if (p) s = *p; s += (int)u.f; }",
    )
    .complaints(&expect![[r#""#]]);
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
        .complaints(&expect![[r#""#]]);
    let with_config = |config: &str| {
        let unit = unit();
        std::fs::write(unit.folder.path().join("ferric3.toml"), config).expect("a file");
        unit
    };
    with_config("[inputs]\nlevel = { from = -5 }\nspeed = { from = 3, to = 1 }\ngain = { from = 0.1, to = 0.1 }\n\"step(throttle)\" = { to = 1.5 }\n")
        .complaints(&expect![[r#""#]]);
    with_config("constants = [\"step(throttle)\"]\n[inputs]\nlevel = { values = [1, 999] }\n")
        .complaints(&expect![[r#""#]]);
}

#[test]
fn what_is_in_doubt_is_said() {
    let unit = Unit::of(
        "volatile int status; int buffer[4]; static int s; extern int shared; extern const int table[2];
         void get(int *out); int sum(const int *values);
         void step(void) { int v; get(&v); status = v; if (status) s += sum(buffer); shared += table[1]; }",
    );
    unit.warnings(&expect![[r#""#]]);
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
    unit.complaints(&expect![[r#""#]]);
}

#[test]
fn macros_of_the_unit_do_not_change_the_harness() {
    let unit = Unit::of(
        "#define speed_limit 7\n#define input speed_.value\nextern void exit(int); struct { int value; } speed_;\n\
         static int s;\n#define value value_of\nstruct { int value; } other;\n#define main unit_main\n\
         int main(void) { return 0; }\n\
         void step(void) { s += input + other.value; exit(s & 63); }\n",
    );
    assert!(Path::new("/").is_absolute());
    let subject = unit.subject();
    unit.compile(&subject);
    unit.inputs(&expect![[r#""#]]);
}
