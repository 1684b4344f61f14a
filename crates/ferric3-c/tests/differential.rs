//! Random integer programs give the same results when their translation is interpreted and when
//! they are compiled and run.

mod common;

use std::fmt::Write;

use common::{Random, run_natively, translate};
use ferric3_c::DataModel;
use ferric3_ivl::{Interpreter, RandomInputs, RunLimits, RunOutcome};
use ferric3_testkit::{Extra, need};

const TYPES: [&str; 13] = [
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "enum color",
];

const LITERALS: [&str; 24] = [
    "0",
    "1",
    "2",
    "7",
    "10",
    "255",
    "256",
    "-1",
    "-128",
    "1u",
    "3u",
    "0x7fffffff",
    "0x80000000",
    "2147483648",
    "4294967295",
    "4294967296",
    "1l",
    "5ul",
    "-9ll",
    "0xffffffffffffffff",
    "'a'",
    "'\\xff'",
    "BLUE",
    "(-2147483647 - 1)",
];

/// Writes one function. Every value is defined: divisors are positive, shift counts are small,
/// and side effects in an expression are on a variable of their own.
struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    vars: Vec<String>,
    loops: usize,
}

impl Writer<'_> {
    fn pick<'s>(&mut self, from: &[&'s str]) -> &'s str {
        from[self.random.below(from.len())]
    }

    fn var(&mut self) -> String {
        let i = self.random.below(self.vars.len());
        self.vars[i].clone()
    }

    fn atom(&mut self) -> String {
        match self.random.below(3) {
            0 => self.pick(&LITERALS).to_owned(),
            _ => self.var(),
        }
    }

    fn expr(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.atom();
        }
        let a = self.expr(depth - 1);
        let b = self.expr(depth - 1);
        match self.random.below(16) {
            0 => format!("({a} {} ({b} & 7))", self.pick(&["<<", ">>"])),
            1 => format!("({a} {} (({b} & 15) + 1))", self.pick(&["/", "%"])),
            2 => format!("({a} {} ({b} ? 3 : 5u))", self.pick(&["/", "%"])),
            3 => format!("({} {a})", self.pick(&["-", "~", "!", "+", "!!"])),
            4 => format!("(({}){a})", self.pick(&TYPES)),
            5 => {
                let c = self.expr(depth - 1);
                format!("({a} ? {b} : {c})")
            }
            6 => format!("({a} {} (side++, {b}))", self.pick(&["&&", "||"])),
            7 => format!("({a} {} {b})", self.pick(&["&&", "||"])),
            8 | 9 => {
                let op = self.pick(&["<", ">", "<=", ">=", "==", "!="]);
                format!("({a} {op} {b})")
            }
            10 => format!("(sizeof({a}) + {b})"),
            11 => format!("({a}, {b})"),
            12 => format!("twice({a})"),
            _ => {
                let op = self.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({a} {op} {b})")
            }
        }
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    fn stmt(&mut self, depth: usize) {
        let target = self.var();
        let e = self.expr(2);
        match self.random.below(if depth == 0 { 4 } else { 9 }) {
            0 => {
                let op = self.pick(&["+=", "-=", "*=", "&=", "|=", "^="]);
                self.line(&format!("{target} {op} {e};"));
            }
            1 => {
                let op = self.pick(&["<<=", ">>="]);
                self.line(&format!("{target} {op} ({e} & 7);"));
            }
            2 => {
                let step = self.pick(&["++", "--"]);
                let other = self.var();
                self.line(&format!("side = {target}{step}; side += {step}{other};"));
            }
            3 => self.line(&format!("{target} = {e};")),
            4 => {
                self.line(&format!("if ({e}) {{"));
                self.stmts(depth - 1);
                self.line("} else {");
                self.stmts(depth - 1);
                self.line("}");
            }
            5 => {
                self.loops += 1;
                let i = format!("i{}", self.loops);
                self.line(&format!("for (int {i} = 0; {i} < 4; {i}++) {{"));
                self.line(&format!("if ({e}) continue;"));
                self.stmts(depth - 1);
                let e = self.expr(1);
                self.line(&format!("if ({e}) break; }}"));
            }
            6 => {
                self.line(&format!("switch ({e}) {{"));
                self.line("case 0: ");
                self.stmts(depth - 1);
                self.line("case 1 ... 5: side++; break; default: side--;");
                self.line("case -1: { int fresh; case 77: fresh = 3; side += fresh; }");
                self.line("}");
            }
            7 => {
                self.loops += 1;
                let label = format!("again{}", self.loops);
                self.line(&format!("{{ int count = 0; {label}: count++;"));
                self.stmts(depth - 1);
                self.line(&format!("if (count < 3 && {e}) goto {label}; }}"));
            }
            _ => {
                let ty = self.pick(&TYPES);
                self.line(&format!(
                    "{{ {ty} saved = {e}, {target} = saved; side ^= {target};"
                ));
                self.stmts(depth - 1);
                self.line("}");
            }
        }
    }

    fn stmts(&mut self, depth: usize) {
        for _ in 0..1 + self.random.below(3) {
            self.stmt(depth);
        }
    }

    fn function(&mut self, name: &str) {
        let _ = writeln!(self.text, "unsigned long long {name}(void) {{");
        self.line("int side = 0;");
        for (i, ty) in TYPES.iter().enumerate() {
            let value = self.pick(&LITERALS);
            self.line(&format!("{ty} v{i} = {value};"));
        }
        self.line("static short v13 = 5; calls++;");
        self.vars = (0..14).map(|i| format!("v{i}")).collect();
        self.vars.push("global".to_owned());
        for _ in 0..6 {
            self.stmt(2);
        }
        self.line("unsigned long long h = side;");
        for var in self.vars.clone() {
            self.line(&format!("h = h * 31 + {var};"));
        }
        self.line("return h; }");
    }
}

/// Functions, and the names of those to call.
fn program(seed: u64, functions: usize) -> (String, Vec<String>) {
    let mut text = "enum color { RED, GREEN, BLUE = 40000 };\nint global = 77; unsigned calls;\n\
                    long long twice(int x) { return x * 2ll; }\n"
        .to_owned();
    let mut random = Random::new(seed);
    let mut names = Vec::new();
    for i in 0..functions {
        let name = format!("f{i}");
        let mut writer = Writer {
            random: &mut random,
            text: String::new(),
            vars: Vec::new(),
            loops: 0,
        };
        writer.function(&name);
        text += &writer.text;
        names.push(name);
    }
    (text, names)
}

fn check(seed: u64) {
    let (text, names) = program(seed, 25);
    let mut native = text.clone();
    native += "int printf(const char *, ...);\nint main(void) {\n";
    for name in &names {
        let _ = writeln!(native, "printf(\"%llu\\n\", {name}());");
    }
    native += "return 0; }\n";
    let output = run_natively(&native);
    let mut checked = text;
    checked += "void reach_error(void);\nint main(void) {\n";
    for (name, value) in names.iter().zip(output.lines()) {
        let _ = writeln!(checked, "if ({name}() != {value}ull) reach_error();");
    }
    checked += "return 0; }\n";
    let translation = translate(&checked, DataModel::Lp64);
    let mut interpreter = Interpreter::new(&translation.program, &translation.terms);
    let limits = RunLimits::steps(10_000_000);
    let outcome = interpreter.run(&mut RandomInputs::new(seed), &mut (), &limits);
    if let RunOutcome::Violated { span, .. } = outcome {
        let line = checked
            .lines()
            .nth(span.line as usize - 1)
            .unwrap_or_default();
        panic!("seed {seed}: wrong at {line}\n{checked}");
    }
    assert!(
        matches!(outcome, RunOutcome::Finished { .. }),
        "seed {seed}: {outcome:?}"
    );
}

#[test]
fn random_programs_behave_like_compiled_ones() {
    if !need(Extra::X86, "random_programs_behave_like_compiled_ones") {
        return;
    }
    for seed in 1..=8 {
        check(seed);
    }
}
