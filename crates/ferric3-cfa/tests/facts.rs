//! Facts by data flow against an explicit-state search.

use std::collections::BTreeSet;

use ferric3_cfa::{
    Analysis, Cfa, CmdId, EdgeId, FactDomain, FactOptions, LocId, analyse, mark_loop_heads,
};
use ferric3_term::{Infix, Sort, SymbolId, TermId, Terms};
use ferric3_testgen::RandomCfa;

/// All states that runs reach, by location.
fn reachable(random: &RandomCfa) -> BTreeSet<(LocId, Vec<u64>)> {
    let mut states = BTreeSet::new();
    let mut open: Vec<(LocId, Vec<u64>)> = random
        .all_states()
        .into_iter()
        .map(|state| (random.cfa.initial, state))
        .collect();
    while let Some((loc, state)) = open.pop() {
        if !states.insert((loc, state.clone())) {
            continue;
        }
        for edge in random.cfa.edges.iter().filter(|edge| edge.from == loc) {
            for after in random.successors(edge.command, &state) {
                open.push((edge.to, after));
            }
        }
    }
    states
}

/// Returns the number of clauses and of edges that no run takes.
fn compare(seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut clauses, mut infeasible) = (0, 0);
    for seed in seeds {
        let mut random = RandomCfa::new(seed);
        mark_loop_heads(&mut random.cfa);
        let cfa = random.cfa.clone();
        let analysis = analyse(&cfa, &mut random.terms, &FactOptions::default());
        assert!(!analysis.stats().gave_up, "seed {seed}");
        clauses += analysis.facts().len();
        infeasible += analysis.stats().infeasible;
        for (loc, state) in reachable(&random) {
            for &fact in analysis.facts().at(loc) {
                assert!(
                    random.holds(fact, &state),
                    "seed {seed}: {fact:?} does not hold in {state:?} at {loc:?}"
                );
            }
            for (id, edge) in cfa.edges.iter_enumerated() {
                if edge.from == loc && analysis.is_infeasible(id) {
                    let after = random.successors(edge.command, &state);
                    assert!(after.is_empty(), "seed {seed}: {id:?} from {state:?}");
                }
            }
        }
    }
    (clauses, infeasible)
}

#[test]
fn every_reachable_state_satisfies_the_facts() {
    let (clauses, infeasible) = compare(0..1500);
    assert!(clauses > 1000 && infeasible > 100, "{clauses} {infeasible}");
}

#[test]
#[ignore = "long: run by scripts/long-tests"]
fn every_reachable_state_satisfies_the_facts_long() {
    compare(10_000..100_000);
}

/// Some variables of 8 bits, a loop, and an edge from its head to the error location.
struct Loop {
    terms: Terms,
    cfa: Cfa,
    head: LocId,
}

impl Loop {
    fn new() -> Loop {
        let mut cfa = Cfa::new();
        let head = cfa.add_location("head", None);
        Loop {
            terms: Terms::new(),
            cfa,
            head,
        }
    }

    fn var(&mut self, name: &str) -> (SymbolId, TermId) {
        let var = self.terms.fresh_symbol(name, Sort::BitVec(8));
        self.cfa.add_state_var(&mut self.terms, var.0, None);
        var
    }

    fn edge(&mut self, from: LocId, commands: Vec<CmdId>, to: LocId) -> EdgeId {
        let skip = self.cfa.commands.skip(&mut self.terms);
        let (terms, store) = (&self.terms, &mut self.cfa.commands);
        let all = commands.into_iter();
        let command = all.fold(skip, |first, next| store.seq(terms, first, next));
        self.cfa.add_edge(from, command, to)
    }

    fn set(&mut self, (symbol, _): (SymbolId, TermId), value: TermId) -> CmdId {
        self.cfa.commands.assign(symbol, value)
    }

    fn add(&mut self, (symbol, x): (SymbolId, TermId), value: u64) -> CmdId {
        let value = self.terms.bv_u64(value, 8);
        let sum = self.terms.bv_add(x, value);
        self.cfa.commands.assign(symbol, sum)
    }

    /// The facts at the head as text, and whether each edge can be taken.
    fn analyse(&mut self) -> (Vec<String>, Analysis) {
        mark_loop_heads(&mut self.cfa);
        let analysis = analyse(&self.cfa, &mut self.terms, &FactOptions::default());
        let facts = analysis.facts().at(self.head).iter();
        let shown = facts.map(|&fact| Infix::new(&self.terms, fact).to_string());
        (shown.collect(), analysis)
    }
}

/// `x + y = n` for an arbitrary `n`, whatever wraps around.
#[test]
fn sums_of_counters_are_found() {
    let mut a = Loop::new();
    let [n, x, y] = ["n", "x", "y"].map(|name| a.var(name));
    let zero = a.terms.bv_u64(0, 8);
    let start = vec![a.set(x, n.1), a.set(y, zero)];
    let (initial, head, error) = (a.cfa.initial, a.head, a.cfa.error);
    a.edge(initial, start, head);
    let step = vec![a.add(x, 255), a.add(y, 1)];
    a.edge(head, step, head);
    let sum = a.terms.bv_add(x.1, y.1);
    let differs = a.terms.ne(sum, n.1);
    let violated = vec![a.cfa.commands.assume(differs)];
    let violated = a.edge(head, violated, error);
    let (facts, analysis) = a.analyse();
    assert_eq!(facts.len(), 1, "{facts:?}");
    assert!(analysis.is_infeasible(violated), "{facts:?}");
    assert_eq!(analysis.stats().clauses[&FactDomain::Affine], 1);
}

/// `i = 2·j + 1`: the error edge asks whether `i` is even, and bits know that too.
#[test]
fn multiples_are_found() {
    let mut a = Loop::new();
    let [i, j] = ["i", "j"].map(|name| a.var(name));
    let [zero, one] = [0, 1].map(|value| a.terms.bv_u64(value, 8));
    let start = vec![a.set(i, one), a.set(j, zero)];
    let (initial, head, error) = (a.cfa.initial, a.head, a.cfa.error);
    a.edge(initial, start, head);
    let step = vec![a.add(i, 2), a.add(j, 1)];
    a.edge(head, step, head);
    let twice = a.terms.bv_add(j.1, j.1);
    let equal = a.terms.eq(i.1, twice);
    let violated = vec![a.cfa.commands.assume(equal)];
    let violated = a.edge(head, violated, error);
    let (facts, analysis) = a.analyse();
    assert!(analysis.is_infeasible(violated), "{facts:?}");
    let domains: Vec<FactDomain> = analysis.stats().clauses.keys().copied().collect();
    assert_eq!(domains, [FactDomain::Bits, FactDomain::Affine], "{facts:?}");
}

/// A bound that only the loop's condition gives, found by narrowing; and a state machine.
#[test]
fn bounds_and_states_are_found() {
    let mut a = Loop::new();
    let [x, s] = ["x", "s"].map(|name| a.var(name));
    let [zero, three, nine] = [0, 3, 9].map(|value| a.terms.bv_u64(value, 8));
    let [five, limit] = [5, 100].map(|value| a.terms.bv_u64(value, 8));
    let start = vec![a.set(x, zero), a.set(s, three)];
    let (initial, head, error) = (a.cfa.initial, a.head, a.cfa.error);
    a.edge(initial, start, head);
    let goes_on = a.terms.bv_ult(x.1, limit);
    let goes_on = a.cfa.commands.assume(goes_on);
    for (from, to) in [(three, nine), (nine, five), (five, three)] {
        let is_from = a.terms.eq(s.1, from);
        let is_from = a.cfa.commands.assume(is_from);
        let step = vec![goes_on, is_from, a.add(x, 1), a.set(s, to)];
        a.edge(head, step, head);
    }
    let beyond = a.terms.bv_ult(limit, x.1);
    let beyond = vec![a.cfa.commands.assume(beyond)];
    let beyond = a.edge(head, beyond, error);
    let four = a.terms.bv_u64(4, 8);
    let lost = a.terms.eq(s.1, four);
    let lost = vec![a.cfa.commands.assume(lost)];
    let lost = a.edge(head, lost, error);
    let (facts, analysis) = a.analyse();
    assert!(analysis.is_infeasible(beyond) && analysis.is_infeasible(lost));
    assert_eq!(facts.len(), 2, "{facts:?}");
}

/// `i` from 0 to `n`, and `j` from 0 to `i`: `j < n` in the inner loop, for signed and for
/// unsigned numbers. That the sum does not wrap around is known from `i < n` alone.
#[test]
fn orders_are_found() {
    for signed in [false, true] {
        let mut a = Loop::new();
        let [n, i, j] = ["n", "i", "j"].map(|name| a.var(name));
        let zero = a.terms.bv_u64(0, 8);
        let inner = a.cfa.add_location("inner", None);
        let (initial, head, error) = (a.cfa.initial, a.head, a.cfa.error);
        let start = vec![a.set(i, zero)];
        a.edge(initial, start, head);
        let less = |a: &mut Loop, x: TermId, y: TermId| {
            let less = match signed {
                true => a.terms.bv_slt(x, y),
                false => a.terms.bv_ult(x, y),
            };
            let not = a.terms.not(less);
            [less, not].map(|condition| a.cfa.commands.assume(condition))
        };
        let [before_n, _] = less(&mut a, i.1, n.1);
        let [before_i, behind_i] = less(&mut a, j.1, i.1);
        let [_, violated] = less(&mut a, j.1, n.1);
        let enter = vec![before_n, a.set(j, zero)];
        a.edge(head, enter, inner);
        let violated = a.edge(inner, vec![before_i, violated], error);
        let step = vec![before_i, a.add(j, 1)];
        a.edge(inner, step, inner);
        let leave = vec![behind_i, a.add(i, 1)];
        a.edge(inner, leave, head);
        // Something must depend on the loop, or nobody would speak of it.
        let at_end = a.terms.eq(i.1, n.1);
        let at_end = vec![a.cfa.commands.assume(at_end)];
        let at_end = a.edge(head, at_end, error);
        let (_, analysis) = a.analyse();
        assert!(analysis.is_infeasible(violated), "signed: {signed}");
        assert!(!analysis.is_infeasible(at_end));
        let facts = analysis.facts().at(inner).iter();
        let shown: Vec<String> = facts
            .map(|&fact| Infix::new(&a.terms, fact).to_string())
            .collect();
        let known = analysis.stats().clauses[&FactDomain::Differences];
        assert!(known > 1, "{shown:?}");
    }
}

/// `t = 5·i`, in the form in which a solver proves it: not with the inverse of 5.
#[test]
fn coefficients_are_those_of_the_program() {
    let mut a = Loop::new();
    let [i, t, n] = ["i", "t", "n"].map(|name| a.var(name));
    let zero = a.terms.bv_u64(0, 8);
    let start = vec![a.set(i, zero), a.set(t, zero)];
    let (initial, head, error) = (a.cfa.initial, a.head, a.cfa.error);
    a.edge(initial, start, head);
    let differs = a.terms.ne(i.1, n.1);
    let step = vec![a.cfa.commands.assume(differs), a.add(i, 1), a.add(t, 5)];
    a.edge(head, step, head);
    let five = a.terms.bv_u64(5, 8);
    let product = a.terms.bv_mul(five, i.1);
    let wrong = a.terms.ne(t.1, product);
    let wrong = vec![a.cfa.commands.assume(wrong)];
    let wrong = a.edge(head, wrong, error);
    let (facts, analysis) = a.analyse();
    assert!(analysis.is_infeasible(wrong), "{facts:?}");
    assert!(facts.iter().any(|fact| fact == "t == i * 5"), "{facts:?}");
}
