//! Cubes: conjunctions of literals over the state.

use ferric3_term::{TermId, Terms};

/// A conjunction of literals; sorted, each once. The empty cube is `true`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cube {
    literals: Vec<TermId>,
}

impl Cube {
    /// The cube with these literals.
    pub fn new(mut literals: Vec<TermId>) -> Cube {
        literals.sort_unstable();
        literals.dedup();
        Cube { literals }
    }

    /// The literals, sorted.
    pub fn literals(&self) -> &[TermId] {
        &self.literals
    }

    /// Number of literals.
    pub fn len(&self) -> usize {
        self.literals.len()
    }

    /// Is it `true`?
    pub fn is_empty(&self) -> bool {
        self.literals.is_empty()
    }

    /// Are all literals of this cube in `other`? Then `other ⇒ self`.
    pub fn subsumes(&self, other: &Cube) -> bool {
        self.len() <= other.len()
            && self
                .literals
                .iter()
                .all(|l| other.literals.binary_search(l).is_ok())
    }

    /// The cube without one literal.
    pub fn without(&self, literal: TermId) -> Cube {
        Cube {
            literals: self
                .literals
                .iter()
                .copied()
                .filter(|&l| l != literal)
                .collect(),
        }
    }

    /// The cube with one more literal.
    pub fn with(&self, literal: TermId) -> Cube {
        let mut literals = self.literals.clone();
        literals.push(literal);
        Cube::new(literals)
    }

    /// The literals of both cubes: their conjunction.
    pub fn union(&self, other: &Cube) -> Cube {
        let all = self.literals.iter().chain(&other.literals);
        Cube::new(all.copied().collect())
    }

    /// The literals that are not in `other`.
    pub fn minus(&self, other: &Cube) -> Vec<TermId> {
        let mine = self.literals.iter().copied();
        mine.filter(|l| other.literals.binary_search(l).is_err())
            .collect()
    }

    /// Its negation, as one term.
    pub fn clause(&self, terms: &mut Terms) -> TermId {
        let negated = self.negated(terms);
        terms.or(&negated)
    }

    /// The negations of its literals.
    pub fn negated(&self, terms: &mut Terms) -> Vec<TermId> {
        self.literals.iter().map(|&l| terms.not(l)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferric3_term::Sort;

    #[test]
    fn a_subset_of_literals_subsumes() {
        let mut terms = Terms::new();
        let a = terms.fresh_symbol("a", Sort::Bool).1;
        let b = terms.fresh_symbol("b", Sort::Bool).1;
        let both = Cube::new(vec![b, a, b]);
        assert_eq!(both.literals(), [a, b]);
        assert!(Cube::new(vec![b]).subsumes(&both));
        assert!(Cube::default().subsumes(&both));
        assert!(!both.subsumes(&Cube::new(vec![b])));
        assert_eq!(both.without(a), Cube::new(vec![b]));
        assert_eq!(both.minus(&Cube::new(vec![b])), [a]);
        assert_eq!(both.without(a).union(&both.without(b)), both);
    }
}
