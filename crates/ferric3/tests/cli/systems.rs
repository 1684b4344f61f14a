//! Transition systems instead of C: verdicts, properties, witnesses, complaints.

use ferric3_term::BitVecValue;
use ferric3_testkit::{Extra, need};

use crate::peer_support::{aiger, btor2};
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
fn integers_and_real_numbers_are_decided() {
    let wrong = NUMBERS.replace("(< n 3)", "(> n 4)");
    let folder = Folder::new(&[("n.smt2", NUMBERS), ("w.smt2", &wrong)]);
    for engine in ["auto", "ic3cfa", "kind"] {
        let ran = folder.run(&["check", "n.smt2", "--engine", engine]);
        ran.expect(0, TRUE);
        assert!(ran.out.contains("by a fresh solver"), "{}", ran.out);
    }
    for engine in ["auto", "ic3cfa", "kind", "bmc"] {
        let ran = folder.run(&["check", "w.smt2", "--engine", engine]);
        ran.expect(10, FALSE);
    }
    let ran = folder.run(&["export", "--format", "btor2", "n.smt2"]);
    assert_ne!(ran.code, Some(0));
    assert!(ran.err.contains("BTOR2 has no numbers"), "{}", ran.err);
}

#[test]
fn z3_decides_integers_and_real_numbers() {
    if !need(Extra::Z3, "z3_decides_integers_and_real_numbers") {
        return;
    }
    let wrong = NUMBERS.replace("(< n 3)", "(> n 4)");
    let folder = Folder::new(&[("n.smt2", NUMBERS), ("w.smt2", &wrong)]);
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
    // A bounded search finds a shortest run; simulation, which comes first in a group, need not.
    let mut witness = vec!["check", "c.btor2", "--property", "full", "--witness", "w"];
    witness.extend(["--engine", "bmc"]);
    let ran = folder.run(&witness);
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
    let ran = folder.run(&["check", "h.smt2", "--witness", "refutation"]);
    ran.expect(10, FALSE);
    assert!(!ran.err.contains("there is no witness"), "{}", ran.err);
    let text = folder.read("refutation");
    // Four times around the loop: 0, 3, 6, 9, 12.
    assert_eq!(text.matches("\n(assert (clause.1 ").count(), 4, "{text}");
    assert!(text.contains("\n; so (|a loop| #x0c)\n"), "{text}");
    assert!(
        text.ends_with("(assert (clause.3 #x0c))\n; so false\n(check-sat)\n"),
        "{text}"
    );
}

/// Counts in twos up to 10, if it may. That it is never 7 is true, but 5 would be followed by 7.
const EVEN: &str = "1 sort bitvec 4\n2 sort bitvec 1\n3 zero 1\n4 state 1 count\n5 init 1 4 3\n\
    6 input 2 go\n7 const 1 0010\n8 add 1 4 7\n9 const 1 1010\n10 ult 2 4 9\n11 and 2 6 10\n\
    12 ite 1 11 8 4\n13 next 1 4 12\n14 const 1 0111\n15 eq 2 4 14\n16 bad 15 seven\n";

#[test]
fn certificates_of_words_are_inductive() {
    let folder = Folder::new(&[("c.btor2", EVEN)]);
    let ran = folder.run(&["check", "c.btor2", "--witness", "w"]);
    ran.expect(0, TRUE);
    assert_eq!(ran.err, "");
    let text = folder.read("w");
    // Another reader than ours looks at all states.
    let model = btor2::read(EVEN).expect("it can be read");
    let strong = btor2::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let start = strong.start(|_| panic!("nothing is open"));
    assert_eq!(start, model.start(|_| panic!("nothing is open")));
    let inputs: Vec<Vec<BitVecValue>> = (0..2)
        .map(|go| vec![BitVecValue::from_u64(go, 1)])
        .collect();
    let is_bad = |state: &[BitVecValue]| inputs.iter().any(|input| strong.step(state, input).1);
    assert!(!is_bad(&start), "{text}");
    let mut excluded = 0;
    for count in 0..16 {
        let state = [BitVecValue::from_u64(count, 4)];
        for input in &inputs {
            let (next, was_bad) = strong.step(&state, input);
            assert!(was_bad || !is_bad(&next), "{count}: {text}");
            let (other, is_violated) = model.step(&state, input);
            assert!(next == other && was_bad >= is_violated, "{count}: {text}");
            excluded += usize::from(was_bad && !is_violated);
        }
    }
    assert!(excluded > 0, "the property alone is not inductive: {text}");
}

/// Two latches that always change, one after the other: never the first without the second.
const LOCKSTEP: &str = "aag 3 0 2 0 1 1\n2 3\n4 5\n6\n6 5 2\nc\n";

#[test]
fn certificates_of_circuits_are_inductive() {
    let folder = Folder::new(&[("c.aag", LOCKSTEP)]);
    let ran = folder.run(&["check", "c.aag", "--witness", "w"]);
    ran.expect(0, TRUE);
    assert_eq!(ran.err, "");
    let text = folder.read("w");
    let model = aiger::read(LOCKSTEP.as_bytes()).expect("it can be read");
    let strong = aiger::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(strong.start(), model.start());
    assert!(!strong.step(&strong.start(), &[]).1, "{text}");
    let mut excluded = 0;
    for number in 0..4 {
        let state = [number & 1 == 1, number & 2 == 2];
        let (next, was_bad) = strong.step(&state, &[]);
        assert!(was_bad || !strong.step(&next, &[]).1, "{state:?}: {text}");
        let (other, is_violated) = model.step(&state, &[]);
        assert!(next == other && was_bad >= is_violated, "{state:?}: {text}");
        excluded += usize::from(was_bad && !is_violated);
    }
    assert!(excluded > 0, "the property alone is not inductive: {text}");
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
