//! Terms and commands on polyhedra.

use ferric3_term::{Op, Rational, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::cone::{TooLarge, Vector, gcd};
use super::polyhedron::{Polyhedron, Space, negated};
use crate::{Cfa, Cmd, CmdId};

/// A term is a choice between at most so many sums.
const MAX_CASES: usize = 8;
/// A condition is looked at as far as this.
const MAX_NODES: usize = 300;

/// A pack of variables of one sort of numbers, and the space of their values.
#[derive(Debug)]
pub(super) struct Pack {
    pub(super) sort: Sort,
    /// By number in the state.
    pub(super) variables: Vec<usize>,
    pub(super) places: FxHashMap<SymbolId, usize>,
    pub(super) space: Space,
}

/// A sum `(c₀ + c₁·x₁ + …) / divisor` of the variables of a pack, where the conditions are as they are.
#[derive(Clone, Debug)]
pub(super) struct Case {
    conditions: Vec<(TermId, bool)>,
    /// The constant first.
    sum: Vec<Rational>,
}

type Maybe = Result<Option<Polyhedron>, TooLarge>;

impl Pack {
    /// The sums that a term chooses from; `None` if it is no such term.
    pub(super) fn cases(&self, terms: &Terms, t: TermId) -> Option<Vec<Case>> {
        let none = || vec![Rational::ZERO; self.variables.len() + 1];
        let only = |sum: Vec<Rational>| {
            let conditions = Vec::new();
            Some(vec![Case { conditions, sum }])
        };
        match (terms.op(t), terms.args(t)) {
            (Op::Int(value) | Op::Real(value), _) => {
                let mut sum = none();
                sum[0] = value.clone();
                only(sum)
            }
            (Op::Symbol(symbol), _) => {
                let mut sum = none();
                sum[self.places.get(symbol)? + 1] = Rational::ONE;
                only(sum)
            }
            (Op::Add, args) => {
                let mut all = only(none())?;
                for &arg in args {
                    all = added(&all, &self.cases(terms, arg)?, &Rational::ONE)?;
                }
                Some(all)
            }
            (Op::Sub, &[a, b]) => {
                let (a, b) = (self.cases(terms, a)?, self.cases(terms, b)?);
                added(&a, &b, &Rational::MINUS_ONE)
            }
            (Op::Neg, &[a]) => added(&only(none())?, &self.cases(terms, a)?, &Rational::MINUS_ONE),
            (Op::Mul, &[a, b]) => {
                let (factor, other) = match (terms.as_number(a), terms.as_number(b)) {
                    (Some(factor), _) => (factor, b),
                    (None, Some(factor)) => (factor, a),
                    (None, None) => return None,
                };
                added(&only(none())?, &self.cases(terms, other)?, factor)
            }
            (Op::Ite, &[condition, then, otherwise]) => {
                let mut all = Vec::new();
                for (side, holds) in [(then, true), (otherwise, false)] {
                    for mut case in self.cases(terms, side)? {
                        case.conditions.push((condition, holds));
                        all.push(case);
                    }
                }
                (all.len() <= MAX_CASES).then_some(all)
            }
            _ => None,
        }
    }

    /// The sums that `a - b` chooses from.
    pub(super) fn difference(&self, terms: &Terms, a: TermId, b: TermId) -> Option<Vec<Case>> {
        let (a, b) = (self.cases(terms, a)?, self.cases(terms, b)?);
        added(&a, &b, &Rational::MINUS_ONE)
    }

    /// The states behind a command that is neither a sequence nor a choice.
    pub(super) fn simple(&self, cfa: &Cfa, terms: &Terms, before: Polyhedron, cmd: CmdId) -> Maybe {
        match cfa.commands.get(cmd) {
            Cmd::Assume(condition) => self.assume(terms, before, *condition),
            Cmd::Assign(symbol, value) => match self.places.get(symbol) {
                Some(&place) => self.assign(terms, &before, place, *value),
                None => Ok(Some(before)),
            },
            Cmd::Havoc(havoc) => {
                let symbol = cfa.commands.havoc_info(*havoc).var;
                match self.places.get(&symbol) {
                    Some(&place) => self.space.forget(&before, place).map(Some),
                    None => Ok(Some(before)),
                }
            }
            Cmd::Reach(_) | Cmd::Seq(..) | Cmd::Choice { .. } => Ok(Some(before)),
        }
    }

    fn assign(&self, terms: &Terms, before: &Polyhedron, place: usize, value: TermId) -> Maybe {
        let Some(cases) = self.cases(terms, value) else {
            let after = self.space.forget(before, place)?;
            return self.rounded(terms, after, place, value);
        };
        let mut all = None;
        for case in cases {
            let Some(here) = self.where_holds(terms, before.clone(), &case.conditions)? else {
                continue;
            };
            let (value, divisor) = row(&case.sum)?;
            let after = self.space.assign(&here, place, (&value, divisor))?;
            all = Some(self.joined(all, after)?);
        }
        Ok(all)
    }

    /// What `x = t div c` and `x = t mod c` say behind the assignment, for a positive `c`.
    fn rounded(&self, terms: &Terms, after: Polyhedron, place: usize, value: TermId) -> Maybe {
        let (op, &[t, c]) = (terms.op(value), terms.args(value)) else {
            return Ok(Some(after));
        };
        let Some(c) = terms.as_number(c).filter(|c| c.is_positive()) else {
            return Ok(Some(after));
        };
        let width = self.variables.len() + 1;
        let mut least = vec![Rational::ZERO; width];
        let mut most = vec![Rational::ZERO; width];
        match op {
            // 0 ≤ x ≤ c - 1
            Op::IntMod => {
                least[place + 1] = Rational::ONE;
                most[place + 1] = Rational::MINUS_ONE;
                most[0] = c - &Rational::ONE;
            }
            // 0 ≤ t - c·x ≤ c - 1
            Op::IntDiv => {
                let cases = self.cases(terms, t);
                let Some([Case { conditions, sum }]) = cases.as_deref() else {
                    return Ok(Some(after));
                };
                if !conditions.is_empty() || !sum[place + 1].is_zero() {
                    return Ok(Some(after));
                }
                least = sum.clone();
                least[place + 1] = -c;
                most = least.iter().map(|entry| -entry).collect();
                most[0] += &(c - &Rational::ONE);
            }
            _ => return Ok(Some(after)),
        }
        match self.space.meet(&after, row(&least)?.0, false)? {
            Some(after) => self.space.meet(&after, row(&most)?.0, false),
            None => Ok(None),
        }
    }

    fn joined(&self, all: Option<Polyhedron>, one: Polyhedron) -> Result<Polyhedron, TooLarge> {
        match all {
            Some(all) => self.space.join(&all, &one),
            None => Ok(one),
        }
    }

    fn where_holds(
        &self,
        terms: &Terms,
        mut state: Polyhedron,
        conditions: &[(TermId, bool)],
    ) -> Maybe {
        for &(condition, holds) in conditions {
            let mut fuel = MAX_NODES;
            match self.where_(terms, state, (condition, holds), &mut fuel)? {
                Some(here) => state = here,
                None => return Ok(None),
            }
        }
        Ok(Some(state))
    }

    /// The states in which a condition may hold.
    pub(super) fn assume(&self, terms: &Terms, state: Polyhedron, condition: TermId) -> Maybe {
        self.where_holds(terms, state, &[(condition, true)])
    }

    fn where_(
        &self,
        terms: &Terms,
        state: Polyhedron,
        (condition, holds): (TermId, bool),
        fuel: &mut usize,
    ) -> Maybe {
        if *fuel == 0 {
            return Ok(Some(state));
        }
        *fuel -= 1;
        let args = terms.args(condition);
        match (terms.op(condition), args, holds) {
            (Op::True, _, true) | (Op::False, _, false) => Ok(Some(state)),
            (Op::True, _, false) | (Op::False, _, true) => Ok(None),
            (Op::Not, &[inner], _) => self.where_(terms, state, (inner, !holds), fuel),
            (Op::And, _, true) | (Op::Or, _, false) => {
                let mut state = state;
                for &arg in args {
                    match self.where_(terms, state, (arg, holds), fuel)? {
                        Some(here) => state = here,
                        None => return Ok(None),
                    }
                }
                Ok(Some(state))
            }
            (Op::Or, _, true) | (Op::And, _, false) => {
                let ways = args.iter().map(|&arg| vec![(arg, holds)]).collect();
                self.one_of(terms, &state, ways, fuel)
            }
            (Op::Ite, &[c, a, b], _) => {
                let ways = vec![vec![(c, true), (a, holds)], vec![(c, false), (b, holds)]];
                self.one_of(terms, &state, ways, fuel)
            }
            (Op::Eq | Op::Xor, &[a, b], _) if terms.sort(a) == Sort::Bool => {
                let same = holds == (*terms.op(condition) == Op::Eq);
                let ways = vec![vec![(a, true), (b, same)], vec![(a, false), (b, !same)]];
                self.one_of(terms, &state, ways, fuel)
            }
            (Op::Lt, &[a, b], true) | (Op::Le, &[b, a], false) => {
                self.compare(terms, state, (a, b), Relation::Less)
            }
            (Op::Le, &[a, b], true) | (Op::Lt, &[b, a], false) => {
                self.compare(terms, state, (a, b), Relation::AtMost)
            }
            (Op::Eq, &[a, b], true) => self.compare(terms, state, (a, b), Relation::Equal),
            (Op::Eq, &[a, b], false) if terms.sort(a) == self.sort => {
                let below = self.compare(terms, state.clone(), (a, b), Relation::Less)?;
                let above = self.compare(terms, state, (b, a), Relation::Less)?;
                match (below, above) {
                    (Some(below), Some(above)) => self.space.join(&below, &above).map(Some),
                    (below, above) => Ok(below.or(above)),
                }
            }
            _ => Ok(Some(state)),
        }
    }

    /// The states in which all conditions of one of the ways may hold.
    fn one_of(
        &self,
        terms: &Terms,
        state: &Polyhedron,
        ways: Vec<Vec<(TermId, bool)>>,
        fuel: &mut usize,
    ) -> Maybe {
        let mut all: Option<Polyhedron> = None;
        for way in ways {
            let mut here = Some(state.clone());
            for part in way {
                let Some(before) = here else { break };
                here = self.where_(terms, before, part, fuel)?;
            }
            if let Some(here) = here {
                let whole = self.joined(all, here)?;
                // Nothing more can come.
                if state.is_within(&whole) {
                    return Ok(Some(whole));
                }
                all = Some(whole);
            }
        }
        Ok(all)
    }

    fn compare(
        &self,
        terms: &Terms,
        state: Polyhedron,
        (a, b): (TermId, TermId),
        relation: Relation,
    ) -> Maybe {
        let cases = match terms.sort(a) == self.sort {
            true => self.difference(terms, b, a),
            false => None,
        };
        let Some(cases) = cases else {
            return Ok(Some(state));
        };
        let mut all = None;
        for case in cases {
            let Some(here) = self.where_holds(terms, state.clone(), &case.conditions)? else {
                continue;
            };
            let constraint = self.constraint(&case.sum, relation)?;
            let is_equation = relation == Relation::Equal;
            if let Some(here) = self.space.meet(&here, constraint, is_equation)? {
                all = Some(self.joined(all, here)?);
            }
        }
        Ok(all)
    }

    /// `sum ≥ 0`, `sum > 0` or `sum = 0`.
    fn constraint(&self, sum: &[Rational], relation: Relation) -> Result<Vector, TooLarge> {
        let mut constraint = row(sum)?.0;
        if relation == Relation::Less && self.space.is_integral {
            // All entries are integers, and so is the sum.
            constraint[0] -= 1;
        }
        Ok(constraint)
    }

    /// The comparisons in a condition as inequalities, either way.
    pub(super) fn landmarks(&self, terms: &Terms, condition: TermId, found: &mut Vec<Vector>) {
        let mut open = vec![condition];
        let mut fuel = MAX_NODES;
        while let Some(part) = open.pop() {
            if fuel == 0 {
                return;
            }
            fuel -= 1;
            let args = terms.args(part);
            let is_comparison = matches!(terms.op(part), Op::Lt | Op::Le | Op::Eq);
            if !is_comparison || terms.sort(args[0]) != self.sort {
                open.extend(args);
                continue;
            }
            let cases = self.difference(terms, args[1], args[0]);
            for case in cases.unwrap_or_default() {
                let strict = [Relation::AtMost, Relation::Less];
                let rows = strict.map(|relation| self.constraint(&case.sum, relation));
                for row in rows.into_iter().flatten() {
                    for row in [negated(&row), row] {
                        if row[1..].iter().any(|&entry| entry != 0) && !found.contains(&row) {
                            found.push(row);
                        }
                    }
                }
            }
        }
    }
}

/// How two terms compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Less,
    AtMost,
    Equal,
}

/// `a + factor · b`, in all cases.
fn added(a: &[Case], b: &[Case], factor: &Rational) -> Option<Vec<Case>> {
    let mut all = Vec::new();
    for first in a {
        for second in b {
            let mut case = first.clone();
            case.conditions.extend(&second.conditions);
            for (entry, other) in case.sum.iter_mut().zip(&second.sum) {
                entry.add_product(factor, other);
            }
            all.push(case);
        }
    }
    (all.len() <= MAX_CASES).then_some(all)
}

/// A sum as integers over a positive divisor.
fn row(sum: &[Rational]) -> Result<(Vector, i64), TooLarge> {
    let mut divisor: i128 = 1;
    for entry in sum {
        let (_, denominator) = parts(entry)?;
        divisor = divisor / gcd(divisor, denominator) * denominator;
        if divisor >= 1 << 40 {
            return Err(TooLarge);
        }
    }
    let entries = sum.iter().map(|entry| {
        let (numerator, denominator) = parts(entry)?;
        let entry = numerator * (divisor / denominator);
        if entry.abs() >= 1 << 40 {
            return Err(TooLarge);
        }
        i64::try_from(entry).map_err(|_| TooLarge)
    });
    let entries = entries.collect::<Result<Vector, TooLarge>>()?;
    Ok((entries, i64::try_from(divisor).map_err(|_| TooLarge)?))
}

fn parts(value: &Rational) -> Result<(i128, i128), TooLarge> {
    let numerator = i64::try_from(value.numerator()).map_err(|_| TooLarge)?;
    let denominator = i64::try_from(value.denominator()).map_err(|_| TooLarge)?;
    Ok((i128::from(numerator), i128::from(denominator)))
}
