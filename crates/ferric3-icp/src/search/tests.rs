//! Random formulas over bounds and constraints of a few keys, against all values.

use ferric3_term::Op;
use ferric3_testkit::Rng;

use super::{Outcome, Search};
use crate::proof::Step;
use crate::{Checker, Domain, Literal, Operator, Primitive, VarId};

const DOMAIN: Domain = Domain::unsigned(3);
const FREE: usize = 3;

/// What is asked, in a form that can be tried.
struct Formula {
    /// `vars[0] = op(vars[1], …)`, in the order of definitions.
    constraints: Vec<(Primitive, Vec<VarId>)>,
    clauses: Vec<Vec<Literal>>,
}

impl Formula {
    /// The keys of all variables, if these are those of the free ones.
    fn extend(&self, free: u64) -> Vec<u64> {
        let mut keys: Vec<u64> = (0..FREE).map(|i| free >> (3 * i) & 7).collect();
        for (primitive, vars) in &self.constraints {
            let args: Vec<u64> = vars[1..].iter().map(|var| keys[var.index()]).collect();
            debug_assert_eq!(vars[0].index(), keys.len());
            keys.push(primitive.apply(&args));
        }
        keys
    }

    /// Do all of these hold somewhere where the clauses do?
    fn is_satisfiable(&self, assumptions: &[Literal]) -> bool {
        (0..1 << (3 * FREE)).any(|free| {
            let keys = self.extend(free);
            self.clauses
                .iter()
                .all(|clause| clause.iter().any(|&l| holds(&keys, l)))
                && assumptions.iter().all(|&l| holds(&keys, l))
        })
    }
}

fn holds(keys: &[u64], literal: Literal) -> bool {
    let key = keys[literal.var.index()];
    if literal.upper {
        key <= literal.bound
    } else {
        key >= literal.bound
    }
}

fn literal(rng: &mut Rng, search: &Search, vars: usize) -> Literal {
    let var = VarId(rng.below(vars) as u32);
    let greatest = search.domain(var).greatest();
    match rng.one_in(2) {
        true => Literal::at_least(var, 1 + rng.number() % greatest),
        false => Literal::at_most(var, rng.number() % greatest),
    }
}

fn grow(rng: &mut Rng, search: &mut Search, formula: &mut Formula, vars: &mut Vec<VarId>) {
    let words: Vec<VarId> = (vars.iter().copied())
        .filter(|&var| search.domain(var) == DOMAIN)
        .collect();
    let a = rng.pick(&words);
    let Some(&b) = words.iter().find(|&&b| b != a && !rng.one_in(3)) else {
        return;
    };
    let truth = [Domain::BOOL, DOMAIN, DOMAIN];
    let word = [DOMAIN; 3];
    let (op, domains) = match rng.below(7) {
        0 => (Operator::Lt, truth),
        1 => (Operator::Le, truth),
        2 => (Operator::Eq, truth),
        3 => (Operator::Word(Op::BvMul), word),
        4 => (Operator::Word(Op::BvXor), word),
        5 => (Operator::Word(Op::BvUrem), word),
        _ => (Operator::Word(Op::BvAdd), word),
    };
    let result = search.add_var(domains[0], false);
    let primitive = Primitive::new(op, &domains);
    let all = [result, a, b];
    search.add_constraint(primitive.clone(), &all, true);
    formula.constraints.push((primitive, all.to_vec()));
    vars.push(result);
}

/// Clauses and constraints come in between queries, as from an engine.
#[test]
fn answers_cores_and_derivations_are_right() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut search = Search::new();
        search.log().start();
        let mut checker = Checker::new();
        let mut formula = Formula {
            constraints: Vec::new(),
            clauses: Vec::new(),
        };
        let mut vars: Vec<VarId> = (0..FREE).map(|_| search.add_var(DOMAIN, true)).collect();
        for &var in &vars {
            search.add_gate(super::Gate::Free(var));
        }
        for _ in 0..6 {
            for _ in 0..2 {
                grow(&mut rng, &mut search, &mut formula, &mut vars);
            }
            let length = 1 + rng.below(3);
            let clause: Vec<Literal> = (0..length)
                .map(|_| literal(&mut rng, &search, vars.len()))
                .collect();
            search.add_clause(&clause, false);
            formula.clauses.push(clause);
            let assumptions: Vec<Literal> = (0..rng.below(4))
                .map(|_| literal(&mut rng, &search, vars.len()))
                .collect();
            let outcome = search.solve(&assumptions, None);
            let expected = formula.is_satisfiable(&assumptions);
            match outcome {
                Outcome::Sat => {
                    assert!(expected, "seed {seed}");
                    let keys: Vec<u64> = vars.iter().map(|&var| search.value(var)).collect();
                    let all = formula.clauses.iter();
                    assert!(all.clone().all(|c| c.iter().any(|&l| holds(&keys, l))));
                    assert!(assumptions.iter().all(|&l| holds(&keys, l)));
                    sat += 1;
                }
                Outcome::Unsat => {
                    assert!(!expected, "seed {seed}");
                    // Half of them are rotated, around one assumption that is not.
                    if rng.one_in(2) {
                        let fixed: Vec<Literal> = assumptions.iter().copied().take(1).collect();
                        search.rotate(&fixed, None, None);
                    }
                    let core = search.core().to_vec();
                    // Each is implied by an assumption, and they are enough.
                    let is_implied = |l: &Literal| assumptions.iter().any(|a| a.implies(*l));
                    assert!(core.iter().all(is_implied), "seed {seed}");
                    assert!(!formula.is_satisfiable(&core), "seed {seed}");
                    let steps: Vec<Step> = search.log().take();
                    for step in &steps {
                        assert_eq!(checker.step(step), Ok(()), "seed {seed}: {step:?}");
                    }
                    let refuted: Vec<Literal> = core.iter().map(|&l| !l).collect();
                    assert!(checker.derived(&refuted), "seed {seed}");
                    unsat += 1;
                }
                other => panic!("seed {seed}: nobody has stopped it: {other:?}"),
            }
        }
    }
    assert!(sat > 200 && unsat > 200, "{sat} {unsat}");
}

/// Reads of one array are told that they agree where a candidate finds that they do not, and only there.
#[test]
fn reads_agree_where_their_indices_do() {
    let array = 0;
    let mut search = Search::new();
    let [i, j] = [0, 1].map(|_| {
        let var = search.add_var(DOMAIN, true);
        search.add_gate(super::Gate::Free(var));
        var
    });
    let at_i = search.add_read(array, i, DOMAIN);
    let at_j = search.add_read(array, j, DOMAIN);
    let (low, high) = (Literal::at_most(at_i, 2), Literal::at_least(at_j, 5));
    assert_eq!(search.solve(&[low, high], None), Outcome::Sat);
    assert_ne!(search.value(i), search.value(j));
    let same = [Literal::at_least(i, 7), Literal::at_least(j, 7)];
    let all = [low, same[0], high, same[1]];
    assert_eq!(search.solve(&all, None), Outcome::Unsat);
    assert_eq!(search.core().len(), 4);
    assert_eq!(search.solve(&[low, same[0], same[1]], None), Outcome::Sat);
    assert_eq!(search.value(at_i), search.value(at_j));
}

/// Truth values, with clauses over them by number: 3 is the third one, -3 its negation.
fn truths(clauses: &[&[i32]]) -> (Search, impl Fn(i32) -> Literal) {
    let mut search = Search::new();
    for _ in 0..=6 {
        let var = search.add_var(Domain::BOOL, true);
        search.add_gate(super::Gate::Free(var));
    }
    let literal = |n: i32| Literal::of_bool(VarId(n.unsigned_abs()), n > 0);
    for clause in clauses {
        let clause: Vec<Literal> = clause.iter().map(|&n| literal(n)).collect();
        search.add_clause(&clause, false);
    }
    (search, literal)
}

/// The first example of III-A: the first assumption is enough, which only another order shows.
#[test]
fn rotation_finds_that_an_assumption_is_redundant() {
    let clauses: &[&[i32]] = &[
        &[-1, 3],
        &[-1, 4],
        &[-1, 5],
        &[-5, -6],
        &[-2, 6],
        &[-3, -4, 6],
    ];
    let (mut search, l) = truths(clauses);
    assert_eq!(search.solve(&[l(2), l(1)], None), Outcome::Unsat);
    assert_eq!(search.core().len(), 2, "of that order");
    search.rotate(&[], None, None);
    assert_eq!(search.core(), [l(1)]);
    // What is fixed stays, and nothing else is needed beside it.
    assert_eq!(search.solve(&[l(1), l(2)], None), Outcome::Unsat);
    search.rotate(&[l(1)], None, None);
    assert_eq!(search.core(), [l(1)]);
}

/// `x + y ≥ 12` with `x ≤ 5` and `y ≤ 3`: `x ≤ 5` and `y ≤ 6` are enough (III-B).
#[test]
fn rotation_generalises_bounds() {
    let mut search = Search::new();
    let domain = Domain::unsigned(8);
    let [x, y] = [0, 1].map(|_| {
        let var = search.add_var(domain, true);
        search.add_gate(super::Gate::Free(var));
        var
    });
    let sum = search.add_var(domain, false);
    let add = Primitive::new(Operator::Word(Op::BvAdd), &[domain; 3]);
    search.add_constraint(add, &[sum, x, y], true);
    for (var, bound) in [(x, 100), (y, 100)] {
        search.add_clause(&[Literal::at_most(var, bound)], false);
    }
    search.add_clause(&[Literal::at_least(sum, 12)], false);
    let assumed = [Literal::at_most(x, 5), Literal::at_most(y, 3)];
    assert_eq!(search.solve(&assumed, None), Outcome::Unsat);
    search.rotate(&[], None, None);
    let mut core = search.core().to_vec();
    core.sort();
    assert_eq!(core.len(), 2);
    assert_eq!(core[0].bound + core[1].bound, 11, "{core:?}");
    assert!(core[0].bound >= 5 && core[1].bound >= 3);
}
