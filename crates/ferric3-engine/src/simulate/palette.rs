//! Values that are worth a try: special ones of a width, and constants of the program with their
//! neighbours.

use ferric3_ivl::SplitMix64;

use super::flow::Constant;

/// How the bits of a field are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Integer,
    Float32,
    Float64,
}

impl Kind {
    /// The kind of a field of so many bits.
    pub(super) fn new(width: u32, is_float: bool) -> Kind {
        match width {
            32 if is_float => Kind::Float32,
            64 if is_float => Kind::Float64,
            _ => Kind::Integer,
        }
    }
}

/// Values for a field of at most 64 bits.
#[derive(Clone, Debug)]
pub(super) struct Palette {
    kind: Kind,
    width: u32,
    /// What is tried most.
    common: Vec<u64>,
    /// Constants that the field is compared with, and their neighbours.
    near: Vec<u64>,
    /// Extreme values, and constants from anywhere.
    rare: Vec<u64>,
}

/// Constants of each sort that are kept for a field.
const MOST_CONSTANTS: usize = 64;

impl Palette {
    /// A palette with constants that have to do with the field, and others.
    pub(super) fn new(width: u32, kind: Kind, near: &[Constant], all: &[Constant]) -> Palette {
        let mut palette = Palette {
            kind,
            width,
            common: vec![],
            near: vec![],
            rare: vec![],
        };
        let (common, rare) = palette.special();
        palette.common = distinct(common);
        palette.near = palette.encodings(near);
        let mut others = palette.encodings(all);
        others.extend(rare);
        palette.rare = distinct(others);
        palette
    }

    /// All values that are not random.
    #[cfg(test)]
    pub(super) fn values(&self) -> Vec<u64> {
        [&self.common[..], &self.near, &self.rare].concat()
    }

    /// A value.
    pub(super) fn draw(&self, random: &mut SplitMix64) -> u64 {
        let pick = |from: &[u64], random: &mut SplitMix64| {
            let count = u64::try_from(from.len()).unwrap_or(u64::MAX);
            usize::try_from(random.below(count)).map_or(0, |i| from[i])
        };
        match random.below(16) {
            0..=6 => pick(&self.common, random),
            7..=12 if !self.near.is_empty() => pick(&self.near, random),
            7..=14 => pick(&self.rare, random),
            _ if self.kind == Kind::Integer => {
                // Numbers of all sizes.
                let shift = u32::try_from(random.below(self.width.into())).unwrap_or(0);
                self.cut(random.next()) >> shift
            }
            _ => {
                let tenths = random.below(20_001).cast_signed() - 10_000;
                self.float(tenths as f64 / 10.0)
            }
        }
    }

    fn special(&self) -> (Vec<u64>, Vec<u64>) {
        if self.kind == Kind::Integer {
            let common = [0, 1, -1, 2, 3, 4, 10, 100].map(|x: i64| self.cut(x.cast_unsigned()));
            let top = 1u64 << (self.width - 1);
            let mut rare = vec![top, top - 1, self.cut(u64::MAX), self.cut(top + 1)];
            rare.extend([5, 6, 7, 8, 9, 16, 32, 64, 127, 128, 255, 256, 1000].map(|x| self.cut(x)));
            rare.extend((0..self.width).map(|exponent| 1 << exponent));
            return (common.to_vec(), rare);
        }
        let common = [0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 4.0, 10.0, 100.0];
        let (large, tiny) = match self.kind {
            Kind::Float32 => (f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE)),
            _ => (f64::MAX, f64::MIN_POSITIVE),
        };
        let rare = [
            -0.0,
            -0.5,
            0.1,
            -2.0,
            5.0,
            -10.0,
            -100.0,
            180.0,
            360.0,
            1e3,
            1e6,
            1e9,
            -1e9,
            1e-3,
            1e-9,
            large,
            -large,
            tiny,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        let encode = |values: &[f64]| values.iter().map(|&x| self.float(x)).collect();
        (encode(&common), encode(&rare))
    }

    /// Constants as values of the field, each with what lies around it.
    fn encodings(&self, constants: &[Constant]) -> Vec<u64> {
        let mut found = vec![];
        for constant in constants.iter().take(4 * MOST_CONSTANTS) {
            match (*constant, self.kind) {
                (Constant::Bits { value, width }, Kind::Integer) => {
                    let unused = 64 - width.min(64);
                    let value = ((value << unused).cast_signed() >> unused).cast_unsigned();
                    let around = [value, value.wrapping_add(1), value.wrapping_sub(1)];
                    found.extend(around.map(|x| self.cut(x)));
                }
                (Constant::Bits { value, width }, _) => {
                    let unused = 64 - width.min(64);
                    let value = (value << unused).cast_signed() >> unused;
                    found.push(self.float(value as f64));
                }
                (Constant::Float(value), Kind::Integer) => {
                    let value = value as i64;
                    let around = [value, value.wrapping_add(1), value.wrapping_sub(1)];
                    found.extend(around.map(|x| self.cut(x.cast_unsigned())));
                }
                (Constant::Float(x), Kind::Float32) => {
                    let x = x as f32;
                    let around = [x, x.next_up(), x.next_down(), x + 1.0, x - 1.0];
                    found.extend(around.map(|x| u64::from(x.to_bits())));
                }
                (Constant::Float(x), Kind::Float64) => {
                    let around = [x, x.next_up(), x.next_down(), x + 1.0, x - 1.0];
                    found.extend(around.map(f64::to_bits));
                }
            }
        }
        let mut found = distinct(found);
        found.truncate(4 * MOST_CONSTANTS);
        found
    }

    fn cut(&self, value: u64) -> u64 {
        value & (u64::MAX >> (64 - self.width))
    }

    fn float(&self, value: f64) -> u64 {
        match self.kind {
            Kind::Float32 => (value as f32).to_bits().into(),
            _ => value.to_bits(),
        }
    }
}

/// The same values in the same order, each once.
fn distinct(values: Vec<u64>) -> Vec<u64> {
    let mut seen = std::collections::BTreeSet::new();
    values
        .into_iter()
        .filter(|&value| seen.insert(value))
        .collect()
}
