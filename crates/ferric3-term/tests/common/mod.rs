//! Random terms, built twice: plain and simplified.

#![allow(dead_code, missing_docs, unreachable_pub)]

pub mod floats;

use ferric3_term::{BitVecValue, Op, Sort, SymbolId, TermId, Terms, Value};
use rustc_hash::FxHashMap;

/// A small deterministic generator of random numbers (SplitMix64).
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).unwrap()
    }

    pub fn below_u32(&mut self, n: u32) -> u32 {
        u32::try_from(self.next() % u64::from(n)).unwrap()
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A number, with a liking for those that rules know about.
    pub fn bv(&mut self, width: u32) -> BitVecValue {
        match self.below(10) {
            0 => BitVecValue::zero(width),
            1 => BitVecValue::one(width),
            2 => BitVecValue::ones(width),
            3 => BitVecValue::signed_min(width),
            4 => BitVecValue::signed_max(width),
            5 => BitVecValue::power_of_two(self.below_u32(width), width),
            6 => BitVecValue::from_u64(self.next() % 8, width),
            7 => BitVecValue::from_i64(-(self.next().cast_signed() & 7), width),
            _ => BitVecValue::from_bits((0..width).map(|_| self.next() & 1 == 1)),
        }
    }

    pub fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::BitVec(width) => self.bv(width).into(),
            _ => Value::Bool(self.next() & 1 == 1),
        }
    }
}

/// A term in both forms.
#[derive(Clone, Copy)]
pub struct Twin {
    pub plain: TermId,
    pub simplified: TermId,
}

/// Grows a pool of random terms over few symbols of few sorts.
pub struct Garden {
    pub terms: Terms,
    pub rng: Rng,
    pub symbols: Vec<SymbolId>,
    widths: Vec<u32>,
    pools: FxHashMap<Sort, Vec<Twin>>,
}

const UNARY: [Op; 2] = [Op::BvNot, Op::BvNeg];

impl Garden {
    pub fn new(seed: u64, widths: &[u32]) -> Garden {
        Garden {
            terms: Terms::new(),
            rng: Rng(seed),
            symbols: vec![],
            widths: widths.to_vec(),
            pools: FxHashMap::default(),
        }
    }

    fn width(&mut self) -> u32 {
        self.rng.pick(&self.widths.clone())
    }

    fn add(&mut self, twin: Twin) -> Twin {
        let sort = self.terms.sort(twin.plain);
        assert_eq!(sort, self.terms.sort(twin.simplified));
        self.pools.entry(sort).or_default().push(twin);
        twin
    }

    fn leaf(&mut self, sort: Sort) -> Twin {
        let t = if self.rng.below(3) == 0 {
            let value = self.rng.value(sort);
            self.terms.constant(&value)
        } else {
            let (symbol, t) = self.terms.fresh_symbol("s", sort);
            self.symbols.push(symbol);
            t
        };
        self.add(Twin {
            plain: t,
            simplified: t,
        })
    }

    /// A constant, a symbol or something older, with a liking for the young.
    fn any(&mut self, sort: Sort) -> Twin {
        let size = self.pools.get(&sort).map_or(0, Vec::len);
        if size < 3 {
            return self.leaf(sort);
        }
        if self.rng.below(5) == 0 {
            let value = self.rng.value(sort);
            let t = self.terms.constant(&value);
            return Twin {
                plain: t,
                simplified: t,
            };
        }
        let i = self.rng.below(size).max(self.rng.below(size));
        self.pools[&sort][i]
    }

    fn build(&mut self, op: Op, args: &[Twin]) -> Twin {
        let plain: Vec<TermId> = args.iter().map(|a| a.plain).collect();
        let simplified: Vec<TermId> = args.iter().map(|a| a.simplified).collect();
        let twin = Twin {
            plain: self.terms.mk(op.clone(), &plain),
            simplified: self.terms.simplified(op, &simplified),
        };
        self.add(twin)
    }

    /// One more term.
    pub fn grow(&mut self) -> Twin {
        let width = self.width();
        let sort = Sort::BitVec(width);
        match self.rng.below(20) {
            0 => {
                let op = self.rng.pick(&[0, 1]);
                let a = self.any(sort);
                self.build(UNARY[op].clone(), &[a])
            }
            1..=7 => {
                let op = Op::ON_WORDS[self.rng.below(Op::ON_WORDS.len())].clone();
                let (a, b) = (self.any(sort), self.any(sort));
                self.build(op, &[a, b])
            }
            8..=10 => {
                let op = Op::COMPARISONS[self.rng.below(Op::COMPARISONS.len())].clone();
                let (a, b) = (self.any(sort), self.any(sort));
                self.build(op, &[a, b])
            }
            11 => {
                let sort = if self.rng.below(2) == 0 {
                    Sort::Bool
                } else {
                    sort
                };
                let (c, a, b) = (self.any(Sort::Bool), self.any(sort), self.any(sort));
                self.build(Op::Ite, &[c, a, b])
            }
            12 => {
                let other = self.width();
                let (a, b) = (self.any(sort), self.any(Sort::BitVec(other)));
                let wide = self.build(Op::Concat, &[a, b]);
                self.part(wide)
            }
            13 => {
                let a = self.any(sort);
                self.part(a)
            }
            14 | 15 => {
                let wider = self.width();
                let (low, high) = (width.min(wider), width.max(wider));
                let a = self.any(Sort::BitVec(low));
                let more = high - low;
                let op = self.rng.below(2);
                self.build(
                    [Op::ZeroExtend(more), Op::SignExtend(more)][op].clone(),
                    &[a],
                )
            }
            16 => {
                let by = self.rng.below_u32(2 * width);
                let a = self.any(sort);
                let op = self.rng.below(2);
                self.build([Op::RotateLeft(by), Op::RotateRight(by)][op].clone(), &[a])
            }
            _ => self.grow_bool(),
        }
    }

    fn grow_bool(&mut self) -> Twin {
        let n = 2 + self.rng.below(3);
        let args: Vec<Twin> = (0..n).map(|_| self.any(Sort::Bool)).collect();
        match self.rng.below(8) {
            0 => self.build(Op::Not, &args[..1]),
            1 => self.build(Op::Xor, &args[..2]),
            2 => self.build(Op::Eq, &args[..2]),
            3..=5 => self.build(Op::And, &args),
            _ => self.build(Op::Or, &args),
        }
    }

    /// A part of `a` whose width is one of those in use, if possible.
    fn part(&mut self, a: Twin) -> Twin {
        let width = self.terms.width(a.plain);
        let wanted = self.width().min(width);
        let lo = self.rng.below_u32(width - wanted + 1);
        self.build(
            Op::Extract {
                hi: lo + wanted - 1,
                lo,
            },
            &[a],
        )
    }

    /// Random values for all symbols.
    pub fn assignment(&mut self) -> FxHashMap<SymbolId, Value> {
        let symbols = self.symbols.clone();
        let value = |s: SymbolId| (s, self.rng.value(self.terms.symbol(s).sort));
        symbols.into_iter().map(value).collect()
    }
}

/// The widths of the rounds of the random tests.
pub const WIDTHS: [&[u32]; 14] = [
    &[1],
    &[2],
    &[3],
    &[1, 2, 3, 4],
    &[4, 5],
    &[2, 4, 6],
    &[7],
    &[8],
    &[8, 16, 32],
    &[1, 8, 32],
    &[32, 64],
    &[63, 64, 65],
    &[65, 130],
    &[1, 64, 130],
];

/// The number of rounds of a test: `FERRIC3_TEST_EFFORT` times as many as usual.
pub fn rounds(usual: u64) -> u64 {
    let effort = std::env::var("FERRIC3_TEST_EFFORT")
        .ok()
        .and_then(|e| e.parse().ok());
    usual * effort.unwrap_or(1)
}
