//! Random terms, and trying all inputs.

use ferric3_sat::conformance::Rng;
use ferric3_term::{BitVecValue, Op, Sort, SymbolId, TermId, Terms, Value};
use rustc_hash::FxHashMap;

/// Makes random terms over a few symbols, by the plain constructor, so that no operator is
/// simplified away.
pub struct RandomTerms {
    /// The store that the terms are in.
    pub terms: Terms,
    /// The symbols that occur in the terms.
    pub symbols: Vec<SymbolId>,
    rng: Rng,
    leaves: Vec<TermId>,
    /// Terms that may be used again, so that the results are dags and not trees.
    pool: Vec<TermId>,
}

impl RandomTerms {
    /// Terms over fresh symbols of the given sorts, determined by the seed.
    pub fn new(seed: u64, sorts: &[Sort]) -> RandomTerms {
        let mut terms = Terms::new();
        let (symbols, leaves) = sorts
            .iter()
            .enumerate()
            .map(|(index, &sort)| terms.fresh_symbol(format!("x{index}"), sort))
            .unzip();
        RandomTerms {
            terms,
            symbols,
            rng: Rng::new(seed),
            leaves,
            pool: Vec::new(),
        }
    }

    /// The source of randomness.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// A random value.
    pub fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.rng.one_in(2)),
            Sort::BitVec(width) => Value::BitVec(self.bit_vector(width)),
            _ => panic!("no values of sort {sort} are known here"),
        }
    }

    /// Often one of the values at which operators have their corners.
    fn bit_vector(&mut self, width: u32) -> BitVecValue {
        match self.rng.below(8) {
            0 => BitVecValue::zero(width),
            1 => BitVecValue::one(width),
            2 => BitVecValue::ones(width),
            3 => BitVecValue::signed_min(width),
            4 => BitVecValue::from_u64(self.rng.next_u64() % 16, width),
            _ => {
                let rng = &mut self.rng;
                BitVecValue::from_bits((0..width).map(|_| rng.one_in(2)))
            }
        }
    }

    /// A random assignment to all symbols.
    pub fn assignment(&mut self) -> FxHashMap<SymbolId, Value> {
        let symbols = self.symbols.clone();
        symbols
            .into_iter()
            .map(|symbol| (symbol, self.value(self.terms.symbol(symbol).sort)))
            .collect()
    }

    /// A random term of the given sort, at most `depth` operators deep.
    pub fn term(&mut self, sort: Sort, depth: u32) -> TermId {
        let term = match sort {
            _ if depth == 0 || self.rng.one_in(8) => return self.leaf(sort),
            _ if self.rng.one_in(5) => return self.reused(sort, depth),
            Sort::Bool => self.formula(depth - 1),
            Sort::BitVec(width) => self.bits(width, depth - 1),
            _ => panic!("no terms of sort {sort} are known here"),
        };
        self.pool.push(term);
        term
    }

    fn leaf(&mut self, sort: Sort) -> TermId {
        let fitting: Vec<TermId> = self
            .leaves
            .iter()
            .copied()
            .filter(|&t| self.terms.sort(t) == sort)
            .collect();
        if fitting.is_empty() || self.rng.one_in(6) {
            let value = self.value(sort);
            self.terms.constant(&value)
        } else {
            self.rng.pick(&fitting)
        }
    }

    fn reused(&mut self, sort: Sort, depth: u32) -> TermId {
        let fitting: Vec<TermId> = self
            .pool
            .iter()
            .copied()
            .filter(|&t| self.terms.sort(t) == sort)
            .collect();
        if fitting.is_empty() {
            self.term(sort, depth - 1)
        } else {
            self.rng.pick(&fitting)
        }
    }

    /// One of the widths around, so that comparisons can be built from what there is.
    fn some_width(&mut self) -> u32 {
        let widths: Vec<u32> = self
            .leaves
            .iter()
            .filter_map(|&t| self.terms.sort(t).width())
            .collect();
        if widths.is_empty() {
            4
        } else {
            self.rng.pick(&widths)
        }
    }

    fn formula(&mut self, depth: u32) -> TermId {
        let op = self.rng.pick(&[
            Kind::Not,
            Kind::Many,
            Kind::Two,
            Kind::Ite,
            Kind::Compare,
            Kind::Compare,
            Kind::Compare,
        ]);
        let args = |this: &mut RandomTerms, count: usize| -> Vec<TermId> {
            (0..count).map(|_| this.term(Sort::Bool, depth)).collect()
        };
        match op {
            Kind::Not => {
                let args = args(self, 1);
                self.terms.mk(Op::Not, &args)
            }
            Kind::Many => {
                let count = 2 + self.rng.below(4);
                let args = args(self, count);
                let op = if self.rng.one_in(2) { Op::And } else { Op::Or };
                self.terms.mk(op, &args)
            }
            Kind::Two => {
                let args = args(self, 2);
                let op = if self.rng.one_in(2) { Op::Xor } else { Op::Eq };
                self.terms.mk(op, &args)
            }
            Kind::Ite => {
                let args = args(self, 3);
                self.terms.mk(Op::Ite, &args)
            }
            Kind::Compare => {
                let width = self.some_width();
                let ops = [Op::Eq, Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle];
                self.apply(&ops, &[Sort::BitVec(width); 2], depth)
            }
        }
    }

    fn bits(&mut self, width: u32, depth: u32) -> TermId {
        let sort = Sort::BitVec(width);
        match self.rng.below(20) {
            0 => self.apply(&[Op::BvNot, Op::BvNeg], &[sort], depth),
            1..=3 => self.apply(&[Op::BvAnd, Op::BvOr, Op::BvXor], &[sort; 2], depth),
            4..=7 => self.apply(&[Op::BvAdd, Op::BvSub], &[sort; 2], depth),
            8..=9 => self.apply(&[Op::BvMul], &[sort; 2], depth),
            10..=11 => self.apply(&DIVISIONS, &[sort; 2], depth),
            12..=13 => self.apply(&[Op::BvShl, Op::BvLshr, Op::BvAshr], &[sort; 2], depth),
            14..=15 => self.apply(&[Op::Ite], &[Sort::Bool, sort, sort], depth),
            16 => {
                let by = u32::try_from(self.rng.below(2 * width as usize)).expect("small");
                self.apply(&[Op::RotateLeft(by), Op::RotateRight(by)], &[sort], depth)
            }
            17 if width > 1 => {
                let low = 1 + u32::try_from(self.rng.below(width as usize - 1)).expect("small");
                self.apply(
                    &[Op::Concat],
                    &[Sort::BitVec(width - low), Sort::BitVec(low)],
                    depth,
                )
            }
            18 if width > 1 => {
                let more = 1 + u32::try_from(self.rng.below(width as usize - 1)).expect("small");
                let ops = [Op::ZeroExtend(more), Op::SignExtend(more)];
                self.apply(&ops, &[Sort::BitVec(width - more)], depth)
            }
            _ => {
                let more = u32::try_from(self.rng.below(3)).expect("small");
                let lo = u32::try_from(self.rng.below(more as usize + 1)).expect("small");
                let op = Op::Extract {
                    hi: lo + width - 1,
                    lo,
                };
                self.apply(&[op], &[Sort::BitVec(width + more)], depth)
            }
        }
    }

    /// One of the operators on random arguments.
    fn apply(&mut self, ops: &[Op], sorts: &[Sort], depth: u32) -> TermId {
        let op = ops[self.rng.below(ops.len())].clone();
        let args: Vec<TermId> = sorts.iter().map(|&sort| self.term(sort, depth)).collect();
        self.terms.mk(op, &args)
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Not,
    Many,
    Two,
    Ite,
    Compare,
}

const DIVISIONS: [Op; 5] = [Op::BvUdiv, Op::BvUrem, Op::BvSdiv, Op::BvSrem, Op::BvSmod];

/// Is there an assignment under which all the `formulas` hold? By trying all of them, so the
/// symbols should have few bits in all.
pub fn brute_force(terms: &Terms, symbols: &[SymbolId], formulas: &[TermId]) -> bool {
    let sorts: Vec<Sort> = symbols
        .iter()
        .map(|&symbol| terms.symbol(symbol).sort)
        .collect();
    let bits: u32 = sorts.iter().map(|sort| sort.width().unwrap_or(1)).sum();
    assert!(bits <= 16, "{bits} bits are too many to try");
    (0..1_u64 << bits).any(|mut rest| {
        let assignment: FxHashMap<SymbolId, Value> = symbols
            .iter()
            .zip(&sorts)
            .map(|(&symbol, &sort)| {
                let value = match sort.width() {
                    Some(width) => Value::BitVec(BitVecValue::from_u64(rest, width)),
                    None => Value::Bool(rest & 1 == 1),
                };
                rest >>= sort.width().unwrap_or(1);
                (symbol, value)
            })
            .collect();
        formulas
            .iter()
            .all(|&formula| terms.eval(formula, &assignment).as_bool())
    })
}
