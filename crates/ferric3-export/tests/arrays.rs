//! An automaton with an array, in the formats that know arrays.
//!
//! ```text
//! init ─ a := 0…; i := input ─► loop ─ a[i] := 1; i := i + 1 ─► loop
//!                               loop ─ a[0] = 1 ∧ i = 2 ─► error
//! ```

use expect_test::expect;
use ferric3_cfa::Cfa;
use ferric3_export::{Problem, StartValues, TransitionSystem, btor2, chc, smt2, vmt};
use ferric3_term::{Sort, Terms};

fn automaton(terms: &mut Terms) -> Cfa {
    let mut cfa = Cfa::new();
    let sort = Sort::Array {
        index: 2,
        element: 1,
    };
    let (a_symbol, a) = terms.fresh_symbol("a", sort);
    let (i_symbol, i) = terms.fresh_symbol("i", Sort::BitVec(2));
    cfa.add_state_var(terms, a_symbol, None);
    cfa.add_state_var(terms, i_symbol, None);
    let head = cfa.add_location("main:3", None);
    let zeros = terms.zero_of(sort);
    let clear = cfa.commands.assign(a_symbol, zeros);
    let read = cfa.commands.havoc(terms, i_symbol, None);
    let enter = cfa.commands.seq(terms, clear, read);
    cfa.add_edge(cfa.initial, enter, head);
    let [zero, one, two] = [0, 1, 2].map(|value| terms.bv_u64(value, 2));
    let bit = terms.bv_u64(1, 1);
    let (stored, next) = (terms.store(a, i, bit), terms.bv_add(i, one));
    let write = cfa.commands.assign(a_symbol, stored);
    let step = cfa.commands.assign(i_symbol, next);
    let step = cfa.commands.seq(terms, write, step);
    cfa.add_edge(head, step, head);
    let first = terms.select(a, zero);
    let wrong = [terms.eq(first, bit), terms.eq(i, two)];
    let wrong = terms.and(&wrong);
    let wrong = cfa.commands.assume(wrong);
    cfa.add_edge(head, wrong, cfa.error);
    cfa
}

#[test]
fn formats_with_arrays() {
    let mut terms = Terms::new();
    let cfa = automaton(&mut terms);
    let problem = Problem::new(&cfa, &mut terms);
    let system = TransitionSystem::new(&problem, &mut terms, StartValues::Arbitrary);
    assert_eq!(system.btor2_obstacle(&terms), None);
    expect![[r#"
        ; Ferric3: a program as a transition system in BTOR2.
        ; pc = 0: init
        ; pc = 1: error
        ; pc = 2: main:3
        ; pc = 3: stuck
        1 sort bitvec 2
        2 input 1 i?0
        3 sort bitvec 1
        4 input 3 pick?0
        5 const 1 00
        6 state 1 pc
        7 init 1 6 5
        8 sort array 1 3
        9 state 8 a
        10 state 1 i
        11 const 1 11
        12 const 1 01
        13 eq 3 6 12
        14 ite 1 13 12 11
        15 not 3 4
        16 const 1 10
        17 eq 3 10 16
        18 const 3 1
        19 read 3 9 5
        20 eq 3 19 18
        21 and 3 20 17
        22 and 3 21 15
        23 ite 1 22 12 11
        24 ite 1 4 16 23
        25 eq 3 6 16
        26 ite 1 25 24 14
        27 eq 3 6 5
        28 ite 1 27 16 26
        29 next 1 6 28
        30 write 8 9 10 18
        31 ite 8 25 30 9
        32 const 3 0
        33 state 8
        34 init 8 33 32
        35 next 8 33 33
        36 ite 8 27 33 31
        37 next 8 9 36
        38 add 1 10 12
        39 ite 1 25 38 10
        40 ite 1 27 2 39
        41 next 1 10 40
        42 bad 13 error
    "#]]
    .assert_eq(&btor2(&problem, &system, &mut terms));
    expect![[r#"
        ; Ferric3: a program as Horn clauses, one predicate per location.
        ; sat: no error is reachable. unsat: an error is reachable.
        (set-logic HORN)
        ; init
        (declare-fun l0.init () Bool)
        ; error
        (declare-fun l1.error () Bool)
        ; main:3
        (declare-fun l2.main_3 ((Array (_ BitVec 2) (_ BitVec 1)) (_ BitVec 2)) Bool)
        (assert (forall ((unused Bool))
          (=> true l0.init)))
        (assert (forall ((i?0 (_ BitVec 2)) (a.next (Array (_ BitVec 2) (_ BitVec 1))) (i.next (_ BitVec 2)))
          (=> (and l0.init (and (= a.next ((as const (Array (_ BitVec 2) (_ BitVec 1))) #b0)) (= i.next i?0))) (l2.main_3 a.next i.next))))
        (assert (forall ((a (Array (_ BitVec 2) (_ BitVec 1))) (i (_ BitVec 2)) (pick?0 Bool) (a.next!11 (Array (_ BitVec 2) (_ BitVec 1))) (i.next!12 (_ BitVec 2)))
          (=> (and (l2.main_3 a i) (and pick?0 (= a.next!11 (store a i #b1)) (= i.next!12 (bvadd i #b01)))) (l2.main_3 a.next!11 i.next!12))))
        (assert (forall ((a (Array (_ BitVec 2) (_ BitVec 1))) (i (_ BitVec 2)) (pick?0 Bool))
          (=> (and (l2.main_3 a i) (and (= (select a #b00) #b1) (= i #b10) (not pick?0))) l1.error)))
        (assert (forall ((unused Bool))
          (=> l1.error false)))
        (check-sat)
    "#]].assert_eq(&chc(&problem, &mut terms));
    expect![[r#"
        ; Ferric3: a program as a transition system in SMT-LIB.
        ; pc = 0: init
        ; pc = 1: error
        ; pc = 2: main:3
        ; pc = 3: stuck
        (set-logic ALL)
        (define-fun init ((pc (_ BitVec 2)) (a (Array (_ BitVec 2) (_ BitVec 1))) (i (_ BitVec 2))) Bool
          (= pc #b00))
        (define-fun trans ((pc (_ BitVec 2)) (a (Array (_ BitVec 2) (_ BitVec 1))) (i (_ BitVec 2)) (i?0 (_ BitVec 2)) (pick?0 Bool) (pc.next (_ BitVec 2)) (a.next!14 (Array (_ BitVec 2) (_ BitVec 1))) (i.next!15 (_ BitVec 2))) Bool
          (let ((?22 (= pc #b00))) (let ((?24 (= pc #b10))) (and (= pc.next (ite ?22 #b10 (ite ?24 (ite pick?0 #b10 (ite (and (= (select a #b00) #b1) (= i #b10) (not pick?0)) #b01 #b11)) (ite (= pc #b01) #b01 #b11)))) (= a.next!14 (ite ?22 ((as const (Array (_ BitVec 2) (_ BitVec 1))) #b0) (ite ?24 (store a i #b1) a))) (= i.next!15 (ite ?22 i?0 (ite ?24 (bvadd i #b01) i)))))))
        (define-fun bad ((pc (_ BitVec 2)) (a (Array (_ BitVec 2) (_ BitVec 1))) (i (_ BitVec 2))) Bool
          (= pc #b01))
        ; 1 steps. sat: an error is at most that far away. unsat: further, or unreachable.
        (declare-fun pc.0 () (_ BitVec 2))
        (declare-fun a.0 () (Array (_ BitVec 2) (_ BitVec 1)))
        (declare-fun i.0 () (_ BitVec 2))
        (assert (init pc.0 a.0 i.0))
        (declare-fun i?0.0 () (_ BitVec 2))
        (declare-fun pick?0.0 () Bool)
        (declare-fun pc.1 () (_ BitVec 2))
        (declare-fun a.1 () (Array (_ BitVec 2) (_ BitVec 1)))
        (declare-fun i.1 () (_ BitVec 2))
        (assert (trans pc.0 a.0 i.0 i?0.0 pick?0.0 pc.1 a.1 i.1))
        (assert (bad pc.1 a.1 i.1))
        (check-sat)
    "#]].assert_eq(&smt2(&problem, &system, &mut terms, Some(1)));
    let vmt = vmt(&problem, &system, &mut terms);
    assert!(vmt.contains("(set-logic ALL)"), "{vmt}");
    assert!(vmt.contains("(store a i #b1)"), "{vmt}");
}

#[test]
fn aiger_has_no_arrays() {
    let mut terms = Terms::new();
    let cfa = automaton(&mut terms);
    let problem = Problem::new(&cfa, &mut terms);
    let system = TransitionSystem::new(&problem, &mut terms, StartValues::Inputs);
    let obstacle = system.aiger_obstacle(&terms);
    let obstacle = obstacle.expect("there is an array");
    expect!["AIGER has no arrays, but `a` is one"].assert_eq(&obstacle);
}
