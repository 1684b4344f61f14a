//! The simplex algorithm against brute force and against Fourier-Motzkin elimination.

use ferric3_sat::conformance::Rng;
use ferric3_sat::{Lit, Var};
use ferric3_term::Rational;

use super::bounds::Bound;
use super::delta::Delta;
use super::linear::{Num, Side, add_form};
use super::simplex::{Feasibility, Simplex};

/// `Σ coefficient · x ≤ bound`, or `<`.
#[derive(Clone, Debug)]
struct Row {
    form: Vec<(Num, Rational)>,
    bound: Delta,
}

fn random_row(rng: &mut Rng, count: usize) -> Row {
    let mut form = Vec::new();
    for index in 0..count {
        let coefficient = i64::try_from(rng.below(7)).unwrap() - 3;
        if coefficient != 0 {
            form.push((Num::new(index), Rational::from(coefficient)));
        }
    }
    let bound = Rational::new(
        i64::try_from(rng.below(21)).unwrap() - 10,
        1 + i64::try_from(rng.below(3)).unwrap(),
    );
    let strict = match rng.one_in(3) {
        true => Rational::MINUS_ONE,
        false => Rational::ZERO,
    };
    Row {
        form,
        bound: Delta::new(bound, strict),
    }
}

/// Is there a real solution? By eliminating one number after the other.
fn fourier_motzkin(rows: &[Row], count: usize) -> bool {
    let mut rows = rows.to_vec();
    for index in 0..count {
        let number = Num::new(index);
        let coefficient = |row: &Row| {
            let found = row.form.iter().find(|(x, _)| *x == number);
            found.map_or(Rational::ZERO, |(_, c)| c.clone())
        };
        let (with, mut rest): (Vec<Row>, Vec<Row>) = rows
            .into_iter()
            .partition(|row| !coefficient(row).is_zero());
        for upper in with.iter().filter(|row| coefficient(row).is_positive()) {
            for lower in with.iter().filter(|row| coefficient(row).is_negative()) {
                let (a, b) = (coefficient(upper), -coefficient(lower));
                let mut form = Vec::new();
                add_form(&mut form, &b, &upper.form);
                add_form(&mut form, &a, &lower.form);
                let mut bound = &upper.bound * &b;
                bound.add_product(&a, &lower.bound);
                rest.push(Row { form, bound });
            }
        }
        rows = rest;
    }
    rows.iter().all(|row| row.bound >= Delta::default())
}

fn lit(index: usize) -> Lit {
    Var::new(u32::try_from(index).unwrap()).positive()
}

/// Rows are asserted one by one and taken back at random; the answer is that of elimination, a conflict is
/// a contradictory sum, and the values satisfy everything.
#[test]
fn simplex_agrees_with_elimination() {
    let mut answers = [0, 0];
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let count = 1 + rng.below(3);
        let rows: Vec<Row> = (0..6).map(|_| random_row(&mut rng, count)).collect();
        let mut simplex = Simplex::default();
        for _ in 0..count {
            simplex.new_number();
        }
        let names: Vec<Num> = rows.iter().map(|_| simplex.new_number()).collect();
        for (&name, row) in names.iter().zip(&rows) {
            simplex.define(name, &row.form);
        }
        let mut asserted: Vec<(usize, usize)> = Vec::new();
        for _ in 0..30 {
            if rng.one_in(3) {
                let keep = rng.below(asserted.len() + 1);
                if let Some(&(_, mark)) = asserted.get(keep) {
                    simplex.bounds.backtrack(mark);
                    asserted.truncate(keep);
                }
                continue;
            }
            let index = rng.below(rows.len());
            asserted.push((index, simplex.bounds.mark()));
            let bound = Bound {
                value: rows[index].bound.clone(),
                reason: lit(index),
            };
            let mut answer = simplex.assert(names[index], Side::Upper, bound);
            if answer == Feasibility::Feasible {
                answer = simplex.check();
            }
            simplex.tableau.check();
            let chosen: Vec<Row> = asserted.iter().map(|&(row, _)| rows[row].clone()).collect();
            let expected = fourier_motzkin(&chosen, count);
            answers[usize::from(expected)] += 1;
            match answer {
                Feasibility::Feasible => {
                    assert!(expected, "seed {seed}");
                    for row in &chosen {
                        let mut sum = Delta::default();
                        for (x, c) in &row.form {
                            sum.add_product(c, simplex.value(*x));
                        }
                        assert!(sum <= row.bound, "seed {seed}");
                    }
                }
                Feasibility::Infeasible(farkas) => {
                    assert!(!expected, "seed {seed}");
                    let mut form = Vec::new();
                    let mut bound = Delta::default();
                    for (reason, factor) in farkas {
                        let row = &rows[reason.var().index()];
                        assert!(factor.is_positive());
                        assert!(asserted.iter().any(|&(other, _)| lit(other) == reason));
                        add_form(&mut form, &factor, &row.form);
                        bound.add_product(&factor, &row.bound);
                    }
                    assert!(form.is_empty() && bound < Delta::default(), "seed {seed}");
                    let (_, mark) = asserted.pop().unwrap();
                    simplex.bounds.backtrack(mark);
                }
                Feasibility::GaveUp => panic!("nobody asked it to"),
            }
        }
    }
    assert!(answers.iter().all(|&count| count > 300), "{answers:?}");
}

/// A form that leaves the tableau leaves the other rows as they were.
#[test]
fn forms_can_be_taken_out_again() {
    for seed in 0..100 {
        let mut rng = Rng::new(seed);
        let mut simplex = Simplex::default();
        let numbers: Vec<Num> = (0..3).map(|_| simplex.new_number()).collect();
        let rows: Vec<Row> = (0..4).map(|_| random_row(&mut rng, 3)).collect();
        let names: Vec<Num> = rows.iter().map(|_| simplex.new_number()).collect();
        for (&name, row) in names.iter().zip(&rows) {
            simplex.define(name, &row.form);
        }
        for (index, (&name, row)) in names.iter().zip(&rows).enumerate() {
            let bound = Bound {
                value: row.bound.clone(),
                reason: lit(index),
            };
            if simplex.assert(name, Side::Upper, bound) == Feasibility::Feasible {
                simplex.check();
            }
        }
        simplex.bounds.backtrack(0);
        for &name in &names[..2] {
            simplex.undefine(name);
            simplex.tableau.check();
        }
        for (&number, value) in numbers.iter().zip([5, -7, 11]) {
            if !simplex.tableau.is_basic(number) {
                simplex.move_to(number, Rational::from(value).into());
            }
        }
        for (&name, row) in names.iter().zip(&rows).skip(2) {
            let mut sum = Delta::default();
            for (x, c) in &row.form {
                sum.add_product(c, simplex.value(*x));
            }
            assert_eq!(*simplex.value(name), sum, "seed {seed}");
        }
    }
}
