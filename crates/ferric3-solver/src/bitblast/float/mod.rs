//! Floating-point operations, as far as queries need them.
//!
//! Many proofs do not depend on what a product is, only on that it is the same one twice, or on
//! its sign. So the result of an expensive operation is at first nothing but fresh bits of which a
//! few facts are known (`Terms::float_facts`). If a model of that gives the result a wrong value,
//! more is said about it, until the model is right:
//! 1. if the same operation on the same numbers has another result elsewhere in the model, that
//!    equal arguments have equal results (congruence, as for uninterpreted functions);
//! 2. else its value for the numbers at hand, a few times;
//! 3. else everything: the circuit.
//!
//! *Unsatisfiable stays unsatisfiable*: facts, values and circuits all follow from the meaning of
//! the operation. *A model is a model*: it is accepted only if each result that the query is about
//! has the value of the operation on the values of its arguments; the symbols then determine all
//! of it. *Domains*: a result is related to its arguments and to everything that was said about
//! it, and whatever the arguments are, the true value of the operation satisfies all of that. So
//! a result is a definition in the sense of `SatSolver::add_definition`. (Congruence with a result
//! outside of the domain is passed over; where it would matter, the result inside is wrong, and
//! the model is not accepted.)

mod template;
#[cfg(test)]
mod tests;

use ferric3_sat::Lit;
use ferric3_term::{BitVecValue, FloatOp, Op, Value, apply_op};
use rustc_hash::{FxHashMap, FxHashSet};

use self::template::Template;
use super::gates::Gates;

/// So often a result is only told its value before it gets its circuit.
const MAX_VALUES: u32 = 3;

/// The floating-point operations of a context.
#[derive(Default)]
pub(super) struct Floats {
    /// By operation and width of the first argument.
    templates: FxHashMap<(FloatOp, usize), Template>,
    /// Results, by operation and arguments one after the other.
    known: FxHashMap<(FloatOp, Box<[Lit]>), Vec<Lit>>,
    /// Expensive operations, arguments before results.
    nodes: Vec<Abstract>,
    /// Pairs of them that are known to be congruent, with their arguments in the same or in the
    /// opposite order.
    congruent: FxHashSet<(usize, usize, bool)>,
}

/// An expensive operation.
struct Abstract {
    op: FloatOp,
    args: Vec<Vec<Lit>>,
    result: Vec<Lit>,
    /// How often the result was told its value.
    values: u32,
    /// Does it have its circuit?
    exact: bool,
}

/// What a model says about an operation.
struct Reading {
    node: usize,
    args: Vec<BitVecValue>,
    /// The arguments, the smaller one first if their order does not matter.
    sorted: Vec<BitVecValue>,
    result: BitVecValue,
}

impl Reading {
    /// Is the order of the arguments another one than that of the sorted ones?
    fn is_crossed(&self) -> bool {
        self.args != self.sorted
    }
}

impl Floats {
    /// The bits of an operation.
    pub(super) fn bits(&mut self, gates: &mut Gates, op: FloatOp, args: Vec<Vec<Lit>>) -> Vec<Lit> {
        let key = (op, args.concat().into_boxed_slice());
        if let Some(bits) = self.known.get(&key) {
            return bits.clone();
        }
        let is_constant = |&lit: &Lit| gates.as_constant(lit).is_some();
        let bits = if is_expensive(op) && !key.1.iter().all(is_constant) {
            self.abstracted(gates, op, args)
        } else {
            self.template(op, &args).circuit(gates, &args)
        };
        self.known.insert(key, bits.clone());
        bits
    }

    fn template(&mut self, op: FloatOp, args: &[Vec<Lit>]) -> &Template {
        let width = args[0].len();
        let new = || Template::new(op, args.len(), width, is_expensive(op));
        self.templates.entry((op, width)).or_insert_with(new)
    }

    /// Fresh bits, and what is known about them.
    fn abstracted(&mut self, gates: &mut Gates, op: FloatOp, args: Vec<Vec<Lit>>) -> Vec<Lit> {
        let width = op.result_width().expect("comparisons are not expensive");
        let result: Vec<Lit> = (0..width).map(|_| gates.fresh()).collect();
        // Who asks about one bit asks about all of them, and about the arguments.
        let related: Vec<Lit> = args.iter().flatten().copied().collect();
        relate(gates, result[0], &related);
        relate(gates, result[0], &result[1..]);
        for bit in &result[1..] {
            relate(gates, *bit, &result[..1]);
        }
        for clause in self.template(op, &args).facts(gates, &args, &result) {
            add_about(gates, result[0], &clause);
        }
        self.nodes.push(Abstract {
            op,
            args,
            result: result.clone(),
            values: 0,
            exact: false,
        });
        result
    }

    /// After `Sat`: says more about results that have a wrong value in the model, if there are
    /// any that the query is about.
    pub(super) fn refine(&mut self, gates: &mut Gates) -> bool {
        // All values are read before anything is added.
        let readings: Vec<Reading> = self.readings(gates);
        let mut first: FxHashMap<(FloatOp, &[BitVecValue]), &Reading> = FxHashMap::default();
        let mut refined = false;
        let mut exhausted = None;
        for reading in &readings {
            let (index, op) = (reading.node, self.nodes[reading.node].op);
            let mate = *first.entry((op, &reading.sorted)).or_insert(reading);
            if mate.result != reading.result {
                refined = true;
                let crossed = mate.is_crossed() != reading.is_crossed();
                self.tell_congruent(gates, mate.node, index, crossed);
                continue;
            }
            if self.nodes[index].exact {
                continue;
            }
            let args: Vec<Value> = reading.args.iter().cloned().map(Value::from).collect();
            let value = apply_op(&Op::Float(op), &args);
            if *value.as_bv() == reading.result {
                continue;
            }
            refined = true;
            if self.nodes[index].values < MAX_VALUES {
                self.nodes[index].values += 1;
                self.nodes[index].tell_value(gates, &reading.args, value.as_bv());
            } else {
                exhausted = exhausted.or(Some(index));
            }
        }
        // Arguments come before results: what is wrong later may be a consequence.
        if let Some(index) = exhausted {
            self.make_exact(gates, index);
        }
        refined
    }

    /// What the model says about the operations that the query is about.
    fn readings(&self, gates: &Gates) -> Vec<Reading> {
        let read =
            |bits: &Vec<Lit>| BitVecValue::from_bits(bits.iter().map(|&bit| gates.sat.value(bit)));
        let relevant = |node: &Abstract| gates.sat.is_relevant(node.result[0]);
        self.nodes
            .iter()
            .enumerate()
            .filter(|(_, node)| relevant(node))
            .map(|(index, node)| {
                let args: Vec<BitVecValue> = node.args.iter().map(read).collect();
                let mut sorted = args.clone();
                if is_commutative(node.op) {
                    sorted.sort();
                }
                Reading {
                    node: index,
                    args,
                    sorted,
                    result: read(&node.result),
                }
            })
            .collect()
    }

    /// Equal arguments have equal results.
    fn tell_congruent(&mut self, gates: &mut Gates, first: usize, second: usize, crossed: bool) {
        let new = self.congruent.insert((first, second, crossed));
        debug_assert!(new, "a model keeps to what it was told");
        let (a, b) = (&self.nodes[first], &self.nodes[second]);
        let mut other = b.args.clone();
        if crossed {
            other.reverse();
        }
        let same = gates.equal(&a.args.concat(), &other.concat());
        // It concerns queries that are about both, and whoever asks about the younger one asks
        // about the comparison, too.
        for (&x, &y) in a.result.iter().zip(&b.result) {
            for clause in [[!same, !x, y], [!same, x, !y]] {
                relate(gates, b.result[0], &[same]);
                gates.add_definition(&clause);
            }
        }
    }

    fn make_exact(&mut self, gates: &mut Gates, index: usize) {
        self.nodes[index].exact = true;
        let (op, args) = (self.nodes[index].op, self.nodes[index].args.clone());
        let circuit = self.template(op, &args).circuit(gates, &args);
        let result = &self.nodes[index].result;
        for (&bit, &exact) in result.iter().zip(&circuit) {
            add_about(gates, result[0], &[!bit, exact]);
            add_about(gates, result[0], &[bit, !exact]);
        }
    }
}

/// Does the order of the arguments not matter?
fn is_commutative(op: FloatOp) -> bool {
    matches!(op, FloatOp::Add(_) | FloatOp::Mul(_))
}

impl Abstract {
    /// The result is `value` if the arguments are `args`.
    fn tell_value(&self, gates: &mut Gates, args: &[BitVecValue], value: &BitVecValue) {
        let mut same = Vec::new();
        for (bits, arg) in self.args.iter().zip(args) {
            same.extend((0..).zip(bits).map(|(i, bit)| bit.flip_if(!arg.bit(i))));
        }
        let premise = gates.and_all(&same);
        for (i, bit) in (0..).zip(&self.result) {
            add_about(
                gates,
                self.result[0],
                &[!premise, bit.flip_if(!value.bit(i))],
            );
        }
    }
}

/// Adds a clause that says something about a result.
fn add_about(gates: &mut Gates, result: Lit, clause: &[Lit]) {
    relate(gates, result, clause);
    gates.add_definition(clause);
}

fn relate(gates: &mut Gates, lit: Lit, to: &[Lit]) {
    let mut others = to.to_vec();
    others.retain(|&other| gates.as_constant(other).is_none());
    gates.sat.relate(lit.var(), &others);
}

/// Is the circuit so large that it pays to do without?
fn is_expensive(op: FloatOp) -> bool {
    matches!(
        op,
        FloatOp::Add(_)
            | FloatOp::Sub(_)
            | FloatOp::Mul(_)
            | FloatOp::Div(_)
            | FloatOp::Fma(_)
            | FloatOp::Sqrt(_)
            | FloatOp::Remainder(_)
            | FloatOp::Fmod(_)
    )
}
