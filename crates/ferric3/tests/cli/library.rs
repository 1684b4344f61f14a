//! What people see of the library: calls, what they read, what they change, and no insides.

use expect_test::{Expect, expect};

use crate::support::Folder;

/// The trace of a violation, and where it is.
fn check_trace(program: &str, arguments: &[&str], expected: &Expect) {
    let folder = Folder::new(&[("t.c", program)]);
    let ran = folder.run(&[&["check", "t.c"], arguments].concat());
    assert!(ran.out.contains("FALSE"), "{}\n{}", ran.out, ran.err);
    assert!(!ran.out.contains("<library>"), "{}", ran.out);
    assert!(!ran.out.contains("__library_"), "{}", ran.out);
    let lines = ran.out.lines();
    let lines = lines.skip_while(|line| !line.starts_with("Trace"));
    let lines = lines.take_while(|line| *line != "Assumptions" && !line.starts_with("Verif"));
    let shown: String = lines.map(|line| format!("{line}\n")).collect();
    expected.assert_eq(&shown);
}

#[test]
fn input_that_is_read_by_a_format() {
    let program = "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n  int x = 5;\n  \
                   if (scanf(\"%d\", &x) == 1)\n    assert(x < 10 || x > 10);\n  return 0;\n}\n";
    check_trace(
        program,
        &[],
        &expect![[r#"
        Trace (3 inputs)
          t.c:4  main(): x = 5
          t.c:5  main(): call scanf(...), returns 1
          t.c:5  main(): next in the input = 0 (a number)
          t.c:5  main(): x = 10   <- number in the input
          t.c:5  main(): next byte of the input = 0
          t.c:6  main(): violated: assertion x < 10 || x > 10
        violated: assertion x < 10 || x > 10
         --> t.c:6:12
          |
        6 |     assert(x < 10 || x > 10);
          |            ^^^^^^^^^^^^^^^^
    "#]],
    );
}

#[test]
fn output_to_a_string() {
    let program = "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n  char text[8];\n  \
                   sprintf(text, \"%3d|%s\", 42, \"ab\");\n  assert(text[0] == '4');\n  return 0;\n}\n";
    check_trace(
        program,
        &[],
        &expect![[r#"
        Trace (0 inputs)
          t.c:5  main(): call sprintf(...), returns 6
          t.c:5  main(): text[0 ... 6] = " 42|ab\0"
          t.c:6  main(): violated: assertion text[0] == '4'
        violated: assertion text[0] == '4'
         --> t.c:6:10
          |
        6 |   assert(text[0] == '4');
          |          ^^^^^^^^^^^^^^
    "#]],
    );
}

#[test]
fn a_violation_in_the_library_stands_at_the_call() {
    let program = "#include <string.h>\nint main(void) {\n  char small[4];\n  \
                   if (strlen(\"long text\") > 3)\n    strcpy(small, \"long text\");\n  return 0;\n}\n";
    check_trace(
        program,
        &["--check", "pointer"],
        &expect![[r#"
        Trace (0 inputs)
          t.c:4  main(): call strlen(s = "long text"), returns 9
          t.c:5  main(): call strcpy(dest = &small[0], src = "long text")
          t.c:5  main(): small[0 ... 3] = "long"
          t.c:5  main(): violated: access through a pointer that points to no object in strcpy()
        violated: access through a pointer that points to no object in strcpy()
         --> t.c:5:5
          |
        5 |     strcpy(small, "long text");
          |     ^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#]],
    );
}

#[test]
fn variable_arguments_are_arguments() {
    let program = "#include <assert.h>\n#include <stdarg.h>\nint sum(int n, ...) {\n  va_list l;\n  \
                   int s = 0;\n  va_start(l, n);\n  while (n-- > 0)\n    s += va_arg(l, int);\n  \
                   va_end(l);\n  return s;\n}\nint main(void) {\n  assert(sum(2, 4, 5) == 8);\n  \
                   return 0;\n}\n";
    check_trace(
        program,
        &[],
        &expect![[r#"
        Trace (0 inputs)
          t.c:13  main(): call sum(n = 2, 4, 5)
          t.c:5     sum(): s = 0
          t.c:7     sum(): n = 1
          t.c:8     sum(): s = 4
          t.c:7     sum(): n = 0
          t.c:8     sum(): s = 9
          t.c:7     sum(): n = -1
          t.c:10    sum(): return 9
          t.c:13  main(): violated: assertion sum(2, 4, 5) == 8
        violated: assertion sum(2, 4, 5) == 8
          --> t.c:13:10
           |
        13 |   assert(sum(2, 4, 5) == 8);
           |          ^^^^^^^^^^^^^^^^^
    "#]],
    );
}

#[test]
fn functions_of_the_program_that_the_library_calls() {
    let program = "#include <assert.h>\n#include <stdlib.h>\n\
                   int less(const void *a, const void *b) {\n  return *(int *)a - *(int *)b;\n}\n\
                   int main(void) {\n  int a[2] = {2, 1};\n  qsort(a, 2, sizeof *a, less);\n  \
                   assert(a[0] == 2);\n  return 0;\n}\n";
    check_trace(
        program,
        &[],
        &expect![[r#"
        Trace (0 inputs)
          t.c:7  main(): a[0 ... 1] = {2, 1}
          t.c:8  main(): call qsort(base = &a[0], n = 2, size = 4, compare = &less)
          t.c:8  main(): call less(a = &a[0], b = &a[1]), returns 1
          t.c:8  main(): a[0 ... 1] = {1, 2}
          t.c:9  main(): violated: assertion a[0] == 2
        violated: assertion a[0] == 2
         --> t.c:9:10
          |
        9 |   assert(a[0] == 2);
          |          ^^^^^^^^^
    "#]],
    );
}

#[test]
fn everything_is_shown_if_asked_for() {
    let program = "#include <assert.h>\n#include <string.h>\nint main(void) {\n  char a[4];\n  \
                   strcpy(a, \"ab\");\n  assert(a[0] == 'b');\n  return 0;\n}\n";
    let folder = Folder::new(&[("t.c", program)]);
    let out = folder.run(&["check", "t.c", "-v"]).out;
    assert!(out.contains("strcpy(): a[1] = 98 'b'"), "{out}");
    assert!(out.contains("<library>/string.c"), "{out}");
}

#[test]
fn an_assertion_that_does_not_stand_first_in_its_line() {
    let program = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  \
                   int x = __VERIFIER_nondet_int();\n  if (x) assert(x != 3 || \"a, b\" == 0);\n  \
                   return 0;\n}\n";
    check_trace(
        program,
        &[],
        &expect![[r#"
        Trace (1 input)
          t.c:4  main(): x = 3   <- __VERIFIER_nondet_int()
          t.c:5  main(): violated: assertion x != 3 || "a, b" == 0
        violated: assertion x != 3 || "a, b" == 0
         --> t.c:5:17
          |
        5 |   if (x) assert(x != 3 || "a, b" == 0);
          |                 ^^^^^^^^^^^^^^^^^^^^^
    "#]],
    );
}
