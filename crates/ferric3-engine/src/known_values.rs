//! What clauses say outright about the values of variables.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_cfa::{Cfa, Clauses, KnownValues, LocId};
use ferric3_term::{Op, SymbolId, TermId, Terms};

use crate::Invariant;

/// For states of an invariant: values of variables at each location, and the clauses that say so.
pub(crate) struct Known {
    values: Vec<KnownValues>,
    clauses: Vec<Vec<TermId>>,
}

impl Known {
    /// What `invariant` says by clauses `x = c`, `x = y`, `b` and `¬b`.
    pub(crate) fn of(cfa: &Cfa, terms: &mut Terms, invariant: &Invariant) -> Known {
        let (mut values, mut clauses) = (Vec::new(), Vec::new());
        for loc in cfa.locations.ids() {
            let here = match loc {
                // There is nothing to be shown about what leaves it.
                loc if loc == cfa.error => &[],
                loc => invariant.at(loc),
            };
            let never = here.iter().find(|&&c| terms.as_bool(c) == Some(false));
            if let Some(&never) = never {
                values.push(None);
                clauses.push(vec![never]);
                continue;
            }
            let (known, used) = known_values(cfa, terms, here);
            values.push(Some(known));
            clauses.push(used);
        }
        Known { values, clauses }
    }

    /// Values at a location; none if no run gets there.
    pub(crate) fn at(&self, loc: LocId) -> KnownValues {
        self.values[loc.index()].clone()
    }

    /// By location: the clauses that say so.
    pub(crate) fn into_clauses(self) -> Clauses {
        Clauses::new(self.clauses)
    }
}

/// The values of variables by some clauses, none over a variable that has a value; and the clauses
/// that were used.
fn known_values(
    cfa: &Cfa,
    terms: &mut Terms,
    clauses: &[TermId],
) -> (BTreeMap<SymbolId, TermId>, Vec<TermId>) {
    let variables: BTreeSet<SymbolId> = cfa.state.iter().map(|var| var.symbol).collect();
    let variable = |terms: &Terms, term: TermId| {
        let symbol = terms.as_symbol(term);
        symbol.filter(|symbol| variables.contains(symbol))
    };
    let (mut known, mut used) = (BTreeMap::new(), Vec::new());
    let mut copies = Vec::new();
    for &clause in clauses {
        let (left, right) = match (terms.op(clause), terms.args(clause)) {
            (Op::Eq, &[a, b]) => (a, b),
            (Op::Symbol(_), _) => (clause, terms.tt()),
            (Op::Not, &[a]) => (a, terms.ff()),
            _ => continue,
        };
        if terms.sort(left).is_array() {
            continue;
        }
        match (variable(terms, left), variable(terms, right)) {
            (Some(x), Some(y)) => copies.push((x, y, clause)),
            (Some(x), None) if is_constant(terms, right) => {
                known.entry(x).or_insert(right);
                used.push(clause);
            }
            (None, Some(y)) if is_constant(terms, left) => {
                known.entry(y).or_insert(left);
                used.push(clause);
            }
            _ => {}
        }
    }
    for (x, y, clause) in copies {
        let [a, b] = [x, y].map(|symbol| {
            let term = terms.symbol_term(symbol);
            value(&known, terms, term)
        });
        match (terms.as_symbol(a), terms.as_symbol(b)) {
            _ if a == b => {}
            (Some(a), _) => _ = known.insert(a, b),
            (None, Some(b)) => _ = known.insert(b, a),
            (None, None) => {}
        }
        used.push(clause);
    }
    let entries: Vec<(SymbolId, TermId)> = known.iter().map(|(&s, &t)| (s, t)).collect();
    for (symbol, term) in entries {
        let value = value(&known, terms, term);
        known.insert(symbol, value);
    }
    (known, used)
}

/// The value of a term, as far as it is a variable that has one.
fn value(known: &BTreeMap<SymbolId, TermId>, terms: &Terms, mut term: TermId) -> TermId {
    while let Some(&value) = terms.as_symbol(term).and_then(|symbol| known.get(&symbol)) {
        term = value;
    }
    term
}

fn is_constant(terms: &Terms, term: TermId) -> bool {
    matches!(terms.op(term), Op::True | Op::False | Op::Const(_))
}

#[cfg(test)]
mod tests {
    use ferric3_cfa::Stop;
    use ferric3_solver::SolverConfig;
    use ferric3_term::Sort;

    use super::*;
    use crate::{CertificateError, Patience, Proof, Task, certify};

    /// `x := 1; y := x; loop {}`, and the error location behind the loop if `x` or `y` is 0.
    fn automaton() -> (Cfa, Terms, LocId, [TermId; 2]) {
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        let [x, y] = ["x", "y"].map(|name| terms.fresh_symbol(name, Sort::BitVec(8)));
        for (symbol, _) in [x, y] {
            cfa.add_state_var(&mut terms, symbol, None);
        }
        let (zero, one) = (terms.bv_u64(0, 8), terms.bv_u64(1, 8));
        let head = cfa.add_location("head", None);
        let (first, second) = (cfa.commands.assign(x.0, one), cfa.commands.assign(y.0, x.1));
        let both = cfa.commands.seq(&terms, first, second);
        let wrong = [x.1, y.1].map(|var| terms.eq(var, zero));
        let wrong = terms.or(&wrong);
        let (wrong, skip) = (cfa.commands.assume(wrong), cfa.commands.skip(&mut terms));
        cfa.add_edge(cfa.initial, both, head);
        cfa.add_edge(head, skip, head);
        cfa.add_edge(head, wrong, cfa.error);
        (cfa, terms, head, [x.1, y.1])
    }

    fn at(cfa: &Cfa, head: LocId, clauses: &[TermId]) -> Invariant {
        let mut all = vec![Vec::new(); cfa.locations.len()];
        all[head.index()] = clauses.to_vec();
        Invariant::new(all)
    }

    #[test]
    fn constants_and_copies_are_values() {
        let (cfa, mut terms, head, [x, y]) = automaton();
        let one = terms.bv_u64(1, 8);
        let less = terms.bv_ult(x, y);
        let clauses = [terms.eq(x, y), less, terms.eq(y, one)];
        let invariant = at(&cfa, head, &clauses);
        let known = Known::of(&cfa, &mut terms, &invariant);
        let values: Vec<TermId> = known.at(head).expect("no clause").into_values().collect();
        assert_eq!(values, [one, one]);
        assert_eq!(known.at(cfa.initial), Some(BTreeMap::new()));
        assert_eq!(known.into_clauses().at(head).len(), 2);
    }

    #[test]
    fn copies_have_one_representative() {
        let (cfa, mut terms, head, [x, y]) = automaton();
        let both = [terms.eq(x, y), terms.eq(y, x)];
        let invariant = at(&cfa, head, &both);
        let known = Known::of(&cfa, &mut terms, &invariant);
        assert_eq!(known.at(head).expect("no clause").len(), 1);
    }

    #[test]
    fn forms_under_an_invariant_do_not_prove_anything_else() {
        let (cfa, mut terms, head, [x, y]) = automaton();
        let one = terms.bv_u64(1, 8);
        let right = [terms.eq(x, y), terms.eq(y, one)];
        let mut certified = |under: &[TermId], proof: &[TermId]| {
            let (under, proof) = (at(&cfa, head, under), at(&cfa, head, proof));
            let task = Task::new_under(cfa.clone(), &mut terms, &under, Stop::NEVER);
            let task = task.expect("nobody asks to stop");
            let (solvers, proof) = (SolverConfig::default(), Proof::Invariant(proof));
            let done = certify(&task, &mut terms, &solvers, proof, Patience::Unlimited);
            done.map(|_| ())
        };
        assert_eq!(certified(&right, &right), Ok(()));
        assert_eq!(certified(&right[1..], &right), Ok(()));
        // Under `x = y = 1` there is no way to the error location.
        let nothing = certified(&right, &[]);
        assert_eq!(nothing, Err(CertificateError::Incomplete));
    }

    #[test]
    fn what_is_assumed_is_checked() {
        let (cfa, mut terms, head, [x, y]) = automaton();
        let two = terms.bv_u64(2, 8);
        let wrong = [terms.eq(x, two), terms.eq(y, two)];
        let wrong = at(&cfa, head, &wrong);
        let task = Task::new_under(cfa, &mut terms, &wrong, Stop::NEVER);
        let task = task.expect("nobody asks to stop");
        let (solvers, proof) = (SolverConfig::default(), Proof::Invariant(wrong));
        let done = certify(&task, &mut terms, &solvers, proof, Patience::Unlimited);
        let error = done.map(|_| ()).expect_err("`x` is 1");
        assert!(matches!(error, CertificateError::Consecution(_)));
    }
}
