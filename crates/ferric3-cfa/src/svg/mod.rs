//! A picture of an automaton that browsers show, made without Graphviz.

mod layout;

use std::fmt::Write;

use ferric3_term::Terms;

use crate::dot::edge_lines;
use crate::large_block::DepthFirst;
use crate::{Cfa, EdgeId, LocId};
use layout::{Layout, Part, layout};

/// Lines of an edge's label, and characters of each, at most. All of it is in the title that
/// browsers show for a label under the pointer.
const MAX_LINES: usize = 8;
const MAX_CHARACTERS: usize = 40;

/// Lines of such a title.
const MAX_TITLE: usize = 48;

/// Room around the label of an edge that leads back to where it comes from, for its curve.
const LOOP_ROOM: (f64, f64) = (20.0, 20.0);

/// An edge over more layers than this is placed at its ends only.
const MAX_PIECES: usize = 60;

/// Sizes in pixels.
const CHARACTER: f64 = 6.7;
const LINE: f64 = 14.0;
const GAP: (f64, f64) = (14.0, 16.0);

/// The automaton as a picture: loop heads have two frames, edges back to them are dashed.
pub fn svg(cfa: &Cfa, terms: &Terms) -> String {
    let picture = Picture::new(cfa, terms);
    let placed = layout(&picture.parts, &picture.links(), GAP);
    picture.draw(cfa, &placed)
}

struct Picture {
    /// First the locations, then the pieces of edges.
    parts: Vec<Part>,
    edges: Vec<Line>,
}

/// An edge.
struct Line {
    /// The parts that it passes, from top to bottom.
    parts: Vec<usize>,
    /// The one with the label.
    label_at: usize,
    label: Vec<String>,
    /// All of the label, if it does not fit.
    title: Option<String>,
    /// Does it lead up?
    is_back: bool,
}

impl Line {
    /// Does it lead to where it comes from?
    fn is_loop(&self) -> bool {
        self.parts.first() == self.parts.last()
    }
}

impl Picture {
    fn new(cfa: &Cfa, terms: &Terms) -> Picture {
        let layer = layers(cfa);
        let mut parts: Vec<Part> = Vec::new();
        for (loc, location) in cfa.locations.iter_enumerated() {
            parts.push(Part {
                layer: 2 * layer[loc.index()],
                width: text_width(&location.label) + 20.0,
                height: LINE + 10.0,
            });
        }
        let mut edges = Vec::new();
        for edge in cfa.edges.ids() {
            let line = line(cfa, terms, edge, &layer, &mut parts);
            edges.push(line);
        }
        Picture { parts, edges }
    }

    fn links(&self) -> Vec<(usize, usize)> {
        let pairs = |line: &Line| {
            let next = line.parts.iter().skip(1);
            line.parts.iter().copied().zip(next.copied()).collect()
        };
        self.edges
            .iter()
            .flat_map(|line: &Line| -> Vec<(usize, usize)> { pairs(line) })
            .collect()
    }

    fn draw(&self, cfa: &Cfa, placed: &Layout) -> String {
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w:.0} {h:.0}\" \
             width=\"{w:.0}\" height=\"{h:.0}\">\n\
             <style>text{{font:11px monospace;fill:#222}}path{{fill:none;stroke:#567}}\
             .back{{stroke:#a54;stroke-dasharray:4 3}}rect{{fill:#fff;stroke:#234}}\
             .label{{fill:#fff;fill-opacity:.95;stroke:none}}.title text{{cursor:help}}</style>\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" \
             markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" \
             style=\"fill:#567;stroke:none\"/></marker></defs>\n",
            w = placed.width,
            h = placed.height
        );
        for line in &self.edges {
            self.draw_path(&mut out, placed, line);
        }
        for line in &self.edges {
            self.draw_label(&mut out, placed, line);
        }
        for (loc, location) in cfa.locations.iter_enumerated() {
            self.draw_location(&mut out, cfa, placed, loc, &location.label);
        }
        out.push_str("</svg>\n");
        out
    }

    fn draw_path(&self, out: &mut String, placed: &Layout, line: &Line) {
        let path = if line.is_loop() {
            self.loop_path(placed, line)
        } else {
            self.path(placed, line)
        };
        let class = if line.is_back { " class=\"back\"" } else { "" };
        append(
            out,
            format_args!("<path{class} d=\"{path}\" marker-end=\"url(#tip)\"/>\n"),
        );
    }

    /// From part to part.
    fn path(&self, placed: &Layout, line: &Line) -> String {
        let mut points = Vec::new();
        let last = line.parts.len() - 1;
        for (position, &part) in line.parts.iter().enumerate() {
            let (x, y) = placed.centre[part];
            let half = self.parts[part].height / 2.0;
            if position > 0 {
                points.push((x, y - half));
            }
            if position < last {
                points.push((x, y + half));
            }
        }
        if line.is_back {
            points.reverse();
        }
        let mut path = format!("M{:.1} {:.1}", points[0].0, points[0].1);
        for pair in points.windows(2) {
            let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
            let middle = f64::midpoint(y, to_y);
            append(
                &mut path,
                format_args!("C{x:.1} {middle:.1} {to_x:.1} {middle:.1} {to_x:.1} {to_y:.1}"),
            );
        }
        path
    }

    /// Around the label, and up to the location again.
    fn loop_path(&self, placed: &Layout, line: &Line) -> String {
        let (location, label) = (line.parts[0], line.label_at);
        let ((x, y), (at, middle)) = (placed.centre[location], placed.centre[label]);
        let start = y + self.parts[location].height / 2.0;
        let (half_width, half) = (
            self.parts[label].width / 2.0,
            self.parts[label].height / 2.0,
        );
        let (left, right) = (at - half_width + 3.0, at + half_width - 3.0);
        let (side, bottom) = (middle - half + 12.0, middle + half - 2.0);
        let (out, back, between) = (x - 8.0, x + 8.0, f64::midpoint(start, side));
        let corner = bottom - 8.0;
        format!(
            "M{out:.1} {start:.1}C{out:.1} {between:.1} {left:.1} {between:.1} {left:.1} {side:.1}\
             V{corner:.1}Q{left:.1} {bottom:.1} {:.1} {bottom:.1}H{:.1}\
             Q{right:.1} {bottom:.1} {right:.1} {corner:.1}V{side:.1}\
             C{right:.1} {between:.1} {back:.1} {between:.1} {back:.1} {start:.1}",
            left + 8.0,
            right - 8.0,
        )
    }

    fn draw_label(&self, out: &mut String, placed: &Layout, line: &Line) {
        if line.label.is_empty() {
            return;
        }
        let (x, y) = placed.centre[line.label_at];
        let (w, h) = label_size(&line.label);
        let (left, top) = (x - w / 2.0, y - h / 2.0);
        if let Some(title) = &line.title {
            let title = escape(title);
            append(
                out,
                format_args!("<g class=\"title\"><title>{title}</title>\n"),
            );
        }
        append(
            out,
            format_args!(
                "<rect class=\"label\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{w:.1}\" \
                 height=\"{h:.1}\"/>\n"
            ),
        );
        for (number, text) in line.label.iter().enumerate() {
            let y = top + LINE * (number as f64 + 0.8);
            let text = escape(text);
            append(
                out,
                format_args!(
                    "<text xml:space=\"preserve\" x=\"{:.1}\" y=\"{y:.1}\">{text}</text>\n",
                    left + 3.0
                ),
            );
        }
        if line.title.is_some() {
            out.push_str("</g>\n");
        }
    }

    fn draw_location(&self, out: &mut String, cfa: &Cfa, placed: &Layout, loc: LocId, label: &str) {
        let part = self.parts[loc.index()];
        let (x, y) = placed.centre[loc.index()];
        let fill = match loc {
            _ if loc == cfa.error => "#f4b6b6",
            _ if loc == cfa.initial => "#cfe8cf",
            _ => "#fff",
        };
        let mut frame = |inset: f64| {
            let (w, h) = (part.width - 2.0 * inset, part.height - 2.0 * inset);
            let (left, top) = (x - w / 2.0, y - h / 2.0);
            append(
                out,
                format_args!(
                    "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" \
                     rx=\"6\" style=\"fill:{fill}\"/>\n"
                ),
            );
        };
        frame(0.0);
        if cfa.locations[loc].is_loop_head {
            frame(3.0);
        }
        let label = escape(label);
        append(
            out,
            format_args!(
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>\n",
                y + 4.0
            ),
        );
    }
}

/// By location: the longest way to it that does not go back.
fn layers(cfa: &Cfa) -> Vec<usize> {
    let outgoing = cfa.outgoing();
    let order = DepthFirst::run(cfa, &outgoing).topological;
    let mut number = vec![usize::MAX; cfa.locations.len()];
    for (position, loc) in order.iter().enumerate() {
        number[loc.index()] = position;
    }
    let mut layer = vec![0; cfa.locations.len()];
    for &loc in &order {
        for &edge in &outgoing[loc.index()] {
            let to = cfa.edges[edge].to;
            if number[to.index()] > number[loc.index()] {
                layer[to.index()] = layer[to.index()].max(layer[loc.index()] + 1);
            }
        }
    }
    layer[cfa.error.index()] = layer.iter().copied().max().unwrap_or(0).max(1);
    layer
}

fn line(cfa: &Cfa, terms: &Terms, edge: EdgeId, layer: &[usize], parts: &mut Vec<Part>) -> Line {
    let lines = edge_lines(cfa, terms, cfa.edges[edge].command, MAX_TITLE);
    let (label, is_whole) = wrapped(&lines);
    let title = (!is_whole).then(|| lines.join("\n"));
    let edge = cfa.edges[edge];
    let (from, to) = (edge.from.index(), edge.to.index());
    let is_back = layer[to] <= layer[from];
    let (top, bottom) = if is_back { (to, from) } else { (from, to) };
    let (mut width, mut height) = label_size(&label);
    if from == to {
        width += LOOP_ROOM.0;
        height += LOOP_ROOM.1;
    }
    let mut path = vec![top];
    // Between the two, or below the location for an edge back to where it comes from.
    let between = (2 * layer[top] + 1)..(2 * layer[bottom]).max(2 * layer[top] + 2);
    let is_long = between.len() > MAX_PIECES;
    let pieces: Vec<usize> = if is_long {
        vec![between.start, between.end - 1]
    } else {
        between.collect()
    };
    let label_at = parts.len() + if is_long { 0 } else { pieces.len() / 2 };
    for layer in pieces {
        let has_label = parts.len() == label_at;
        path.push(parts.len());
        parts.push(Part {
            layer,
            width: if has_label { width } else { 4.0 },
            height: if has_label { height } else { 4.0 },
        });
    }
    path.push(bottom);
    Line {
        parts: path,
        label_at,
        label,
        title,
        is_back,
    }
}

/// Width and height of a label.
fn label_size(label: &[String]) -> (f64, f64) {
    let widths = label.iter().map(|text| text_width(text));
    let height = LINE * label.len().max(1) as f64;
    (widths.fold(0.0, f64::max) + 6.0, height)
}

fn text_width(text: &str) -> f64 {
    CHARACTER * text.chars().count() as f64
}

/// The lines, broken where they are too long; and whether that is all of them.
fn wrapped(lines: &[String]) -> (Vec<String>, bool) {
    let mut out: Vec<String> = lines.iter().flat_map(|line| broken(line)).collect();
    let is_whole = out.len() <= MAX_LINES;
    if !is_whole {
        out.truncate(MAX_LINES - 1);
        out.push("…".to_owned());
    }
    (out, is_whole)
}

/// A line in pieces that are short enough, at blanks if there are any; what follows is indented.
fn broken(line: &str) -> Vec<String> {
    let indent: String = line.chars().take_while(|&c| c == ' ').take(12).collect();
    let indent = format!("{indent}    ");
    let mut out = Vec::new();
    let mut rest: Vec<char> = line.chars().collect();
    while rest.len() > MAX_CHARACTERS {
        let start = rest.iter().take_while(|&&c| c == ' ').count();
        let blank = rest[..MAX_CHARACTERS].iter().rposition(|&c| c == ' ');
        let end = blank.filter(|&at| at > start + 8).unwrap_or(MAX_CHARACTERS);
        out.push(rest[..end].iter().collect());
        let more = rest[end..].iter().skip_while(|&&c| c == ' ');
        rest = indent.chars().chain(more.copied()).collect();
    }
    out.push(rest.into_iter().collect());
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn append(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string grows");
}

#[cfg(test)]
mod tests {
    use super::{MAX_CHARACTERS, broken, wrapped};

    #[test]
    fn long_lines_are_broken_at_blanks() {
        let line = "  [some_variable + another_variable < a_third_variable && yes]";
        let pieces = broken(line);
        assert_eq!(
            pieces,
            [
                "  [some_variable + another_variable <",
                "      a_third_variable && yes]"
            ]
        );
        let word = "x".repeat(100);
        let pieces = broken(&word);
        assert!(pieces.iter().all(|piece| piece.len() <= MAX_CHARACTERS));
        let letters: String = pieces.concat().chars().filter(|&c| c != ' ').collect();
        assert_eq!(letters, word, "nothing is lost");
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let lines: Vec<String> = (0..9).map(|i| format!("x := {i}")).collect();
        let (label, is_whole) = wrapped(&lines);
        assert_eq!(label.last().map(String::as_str), Some("…"));
        assert!(!is_whole);
        assert!(wrapped(&lines[..8]).1);
    }
}
