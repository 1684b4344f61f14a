//! Literals that follow from bounds: of the number itself, or of the other numbers in a row.

use ferric3_sat::Lit;
use ferric3_term::Rational;

use super::delta::Delta;
use super::farkas::Proof;
use super::linear::{Num, Side, towards};
use super::simplex::Farkas;
use super::{Arith, Implied};

/// Longer rows are left alone: they seldom bound anything.
const MAX_ROW: usize = 12;

/// Rows that are looked at after one assignment.
const MAX_ROWS: usize = 16;

/// `basic = Σ`, as a list of terms that add up to 0.
type Terms = Vec<(Num, Rational)>;

impl Arith {
    /// What follows from bounds that have changed. Requires values within all bounds.
    pub(super) fn propagate_bounds(&mut self, implied: &mut Vec<Lit>) {
        let changes: Vec<(Num, Side)> = {
            let bounds = &self.simplex.bounds;
            bounds.changed_since(self.propagated).collect()
        };
        self.propagated = self.simplex.bounds.mark();
        let mut rows: Vec<Num> = Vec::new();
        for &(number, side) in &changes {
            self.propagate_bound(number, side, implied);
            let tableau = &self.simplex.tableau;
            if rows.len() < MAX_ROWS {
                if tableau.is_basic(number) {
                    rows.push(number);
                } else {
                    let room = MAX_ROWS - rows.len();
                    rows.extend(tableau.column(number).map(|(basic, _)| basic).take(room));
                }
            }
        }
        rows.sort_unstable();
        rows.dedup();
        for basic in rows {
            if self.simplex.tableau.row(basic).len() <= MAX_ROW {
                self.propagate_row(basic, implied);
            }
        }
    }

    /// Atoms of the number that its bound decides.
    fn propagate_bound(&mut self, number: Num, side: Side, implied: &mut Vec<Lit>) {
        let Some(bound) = self.simplex.bounds.get(number, side) else {
            return;
        };
        let lits: Vec<Lit> = self.atoms.implied(number, side, &bound.value).collect();
        let reason = bound.reason;
        for lit in lits {
            let farkas = [(reason, Rational::ONE), (!lit, Rational::ONE)];
            self.imply(lit, farkas.to_vec(), implied);
        }
    }

    /// Atoms that the bounds of the other numbers of a row decide.
    fn propagate_row(&mut self, basic: Num, implied: &mut Vec<Lit>) {
        let row = self.simplex.tableau.row(basic);
        self.work += 2 * (row.len() + 1) as u64;
        // Most rows bound nothing: see that before there is arithmetic.
        let mut sides = vec![Side::Lower, Side::Upper];
        sides.retain(|&side| self.may_bound(basic, side));
        if sides.is_empty() {
            return;
        }
        let row = row.iter();
        let mut terms: Terms = row.map(|e| (e.number, e.coefficient.clone())).collect();
        terms.push((basic, Rational::MINUS_ONE));
        for side in sides {
            // The sum of the terms is at most (or at least) this, as far as they are bounded.
            let mut limit = Delta::default();
            let mut unbounded = None;
            let mut count = 0;
            for (place, (number, coefficient)) in terms.iter().enumerate() {
                let towards = towards(side, coefficient);
                match self.simplex.bounds.value(*number, towards) {
                    Some(bound) => limit.add_product(coefficient, bound),
                    None => {
                        unbounded = Some(place);
                        count += 1;
                    }
                }
            }
            match (count, unbounded) {
                (0, _) => {
                    for place in 0..terms.len() {
                        self.propagate_term(&terms, place, side, &limit, implied);
                    }
                }
                (1, Some(place)) => self.propagate_term(&terms, place, side, &limit, implied),
                _ => {}
            }
        }
    }

    /// Are all terms of a row but one bounded on this side, and are there atoms about the one, or any?
    fn may_bound(&self, basic: Num, side: Side) -> bool {
        let row = self.simplex.tableau.row(basic).iter();
        let terms = row.map(|e| (e.number, towards(side, &e.coefficient)));
        let terms = terms.chain([(basic, side.opposite())]);
        let bounds = &self.simplex.bounds;
        let mut unbounded = terms.filter(|&(number, side)| bounds.get(number, side).is_none());
        match (unbounded.next(), unbounded.next()) {
            (None, _) => true,
            (Some((number, _)), None) => self.atoms.has_atoms(number),
            _ => false,
        }
    }

    /// All terms but the one at `place` are bounded on this side; `limit` is the bound of the sum of those that
    /// are. So the number of this term is bounded, too.
    fn propagate_term(
        &mut self,
        terms: &Terms,
        place: usize,
        side: Side,
        limit: &Delta,
        implied: &mut Vec<Lit>,
    ) {
        let (number, coefficient) = &terms[place];
        if !self.atoms.has_atoms(*number) {
            return;
        }
        let own = self
            .simplex
            .bounds
            .value(*number, towards(side, coefficient));
        let others = match own {
            Some(own) => limit - &(own * coefficient),
            None => limit.clone(),
        };
        // The term is the negated sum of the others.
        let bound = &others * &-coefficient.reciprocal();
        let to = towards(side, coefficient).opposite();
        let bound = match (self.is_integer(*number), to) {
            (false, _) => bound,
            (true, Side::Upper) => bound.floor().into(),
            (true, Side::Lower) => bound.ceil().into(),
        };
        let known = self.simplex.bounds.value(*number, to);
        if known.is_some_and(|known| !to.is_stronger(&bound, known)) {
            return;
        }
        let lits: Vec<Lit> = self.atoms.implied(*number, to, &bound).collect();
        for lit in lits {
            let others = terms
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != place);
            let farkas = others.map(|(_, (other, coefficient))| {
                let bound = self.simplex.bounds.get(*other, towards(side, coefficient));
                let reason = bound.expect("the others are bounded").reason;
                (reason, coefficient.abs())
            });
            let own = (!lit, coefficient.abs());
            self.imply(lit, farkas.chain([own]).collect(), implied);
        }
    }

    /// `lit` follows: the inequalities, with its negation among them, add up to a contradiction.
    fn imply(&mut self, lit: Lit, farkas: Farkas, implied: &mut Vec<Lit>) {
        self.work += farkas.len() as u64;
        let proof = Proof::Sum(farkas);
        if cfg!(debug_assertions) {
            let clause = self.proved(&proof);
            debug_assert!(clause.is_some_and(|clause| clause.contains(&lit)));
        }
        self.implied_at.insert(lit, self.implied.len());
        self.implied.push(Implied {
            lit,
            at: self.assigned.len(),
            proof,
        });
        implied.push(lit);
    }
}
