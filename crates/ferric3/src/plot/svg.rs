//! The elements of a picture, and its colours.
//!
//! Colours are in a style sheet, and a viewer that prefers dark ones gets them.

/// The style sheet. Series (`c0` to `c6`) have colours that stay apart in print and for people who see fewer of
/// them (Okabe and Ito).
const STYLE: &str = "\
.sheet{fill:#ffffff}.ink{fill:#1c1c1c}.note{fill:#5c5c5c}.axis{stroke:#333333}.grid{stroke:#e4e4e4}\
.faint{stroke:#a0a0a0}
.c0{color:#0072b2}.c1{color:#d55e00}.c2{color:#009e73}.c3{color:#cc79a7}.c4{color:#e69f00}\
.c5{color:#56b4e9}.c6{color:#000000}
@media (prefers-color-scheme: dark){\
.sheet{fill:#15181d}.ink{fill:#e6e6e6}.note{fill:#a8a8a8}.axis{stroke:#bbbbbb}.grid{stroke:#2f343b}\
.faint{stroke:#777777}.c0{color:#4aa8e0}.c6{color:#ffffff}}
";

/// Attributes of a series: what is drawn in `currentColor` has its colour.
pub(crate) fn series(number: usize) -> String {
    format!("class=\"c{}\"", number % 7)
}

/// Where a text hangs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture that grows.
#[derive(Clone, Debug)]
pub(crate) struct Svg {
    text: String,
}

impl Svg {
    /// An empty sheet.
    pub(crate) fn new(width: f64, height: f64) -> Svg {
        let mut svg = Svg {
            text: format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
                 viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\" \
                 font-size=\"13\">\n<style>\n{STYLE}</style>\n"
            ),
        };
        svg.rectangle((0.0, 0.0), (width, height), "class=\"sheet\"");
        svg
    }

    /// A line; `style` are attributes.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), style: &str) {
        self.text.push_str(&format!(
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" {style}/>\n",
            from.0, from.1, to.0, to.1
        ));
    }

    /// A rectangle by its corner and size.
    pub(crate) fn rectangle(&mut self, corner: (f64, f64), size: (f64, f64), style: &str) {
        self.text.push_str(&format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" {style}/>\n",
            corner.0, corner.1, size.0, size.1
        ));
    }

    /// A line through points.
    pub(crate) fn polyline(&mut self, points: &[(f64, f64)], style: &str) {
        let points: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        self.text.push_str(&format!(
            "<polyline points=\"{}\" fill=\"none\" {style}/>\n",
            points.join(" ")
        ));
    }

    /// What comes next is one thing, of this name for people who point at it.
    pub(crate) fn begin(&mut self, style: &str, name: &str) {
        self.text
            .push_str(&format!("<g {style}>\n<title>{}</title>\n", escaped(name)));
    }

    /// It ends here.
    pub(crate) fn end(&mut self) {
        self.text.push_str("</g>\n");
    }

    /// The area below a line through points, down to `bottom`.
    pub(crate) fn area(&mut self, points: &[(f64, f64)], bottom: f64, style: &str) {
        let (Some(first), Some(last)) = (points.first(), points.last()) else {
            return;
        };
        let ends = [(last.0, bottom), (first.0, bottom)];
        let corners = points.iter().chain(&ends);
        let corners: Vec<String> = corners.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.text.push_str(&format!(
            "<polygon points=\"{}\" {style}/>\n",
            corners.join(" ")
        ));
    }

    /// One of the marks, by number.
    pub(crate) fn mark(&mut self, shape: usize, (x, y): (f64, f64), style: &str) {
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
    pub(crate) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, style: &str, text: &str) {
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
    pub(crate) fn upward_text(&mut self, (x, y): (f64, f64), text: &str) {
        let turn = format!("class=\"ink\" transform=\"rotate(-90 {x:.1} {y:.1})\"");
        self.text((x, y), Anchor::Middle, &turn, text);
    }

    /// The document.
    pub(crate) fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

/// As XML has it, which knows no control characters.
fn escaped(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// What every picture must be: tags match, all numbers are numbers.
#[cfg(test)]
pub(crate) fn assert_well_formed(svg: &str) {
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
    fn texts_are_escaped() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.text((1.0, 2.0), Anchor::End, "", "a < b && c > d\n\u{7}");
        let svg = svg.finish();
        assert!(svg.contains("a &lt; b &amp;&amp; c &gt; d"));
        assert_well_formed(&svg);
    }
}
