//! Programs of several files: the linker's view, with the compiled program as the judge.

use std::process::Command;

use crate::support::Folder;

const HEADER: &str = "\
#ifndef SHARED_H
#define SHARED_H
struct point { int x, y; struct point *next; };
typedef struct { unsigned char code; union { int i; char c[4]; } u; } message;
enum color { RED, GREEN = 5 };
extern struct point origin;
extern int counter;
int bump(int by);
int decode(const message *m);
enum color paint(struct point *p);
static inline int twice(int n) { return 2 * n; }
#endif
";

const ONE: &str = "\
#include \"shared.h\"
extern void reach_error(void);
static int hidden = 10;
static int helper(int n) { return n + hidden; }
int main(void) {
  message m = { 7, { 3 } };
  struct point p = { 1, 2, &origin };
  origin.x = 4;
  int sum = bump(2) + helper(1);
  if (sum != 113 || counter != 2) return 1;
  if (decode(&m) != 10 || paint(&p) != GREEN) return 2;
  if (p.next->y != 9 || twice(4) != 8) return LAST;
  return 0;
}
";

const TWO: &str = "\
#include \"shared.h\"
int counter;
struct point origin;
static int hidden = 100;
static int helper(int n) { return n + hidden; }
int bump(int by) { counter += by; return helper(by); }
int decode(const message *m) { return m->code + m->u.i; }
enum color paint(struct point *p) { p->next->y = p->next->x + 5; return twice(1) == 2 ? GREEN : RED; }
";

#[test]
fn units_are_kept_apart_and_linked() {
    let folder = Folder::new(&[("shared.h", HEADER), ("one.c", ONE), ("two.c", TWO)]);
    for options in [&["-DLAST=3"][..], &["-DLAST=3", "-m64", "-std=gnu11"]] {
        let compiled = Command::new("cc")
            .args(options)
            .args(["-w", "one.c", "two.c", "-o", "program"])
            .current_dir(folder.path(""))
            .status()
            .expect("there is a C compiler");
        assert!(compiled.success());
        let native = Command::new(folder.path("program"))
            .status()
            .expect("it runs");
        assert_eq!(native.code(), Some(0));
        let mut args = vec!["run", "one.c", "two.c"];
        args.extend(options);
        let ran = folder.run(&args);
        assert!(
            ran.out.contains("The program returned 0."),
            "{} {}",
            ran.out,
            ran.err
        );
    }
}

#[test]
fn a_weak_definition_counts_if_there_is_no_other() {
    let main = "extern void reach_error(void); int level(void);
        int main(void) { if (level() != EXPECTED) reach_error(); return level(); }";
    let weak = "__attribute__((weak)) int level(void) { return 1; }";
    let declared = "int level(void) __attribute__((weak)); int level(void) { return 2; }";
    let strong = "int level(void) { return 3; }";
    let folder = Folder::new(&[
        ("main.c", main),
        ("weak.c", weak),
        ("declared.c", declared),
        ("strong.c", strong),
        ("again.c", strong),
    ]);
    for (files, level) in [
        (&["weak.c"][..], 1),
        (&["weak.c", "declared.c"], 1),
        (&["declared.c", "weak.c"], 2),
        (&["weak.c", "strong.c"], 3),
        (&["strong.c", "weak.c"], 3),
        (&["declared.c", "weak.c", "strong.c"], 3),
    ] {
        let expected = format!("-DEXPECTED={level}");
        let mut args = vec!["check", "main.c", expected.as_str()];
        args.extend(files);
        folder.run(&args).expect(0, "Verification result: TRUE");
        let mut compiler = Command::new("cc");
        compiler.args([
            "-w",
            "-Dreach_error=abort",
            &expected,
            "-o",
            "program",
            "main.c",
        ]);
        let compiled = compiler.args(files).current_dir(folder.path("")).status();
        assert!(compiled.expect("there is a C compiler").success());
        let native = Command::new(folder.path("program")).status();
        assert_eq!(native.expect("it runs").code(), Some(level));
    }
    let ran = folder.run(&["check", "main.c", "strong.c", "again.c", "-DEXPECTED=3"]);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
}

#[test]
fn all_commands_take_several_files() {
    let main = "extern void reach_error(void); int next(int); extern int limit;
        int main(void) { int n = 0; while (n < limit) n = next(n); if (n != 5) reach_error(); }";
    let other = "int limit = 5; int next(int n) { return n + 1; }";
    let folder = Folder::new(&[("a.c", main), ("b.c", other)]);
    folder
        .run(&["check", "a.c", "b.c"])
        .expect(0, "Verification result: TRUE");
    folder
        .run(&["check", "b.c", "a.c"])
        .expect(0, "Verification result: TRUE");
    for command in ["cfa", "run"] {
        assert_eq!(folder.run(&[command, "a.c", "b.c"]).code, Some(0));
    }
    let wrong = other.replace("n + 1", "n + 2");
    let folder = Folder::new(&[("a.c", main), ("b.c", &wrong)]);
    folder
        .run(&["check", "a.c", "b.c"])
        .expect(10, "Verification result: FALSE(unreach-call)");
}

#[test]
fn conflicts_name_both_places() {
    let main = "int main(void) { return 0; }\n";
    for (one, two, message, place) in [
        ("int x;", "int x = 1;", "defined in two files", "a.c:2:5"),
        (
            "int f(void) { return 1; }",
            "int f(void) { return 1; }",
            "redefinition",
            "a.c:2:5",
        ),
        ("int x;", "extern long x;", "conflicting types", "a.c:2:5"),
        (
            "int f(int a);",
            "char *f(int a) { return 0; }",
            "conflicting types",
            "a.c:2:5",
        ),
        ("int x;", "int x(void) { return 1; }", "as a variable", ""),
        (
            "struct s { int a; }; extern struct s x;",
            "struct s { long a; }; struct s x;",
            "its member `a` is another one",
            "a.c:2:16",
        ),
    ] {
        let one = format!("{main}{one}\n");
        let folder = Folder::new(&[("a.c", &one), ("b.c", &format!("{two}\n"))]);
        let ran = folder.run(&["check", "a.c", "b.c"]);
        assert_eq!(ran.code, Some(2), "{one} {two} {ran:#?}");
        assert!(ran.err.contains(message), "{one} {two} {}", ran.err);
        assert!(ran.err.contains(place), "{one} {two} {}", ran.err);
        assert!(ran.err.contains("b.c:1:"), "{one} {two} {}", ran.err);
    }
}

/// Offsets of 64 bits in one of the files: it calls other functions, and the types of others.
#[test]
fn one_of_the_files_has_large_offsets() {
    let one = "#include <stdio.h>\n#include <sys/stat.h>\nextern void reach_error(void);
        int size(void);
        int main(void) { fpos_t p; if (size() != 8 || sizeof p == 0) reach_error(); return 0; }";
    let two = "#define _FILE_OFFSET_BITS 64\n#include <stdio.h>\n#include <sys/stat.h>
        int size(void) { fpos_t p; return sizeof p ? (int)sizeof(off_t) : 0; }";
    let folder = Folder::new(&[("a.c", one), ("b.c", two)]);
    for files in [["a.c", "b.c"], ["b.c", "a.c"]] {
        for model in ["--32", "--64"] {
            let ran = folder.run(&["check", files[0], files[1], model]);
            ran.expect(0, "Verification result: TRUE");
        }
    }
}

/// Libraries hide members of their structures from users by other names.
#[test]
fn members_have_other_names_in_another_file() {
    let one = "extern void reach_error(void);
        struct list { int hidden_value; struct list *hidden_next; };
        int sum(struct list *l); struct list *push(struct list *l, int n); extern struct list *last;
        int main(void) {
          struct list a = { 3, 0 };
          struct list *l = push(&a, 4);
          if (sum(l) != RESULT || last != l || last->hidden_value != 4) reach_error();
          return 0;
        }";
    let two = "struct list { int value; struct list *next; };
        struct list store, *last;
        int sum(struct list *l) { int n = 0; for (; l; l = l->next) n += l->value; return n; }
        struct list *push(struct list *l, int n) {
          store.value = n; store.next = l; last = &store; return last;
        }";
    let folder = Folder::new(&[("a.c", one), ("b.c", two)]);
    for files in [["a.c", "b.c"], ["b.c", "a.c"]] {
        let ran = folder.run(&["check", files[0], files[1], "-DRESULT=7"]);
        ran.expect(0, "Verification result: TRUE");
        let notes = ran.err.matches("has other names in another file").count();
        assert_eq!(notes, 1, "{}", ran.err);
        let ran = folder.run(&["check", files[0], files[1], "-DRESULT=8"]);
        ran.expect(10, "Verification result: FALSE(unreach-call)");
    }
    // One message for a pair of types, with the member and both places.
    let other = two.replace("int value", "long value");
    let folder = Folder::new(&[("a.c", one), ("b.c", &other)]);
    let ran = folder.run(&["check", "a.c", "b.c", "-DRESULT=7"]);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert_eq!(ran.err.matches("error:").count(), 1, "{}", ran.err);
    assert!(ran.err.contains("a.c:2:"), "{}", ran.err);
    assert!(ran.err.contains("b.c:1:"), "{}", ran.err);
    // Values are not exchanged between such types.
    let by_value = "struct s { int a; }; int f(struct s x);\nint main(void) { return 0; }";
    let folder = Folder::new(&[
        ("a.c", by_value),
        (
            "b.c",
            "struct s { int b; }; int f(struct s x) { return x.b; }",
        ),
    ]);
    let ran = folder.run(&["check", "a.c", "b.c"]);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.err.contains("passed as a value"), "{}", ran.err);
}

/// What one file calls by another name, another one defines.
#[test]
fn names_for_the_linker_join_files() {
    let one = "int f(void) __asm__(\"g\"); extern void reach_error(void);
        int main(void) { if (f() != RESULT) reach_error(); return 0; }";
    let two = "int f(void) { return 1; } int g(void) { return 2; }";
    let folder = Folder::new(&[("a.c", one), ("b.c", two)]);
    folder
        .run(&["check", "a.c", "b.c", "-DRESULT=2"])
        .expect(0, "Verification result: TRUE");
    folder
        .run(&["check", "a.c", "b.c", "-DRESULT=1"])
        .expect(10, "Verification result: FALSE(unreach-call)");
}

#[test]
fn without_main_the_message_names_the_entry() {
    let text = "static int inner(int n) { return n; }\nint outer(int n) { return inner(n); }\n";
    let folder = Folder::new(&[("a.c", text)]);
    let ran = folder.run(&["check", "a.c"]);
    assert_eq!(ran.code, Some(2));
    let hint = "--entry NAME, where NAME is one of `outer`, `inner`";
    assert!(ran.err.contains(hint), "{}", ran.err);
    let ran = folder.run(&["check", "a.c", "--entry", "outer"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
}

#[test]
fn options_of_the_compiler() {
    let text = "extern void reach_error(void);
        int main(void) { char c = (char)200; if (c < 0) reach_error(); return 0; }";
    let folder = Folder::new(&[("a.c", text)]);
    let flags = ["-std=c99", "-O2", "-Wall", "-g", "-c", "-o", "a.o"];
    let mut args = vec!["check", "a.c"];
    args.extend(flags);
    let ran = folder.run(&args);
    ran.expect(10, "Verification result: FALSE(unreach-call)");
    assert!(ran.err.contains("-Wall -g -c -o a.o"), "{}", ran.err);
    assert!(!folder.path("a.o").exists());
    args.push("-funsigned-char");
    folder.run(&args).expect(0, "Verification result: TRUE");
    let ran = folder.run(&["check", "a.c", "-ffast-math"]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err.contains("-ffast-math cannot be honoured"),
        "{}",
        ran.err
    );
}

/// Programs see macros that options define, or no longer define.
#[test]
fn macros_of_options_are_those_of_the_compiler() {
    let macros = [
        "__PIC__",
        "__PIE__",
        "__CET__",
        "__OPTIMIZE__",
        "__SSP_EXPLICIT__",
    ];
    let mut text = "int main(void) { int seen = 0;\n".to_owned();
    for (bit, name) in macros.iter().enumerate() {
        text += &format!("#ifdef {name}\nseen |= {};\n#endif\n", 1 << bit);
    }
    text += "return seen; }\n";
    let folder = Folder::new(&[("a.c", &text)]);
    for option in [
        "-O0",
        "-O2",
        "-fPIC",
        "-fpie",
        "-fno-pic",
        "-fno-pie",
        "-fcf-protection",
        "-fcf-protection=none",
        "-fstack-protector-explicit",
    ] {
        let mut compiler = Command::new("cc");
        compiler.args([option, "-no-pie", "-w", "a.c", "-o", "program"]);
        let compiled = compiler.current_dir(folder.path("")).output();
        if !compiled.expect("there is a C compiler").status.success() {
            continue;
        }
        let native = Command::new(folder.path("program")).status();
        let code = native.expect("it runs").code().expect("it ends");
        let ran = folder.run(&["run", "a.c", option, "-no-pie"]);
        let returned = format!("The program returned {code}.");
        assert!(ran.out.contains(&returned), "{option} {ran:#?}");
    }
}

#[test]
fn constants_of_c90_are_those_of_the_compiler() {
    let text = "extern void reach_error(void);
        int main(void) { if (2147483648 - 2147483649 < 0) reach_error(); return 0; }";
    let folder = Folder::new(&[("a.c", text)]);
    folder
        .run(&["check", "a.c", "-m32", "-std=c90"])
        .expect(0, "Verification result: TRUE");
    folder
        .run(&["check", "a.c", "-m32", "-std=c99"])
        .expect(10, "Verification result: FALSE(unreach-call)");
}
