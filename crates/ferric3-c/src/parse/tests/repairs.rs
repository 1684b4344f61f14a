//! C11, GNU C and system headers parse, with the help of the repairs.

use expect_test::{Expect, expect};

use super::*;
use crate::DataModel;

/// How the text looks after the repairs.
fn repaired(text: &str, expected: &Expect) {
    let source = preprocess_text("t.c", text, &FrontendOptions::default()).expect("no directives");
    expected.assert_eq(&source.text);
    parses(text);
}

/// C11 and GNU C, one piece per line.
const PIECES: &str = include_str!("pieces.c");

#[test]
fn c11_and_gnu_c_parse() {
    let failed: Vec<String> = PIECES
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .filter_map(|line| run(line, &FrontendOptions::default()).err())
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn system_headers_parse() {
    let headers = [
        "assert",
        "complex",
        "ctype",
        "dirent",
        "errno",
        "fcntl",
        "fenv",
        "float",
        "inttypes",
        "iso646",
        "limits",
        "locale",
        "math",
        "poll",
        "pthread",
        "regex",
        "sched",
        "semaphore",
        "setjmp",
        "signal",
        "stdalign",
        "stdarg",
        "stdatomic",
        "stdbool",
        "stddef",
        "stdint",
        "stdio",
        "stdlib",
        "stdnoreturn",
        "string",
        "strings",
        "sys/mman",
        "sys/socket",
        "sys/stat",
        "sys/time",
        "sys/types",
        "sys/wait",
        "tgmath",
        "threads",
        "time",
        "uchar",
        "unistd",
        "wchar",
        "wctype",
    ];
    let includes: String = headers
        .iter()
        .map(|h| format!("#include <{h}.h>\n"))
        .collect();
    let text = format!("#define _GNU_SOURCE 1\n{includes}int main(void) {{ assert(1 < 2); }}\n");
    for data_model in [DataModel::Ilp32, DataModel::Lp64] {
        let options = FrontendOptions {
            data_model,
            ..Default::default()
        };
        let declarations = run(&text, &options).unwrap_or_else(|e| panic!("{e}"));
        assert!(declarations > 1000, "{declarations}");
    }
}

#[test]
fn repairs() {
    repaired(
        "; int x; struct s { ; int a; };",
        &expect!["  int x; struct s {   int a; };"],
    );
    repaired(
        "__extension__ unsigned __int128 x; __thread int y; __float128 z;",
        &expect!["              unsigned _Decimal32x x; _Thread_local int y; _Float128  z;"],
    );
    repaired(
        "int f(void) { __auto_type x = 1; auto y = 2; static z; }",
        &expect!["int f(void) { _Decimal64x x = 1; auto int y = 2; static int z; }"],
    );
    repaired(
        "main() { } f(a, b) int a; char b; { }",
        &expect!["int main() { } int f(a, b) int a; char b; { }"],
    );
    repaired(
        "typedef int T; __typeof__(T *) x; typeof(x) y;",
        &expect!["typedef int T; __typeof__(__attribute__(()) T *) x; typeof(x) y;"],
    );
    repaired(
        "int f(int a) { switch (a) { case 1: int x; L: default: } M: }",
        &expect!["int f(int a) { switch (a) { case 1:; int x; L: default:; } M:; }"],
    );
    repaired(
        "int f(int a) { __attribute__((fallthrough)); L: __attribute__((unused)) return a ?: 1; }",
        &expect![
            "int f(int a) {                             ; L:                         return a ? __ferric3_same_as_condition : 1; }"
        ],
    );
    repaired(
        "int f(int a) { __label__ L; goto *a; void *p = &&L; L: ; asm goto(\"\" :::: L); }",
        &expect![
            "int f(int a) {              __ferric3_computed_goto((a)); void *p = __ferric3_label_address_L; L: ; __ferric3_unsupported_asm_goto(); }"
        ],
    );
    repaired(
        "int x = __alignof__(y) + _Alignof(int) + sizeof (int){1} + __builtin_types_compatible_p(int, char *);",
        &expect![
            "int x = __alignof__(__typeof__(__ferric3_alignment_of, (y))) + _Alignof(int) + sizeof ((int){1}) + __builtin_types_compatible_p(sizeof(int), sizeof(char *));"
        ],
    );
    repaired(
        "_Static_assert(1); struct s { _Alignas(8) int x; _Alignas(int) char c; };",
        &expect![[
            r#"_Static_assert(1, ""); struct s { __attribute__((aligned(8))) int x; __attribute__((aligned(_Alignof(int)))) char c; };"#
        ]],
    );
    repaired(
        "struct __attribute__((packed)) s { int a; } x; enum __attribute__((packed)) { A };",
        &expect![
            "struct                         s { int a; } __attribute__((packed)) x; enum                         { A } __attribute__((packed));"
        ],
    );
    repaired(
        "int x __attribute__ ( ( aligned(4) , ) ), y __attribute__((unused)); void f(void) __attribute__((noreturn)) __asm__(\"g\");",
        &expect![
            "int x __attribute__  (( aligned(4)   )) , y                        ; void f(void) __attribute__((noreturn)) __asm__(\"g\");"
        ],
    );
    repaired(
        "struct s x = (struct s){}; void f(void) {} char *t = \"\\e\\u00e9\\q\\n\"; int c = u8'a';",
        &expect![[
            r#"struct s x = (struct s){0}; void f(void) {} char *t = "\033éq\n"; int c =   'a';"#
        ]],
    );
    repaired(
        "[[noreturn]] void f(void); int a<:2:> = <%1, 2%>; _Pragma(\"once\") int b[1][1];",
        &expect!["_Noreturn    void f(void); int a[ 2]  = { 1, 2} ;                 int b[1][1];"],
    );
    repaired(
        "__asm__(\".globl x\"); int x;",
        &expect!["                     int x;"],
    );
}

#[test]
fn the_parser_still_has_no_attributes_behind_struct() {
    // Why the repair is not a nicety: without it this would be a function.
    let source = preprocess_text(
        "t.c",
        "struct __attribute__((packed)) s { int a; };",
        &FrontendOptions::default(),
    );
    let unit = parse_shallow(&source.expect("no directives")).expect("it parses");
    assert!(matches!(
        unit.0[0].node,
        lang_c::ast::ExternalDeclaration::Declaration(_)
    ));
}
