//! Layouts of random records, compared with the system's compiler.

use std::fmt::Write;

use super::tests::check;
use super::tests_init::same_memory;

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

/// A record's text, and the names of its members: bit-fields and others.
struct Generated {
    text: String,
    bit_fields: Vec<String>,
    others: Vec<String>,
}

fn record(random: &mut Random, number: usize) -> Generated {
    const PLAIN: [&str; 18] = [
        "char",
        "short",
        "int",
        "long",
        "long long",
        "float",
        "double",
        "long double",
        "void *",
        "_Bool",
        "enum e",
        "aligned_int",
        "_Float128",
        "unsigned char",
        "_Atomic short",
        "_Atomic long long",
        "atomic_pair",
        "atomic_three",
    ];
    const BITS: [(&str, u64); 8] = [
        ("char", 8),
        ("unsigned char", 8),
        ("short", 16),
        ("int", 32),
        ("unsigned", 32),
        ("long long", 64),
        ("unsigned long long", 64),
        ("_Bool", 1),
    ];
    let kind = if random.one_in(6) { "union" } else { "struct" };
    let (mut bit_fields, mut others) = (Vec::new(), Vec::new());
    // It counts where the record ends; the members of others before it are no concern of it.
    let pragma = match random.below(8) {
        0 | 1 => format!("#pragma pack(push, {})\n", 1 << random.below(5)),
        2 => format!("#pragma pack({})\n", 1 << random.below(5)),
        3 => "#pragma pack()\n".to_owned(),
        _ => String::new(),
    };
    let pop = if pragma.contains("push") {
        "#pragma pack(pop)\n"
    } else {
        ""
    };
    let mut text = format!("{pragma}{kind} r{number} {{");
    for i in 0..1 + random.below(7) {
        let name = format!("m{i}");
        let attribute = match random.below(14) {
            0 => " __attribute__((packed))".to_owned(),
            1 => format!(" __attribute__((aligned({})))", 1 << random.below(6)),
            _ => String::new(),
        };
        let line = if random.one_in(3) {
            let (ty, width) = BITS[random.below(8) as usize];
            match random.below(8) {
                0 => format!("{ty} : 0;"),
                1 => format!("{ty} : {};", 1 + random.below(width)),
                _ => {
                    let bits = 1 + random.below(width);
                    bit_fields.push(name.clone());
                    format!("{ty} {name} : {bits}{attribute};")
                }
            }
        } else {
            let ty = match random.below(5) {
                0 if number > 0 => {
                    let other = random.below(number as u64);
                    format!("union_or_struct{other}")
                }
                _ => random.pick(&PLAIN).to_owned(),
            };
            others.push(name.clone());
            match random.below(4) {
                // Elements are never aligned to more than their size.
                0 if ty != "aligned_int" => {
                    format!("{ty} {name}[{}]{attribute};", 1 + random.below(3))
                }
                _ => format!("{ty} {name}{attribute};"),
            }
        };
        let _ = write!(text, " {line}");
    }
    let attribute = match random.below(10) {
        0 | 1 => " __attribute__((packed))",
        2 => " __attribute__((aligned(8)))",
        3 => " __attribute__((packed, aligned(2)))",
        _ => "",
    };
    let _ = writeln!(
        text,
        " }}{attribute};\n{pop}typedef {kind} r{number} union_or_struct{number};"
    );
    Generated {
        text,
        bit_fields,
        others,
    }
}

#[test]
fn random_records_are_laid_out_as_by_gcc() {
    for seed in 1..=4 {
        compare("random_records_are_laid_out_as_by_gcc", Random(seed));
    }
}

fn compare(test: &str, mut random: Random) {
    let mut declarations = "enum e { E };
        typedef int aligned_int __attribute__((aligned(8)));
        typedef _Atomic struct { int a, b; } atomic_pair;
        typedef _Atomic struct { char c[3]; } atomic_three;
        "
    .to_owned();
    let mut objects = String::new();
    let mut expressions = Vec::new();
    let mut count = 0;
    for number in 0..200 {
        let Generated {
            text,
            bit_fields,
            others,
        } = record(&mut random, number);
        declarations.push_str(&text);
        let ty = format!("union_or_struct{number}");
        expressions.push(format!("sizeof({ty})"));
        expressions.push(format!("_Alignof({ty})"));
        for name in others {
            expressions.push(format!("__builtin_offsetof({ty}, {name})"));
        }
        // The place of a bit-field is where its bits are.
        for name in bit_fields.iter().filter(|_| number % 2 == 0) {
            let _ = writeln!(objects, "{ty} x{count} = {{ .{name} = -1 }};");
            count += 1;
        }
    }
    check(test, &declarations, &expressions);
    same_memory(test, &format!("{declarations}{objects}"), count);
}

#[test]
fn atomic_types_are_laid_out_as_by_gcc() {
    let types = [
        "char",
        "_Bool",
        "short",
        "int",
        "long",
        "long long",
        "float",
        "double",
        "long double",
        "void *",
        "enum e",
        "struct two",
        "struct three",
        "struct eight",
        "struct sixteen",
        "struct twenty",
        "union wide",
    ];
    let declarations = "enum e { E };
        struct two { char c[2]; };
        struct three { char c[3]; };
        struct eight { short a, b, c, d; };
        struct sixteen { int a, b, c, d; };
        struct twenty { int a[5]; };
        union wide { long long a; double b; };
        int number; _Atomic int atomic; _Atomic const int constant;
        ";
    let mut expressions = Vec::new();
    for ty in types {
        expressions.push(format!("sizeof(_Atomic({ty}))"));
        expressions.push(format!("_Alignof(_Atomic({ty}))"));
        expressions.push(format!("__alignof__(_Atomic({ty}))"));
        expressions.push(format!("sizeof(struct {{ char c; _Atomic({ty}) x; }})"));
        expressions.push(format!("sizeof(struct {{ char c; _Atomic({ty}) x[3]; }})"));
    }
    for other in ["int", "_Atomic int", "const int"] {
        for atomic in [
            "_Atomic int",
            "atomic",
            "constant",
            "(void)0, atomic",
            "atomic + 0",
        ] {
            expressions.push(format!(
                "__builtin_types_compatible_p({other} *, __typeof__({atomic}) *)"
            ));
        }
    }
    expressions.push("__atomic_always_lock_free(4, 0)".to_owned());
    check(
        "atomic_types_are_laid_out_as_by_gcc",
        declarations,
        &expressions,
    );
}
