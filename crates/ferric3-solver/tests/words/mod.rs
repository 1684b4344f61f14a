//! Random formulas about words, floating-point numbers and arrays: small ones, since a small query has all corners of an
//! operation, and many of them can be asked.

use ferric3_term::{
    ArrayValue, BitVecValue, FloatFormat, FloatOp, Op, RoundingMode, Sort, SymbolId, TermId, Terms,
    Value,
};
use ferric3_testkit::Rng;
use rustc_hash::FxHashMap;

/// Width of indices of arrays.
const INDEX: u32 = 3;

/// What a word is read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// An integer of so many bits.
    Word(u32),
    /// A number.
    Float(FloatFormat),
}

impl Kind {
    pub(crate) fn width(self) -> u32 {
        match self {
            Kind::Word(width) => width,
            Kind::Float(format) => format.width(),
        }
    }
}

/// What formulas are about.
#[derive(Clone, Debug)]
pub(crate) struct Theme {
    /// Each has a few symbols; if there are several, values are converted.
    pub(crate) kinds: Vec<Kind>,
    /// So many arrays with elements of the first kind.
    pub(crate) arrays: usize,
    /// Are there remainders of floating-point numbers? Their circuits are large.
    pub(crate) remainders: bool,
}

/// Makes random terms, by the plain constructor, so that no operation is simplified away.
pub(crate) struct RandomWords {
    pub(crate) terms: Terms,
    pub(crate) rng: Rng,
    theme: Theme,
    symbols: Vec<(SymbolId, TermId, Kind)>,
    truths: Vec<(SymbolId, TermId)>,
    arrays: Vec<(SymbolId, TermId)>,
}

impl RandomWords {
    pub(crate) fn new(seed: u64, theme: &Theme) -> RandomWords {
        let mut terms = Terms::new();
        let mut symbols = Vec::new();
        let each = if theme.kinds.len() == 1 { 3 } else { 2 };
        for &kind in &theme.kinds {
            for _ in 0..each {
                let name = format!("x{}", symbols.len());
                let (symbol, term) = terms.fresh_symbol(name, Sort::BitVec(kind.width()));
                symbols.push((symbol, term, kind));
            }
        }
        let truths = vec![terms.fresh_symbol("p", Sort::Bool)];
        let sort = Sort::Array {
            index: INDEX,
            element: theme.kinds[0].width(),
        };
        let arrays = (0..theme.arrays)
            .map(|i| terms.fresh_symbol(format!("a{i}"), sort))
            .collect();
        RandomWords {
            terms,
            rng: Rng::new(seed),
            theme: theme.clone(),
            symbols,
            truths,
            arrays,
        }
    }

    /// A value for each symbol.
    pub(crate) fn point(&mut self) -> FxHashMap<SymbolId, Value> {
        let mut point = FxHashMap::default();
        for (symbol, _, kind) in self.symbols.clone() {
            point.insert(symbol, Value::BitVec(self.word_value(kind)));
        }
        for (symbol, _) in self.truths.clone() {
            point.insert(symbol, Value::Bool(self.rng.one_in(2)));
        }
        for (symbol, _) in self.arrays.clone() {
            let kind = self.theme.kinds[0];
            let mut array = ArrayValue::constant(INDEX, self.word_value(kind));
            for _ in 0..self.rng.below(6) {
                let index = BitVecValue::from_u64(self.rng.number() % (1 << INDEX), INDEX);
                array.set(index, self.word_value(kind));
            }
            point.insert(symbol, array.into());
        }
        point
    }

    /// A value, often one at which operations have their corners.
    fn word_value(&mut self, kind: Kind) -> BitVecValue {
        let width = kind.width();
        let bits = self.rng.number();
        let any = BitVecValue::from_u64(bits & (u64::MAX >> (64 - width)), width);
        let small = (self.rng.below(64) as f64 - 32.0) / 4.0;
        match (kind, self.rng.below(8)) {
            (_, 0) => BitVecValue::zero(width),
            (Kind::Word(_), 1) => BitVecValue::ones(width),
            (Kind::Word(_), 2) => BitVecValue::signed_min(width),
            (Kind::Word(_), 3..=4) => {
                BitVecValue::from_u64(bits % 16, width.max(4)).extract(width - 1, 0)
            }
            (Kind::Float(format), 1) => format.infinity(),
            (Kind::Float(format), 2) => match self.rng.below(3) {
                0 => format.nan(),
                1 => BitVecValue::signed_min(width),
                // The least number above zero, or one of the next ones.
                _ => BitVecValue::from_u64(1 + bits % 3, width),
            },
            (Kind::Float(FloatFormat::F64), 3..=6) => BitVecValue::from_u64(small.to_bits(), 64),
            (Kind::Float(FloatFormat::F32), 3..=6) => {
                BitVecValue::from_u64((small as f32).to_bits().into(), 32)
            }
            _ => any,
        }
    }

    fn constant(&mut self, kind: Kind) -> TermId {
        let value = self.word_value(kind);
        self.terms.bv(value)
    }

    fn leaf(&mut self, kind: Kind) -> TermId {
        if self.rng.one_in(4) {
            return self.constant(kind);
        }
        let symbols = self.symbols.iter();
        let own: Vec<TermId> = symbols.filter(|s| s.2 == kind).map(|s| s.1).collect();
        self.rng.pick(&own)
    }

    fn word(&mut self, kind: Kind, depth: u32) -> TermId {
        if depth == 0 || self.rng.one_in(5) {
            return self.leaf(kind);
        }
        if self.rng.one_in(8) {
            let c = self.truth(depth - 1);
            let [a, b] = [self.word(kind, depth - 1), self.word(kind, depth - 1)];
            return self.terms.mk(Op::Ite, &[c, a, b]);
        }
        if !self.arrays.is_empty() && kind == self.theme.kinds[0] && self.rng.one_in(3) {
            let (array, index) = (self.array(depth - 1), self.index(depth - 1));
            return self.terms.mk(Op::Select, &[array, index]);
        }
        if self.theme.kinds.len() > 1 && self.rng.one_in(3) {
            let from = self.rng.pick(&self.theme.kinds.clone());
            return self.converted(from, kind, depth - 1);
        }
        let (op, args) = match kind {
            Kind::Float(format) => match self.float(format) {
                Ok(found) => found,
                Err(is_negation) => {
                    let a = self.word(kind, depth - 1);
                    return match is_negation {
                        true => self.terms.fp_neg(format, a),
                        false => self.terms.fp_abs(format, a),
                    };
                }
            },
            Kind::Word(width) => {
                let at = self.rng.below(Op::ON_WORDS.len() + 3);
                match (Op::ON_WORDS.get(at), at - at.min(Op::ON_WORDS.len())) {
                    (Some(op), _) => (op.clone(), 2),
                    (None, 0) => (Op::BvNot, 1),
                    (None, 1) => (Op::BvNeg, 1),
                    (None, _) => (Op::RotateLeft(self.rng.below_u32(width)), 1),
                }
            }
        };
        let args: Vec<TermId> = (0..args).map(|_| self.word(kind, depth - 1)).collect();
        self.terms.mk(op, &args)
    }

    /// An operation, and how many arguments it has; or else: is it a negation, or an absolute value?
    fn float(&mut self, f: FloatFormat) -> Result<(Op, usize), bool> {
        const MODES: [RoundingMode; 5] = [
            RoundingMode::NearestEven,
            RoundingMode::NearestAway,
            RoundingMode::Up,
            RoundingMode::Down,
            RoundingMode::Zero,
        ];
        let (op, args) = match self.rng.below(15) {
            0..=2 => (FloatOp::Add(f), 2),
            3 => (FloatOp::Sub(f), 2),
            4..=6 => (FloatOp::Mul(f), 2),
            7 => (FloatOp::Div(f), 2),
            8 => (FloatOp::Sqrt(f), 1),
            9 => (FloatOp::RoundToIntegral(f, self.rng.pick(&MODES)), 1),
            10 => (FloatOp::Fma(f), 3),
            11 if self.theme.remainders => (FloatOp::Remainder(f), 2),
            12 if self.theme.remainders => (FloatOp::Fmod(f), 2),
            11..=12 => (FloatOp::Add(f), 2),
            at => return Err(at == 13),
        };
        Ok((Op::Float(op), args))
    }

    /// A value of one kind as one of another: the same bits, or the same number.
    fn converted(&mut self, from: Kind, to: Kind, depth: u32) -> TermId {
        let a = self.word(from, depth);
        let by_value = self.rng.one_in(2);
        let is_signed = self.rng.one_in(2);
        let op = match (from, to) {
            (Kind::Word(_), Kind::Float(format)) if by_value => Op::Float(match is_signed {
                true => FloatOp::FromSigned(format),
                false => FloatOp::FromUnsigned(format),
            }),
            (Kind::Float(from), Kind::Word(width)) if by_value => Op::Float(match is_signed {
                true => FloatOp::ToSigned { from, width },
                false => FloatOp::ToUnsigned { from, width },
            }),
            (Kind::Float(from), Kind::Float(to)) if from != to => {
                Op::Float(FloatOp::Convert { from, to })
            }
            _ => return self.resized(a, to.width(), is_signed),
        };
        self.terms.mk(op, &[a])
    }

    /// A part of a word, or a longer one.
    fn resized(&mut self, a: TermId, width: u32, is_signed: bool) -> TermId {
        let old = self.terms.width(a);
        if width < old {
            let lo = self.rng.below_u32(old - width + 1);
            let hi = lo + width - 1;
            return self.terms.mk(Op::Extract { hi, lo }, &[a]);
        }
        let more = width - old;
        match (more, is_signed) {
            (0, _) => a,
            (_, true) => self.terms.mk(Op::SignExtend(more), &[a]),
            _ if self.rng.one_in(2) => self.terms.mk(Op::ZeroExtend(more), &[a]),
            _ => {
                let low = self.constant(Kind::Word(more));
                self.terms.mk(Op::Concat, &[a, low])
            }
        }
    }

    fn array(&mut self, depth: u32) -> TermId {
        let kind = self.theme.kinds[0];
        let way = self.rng.below(6);
        if depth == 0 || way < 2 {
            let arrays: Vec<TermId> = self.arrays.iter().map(|array| array.1).collect();
            return self.rng.pick(&arrays);
        }
        match way {
            2 => {
                let c = self.truth(depth - 1);
                let [a, b] = [self.array(depth - 1), self.array(depth - 1)];
                self.terms.mk(Op::Ite, &[c, a, b])
            }
            3 => {
                let element = self.word(kind, depth - 1);
                self.terms.mk(Op::ConstArray { index: INDEX }, &[element])
            }
            _ => {
                let (a, i) = (self.array(depth - 1), self.index(depth - 1));
                let element = self.word(kind, depth - 1);
                self.terms.mk(Op::Store, &[a, i, element])
            }
        }
    }

    fn index(&mut self, depth: u32) -> TermId {
        if self.rng.one_in(3) {
            let index = self.rng.below(1 << INDEX) as u64;
            return self.terms.bv_u64(index, INDEX);
        }
        let word = self.word(self.theme.kinds[0], depth);
        self.resized(word, INDEX, false)
    }

    /// A formula that is at most so deep.
    pub(crate) fn truth(&mut self, depth: u32) -> TermId {
        let connective = |this: &mut RandomWords, op: Op, count: usize| {
            let args: Vec<TermId> = (0..count).map(|_| this.truth(depth - 1)).collect();
            this.terms.mk(op, &args)
        };
        match self.rng.below(12) {
            0 if depth > 0 => connective(self, Op::And, 2),
            1 if depth > 0 => connective(self, Op::Or, 3),
            2 if depth > 0 => connective(self, Op::Not, 1),
            3 if depth > 0 => connective(self, Op::Xor, 2),
            4 if depth > 0 && !self.arrays.is_empty() => {
                let (a, b) = (self.array(depth - 1), self.array(depth - 1));
                self.terms.mk(Op::Eq, &[a, b])
            }
            5 if self.rng.one_in(3) => self.truths[0].1,
            _ => self.comparison(depth),
        }
    }

    fn comparison(&mut self, depth: u32) -> TermId {
        let kind = self.rng.pick(&self.theme.kinds.clone());
        let mut args = [self.word(kind, depth), self.word(kind, depth)];
        // Bounds by constants are what cores make weaker.
        if self.rng.one_in(2) {
            args[self.rng.below(2)] = self.constant(kind);
        }
        let op = match kind {
            Kind::Float(f) if !self.rng.one_in(5) => {
                let ops = [FloatOp::Lt(f), FloatOp::Le(f), FloatOp::Eq(f)];
                Op::Float(self.rng.pick(&ops))
            }
            _ => Op::COMPARISONS[self.rng.below(Op::COMPARISONS.len())].clone(),
        };
        self.terms.mk(op, &args)
    }
}
