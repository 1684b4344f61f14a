//! Transition systems with products of variables, and with transcendental functions: intervals decide them.

use crate::support::Folder;

const TRUE: &str = "Verification result: TRUE";
const FALSE: &str = "Verification result: FALSE(unreach-call)";

/// A counter up to 5 at most, and its square one step later.
fn squares(bound: u32) -> String {
    format!(
        "\
(declare-fun x () Int)
(declare-fun x.next () Int)
(declare-fun y () Int)
(declare-fun y.next () Int)
(declare-fun go () Bool)
(define-fun .x () Int (! x :next x.next))
(define-fun .y () Int (! y :next y.next))
(define-fun .init () Bool (! (and (= x 0) (= y 0)) :init true))
(define-fun .trans () Bool
  (! (and (= x.next (ite (and go (< x 5)) (+ x 1) 0)) (= y.next (* x x))) :trans true))
(define-fun .prop () Bool (! (<= y {bound}) :invar-property 0))
"
    )
}

/// A real number that an input moves; it stays below 1 if the input is at most a half.
fn parabola(greatest: &str) -> String {
    format!(
        "\
(set-logic HORN)
(declare-fun S (Real) Bool)
(assert (forall ((x Real)) (=> (and (<= 0.0 x) (<= x 1.0)) (S x))))
(assert (forall ((x Real) (i Real))
  (=> (and (S x) (<= 0.0 i) (<= i {greatest})) (S (+ (* 0.5 (^ x 2)) (* i x))))))
(assert (forall ((x Real)) (=> (and (S x) (> (* x x) 1.0)) false)))
"
    )
}

/// A filter of a wave: it has at most twice the amplitude.
fn filter(amplitude: &str) -> String {
    format!(
        "\
(declare-fun x () Real)
(declare-fun x.next () Real)
(declare-fun t () Real)
(declare-fun t.next () Real)
(define-fun .x () Real (! x :next x.next))
(define-fun .t () Real (! t :next t.next))
(define-fun .init () Bool (! (and (= x 0.0) (= t 0.0)) :init true))
(define-fun .trans () Bool
  (! (and (= t.next (+ t 0.5)) (= x.next (+ (* 0.5 x) (* {amplitude} (cos t))))) :trans true))
(define-fun .prop () Bool (! (< x 2.0) :invar-property 0))
"
    )
}

#[track_caller]
fn says(name: &str, text: &str, options: &[&str], expected: &str) -> String {
    let folder = Folder::new(&[(name, text)]);
    let args: Vec<&str> = ["check", name].iter().chain(options).copied().collect();
    let ran = folder.run(&args);
    assert!(ran.out.contains(expected), "{options:?} {ran:#?}");
    ran.out
}

#[test]
fn products_of_integers() {
    for options in [&["--solver", "icp", "--engine", "ic3cfa"][..], &[]] {
        let out = says("squares.vmt", &squares(25), options, TRUE);
        assert!(out.contains("a checker of interval derivations"), "{out}");
        says("squares.vmt", &squares(24), options, FALSE);
    }
}

#[test]
fn products_of_real_numbers() {
    for engine in ["ic3cfa", "kind"] {
        let options = ["--solver", "icp", "--engine", engine];
        let out = says("parabola.smt2", &parabola("0.5"), &options, TRUE);
        assert!(out.contains("a checker of interval derivations"), "{out}");
        says("parabola.smt2", &parabola("0.75"), &options, FALSE);
    }
    says("parabola.smt2", &parabola("0.5"), &[], TRUE);
    says("parabola.smt2", &parabola("0.75"), &[], FALSE);
}

/// The cosine of 0 is a number; that of no other number is one, so that only a proof is found.
#[test]
fn transcendental_functions() {
    let options = ["--solver", "icp", "--engine", "ic3cfa"];
    let out = says("filter.vmt", &filter("0.99"), &options, TRUE);
    assert!(out.contains("a checker of interval derivations"), "{out}");
    says("filter.vmt", &filter("2.0"), &options, FALSE);
    says("filter.vmt", &filter("0.99"), &[], TRUE);
}

/// Bits alone say what they do not know.
#[test]
fn bits_refuse_them_by_name() {
    let options = ["--engine", "ic3cfa"];
    says(
        "squares.vmt",
        &squares(25),
        &options,
        "products and quotients of sort Int",
    );
    says("filter.vmt", &filter("0.99"), &options, "the function cos");
}

/// A number that shrinks to its logarithm and more; it starts at least at `start`.
fn logarithms(start: &str, step: &str, bound: &str) -> String {
    format!(
        "\
(declare-fun x () Real)
(declare-fun x.next () Real)
(define-fun .x () Real (! x :next x.next))
(define-fun .init () Bool (! (and (<= {start} x) (<= x 4.0)) :init true))
(define-fun .trans () Bool (! (= x.next {step}) :trans true))
(define-fun .prop () Bool (! (< x {bound}) :invar-property 0))
"
    )
}

/// A logarithm that is only asked for where there is one, and one that need not be.
#[test]
fn logarithms_have_values_or_are_obstacles() {
    let step = "(ite (<= 1.0 x) (+ 1.0 (log x)) 1.0)";
    let text = logarithms("1.0", step, "5.0");
    for options in [&["--solver", "icp", "--engine", "ic3cfa"][..], &[]] {
        let out = says("log.vmt", &text, options, TRUE);
        assert!(out.contains("a checker of interval derivations"), "{out}");
        let text = logarithms("0.0", "(+ 1.0 (log x))", "5.0");
        let reason = "`log` of a number that is not positive";
        says("log.vmt", &text, options, reason);
    }
    // Who asks whether there is one gets an answer; and `log 1` is a number.
    let guarded = "(ite (< 0.0 x) (ln x) 6.0)";
    says("log.vmt", &logarithms("0.5", guarded, "7.0"), &[], TRUE);
    says("log.vmt", &logarithms("1.0", guarded, "6.0"), &[], FALSE);
}

/// Powers with variable exponents: roots shrink what is above 1, and some of them are numbers.
#[test]
fn powers_have_values_or_are_obstacles() {
    let text = logarithms("1.0", "(pow x (/ 1.0 x))", "4.5");
    says("pow.vmt", &text, &[], TRUE);
    let text = logarithms("1.0", "(ite (= x 4.0) (^ x 1.5) 0.0)", "7.9");
    says("pow.vmt", &text, &[], FALSE);
    let text = logarithms("(- 1.0)", "(pow x 0.5)", "5.0");
    says(
        "pow.vmt",
        &text,
        &[],
        "`pow` of numbers for which it has no value",
    );
}

/// `x / 0` is whatever a model wants: what depends on it is not decided, and anything else is, also where our own terms
/// have a value that would decide it.
#[test]
fn divisions_by_variables() {
    let system = |guard: &str, bound: &str| {
        format!(
            "\
(set-logic HORN)
(declare-fun p (Int Int) Bool)
(assert (forall ((d Int)) (=> (and (<= 0 d) (<= d 9)) (p 90 d))))
(assert (forall ((x Int) (d Int)) (=> (and (p x d) {guard}) (p (div x d) (- d 1)))))
(assert (forall ((x Int) (d Int)) (=> (and (p x d) {bound}) false)))
"
        )
    };
    let at_zero = "`div` by 0";
    for (guard, bound, expected) in [
        ("(> d 0)", "(or (< x 0) (> x 90))", TRUE),
        ("(> d 0)", "(= x 11)", FALSE),
        ("true", "(> x 90)", at_zero),
        ("true", "(= x 13)", at_zero),
        ("true", "(= x 10)", FALSE),
        (
            "(distinct d 0)",
            "(and (= d 0) (< (mod x d) 5))",
            "`mod` by 0",
        ),
        (
            "(distinct d 0)",
            "(and (distinct d 0) (= (mod 45 d) 3) (= x 90))",
            FALSE,
        ),
    ] {
        says("div.smt2", &system(guard, bound), &[], expected);
    }
}

/// Numbers that are squared in each iteration have as many digits as there is memory after some dozens of these; nobody
/// may follow them that far.
#[test]
fn squares_of_squares() {
    let system = |start: &str| {
        format!(
            "\
(declare-fun x () Real)
(declare-fun x.next () Real)
(define-fun .x () Real (! x :next x.next))
(define-fun .init () Bool (! {start} :init true))
(define-fun .trans () Bool (! (= x.next (* x x)) :trans true))
(define-fun .prop () Bool (! (<= x 0.5) :invar-property 0))
"
        )
    };
    for start in ["(and (<= 0.0 x) (<= x 0.5))", "(= x (/ 1.0 3.0))"] {
        says("squares.vmt", &system(start), &["--timeout", "60"], TRUE);
    }
    says("squares.vmt", &system("(= x 1.5)"), &[], FALSE);
}
