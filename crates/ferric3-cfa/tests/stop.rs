//! Long computations ask whether to stop, often, and then do.

use std::cell::Cell;

use ferric3_cfa::{
    BlockSize, Cfa, FactOptions, Pass, PassOptions, PassSet, Stop, Stopped, analyse_until,
    blocks_until, canonical_edges_until, mark_loop_heads, reduce_until,
};
use ferric3_term::{Sort, Terms};

/// Loops one behind the other, each with an outer one around it, that change all variables.
fn loops(count: usize, variables: usize) -> (Cfa, Terms) {
    let mut terms = Terms::new();
    let mut cfa = Cfa::new();
    let one = terms.bv_u64(1, 8);
    let hundred = terms.bv_u64(100, 8);
    let state: Vec<_> = (0..variables)
        .map(|number| {
            let (symbol, term) = terms.fresh_symbol(format!("v{number}"), Sort::BitVec(8));
            cfa.add_state_var(&mut terms, symbol, None);
            (symbol, term)
        })
        .collect();
    let skip = cfa.commands.skip(&mut terms);
    let first = cfa.add_location("head", None);
    cfa.add_edge(cfa.initial, skip, first);
    let mut at = first;
    for number in 0..count {
        let (symbol, term) = state[number % variables];
        let (_, other) = state[(number + 1) % variables];
        let next = cfa.add_location("head", None);
        let sum = terms.bv_add(other, one);
        let assign = cfa.commands.assign(symbol, sum);
        let less = terms.bv_ult(term, hundred);
        let not_less = terms.not(less);
        let (yes, no) = (cfa.commands.assume(less), cfa.commands.assume(not_less));
        let again = cfa.commands.seq(&terms, yes, assign);
        cfa.add_edge(at, again, at);
        cfa.add_edge(at, no, next);
        at = next;
    }
    let (_, term) = state[0];
    let is = terms.eq(term, one);
    let is_not = terms.not(is);
    let (error, back) = (cfa.commands.assume(is), cfa.commands.assume(is_not));
    cfa.add_edge(at, error, cfa.error);
    cfa.add_edge(at, back, first);
    mark_loop_heads(&mut cfa);
    (cfa, terms)
}

/// How often a computation asks; and it stops, whenever it is told to, without asking again.
fn asks(compute: impl Fn(Stop<'_>) -> Result<(), Stopped>) -> usize {
    let until = |limit: usize| {
        let asked = Cell::new(0);
        let is_over = || {
            asked.set(asked.get() + 1);
            asked.get() > limit
        };
        (compute(Stop::when(&is_over)), asked.get())
    };
    let (done, all) = until(usize::MAX);
    assert_eq!(done, Ok(()));
    for limit in [0, 1, all / 3, all / 2, all - 1]
        .into_iter()
        .filter(|&n| n < all)
    {
        let (done, asked) = until(limit);
        assert_eq!(done, Err(Stopped), "after {limit} of {all}");
        // A pass that only gives up is asked about once more, behind it.
        assert!(asked <= limit + 2, "{asked} after {limit} of {all}");
    }
    all
}

#[test]
fn every_pass_stops() {
    let (cfa, terms) = loops(60, 7);
    for pass in Pass::ALL {
        let options = PassOptions::with_passes(PassSet::of(&[pass]));
        let all =
            asks(|stop| reduce_until(cfa.clone(), &mut terms.clone(), &options, stop).map(|_| ()));
        // This one only follows edges once.
        let least = match pass {
            Pass::Unreachable => 1,
            _ => cfa.locations.len(),
        };
        assert!(all >= least, "{pass:?} asks {all} times");
    }
}

#[test]
fn facts_and_forms_stop() {
    let (cfa, terms) = loops(60, 7);
    let options = FactOptions::default();
    let all = asks(|stop| analyse_until(&cfa, &mut terms.clone(), &options, stop).map(|_| ()));
    assert!(all >= 4 * cfa.locations.len(), "{all}");
    let all = asks(|stop| canonical_edges_until(&cfa, &mut terms.clone(), stop).map(|_| ()));
    assert!(all >= cfa.edges.len(), "{all}");
}

#[test]
fn large_blocks_stop() {
    let (mut terms, mut cfa) = (Terms::new(), Cfa::new());
    let inner = cfa.add_location("inner", None);
    let skip = cfa.commands.skip(&mut terms);
    cfa.add_edge(cfa.initial, skip, inner);
    cfa.add_edge(inner, skip, cfa.error);
    let over = || true;
    let stopped = blocks_until(cfa, &terms, BlockSize::default(), Stop::when(&over));
    assert_eq!(stopped.map(|_| ()).unwrap_err(), Stopped);
}
