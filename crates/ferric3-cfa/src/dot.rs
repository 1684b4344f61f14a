//! Graphviz export.

use std::fmt::Write;

use ferric3_term::{Infix, Terms};

use crate::{Cfa, Cmd, CmdId};

/// More simple commands than this on one edge are summarised.
const MAX_LINES: usize = 12;

/// The automaton as a Graphviz graph: loop heads as double circles, error filled.
pub fn dot(cfa: &Cfa, terms: &Terms) -> String {
    let mut out = String::from("digraph cfa {\n");
    out.push_str("  node [shape=ellipse, fontname=\"Helvetica\"];\n");
    out.push_str("  edge [fontname=\"Courier\", fontsize=10];\n");
    for (id, location) in cfa.locations.iter_enumerated() {
        let style = if id == cfa.error {
            ", style=filled, fillcolor=\"#f4b6b6\""
        } else if id == cfa.initial {
            ", style=filled, fillcolor=\"#cfe8cf\""
        } else if location.is_loop_head {
            ", peripheries=2"
        } else {
            ""
        };
        let label = escape(&location.label);
        writeln!(out, "  l{} [label=\"{label}\"{style}];", id.index()).expect("a string grows");
    }
    for edge in cfa.edges.iter() {
        let lines = edge_lines(cfa, terms, edge.command, MAX_LINES);
        let label: String = lines
            .iter()
            .map(|line| format!("{}\\l", escape(line)))
            .collect();
        let (from, to) = (edge.from.index(), edge.to.index());
        writeln!(out, "  l{from} -> l{to} [label=\"{label}\"];").expect("a string grows");
    }
    out.push_str("}\n");
    out
}

/// What happens on an edge, in at most `limit` lines and one that says how many are missing.
pub(crate) fn edge_lines(cfa: &Cfa, terms: &Terms, cmd: CmdId, limit: usize) -> Vec<String> {
    let mut lines = Vec::new();
    describe(cfa, terms, cmd, 0, &mut lines);
    if lines.len() > limit {
        let more = lines.len() - limit;
        lines.truncate(limit);
        lines.push(format!("... and {more} more"));
    }
    lines
}

/// The command as indented lines. Stops soon after the limit: commands are shared, so the text of
/// a whole one can be exponentially longer than the command.
fn describe(cfa: &Cfa, terms: &Terms, cmd: CmdId, indent: usize, lines: &mut Vec<String>) {
    if lines.len() > 4 * MAX_LINES {
        return;
    }
    let pad = "  ".repeat(indent);
    match cfa.commands.get(cmd) {
        Cmd::Assume(b) => lines.push(format!("{pad}[{}]", Infix::new(terms, *b))),
        Cmd::Assign(x, a) => {
            lines.push(format!(
                "{pad}{} := {}",
                terms.symbol(*x).name,
                Infix::new(terms, *a)
            ));
        }
        Cmd::Havoc(havoc) => {
            let var = cfa.commands.havoc_info(*havoc).var;
            lines.push(format!("{pad}havoc {}", terms.symbol(var).name));
        }
        Cmd::Reach(_) => {}
        Cmd::Seq(first, second) => {
            describe(cfa, terms, *first, indent, lines);
            describe(cfa, terms, *second, indent, lines);
        }
        Cmd::Choice { alternatives, .. } => {
            for (position, &alternative) in alternatives.iter().enumerate() {
                lines.push(format!(
                    "{pad}{}",
                    if position == 0 { "either" } else { "or" }
                ));
                describe(cfa, terms, alternative, indent + 1, lines);
            }
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
