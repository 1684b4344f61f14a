//! BTOR2, AIGER and VMT-LIB: programs and diagnostics.

use expect_test::{Expect, expect};
use ferric3_import::{Format, ImportOptions, import};
use ferric3_ivl::{display_program, validate};

fn ivl(format: Format, text: &[u8]) -> String {
    let imported = import(format, "t", text, &ImportOptions::default());
    let imported = imported.unwrap_or_else(|e| panic!("{}", e.diagnostics[0].render(&e.sources)));
    validate(&imported.program, &imported.terms).expect("a valid program");
    display_program(&imported.program, &imported.terms)
}

fn complains(format: Format, text: &[u8], expected: &Expect) {
    let imported = import(format, "t", text, &ImportOptions::default());
    let error = imported.expect_err("it cannot be read");
    expected.assert_eq(&error.diagnostics[0].render(&error.sources));
}

#[test]
fn btor2_has_states_inputs_constraints_and_bads() {
    let text = "; a counter\n1 sort bitvec 8\n2 sort bitvec 1\n3 zero 1\n4 state 1 count\n\
                5 init 1 4 3\n6 input 2 go ; read in each step\n7 one 1\n8 add 1 4 7\n\
                9 ite 1 6 8 4\n10 next 1 4 9\n11 state 1 any\n12 constd 1 -1\n13 eq 2 4 12\n\
                14 bad 13 full\n15 ult 2 4 11\n16 constraint -15\n17 bad 2\n";
    complains(
        Format::Btor2,
        text.as_bytes(),
        &expect![[r#"
        error: there is no node 2
          --> t:18:8
           |
        18 | 17 bad 2
           |        ^
           |
           = help: a node stands in a line above those that use it"#]],
    );
    let text = text.replace("17 bad 2\n", "17 bad -6\n");
    expect![[r#"
        entry proc system()
          local count: u8
          local any: u8
          local go: bool
          local any.1: u8
          local any.2: u8
        b0:
          any.1 := havoc  // nondet any
          count := 0
          any := any.1
          goto b1
        b1:
          go := havoc  // nondet go
          assume !(count <u any)
          assert count != -1  // p0: bad 0, full
          assert go  // p1: bad 1
          any.2 := havoc  // nondet any
          count := go ? count + 1 : count
          any := any.2
          goto b1
    "#]]
    .assert_eq(&ivl(Format::Btor2, text.as_bytes()));
}

#[test]
fn every_operator_of_btor2_is_known() {
    let mut text = "1 sort bitvec 8\n2 sort bitvec 1\n3 sort array 1 1\n4 input 1 a\n5 input 1 b\n\
                    6 state 3 m\n7 write 3 6 4 5\n8 next 3 6 7\n9 read 1 6 5\n10 sort bitvec 16\n\
                    11 concat 10 4 5\n"
        .to_owned();
    let mut number = 12;
    let mut add = |line: String| {
        text.push_str(&format!("{number} {line}\n"));
        number += 1;
    };
    for op in ["not", "inc", "dec", "neg"] {
        add(format!("{op} 1 4"));
    }
    for op in ["redand", "redor", "redxor"] {
        add(format!("{op} 2 -4"));
    }
    for op in [
        "and", "nand", "nor", "or", "xnor", "xor", "rol", "ror", "sll", "sra", "srl", "add", "mul",
        "sdiv", "udiv", "smod", "srem", "urem", "sub",
    ] {
        add(format!("{op} 1 4 5"));
    }
    for op in [
        "eq", "neq", "sgt", "ugt", "sgte", "ugte", "slt", "ult", "slte", "ulte", "saddo", "uaddo",
        "sdivo", "udivo", "smulo", "umulo", "ssubo", "usubo",
    ] {
        add(format!("{op} 2 4 5"));
    }
    for line in [
        "slice 2 4 3 3",
        "uext 10 4 8",
        "sext 10 5 8",
        "consth 1 fF",
        "const 1 00000001",
        "ones 1",
        "constd 1 255",
    ] {
        add(line.to_owned());
    }
    // The same operators on single bits.
    add("eq 2 4 5".to_owned());
    add("ult 2 4 5".to_owned());
    let (a, b) = (63, 64);
    for op in [
        "iff", "implies", "and", "sll", "sra", "udiv", "srem", "rol", "ugt", "slt", "saddo", "mul",
        "sub", "nand",
    ] {
        add(format!("{op} 2 {a} {b}"));
    }
    add("bad 78".to_owned());
    let read = ivl(Format::Btor2, text.as_bytes());
    assert!(read.contains("assert"), "{read}");
}

#[test]
fn what_is_wrong_in_btor2_has_a_place() {
    let f = Format::Btor2;
    complains(
        f,
        b"1 sort bitvec 0\n",
        &expect![[r#"
        error: a width is a number from 1 to 65536
         --> t:1:15
          |
        1 | 1 sort bitvec 0
          |               ^"#]],
    );
    complains(
        f,
        b"1 sort bitvec 8\n2 state 1\n3 add 1 2 7\n",
        &expect![[r#"
            error: there is no node 7
             --> t:3:11
              |
            3 | 3 add 1 2 7
              |           ^
              |
              = help: a node stands in a line above those that use it"#]],
    );
    complains(
        f,
        b"1 sort bitvec 8\n2 sort bitvec 4\n3 state 1\n4 state 2\n5 add 1 3 4\n",
        &expect![[r#"
            error: the operands have different sorts: (_ BitVec 8) and (_ BitVec 4)
             --> t:5:11
              |
            5 | 5 add 1 3 4
              |           ^"#]],
    );
    complains(
        f,
        b"1 sort bitvec 8\n1 state 1\n",
        &expect![[r#"
        error: numbers must grow: this one comes after 1
         --> t:2:1
          |
        2 | 1 state 1
          | ^"#]],
    );
    complains(
        f,
        b"1 sort bitvec 1\n2 input 1\n3 fair 2\n",
        &expect![[r#"
        error: `fair` is not supported: only safety can be checked
         --> t:3:3
          |
        3 | 3 fair 2
          |   ^^^^
          |
          = help: properties are `bad` lines"#]],
    );
    complains(
        f,
        b"1 sort bitvec 4\n2 constd 1 16\n",
        &expect![[r#"
        error: the constant does not fit into 4 bits
         --> t:2:12
          |
        2 | 2 constd 1 16
          |            ^^"#]],
    );
    complains(
        f,
        b"1 sort bitvec 4\n2 frobnicate 1\n",
        &expect![[r#"
        error: `frobnicate` is no operator of BTOR2
         --> t:2:3
          |
        2 | 2 frobnicate 1
          |   ^^^^^^^^^^
          |
          = help: after the number comes an operator, then the number of a sort"#]],
    );
    complains(
        f,
        b"1 sort bitvec 4\n2 state\n",
        &expect![[r#"
        error: something is missing at the end of this line
         --> t:2:3
          |
        2 | 2 state
          |   ^^^^^"#]],
    );
    complains(
        f,
        b"hello\n",
        &expect![[r#"
        error: a line begins with its number
         --> t:1:1
          |
        1 | hello
          | ^^^^^
          |
          = help: comments begin with `;`"#]],
    );
}

/// A toggle with an enable, that must not be on.
const TOGGLE: &str =
    "aag 4 1 1 0 2 1 1\n2\n4 9 4\n4\n2\n6 5 3\n8 7 3\ni0 enable\nl0 on\nb0 is on\nc\nhi\n";

#[test]
fn aiger_is_text_or_binary() {
    let ascii = ivl(Format::Aiger, TOGGLE.as_bytes());
    expect![[r#"
        entry proc system()
          local on: bool
          local enable: bool
          local on.1: bool
        b0:
          on.1 := havoc  // nondet on
          on := on.1
          goto b1
        b1:
          enable := havoc  // nondet enable
          assume enable
          assert !on  // p0: bad 0, is on
          on := !(!(!on && !enable) && !enable)
          goto b1
    "#]]
    .assert_eq(&ascii);
    let mut binary = b"aig 4 1 1 0 2 1 1\n9 4\n4\n2\n".to_vec();
    binary.extend([6 - 5, 5 - 3, 8 - 7, 7 - 3]);
    binary.extend(b"i0 enable\nl0 on\nb0 is on\nc\nhi\n");
    assert_eq!(ascii, ivl(Format::Aiger, &binary));
    // Before version 1.9, outputs are what must not be.
    let old = "aag 1 1 0 1 0\n2\n2\no0 out\n";
    expect![[r#"
        entry proc system()
          local i0: bool
        b0:
          goto b1
        b1:
          i0 := havoc  // nondet i0
          assert !i0  // p0: bad 0, out
          goto b1
    "#]]
    .assert_eq(&ivl(Format::Aiger, old.as_bytes()));
}

#[test]
fn what_is_wrong_in_aiger_has_a_place() {
    let f = Format::Aiger;
    complains(
        f,
        b"aag 1 1 0 0 0 0 0 1\n2\n1\n2\n",
        &expect![[r#"
        error: justice is not supported: only safety can be checked
         --> t:1:19
          |
        1 | aag 1 1 0 0 0 0 0 1
          |                   ^
          |
          = help: properties are `bad` literals"#]],
    );
    complains(
        f,
        b"aag 1 1 0 0 0 0 0 0 1\n2\n2\n",
        &expect![[r#"
        error: fairness is not supported: only safety can be checked
         --> t:1:21
          |
        1 | aag 1 1 0 0 0 0 0 0 1
          |                     ^
          |
          = help: properties are `bad` literals"#]],
    );
    complains(
        f,
        b"aag 2 0 0 1 2\n2\n2 4 4\n4 2 2\n",
        &expect![[r#"
        error: gate 2 depends on itself
         --> t:2:1
          |
        2 | 2
          | ^"#]],
    );
    complains(
        f,
        b"aag 2 1 0 1 0\n2\n4\n",
        &expect![[r#"
        error: 4 is not defined
         --> t:3:1
          |
        3 | 4
          | ^"#]],
    );
    complains(
        f,
        b"aag 1 1 0 1 0\n2\n9\n",
        &expect![[r#"
        error: a literal is at most 3
         --> t:3:1
          |
        3 | 9
          | ^"#]],
    );
    complains(
        f,
        b"aag 1 1 0 1 1\n2\n2\n2 2 2\n",
        &expect![[r#"
        error: 2 variables are defined, not 1
         --> t:1:5
          |
        1 | aag 1 1 0 1 1
          |     ^"#]],
    );
    complains(
        f,
        b"aig 1 1 0 1 1\n2\n\x00\x00",
        &expect![[r#"
        error: 2 variables are defined, not 1
         --> t:1:5
          |
        1 | aig 1 1 0 1 1
          |     ^"#]],
    );
    complains(
        f,
        b"aag 1 0 1 1 0\n2 2 7\n2\n",
        &expect![[r#"
        error: a literal is at most 3
         --> t:2:5
          |
        2 | 2 2 7
          |     ^"#]],
    );
    complains(
        f,
        b"",
        &expect![[r#"
        error: the file ends where the header `aag` or `aig` was expected
        --> t:1:0"#]],
    );
}

const VMT: &str = "(declare-fun x () (_ BitVec 8))
(declare-fun x1 () (_ BitVec 8))
(declare-fun go () Bool)
(define-fun sx () (_ BitVec 8) (! x :next x1))
(define-fun init () Bool (! (and (bvuge x #x01) (bvult x #x05)) :init true))
(define-fun trans () Bool (! (ite go (= x1 (bvadd sx #x01)) (= x x1)) :trans true))
(define-fun p () Bool (! (not (= x #x00)) :invar-property 3))
(assert true)
";

#[test]
fn vmt_has_relations() {
    expect![[r#"
        entry proc system()
          local x: u8
          local go: bool
        b0:
          x := havoc  // nondet x
          assume 1 <=u x
          assume x <u 5
          goto b1
        b1:
          assert x != 0  // p0: invariant property 3
          go := havoc  // nondet go
          x := go ? x + 1 : x
          goto b1
    "#]]
    .assert_eq(&ivl(Format::Vmt, VMT.as_bytes()));
}

#[test]
fn what_is_wrong_in_vmt_has_a_place() {
    let changed = |from: &str, to: &str| VMT.replace(from, to).into_bytes();
    let f = Format::Vmt;
    complains(
        f,
        &changed(":invar-property", ":live-property"),
        &expect![[r#"
            error: :live-property is not supported: only safety can be checked
             --> t:7:43
              |
            7 | (define-fun p () Bool (! (not (= x #x00)) :live-property 3))
              |                                           ^^^^^^^^^^^^^^
              |
              = help: properties are formulas with :invar-property"#]],
    );
    complains(
        f,
        &changed(":trans true", ":step true"),
        &expect![[r#"
        error: the annotation :step is not supported
         --> t:6:71
          |
        6 | (define-fun trans () Bool (! (ite go (= x1 (bvadd sx #x01)) (= x x1)) :step true))
          |                                                                       ^^^^^"#]],
    );
    complains(
        f,
        &changed(
            "(! (ite go (= x1 (bvadd sx #x01)) (= x x1)) :trans true)",
            "true",
        ),
        &expect![[r#"
            error: there is no formula with :trans in this file
             --> t:1:1
              |
            1 | (declare-fun x () (_ BitVec 8))
              | ^
              |
              = help: for Horn clauses, say --format horn"#]],
    );
    complains(
        f,
        &changed(":next x1", ":next go"),
        &expect![[r#"
        error: the next value has sort Bool, not (_ BitVec 8)
         --> t:4:43
          |
        4 | (define-fun sx () (_ BitVec 8) (! x :next go))
          |                                           ^^"#]],
    );
    complains(
        f,
        &changed("(assert true)", "(assert go)"),
        &expect![[r#"
        error: assertions mean nothing in VMT-LIB, but for (assert true)
         --> t:8:1
          |
        8 | (assert go)
          | ^^^^^^^^^^^
          |
          = help: for Horn clauses, say --format horn"#]],
    );
    complains(
        f,
        &changed("(_ BitVec 8)", "Text"),
        &expect![[r#"
        error: a sort was expected
         --> t:1:19
          |
        1 | (declare-fun x () Text)
          |                   ^^^^
          |
          = help: Bool, Int, Real, (_ BitVec n), or (Array (_ BitVec i) (_ BitVec e))"#]],
    );
}

/// A value of a function is an input, and what it is the value of is assumed, wherever the formula has it.
#[test]
fn functions_are_inputs_with_an_assumption() {
    let text = "(declare-fun x () Real)\n(declare-fun x.next () Real)\n\
        (define-fun .x () Real (! x :next x.next))\n\
        (define-fun s () Real (sin (* 2.0 x)))\n\
        (define-fun .init () Bool (! (= x 0.0) :init true))\n\
        (define-fun .trans () Bool (! (= x.next (+ s (exp s))) :trans true))\n\
        (define-fun .prop () Bool (! (not (= s 1.0)) :invar-property 0))\n";
    expect![[r#"
        entry proc system()
          local x: Real
          local sin: Real
          local exp: Real
        b0:
          x := 0
          goto b1
        b1:
          assert !(1 = sin(2 * x))  // p0: invariant property 0
          sin := havoc  // nondet sin
          exp := havoc  // nondet exp
          assume exp = exp(sin)
          assume sin = sin(2 * x)
          x := sin + exp
          goto b1
    "#]]
    .assert_eq(&ivl(Format::Vmt, text.as_bytes()));
}

/// Where a partial function has no value, its input may be anything, and that must not matter: not for the first states
/// either, for which there is a location of its own.
#[test]
fn partial_functions_are_inputs_where_they_have_a_value() {
    let text = "(declare-fun x () Real)\n(declare-fun x.next () Real)\n(declare-fun y () Real)\n\
        (define-fun .x () Real (! x :next x.next))\n\
        (define-fun .init () Bool (! (= x (pow y 0.5)) :init true))\n\
        (define-fun .trans () Bool (! (and (< 0.0 x) (= x.next (ite (< 1.0 x) (log x) (/ 1.0 x y)))) :trans true))\n\
        (define-fun .prop () Bool (! (distinct (ln (* 2 x)) 1.0) :invar-property 0))\n";
    expect![[r#"
        entry proc system()
          local x: Real
          local y: Real
          local pow: Real
          local log: Real
          local choice: bool
          temp choice.1: bool
        b0:
          choice.1 := havoc  // choice: which clause comes next
          if choice.1 then b3 else b4
        b1:
          assert !(0 < x && (2 * x) = exp(1))  // p0: invariant property 0
          y := havoc  // nondet y
          log := havoc  // nondet log
          choice := havoc  // nondet choice
          assert !(0 < x && x = exp(log) && (x == 0 || choice) && (x <= 1 || !(x <= 1 ? x != 0 && y != 0 : 0 < x)))  // p2: unsupported: `log` of a number that is not positive, or `/` by 0
          assert 0 < x  // p3: unsupported: `log` of a number that is not positive
          choice.1 := havoc  // choice: which clause comes next
          if choice.1 then b7 else b8
        b2:
          y := havoc  // nondet y
          pow := havoc  // nondet pow
          assert !(y != 0 && y <= 0)  // p1: unsupported: `pow` of numbers for which it has no value
          stop
        b3:
          y := havoc  // nondet y
          pow := havoc  // nondet pow
          assume pow = pow(y, 1/2)
          assume 0 < y
          x := pow
          goto b1
        b4:
          choice.1 := havoc  // choice: which clause comes next
          if choice.1 then b5 else b6
        b5:
          pow := havoc  // nondet pow
          assume pow = pow(0, 1/2)
          x := pow
          goto b1
        b6:
          goto b2
        b7:
          y := havoc  // nondet y
          log := havoc  // nondet log
          assume 0 < x
          assume x = exp(log) || x <= 0
          assume x <= 1 ? x != 0 && y != 0 : 0 < x
          x := x <= 1 ? 1 / x / y : log
          goto b1
        b8:
          y := havoc  // nondet y
          log := havoc  // nondet log
          assume 0 < x
          assume x = exp(log) || x <= 0
          assume x <= 0
          x := x <= 1 ? 1 / x / y : log
          goto b1
    "#]].assert_eq(&ivl(Format::Vmt, text.as_bytes()));
}

#[test]
fn functions_with_parameters_inside_are_refused() {
    let text = "(define-fun wave ((a Real)) Real (sin a))\n";
    complains(
        Format::Vmt,
        text.as_bytes(),
        &expect![[r#"
        error: functions such as `sin`, and division by what is no constant, are not supported in definitions with parameters
         --> t:1:34
          |
        1 | (define-fun wave ((a Real)) Real (sin a))
          |                                  ^^^^^^^"#]],
    );
    let text = "(declare-fun x () Real)\n(declare-fun x.next () Real)\n\
        (define-fun .x () Real (! x :next x.next))\n\
        (define-fun .trans () Bool (! (= x.next x) :trans true))\n\
        (define-fun .prop () Bool (! (< (sin x.next) 1.0) :invar-property 0))\n";
    complains(
        Format::Vmt,
        text.as_bytes(),
        &expect![[r#"
        error: a property is about states, and this one reads a next value
         --> t:5:30
          |
        5 | (define-fun .prop () Bool (! (< (sin x.next) 1.0) :invar-property 0))
          |                              ^^^^^^^^^^^^^^^^^^^^"#]],
    );
}
