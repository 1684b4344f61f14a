//! Interpolants of two conjunctions of literals.
//!
//! * Literals that contradict one another: one of them.
//! * Otherwise a contradiction of inequalities in real numbers, by Farkas' lemma ([`relax`]).
//! * Where integers need branches: an integer `x` of the left side that has no integer value divides that side into
//!   `x ≤ v` and `x > v`, and an interpolant is the disjunction of those of both; the conjunction if `x` is of the
//!   right side alone.
//! * Where that has no end, the left side without its own symbols ([`project`]), which is its strongest consequence, or
//!   the negation of that of the right side; and of these only what is needed.

use ferric3_sat::Interrupt;
use ferric3_term::{Op, TermId, Terms};

use super::project::project;
use super::{NoInterpolant, missing, solver, symbols};
use crate::arith::{Relaxation, relax};
use crate::{CheckResult, Solver};

/// Branches for one pair of conjunctions.
const MAX_BRANCHES: u32 = 24;

/// An interpolant of two conjunctions without a common model.
pub(super) fn leaf(
    terms: &mut Terms,
    left: &[TermId],
    right: &[TermId],
    interrupt: &Interrupt,
) -> Result<TermId, NoInterpolant> {
    let (left, right) = core(terms, left, right, interrupt)?;
    if left.is_empty() || right.is_empty() {
        return Ok(terms.bool(left.is_empty() && !right.is_empty()));
    }
    for &literal in &left {
        let not = terms.not(literal);
        if is_symbol(terms, literal) && right.contains(&not) {
            return Ok(literal);
        }
    }
    let mut branches = MAX_BRANCHES;
    match branch(
        terms,
        [left.clone(), right.clone()],
        &mut branches,
        interrupt,
    ) {
        Err(NoInterpolant::GaveUp) => by_projection(terms, &left, &right, interrupt),
        found => found,
    }
}

/// Is the literal a symbol or its negation?
fn is_symbol(terms: &Terms, literal: TermId) -> bool {
    let atom = match (terms.op(literal), terms.args(literal)) {
        (Op::Not, &[atom]) => atom,
        _ => literal,
    };
    terms.as_symbol(atom).is_some()
}

/// The literals of both that contradict one another.
fn core(
    terms: &Terms,
    left: &[TermId],
    right: &[TermId],
    interrupt: &Interrupt,
) -> Result<(Vec<TermId>, Vec<TermId>), NoInterpolant> {
    let mut solver = solver(interrupt);
    match solver.check(terms, &[left, right].concat()) {
        CheckResult::Unsat => {
            let used = solver.failed_assumptions();
            let among = |literals: &[TermId]| {
                let literals = literals.iter().copied();
                literals.filter(|literal| used.contains(literal)).collect()
            };
            Ok((among(left), among(right)))
        }
        CheckResult::Sat => Err(NoInterpolant::Model),
        CheckResult::Unknown(why) => Err(missing(&why)),
    }
}

fn branch(
    terms: &mut Terms,
    sides: [Vec<TermId>; 2],
    branches: &mut u32,
    interrupt: &Interrupt,
) -> Result<TermId, NoInterpolant> {
    let (symbol, floor) = match relax(terms, &sides, interrupt) {
        Relaxation::Infeasible(found) => return Ok(found[0]),
        Relaxation::GaveUp => return Err(NoInterpolant::Stopped),
        Relaxation::Feasible => return Err(NoInterpolant::Model),
        // A literal that is a symbol, which no other contradicts: the rest does it, but who knows how.
        Relaxation::Other => return Err(NoInterpolant::GaveUp),
        Relaxation::Fractional(symbol, floor) => (symbol, floor),
    };
    if *branches == 0 {
        return Err(NoInterpolant::GaveUp);
    }
    *branches -= 1;
    let id = terms.as_symbol(symbol);
    let is_left = id.is_some_and(|id| symbols(terms, &sides[0]).contains(&id));
    let side = usize::from(!is_left);
    let floor = terms.int(floor);
    let mut found = [floor; 2];
    for (place, literal) in [terms.le(symbol, floor), terms.lt(floor, symbol)]
        .into_iter()
        .enumerate()
    {
        let mut sides = sides.clone();
        sides[side].push(literal);
        found[place] = branch(terms, sides, branches, interrupt)?;
    }
    Ok(match is_left {
        true => terms.or(&found),
        false => terms.and(&found),
    })
}

fn by_projection(
    terms: &mut Terms,
    left: &[TermId],
    right: &[TermId],
    interrupt: &Interrupt,
) -> Result<TermId, NoInterpolant> {
    let common = symbols(terms, left);
    let others = symbols(terms, right);
    let is_common = |symbol| common.contains(&symbol) && others.contains(&symbol);
    for is_left in [true, false] {
        let (from, to) = match is_left {
            true => (left, right),
            false => (right, left),
        };
        let Some(consequences) = project(terms, from, is_common) else {
            continue;
        };
        if let Ok((used, _)) = core(terms, &consequences, to, interrupt) {
            let used = terms.and(&used);
            return Ok(match is_left {
                true => used,
                false => terms.not(used),
            });
        }
    }
    Err(NoInterpolant::GaveUp)
}
