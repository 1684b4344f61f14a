//! Random programs that look at memory through pointers of all types.
//!
//! A *case* has a few objects (records, packed ones, unions, arrays small and large, memory from
//! `malloc`), whose bytes are set at its start, and statements that read and write them
//! through pointers of any type at any offset inside of them, aligned or not: by casts, steps,
//! subscripts, members, whole records, `memcpy` and its like, functions, pointers that are stored
//! somewhere, go through integers or unions, or are chosen at run time. Its entry returns a hash of
//! what was read and, in the end, of all bytes.
//!
//! What must not happen: an access outside of an object, a hash of an address, arithmetic on floats
//! (their bits are only moved), two side effects in one expression. Sizes differ between data
//! models, so offsets stay below the sum of the sizes of members.

use std::fmt::Write as _;

use super::generate::Rng;

/// What every file begins with.
pub(crate) const PRELUDE: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void *malloc(__SIZE_TYPE__);
extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern void *memmove(void *, const void *, __SIZE_TYPE__);
extern void *memset(void *, int, __SIZE_TYPE__);
typedef unsigned char byte;
typedef unsigned una __attribute__((aligned(1), may_alias));
typedef unsigned long long wide;
struct pair { short first; int second; };
struct __attribute__((packed)) odd { char tag; int value; short rest; };
union mix { int i; float f; short s[3]; byte b[8]; };
static unsigned mixed(unsigned h, unsigned v) { return ((h << 5) | (h >> 27)) ^ v; }
static unsigned get(const void *p) { return *(const unsigned *)p; }
static void put(byte *p, unsigned short v) { *(unsigned short *)p = v; }
";

/// A type by which memory is accessed: its name, its size.
const VIEWS: [(&str, u64); 9] = [
    ("byte", 1),
    ("signed char", 1),
    ("short", 2),
    ("unsigned short", 2),
    ("int", 4),
    ("unsigned", 4),
    ("una", 4),
    ("wide", 8),
    ("long long", 8),
];

/// A member or a whole object.
const MEMBERS: [(&str, &str, u64); 12] = [
    ("byte", "", 1),
    ("short", "", 2),
    ("int", "", 4),
    ("float", "", 4),
    ("double", "", 8),
    ("long long", "", 8),
    ("byte", "[3]", 3),
    ("short", "[5]", 10),
    ("int", "[4]", 16),
    ("struct pair", "", 6),
    ("struct odd", "", 7),
    ("union mix", "", 8),
];

/// A random program.
pub(crate) struct Case {
    /// Everything but `main`.
    pub(crate) text: String,
    /// A function without parameters that returns an `unsigned`.
    pub(crate) entry: String,
    /// The inputs that it must get.
    pub(crate) inputs: Vec<u64>,
}

struct Object {
    /// An expression for its first byte, as a `byte *`.
    start: String,
    /// Bytes from there on that are set, looked at and hashed.
    size: u64,
}

struct Generator {
    rng: Rng,
    prefix: String,
    types: String,
    globals: String,
    body: String,
    objects: Vec<Object>,
    inputs: Vec<u64>,
    fresh: usize,
}

/// Makes the case of a seed; its names start with its number.
pub(crate) fn case(seed: u64, number: usize) -> Case {
    let mut generator = Generator {
        rng: Rng::new(seed ^ 0x706f_696e_7465_7273),
        prefix: format!("c{number}_"),
        types: String::new(),
        globals: String::new(),
        body: String::new(),
        objects: Vec::new(),
        inputs: Vec::new(),
        fresh: 0,
    };
    generator.case()
}

impl Generator {
    fn case(&mut self) -> Case {
        for _ in 0..1 + self.rng.below(3) {
            self.object();
        }
        for _ in 0..3 + self.rng.below(5) {
            self.statement();
        }
        let entry = format!("{}run", self.prefix);
        let mut text = format!("{}{}", self.types, self.globals);
        let _ = writeln!(
            text,
            "unsigned {entry}(void)\n{{\n    unsigned h = 1;\n{}",
            self.body
        );
        for object in &self.objects {
            let Object { start, size } = object;
            let _ = writeln!(
                text,
                "    for (unsigned i = 0; i < {size}; i++) h = mixed(h, {start}[i]);"
            );
        }
        text += "    return h;\n}\n";
        Case {
            text,
            entry,
            inputs: std::mem::take(&mut self.inputs),
        }
    }

    fn name(&mut self, kind: &str) -> String {
        self.fresh += 1;
        format!("{}{kind}{}", self.prefix, self.fresh)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "    {text}");
    }

    /// A new object. Of large ones only a part is used, so that loops stay short.
    fn object(&mut self) {
        let (ty, array, first, size) = match self.rng.below(8) {
            0 => ("byte".to_owned(), "[20]", 0, 20),
            1 => ("int".to_owned(), "[5]", 0, 20),
            2 => ("short".to_owned(), "[70]", 57, 20),
            3 => ("union mix".to_owned(), "[2]", 0, 16),
            4 => ("struct pair".to_owned(), "[33]", 90, 20),
            _ => {
                let (name, size) = self.record();
                match self.rng.below(4) {
                    0 => (name, "[2]", size / 2, size),
                    _ => (name, "", 0, size),
                }
            }
        };
        let name = self.name("o");
        let start = match self.rng.below(4) {
            0 => {
                let _ = writeln!(self.globals, "static {ty} {name}{array};");
                format!("(byte *)&{name}")
            }
            1 => {
                self.line(&format!("{ty} {name}{array};"));
                format!("(byte *)&{name}")
            }
            2 => {
                let _ = writeln!(self.globals, "{ty} {name}{array};");
                format!("(byte *)&{name}")
            }
            _ => {
                let bytes = format!("sizeof({ty}{array})");
                match self.rng.below(2) {
                    0 => self.line(&format!("{ty} *{name} = malloc({bytes});")),
                    _ => self.line(&format!("void *{name} = calloc(1, {bytes});")),
                }
                format!("(byte *){name}")
            }
        };
        let start = match first {
            0 => format!("({start})"),
            _ => format!("({start} + {first})"),
        };
        match self.rng.below(2) {
            0 => {
                let fill = self.rng.below(256);
                self.line(&format!("memset({start}, {fill}, {size});"));
            }
            _ => {
                let step = 1 + self.rng.below(200);
                self.line(&format!(
                    "for (unsigned i = 0; i < {size}; i++) {start}[i] = (byte)(i * {step} + 7);"
                ));
            }
        }
        self.objects.push(Object { start, size });
    }

    /// A new record type: its name, and the sum of the sizes of its members.
    fn record(&mut self) -> (String, u64) {
        let name = self.name("r");
        let packed = ["", "__attribute__((packed)) "][self.rng.below(2) as usize];
        let mut text = format!("struct {packed}{name} {{");
        let mut size = 0;
        while size < 8 || self.rng.below(3) > 0 && size < 24 {
            self.fresh += 1;
            let i = self.fresh;
            let (ty, array, bytes) = *self.pick(&MEMBERS);
            let _ = write!(text, " {ty} m{i}{array};");
            size += bytes;
        }
        let _ = writeln!(self.types, "{text} }};");
        (format!("struct {name}"), size)
    }

    fn pick<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.rng.below(items.len() as u64) as usize]
    }

    /// A number below `bound` that the program gets as an input, or a constant.
    fn number(&mut self, bound: u64) -> String {
        let value = self.rng.below(bound);
        if self.rng.below(3) > 0 {
            return format!("{value}");
        }
        let name = self.name("k");
        self.line(&format!("unsigned {name} = __VERIFIER_nondet_uint();"));
        self.line(&format!("__VERIFIER_assume({name} == {value}u);"));
        self.inputs.push(value);
        name
    }

    /// A pointer (`byte *`) from where `size` bytes are inside of an object.
    fn pointer(&mut self, size: u64) -> String {
        let fitting: Vec<usize> = (0..self.objects.len())
            .filter(|&i| self.objects[i].size >= size)
            .collect();
        let object = *self.pick(&fitting);
        let room = self.objects[object].size - size + 1;
        let start = self.objects[object].start.clone();
        let step = *self.pick(&[1, 1, 2, 4, 8]);
        let offset = self.number(room.div_ceil(step));
        let offset = match step {
            1 => offset,
            _ => format!("{offset} * {step}"),
        };
        let direct = format!("({start} + {offset})");
        let name = self.name("p");
        match self.rng.below(9) {
            0 => direct,
            1 => {
                self.line(&format!("byte *{name} = {start};"));
                self.line(&format!("{name} += {offset};"));
                name
            }
            2 => {
                self.line(&format!(
                    "__UINTPTR_TYPE__ {name} = (__UINTPTR_TYPE__){start};"
                ));
                format!("((byte *)({name} + {offset}))")
            }
            3 => {
                self.line(&format!(
                    "struct {{ int n; byte *at; }} {name} = {{ 3, {start} }};"
                ));
                format!("({name}.at + {offset})")
            }
            4 => {
                self.line(&format!("byte *{name} = {direct}, *{name}c;"));
                self.line(&format!("memcpy(&{name}c, &{name}, sizeof {name});"));
                format!("{name}c")
            }
            5 => {
                let other = self.rng.below(self.objects.len() as u64) as usize;
                let other = self.objects[other].start.clone();
                let condition = self.number(2);
                let wanted = self.inputs_say(&condition);
                let (yes, no) = match wanted {
                    true => (direct, other),
                    false => (other, direct),
                };
                self.line(&format!("byte *{name} = {condition} ? {yes} : {no};"));
                name
            }
            6 => {
                self.line(&format!("union {{ void *p; __UINTPTR_TYPE__ n; }} {name};"));
                self.line(&format!("{name}.p = {direct};"));
                format!("((byte *){name}.p)")
            }
            7 => {
                self.line(&format!("void *{name}[2] = {{ {start}, {direct} }};"));
                let which = self.name("i");
                self.line(&format!("unsigned {which} = __VERIFIER_nondet_uint();"));
                self.line(&format!("__VERIFIER_assume({which} == 1u);"));
                self.inputs.push(1);
                format!("((byte *){name}[{which}])")
            }
            _ => {
                self.line(&format!("byte *{name} = {start};"));
                self.line(&format!(
                    "for (unsigned i = {offset}; i > 0; i--) {name}++;"
                ));
                name
            }
        }
    }

    /// Is a number that [`number`](Self::number) gave not 0?
    fn inputs_say(&self, number: &str) -> bool {
        match number.parse::<u64>() {
            Ok(value) => value != 0,
            Err(_) => self.inputs.last() != Some(&0),
        }
    }

    fn statement(&mut self) {
        match self.rng.below(13) {
            0..=2 => {
                let (ty, size) = *self.pick(&VIEWS);
                let value = self.rng.next() >> self.rng.below(60);
                let to = self.pointer(size);
                self.line(&format!("*({ty} *){to} = ({ty}){value}u;"));
            }
            3..=5 => {
                let (ty, size) = *self.pick(&VIEWS);
                let from = self.pointer(size);
                self.line(&format!("h = mixed(h, (unsigned)*({ty} *){from});"));
            }
            6 => {
                let bytes = 1 + self.rng.below(6);
                let (to, from) = (self.pointer(bytes), self.pointer(bytes));
                match self.rng.below(3) {
                    0 => self.line(&format!("memmove({to}, {from}, {bytes});")),
                    1 => {
                        let count = self.number(bytes);
                        self.line(&format!("memmove({to}, {from}, {count});"));
                    }
                    _ => {
                        let copy = self.name("t");
                        self.line(&format!("byte {copy}[{bytes}];"));
                        self.line(&format!("memcpy({copy}, {from}, {bytes});"));
                        self.line(&format!("memcpy({to}, {copy}, sizeof {copy});"));
                    }
                }
            }
            7 => {
                let (ty, size) = *self.pick(&[("float", 4), ("double", 8), ("float", 4)]);
                let (to, from) = (self.pointer(size), self.pointer(size));
                match self.rng.below(2) {
                    0 => self.line(&format!("*({ty} *){to} = -1.5;")),
                    _ => {
                        let copy = self.name("t");
                        self.line(&format!("{ty} {copy};"));
                        self.line(&format!("memcpy(&{copy}, {from}, sizeof {copy});"));
                        self.line(&format!("memcpy({to}, &{copy}, sizeof {copy});"));
                    }
                }
            }
            8 => {
                let (to, from) = (self.pointer(7), self.pointer(7));
                let copy = self.name("s");
                self.line(&format!("struct odd {copy} = *(struct odd *){from};"));
                self.line(&format!("{copy}.value++;"));
                self.line(&format!("*(struct odd *){to} = {copy};"));
            }
            9 => {
                let to = self.pointer(8);
                let value = self.rng.below(1 << 30);
                self.line(&format!("((union mix *){to})->s[1] = {value};"));
                let from = self.pointer(8);
                let index = self.number(8);
                self.line(&format!("h = mixed(h, ((union mix *){from})->b[{index}]);"));
            }
            10 => {
                let to = self.pointer(2);
                let value = self.rng.below(1 << 16);
                self.line(&format!("put({to}, {value});"));
                let from = self.pointer(4);
                self.line(&format!("h = mixed(h, get({from}));"));
            }
            11 => {
                let (ty, size) = VIEWS[self.rng.below(4) as usize];
                let at = self.pointer(3 * size);
                let walker = self.name("w");
                self.line(&format!("{ty} *{walker} = ({ty} *){at};"));
                self.line(&format!("{walker}++;"));
                self.line(&format!("*{walker}++ += 5;"));
                self.line(&format!("h = mixed(h, (unsigned){walker}[-1]);"));
                self.line(&format!("h = mixed(h, (unsigned)*{walker});"));
            }
            _ => {
                let bytes = 2 + self.rng.below(5);
                let (to, from) = (self.pointer(bytes), self.pointer(bytes));
                self.line(&format!(
                    "for (unsigned i = 0; i < {bytes}; i++) ({to})[i] ^= ({from})[i];"
                ));
            }
        }
    }
}
