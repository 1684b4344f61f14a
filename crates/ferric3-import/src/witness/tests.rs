//! Random runs that violate something: the file agrees with each of them, and with none of them once it
//! says something else.

use ferric3_ivl::{
    Interpreter, PropertyId, RandomInputs, RecordedInput, RecordingInputs, RunLimits, RunOutcome,
};
use ferric3_term::Op;

use super::{NoWitness, Quoted};
use crate::vmt::TRANS;
use crate::{Format, ImportOptions, Imported, import};

/// Two counters, one of which is a program counter, with choices, an input, a macro, shadowed names and
/// a query of its own.
const CLAUSES: &str = "(set-logic HORN)
(declare-fun inv ((_ BitVec 4) (_ BitVec 2) Bool) Bool)
(declare-fun |the end| ((_ BitVec 4)) Bool)
(define-fun more ((x (_ BitVec 4))) (_ BitVec 4) (bvadd x #x1))
(assert (forall ((x Bool)) (forall ((x (_ BitVec 4)) (b Bool)) (=> (= x #x0) (inv x #b00 b)))))
(assert (forall ((x (_ BitVec 4)) (y (_ BitVec 4)) (pc (_ BitVec 2)) (c Bool) (b Bool))
  (! (=> (and (inv x pc b) (= pc #b00) (or (= y (more x)) (and c (= y (bvadd x x #x2)))))
         (inv y #b01 (not c))) :weight 0)))
(assert (not (exists ((x (_ BitVec 4)) (b Bool))
  (and (inv x #b01 b) (bvult x #xa) (not (inv x #b00 b))))))
(assert (forall ((x (_ BitVec 4)) (b Bool)) (=> (and (inv x #b01 b) (bvuge x #xa)) (|the end| x))))
(assert (forall ((x (_ BitVec 4))) (=> (|the end| x) (not (= x #xc)))))
(check-sat)
";

const SYSTEM: &str = "(declare-fun x () (_ BitVec 4))
(declare-fun x.next () (_ BitVec 4))
(declare-fun |an input| () Bool)
(define-fun sv0 () (_ BitVec 4) (! x :next x.next))
(define-fun twice () (_ BitVec 4) (bvadd x x))
(define-fun start () Bool (! (bvult x #x2) :init true))
(define-fun step () Bool (! (or (= x.next (bvadd x #x1)) (and |an input| (= x.next twice))) :trans true))
(define-fun good () Bool (! (or |an input| (not (= x #x9))) :invar-property 0))
";

const WORDS: &str = "1 sort bitvec 4\n2 sort bitvec 1\n3 zero 1\n4 state 1 count\n5 init 1 4 3\n\
    6 input 2 go\n7 one 1\n8 add 1 4 7\n9 ite 1 6 8 4\n10 next 1 4 9\n11 state 1 any\n\
    12 constd 1 5\n13 eq 2 4 12\n14 ugt 2 11 12\n15 constraint 14\n16 bad 13\n";

/// A shift register of three latches, the last of which starts with anything.
const CIRCUIT: &str = "aag 5 1 3 0 1 1\n2\n4 2\n6 4\n8 6 8\n10\n10 6 9\n";

fn read(format: Format, text: &str) -> Imported {
    let options = ImportOptions {
        cuts: true,
        ..ImportOptions::default()
    };
    let imported = import(format, "file", text.as_bytes(), &options);
    imported.unwrap_or_else(|e| panic!("{}", e.diagnostics[0].render(&e.sources)))
}

/// Runs that violate something.
fn violations(imported: &Imported) -> Vec<(PropertyId, Vec<RecordedInput>)> {
    let mut interpreter = Interpreter::new(&imported.program, &imported.terms);
    let runs = (0..3000).filter_map(|seed| {
        let mut inputs = RecordingInputs::new(RandomInputs::new(seed));
        match interpreter.run(&mut inputs, &mut (), &RunLimits::steps(1000)) {
            RunOutcome::Violated { property, .. } => Some((property, inputs.into_given())),
            _ => None,
        }
    });
    let runs: Vec<_> = runs.take(50).collect();
    assert!(runs.len() > 10, "only {} runs violate anything", runs.len());
    runs
}

const FILES: [(Format, &str); 4] = [
    (Format::Horn, CLAUSES),
    (Format::Vmt, SYSTEM),
    (Format::Btor2, WORDS),
    (Format::Aiger, CIRCUIT),
];

#[test]
fn the_file_agrees_with_runs_of_the_program() {
    for (format, text) in FILES {
        let mut imported = read(format, text);
        for (property, run) in violations(&imported) {
            let Imported { origin, terms, .. } = &mut imported;
            let witness = origin.violation(terms, property, &run);
            assert!(witness.is_ok(), "{}: {witness:?}", format.name());
        }
    }
}

fn disagrees(imported: &mut Imported, property: PropertyId, run: &[RecordedInput]) -> bool {
    let Imported { origin, terms, .. } = imported;
    let witness = origin.violation(terms, property, run);
    matches!(witness, Err(NoWitness::Disagreement(_)))
}

/// A program that is not that of the file is found out.
#[test]
fn a_file_that_says_something_else_does_not_agree() {
    for (format, text) in FILES {
        let mut imported = read(format, text);
        let runs = violations(&imported);
        let (property, run) = &runs[0];
        let tt = imported.terms.tt();
        let honest = imported.clone();
        // A formula means something else than it did when the program was made.
        match &mut imported.origin.quoted {
            Quoted::Horn(horn) => {
                // The last clause is the query, which each of these runs violates.
                let last = horn.clauses.len() - 1;
                horn.clauses[last].formula = tt;
            }
            Quoted::Vmt(vmt) => {
                let trans = vmt.formulas[TRANS].as_mut().expect("there is one");
                let old = trans.term;
                let new = imported.terms.mk(Op::Not, &[old]);
                trans.term = new;
            }
            Quoted::Circuit => {
                let bad = imported.origin.file.queries[0].guard[0];
                let bad = imported.terms.mk(Op::Not, &[bad]);
                imported.origin.file.queries[0].guard = vec![bad];
            }
        }
        assert!(
            disagrees(&mut imported, *property, run),
            "{}",
            format.name()
        );
        // The same run without its last step ends where nothing is violated.
        let mut imported = honest;
        assert!(!disagrees(&mut imported, *property, run));
        let is_step = |recorded: &RecordedInput| {
            let site = imported.origin.sites[recorded.input.index()];
            matches!(site, super::Site::Taken(_))
        };
        let last = run.iter().rposition(is_step).expect("there is a step");
        let shorter = run[..last].to_vec();
        assert!(
            disagrees(&mut imported, *property, &shorter),
            "{}",
            format.name()
        );
    }
}

/// Witnesses quote the file.
#[test]
fn refutations_and_traces_quote_the_file() {
    let mut imported = read(Format::Horn, CLAUSES);
    let (property, run) = violations(&imported).swap_remove(0);
    let Imported { origin, terms, .. } = &mut imported;
    let text = origin.violation(terms, property, &run).expect("a witness");
    assert!(
        text.contains(
            "(define-fun clause.0 ((x (_ BitVec 4)) (b Bool)) Bool (=> (= x #x0) (inv x #b00 b)))"
        ),
        "{text}"
    );
    assert!(text.contains("\n(assert (clause.0 #x0 "), "{text}");
    assert!(
        text.ends_with("\n(assert (clause.4 #xc))\n; so false\n(check-sat)\n"),
        "{text}"
    );
    let mut imported = read(Format::Vmt, SYSTEM);
    let (property, run) = violations(&imported).swap_remove(0);
    let Imported { origin, terms, .. } = &mut imported;
    let text = origin.violation(terms, property, &run).expect("a witness");
    assert!(
        text.contains("(define-fun start () Bool (bvult x #x2))\n"),
        "{text}"
    );
    assert!(
        text.ends_with(
            "(assert (= |an input| false))\n(assert (not trace.property))\n(check-sat)\n(pop 1)\n"
        ),
        "{text}"
    );
}
