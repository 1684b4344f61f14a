//! Cases against relations, by trying all values of small ones.

use std::collections::BTreeSet;

use ferric3_ivl::SplitMix64;
use ferric3_term::{BitVecValue, Evaluator, Op, Sort, SymbolId, TermId, Terms, Value};

use rustc_hash::FxHashMap;

use super::{Case, Relation, cases};

/// Symbols of two bits, and Booleans.
struct World {
    terms: Terms,
    known: Vec<SymbolId>,
    unknown: Vec<SymbolId>,
    random: SplitMix64,
}

impl World {
    fn new(seed: u64) -> World {
        let mut terms = Terms::new();
        let mut some = |names: &[&str], sort| -> Vec<SymbolId> {
            let fresh = names.iter().map(|name| terms.fresh_symbol(*name, sort).0);
            fresh.collect()
        };
        let mut known = some(&["x"], Sort::BitVec(2));
        known.extend(some(&["c", "d"], Sort::Bool));
        let mut unknown = some(&["y", "z"], Sort::BitVec(2));
        unknown.extend(some(&["p", "q"], Sort::Bool));
        World {
            terms,
            known,
            unknown,
            random: SplitMix64::new(seed),
        }
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }

    fn symbol(&mut self, sort: Sort) -> TermId {
        let all = self.known.iter().chain(&self.unknown).copied();
        let fitting: Vec<SymbolId> = all.filter(|&s| self.terms.symbol(s).sort == sort).collect();
        let at = self.below(fitting.len() as u64) as usize;
        self.terms.symbol_term(fitting[at])
    }

    fn word(&mut self, depth: u32) -> TermId {
        match self.below(if depth == 0 { 2 } else { 6 }) {
            0 => {
                let value = self.below(4);
                self.terms.bv_u64(value, 2)
            }
            1 | 2 => self.symbol(Sort::BitVec(2)),
            3 => {
                let args = [self.word(depth - 1), self.word(depth - 1)];
                let op = [Op::BvAdd, Op::BvSub, Op::BvXor][self.below(3) as usize].clone();
                self.terms.mk(op, &args)
            }
            4 => {
                let arg = self.word(depth - 1);
                let op = [Op::BvNot, Op::BvNeg][self.below(2) as usize].clone();
                self.terms.mk(op, &[arg])
            }
            _ => {
                let args = [
                    self.formula(depth - 1),
                    self.word(depth - 1),
                    self.word(depth - 1),
                ];
                self.terms.mk(Op::Ite, &args)
            }
        }
    }

    fn formula(&mut self, depth: u32) -> TermId {
        match self.below(if depth == 0 { 3 } else { 9 }) {
            0 => self.symbol(Sort::Bool),
            1 | 2 => {
                let args = [self.word(depth.min(1)), self.word(depth.min(1))];
                self.terms.mk(Op::Eq, &args)
            }
            3 => {
                let arg = self.formula(depth - 1);
                self.terms.mk(Op::Not, &[arg])
            }
            kind @ 4..=7 => {
                let count = 2 + self.below(2);
                let args: Vec<TermId> = (0..count).map(|_| self.formula(depth - 1)).collect();
                let op = if kind < 6 { Op::And } else { Op::Or };
                self.terms.mk(op, &args)
            }
            _ => {
                let args = [0; 3].map(|_| self.formula(depth - 1));
                self.terms.mk(Op::Ite, &args)
            }
        }
    }

    /// What the outputs can be, for given values of what is known.
    fn outcomes(
        &self,
        known: &[(SymbolId, Value)],
        free: &[SymbolId],
        guard: &[TermId],
        outputs: &[TermId],
        found: &mut BTreeSet<String>,
    ) {
        for_all(&self.terms, free, &mut |values| {
            let values: FxHashMap<SymbolId, Value> = known.iter().chain(values).cloned().collect();
            let mut evaluator = Evaluator::new();
            let mut value = |t: &TermId| evaluator.eval(&self.terms, &values, *t);
            if guard.iter().all(|part| value(part).as_bool()) {
                let seen: Vec<Value> = outputs.iter().map(value).collect();
                found.insert(format!("{seen:?}"));
            }
        });
    }
}

/// Something to do with values of symbols.
type Visit<'a> = &'a mut dyn FnMut(&[(SymbolId, Value)]);

/// All values of some symbols.
fn for_all(terms: &Terms, symbols: &[SymbolId], then: Visit<'_>) {
    let bits = |symbol: SymbolId| terms.symbol(symbol).sort.width().unwrap_or(1);
    let all: u32 = symbols.iter().map(|&symbol| bits(symbol)).sum();
    for mut number in 0..1u64 << all {
        let values: Vec<(SymbolId, Value)> = symbols
            .iter()
            .map(|&symbol| {
                let own = number & ((1 << bits(symbol)) - 1);
                number >>= bits(symbol);
                let value = match terms.symbol(symbol).sort {
                    Sort::Bool => Value::Bool(own == 1),
                    _ => Value::BitVec(BitVecValue::from_u64(own, bits(symbol))),
                };
                (symbol, value)
            })
            .collect();
        then(&values);
    }
}

fn agree(world: &World, relation: &Relation, cases: &[Case], seed: u64) -> bool {
    let bits = |case: &Case| -> u32 {
        let of = |&s: &SymbolId| world.terms.symbol(s).sort.width().unwrap_or(1);
        case.inputs.iter().map(of).sum()
    };
    if cases.iter().any(|case| bits(case) > 10) {
        return false;
    }
    for_all(&world.terms, &world.known, &mut |known| {
        let (mut expected, mut found) = (BTreeSet::new(), BTreeSet::new());
        let Relation {
            unknowns,
            parts,
            outputs,
            ..
        } = relation;
        world.outcomes(known, unknowns, parts, outputs, &mut expected);
        for case in cases {
            world.outcomes(known, &case.inputs, &case.guard, &case.outputs, &mut found);
        }
        assert_eq!(expected, found, "seed {seed}, {known:?}");
    });
    true
}

#[test]
fn cases_have_the_solutions_of_the_relation() {
    let mut compared = 0;
    for seed in 0..1000 {
        let mut world = World::new(seed);
        let count = 1 + world.below(4);
        let parts: Vec<TermId> = (0..count).map(|_| world.formula(3)).collect();
        let unknowns = world.unknown.clone();
        let outputs: Vec<TermId> = unknowns
            .iter()
            .map(|&symbol| world.terms.symbol_term(symbol))
            .collect();
        let relation = Relation {
            unknowns,
            parts,
            outputs,
            state: Vec::new(),
        };
        let cases = cases(&mut world.terms, &relation);
        compared += usize::from(agree(&world, &relation, &cases, seed));
    }
    assert!(compared > 800, "only {compared} relations were compared");
}

/// Implications, each for one value of a counter with the bits `c` and `d`: what is to be done there, and where to
/// go. Now and then by a condition, or in several ways.
fn implications(world: &mut World) -> Vec<TermId> {
    let [x, c, d] = [0, 1, 2].map(|i| world.terms.symbol_term(world.known[i]));
    let [y, p, q] = [0, 2, 3].map(|i| world.terms.symbol_term(world.unknown[i]));
    let mut parts = Vec::new();
    for place in 0..4u64 {
        let way = |world: &mut World| {
            let target = world.below(4);
            let literal = |world: &mut World, t: TermId, bit: u64| match target >> bit & 1 {
                1 => t,
                _ => world.terms.mk(Op::Not, &[t]),
            };
            let (p, q) = (literal(world, p, 0), literal(world, q, 1));
            let constant = world.below(4);
            let constant = world.terms.bv_u64(constant, 2);
            let value = world.terms.mk(Op::BvAdd, &[x, constant]);
            let effect = world.terms.mk(Op::Eq, &[y, value]);
            world.terms.mk(Op::And, &[p, q, effect])
        };
        let ask = |world: &mut World, t: TermId, bit: u64| match place >> bit & 1 {
            1 => world.terms.mk(Op::Not, &[t]),
            _ => t,
        };
        let not_here = [ask(world, c, 0), ask(world, d, 1)];
        let constant = world.below(4);
        let constant = world.terms.bv_u64(constant, 2);
        let condition = world.terms.mk(Op::BvUle, &[x, constant]);
        let otherwise = world.terms.mk(Op::Not, &[condition]);
        let conditions = match world.below(4) {
            0 => vec![],
            1 | 2 => vec![None],
            _ => vec![Some(condition), Some(otherwise)],
        };
        for when in conditions {
            let mut then = way(world);
            if world.below(3) == 0 {
                let other = way(world);
                then = world.terms.mk(Op::Or, &[then, other]);
            }
            let mut args = not_here.to_vec();
            args.extend(when);
            args.push(then);
            parts.push(world.terms.mk(Op::Or, &args));
        }
    }
    parts
}

/// A counter gets a case for each of its values, with constants for the next ones, where the relation says which.
#[test]
fn counters_in_implications_are_cases() {
    let (mut compared, mut constants) = (0, 0);
    for seed in 0..300 {
        let mut world = World::new(seed);
        let parts = implications(&mut world);
        let [y, p, q] = [0, 2, 3].map(|i| world.terms.symbol_term(world.unknown[i]));
        let relation = Relation {
            unknowns: world.unknown.clone(),
            parts,
            outputs: vec![y, p, q],
            state: world.known.clone(),
        };
        let cases = cases(&mut world.terms, &relation);
        compared += usize::from(agree(&world, &relation, &cases, seed));
        let is_edge = |case: &&Case| {
            let bits = &case.outputs[1..];
            bits.iter().all(|&t| world.terms.as_bool(t).is_some())
        };
        constants += cases.iter().filter(is_edge).count();
    }
    assert!(compared > 250 && constants > 1000, "{compared} {constants}");
}

/// `x' = …` in all its forms leaves no input and no guard.
#[test]
fn definitions_are_found_in_all_their_forms() {
    let mut world = World::new(0);
    let terms = &mut world.terms;
    let [x, y, z] =
        [world.known[0], world.unknown[0], world.unknown[1]].map(|s| terms.symbol_term(s));
    let [c, p] = [world.known[1], world.unknown[2]].map(|s| terms.symbol_term(s));
    let one = terms.bv_u64(1, 2);
    let more = terms.mk(Op::BvAdd, &[x, one]);
    let y_is = |terms: &mut Terms, value| terms.mk(Op::Eq, &[y, value]);
    let (y_more, y_same) = (y_is(terms, more), y_is(terms, x));
    let not_c = terms.mk(Op::Not, &[c]);
    let by_ite = terms.mk(Op::Ite, &[c, y_more, y_same]);
    let (left, right) = (
        terms.mk(Op::And, &[c, y_more]),
        terms.mk(Op::And, &[not_c, y_same]),
    );
    let chain = terms.mk(Op::Eq, &[z, y]);
    let literal = terms.mk(Op::Not, &[p]);
    let inner_or = terms.mk(Op::Or, &[left, right]);
    let (when, unless) = (
        terms.mk(Op::Or, &[not_c, y_more]),
        terms.mk(Op::Or, &[c, y_same]),
    );
    let sum = terms.mk(Op::BvAdd, &[y, one]);
    let back = terms.mk(Op::Eq, &[x, sum]);
    for parts in [
        vec![chain, by_ite, literal],
        vec![literal, chain, when, unless],
        vec![back, chain, literal],
        vec![inner_or, chain, literal],
    ] {
        let relation = Relation {
            unknowns: world.unknown.clone(),
            parts,
            outputs: vec![y, z, p],
            state: Vec::new(),
        };
        for case in cases(&mut world.terms, &relation) {
            assert_eq!(case.inputs, [], "{case:?}");
            let reads: Vec<SymbolId> = case
                .guard
                .iter()
                .flat_map(|&part| world.terms.symbols_of(part))
                .collect();
            assert!(reads.iter().all(|s| world.known.contains(s)), "{case:?}");
        }
    }
}
