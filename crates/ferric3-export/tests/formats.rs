//! Each format, for one tiny automaton.
//!
//! ```text
//! init ─ y := input ─► loop ─ x < y: x := x + 1 ─► loop
//!                      loop ─ x = 3 ∧ ¬(x < y) ─► error
//! ```
//!
//! `x` starts with any value, `z` matters nowhere. At the loop, a state with `x ≥ y` and `x ≠ 3` is
//! stuck.

use expect_test::{Expect, expect};
use ferric3_cfa::Cfa;
use ferric3_export::{
    AigerEncoding, Problem, StartValues, TransitionSystem, aiger, btor2, chc, smt2, vmt,
};
use ferric3_term::{Sort, SymbolId, Terms};

fn automaton(terms: &mut Terms) -> Cfa {
    let mut cfa = Cfa::new();
    let var = |terms: &mut Terms, cfa: &mut Cfa, name: &str| {
        let (symbol, term) = terms.fresh_symbol(name, Sort::BitVec(2));
        cfa.add_state_var(terms, symbol, None);
        (symbol, term)
    };
    let (x_symbol, x) = var(terms, &mut cfa, "x");
    let (y_symbol, y) = var(terms, &mut cfa, "y");
    let (z_symbol, _) = var(terms, &mut cfa, "z");
    let head = cfa.add_location("main:3", None);
    let (one, three) = (terms.bv_u64(1, 2), terms.bv_u64(3, 2));

    let enter = cfa.commands.havoc(terms, y_symbol, None);
    cfa.add_edge(cfa.initial, enter, head);

    let less = terms.bv_ult(x, y);
    let more = terms.bv_add(x, one);
    let step = cfa.commands.assume(less);
    let step = {
        let assign = cfa.commands.assign(x_symbol, more);
        cfa.commands.seq(terms, step, assign)
    };
    let step = {
        let assign = cfa.commands.assign(z_symbol, x);
        cfa.commands.seq(terms, step, assign)
    };
    cfa.add_edge(head, step, head);

    let is_three = terms.eq(x, three);
    let not_less = terms.not(less);
    let wrong = terms.and2(is_three, not_less);
    let wrong = cfa.commands.assume(wrong);
    cfa.add_edge(head, wrong, cfa.error);
    cfa.deterministic = true;
    cfa
}

fn with_system(
    start: StartValues,
    work: impl FnOnce(&Problem<'_>, &TransitionSystem, &mut Terms) -> String,
    expected: &Expect,
) {
    let mut terms = Terms::new();
    let cfa = automaton(&mut terms);
    let problem = Problem::new(&cfa, &mut terms);
    let system = TransitionSystem::new(&problem, &mut terms, start);
    expected.assert_eq(&work(&problem, &system, &mut terms));
}

#[test]
fn horn_clauses() {
    let mut terms = Terms::new();
    let cfa = automaton(&mut terms);
    let problem = Problem::new(&cfa, &mut terms);
    expect![[r#"
        ; Ferric3: a program as Horn clauses, one predicate per location.
        ; sat: no error is reachable. unsat: an error is reachable.
        (set-logic HORN)
        ; init
        (declare-fun l0.init ((_ BitVec 2)) Bool)
        ; error
        (declare-fun l1.error () Bool)
        ; main:3
        (declare-fun l2.main_3 ((_ BitVec 2) (_ BitVec 2)) Bool)
        (assert (forall ((x (_ BitVec 2)))
          (=> true (l0.init x))))
        (assert (forall ((x (_ BitVec 2)) (y?0 (_ BitVec 2)) (x.next (_ BitVec 2)) (y.next (_ BitVec 2)))
          (=> (and (l0.init x) (and (= x.next x) (= y.next y?0))) (l2.main_3 x.next y.next))))
        (assert (forall ((x (_ BitVec 2)) (y (_ BitVec 2)) (x.next!10 (_ BitVec 2)) (y.next!11 (_ BitVec 2)))
          (=> (and (l2.main_3 x y) (and (bvult x y) (= x.next!10 (bvadd x #b01)) (= y.next!11 y))) (l2.main_3 x.next!10 y.next!11))))
        (assert (forall ((x (_ BitVec 2)) (y (_ BitVec 2)))
          (=> (and (l2.main_3 x y) (and (= x #b11) (bvule y x))) l1.error)))
        (assert (forall ((unused Bool))
          (=> l1.error false)))
        (check-sat)
    "#]].assert_eq(&chc(&problem, &mut terms));
}

#[test]
fn vmt_lib() {
    with_system(
        StartValues::Arbitrary,
        vmt,
        &expect![[r#"
        ; Ferric3: a program as a transition system in VMT-LIB.
        ; pc = 0: init
        ; pc = 1: error
        ; pc = 2: main:3
        ; pc = 3: stuck
        (set-logic QF_BV)
        (declare-fun pc () (_ BitVec 2))
        (declare-fun pc.next () (_ BitVec 2))
        (declare-fun x () (_ BitVec 2))
        (declare-fun x.next () (_ BitVec 2))
        (declare-fun y () (_ BitVec 2))
        (declare-fun y.next () (_ BitVec 2))
        (declare-fun y?0 () (_ BitVec 2))
        (define-fun sv0 () (_ BitVec 2) (! pc :next pc.next))
        (define-fun sv1 () (_ BitVec 2) (! x :next x.next))
        (define-fun sv2 () (_ BitVec 2) (! y :next y.next))
        (define-fun init () Bool
          (! (= pc #b00) :init true))
        (define-fun trans () Bool
          (! (and (= pc.next (ite (= pc #b00) #b10 (ite (= pc #b10) (ite (bvult x y) #b10 (ite (and (= x #b11) (bvule y x)) #b01 #b11)) (ite (= pc #b01) #b01 #b11)))) (= x.next (ite (= pc #b10) (bvadd x #b01) x)) (= y.next (ite (= pc #b00) y?0 y))) :trans true))
        (define-fun safe () Bool
          (! (not (= pc #b01)) :invar-property 0))
        (assert true)
    "#]],
    );
}

#[test]
fn btor2_lines() {
    with_system(
        StartValues::Arbitrary,
        btor2,
        &expect![[r#"
        ; Ferric3: a program as a transition system in BTOR2.
        ; pc = 0: init
        ; pc = 1: error
        ; pc = 2: main:3
        ; pc = 3: stuck
        1 sort bitvec 2
        2 input 1 y?0
        3 const 1 00
        4 state 1 pc
        5 init 1 4 3
        6 state 1 x
        7 state 1 y
        8 const 1 11
        9 const 1 01
        10 sort bitvec 1
        11 eq 10 4 9
        12 ite 1 11 9 8
        13 ulte 10 7 6
        14 eq 10 6 8
        15 and 10 14 13
        16 ite 1 15 9 8
        17 const 1 10
        18 ult 10 6 7
        19 ite 1 18 17 16
        20 eq 10 4 17
        21 ite 1 20 19 12
        22 eq 10 4 3
        23 ite 1 22 17 21
        24 next 1 4 23
        25 add 1 6 9
        26 ite 1 20 25 6
        27 next 1 6 26
        28 ite 1 22 2 7
        29 next 1 7 28
        30 bad 11 error
    "#]],
    );
}

#[test]
fn smt_lib_with_a_query() {
    let two_steps = |problem: &Problem<'_>, system: &TransitionSystem, terms: &mut Terms| {
        smt2(problem, system, terms, Some(1))
    };
    with_system(
        StartValues::Arbitrary,
        two_steps,
        &expect![[r#"
        ; Ferric3: a program as a transition system in SMT-LIB.
        ; pc = 0: init
        ; pc = 1: error
        ; pc = 2: main:3
        ; pc = 3: stuck
        (set-logic QF_BV)
        (define-fun init ((pc (_ BitVec 2)) (x (_ BitVec 2)) (y (_ BitVec 2))) Bool
          (= pc #b00))
        (define-fun trans ((pc (_ BitVec 2)) (x (_ BitVec 2)) (y (_ BitVec 2)) (y?0 (_ BitVec 2)) (pc.next (_ BitVec 2)) (x.next (_ BitVec 2)) (y.next (_ BitVec 2))) Bool
          (and (= pc.next (ite (= pc #b00) #b10 (ite (= pc #b10) (ite (bvult x y) #b10 (ite (and (= x #b11) (bvule y x)) #b01 #b11)) (ite (= pc #b01) #b01 #b11)))) (= x.next (ite (= pc #b10) (bvadd x #b01) x)) (= y.next (ite (= pc #b00) y?0 y))))
        (define-fun bad ((pc (_ BitVec 2)) (x (_ BitVec 2)) (y (_ BitVec 2))) Bool
          (= pc #b01))
        ; 1 steps. sat: an error is at most that far away. unsat: further, or unreachable.
        (declare-fun pc.0 () (_ BitVec 2))
        (declare-fun x.0 () (_ BitVec 2))
        (declare-fun y.0 () (_ BitVec 2))
        (assert (init pc.0 x.0 y.0))
        (declare-fun y?0.0 () (_ BitVec 2))
        (declare-fun pc.1 () (_ BitVec 2))
        (declare-fun x.1 () (_ BitVec 2))
        (declare-fun y.1 () (_ BitVec 2))
        (assert (trans pc.0 x.0 y.0 y?0.0 pc.1 x.1 y.1))
        (assert (bad pc.1 x.1 y.1))
        (check-sat)
    "#]],
    );
}

#[test]
fn aiger_in_ascii() {
    let ascii = |problem: &Problem<'_>, system: &TransitionSystem, terms: &mut Terms| {
        let bytes = aiger(problem, system, terms, AigerEncoding::Ascii);
        String::from_utf8(bytes).expect("it is ASCII")
    };
    with_system(
        StartValues::Inputs,
        ascii,
        &expect![[r#"
        aag 56 4 6 0 46 1
        2
        4
        6
        8
        10 66
        12 71
        14 95
        16 101
        18 107
        20 113
        22
        22 13 10
        24 19 14
        26 18 15
        28 27 25
        30 29 18
        32 21 16
        34 20 17
        36 35 33
        38 37 20
        40 36 30
        42 41 39
        44 16 14
        46 44 42
        48 47 42
        50 49 42
        52 12 11
        54 52 42
        56 55 52
        58 52 51
        60 53 23
        62 61 59
        64 13 11
        66 65 57
        68 65 63
        70 69 65
        72 16 15
        74 17 14
        76 75 73
        78 52 15
        80 53 14
        82 81 79
        84 77 52
        86 53 16
        88 87 85
        90 64 6
        92 83 65
        94 93 91
        96 64 8
        98 89 65
        100 99 97
        102 64 2
        104 65 18
        106 105 103
        108 64 4
        110 65 20
        112 111 109
        i0 y?0[0]
        i1 y?0[1]
        i2 x.start[0]
        i3 x.start[1]
        l0 pc[0]
        l1 pc[1]
        l2 x[0]
        l3 x[1]
        l4 y[0]
        l5 y[1]
        b0 error
        c
        Ferric3: a program as a circuit.
        pc = 0: init
        pc = 1: error
        pc = 2: main:3
        pc = 3: stuck
    "#]],
    );
}

#[test]
fn only_live_variables_are_kept() {
    let mut terms = Terms::new();
    let cfa = automaton(&mut terms);
    let problem = Problem::new(&cfa, &mut terms);
    let names = |symbols: Vec<SymbolId>, terms: &Terms| -> Vec<String> {
        let names = symbols
            .iter()
            .map(|&symbol| terms.symbol(symbol).name.clone());
        names.collect()
    };
    let live = problem.live(cfa.initial).iter().copied().collect();
    assert_eq!(names(live, &terms), ["x"]);
    for (start, inputs) in [
        (StartValues::Arbitrary, vec!["y?0"]),
        (StartValues::Inputs, vec!["y?0", "x.start"]),
    ] {
        let system = TransitionSystem::new(&problem, &mut terms, start);
        let states = system.states.iter().map(|state| state.symbol).collect();
        assert_eq!(names(states, &terms), ["pc", "x", "y"]);
        assert_eq!(names(system.inputs.clone(), &terms), inputs);
    }
}
