//! Sizes, offsets, types and values of constants, compared with the system's compiler.

use std::fmt::Write;
use std::process::Command;

use ferric3_testkit::{Extra, need};

use super::hir::Init;
use crate::preprocess::preprocess_text;
use crate::stack::test_on_stack;
use crate::{DataModel, FrontendOptions, parse, sema};

/// The values of integer constant expressions, in a file that begins with `declarations`.
fn values(declarations: &str, expressions: &[String], model: DataModel) -> Vec<i128> {
    let mut text = declarations.to_owned();
    for (i, e) in expressions.iter().enumerate() {
        let _ = writeln!(text, "long long value{i} = {e};");
    }
    let options = FrontendOptions {
        data_model: model,
        ..FrontendOptions::default()
    };
    let source = preprocess_text("test.c", &text, &options).expect("no directives");
    let tree =
        parse::parse_shallow(&source).unwrap_or_else(|e| panic!("{}", e.render(&source.sources)));
    let (unit, _) =
        sema::check(&source, &[(0..text.len(), &tree)], None, &options).unwrap_or_else(|errors| {
            let errors = errors.iter().map(|e| e.render(&source.sources));
            panic!("{}", errors.collect::<Vec<_>>().join("\n"));
        });
    let values = unit.objects.iter().filter(|o| o.name.starts_with("value"));
    let values = values.map(|object| match &object.init {
        Some(Init::Value(e)) => {
            let bits = unit
                .types
                .fold(e)
                .unwrap_or_else(|| panic!("{} is no constant", object.name));
            super::constant::sign_extend(bits, 64)
        }
        init => panic!("{init:?}"),
    });
    values.collect()
}

/// Does the system's compiler, which need not have a library, find the same values?
fn agree(declarations: &str, expressions: &[String], model: DataModel) {
    let values = values(declarations, expressions, model);
    assert_eq!(values.len(), expressions.len());
    let mut text = declarations.to_owned();
    for (e, value) in expressions.iter().zip(values) {
        let _ = writeln!(
            text,
            "_Static_assert((long long) ({e}) == {value}ll, \"{value}\");"
        );
    }
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join("test.c");
    std::fs::write(&path, &text).expect("a writable folder");
    let flag = match model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    };
    let compiler = Command::new("cc")
        .args([flag, "-w", "-fsyntax-only"])
        .arg(&path)
        .output();
    let output = compiler.expect("there is a C compiler");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{model:?}\n{errors}\n{text}");
}

/// Compares with the system's compiler, for both data models.
pub(super) fn check(test: &str, declarations: &str, expressions: &[String]) {
    if !need(Extra::X86, test) {
        return;
    }
    test_on_stack(parse::TEST_STACK, || {
        for model in [DataModel::Ilp32, DataModel::Lp64] {
            agree(declarations, expressions, model);
        }
    });
}

#[test]
fn sizes_and_offsets_are_those_of_gcc() {
    let declarations = "
        enum small { A, B }; enum negative { C = -1, D }; enum big { E = 0x100000000ll, F };
        enum packed { G, H = 200 } __attribute__((packed));
        struct s0 { char a; int b; };
        struct s1 { char a; long long b; char c; };
        struct s2 { char a; double b; long double c; float d; };
        struct s3 { char a; struct s1 b[2]; short c; };
        struct s4 { int a : 3; int b : 7; unsigned c : 30; char d; int e : 9; };
        struct s5 { char a : 4; short b : 9; long long c : 40; int d : 5; };
        struct s6 { char a; int : 0; char b; int : 3; char c : 2; };
        struct s7 { char a; int b; long long c; } __attribute__((packed));
        struct s8 { char a; int b __attribute__((aligned(16))); };
        struct s9 { int a; char b[]; };
        struct s10 { };
        struct s11 { char a; struct { short b; union { int c; char d; }; }; char e; };
        struct s12 { char a : 3; char b : 6; char c : 7; };
        struct s13 { _Bool a : 1; _Bool b; unsigned long c : 17; long d; };
        struct s14 { char a; int b : 24; };
        struct s15 { short a : 5; char b; int c : 20; int d : 20; } __attribute__((packed));
        union u0 { char a[5]; int b; };
        union u1 { int a : 9; char b; };
        union u2 { long double a; char b[17]; void *c; };
        typedef int aligned_int __attribute__((aligned(8)));
        struct s16 { char a; aligned_int b; char c; };
        struct s17 { char a; } __attribute__((aligned(32)));
        struct s18 { char a; struct s17 b; };
        struct s19 { char a; long long b[3]; float c; double d[2]; };
        struct s20 { char a; char b __attribute__((packed)); int c __attribute__((packed)); };
        struct s21 { unsigned a : 32; unsigned long long b : 33; char c; };
        struct s22 { int a : 3; char b; int c : 3; };
        int array[] = { 1, 2, [7] = 3, 4 };
        char text[] = \"hello\\n\\x41\" \"abc\";
        char *names[] = { \"a\", \"b\" };
        int matrix[][2] = { 1, 2, 3, { 4 }, 5, [5] = { 6 } };
        struct s3 nested[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
    ";
    let mut expressions = Vec::new();
    for ty in [
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
        "enum small",
        "enum negative",
        "enum big",
        "enum packed",
        "int (*)(void)",
        "char[7]",
        "double _Complex",
        "union u0",
        "union u1",
        "union u2",
        "aligned_int",
        "__typeof__(text)",
    ] {
        expressions.push(format!("sizeof({ty})"));
        expressions.push(format!("_Alignof({ty})"));
        expressions.push(format!("__alignof__({ty})"));
    }
    for i in 0..=22 {
        expressions.push(format!("sizeof(struct s{i})"));
        expressions.push(format!("_Alignof(struct s{i})"));
    }
    for name in [
        "array", "text", "names", "matrix", "nested", "array[0]", "*text", "&array",
    ] {
        expressions.push(format!("sizeof({name})"));
    }
    for (record, members) in [
        ("struct s0", "b"),
        ("struct s1", "b c"),
        ("struct s2", "b c d"),
        ("struct s3", "b c b[1].c"),
        ("struct s4", "d"),
        ("struct s6", "b"),
        ("struct s7", "b c"),
        ("struct s8", "b"),
        ("struct s9", "b"),
        ("struct s11", "b c d e"),
        ("struct s13", "b d"),
        ("struct s15", "b"),
        ("struct s16", "b c"),
        ("struct s18", "b"),
        ("struct s19", "b c d"),
        ("struct s20", "b c"),
        ("struct s21", "c"),
        ("struct s22", "b"),
    ] {
        for member in members.split(' ') {
            expressions.push(format!("__builtin_offsetof({record}, {member})"));
        }
    }
    check(
        "sizes_and_offsets_are_those_of_gcc",
        declarations,
        &expressions,
    );
}

/// `_Generic` tells the type.
fn type_number(e: &str) -> String {
    let types = [
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
        "float",
        "double",
        "long double",
    ];
    let cases = types.iter().enumerate().map(|(i, ty)| format!("{ty}: {i}"));
    format!(
        "_Generic(({e}), {}, default: 99)",
        cases.collect::<Vec<_>>().join(", ")
    )
}

#[test]
fn constants_have_the_types_of_gcc() {
    let mut expressions = Vec::new();
    for number in [
        "0",
        "2147483647",
        "2147483648",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "0x7fffffff",
        "0x80000000",
        "0xffffffff",
        "0x100000000",
        "0x7fffffffffffffff",
        "0x8000000000000000",
        "0xffffffffffffffff",
        "017777777777",
        "020000000000",
        "0b1010",
        "037777777777",
        "040000000000",
    ] {
        for suffix in ["", "u", "l", "ul", "ll", "ull", "LLU", "lu"] {
            expressions.push(type_number(&format!("{number}{suffix}")));
            expressions.push(format!("{number}{suffix} % 1000003"));
        }
    }
    for constant in [
        "'a'",
        "'\\n'",
        "'\\0'",
        "'\\377'",
        "'\\xfe'",
        "'ab'",
        "'abcd'",
        "'\\''",
        "'\"'",
        "L'x'",
        "u'x'",
        "U'x'",
        "'\\e'",
        "'\\?'",
        "1.0",
        "1.0f",
        "1e3l",
        "sizeof(int)",
        "1 << 2",
        "~0u",
        "(char) 300",
        "(unsigned char) -1",
        "(_Bool) 256",
        "(_Bool) 0.5",
        "(int) 3.99",
        "-1 >> 1",
        "-7 / 2",
        "-7 % 2",
        "7 / -2",
        "-1 < 1u",
        "-1l < 1u",
        "-1ll < 1ul",
        "(short) 40000",
        "1 ? 1 : 1u",
        "0 ? 'a' : 2l",
        "1 && 2",
        "!5",
        "(1, 2)",
        "sizeof 'a'",
        "sizeof \"abc\"",
        "(unsigned short) 1 + (unsigned short) 1",
        "(long) 1 + 1u",
        "1u - 2",
        "(_Bool) 1 + 1",
        "0x7fffffff + 1u",
        "5 > 3 == 1",
        "- 2147483648",
        "(char) 1 << 3l",
        "1l << (char) 3",
    ] {
        expressions.push(type_number(constant));
        if !constant.contains(['.', 'e', ',']) {
            expressions.push(constant.to_owned());
        }
    }
    check("constants_have_the_types_of_gcc", "", &expressions);
}

#[test]
fn operators_have_the_types_of_gcc() {
    let types = [
        ("b", "_Bool"),
        ("c", "char"),
        ("uc", "unsigned char"),
        ("s", "short"),
        ("us", "unsigned short"),
        ("i", "int"),
        ("u", "unsigned"),
        ("l", "long"),
        ("ul", "unsigned long"),
        ("ll", "long long"),
        ("ull", "unsigned long long"),
        ("e", "enum color"),
        ("f", "float"),
        ("d", "double"),
        ("r.a", ""),
        ("r.b", ""),
        ("r.c", ""),
    ];
    let mut declarations = "enum color { RED };\n\
                            struct { int a : 5; unsigned b : 7; unsigned c : 32; } r;\n"
        .to_owned();
    for (name, ty) in types.iter().filter(|(_, ty)| !ty.is_empty()) {
        let _ = writeln!(declarations, "{ty} {name};");
    }
    let mut expressions = Vec::new();
    for (a, _) in types {
        expressions.push(type_number(&format!("+{a}")));
        for (b, _) in types {
            expressions.push(type_number(&format!("{a} + {b}")));
            expressions.push(type_number(&format!("{a} ? {a} : {b}")));
            expressions.push(type_number(&format!("{a} < {b}")));
        }
    }
    check(
        "operators_have_the_types_of_gcc",
        &declarations,
        &expressions,
    );
}

#[test]
fn builtins_have_the_types_and_values_of_gcc() {
    let declarations = "
        struct in { char c; int a[3]; }; struct out { short s; struct in in[4]; union { long l; char t[9]; }; };
        enum one { A }; enum two { B }; typedef int number; typedef const int constant;
        char c; float f; double d; long double e; unsigned u; long l; int array[5]; void *p;
    ";
    let mut expressions = Vec::new();
    for call in [
        "abs(c)",
        "labs(c)",
        "llabs(c)",
        "fabs(f)",
        "fabsf(d)",
        "fabsl(f)",
        "sqrt(c)",
        "pow(f, f)",
        "fmaf(1, 2, 3)",
        "expect(c, 1)",
        "clz(u)",
        "ctzl(u)",
        "popcountll(u)",
        "parity(u)",
        "ffs(c)",
        "ffsl(c)",
        "bswap16(c)",
        "bswap32(c)",
        "bswap64(c)",
        "huge_val()",
        "huge_valf()",
        "infl()",
        "nan(\"\")",
        "nanf(\"1\")",
        "isnan(f)",
        "isinf(e)",
        "isfinite(d)",
        "isnormal(f)",
        "signbit(e)",
        "isgreater(f, d)",
        "isunordered(f, e)",
        "fpclassify(1, 2, 3, 4, 5, f)",
        "copysignl(f, f)",
        "floorf(f)",
        "rint(f)",
        "round(f)",
        "object_size(p, 0)",
        "constant_p(u)",
        "ldexp(f, 2)",
        "ilogb(f)",
    ] {
        expressions.push(type_number(&format!("__builtin_{call}")));
    }
    for e in [
        "__builtin_types_compatible_p(int, number)",
        "__builtin_types_compatible_p(int, constant)",
        "__builtin_types_compatible_p(int, long)",
        "__builtin_types_compatible_p(enum one, enum two)",
        "__builtin_types_compatible_p(int [], int [5])",
        "__builtin_types_compatible_p(char *, const char *)",
        "__builtin_types_compatible_p(__typeof__(array), int [4])",
        "__builtin_types_compatible_p(struct in, struct out)",
        "__builtin_types_compatible_p(__typeof__(&array[0]), int *)",
        "__builtin_choose_expr(1, 5, array)",
        "sizeof(__builtin_choose_expr(0, 5, array))",
        "__builtin_constant_p(3 + 4)",
        "__builtin_constant_p(1.5)",
        "__builtin_offsetof(struct out, in[2].a[1])",
        "__builtin_offsetof(struct out, in[1].c)",
        "__builtin_offsetof(struct out, t[3])",
        "__builtin_offsetof(struct in, a)",
        "_Alignof(double)",
        "__alignof__(double)",
        "_Alignof(long double)",
        "sizeof(long double)",
        "sizeof(_Float128)",
        "__alignof__(struct out)",
        "_Generic(array, int *: 1, default: 2)",
        "_Generic(\"a\", char *: 1, const char *: 3, default: 2)",
        "_Generic((constant) 1, int: 1, default: 2)",
        "_Generic(&array, int (*)[5]: 1, default: 2)",
        "_Generic((__typeof__(c)) 1, char: 1, default: 2)",
        "sizeof(__typeof__(int (*)[7]))",
    ] {
        expressions.push(e.to_owned());
    }
    check(
        "builtins_have_the_types_and_values_of_gcc",
        declarations,
        &expressions,
    );
}
