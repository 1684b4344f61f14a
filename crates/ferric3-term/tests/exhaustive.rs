//! All small terms over few bits: simplified terms have the right value under every assignment.

use ferric3_term::{BitVecValue, Evaluator, Op, Sort, TermId, Terms, Value, apply_op};
use rustc_hash::{FxHashMap, FxHashSet};

/// A simplified term, and the value that it should have under each assignment.
#[derive(Clone)]
struct Entry {
    term: TermId,
    values: Vec<Value>,
}

struct World {
    terms: Terms,
    assignments: Vec<Vec<Value>>,
    evaluators: Vec<Evaluator>,
    leaves: Vec<Entry>,
}

impl World {
    /// `symbols` symbols of `width` bits, and all constants.
    fn new(width: u32, symbols: u32) -> World {
        let mut terms = Terms::new();
        let numbers = 1u64 << width;
        let assignments: Vec<Vec<Value>> = (0..numbers.pow(symbols))
            .map(|n| {
                let digit = |i| BitVecValue::from_u64(n / numbers.pow(i), width).into();
                (0..symbols).map(digit).collect()
            })
            .collect();
        let mut leaves = vec![];
        for i in 0..symbols as usize {
            let (_, term) = terms.fresh_symbol(["x", "y"][i], Sort::BitVec(width));
            leaves.push(Entry {
                term,
                values: assignments.iter().map(|a| a[i].clone()).collect(),
            });
        }
        for k in 0..numbers {
            let value = Value::from(BitVecValue::from_u64(k, width));
            let term = terms.constant(&value);
            leaves.push(Entry {
                term,
                values: vec![value; assignments.len()],
            });
        }
        let evaluators = vec![Evaluator::new(); assignments.len()];
        World {
            terms,
            assignments,
            evaluators,
            leaves,
        }
    }

    /// Builds a term and checks its values.
    fn make(&mut self, op: &Op, args: &[&Entry]) -> Entry {
        let ids: Vec<TermId> = args.iter().map(|a| a.term).collect();
        let term = self.terms.simplified(op.clone(), &ids);
        let mut values = vec![];
        for (i, assignment) in self.assignments.iter().enumerate() {
            let operands: Vec<Value> = args.iter().map(|a| a.values[i].clone()).collect();
            let expected = apply_op(op, &operands);
            let value = |s: ferric3_term::SymbolId| assignment[s.index()].clone();
            let actual = self.evaluators[i].eval(&self.terms, &value, term);
            assert_eq!(
                actual, expected,
                "{op:?} of {operands:?} for {assignment:?}"
            );
            values.push(expected);
        }
        Entry { term, values }
    }

    fn sort(&self, e: &Entry) -> Sort {
        self.terms.sort(e.term)
    }

    /// All operators of one argument on `e`.
    fn unary(&mut self, e: &Entry) -> Vec<Entry> {
        let Some(width) = self.sort(e).width() else {
            return vec![self.make(&Op::Not, &[e])];
        };
        let mut ops = vec![Op::BvNot, Op::BvNeg];
        ops.extend((0..width).flat_map(|hi| (0..=hi).map(move |lo| Op::Extract { hi, lo })));
        ops.extend((0..3).flat_map(|more| [Op::ZeroExtend(more), Op::SignExtend(more)]));
        ops.extend((0..=width).flat_map(|by| [Op::RotateLeft(by), Op::RotateRight(by)]));
        ops.iter().map(|op| self.make(op, &[e])).collect()
    }

    /// All operators of two arguments on `a` and `b`.
    fn binary(&mut self, a: &Entry, b: &Entry) -> Vec<Entry> {
        let ops: Vec<Op> = match (self.sort(a), self.sort(b)) {
            (Sort::Bool, Sort::Bool) => vec![Op::And, Op::Or, Op::Xor, Op::Eq],
            (Sort::Bool, _) | (_, Sort::Bool) => vec![],
            (x, y) if x == y => Op::ON_WORDS.into_iter().chain(Op::COMPARISONS).collect(),
            _ => vec![],
        };
        let mut made: Vec<Entry> = ops.iter().map(|op| self.make(op, &[a, b])).collect();
        if !self.sort(a).is_bool() && !self.sort(b).is_bool() {
            made.push(self.make(&Op::Concat, &[a, b]));
        }
        made
    }

    /// All terms of one operator on leaves, each simplified term once.
    fn first_level(&mut self) -> Vec<Entry> {
        let leaves = self.leaves.clone();
        let mut made = vec![];
        for a in &leaves {
            made.extend(self.unary(a));
            for b in &leaves {
                made.extend(self.binary(a, b));
            }
        }
        let mut seen: FxHashSet<TermId> = leaves.iter().map(|e| e.term).collect();
        made.retain(|e| seen.insert(e.term));
        made
    }
}

/// Operators on operators and leaves.
fn two_levels(width: u32, symbols: u32) {
    let mut world = World::new(width, symbols);
    let leaves = world.leaves.clone();
    let first = world.first_level();
    for a in &first {
        world.unary(a);
        for b in &leaves {
            world.binary(a, b);
            world.binary(b, a);
        }
        if world.sort(a).is_bool() {
            for b in &leaves {
                for c in &leaves {
                    world.make(&Op::Ite, &[a, b, c]);
                }
            }
        }
    }
    assert_eq!(world.terms.simplifications_cut_short(), 0);
}

#[test]
fn two_levels_of_one_bit() {
    two_levels(1, 2);
}

#[test]
fn two_levels_of_two_bits() {
    two_levels(2, 2);
}

#[test]
fn two_levels_of_three_bits() {
    two_levels(3, 1);
}

/// Operators on two operators each.
#[test]
fn pairs_of_operators() {
    let mut world = World::new(2, 1);
    let first = world.first_level();
    for a in &first {
        for b in &first {
            world.binary(a, b);
        }
    }
    assert_eq!(world.terms.simplifications_cut_short(), 0);
}

/// Operators on `ite`s with operators as branches, under all conditions.
#[test]
fn conditionals() {
    let mut world = World::new(2, 1);
    let (condition, condition_term) = world.terms.fresh_symbol("c", Sort::Bool);
    // The condition takes both values: all assignments twice.
    let mut assignments = vec![];
    for value in [false, true] {
        for old in &world.assignments {
            let mut new = old.clone();
            assert_eq!(new.len(), condition.index());
            new.push(value.into());
            assignments.push(new);
        }
    }
    for leaf in &mut world.leaves {
        let copy = leaf.values.clone();
        leaf.values.extend(copy);
    }
    world.evaluators = vec![Evaluator::new(); assignments.len()];
    let values = assignments
        .iter()
        .map(|a| a[condition.index()].clone())
        .collect();
    let condition = Entry {
        term: condition_term,
        values,
    };
    world.assignments = assignments;

    let leaves = world.leaves.clone();
    let first = world.first_level();
    let mut seen = FxHashMap::default();
    for a in &first {
        let two_bits = world.sort(a) == Sort::BitVec(2);
        for b in leaves.iter().filter(|_| two_bits) {
            for (p, q) in [(a, b), (b, a)] {
                let ite = world.make(&Op::Ite, &[&condition, p, q]);
                seen.insert(ite.term, ite);
            }
        }
    }
    let mut ites: Vec<Entry> = seen.into_values().collect();
    ites.sort_by_key(|e| e.term);
    for ite in &ites {
        world.unary(ite);
        for b in &leaves {
            world.binary(ite, b);
            world.binary(b, ite);
        }
    }
    for pair in ites.windows(2) {
        world.binary(&pair[0], &pair[1]);
    }
    assert_eq!(world.terms.simplifications_cut_short(), 0);
}
