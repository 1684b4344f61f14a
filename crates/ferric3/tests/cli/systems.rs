//! Transition systems instead of C: verdicts, properties, witnesses, complaints.

use ferric3_testkit::{Extra, need};

use crate::support::Folder;

const TRUE: &str = "Verification result: TRUE";
const FALSE: &str = "Verification result: FALSE(unreach-call)";

/// Counts up to 7 if it may; `full` can happen, `beyond` cannot.
const COUNTER: &str = "1 sort bitvec 8\n2 sort bitvec 1\n3 zero 1\n4 state 1 count\n5 init 1 4 3\n\
    6 input 2 go\n7 one 1\n8 add 1 4 7\n9 constd 1 7\n10 ult 2 4 9\n11 and 2 6 10\n12 ite 1 11 8 4\n\
    13 next 1 4 12\n14 eq 2 4 9\n15 bad 14 full\n16 ugt 2 4 9\n17 bad 16 beyond\n";

/// A loop up to 10, then its end.
const CLAUSES: &str = "(set-logic HORN)
(declare-fun |a loop| ((_ BitVec 8)) Bool)
(declare-fun end ((_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8))) (=> (= x #x00) (|a loop| x))))
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)))
  (=> (and (|a loop| x) (bvult x #x0a) (= y (bvadd x #x02))) (|a loop| y))))
(assert (forall ((x (_ BitVec 8))) (=> (and (|a loop| x) (bvuge x #x0a)) (end x))))
(assert (forall ((x (_ BitVec 8))) (=> (and (end x) (not (= x #x0a))) false)))
";

/// Two integers that grow together, and a real number that halves its distance to 1.
const NUMBERS: &str = "(set-logic HORN)
(declare-fun p (Int Int Real) Bool)
(assert (forall ((n Int)) (=> (>= n 3) (p n n (/ 1 3)))))
(assert (forall ((n Int) (m Int) (x Real) (k Int)) (=> (and (p n m x) (>= k (- 1)))
  (p (+ n k 1) (+ 1 k m) (/ (+ x 1) 2)))))
(assert (forall ((n Int) (m Int) (x Real)) (=> (and (p n m x) (or (< n 3) (not (= n m)) (>= x 1))) false)))
";

#[test]
fn integers_and_real_numbers_need_a_program_that_knows_them() {
    let wrong = NUMBERS.replace("(< n 3)", "(> n 4)");
    let folder = Folder::new(&[("n.smt2", NUMBERS), ("w.smt2", &wrong)]);
    let ran = folder.run(&["check", "n.smt2"]);
    ran.expect(20, "Verification result: UNKNOWN");
    assert!(ran.out.contains("sort Int"), "{}", ran.out);
    let ran = folder.run(&["export", "--format", "btor2", "n.smt2"]);
    assert_ne!(ran.code, Some(0));
    assert!(ran.err.contains("BTOR2 has no numbers"), "{}", ran.err);
    if !need(
        Extra::Z3,
        "integers_and_real_numbers_need_a_program_that_knows_them",
    ) {
        return;
    }
    for engine in ["ic3cfa", "kind"] {
        let line = ["check", "n.smt2", "--solver", "z3", "--engine", engine];
        let ran = folder.run(&line);
        ran.expect(0, TRUE);
        assert!(!ran.out.contains("by a fresh solver"), "{}", ran.out);
    }
    for engine in ["ic3cfa", "kind", "bmc"] {
        let line = ["check", "w.smt2", "--solver", "z3", "--engine", engine];
        folder.run(&line).expect(10, FALSE);
    }
}

#[test]
fn properties_are_asked_for_by_name_or_number() {
    let folder = Folder::new(&[("c.btor2", COUNTER)]);
    folder.run(&["check", "c.btor2"]).expect(10, FALSE);
    let witness = &["check", "c.btor2", "--property", "full", "--witness", "w"];
    let ran = folder.run(witness);
    ran.expect(10, FALSE);
    let text = folder.read("w");
    assert!(text.starts_with("sat\nb0\n#0\n@0\n0 "), "{text}");
    // Eight states, in seven steps with the input on.
    let on = text
        .lines()
        .filter(|line| line.starts_with("0 1 go@"))
        .count();
    assert!(
        text.contains("@7\n") && !text.contains("@8\n") && on >= 7,
        "{text}"
    );
    folder
        .run(&["check", "c.btor2", "--property", "1"])
        .expect(0, TRUE);
    let ran = folder.run(&["check", "c.btor2", "--property", "empty"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("there are: full, beyond"), "{}", ran.err);
}

#[test]
fn horn_clauses_have_a_model() {
    let folder = Folder::new(&[("h.smt2", CLAUSES), ("h.txt", CLAUSES)]);
    let ran = folder.run(&["check", "h.smt2", "--engine", "ic3cfa", "-v"]);
    ran.expect(0, TRUE);
    assert!(ran.out.contains("at a loop (h.smt2:"), "{}", ran.out);
    // Found by a run alone, which is no invariant: one is looked for.
    let ran = folder.run(&["check", "h.smt2", "--witness", "model"]);
    ran.expect(0, TRUE);
    let text = folder.read("model");
    assert!(text.starts_with("sat\n(define-fun |a loop| ((x"), "{text}");
    assert!(text.contains("\n(define-fun end (("), "{text}");
    folder
        .run(&["check", "h.txt", "--format", "horn"])
        .expect(0, TRUE);
    let wrong = CLAUSES.replace("#x02", "#x03");
    let folder = Folder::new(&[("h.smt2", &wrong)]);
    let ran = folder.run(&["check", "h.smt2", "--witness", "model"]);
    ran.expect(10, FALSE);
    assert!(ran.err.contains("there is no witness"), "{}", ran.err);
}

#[test]
fn what_cannot_be_read_is_a_diagnostic() {
    let folder = Folder::new(&[
        ("h.smt2", "(declare-fun p (Text) Bool)\n"),
        ("a.c", "int main(void) {}"),
    ]);
    let ran = folder.run(&["check", "h.smt2"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("a sort was expected"), "{}", ran.err);
    assert!(ran.err.contains("h.smt2:1:17"), "{}", ran.err);
    for (line, part) in [
        (
            &["check", "h.smt2", "--check", "overflow"][..],
            "--check is about C programs",
        ),
        (
            &["check", "a.c", "--property", "0"][..],
            "--property is about transition systems",
        ),
        (&["check", "h.smt2", "--32"][..], "--32 is about C programs"),
    ] {
        let ran = folder.run(line);
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        assert!(ran.err.contains(part), "{}", ran.err);
    }
}

#[test]
fn tasks_may_be_systems_of_which_nothing_is_known() {
    let list = "file\texpected\nc.btor2\tfalse\nh.smt2\tunknown\n";
    let folder = Folder::new(&[("c.btor2", COUNTER), ("h.smt2", CLAUSES), ("t.tsv", list)]);
    let ran = folder.run(&["bench", "t.tsv", "--timeout", "20", "--out", "o"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let results = folder.read("o/results.csv");
    assert!(results.contains(",h.smt2,auto,,TRUE,"), "{results}");
}
