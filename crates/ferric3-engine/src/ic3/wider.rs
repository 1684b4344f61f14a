//! Cores with wider bounds than the cube has.
//!
//! A solver over intervals knows how much of a bound it has used ([`Solver::weakened`]): of the assumption
//! `t ≤ v` perhaps no more than `t ≤ w`, with `v < w`. An assumption is a literal of the cube before the edge,
//! `t ≤ v` is `(x ≤ v')∘f`, so the literal of the core is the `x ≤ w'` with
//!
//! ```text
//! (x ≤ w')∘f = (t ≤ w)
//! ```
//!
//! if there is one that is built in the same way; otherwise the cube's own literal stays. What is left
//! of the test is the same as for any core `g`: the cube implies `g`, so `¬g ⇒ ¬c` for a self-loop, and `g`
//! was shown to be unreachable by the very query.
//!
//! [`Solver::weakened`]: ferric3_solver::Solver::weakened

use ferric3_cfa::EdgeId;
use ferric3_term::{Bound, TermId, Terms};

use super::outcome::{EdgeCore, EdgeQuery};
use super::{Search, WIDER_BOUNDS};
use crate::Cube;

impl Search<'_> {
    /// What the solver used of the cube, after an unsatisfiable query over the edge.
    pub(super) fn wider_core(&mut self, edge: EdgeId, query: &EdgeQuery) -> Vec<TermId> {
        let from = self.source(edge);
        let mut core = Vec::new();
        for (t, wider) in self.contexts.weakened(self.terms, from) {
            let Some(&(_, literal)) = query.before.iter().find(|(before, _)| *before == t) else {
                continue;
            };
            match wider.and_then(|wider| self.after_edge(edge, (t, literal), &wider)) {
                None => core.push(literal),
                Some(wider) => {
                    self.add(WIDER_BOUNDS, 1);
                    if self.terms.as_bool(wider) != Some(true) {
                        core.push(wider);
                    }
                }
            }
        }
        core
    }

    /// The literal that is `wider` before the edge, where `literal` is `before`, and that follows from
    /// `literal`.
    pub(super) fn after_edge(
        &mut self,
        edge: EdgeId,
        (before, literal): (TermId, TermId),
        wider: &Bound,
    ) -> Option<TermId> {
        let assumed = Bound::of(self.terms, before)?;
        let after = Bound::of(self.terms, literal)?;
        if after.value.width() != wider.value.width() {
            return None;
        }
        // Assignments may have moved the constant to the other side: `(x ≤ 5)∘(x + 1)` can be `x ≤ 4`.
        let moved = after.value.sub(&assumed.value);
        let candidate = Bound {
            t: after.t,
            value: wider.value.add(&moved),
            ..wider.clone()
        };
        if !after.implies(&candidate) {
            return None;
        }
        let candidate = candidate.literal(self.terms);
        let wanted = wider.literal(self.terms);
        (self.before(edge, candidate) == wanted).then_some(candidate)
    }
}

/// Where edges need one bound of the cube in different widths, they all take the narrowest, which is in
/// the union anyway: without that, the union would say the same thing twice.
pub(super) fn agree(terms: &Terms, cube: &Cube, cores: &mut [EdgeCore]) {
    let is_wider = |literal: &TermId| cube.literals().binary_search(literal).is_err();
    let mut bounds: Vec<(TermId, Bound)> = Vec::new();
    let all = cores.iter().flat_map(|part| part.core.literals());
    if !all.clone().any(is_wider) {
        return;
    }
    for &literal in all {
        bounds.extend(Bound::of(terms, literal).map(|bound| (literal, bound)));
    }
    for part in cores {
        let narrowest = |&literal: &TermId| {
            let Some(bound) = Bound::of(terms, literal).filter(|_| is_wider(&literal)) else {
                return literal;
            };
            let same_side = bounds.iter().filter(|(_, other)| other.implies(&bound));
            let narrowest = same_side.reduce(|a, b| if b.1.implies(&a.1) { b } else { a });
            narrowest.map_or(literal, |&(narrower, _)| narrower)
        };
        part.core = Cube::new(part.core.literals().iter().map(narrowest).collect());
    }
}
