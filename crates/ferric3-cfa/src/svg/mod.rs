//! A picture of an automaton that browsers show, made without Graphviz.

mod layout;

use std::fmt::Write;

use ferric3_term::Terms;

use crate::dot::edge_lines;
use crate::large_block::DepthFirst;
use crate::{Cfa, EdgeId, LocId};
use layout::{Layout, Part, layout};

/// Lines of an edge's label, and characters of each, at most.
const MAX_LINES: usize = 5;
const MAX_CHARACTERS: usize = 36;

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
    /// Does it lead up?
    is_back: bool,
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
             .label{{fill:#fff;fill-opacity:.85;stroke:none}}</style>\n\
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
        let mut points = Vec::new();
        let last = line.parts.len() - 1;
        for (position, &part) in line.parts.iter().enumerate() {
            let (x, y) = placed.centre[part];
            let half = self.parts[part].height / 2.0;
            let is_loop = position == last && placed.centre[line.parts[last - 1]].1 > y;
            if is_loop {
                points.push((x + 8.0, y + half));
            } else if position > 0 {
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
        let class = if line.is_back { " class=\"back\"" } else { "" };
        append(
            out,
            format_args!("<path{class} d=\"{path}\" marker-end=\"url(#tip)\"/>\n"),
        );
    }

    fn draw_label(&self, out: &mut String, placed: &Layout, line: &Line) {
        if line.label.is_empty() {
            return;
        }
        let part = self.parts[line.label_at];
        let (x, y) = placed.centre[line.label_at];
        let (left, top) = (x - part.width / 2.0, y - part.height / 2.0);
        let (w, h) = (part.width, part.height);
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
                format_args!("<text x=\"{:.1}\" y=\"{y:.1}\">{text}</text>\n", left + 3.0),
            );
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
    let lines = edge_lines(cfa, terms, cfa.edges[edge].command, MAX_LINES);
    let label: Vec<String> = lines.iter().map(|line| shorten(line)).collect();
    let edge = cfa.edges[edge];
    let (from, to) = (edge.from.index(), edge.to.index());
    let is_back = layer[to] <= layer[from];
    let (top, bottom) = if is_back { (to, from) } else { (from, to) };
    let width = label
        .iter()
        .map(|text| text_width(text))
        .fold(0.0, f64::max)
        + 6.0;
    let height = LINE * label.len().max(1) as f64;
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
        is_back,
    }
}

fn text_width(text: &str) -> f64 {
    CHARACTER * text.chars().count() as f64
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= MAX_CHARACTERS {
        return text.to_owned();
    }
    let start: String = text.chars().take(MAX_CHARACTERS - 1).collect();
    format!("{start}…")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn append(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string grows");
}
