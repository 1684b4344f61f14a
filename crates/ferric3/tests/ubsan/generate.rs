//! Random small programs without inputs, some with undefined behaviour.
//!
//! What sanitizers cannot see is left out: pointers stay in their objects unless they are used at
//! once, and accesses miss an object only by a little, so that they hit what lies around it.
//! Every result and every constant is kept in a variable before it is used: GCC folds larger
//! expressions, and overflows go with that (`(i + 5) - (i - 3)` is 8).

use std::fmt::Write as _;

use ferric3_testkit::Rng;

/// A program.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) seed: u64,
    /// The result of the function that it may call.
    result: String,
    /// Types of the variables that keep results: those of the function, the others.
    kept: [Vec<Type>; 2],
    /// Each can go without the others getting wrong.
    pub(crate) statements: Vec<String>,
}

const DECLARATIONS: &str = "    \
    signed char c = -3; short s = 200; int i = 5, j = -7; long l = 100000; long long q = 3;\n    \
    unsigned u = 9; unsigned char b = 250; unsigned short w = 60000; unsigned long m = 1;\n    \
    int a[4] = {1, 2, 3, 4}; short t[3] = {5, 6, 7}; int g[2][3] = {{1, 2, 3}, {4, 5, 6}};\n    \
    struct { short t[3]; int k; } r = {{1, 2, 3}, 4};\n    \
    long z = 0; int *p = &a[1], *h = 0;\n";

/// A type that arithmetic has. (`long long` is like `long`.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Type {
    Int,
    Unsigned,
    Long,
    UnsignedLong,
}

impl Type {
    fn name(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Unsigned => "unsigned",
            Type::Long => "long",
            Type::UnsignedLong => "unsigned long",
        }
    }
}

/// An expression, and its type after promotion.
type Typed = (String, Type);

/// Names and types of variables.
const VARIABLES: [(&str, &str); 10] = [
    ("i", "int"),
    ("j", "int"),
    ("l", "long"),
    ("q", "long long"),
    ("u", "unsigned"),
    ("m", "unsigned long"),
    ("c", "signed char"),
    ("s", "short"),
    ("b", "unsigned char"),
    ("w", "unsigned short"),
];
/// Where something may happen.
const NOTABLE: [(&str, Type); 10] = [
    ("2147483647", Type::Int),
    ("-2147483647 - 1", Type::Int),
    ("9223372036854775807L", Type::Long),
    ("-9223372036854775807L - 1", Type::Long),
    ("4294967295u", Type::Unsigned),
    ("0", Type::Int),
    ("-1", Type::Int),
    ("31", Type::Int),
    ("32", Type::Int),
    ("64", Type::Int),
];

impl Sample {
    /// The program of a seed.
    pub(crate) fn new(seed: u64) -> Sample {
        let mut writer = Writer {
            rng: Rng::new(seed),
            pointer: Some((4, 1)),
            heap: None,
            kept: Vec::new(),
            calls: false,
        };
        let (result, _) = writer.expression(2);
        let of_function = std::mem::take(&mut writer.kept);
        writer.calls = true;
        let count = 2 + writer.rng.below(6);
        let statements = (0..count).map(|_| writer.statement(2)).collect();
        Sample {
            seed,
            result,
            kept: [of_function, writer.kept],
            statements,
        }
    }

    /// The program as a definition of `static void run(void)` and what it needs.
    pub(crate) fn text(&self) -> String {
        let mut text =
            "extern void *malloc(unsigned long);\nextern void free(void *);\n".to_owned();
        let name = format!("twist{}", self.seed);
        let result = &self.result;
        let kept = self.kept.each_ref().map(|types| {
            let names = types.iter().enumerate();
            let names = names.map(|(number, ty)| format!("    {} x{number};\n", ty.name()));
            names.collect::<String>()
        });
        // The function has variables of its own, so that it knows nothing of the others.
        write!(
            text,
            "static long {name}(int i, int j)\n{{\n{}{}    return {result};\n}}\n",
            DECLARATIONS.replace("int i = 5, j = -7; ", ""),
            kept[0],
        )
        .expect("a string can be written to");
        write!(text, "static void run(void)\n{{\n{DECLARATIONS}{}", kept[1]).expect("a string");
        for statement in &self.statements {
            writeln!(text, "    {}", statement.replace("twist", &name)).expect("a string");
        }
        text += "}\n";
        text
    }
}

struct Writer {
    rng: Rng,
    /// Elements of the object that `p` points to, and which of them; none if it is null.
    pointer: Option<(usize, usize)>,
    /// Elements of the memory that `h` points to, and whether it was freed.
    heap: Option<(usize, bool)>,
    /// Types of the variables that keep results.
    kept: Vec<Type>,
    /// May the function be called?
    calls: bool,
}

impl Writer {
    /// The value of an expression, kept in a variable.
    fn keep(&mut self, text: &str, ty: Type) -> Typed {
        let number = self.kept.len();
        self.kept.push(ty);
        (format!("(x{number} = {text}, x{number})"), ty)
    }

    fn constant(&mut self) -> Typed {
        let (text, ty) = match self.rng.below(12) {
            0..=2 => {
                let (text, ty) = NOTABLE[self.rng.below(NOTABLE.len())];
                (text.to_owned(), ty)
            }
            3 => (format!("-{}", 1 + self.rng.below(9)), Type::Int),
            4 => (format!("{}u", self.rng.below(1000)), Type::Unsigned),
            _ => (self.rng.below(12).to_string(), Type::Int),
        };
        self.keep(&text, ty)
    }

    fn variable(&mut self) -> (&'static str, &'static str) {
        VARIABLES[self.rng.below(VARIABLES.len())]
    }

    /// A subscript of an array of that many elements.
    fn subscript(&mut self, elements: usize) -> String {
        match self.rng.below(80) {
            0 => elements.to_string(),
            1 => "-1".to_owned(),
            2 => format!("({} & 3)", self.variable().0),
            _ => self.rng.below(elements).to_string(),
        }
    }

    /// Something that can be read and written, of a type that promotes to `int`.
    fn element(&mut self) -> String {
        match self.rng.below(4) {
            0 => format!("a[{}]", self.subscript(4)),
            1 => format!("t[{}]", self.subscript(3)),
            2 => format!("g[{}][{}]", self.subscript(2), self.subscript(3)),
            _ => format!("r.t[{}]", self.subscript(3)),
        }
    }

    fn atom(&mut self) -> Typed {
        match self.rng.below(10) {
            0 | 1 => (self.element(), Type::Int),
            2..=4 => self.constant(),
            _ => {
                let (name, ty) = self.variable();
                let ty = match ty {
                    "unsigned" => Type::Unsigned,
                    "unsigned long" => Type::UnsignedLong,
                    "long" | "long long" => Type::Long,
                    _ => Type::Int,
                };
                (name.to_owned(), ty)
            }
        }
    }

    fn count(&mut self, depth: usize) -> String {
        match self.rng.below(10) {
            0 => self.constant().0,
            1 | 2 => format!("({} & 7)", self.expression(depth).0),
            _ => self.rng.below(6).to_string(),
        }
    }

    fn divisor(&mut self, depth: usize) -> Typed {
        match self.rng.below(6) {
            0 => self.expression(depth),
            1 => self.constant(),
            _ => ((1 + self.rng.below(9)).to_string(), Type::Int),
        }
    }

    fn expression(&mut self, depth: usize) -> Typed {
        if depth == 0 {
            return self.atom();
        }
        let depth = depth - 1;
        let (x, ty) = self.expression(depth);
        let operator = match self.rng.below(16) {
            0 | 1 => "+",
            2 | 3 => "-",
            4 => "*",
            5 => "&",
            operator @ (6 | 7) => {
                let operator = if operator == 6 { "/" } else { "%" };
                let (y, other) = self.divisor(depth);
                return self.keep(&format!("{x} {operator} {y}"), ty.max(other));
            }
            8 => {
                let count = self.count(depth);
                return self.keep(&format!("{x} << {count}"), ty);
            }
            9 => {
                let count = self.count(depth);
                return self.keep(&format!("{x} >> {count}"), ty);
            }
            10 => return self.keep(&format!("-{x}"), ty),
            11 => return self.keep(&format!("~{x}"), ty),
            12 => {
                let (y, _) = self.expression(depth);
                return (format!("({x} < {y})"), Type::Int);
            }
            13 => {
                let ((y, ty), (z, other)) = (self.expression(depth), self.expression(depth));
                return (format!("({x} > 3 ? {y} : {z})"), ty.max(other));
            }
            14 => {
                let operator = if self.rng.one_in(2) { "&&" } else { "||" };
                let (y, _) = self.expression(depth);
                return (format!("({x} {operator} {y})"), Type::Int);
            }
            _ if self.calls => {
                let (argument, _) = self.keep(&x, ty);
                let call = format!("twist((int)({argument} & 255), {})", self.rng.below(30));
                return (call, Type::Long);
            }
            _ => return (x, ty),
        };
        let (y, other) = self.expression(depth);
        self.keep(&format!("{x} {operator} {y}"), ty.max(other))
    }

    fn statement(&mut self, depth: usize) -> String {
        let kinds = if depth == 0 { 10 } else { 13 };
        match self.rng.below(kinds) {
            0..=2 => {
                let (name, ty) = self.variable();
                let (value, _) = self.expression(2);
                let mask = if self.rng.one_in(3) { "" } else { "z &= 31; " };
                format!("z = {value}; {mask}{name} = ({ty})z;")
            }
            3 | 4 => self.compound(),
            5 => {
                let (value, _) = self.expression(1);
                format!("z = {value}; {} = (short)z;", self.element())
            }
            6 | 7 => self.access(),
            8 | 9 if depth == 2 => self.point(),
            8 | 9 => format!("{}++;", self.variable().0),
            10 => {
                let (condition, _) = self.expression(2);
                let (then, otherwise) = (self.statement(depth - 1), self.statement(depth - 1));
                format!("if ({condition}) {{ {then} }} else {{ {otherwise} }}")
            }
            _ => {
                let times = 1 + self.rng.below(5);
                let element = match self.rng.below(3) {
                    0 => "a[n] += n;",
                    1 => "g[1][n % 3]++;",
                    _ => "",
                };
                let body = self.statement(depth - 1);
                format!("for (int n = 0; n < {times}; n++) {{ {element} {body} }}")
            }
        }
    }

    /// A compound assignment to a variable of the type of the result.
    fn compound(&mut self) -> String {
        let (value, ty) = match self.rng.below(4) {
            0 => self.divisor(1),
            _ => self.expression(1),
        };
        let name = match ty {
            Type::Int => ["i", "j", "l"][self.rng.below(3)],
            Type::Unsigned => "u",
            Type::Long => ["l", "q"][self.rng.below(2)],
            Type::UnsignedLong => "m",
        };
        match self.rng.below(8) {
            0 => format!("{name} /= {value};"),
            1 => format!("{name} <<= {};", self.count(1)),
            2 => format!("{name} >>= {};", self.count(1)),
            3 => format!("{name}--;"),
            4 => format!("{name} *= {value};"),
            5 => format!("{name} -= {value};"),
            _ => format!("{name} += {value};"),
        }
    }

    /// An access through a pointer.
    fn access(&mut self) -> String {
        if self.rng.one_in(6) {
            let offset = match self.rng.below(6) {
                0 => 1 + self.rng.below(3),
                _ => 4 * self.rng.below(4),
            };
            // GCC sees through a cast that is used at once.
            return format!("{{ char *y = (char *)a + {offset}; j = *(int *)y; }}");
        }
        let through_heap = self.heap.is_some() && self.rng.one_in(2);
        let (name, elements, at) = match (through_heap, self.heap, self.pointer) {
            (true, Some((elements, _)), _) => ("h", elements, 0),
            (_, _, Some((elements, at))) => ("p", elements, at),
            _ => return "*p = 1;".to_owned(),
        };
        let target = match self.rng.below(20) {
            0 => elements + self.rng.below(2),
            _ => self.rng.below(elements),
        };
        let offset = match target.checked_sub(at) {
            Some(offset) => offset.to_string(),
            None => format!("-{}", at - target),
        };
        match self.rng.below(3) {
            0 => format!("{name}[{offset}] = {};", self.rng.below(100)),
            1 => format!("i = {name}[{offset}];"),
            _ => format!("*({name} + {offset}) = i;"),
        }
    }

    /// Pointers and memory change.
    fn point(&mut self) -> String {
        match self.rng.below(9) {
            0 => {
                let at = self.rng.below(5);
                self.pointer = Some((4, at));
                format!("p = &a[{at}];")
            }
            1 => {
                self.pointer = Some((1, 0));
                "p = &j;".to_owned()
            }
            2 if self.rng.one_in(3) => {
                self.pointer = Some((1, 0));
                "{ int y = 3; p = &y; *p = 4; }".to_owned()
            }
            2 if self.rng.one_in(2) => {
                self.pointer = None;
                "p = 0;".to_owned()
            }
            3..=5 if matches!(self.heap, Some((_, false))) => {
                self.heap = self.heap.map(|(elements, _)| (elements, true));
                "free(h);".to_owned()
            }
            3..=5 if self.heap.is_some() && self.rng.one_in(2) => "free(h);".to_owned(),
            6 if self.heap.is_some() && self.rng.one_in(4) => "free(h + 1);".to_owned(),
            _ => {
                let elements = 1 + self.rng.below(4);
                self.heap = Some((elements, false));
                let mut text = format!("h = malloc({elements} * sizeof(int));");
                for element in 0..elements {
                    write!(text, " h[{element}] = {element};").expect("a string");
                }
                text
            }
        }
    }
}
