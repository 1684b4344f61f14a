//! Random inputs, the same for the same seed on every machine.

use ferric3_term::{ArrayValue, BitVecValue, Rational, Sort, Value};

use super::Inputs;
use crate::{InputId, InputSite};

/// Gives random values without end: a mix of small numbers, numbers at the boundaries of the
/// type, numbers of a random size and uniform ones. Purely uniform numbers would hardly ever take
/// the branches that people write.
#[derive(Clone, Debug)]
pub struct RandomInputs {
    generator: SplitMix64,
}

impl RandomInputs {
    /// The sequence of the given seed.
    pub fn new(seed: u64) -> RandomInputs {
        RandomInputs {
            generator: SplitMix64::new(seed),
        }
    }

    /// A random value of a sort.
    pub fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.generator.below(2) == 1),
            Sort::BitVec(width) => Value::BitVec(self.bit_vector(width)),
            Sort::Array { index, element } => self.array(index, element).into(),
            Sort::Int => Value::Int(self.integer().into()),
            Sort::Real => {
                let denominator = 1 + i64::try_from(self.generator.below(4)).unwrap_or(0);
                Value::Real(Rational::from(self.integer()) / Rational::from(denominator))
            }
            sort => panic!("there are no random values of sort {sort}"),
        }
    }

    /// An integer, with a liking for those near 0.
    fn integer(&mut self) -> i64 {
        let width = [4, 4, 8, 33][self.generator.below(4) as usize];
        self.bit_vector(width).to_i64().unwrap_or(0)
    }

    /// Some elements, most of them in front, differ from the others.
    fn array(&mut self, index: u32, element: u32) -> ArrayValue {
        let mut array = ArrayValue::constant(index, self.bit_vector(element));
        for _ in 0..self.generator.below(12) {
            array.set(self.bit_vector(index), self.bit_vector(element));
        }
        array
    }

    fn bit_vector(&mut self, width: u32) -> BitVecValue {
        match self.generator.below(8) {
            0..=2 => self.around(BitVecValue::zero(width), 8),
            3 => self.around(BitVecValue::zero(width), 128),
            4 => {
                let boundary = match self.generator.below(3) {
                    0 => BitVecValue::signed_min(width),
                    1 => BitVecValue::zero(width),
                    _ => BitVecValue::power_of_two(self.exponent(width), width),
                };
                self.around(boundary, 2)
            }
            5 => {
                let magnitude = self.uniform(width).lshr(&self.shift(width));
                if self.generator.below(2) == 0 {
                    magnitude
                } else {
                    magnitude.neg()
                }
            }
            _ => self.uniform(width),
        }
    }

    /// A number at most `distance` away from `centre`.
    fn around(&mut self, centre: BitVecValue, distance: i64) -> BitVecValue {
        let choices = distance.unsigned_abs() * 2 + 1;
        let offset = self.generator.below(choices).cast_signed() - distance;
        centre.add(&BitVecValue::from_i64(offset, centre.width()))
    }

    fn uniform(&mut self, width: u32) -> BitVecValue {
        let mut value = BitVecValue::from_u64(self.generator.next(), width.min(64));
        while value.width() < width {
            let more = (width - value.width()).min(64);
            value = BitVecValue::from_u64(self.generator.next(), more).concat(&value);
        }
        value
    }

    fn exponent(&mut self, width: u32) -> u32 {
        u32::try_from(self.generator.below(width.into())).expect("it is below the width")
    }

    /// A number below the width. Modulo `2^width`, which matters only for a width of 1.
    fn shift(&mut self, width: u32) -> BitVecValue {
        BitVecValue::from_u64(self.exponent(width).into(), width)
    }
}

impl Inputs for RandomInputs {
    fn next(&mut self, _: InputId, site: &InputSite) -> Option<Value> {
        Some(self.value(site.sort))
    }
}

/// Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014).
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The sequence of the given seed.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// The next number.
    #[expect(clippy::should_implement_trait, reason = "it has no end")]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is small; the bias does not matter here.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        let mut generator = SplitMix64 { state: 1_234_567 };
        let first: Vec<u64> = (0..3).map(|_| generator.next()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn same_seed_same_values_of_the_right_sort() {
        let values = |seed| {
            let mut inputs = RandomInputs::new(seed);
            let sorts = [
                Sort::Bool,
                Sort::BitVec(1),
                Sort::BitVec(7),
                Sort::BitVec(200),
            ];
            sorts
                .into_iter()
                .cycle()
                .take(200)
                .map(|sort| {
                    let value = inputs.value(sort);
                    assert_eq!(value.sort(), sort);
                    value
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(values(7), values(7));
        assert_ne!(values(7), values(8));
    }

    #[test]
    fn small_and_extreme_values_turn_up() {
        let mut inputs = RandomInputs::new(0);
        let values: Vec<i64> = (0..2000)
            .filter_map(|_| inputs.value(Sort::BitVec(32)).as_bv().to_i64())
            .collect();
        for wanted in [0, 1, -1, 7, i64::from(i32::MIN), i64::from(i32::MAX)] {
            assert!(values.contains(&wanted), "{wanted}");
        }
        assert!(values.iter().any(|v| v.abs() > 1 << 28));
    }
}
