//! What one evaluation of a decision looks like from its conditions.

use std::fmt;

/// The conditions in one evaluation of a decision, from left to right: true, false, or not evaluated.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Vector(pub Vec<Option<bool>>);

impl Vector {
    /// No condition was evaluated, of so many.
    pub fn new(conditions: usize) -> Vector {
        Vector(vec![None; conditions])
    }

    /// What a condition was; also none if there is no such condition.
    pub fn get(&self, condition: usize) -> Option<bool> {
        self.0.get(condition).copied().flatten()
    }

    /// Do both agree in all conditions that both evaluate, apart from one?
    fn agrees_but_for(&self, other: &Vector, condition: usize) -> bool {
        let both = self.0.iter().zip(&other.0).enumerate();
        both.filter(|&(i, _)| i != condition)
            .all(|(_, values)| match values {
                (Some(a), Some(b)) => a == b,
                _ => true,
            })
    }
}

/// `TF-`: true, false, not evaluated.
impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self
            .0
            .iter()
            .map(|value| match value {
                Some(true) => 'T',
                Some(false) => 'F',
                None => '-',
            })
            .collect();
        f.pad(&letters)
    }
}

/// The pairs that show the independence of a condition by unique cause, among evaluations with their
/// outcomes: positions of one in which it is true and one in which it is false, such that the
/// outcomes differ and all other conditions that both evaluate agree.
pub fn independence_pairs(evaluations: &[(Vector, bool)], condition: usize) -> Vec<(usize, usize)> {
    let with = |value: bool| {
        let all = evaluations.iter().enumerate();
        all.filter(move |(_, (vector, _))| vector.get(condition) == Some(value))
    };
    let mut pairs = Vec::new();
    for (i, (a, outcome)) in with(true) {
        let partners = with(false)
            .filter(|(_, (b, other))| other != outcome && a.agrees_but_for(b, condition));
        pairs.extend(partners.map(|(j, _)| (i, j)));
    }
    pairs
}
