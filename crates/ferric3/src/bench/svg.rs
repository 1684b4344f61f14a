//! The elements of a plot.

/// Colours that stay apart in print and for people who see fewer of them (Okabe and Ito).
pub(super) const COLOURS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
];

/// The least time that plots tell apart, in seconds.
pub(super) const LEAST_SECONDS: f64 = 0.01;

/// Where a text hangs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture that grows.
#[derive(Clone, Debug)]
pub(super) struct Svg {
    text: String,
}

impl Svg {
    /// A white sheet.
    pub(super) fn new(width: f64, height: f64) -> Svg {
        let mut svg = Svg {
            text: format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
                 viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\" \
                 font-size=\"13\">\n"
            ),
        };
        svg.rectangle((0.0, 0.0), (width, height), "fill=\"white\"");
        svg
    }

    /// A line; `style` are attributes.
    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), style: &str) {
        self.text.push_str(&format!(
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" {style}/>\n",
            from.0, from.1, to.0, to.1
        ));
    }

    /// A rectangle by its corner and size.
    pub(super) fn rectangle(&mut self, corner: (f64, f64), size: (f64, f64), style: &str) {
        self.text.push_str(&format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" {style}/>\n",
            corner.0, corner.1, size.0, size.1
        ));
    }

    /// A line through points.
    pub(super) fn polyline(&mut self, points: &[(f64, f64)], style: &str) {
        let points: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        self.text.push_str(&format!(
            "<polyline points=\"{}\" fill=\"none\" {style}/>\n",
            points.join(" ")
        ));
    }

    /// One of the marks, by number.
    pub(super) fn mark(&mut self, shape: usize, (x, y): (f64, f64), style: &str) {
        const R: f64 = 3.6;
        let polygon = |corners: &[(f64, f64)]| {
            let corners = corners.iter();
            let corners = corners.map(|(dx, dy)| format!("{:.1},{:.1}", x + dx * R, y + dy * R));
            let corners: Vec<String> = corners.collect();
            format!("<polygon points=\"{}\" {style}/>\n", corners.join(" "))
        };
        self.text.push_str(&match shape % 4 {
            0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{R}\" {style}/>\n"),
            1 => polygon(&[(-1.1, 0.9), (1.1, 0.9), (0.0, -1.1)]),
            2 => polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
            _ => polygon(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
        });
    }

    /// A text.
    pub(super) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, style: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.text.push_str(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" {style}>{}</text>\n",
            escaped(text)
        ));
    }

    /// A text that goes upwards.
    pub(super) fn upward_text(&mut self, (x, y): (f64, f64), text: &str) {
        let turn = format!("transform=\"rotate(-90 {x:.1} {y:.1})\"");
        self.text((x, y), Anchor::Middle, &turn, text);
    }

    /// The document.
    pub(super) fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// An axis of times, logarithmic.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogAxis {
    /// The time limit: where the scale ends.
    pub(super) limit: f64,
    /// Places of the least time and of the limit.
    pub(super) from: f64,
    pub(super) to: f64,
}

impl LogAxis {
    /// The place of a time. Times outside of the scale are at its ends.
    pub(super) fn at(&self, seconds: f64) -> f64 {
        let limit = self.limit.max(10.0 * LEAST_SECONDS);
        let clamped = seconds.clamp(LEAST_SECONDS, limit);
        let share = (clamped / LEAST_SECONDS).ln() / (limit / LEAST_SECONDS).ln();
        self.from + share * (self.to - self.from)
    }

    /// Places of ticks, with a text for the main ones.
    pub(super) fn ticks(&self) -> Vec<(f64, Option<String>)> {
        let mut ticks = Vec::new();
        // Powers of ten by their exponents, since 0.1 * 10 is not quite 1.
        for exponent in -2..9 {
            let power = 10f64.powi(exponent);
            for factor in 1..10 {
                let seconds = power * f64::from(factor);
                if seconds < 0.999 * self.limit {
                    // The limit has a text of its own, which needs room.
                    let main = factor == 1 && seconds * 1.6 < self.limit;
                    let sign = if exponent == -2 { "≤" } else { "" };
                    let name = main.then(|| format!("{sign}{}", number(seconds)));
                    ticks.push((self.at(seconds), name));
                }
            }
        }
        ticks.push((self.at(self.limit), Some(number(self.limit))));
        ticks
    }
}

/// Without digits that say nothing.
fn number(number: f64) -> String {
    format!("{}", (number * 1000.0).round() / 1000.0)
}

/// Round numbers from 0 to at least `most`.
pub(super) fn counts(most: usize) -> Vec<usize> {
    let steps = (0..18).flat_map(|power| [1, 2, 5].map(|n| n * 10_usize.pow(power)));
    let step = steps.into_iter().find(|step| most.div_ceil(*step) <= 8);
    let step = step.unwrap_or(usize::MAX);
    (0..=most.div_ceil(step).max(1)).map(|n| n * step).collect()
}

/// What every picture must be: tags match, all numbers are numbers.
#[cfg(test)]
pub(super) fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().expect("a tag has a name"));
        }
        assert!(!tag.contains("NaN") && !tag.contains("inf"), "{tag}");
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?} are not closed");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_keep_every_time_inside() {
        let axis = LogAxis {
            limit: 60.0,
            from: 400.0,
            to: 50.0,
        };
        assert!((axis.at(0.0) - 400.0).abs() < 1e-9);
        assert!((axis.at(60.0) - 50.0).abs() < 1e-9);
        assert!((axis.at(1e9) - 50.0).abs() < 1e-9);
        assert!(axis.at(1.0) > axis.at(2.0));
        let named: Vec<String> = axis.ticks().into_iter().filter_map(|(_, t)| t).collect();
        assert_eq!(named, ["≤0.01", "0.1", "1", "10", "60"]);
        for limit in [0.001, 0.01, 0.05, 120.0, 1e6] {
            let axis = LogAxis { limit, ..axis };
            assert!(axis.ticks().iter().all(|(place, _)| place.is_finite()));
        }
    }

    #[test]
    fn counts_are_round_and_enough() {
        assert_eq!(counts(0), [0, 1]);
        assert_eq!(counts(3), [0, 1, 2, 3]);
        assert_eq!(counts(97), [0, 20, 40, 60, 80, 100]);
    }

    #[test]
    fn texts_are_escaped() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.text((1.0, 2.0), Anchor::End, "", "a < b && c > d");
        let svg = svg.finish();
        assert!(svg.contains("a &lt; b &amp;&amp; c &gt; d"));
        assert_well_formed(&svg);
    }
}
