//! Asserting formulas: connectives at the top become clauses, not gates.

use ferric3_sat::Lit;
use ferric3_term::{Op, TermId, Terms};
use rustc_hash::FxHashSet;

use super::translate::Translator;

/// A formula or, if `false`, its negation.
type Signed = (TermId, bool);

impl Translator {
    /// Demand `term`. Conjunctions are taken apart; equations hold bit by bit.
    pub(super) fn assert(&mut self, terms: &Terms, term: TermId) {
        let mut seen = FxHashSet::default();
        let mut todo: Vec<Signed> = vec![(term, true)];
        while let Some((term, sign)) = todo.pop() {
            // A shared conjunct is asserted once, which also keeps dags from being unfolded.
            if !seen.insert((term, sign)) {
                continue;
            }
            match (terms.op(term), sign) {
                (Op::Not, _) => todo.push((terms.args(term)[0], !sign)),
                (Op::And, true) | (Op::Or, false) => {
                    todo.extend(terms.args(term).iter().rev().map(|&arg| (arg, sign)));
                }
                (Op::Eq, true) if !terms.sort(terms.args(term)[0]).is_array() => {
                    self.assert_equation(terms, term);
                }
                _ => self.assert_disjunction(terms, &[(term, sign)]),
            }
        }
    }

    /// Demand that one of the terms holds.
    pub(super) fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]) {
        let clause: Vec<Signed> = clause.iter().map(|&term| (term, true)).collect();
        self.assert_disjunction(terms, &clause);
    }

    fn assert_equation(&mut self, terms: &Terms, term: TermId) {
        let [left, right] = terms.args(term) else {
            unreachable!("an equation has two sides")
        };
        if terms.sort(*left).is_number() {
            for lit in self.equal_numbers(terms, *left, *right) {
                self.gates.add_clause(&[lit]);
            }
            return;
        }
        self.bits(terms, *right);
        let left = self.bits(terms, *left).to_vec();
        let right = self.bits(terms, *right).to_vec();
        for (a, b) in left.into_iter().zip(right) {
            self.gates.add_equal(a, b);
        }
    }

    /// One clause; nested disjunctions are taken apart unless they have a literal already.
    ///
    /// The last negated symbol of the clause, if there is one, is its guard: the clause does not
    /// matter to queries that are not about this symbol. (That is what engines use activation
    /// literals for. For any other symbol it is as sound: see `Gates::add_guarded_clause`.)
    fn assert_disjunction(&mut self, terms: &Terms, disjuncts: &[Signed]) {
        let mut seen = FxHashSet::default();
        let mut clause: Vec<Lit> = Vec::new();
        let mut guard = None;
        let mut todo: Vec<Signed> = disjuncts.iter().rev().copied().collect();
        while let Some((term, sign)) = todo.pop() {
            if !seen.insert((term, sign)) {
                continue;
            }
            match (terms.op(term), sign) {
                (Op::Not, _) => todo.push((terms.args(term)[0], !sign)),
                (Op::Or, true) | (Op::And, false) if !self.cache.contains(term) => {
                    todo.extend(terms.args(term).iter().rev().map(|&arg| (arg, sign)));
                }
                (op, _) => {
                    let lit = self.literal(terms, term);
                    if matches!(op, Op::Symbol(_)) && !sign {
                        guard = Some(lit.var());
                    }
                    clause.push(lit.flip_if(!sign));
                }
            }
        }
        match guard {
            Some(guard) => self.gates.add_guarded_clause(guard, &clause),
            None => self.gates.add_clause(&clause),
        }
    }
}
