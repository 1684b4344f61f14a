//! Horn clauses: programs and diagnostics.

use expect_test::{Expect, expect};
use ferric3_import::{Format, ImportOptions, import};
use ferric3_ivl::{display_program, validate};

fn ivl(text: &str) -> String {
    ivl_for(text, None)
}

fn ivl_for(text: &str, property: Option<&str>) -> String {
    let options = ImportOptions {
        property: property.map(str::to_owned),
        ..ImportOptions::default()
    };
    let imported = import(Format::Horn, "t.smt2", text.as_bytes(), &options);
    let imported = imported.unwrap_or_else(|e| panic!("{}", e.diagnostics[0].render(&e.sources)));
    validate(&imported.program, &imported.terms).expect("a valid program");
    display_program(&imported.program, &imported.terms)
}

fn complains(text: &str, expected: &Expect) {
    let imported = import(
        Format::Horn,
        "t.smt2",
        text.as_bytes(),
        &ImportOptions::default(),
    );
    let error = imported.expect_err("it cannot be read");
    expected.assert_eq(&error.diagnostics[0].render(&error.sources));
}

/// Two predicates: a loop and what comes after it.
const TWO: &str = "(set-logic HORN)
(declare-fun loop ((_ BitVec 8) Bool) Bool)
(declare-fun |the end| ((_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8)) (b Bool)) (=> (and (= x #x00) b) (loop x b))))
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)) (b Bool))
  (=> (and (loop x b) (bvult x #x0a) (= y (bvadd x #x01))) (loop y (not b)))))
(assert (forall ((x (_ BitVec 8)) (b Bool)) (=> (and (loop x b) (bvuge x #x0a)) (|the end| x))))
(assert (forall ((x (_ BitVec 8))) (=> (and (|the end| x) (not (= x #x0a))) false)))
(check-sat)
";

#[test]
fn predicates_are_locations() {
    expect![[r#"
        entry proc system()
          local x: u8
          local b: bool
          local x.1: u8
        b0:
          x := 0
          b := true
          goto b1
        b1:
          if x <u 10 then b3 else b4
        b2:
          assert x.1 == 10  // p0: query about the end
          stop
        b3:
          assume x <u 10
          x := x + 1
          b := !b
          goto b1
        b4:
          assume 9 <u x
          x.1 := x
          goto b2
    "#]]
    .assert_eq(&ivl(TWO));
}

#[test]
fn quantifiers_and_clauses_in_other_words() {
    // The same, as disjunctions, as negated existential formulas, with let and with a definition.
    let text = "(set-logic HORN)
(declare-fun p ((_ BitVec 4)) Bool)
(define-fun next ((x (_ BitVec 4))) (_ BitVec 4) (bvadd x #x1))
(assert (p #x0))
(assert (not (exists ((x (_ BitVec 4))) (and (p x) (not (let ((y (next x))) (p y)))))))
(assert (forall ((x (_ BitVec 4))) (or (not (p x)) (= x x))))
";
    expect![[r#"
        entry proc system()
          local x: u4
        b0:
          x := 0
          goto b1
        b1:
          assert true  // p0: query about p
          x := x + 1
          goto b1
    "#]]
    .assert_eq(&ivl(text));
}

#[test]
fn one_property_can_be_asked_for() {
    let text = TWO.replace(
        "(check-sat)",
        "(assert (forall ((x (_ BitVec 8)) (b Bool)) (=> (loop x b) b)))",
    );
    let options = |property: &str| ImportOptions {
        property: Some(property.to_owned()),
        ..ImportOptions::default()
    };
    let read = |property: &str| import(Format::Horn, "t", text.as_bytes(), &options(property));
    let program = read("1").expect("there are two").program;
    assert_eq!(program.properties.len(), 1);
    assert_eq!(
        program.properties.iter().next().map(|p| p.span.line),
        Some(9)
    );
    let error = read("2").expect_err("there are two");
    expect![[r#"
        error: there is no property `2`
         |
         = help: there are: 0, 1"#]]
    .assert_eq(&error.diagnostics[0].render(&error.sources));
}

/// What has no value somewhere is a value where there is one, and an obstacle elsewhere: also with one property asked for.
#[test]
fn partial_functions_are_values_or_obstacles() {
    let text = "(declare-fun p (Int Int) Bool)
(assert (forall ((x Int)) (p x 1)))
(assert (forall ((x Int) (y Int)) (=> (p x y) (p (ite (= y 0) x (mod x y)) (- y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< (div 7 y) 2)) false)))
(assert (forall ((x Int) (y Int)) (=> (p x y) (> x y))))
";
    let expected = expect![[r#"
        entry proc system()
          local x: Int
          local y: Int
          local x.1: Int
          local quotient: Int
        b0:
          x.1 := havoc  // nondet x
          x := x.1
          y := 1
          goto b1
        b1:
          assert !(7 div y <= 1 && y != 0)  // p0: query about p
          assert 1 <= x - y  // p1: query about p
          assert true  // p2: unsupported: `mod` by 0
          quotient := havoc  // nondet quotient
          assert !(y == 0 && (7 div y <= 1 || quotient <= 1))  // p3: unsupported: `div` by 0
          x := y == 0 ? x : x mod y
          y := y - 1
          goto b1
    "#]];
    expected.assert_eq(&ivl_for(text, None));
    let expected = expect![[r#"
        entry proc system()
          local x: Int
          local y: Int
          local x.1: Int
        b0:
          x.1 := havoc  // nondet x
          x := x.1
          y := 1
          goto b1
        b1:
          assert 1 <= x - y  // p0: query about p
          assert true  // p1: unsupported: `mod` by 0
          x := y == 0 ? x : x mod y
          y := y - 1
          goto b1
    "#]];
    expected.assert_eq(&ivl_for(text, Some("1")));
}

#[test]
fn what_is_not_supported_is_named() {
    complains(
        "(set-logic HORN)\n(declare-fun p (Str) Bool)\n",
        &expect![[r#"
            error: a sort was expected
             --> t.smt2:2:17
              |
            2 | (declare-fun p (Str) Bool)
              |                 ^^^
              |
              = help: Bool, Int, Real, (_ BitVec n), or (Array (_ BitVec i) (_ BitVec e))"#]],
    );
    complains(
        "(declare-fun p (Int) Bool)\n(assert (forall ((x Int)) (p (div 3 x 0))))",
        &expect![[r#"
            error: `div` by 0 has no value that SMT-LIB fixes
             --> t.smt2:2:30
              |
            2 | (assert (forall ((x Int)) (p (div 3 x 0))))
              |                              ^^^^^^^^^^^"#]],
    );
    complains(
        "(declare-fun p (Int) Bool)\n(assert (p (+ 1 #b1)))",
        &expect![[r#"
            error: `+` wants Int or Real, not (_ BitVec 1)
             --> t.smt2:2:12
              |
            2 | (assert (p (+ 1 #b1)))
              |            ^^^^^^^^^"#]],
    );
    complains(
        "(set-logic QF_BV)\n",
        &expect![[r#"
        error: a file of Horn clauses was expected: (set-logic HORN)
         --> t.smt2:1:12
          |
        1 | (set-logic QF_BV)
          |            ^^^^^
          |
          = help: for VMT-LIB, say --format vmt"#]],
    );
    complains(
        "(declare-fun p (Bool) Bool)\n(assert (forall ((x Bool) (y Bool))\n  (=> (and (p x) (p y)) (p (and x y)))))",
        &expect![[r#"
            error: a nonlinear clause: `p` and `p` in one body
             --> t.smt2:2:9
              |
            2 | (assert (forall ((x Bool) (y Bool))
              |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: only clauses with at most one predicate in the body are supported"#]],
    );
    complains(
        "(declare-fun p (Bool) Bool)\n(assert (forall ((x Bool)) (or (p x) (p (not x)))))",
        &expect![[r#"
            error: no Horn clause: both `p` and `p` are in the head
             --> t.smt2:2:9
              |
            2 | (assert (forall ((x Bool)) (or (p x) (p (not x)))))
              |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"#]],
    );
    complains(
        "(declare-fun p (Bool) Bool)\n(assert (forall ((x Bool)) (=> (xor (p x) x) false)))",
        &expect![[r#"
            error: `p` stands inside of another formula than the body's conjunction
             --> t.smt2:2:28
              |
            2 | (assert (forall ((x Bool)) (=> (xor (p x) x) false)))
              |                            ^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: write a clause for each alternative"#]],
    );
    complains(
        "(declare-fun p ((Array (_ BitVec 8) (_ BitVec 8))) Bool)\n(assert (forall ((a (Array (_ BitVec 8) (_ BitVec 8))) (b (Array (_ BitVec 8) (_ BitVec 8))))\n  (=> (and (p a) (not (= a b))) (p b))))",
        &expect![[r#"
            error: arrays are compared here, which is not supported
             --> t.smt2:2:9
              |
            2 | (assert (forall ((a (Array (_ BitVec 8) (_ BitVec 8))) (b (Array (_ BitVec 8) (_ BitVec 8))))
              |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: an equation may define an array, as in a' = (store a i v)"#]],
    );
    complains(
        "(declare-rel p (Bool))",
        &expect![[r#"
        error: `declare-rel` is a command of z3's fixedpoint format
         --> t.smt2:1:1
          |
        1 | (declare-rel p (Bool))
          | ^^^^^^^^^^^^^^^^^^^^^^
          |
          = help: write (declare-fun …) and (assert (forall (…) (=> … …)))"#]],
    );
}

#[test]
fn sorts_and_names_are_checked() {
    complains(
        "(declare-fun p ((_ BitVec 8)) Bool)\n(assert (forall ((x (_ BitVec 4))) (p x)))",
        &expect![[r#"
            error: argument 1 of `p` has sort (_ BitVec 4), not (_ BitVec 8)
             --> t.smt2:2:36
              |
            2 | (assert (forall ((x (_ BitVec 4))) (p x)))
              |                                    ^^^^^"#]],
    );
    complains(
        "(assert (= #x0 #x00))",
        &expect![[r#"
        error: `=` wants one sort, not (_ BitVec 4) and (_ BitVec 8)
         --> t.smt2:1:9
          |
        1 | (assert (= #x0 #x00))
          |         ^^^^^^^^^^^^"#]],
    );
    complains(
        "(assert (bvult #x0 y))",
        &expect![[r#"
        error: `y` is not declared
         --> t.smt2:1:20
          |
        1 | (assert (bvult #x0 y))
          |                    ^"#]],
    );
    complains(
        "(assert (= ((_ extract 8 0) #x00) #b0))",
        &expect![[r#"
        error: a bit-vector of 8 bits has no bits 8 down to 0
         --> t.smt2:1:12
          |
        1 | (assert (= ((_ extract 8 0) #x00) #b0))
          |            ^^^^^^^^^^^^^^^^^^^^^^"#]],
    );
    complains(
        "(declare-fun p ((_ BitVec 0)) Bool)",
        &expect![[r#"
        error: a width is a number from 1 to 65536
         --> t.smt2:1:27
          |
        1 | (declare-fun p ((_ BitVec 0)) Bool)
          |                           ^"#]],
    );
    complains(
        "(assert (= 1 #b1))",
        &expect![[r#"
        error: `=` wants one sort, not Int and (_ BitVec 1)
         --> t.smt2:1:9
          |
        1 | (assert (= 1 #b1))
          |         ^^^^^^^^^"#]],
    );
    complains(
        "(assert true",
        &expect![[r#"
        error: this bracket is never closed
         --> t.smt2:1:1
          |
        1 | (assert true
          | ^
          |
          = help: the file may have been cut off"#]],
    );
}
