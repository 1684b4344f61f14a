//! An automaton as text.
//!
//! ```text
//! l2 main:7 (a.c:7:3), loop head
//!   -> l2
//!     [x <s 10]
//!     x := x + 1
//! ```

use ferric3_cfa::{Cfa, Cmd, CmdId};
use ferric3_ivl::Program;
use ferric3_term::{Infix, Terms};

/// Lines of one edge, at most. Commands are shared, so the text of a whole one can be
/// exponentially longer than the command.
const MAX_LINES: usize = 500;

/// Nodes of one term, at most.
const MAX_NODES: usize = 400;

/// All locations with their outgoing edges.
pub(crate) fn listing(cfa: &Cfa, program: &Program, terms: &Terms) -> String {
    let mut text = format!(
        "{} locations, {} edges, {} state variables\n",
        cfa.locations.len(),
        cfa.edges.len(),
        cfa.state.len()
    );
    let outgoing = cfa.outgoing();
    for (id, location) in cfa.locations.iter_enumerated() {
        text.push_str(&format!("\nl{} {}", id.index(), location.label));
        if let Some(span) = location.span {
            text.push_str(&format!(" ({})", program.sources.place(span)));
        }
        if location.is_loop_head {
            text.push_str(", loop head");
        }
        text.push('\n');
        for &edge in &outgoing[id.index()] {
            let edge = cfa.edges[edge];
            text.push_str(&format!("  -> l{}\n", edge.to.index()));
            let mut lines = Lines {
                cfa,
                program,
                terms,
                lines: Vec::new(),
            };
            lines.command(edge.command, 2);
            let is_cut = lines.lines.len() >= MAX_LINES;
            for line in &lines.lines {
                text.push_str(line);
                text.push('\n');
            }
            if is_cut {
                text.push_str("    …\n");
            }
        }
    }
    text
}

struct Lines<'a> {
    cfa: &'a Cfa,
    program: &'a Program,
    terms: &'a Terms,
    lines: Vec<String>,
}

impl Lines<'_> {
    fn command(&mut self, command: CmdId, indent: usize) {
        // A sequence leans to the left: walk it without recursion.
        let mut rest = vec![(command, indent)];
        while let Some((command, indent)) = rest.pop() {
            if self.lines.len() >= MAX_LINES {
                return;
            }
            match self.cfa.commands.get(command) {
                Cmd::Seq(first, second) => rest.extend([(*second, indent), (*first, indent)]),
                Cmd::Choice { alternatives, .. } => {
                    for (position, &alternative) in alternatives.iter().enumerate() {
                        self.line(indent, if position == 0 { "either" } else { "or" });
                        self.command(alternative, indent + 1);
                    }
                }
                simple => {
                    let text = self.simple(simple);
                    self.line(indent, &text);
                }
            }
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        self.lines.push(format!("{}{text}", "  ".repeat(indent)));
    }

    fn simple(&self, command: &Cmd) -> String {
        let terms = self.terms;
        let shown = |term| Infix::new(terms, term).limit(MAX_NODES);
        match command {
            Cmd::Assume(condition) => format!("[{}]", shown(*condition)),
            Cmd::Assign(symbol, value) => {
                format!("{} := {}", terms.symbol(*symbol).name, shown(*value))
            }
            Cmd::Havoc(havoc) => {
                let havoc = self.cfa.commands.havoc_info(*havoc);
                let source = havoc.site.map(|site| {
                    format!(
                        "   <- {}",
                        ferric3_witness::input_source(self.program, site)
                    )
                });
                let name = &terms.symbol(havoc.var).name;
                format!("havoc {name}{}", source.unwrap_or_default())
            }
            Cmd::Reach(target) => {
                use ferric3_cfa::TargetKind::{Coverage, Plain, Property, Recursion, Unsupported};
                let kind = self.cfa.targets[*target].kind;
                let what = kind.describe(self.program);
                match kind {
                    Property(_) => format!("violated: {what}"),
                    Coverage(_) => format!("reached: {what}"),
                    Unsupported(_) | Recursion(..) => format!("unsupported: {what}"),
                    Plain => what,
                }
            }
            Cmd::Seq(..) | Cmd::Choice { .. } => String::new(),
        }
    }
}
