//! Disjunctions as choices: `A ∨ B` is `ite(c, A, B)` for a condition `c` that tells them apart.

use ferric3_term::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashSet;

use super::extract::Extractor;
use super::normal::flatten;

impl Extractor {
    /// A choice that is equivalent to a disjunction, for some value of new inputs. The same for the
    /// same disjunction.
    pub(super) fn choice(&mut self, terms: &mut Terms, disjunction: TermId) -> TermId {
        if let Some(&choice) = self.choices.get(&disjunction) {
            return choice;
        }
        let sides: Vec<Vec<TermId>> = terms
            .args(disjunction)
            .to_vec()
            .into_iter()
            .map(|side| flatten(terms, &[side]))
            .collect();
        let (condition, first, second) = match separate(terms, &sides) {
            Some(separated) => separated,
            None => {
                let (first, second) = sides.split_at(sides.len() / 2);
                let condition = self.input(terms, "choice", Sort::Bool);
                (condition, first.to_vec(), second.to_vec())
            }
        };
        let negated = terms.not(condition);
        let then = without(terms, first, condition);
        let otherwise = without(terms, second, negated);
        let choice = terms.mk(Op::Ite, &[condition, then, otherwise]);
        self.choices.insert(disjunction, choice);
        choice
    }
}

/// The disjunction of conjunctions, each without a conjunct that is known to hold.
fn without(terms: &mut Terms, sides: Vec<Vec<TermId>>, known: TermId) -> TermId {
    let mut parts = Vec::with_capacity(sides.len());
    for mut side in sides {
        side.retain(|&part| part != known);
        parts.push(match side[..] {
            [] => terms.tt(),
            [only] => only,
            _ => terms.mk(Op::And, &side),
        });
    }
    match parts[..] {
        [] => terms.ff(),
        [only] => only,
        _ => terms.mk(Op::Or, &parts),
    }
}

type Separated = (TermId, Vec<Vec<TermId>>, Vec<Vec<TermId>>);

/// A conjunct of the first side, such that each side has it or its negation, and one has the latter.
fn separate(terms: &mut Terms, sides: &[Vec<TermId>]) -> Option<Separated> {
    let sets: Vec<FxHashSet<TermId>> = sides
        .iter()
        .map(|side| side.iter().copied().collect())
        .collect();
    for &condition in &sides[0] {
        let negated = terms.not(condition);
        let tells = |set: &FxHashSet<TermId>| set.contains(&condition) || set.contains(&negated);
        if !sets.iter().all(tells) {
            continue;
        }
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for (side, set) in sides.iter().zip(&sets) {
            if set.contains(&condition) {
                first.push(side.clone());
            } else {
                second.push(side.clone());
            }
        }
        if !second.is_empty() {
            return Some((condition, first, second));
        }
    }
    None
}
