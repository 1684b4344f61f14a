//! Relations instead of values.
//!
//! A counter makes cubes like `y = 225 ∧ n ≠ z + 225`: one for each number of iterations, although
//! the reason is one relation, `n ≠ z + y`. So where a literal `t = v` stands beside a literal
//! `L(k)` whose constant `k` is near `v`, or near `-v`, `t` takes the place of the constant:
//!
//! ```text
//! t = v ∧ L(k)                ⇒   L(t + (k - v))
//! t = v ∧ u = w ∧ L(v · w)    ⇒   L(t · u)
//! t = v ∧ u = w               ⇒   u - t = w - v
//! ```
//!
//! What comes out is weaker than the cube and mentions no number of iterations; whether it can be
//! blocked is for the solver to say.

use ferric3_term::{BitVecValue, Op, TermId, Terms, Value};
use rustc_hash::FxHashMap;

use super::vocabulary::equality;
use super::{Generaliser, LocationGoal};
use crate::ic3::{Search, Technique};
use crate::{Cube, Interrupted};

/// Cubes with more literals are left alone.
const MAX_LITERALS: usize = 12;
/// Attempts for one cube.
const MAX_ATTEMPTS: usize = 12;
/// Literals are searched for constants as far as this.
const MAX_NODES: usize = 60;
/// A constant is near a value if it is not farther away than this.
const NEAR: u64 = 2;

/// The technique.
pub(super) struct Relate;

impl Generaliser for Relate {
    fn technique(&self) -> Technique {
        Technique::Relate
    }

    fn location(
        &mut self,
        search: &mut Search<'_>,
        goal: &mut LocationGoal,
    ) -> Result<(), Interrupted> {
        let mut attempts = 0;
        let mut again = true;
        while again && (2..=MAX_LITERALS).contains(&goal.cube.len()) {
            again = false;
            for candidate in candidates(search.terms, &goal.cube) {
                attempts += 1;
                if attempts > MAX_ATTEMPTS {
                    return Ok(());
                }
                let core = search.blocks(goal.level, goal.loc, &candidate)?.core();
                search.count(Technique::Relate, core.is_some(), 0);
                if let Some(core) = core {
                    goal.cube = core;
                    again = true;
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Cubes that `cube` implies, with an equality less and a relation more. The shortest first.
fn candidates(terms: &mut Terms, cube: &Cube) -> Vec<Cube> {
    let literals = cube.literals().to_vec();
    let mut near = Vec::new();
    let mut differences = Vec::new();
    for &literal in &literals {
        let Some((t, value)) = equality(terms, literal) else {
            continue;
        };
        if value.is_zero() {
            continue; // Zeros are everywhere.
        }
        for &other in literals.iter().filter(|&&other| other != literal) {
            let rest = cube.without(literal).without(other);
            for related in related(terms, t, &value, other) {
                near.push(rest.with(related));
            }
            if let Some((u, w)) = equality(terms, other)
                && literal < other
                && w.width() == value.width()
            {
                for (combined, constant) in [
                    (terms.bv_sub(u, t), w.sub(&value)),
                    (terms.bv_add(u, t), w.add(&value)),
                ] {
                    let constant = terms.constant(&Value::BitVec(constant));
                    let relation = terms.eq(combined, constant);
                    differences.push(rest.with(relation));
                }
            }
        }
    }
    near.extend(products(terms, cube));
    near.extend(differences);
    near.retain(|candidate| candidate != cube);
    near
}

/// Cubes with the product `t · u` in the place of a constant `v · w`, for literals `t = v` and
/// `u = w`.
fn products(terms: &mut Terms, cube: &Cube) -> Vec<Cube> {
    let literals = cube.literals();
    let values: Vec<(TermId, TermId, BitVecValue)> = literals
        .iter()
        .filter_map(|&literal| {
            let (t, value) = equality(terms, literal)?;
            (!value.is_zero()).then_some((literal, t, value))
        })
        .collect();
    let mut found = Vec::new();
    for (i, (first, t, v)) in values.iter().enumerate() {
        for (second, u, w) in &values[i..] {
            if v.width() != w.width() || (v.is_one() && w.is_one()) {
                continue;
            }
            let product = v.mul(w);
            for &other in literals.iter().filter(|&l| l != first && l != second) {
                let rest = cube.without(*first).without(*second).without(other);
                let related: Vec<TermId> = {
                    let by = terms.bv_mul(*t, *u);
                    related(terms, by, &product, other)
                };
                found.extend(related.into_iter().map(|related| rest.with(related)));
            }
        }
    }
    found
}

/// `literal` with `t` in the place of constants near `value` or its negation.
fn related(terms: &mut Terms, t: TermId, value: &BitVecValue, literal: TermId) -> Vec<TermId> {
    let subterms = terms.subterms(literal);
    if subterms.len() > MAX_NODES {
        return Vec::new();
    }
    let constants: Vec<(TermId, BitVecValue)> = subterms
        .into_iter()
        .filter_map(|part| match terms.op(part) {
            Op::Const(k) if k.width() == value.width() && !k.is_zero() => Some((part, k.clone())),
            _ => None,
        })
        .collect();
    let mut found = Vec::new();
    for (part, k) in constants {
        for (base, of) in [(t, value.clone()), (terms.bv_neg(t), value.neg())] {
            let distance = k.sub(&of);
            let is_near = |d: &BitVecValue| d.to_u64().is_some_and(|d| d <= NEAR);
            if is_near(&distance) || is_near(&distance.neg()) {
                let distance = terms.constant(&Value::BitVec(distance));
                let instead = terms.bv_add(base, distance);
                let by = FxHashMap::from_iter([(part, instead)]);
                let related = terms.replace(literal, &by);
                if terms.as_bool(related).is_none() && !found.contains(&related) {
                    found.push(related);
                }
            }
        }
    }
    found
}
