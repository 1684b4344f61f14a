//! Initialisers: where each value goes, compared with the memory that the system's compiler
//! fills.

use std::fmt::Write;
use std::process::Command;

use expect_test::{Expect, expect};
use ferric3_testkit::{Extra, need};

use super::hir::{ExprKind, Init, Object, Unit};
use crate::preprocess::preprocess_text;
use crate::stack::test_on_stack;
use crate::{DataModel, FrontendOptions, parse, sema};

fn with_unit(text: &str, model: DataModel, run: impl FnOnce(&Unit) + Send) {
    test_on_stack(parse::TEST_STACK, || {
        let options = FrontendOptions {
            data_model: model,
            ..FrontendOptions::default()
        };
        let source = preprocess_text("test.c", text, &options).expect("no directives");
        let shown = |e: &crate::Diagnostic| e.render(&source.sources);
        let tree = parse::parse_shallow(&source).unwrap_or_else(|e| panic!("{}", shown(&e)));
        let (unit, _) = sema::check(&source, &[(0..text.len(), &tree)], None, &options)
            .unwrap_or_else(|errors| panic!("{}", shown(&errors[0])));
        run(&unit);
    });
}

/// The parts of the variable `x`.
fn parts(text: &str, expected: &Expect) {
    with_unit(text, DataModel::Lp64, |unit| {
        let object = unit.objects.iter().find(|o| o.name == "x").expect("x");
        let mut out = String::new();
        let Some(Init::Parts(parts)) = &object.init else {
            panic!("{:?}", object.init);
        };
        for part in parts {
            let _ = write!(out, "{}", part.offset);
            if let Some(bits) = part.bits {
                let _ = write!(out, ":{bits}");
            }
            for repeat in &part.repeats {
                let _ = write!(out, " ×{} by {}", repeat.count, repeat.stride);
            }
            let _ = write!(out, " {}", unit.types.show(part.ty));
            match (&part.value.kind, unit.types.fold(&part.value)) {
                (_, Some(value)) => writeln!(out, " = {value}"),
                (ExprKind::String(text), _) => writeln!(out, " = {text:?}"),
                _ => writeln!(out, " = …"),
            }
            .expect("memory");
        }
        expected.assert_eq(&out);
    });
}

#[test]
fn braces_may_be_left_out() {
    parts(
        "struct s { int a, b; }; struct t { struct s s[2]; char c; } x = { 1, 2, 3, { }, };",
        &expect![[r#"
            0 int = 1
            32 int = 2
            64 int = 3
            96 int = 0
        "#]],
    );
}

#[test]
fn designations_go_on_where_they_end() {
    parts(
        "struct s { struct { int a, b; } in; int c; union { int d; char e; }; }
         x[2] = { [1].in.a = 1, 2, 3, .5, [0] = { .e = 'x', .c = 4 } };",
        &expect![[r#"
            128 int = 1
            160 int = 2
            192 int = 3
            224 int = 0
            96 char = 120
            64 int = 4
        "#]],
    );
}

#[test]
fn ranges_hold_one_value() {
    parts(
        "struct s { int a, b; } x[8] = { [1 ... 3] = { 1, 2 }, [5 ... 6].b = 7, 9 };",
        &expect![[r#"
            64 ×3 by 64 int = 1
            96 ×3 by 64 int = 2
            352 ×2 by 64 int = 7
            448 int = 9
        "#]],
    );
}

#[test]
fn overridden_parts_are_gone() {
    parts(
        "struct s { int a, b; } x[3] = { [0 ... 2] = { 1, 2 }, [1] = { .a = 3 }, [2].b = 4 };",
        &expect![[r#"
            0 int = 1
            128 int = 1
            32 int = 2
            64 int = 3
            160 int = 4
        "#]],
    );
}

#[test]
fn strings_and_records_are_whole() {
    parts(
        "struct s { int a; char b[4]; }; struct t { char n[3]; struct s s; int *p; };
         void f(void) { struct s y; struct t x = { \"ab\", y, 0 }; }",
        &expect![[r#"
            0 char [3] = [97, 98, 0]
            32 struct s = …
            128 int * = 0
        "#]],
    );
}

/// The memory of an object with constants in it.
fn image(unit: &Unit, object: &Object) -> Vec<u8> {
    let size = unit.types.size_of(object.ty.ty).expect("a complete type") as usize;
    let mut memory = vec![0u8; size];
    let mut put = |offset: u64, width: u64, value: u128| {
        for i in 0..width {
            let at = (offset + i) as usize;
            if at / 8 >= memory.len() {
                // The flexible array member.
                memory.resize(at / 8 + 1, 0);
            }
            let mask = 1 << (at % 8);
            memory[at / 8] &= !mask;
            if i < 128 && value >> i & 1 == 1 {
                memory[at / 8] |= mask;
            }
        }
    };
    let Some(Init::Parts(parts)) = &object.init else {
        panic!("{:?}", object.init);
    };
    for part in parts {
        let size = unit.types.size_of(part.ty.ty);
        for offset in part.offsets() {
            match &part.value.kind {
                ExprKind::String(text) => {
                    let unit_size = unit.types.size_of(part.value.ty.ty).expect("complete");
                    let width = unit_size / text.len() as u64 * 8;
                    let len = size.map_or(text.len() as u64, |size| size * 8 / width);
                    for i in 0..len {
                        let element = text.get(i as usize).copied().unwrap_or(0);
                        put(offset + i * width, width, u128::from(element));
                    }
                }
                _ if unit.types.float_format(part.ty.ty).is_some() => {
                    let value = unit.types.fold_float(&part.value).expect("a constant");
                    let bits = value.to_u64().expect("at most a double");
                    put(offset, u64::from(value.width()), u128::from(bits));
                }
                _ => {
                    let value = unit.types.fold(&part.value);
                    let value = value.unwrap_or_else(|| panic!("{part:?}"));
                    let width = part
                        .bits
                        .map_or_else(|| size.expect("complete") * 8, u64::from);
                    put(offset, width, value);
                }
            }
        }
    }
    memory
}

/// Is the memory of the objects `x0`, `x1`, … what the system's compiler makes it?
pub(super) fn same_memory(test: &str, text: &str, count: usize) {
    for (model, flag, extra) in [
        (DataModel::Ilp32, "-m32", Extra::CLibrary32),
        (DataModel::Lp64, "-m64", Extra::X86),
    ] {
        if !need(extra, test) {
            continue;
        }
        let mut program = format!("{text}\nint printf(const char *, ...);\nint main(void) {{\n");
        with_unit(text, model, |unit| {
            for i in 0..count {
                let name = format!("x{i}");
                let object = unit.objects.iter().find(|o| o.name == name).expect("it");
                for (at, byte) in image(unit, object).iter().enumerate() {
                    let _ = writeln!(
                        program,
                        "if (((unsigned char *) &{name})[{at}] != {byte}) \
                         {{ printf(\"{name} {at} {byte} %d\\n\", ((unsigned char *) &{name})[{at}]); }}"
                    );
                }
            }
        });
        program.push_str("return 0; }\n");
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let (source, binary) = (folder.path().join("t.c"), folder.path().join("t"));
        std::fs::write(&source, &program).expect("a writable folder");
        let compiler = Command::new("cc")
            .args([flag, "-w", "-o"])
            .args([&binary, &source])
            .output();
        let output = compiler.expect("there is a C compiler");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{model:?}\n{errors}");
        let run = Command::new(&binary).output().expect("it was just built");
        assert_eq!(String::from_utf8_lossy(&run.stdout), "", "{model:?}");
        assert!(run.status.success(), "{model:?}: {}", run.status);
    }
}

#[test]
fn memory_is_that_of_gcc() {
    same_memory(
        "memory_is_that_of_gcc",
        "struct s { int a, b; }; struct t { char n[3]; struct s s; short p[2][2]; };
         struct b { unsigned a : 3; int : 0; int b : 7, : 5, c : 9; _Bool d : 1; long long e : 40; };
         union u { struct s s; char c[12]; long long l; };
         struct f { int n; short v[]; }; struct e { }; struct g { char c; struct e e[2]; int i; };
         struct p { char c; int i; unsigned x : 13; } __attribute__((packed));
         struct t x0 = { \"abc\", 1, 2, 3, 4, 5, 6 };
         struct t x1[3] = { { .p[1] = { 7 }, .n = { 'x' } }, [2] = { \"z\", .s.b = 9, 10, 11 } };
         struct t x2[] = { [1].s = { 1 }, { 4, 5 }, { .p[0][1] = 3, 8 }, [0].p = { { 1 }, 2 } };
         struct b x3[2] = { 5, -3, 200, 1, -7, [1] = { .c = -1, .e = 1ll << 39, .a = 9 } };
         union u x4[4] = { 1, 2, { .c = \"hello\" }, { .l = -1, .s.b = 5 }, { .s.a = 1, .s.b = 2 } };
         struct f x5 = { 3, { 1, 2, 3 } };
         struct g x6[2] = { 1, 2, 3, 4, { 3, { }, 4 } };
         char x7[] = { \"te\" \"xt\\x41\\0\" }; char x8[2][5] = { \"abcde\", { \"f\" } };
         int x9[10] = { [2 ... 4] = 5, 6, [3] = 7, [8 ... 9] = -1 };
         struct s x10[6] = { [0 ... 2] = { 1, 2 }, [1] = { .a = 3 }, [2].b = 4, [4 ... 5] = 8, 9 };
         int x11[2][3][2] = { 1, 2, { 3 }, [1] = { [1 ... 2] = { 5, 6 } }, };
         unsigned short x12[] = u\"a\\u00e9\\U0001F600\"; unsigned int x13[3] = U\"xyzw\";
         float x14[] = { 1.5f, -0.1f, 1e-45f, 16777217, 0.1, 0x1.8p3f, 1.f / 3 };
         double x15[4] = { -0.1, 3e300, 0.1f, 9007199254740993ll };
         int x24[] = { 2.0 * 3.5, 0.1f == 0.1, -7.9f, (_Bool) 0.5, 1.5 < 2, (char) -3.5L, 1e9 + 0.5 };
         struct p x16[2] = { 1, 2, 3, { .x = 5000, .i = -1 } };
         union u x17 = { .l = -1, .c[1] = 3, .c[2] = 4 };
         struct { int a; struct { char b; union { short c; int d; }; }; int e; } x18[2] =
             { 1, 2, 3, 4, { .d = 70000, 5 } };
         int x19[] = (int[]) { 1, 2, [4] = 3 };
         char x20[3] = \"\"; signed char x21[] = { 300, [3] = { { 4 } } };
         struct { char s[4]; int i; } x22 = { .s = \"abc\", .s[1] = 'x' };
         int x23[] = { 1, 2, 3.9, (char) 300, -2.5, sizeof(int[3]), 'a', [0] = 7 };",
        25,
    );
}
