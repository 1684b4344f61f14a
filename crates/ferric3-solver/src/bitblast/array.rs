//! Arrays: reads are bits of their own, and reads of one array at equal indices are made equal
//! when a model says otherwise.
//!
//! A read of a store or of a choice is pushed down to the symbols below it. A read of a symbol is
//! a vector of fresh bits. That two reads `r`, `s` of one symbol agree where their indices do,
//!
//! > `index(r) = index(s)  ⇒  r = s`,
//!
//! is demanded only once a model violates it (*lemmas on demand*), because the reads of a context
//! get more and more while a query is about few of them.
//!
//! **This keeps the contract of [`SatSolver::add_definition`].** Let `D` be as there. The bits of
//! a read are related to one another and to the index, and one of two reads with a lemma is
//! related to the gate that compares their indices: so a lemma lies within `D` if both reads do.
//! Given an assignment of `D` without a violation, let an array be what the reads within `D` say
//! and 0 elsewhere. That determines the reads outside of `D`, innermost first, like gates; the
//! lemmas hold, because they hold for every array. In this sense the bits of a read are defined.
//!
//! [`SatSolver::add_definition`]: ferric3_sat::SatSolver::add_definition

use ferric3_sat::{Lit, SatSolver};
use ferric3_term::{ArrayValue, BitVecValue, Op, Sort, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::gates::Gates;
use super::translate::{Translator, known_bits};

/// Equations of arrays with more index bits are refused.
pub(super) const MAX_EQUATION: u32 = 10;

/// A read of a symbol.
struct Read {
    symbol: SymbolId,
    index: Box<[Lit]>,
    element: Box<[Lit]>,
}

/// An array and the bits of an index.
type Key = (TermId, Box<[Lit]>);

/// All reads of a context.
#[derive(Default)]
pub(super) struct Reads {
    reads: Vec<Read>,
    /// Reads of array terms: by array and index.
    known: FxHashMap<Key, Box<[Lit]>>,
    /// Pairs of reads with a lemma.
    related: FxHashSet<(usize, usize)>,
}

/// What a model says about arrays.
pub(super) enum Arrays {
    /// The reads are those of these arrays, by symbol.
    Consistent(FxHashMap<SymbolId, ArrayValue>),
    /// These reads differ although their indices do not.
    Violated(Vec<(usize, usize)>),
}

impl Reads {
    /// What the current model says. Reads that the query was not about do not count.
    pub(super) fn model(&self, sat: &dyn SatSolver) -> Arrays {
        let value = |bits: &[Lit]| BitVecValue::from_bits(bits.iter().map(|&bit| sat.value(bit)));
        let mut first: FxHashMap<(SymbolId, BitVecValue), usize> = FxHashMap::default();
        let mut arrays: FxHashMap<SymbolId, ArrayValue> = FxHashMap::default();
        let mut violated = vec![];
        for (number, read) in self.reads.iter().enumerate() {
            if !sat.is_relevant(read.element[0]) {
                continue;
            }
            let index = value(&read.index);
            let element = value(&read.element);
            match first.get(&(read.symbol, index.clone())) {
                None => {
                    first.insert((read.symbol, index.clone()), number);
                    let array = arrays.entry(read.symbol).or_insert_with(|| {
                        ArrayValue::constant(index.width(), BitVecValue::zero(element.width()))
                    });
                    array.set(index, element);
                }
                Some(&other) if value(&self.reads[other].element) != element => {
                    violated.push((other, number));
                }
                Some(_) => {}
            }
        }
        if violated.is_empty() {
            Arrays::Consistent(arrays)
        } else {
            Arrays::Violated(violated)
        }
    }

    /// A new read of a symbol.
    fn add(
        &mut self,
        gates: &mut Gates,
        symbol: SymbolId,
        index: &[Lit],
        width: u32,
    ) -> Box<[Lit]> {
        let element: Box<[Lit]> = (0..width).map(|_| gates.fresh()).collect();
        // A ring: a query that is about one of the bits is about all of them, and the index.
        for (i, bit) in element.iter().enumerate() {
            let next = element[(i + 1) % element.len()];
            gates.sat.relate(bit.var(), &[next]);
        }
        gates.sat.relate(element[0].var(), index);
        self.reads.push(Read {
            symbol,
            index: index.into(),
            element: element.clone(),
        });
        element
    }

    /// Two reads are equal if their indices are.
    fn relate(&mut self, gates: &mut Gates, (a, b): (usize, usize)) {
        let is_new = self.related.insert((a, b));
        debug_assert!(is_new, "a lemma cannot be violated");
        let (older, younger) = (&self.reads[a], &self.reads[b]);
        let same = gates.equal(&older.index, &younger.index);
        // The gate must be in the domain if both reads are. The read at a constant index does
        // not have to know the other one.
        let is_constant = |read: &Read| read.index.iter().all(|&l| gates.as_constant(l).is_some());
        let by = if is_constant(younger) { older } else { younger };
        gates.sat.relate(by.element[0].var(), &[same]);
        for (&x, &y) in older.element.iter().zip(&*younger.element) {
            gates.add_definition(&[!same, !x, y]);
            gates.add_definition(&[!same, x, !y]);
        }
    }
}

impl Translator {
    /// Demand that these pairs of reads agree where their indices do.
    pub(super) fn relate_reads(&mut self, pairs: &[(usize, usize)]) {
        for &pair in pairs {
            self.reads.relate(&mut self.gates, pair);
        }
    }

    /// The element of an array at an index. Everything below the array has been translated.
    pub(super) fn read(&mut self, terms: &Terms, array: TermId, index: &[Lit]) -> Box<[Lit]> {
        let mut stack = vec![array];
        while let Some(&top) = stack.last() {
            if self.reads.known.contains_key(&(top, index.into())) {
                stack.pop();
                continue;
            }
            match self.read_node(terms, top, index) {
                Ok(element) => {
                    self.reads.known.insert((top, index.into()), element);
                    stack.pop();
                }
                Err(missing) => stack.push(missing),
            }
        }
        self.reads.known[&(array, index.into())].clone()
    }

    /// The element of one node, or the array below it that has to be read first.
    fn read_node(
        &mut self,
        terms: &Terms,
        array: TermId,
        index: &[Lit],
    ) -> Result<Box<[Lit]>, TermId> {
        let Translator {
            gates,
            cache,
            reads,
            ..
        } = self;
        let bits = |t: TermId| known_bits(cache, terms, t);
        let below = |t: TermId, reads: &Reads| {
            let known = reads.known.get(&(t, index.into()));
            known.cloned().ok_or(t)
        };
        match (terms.op(array), terms.args(array)) {
            (Op::Symbol(symbol), _) => {
                let Sort::Array { element, .. } = terms.sort(array) else {
                    unreachable!("only arrays are read")
                };
                Ok(reads.add(gates, *symbol, index, element))
            }
            (Op::ConstArray { .. }, &[element]) => Ok(bits(element).into()),
            (Op::Store, &[array, written, element]) => {
                let same = gates.equal(bits(written), index);
                match gates.as_constant(same) {
                    Some(true) => Ok(bits(element).into()),
                    Some(false) => below(array, reads),
                    None => {
                        let other = below(array, reads)?;
                        Ok(gates.ite_bits(same, bits(element), &other).into())
                    }
                }
            }
            (Op::Ite, &[condition, then, otherwise]) => {
                let condition = bits(condition)[0];
                match gates.as_constant(condition) {
                    Some(true) => below(then, reads),
                    Some(false) => below(otherwise, reads),
                    None => {
                        let (then, otherwise) = (below(then, reads)?, below(otherwise, reads)?);
                        Ok(gates.ite_bits(condition, &then, &otherwise).into())
                    }
                }
            }
            (op, _) => panic!("{op:?} is not an array that can be read"),
        }
    }

    /// `a = b` for arrays: element by element.
    pub(super) fn equal_arrays(&mut self, terms: &Terms, a: TermId, b: TermId) -> Lit {
        let Sort::Array { index, .. } = terms.sort(a) else {
            unreachable!("both are arrays")
        };
        debug_assert!(index <= MAX_EQUATION, "others are refused");
        let mut equal = vec![];
        for i in 0..1u64 << index {
            let i: Vec<Lit> = (0..index)
                .map(|bit| self.gates.constant(i >> bit & 1 == 1))
                .collect();
            let (x, y) = (self.read(terms, a, &i), self.read(terms, b, &i));
            equal.push(self.gates.equal(&x, &y));
        }
        self.gates.and_all(&equal)
    }
}
