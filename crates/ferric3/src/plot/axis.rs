//! Scales, and their ticks.

/// The least time that plots of `bench` tell apart, in seconds.
const LEAST_SECONDS: f64 = 0.01;
/// A line is not to lie on the frame.
const HEADROOM: f64 = 1.08;

/// How values become places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    /// Evenly.
    Linear,
    /// The same, for counts: ticks are whole numbers.
    Whole,
    /// By their orders of magnitude.
    Log,
    /// The same, for counts: 0 has a place as well.
    LogOfCount,
}

/// An axis: values from `least` to `most`, and their places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    scale: Scale,
    least: f64,
    most: f64,
    /// Places of the least and of the greatest value.
    pub(crate) from: f64,
    pub(crate) to: f64,
}

/// A tick, with a text if it is a main one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    pub(crate) place: f64,
    pub(crate) name: Option<String>,
}

impl Axis {
    /// Times up to a limit, by their orders of magnitude.
    pub(crate) fn times_up_to(limit: f64, (from, to): (f64, f64)) -> Axis {
        Axis {
            scale: Scale::Log,
            least: LEAST_SECONDS,
            most: limit.max(10.0 * LEAST_SECONDS),
            from,
            to,
        }
    }

    /// Counts from 0 up to at least `most`, a round number.
    pub(crate) fn counts(most: usize, places: (f64, f64)) -> Axis {
        let step = step(most as f64, 8).max(1.0);
        let most = step * (most as f64 / step).ceil().max(1.0);
        Axis::whole((0.0, most), places)
    }

    /// Counts from 0 on whose small ones are told apart, too, where there are large ones.
    pub(crate) fn counts_of_any_size(most: usize, places: (f64, f64)) -> Axis {
        match most {
            0..100 => Axis::whole((0.0, HEADROOM * most.max(1) as f64), places),
            _ => Axis {
                scale: Scale::LogOfCount,
                ..Axis::linear((0.0, HEADROOM * most as f64), places)
            },
        }
    }

    /// Counts from 0 on, with some room above the greatest.
    pub(crate) fn counts_below(most: u64, places: (f64, f64)) -> Axis {
        Axis::whole((0.0, HEADROOM * most.max(1) as f64), places)
    }

    /// Values of a range whose ticks are whole numbers.
    pub(crate) fn whole(range: (f64, f64), places: (f64, f64)) -> Axis {
        Axis {
            scale: Scale::Whole,
            ..Axis::linear(range, places)
        }
    }

    /// Values of a range.
    pub(crate) fn linear((least, most): (f64, f64), (from, to): (f64, f64)) -> Axis {
        Axis {
            scale: Scale::Linear,
            least,
            most: if most > least { most } else { least + 1.0 },
            from,
            to,
        }
    }

    /// The place of a value. Values outside of the scale are at its ends.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let Axis { least, most, .. } = *self;
        let clamped = value.clamp(least, most);
        let share = match self.scale {
            Scale::Linear | Scale::Whole => (clamped - least) / (most - least),
            Scale::Log => (clamped / least).ln() / (most / least).ln(),
            Scale::LogOfCount => clamped.ln_1p() / most.ln_1p(),
        };
        self.from + share * (self.to - self.from)
    }

    /// The ticks, in the order of values.
    pub(crate) fn ticks(&self) -> Vec<Tick> {
        match self.scale {
            Scale::Linear | Scale::Whole => self.even_ticks(),
            Scale::Log => self.ticks_of_times(),
            Scale::LogOfCount => self.powers(),
        }
    }

    fn tick(&self, value: f64, name: Option<String>) -> Tick {
        Tick {
            place: self.at(value),
            name,
        }
    }

    /// As many as there is room for.
    fn even_ticks(&self) -> Vec<Tick> {
        let room = ((self.to - self.from).abs() / 28.0) as usize;
        let step = step(self.most - self.least, room.clamp(3, 8));
        let step = match self.scale {
            Scale::Whole => step.max(1.0),
            _ => step,
        };
        let first = (self.least / step - 1e-9).ceil() as i64;
        let last = (self.most / step + 1e-9).floor() as i64;
        let values = (first..=last).map(|n| n as f64 * step);
        values
            .map(|value| self.tick(value, Some(number(value))))
            .collect()
    }

    /// 0 and the powers of ten, 1 only if it is not too close to 0.
    fn powers(&self) -> Vec<Tick> {
        let first = i32::from((self.at(1.0) - self.at(0.0)).abs() < 14.0);
        let powers = (first..18).map(|exponent| 10f64.powi(exponent));
        let values = [0.0].into_iter().chain(powers);
        values
            .take_while(|&value| value <= self.most)
            .map(|value| self.tick(value, Some(number(value))))
            .collect()
    }

    fn ticks_of_times(&self) -> Vec<Tick> {
        let mut ticks = Vec::new();
        // Powers of ten by their exponents, since 0.1 * 10 is not quite 1.
        for exponent in -2..9 {
            let power = 10f64.powi(exponent);
            for factor in 1..10 {
                let seconds = power * f64::from(factor);
                if seconds < 0.999 * self.most {
                    // The limit has a text of its own, which needs room.
                    let main = factor == 1 && seconds * 1.6 < self.most;
                    let sign = if exponent == -2 { "≤" } else { "" };
                    let name = main.then(|| format!("{sign}{}", number(seconds)));
                    ticks.push(self.tick(seconds, name));
                }
            }
        }
        ticks.push(self.tick(self.most, Some(number(self.most))));
        ticks
    }
}

/// A round number (1, 2 or 5 times a power of ten) of which at most `parts` make up `range`.
fn step(range: f64, parts: usize) -> f64 {
    let steps = (-9..18).flat_map(|power| [1.0, 2.0, 5.0].map(|n| n * 10f64.powi(power)));
    let mut steps = steps.filter(|step| range / step <= parts as f64 + 1e-9);
    steps.next().unwrap_or(f64::MAX)
}

/// Without digits that say nothing, and with spaces between thousands.
pub(super) fn number(number: f64) -> String {
    let rounded = (number * 1e6).round() / 1e6;
    if rounded.abs() < 10_000.0 || rounded.fract() != 0.0 {
        return format!("{rounded}");
    }
    let digits = format!("{rounded}");
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups = groups.map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join("\u{202f}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(axis: &Axis) -> Vec<String> {
        let ticks = axis.ticks().into_iter();
        ticks.filter_map(|tick| tick.name).collect()
    }

    #[test]
    fn axes_keep_every_time_inside() {
        let axis = Axis::times_up_to(60.0, (400.0, 50.0));
        assert!((axis.at(0.0) - 400.0).abs() < 1e-9);
        assert!((axis.at(60.0) - 50.0).abs() < 1e-9);
        assert!((axis.at(1e9) - 50.0).abs() < 1e-9);
        assert!(axis.at(1.0) > axis.at(2.0));
        assert_eq!(names(&axis), ["≤0.01", "0.1", "1", "10", "60"]);
        for limit in [0.001, 0.01, 0.05, 120.0, 1e6] {
            let axis = Axis::times_up_to(limit, (400.0, 50.0));
            assert!(axis.ticks().iter().all(|tick| tick.place.is_finite()));
        }
    }

    #[test]
    fn counts_are_round_and_enough() {
        let counts = |most| names(&Axis::counts(most, (0.0, 500.0)));
        assert_eq!(counts(0), ["0", "1"]);
        assert_eq!(counts(3), ["0", "1", "2", "3"]);
        assert_eq!(counts(97), ["0", "20", "40", "60", "80", "100"]);
    }

    #[test]
    fn large_counts_have_powers_of_ten() {
        let axis = Axis::counts_of_any_size(2_000, (100.0, 0.0));
        assert_eq!(names(&axis), ["0", "10", "100", "1000"]);
        assert!((axis.at(0.0) - 100.0).abs() < 1e-9 && axis.at(2_160.0).abs() < 1e-9);
        let few = Axis::counts_of_any_size(4, (100.0, 0.0));
        assert_eq!(names(&few), ["0", "2", "4"]);
        let none = Axis::counts_of_any_size(0, (100.0, 0.0));
        assert!(none.at(0.0).is_finite());
    }

    #[test]
    fn ranges_have_round_ticks_inside() {
        let axis = Axis::linear((0.3, 1.7), (0.0, 280.0));
        assert_eq!(
            names(&axis),
            ["0.4", "0.6", "0.8", "1", "1.2", "1.4", "1.6"]
        );
        let short = Axis::linear((0.0, 0.0031), (0.0, 280.0));
        assert_eq!(names(&short)[1], "0.0005");
        assert_eq!(number(1_234_567.0), "1\u{202f}234\u{202f}567");
    }
}
