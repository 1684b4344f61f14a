//! What the unit tests share: random literals, and tiny automata to search.

use ferric3_cfa::{Cfa, LocId};
use ferric3_solver::SolverConfig;
use ferric3_term::{BitVecValue, Sort, SymbolId, TermId, Terms, Value};
use ferric3_testkit::Rng;

use super::{Search, Technique, TechniqueSet};
use crate::{Session, Task};

/// Variables of 3 bits, and one location that the initial one leads to: `x := 0`, and again
/// and again `x := x + 1` below 3.
pub(crate) struct Tiny {
    pub(crate) terms: Terms,
    pub(crate) task: Task,
    pub(crate) loc: LocId,
    /// State variables `x`, `y`, `z`.
    pub(crate) vars: [TermId; 3],
    pub(crate) symbols: [SymbolId; 3],
}

pub(crate) const WIDTH: u32 = 3;
/// Values of a variable.
pub(crate) const VALUES: u64 = 1 << WIDTH;

impl Tiny {
    pub(crate) fn new() -> Tiny {
        Tiny::build(None)
    }

    /// The same with an edge to the error location where `x` is this value.
    pub(crate) fn with_error_at(value: u64) -> Tiny {
        Tiny::build(Some(value))
    }

    fn build(error_at: Option<u64>) -> Tiny {
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        let vars = ["x", "y", "z"].map(|name| terms.fresh_symbol(name, Sort::BitVec(WIDTH)));
        for (symbol, _) in vars {
            cfa.add_state_var(&mut terms, symbol, None);
        }
        let loc = cfa.add_location("l", None);
        let (symbol, x) = vars[0];
        let constants = [0, 1, 3].map(|value| terms.bv_u64(value, WIDTH));
        let start = cfa.commands.assign(symbol, constants[0]);
        cfa.add_edge(cfa.initial, start, loc);
        let (below, more) = (terms.bv_ult(x, constants[2]), terms.bv_add(x, constants[1]));
        let guard = cfa.commands.assume(below);
        let count = cfa.commands.assign(symbol, more);
        let again = cfa.commands.seq(&terms, guard, count);
        cfa.add_edge(loc, again, loc);
        if let Some(value) = error_at {
            let value = terms.bv_u64(value, WIDTH);
            let is_there = terms.eq(x, value);
            let fails = cfa.commands.assume(is_there);
            cfa.add_edge(loc, fails, cfa.error);
        }
        Tiny {
            task: Task::new(cfa, &mut terms),
            terms,
            loc,
            vars: vars.map(|(_, term)| term),
            symbols: vars.map(|(symbol, _)| symbol),
        }
    }

    /// Do something with a search on it, with all techniques but limits.
    pub(crate) fn search<T>(&mut self, work: impl FnOnce(&mut Search<'_>) -> T) -> T {
        let solvers = SolverConfig::default();
        let mut session = Session {
            solvers: &solvers,
            progress: &mut (),
            exchange: &mut (),
            judge: &mut (),
            unrollings: true,
        };
        let techniques = TechniqueSet::of(Technique::ALL);
        let mut search = Search::new(&self.task, &mut self.terms, techniques, &mut session);
        work(&mut search)
    }
}

pub(crate) fn number(value: u64) -> Value {
    Value::BitVec(BitVecValue::from_u64(value, WIDTH))
}

/// A random term of [`WIDTH`] bits over these leaves.
pub(crate) fn random_term(
    rng: &mut Rng,
    terms: &mut Terms,
    leaves: &[TermId],
    depth: u32,
) -> TermId {
    if depth == 0 || rng.below(4) == 0 {
        let constant = terms.bv_u64(rng.number(), WIDTH);
        return if rng.below(5) == 0 {
            constant
        } else {
            rng.pick(leaves)
        };
    }
    let a = random_term(rng, terms, leaves, depth - 1);
    let b = random_term(rng, terms, leaves, depth - 1);
    match rng.below(8) {
        0 | 1 => terms.bv_add(a, b),
        2 => terms.bv_sub(a, b),
        3 => terms.bv_mul(a, b),
        4 => terms.bv_xor(a, b),
        5 => terms.bv_neg(a),
        6 => terms.rotate_left(a, 1),
        _ => {
            let low = terms.extract(a, 1, 0);
            terms.zero_extend(low, 1)
        }
    }
}

/// A random comparison.
pub(crate) fn random_literal(rng: &mut Rng, terms: &mut Terms, leaves: &[TermId]) -> TermId {
    let a = random_term(rng, terms, leaves, 2);
    let b = random_term(rng, terms, leaves, 1);
    let literal = match rng.below(6) {
        0 | 1 => terms.eq(a, b),
        2 => terms.bv_ult(a, b),
        3 => terms.bv_ule(a, b),
        4 => terms.bv_slt(a, b),
        _ => terms.bv_sle(a, b),
    };
    if rng.below(2) == 0 {
        terms.not(literal)
    } else {
        literal
    }
}
