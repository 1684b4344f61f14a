//! Random integer programs without undefined behaviour (given that signed arithmetic wraps).
//!
//! A program is a *case*: globals of random types, functions without side effects, procedures with
//! side effects, and an entry that computes with them and leaves its results in the globals. All
//! names start with the number of the case, so that many cases fit into one file.
//!
//! How undefined and unspecified behaviour is avoided: shift counts are masked; divisors are never
//! 0 or -1; every variable is initialised; an expression with a side effect is only combined with
//! others by operators that order them (`&&`, `||`, `?:`, `,`, assignment), or with expressions
//! that do not read the changed variable; procedures that change globals are called only as whole
//! statements or on the right of an assignment.

use std::fmt::Write as _;

#[path = "generate_gnu.rs"]
mod gnu;

/// A type of C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Type {
    /// As written.
    pub(crate) name: String,
    /// Bits of a value that is stored.
    pub(crate) width: u32,
    /// Is it signed?
    pub(crate) signed: bool,
}

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    /// Name.
    pub(crate) name: String,
    /// Type.
    pub(crate) ty: Type,
}

/// A random program.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// Everything but `main`.
    pub(crate) text: String,
    /// Name of its entry: a function without parameters and result.
    pub(crate) entry: String,
    /// Where its results are.
    pub(crate) globals: Vec<Var>,
}

/// What programs to make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Config {
    /// Width of `long`: 64 or 32.
    pub(crate) long_width: u32,
    /// Statements of a body.
    pub(crate) statements: u64,
    /// Depth of expressions.
    pub(crate) depth: u32,
}

/// Declarations that every file begins with.
pub(crate) const PRELUDE: &str = "\
extern char __VERIFIER_nondet_char(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
";

const NONDET: [&str; 5] = ["char", "ushort", "int", "uint", "longlong"];

/// A small random generator with a good spread (SplitMix64).
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    /// The sequence of a seed.
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// The next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        let index = self.below(items.len() as u64);
        &items[usize::try_from(index).expect("it is an index")]
    }
}

/// Makes the case with the given number.
pub(crate) fn case(seed: u64, number: usize, config: Config) -> Case {
    let mut generator = Generator {
        rng: Rng::new(seed),
        config,
        prefix: format!("c{number}_"),
        types: Vec::new(),
        text: String::new(),
        indent: 0,
        vars: Vec::new(),
        functions: Vec::new(),
        procedures: Vec::new(),
        fresh: 0,
        loops: 0,
        budget: 0,
        effects: Effects::Any,
    };
    generator.case()
}

struct Generator {
    rng: Rng,
    config: Config,
    prefix: String,
    types: Vec<Type>,
    text: String,
    indent: usize,
    /// Variables in scope that may be written.
    vars: Vec<Var>,
    /// Functions without side effects, with their numbers of parameters.
    functions: Vec<(String, u64)>,
    /// Functions that change globals.
    procedures: Vec<(String, u64)>,
    fresh: u32,
    /// Loops around the current statement.
    loops: u32,
    /// Statements that may still be made in the current body.
    budget: u64,
    /// What the current body may do.
    effects: Effects,
}

/// What a body may do apart from changing its own variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effects {
    /// Nothing: it can be called in the middle of an expression.
    None,
    /// Change globals and static variables, and read inputs.
    Any,
}

impl Generator {
    fn case(&mut self) -> Case {
        self.declare_types();
        let globals: Vec<Var> = (0..3 + self.rng.below(4)).map(|_| self.global()).collect();
        for _ in 0..self.rng.below(3) {
            self.function();
        }
        self.vars.clone_from(&globals);
        for _ in 0..self.rng.below(3) {
            self.procedure(&globals);
        }
        let entry = self.name("entry");
        self.line(&format!("static void {entry}(void)"));
        self.body(&globals, self.config.statements);
        Case {
            text: std::mem::take(&mut self.text),
            entry,
            globals,
        }
    }

    fn declare_types(&mut self) {
        let p = self.prefix.clone();
        self.line(&format!("enum {p}plain {{ {p}A, {p}B = 5, {p}C }};"));
        self.line(&format!("enum {p}signed {{ {p}M = -3, {p}N }};"));
        self.line(&format!("typedef unsigned short {p}word;"));
        let long = self.config.long_width;
        let mut types = vec![
            ("_Bool", 8, false),
            ("char", 8, true),
            ("signed char", 8, true),
            ("unsigned char", 8, false),
            ("short", 16, true),
            ("unsigned short", 16, false),
            ("int", 32, true),
            ("unsigned int", 32, false),
            ("int", 32, true),
            ("unsigned", 32, false),
            ("long", long, true),
            ("unsigned long", long, false),
            ("long long", 64, true),
            ("unsigned long long", 64, false),
        ];
        if long == 64 {
            types.extend([("__int128", 128, true), ("unsigned __int128", 128, false)]);
        }
        let own = [
            (format!("enum {p}plain"), 32, false),
            (format!("enum {p}signed"), 32, true),
            (format!("{p}word"), 16, false),
        ];
        let plain = types
            .into_iter()
            .map(|(name, width, signed)| (name.to_owned(), width, signed));
        self.types = plain
            .chain(own)
            .map(|(name, width, signed)| Type {
                name,
                width,
                signed,
            })
            .collect();
    }

    fn line(&mut self, line: &str) {
        self.text.extend(std::iter::repeat_n("    ", self.indent));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn name(&mut self, what: &str) -> String {
        self.fresh += 1;
        format!("{}{what}{}", self.prefix, self.fresh)
    }

    fn ty(&mut self) -> Type {
        self.rng.pick(&self.types).clone()
    }

    fn global(&mut self) -> Var {
        let (ty, name) = (self.ty(), self.name("g"));
        let value = if self.rng.one_in(3) {
            String::new()
        } else {
            format!(" = {}", self.constant())
        };
        self.line(&format!("{} {name}{value};", ty.name));
        Var { name, ty }
    }

    /// A function that changes nothing but its own variables.
    fn function(&mut self) {
        let (ty, name) = (self.ty(), self.name("f"));
        let params = self.params();
        let list = parameter_list(&params);
        self.line(&format!("static {} {name}({list})", ty.name));
        // Globals are not in scope here, and no procedure exists yet.
        self.effects = Effects::None;
        self.body_with_result(&params, 2);
        self.effects = Effects::Any;
        self.functions.push((name, params.len() as u64));
    }

    /// A function that may change globals.
    fn procedure(&mut self, globals: &[Var]) {
        let (ty, name) = (self.ty(), self.name("p"));
        let params = self.params();
        let list = parameter_list(&params);
        self.line(&format!("static {} {name}({list})", ty.name));
        let scope: Vec<Var> = globals.iter().chain(&params).cloned().collect();
        self.body_with_result(&scope, 3);
        self.procedures.push((name, params.len() as u64));
    }

    fn params(&mut self) -> Vec<Var> {
        let count = 1 + self.rng.below(3);
        (0..count)
            .map(|_| Var {
                ty: self.ty(),
                name: self.name("a"),
            })
            .collect()
    }

    fn body_with_result(&mut self, scope: &[Var], statements: u64) {
        let outer = std::mem::replace(&mut self.vars, scope.to_vec());
        self.line("{");
        self.indent += 1;
        if self.effects == Effects::Any && self.rng.one_in(2) {
            let (ty, name) = (self.ty(), self.name("s"));
            let value = self.constant();
            self.line(&format!("static {} {name} = {value};", ty.name));
            self.vars.push(Var { name, ty });
        }
        self.locals();
        self.budget = statements * 3;
        self.statements(statements);
        let result = self.pure(self.config.depth, None);
        self.line(&format!("return {result};"));
        self.indent -= 1;
        self.line("}");
        self.vars = outer;
    }

    fn body(&mut self, scope: &[Var], statements: u64) {
        let outer = std::mem::replace(&mut self.vars, scope.to_vec());
        self.line("{");
        self.indent += 1;
        self.locals();
        self.budget = statements * 4;
        self.statements(statements);
        // So that no global is unused.
        for global in scope {
            self.line(&format!("{} ^= 1;", global.name));
        }
        self.indent -= 1;
        self.line("}");
        self.vars = outer;
    }

    fn locals(&mut self) {
        for _ in 0..1 + self.rng.below(3) {
            self.local();
        }
    }

    fn local(&mut self) {
        let ty = self.ty();
        let value = match self.effects {
            Effects::Any if self.rng.one_in(3) => self.nondet(),
            _ => self.pure(1, None),
        };
        let name = self.name("x");
        self.line(&format!("{} {name} = {value};", ty.name));
        self.vars.push(Var { name, ty });
    }

    fn nondet(&mut self) -> String {
        format!("__VERIFIER_nondet_{}()", self.rng.pick(&NONDET))
    }

    fn statements(&mut self, count: u64) {
        for _ in 0..count {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            self.statement();
        }
    }

    fn statement(&mut self) {
        match self.rng.below(21) {
            0..=4 => {
                let effect = self.effect(self.config.depth);
                self.line(&format!("{effect};"));
            }
            5..=6 => {
                let ordered = self.ordered(2);
                self.line(&format!("{ordered};"));
            }
            7 if self.effects == Effects::Any => self.nondet_statement(),
            7..=8 => self.call_statement(),
            9..=11 => self.if_statement(),
            12..=13 => self.for_loop(),
            14 => self.while_loop(),
            15 => self.switch(),
            16 => self.forward_goto(),
            17 => self.backward_goto(),
            18 => self.block(),
            19 => self.computed_goto(),
            _ => self.statement_expression(),
        }
    }

    fn nondet_statement(&mut self) {
        let (var, value) = (self.var(None), self.nondet());
        let op = *self.rng.pick(&["=", "+=", "^=", "-="]);
        self.line(&format!("{var} {op} {value};"));
    }

    fn call_statement(&mut self) {
        if self.procedures.is_empty() {
            let effect = self.effect(1);
            return self.line(&format!("{effect};"));
        }
        let (name, count) = self.rng.pick(&self.procedures).clone();
        let call = self.call(&name, count, 1, None);
        if self.rng.one_in(3) {
            self.line(&format!("{call};"));
        } else {
            let var = self.var(None);
            self.line(&format!("{var} = {call};"));
        }
    }

    fn if_statement(&mut self) {
        let condition = self.ordered(2);
        self.line(&format!("if ({condition})"));
        self.braces(2);
        if self.rng.one_in(2) {
            self.line("else");
            self.braces(2);
        }
    }

    fn braces(&mut self, count: u64) {
        self.line("{");
        self.indent += 1;
        let scope = self.vars.len();
        self.statements(count);
        self.vars.truncate(scope);
        self.indent -= 1;
        self.line("}");
    }

    /// A block with a variable that hides another one of the same name.
    fn block(&mut self) {
        let hidden = self.rng.pick(&self.vars).clone();
        let (ty, value) = (self.ty(), self.constant());
        self.line("{");
        self.indent += 1;
        self.line(&format!("{} {} = {value};", ty.name, hidden.name));
        let (name, scope) = (hidden.name.clone(), self.vars.len());
        self.vars.push(Var { name, ty });
        self.statements(2);
        self.vars.truncate(scope);
        let (target, value) = (self.var(Some(&hidden.name)), self.pure(1, None));
        self.line(&format!("{target} = {value};"));
        self.indent -= 1;
        self.line("}");
    }

    fn for_loop(&mut self) {
        let counter = self.name("i");
        let rounds = self.rounds();
        let ty = *self.rng.pick(&["int", "unsigned char", "long", "unsigned"]);
        let down = self.rng.one_in(4);
        if down {
            self.line(&format!(
                "for ({ty} {counter} = {rounds}; {counter} != 0; {counter}--)"
            ));
        } else {
            let step = *self.rng.pick(&["++", " += 1"]);
            let condition = format!("{counter} < {rounds}");
            self.line(&format!(
                "for ({ty} {counter} = 0; {condition}; {counter}{step})"
            ));
        }
        self.loop_body();
    }

    /// Fewer rounds the deeper the loop is nested.
    fn rounds(&mut self) -> u64 {
        1 + self.rng.below(if self.loops == 0 { 4 } else { 2 })
    }

    fn while_loop(&mut self) {
        let counter = self.name("n");
        let rounds = self.rounds();
        self.line(&format!("int {counter} = {rounds};"));
        let condition = self.ordered(1);
        let first = format!("{counter}-- > 0");
        let condition = if self.rng.one_in(2) {
            format!("{first} && ({condition})")
        } else {
            first
        };
        if self.rng.one_in(3) {
            self.line("do");
            self.loop_body();
            self.line(&format!("while ({condition});"));
        } else {
            self.line(&format!("while ({condition})"));
            self.loop_body();
        }
    }

    fn loop_body(&mut self) {
        self.loops += 1;
        self.line("{");
        self.indent += 1;
        let scope = self.vars.len();
        self.statements(2);
        if self.rng.one_in(3) {
            let condition = self.pure(1, None);
            let jump = *self.rng.pick(&["break", "continue"]);
            self.line(&format!("if ({condition}) {jump};"));
            self.statements(1);
        }
        self.vars.truncate(scope);
        self.indent -= 1;
        self.line("}");
        self.loops -= 1;
    }

    fn switch(&mut self) {
        let condition = self.ordered(1);
        let masked = self.rng.one_in(2);
        let condition = if masked {
            format!("({condition}) & 7")
        } else {
            condition
        };
        self.line(&format!("switch ({condition})"));
        self.line("{");
        let mut labels: Vec<String> = Vec::new();
        let start = self.rng.below(3);
        for i in 0..2 + self.rng.below(3) {
            let value = start + 2 * i;
            labels.push(match self.rng.below(4) {
                0 => format!("case {value} ... {}:", value + 1),
                1 => format!("case {value}: case {}:", value + 1),
                _ => format!("case {value}:"),
            });
        }
        if self.rng.one_in(3) {
            labels.push("case -1:".to_owned());
        }
        if self.rng.below(3) > 0 {
            let index = self.rng.below(labels.len() as u64 + 1);
            labels.insert(
                usize::try_from(index).expect("it is an index"),
                "default:".to_owned(),
            );
        }
        for label in labels {
            self.line(&label);
            self.indent += 1;
            let effect = self.effect(1);
            self.line(&format!("{effect};"));
            if self.rng.below(3) > 0 {
                self.line("break;");
            }
            self.indent -= 1;
        }
        self.line("}");
    }

    fn forward_goto(&mut self) {
        let label = self.name("l");
        let condition = self.pure(1, None);
        self.line(&format!("if ({condition}) goto {label};"));
        let scope = self.vars.len();
        self.statements(2);
        self.vars.truncate(scope);
        self.line(&format!("{label}:;"));
    }

    fn backward_goto(&mut self) {
        let (label, counter) = (self.name("l"), self.name("n"));
        let rounds = self.rounds();
        self.line(&format!("int {counter} = {rounds};"));
        self.line(&format!("{label}:;"));
        self.loops += 1;
        let scope = self.vars.len();
        self.statements(2);
        self.vars.truncate(scope);
        self.loops -= 1;
        self.line(&format!("if (--{counter} > 0) goto {label};"));
    }

    fn statement_expression(&mut self) {
        let (var, ty, name) = (self.var(None), self.ty(), self.name("t"));
        let (value, last) = (self.pure(2, None), self.pure(1, None));
        let op = *self.rng.pick(&["^", "+", "-", "|"]);
        self.line(&format!(
            "{var} = ({{ {} {name} = {value}; {name} {op}= {last}; {name}; }});",
            ty.name
        ));
    }

    /// A variable that may be written, other than `avoid`.
    fn var(&mut self, avoid: Option<&str>) -> String {
        for _ in 0..8 {
            let var = self.rng.pick(&self.vars).name.clone();
            if Some(var.as_str()) != avoid {
                return var;
            }
        }
        let other = self
            .vars
            .iter()
            .find(|var| Some(var.name.as_str()) != avoid);
        other.expect("there is more than one variable").name.clone()
    }

    /// An expression with one side effect.
    fn effect(&mut self, depth: u32) -> String {
        let var = self.var(None);
        match self.rng.below(9) {
            0 => format!("{var}++"),
            1 => format!("--{var}"),
            2 => format!("{var} = {}", self.pure(depth, None)),
            3 => {
                let op = *self.rng.pick(&["<<", ">>"]);
                format!("{var} {op}= ({}) & 7", self.pure(depth, None))
            }
            4 => {
                let op = *self.rng.pick(&["/", "%"]);
                let divisor = self.divisor(None);
                format!("{var} {op}= {divisor}")
            }
            5 => {
                let other = self.var(Some(&var));
                let value = self.pure(depth, Some(&var));
                let op = *self.rng.pick(&["=", "+=", "^="]);
                format!("{var} {op} ({other} += {value})")
            }
            6 if self.is_atomic(&var) => self.atomic_effect(&var, depth),
            _ => {
                let op = *self.rng.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("{var} {op}= {}", self.pure(depth, None))
            }
        }
    }

    /// An expression with side effects that are in order.
    fn ordered(&mut self, depth: u32) -> String {
        if depth == 0 {
            return if self.rng.one_in(2) {
                self.pure(1, None)
            } else {
                format!("({})", self.effect(1))
            };
        }
        match self.rng.below(6) {
            0 => format!(
                "({} && {})",
                self.ordered(depth - 1),
                self.ordered(depth - 1)
            ),
            1 => format!(
                "({} || {})",
                self.ordered(depth - 1),
                self.ordered(depth - 1)
            ),
            2 => format!(
                "({} ? {} : {})",
                self.ordered(depth - 1),
                self.ordered(depth - 1),
                self.ordered(depth - 1)
            ),
            3 => format!("({}, {})", self.ordered(depth - 1), self.ordered(depth - 1)),
            4 => {
                let var = self.var(None);
                let op = *self.rng.pick(&["++", "--"]);
                let step = if self.rng.one_in(2) {
                    format!("{var}{op}")
                } else {
                    format!("({op}{var})")
                };
                let other = self.pure(depth, Some(&var));
                let op = *self.rng.pick(&["+", "-", "*", "<", "==", "&"]);
                format!("({step} {op} {other})")
            }
            _ => self.pure(depth, None),
        }
    }

    /// An expression without side effects that does not read `avoid`.
    fn pure(&mut self, depth: u32, avoid: Option<&str>) -> String {
        if depth == 0 || self.rng.one_in(7) {
            return self.atom(avoid);
        }
        let d = depth - 1;
        match self.rng.below(18) {
            0..=4 => {
                let op = *self.rng.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({} {op} {})", self.pure(d, avoid), self.pure(d, avoid))
            }
            5..=6 => {
                let op = *self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", self.pure(d, avoid), self.pure(d, avoid))
            }
            7 => {
                let op = *self.rng.pick(&["&&", "||"]);
                format!("({} {op} {})", self.pure(d, avoid), self.pure(d, avoid))
            }
            8..=9 => {
                let op = *self.rng.pick(&["-", "~", "!", "+"]);
                format!("({op} {})", self.pure(d, avoid))
            }
            10..=11 => {
                let ty = self.ty().name;
                format!("(({ty}){})", self.pure(d, avoid))
            }
            12 => {
                let op = *self.rng.pick(&["<<", ">>"]);
                let (left, right) = (self.pure(d, avoid), self.pure(d, avoid));
                if self.rng.one_in(3) {
                    let ty = *self.rng.pick(&["long long", "unsigned long long"]);
                    format!("(({ty}){left} {op} ({right} & 63))")
                } else {
                    format!("({left} {op} ({right} & 31))")
                }
            }
            13..=14 => {
                let op = *self.rng.pick(&["/", "%"]);
                let (left, divisor) = (self.pure(d, avoid), self.divisor(avoid));
                format!("({left} {op} {divisor})")
            }
            15 => format!(
                "({} ? {} : {})",
                self.pure(d, avoid),
                self.pure(d, avoid),
                self.pure(d, avoid)
            ),
            16 if avoid.is_none() && !self.functions.is_empty() => {
                let (name, count) = self.rng.pick(&self.functions).clone();
                self.call(&name, count, d, avoid)
            }
            16 => format!("({} ?: {})", self.pure(d, avoid), self.pure(d, avoid)),
            _ => {
                if self.rng.one_in(2) {
                    format!("(int)sizeof({})", self.pure(d, avoid))
                } else {
                    format!("sizeof({})", self.ty().name)
                }
            }
        }
    }

    fn call(&mut self, name: &str, count: u64, depth: u32, avoid: Option<&str>) -> String {
        let args: Vec<String> = (0..count).map(|_| self.pure(depth, avoid)).collect();
        format!("{name}({})", args.join(", "))
    }

    /// An expression that is neither 0 nor -1.
    fn divisor(&mut self, avoid: Option<&str>) -> String {
        let atom = self.atom(avoid);
        match self.rng.below(3) {
            0 => format!("(({atom} & 7) + 1)"),
            1 => format!("(-({atom} & 7) - 2)"),
            _ => format!("({atom} == 0 || {atom} == -1 ? 3 : {atom})"),
        }
    }

    fn atom(&mut self, avoid: Option<&str>) -> String {
        if self.rng.below(3) == 0 || self.vars.is_empty() {
            return self.constant();
        }
        let var = self.rng.pick(&self.vars).name.clone();
        if Some(var.as_str()) == avoid {
            self.constant()
        } else {
            var
        }
    }

    fn constant(&mut self) -> String {
        const EDGES: [&str; 26] = [
            "0",
            "1",
            "2",
            "-1",
            "127",
            "128",
            "255",
            "256",
            "32767",
            "32768",
            "65535",
            "65536",
            "2147483647",
            "2147483648",
            "(-2147483647 - 1)",
            "0x7fffffff",
            "0x80000000",
            "0xffffffff",
            "4294967295",
            "4294967296",
            "0x7fffffffffffffff",
            "0x8000000000000000",
            "'a'",
            "'\\377'",
            "'\\x7f'",
            "017",
        ];
        let p = self.prefix.clone();
        match self.rng.below(10) {
            0..=2 => (*self.rng.pick(&EDGES)).to_owned(),
            3 => format!("{p}{}", *self.rng.pick(&["A", "B", "C", "M", "N"])),
            4..=7 => {
                let value = self.rng.below(20);
                let suffix = *self.rng.pick(&["", "", "", "u", "L", "UL", "ll", "uLL"]);
                if self.rng.one_in(4) {
                    format!("(-{value}{suffix})")
                } else {
                    format!("{value}{suffix}")
                }
            }
            _ => {
                let bits = self.rng.below(64);
                let value = self.rng.next() >> bits;
                format!("{value:#x}")
            }
        }
    }
}

fn parameter_list(params: &[Var]) -> String {
    let mut list = String::new();
    for param in params {
        let comma = if list.is_empty() { "" } else { ", " };
        write!(list, "{comma}{} {}", param.ty.name, param.name)
            .expect("a string can be written to");
    }
    list
}
