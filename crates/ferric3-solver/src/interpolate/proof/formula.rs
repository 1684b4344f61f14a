//! Formulas that interpolants are made of: conjunctions and disjunctions over literals of a proof.
//!
//! Partial interpolants of a proof are many, and most of them go into few others, so they are shared nodes of a kind of their
//! own, and only what is left in the end becomes a term. What is simplified is what proofs make a lot of: constants,
//! repetitions, literals that imply or exclude one another, and absorption, `x ∧ (x ∨ y) = x` and `x ∧ (¬x ∨ y) = x ∧ y` with
//! their duals.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Not;

use ferric3_term::{TermId, Terms};
use rustc_hash::FxHashMap;

/// A literal of a proof.
pub(super) trait Literal: Copy + Ord + Hash + Debug + Not<Output = Self> {
    /// Does `other` hold wherever this one does, for all that can be told from the two alone?
    fn implies(self, other: Self) -> bool;
}

/// A formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Formula(u32);

/// A conjunction or a disjunction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    And,
    Or,
}

impl Kind {
    fn dual(self) -> Kind {
        match self {
            Kind::And => Kind::Or,
            Kind::Or => Kind::And,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Node<L> {
    Constant(bool),
    Literal(L),
    /// At least two, in order, none of which is a constant or of the same kind (unless that one is long).
    Many(Kind, Box<[Formula]>),
}

/// Longer ones are not taken apart any more when they become part of another one.
const LONG: usize = 64;

/// All formulas.
pub(super) struct Formulas<L> {
    nodes: Vec<Node<L>>,
    table: FxHashMap<Node<L>, Formula>,
}

impl<L: Literal> Formulas<L> {
    pub(super) fn new() -> Formulas<L> {
        let mut formulas = Formulas {
            nodes: Vec::new(),
            table: FxHashMap::default(),
        };
        for value in [false, true] {
            formulas.node(Node::Constant(value));
        }
        formulas
    }

    /// Number of formulas.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    fn node(&mut self, node: Node<L>) -> Formula {
        if let Some(&known) = self.table.get(&node) {
            return known;
        }
        let formula = Formula(u32::try_from(self.nodes.len()).expect("less than 2^32 formulas"));
        self.nodes.push(node.clone());
        self.table.insert(node, formula);
        formula
    }

    /// A constant.
    pub(super) fn constant(&self, value: bool) -> Formula {
        Formula(u32::from(value))
    }

    pub(super) fn literal(&mut self, literal: L) -> Formula {
        self.node(Node::Literal(literal))
    }

    pub(super) fn and(&mut self, formulas: &[Formula]) -> Formula {
        self.many(Kind::And, formulas)
    }

    pub(super) fn or(&mut self, formulas: &[Formula]) -> Formula {
        self.many(Kind::Or, formulas)
    }

    fn get(&self, formula: Formula) -> &Node<L> {
        &self.nodes[formula.0 as usize]
    }

    fn as_literal(&self, formula: Formula) -> Option<L> {
        match *self.get(formula) {
            Node::Literal(literal) => Some(literal),
            _ => None,
        }
    }

    /// The members of a formula of this kind, or itself.
    fn members<'a>(&'a self, kind: Kind, formula: &'a Formula) -> &'a [Formula] {
        match self.get(*formula) {
            Node::Many(of, members) if *of == kind => members,
            _ => std::slice::from_ref(formula),
        }
    }

    fn many(&mut self, kind: Kind, formulas: &[Formula]) -> Formula {
        // What says nothing in a conjunction is `true`, and `false` is the end of it.
        let neutral = self.constant(kind == Kind::And);
        let absorbing = self.constant(kind == Kind::Or);
        let mut members: Vec<Formula> = Vec::new();
        for formula in formulas {
            let parts = self.members(kind, formula);
            match parts.len() > LONG {
                true => members.push(*formula),
                false => members.extend_from_slice(parts),
            }
        }
        members.sort_unstable();
        members.dedup();
        members.retain(|&member| member != neutral);
        if members.contains(&absorbing) {
            return absorbing;
        }
        let Some(members) = self.without_redundant_literals(kind, members) else {
            return absorbing;
        };
        let members = self.absorbed(kind, members);
        match members[..] {
            [] => neutral,
            [only] => only,
            _ if members.contains(&absorbing) => absorbing,
            _ => self.node(Node::Many(kind, members.into())),
        }
    }

    /// Of literals that imply one another the one that is enough; none if two exclude one another (or, in a disjunction, one of two
    /// always holds).
    fn without_redundant_literals(
        &self,
        kind: Kind,
        members: Vec<Formula>,
    ) -> Option<Vec<Formula>> {
        let literals: Vec<(Formula, L)> = (members.iter())
            .filter_map(|&member| Some((member, self.as_literal(member)?)))
            .collect();
        if literals.len() < 2 || literals.len() > LONG {
            return Some(members);
        }
        let mut redundant: Vec<Formula> = Vec::new();
        for (i, &(a, x)) in literals.iter().enumerate() {
            for &(b, y) in &literals[i + 1..] {
                let (is_end, a_goes, b_goes) = match kind {
                    Kind::And => (x.implies(!y), y.implies(x), x.implies(y)),
                    Kind::Or => ((!x).implies(y), x.implies(y), y.implies(x)),
                };
                if is_end {
                    return None;
                }
                if a_goes {
                    redundant.push(a);
                } else if b_goes {
                    redundant.push(b);
                }
            }
        }
        let is_left = |member: &Formula| !redundant.contains(member);
        Some(members.into_iter().filter(is_left).collect())
    }

    /// Members of the other kind without what the literals beside them settle.
    fn absorbed(&mut self, kind: Kind, members: Vec<Formula>) -> Vec<Formula> {
        let literals: Vec<L> = (members.iter())
            .filter_map(|&member| self.as_literal(member))
            .collect();
        if members.len() > LONG {
            return members;
        }
        let mut left: Vec<Formula> = Vec::with_capacity(members.len());
        let mut has_changed = false;
        for &member in &members {
            let Node::Many(_, inner) = self.get(member) else {
                left.push(member);
                continue;
            };
            let inner = inner.clone();
            if inner.len() > LONG || inner.iter().any(|part| members.contains(part)) {
                // `x ∧ (x ∨ y)`; a member of the same kind is long and stays.
                match inner.len() > LONG {
                    true => left.push(member),
                    false => has_changed = true,
                }
                continue;
            }
            let settled = |part: &Formula| {
                let literal = self.as_literal(*part)?;
                literals.iter().find_map(|&beside| match kind {
                    Kind::And if beside.implies(literal) => Some(true),
                    Kind::And if beside.implies(!literal) => Some(false),
                    Kind::Or if literal.implies(beside) => Some(true),
                    Kind::Or if (!literal).implies(beside) => Some(false),
                    _ => None,
                })
            };
            let outcomes: Vec<Option<bool>> = inner.iter().map(settled).collect();
            if outcomes.contains(&Some(true)) {
                has_changed = true;
                continue;
            }
            if outcomes.contains(&Some(false)) {
                has_changed = true;
                let both = inner.iter().zip(&outcomes);
                let kept: Vec<Formula> = both
                    .filter(|(_, outcome)| outcome.is_none())
                    .map(|(&part, _)| part)
                    .collect();
                left.push(self.many(kind.dual(), &kept));
                continue;
            }
            left.push(member);
        }
        if !has_changed {
            return members;
        }
        // What is left of a member may be a literal, or one of this kind.
        let again = self.many(kind, &left);
        self.members(kind, &again).to_vec()
    }

    /// The formula as a term, and the number of its nodes.
    pub(super) fn term(
        &self,
        terms: &mut Terms,
        root: Formula,
        mut literal: impl FnMut(&mut Terms, L) -> TermId,
    ) -> (TermId, u64) {
        let mut done: FxHashMap<Formula, TermId> = FxHashMap::default();
        let mut stack = vec![root];
        while let Some(&top) = stack.last() {
            if done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let term = match self.get(top) {
                Node::Constant(value) => terms.bool(*value),
                Node::Literal(l) => literal(terms, *l),
                Node::Many(kind, members) => {
                    let before = stack.len();
                    stack.extend(members.iter().filter(|member| !done.contains_key(member)));
                    if stack.len() > before {
                        continue;
                    }
                    let members: Vec<TermId> = members.iter().map(|member| done[member]).collect();
                    match kind {
                        Kind::And => terms.and(&members),
                        Kind::Or => terms.or(&members),
                    }
                }
            };
            done.insert(top, term);
            stack.pop();
        }
        (done[&root], done.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use ferric3_sat::conformance::Rng;

    use super::*;

    /// Bounds of one of three numbers from 0 to 3: `n ≤ b` or, if not `upper`, `n ≥ b`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
    struct Bound {
        number: usize,
        upper: bool,
        bound: u32,
    }

    impl Not for Bound {
        type Output = Bound;

        fn not(self) -> Bound {
            let bound = if self.upper {
                self.bound + 1
            } else {
                self.bound - 1
            };
            let upper = !self.upper;
            Bound {
                upper,
                bound,
                ..self
            }
        }
    }

    impl Literal for Bound {
        fn implies(self, other: Bound) -> bool {
            self.number == other.number
                && self.upper == other.upper
                && if self.upper {
                    self.bound <= other.bound
                } else {
                    self.bound >= other.bound
                }
        }
    }

    fn value(formulas: &Formulas<Bound>, formula: Formula, at: [u32; 3]) -> bool {
        match formulas.get(formula) {
            Node::Constant(value) => *value,
            Node::Literal(l) if l.upper => at[l.number] <= l.bound,
            Node::Literal(l) => at[l.number] >= l.bound,
            Node::Many(Kind::And, members) => members.iter().all(|&m| value(formulas, m, at)),
            Node::Many(Kind::Or, members) => members.iter().any(|&m| value(formulas, m, at)),
        }
    }

    /// Simplified formulas mean what they meant, at all points.
    #[test]
    fn simplification_keeps_the_meaning() {
        let mut smaller = 0;
        for seed in 0..500 {
            let mut rng = Rng::new(seed);
            let mut formulas = Formulas::new();
            let mut made: Vec<(Formula, [bool; 64])> = Vec::new();
            let points = |i: usize| [i as u32 % 4, i as u32 / 4 % 4, i as u32 / 16];
            for _ in 0..6 {
                let upper = rng.below(2) == 0;
                let bound = rng.below(3) as u32 + u32::from(!upper);
                let number = rng.below(3);
                let formula = formulas.literal(Bound {
                    number,
                    upper,
                    bound,
                });
                let values = std::array::from_fn(|i| value(&formulas, formula, points(i)));
                made.push((formula, values));
            }
            for _ in 0..30 {
                let parts: Vec<usize> = (0..2 + rng.below(3))
                    .map(|_| rng.below(made.len()))
                    .collect();
                let of: Vec<Formula> = parts.iter().map(|&part| made[part].0).collect();
                let is_and = rng.below(2) == 0;
                let formula = if is_and {
                    formulas.and(&of)
                } else {
                    formulas.or(&of)
                };
                let expected = std::array::from_fn(|i| {
                    let mut values = parts.iter().map(|&part| made[part].1[i]);
                    if is_and {
                        values.all(|v| v)
                    } else {
                        values.any(|v| v)
                    }
                });
                for (i, &expected) in expected.iter().enumerate() {
                    assert_eq!(value(&formulas, formula, points(i)), expected, "{seed}");
                }
                smaller += usize::from(formula.0 < 2 || of.contains(&formula));
                made.push((formula, expected));
            }
        }
        assert!(smaller > 1000, "{smaller}");
    }
}
