//! Lines of statements that share the goal of an earlier one.
//!
//! Statements that control cannot separate have one goal, at the first of them. The page shows the others in its
//! colour, too; or a block of twenty assignments would have nineteen lines about which nothing is known. Between `#if`
//! and `#endif` nothing is shared: what is not compiled has no goal either.

use std::collections::{BTreeMap, BTreeSet};

use crate::scan::{Extent, Form, Node, Outline, Spot, Token, outline_of, tokens};
use crate::{Criterion, Report};

/// For lines without goals of their own whose statement shares one: the goal, by index in the report.
pub(super) fn shared_lines(report: &Report, file: &str, text: &str) -> BTreeMap<u32, usize> {
    let (mut goals, mut taken) = (BTreeMap::new(), BTreeSet::new());
    for (index, goal) in report.goals.iter().enumerate() {
        let place = &goal.place;
        if place.file == file {
            taken.insert(place.line);
            if goal.criterion == Criterion::Statement && place.column > 0 {
                goals.insert(crate::findings::spot(place), index);
            }
        }
    }
    let tokens = tokens(text);
    let conditional = conditional_lines(&tokens);
    let outline = outline_of(tokens);
    let mut lines = BTreeMap::new();
    for block in outline.nodes.iter().filter(|node| node.form == Form::Block) {
        for (extent, goal) in with_goals(&outline, block, &goals) {
            for line in extent.start.line..=extent.end.line {
                let is_conditional = conditional.iter().any(|range| range.contains(&line));
                if !taken.contains(&line) && !is_conditional {
                    lines.insert(line, goal);
                }
            }
        }
    }
    lines
}

/// The statements of a block that have no goal and follow one that has, with nothing in between that branches.
fn with_goals(
    outline: &Outline,
    block: &Node,
    goals: &BTreeMap<Spot, usize>,
) -> Vec<(Extent, usize)> {
    let mut found = Vec::new();
    let mut current = None;
    for &part in &block.parts {
        let node = &outline.nodes[part];
        // What is executed whenever control comes to the statement.
        let head = match (node.form, node.condition) {
            (Form::Plain | Form::Jump, _) => node.extent,
            (Form::If | Form::Switch, Some(condition)) => Extent {
                start: node.extent.start,
                end: condition.written.end,
            },
            _ => {
                current = None;
                continue;
            }
        };
        match (goals.range(head.start..head.end).next(), current) {
            (Some((_, &goal)), _) => current = Some(goal),
            (None, Some(goal)) => found.push((head, goal)),
            (None, None) => {}
        }
        if node.form != Form::Plain {
            current = None;
        }
    }
    found
}

/// From `#if` to `#endif`, outermost ones.
fn conditional_lines(tokens: &[Token]) -> Vec<std::ops::RangeInclusive<u32>> {
    let mut ranges = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    for token in tokens.iter().filter(|token| token.is_directive()) {
        match token.text.split_whitespace().next() {
            Some("if" | "ifdef" | "ifndef") => open.push(token.start.line),
            Some("endif") => {
                if let (Some(start), true) = (open.pop(), open.is_empty()) {
                    ranges.push(start..=token.end.line);
                }
            }
            _ => {}
        }
    }
    ranges.extend(open.first().map(|&start| start..=u32::MAX));
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, GoalKey, Place, REPORT_FORMAT, REPORT_VERSION, Status, Subject};

    fn report(places: &[(u32, u32)]) -> Report {
        let goal = |&(line, column): &(u32, u32)| Goal {
            key: GoalKey(format!("{line}:{column}")),
            criterion: Criterion::Statement,
            function: "f".to_owned(),
            place: Place {
                file: "a.c".to_owned(),
                line,
                column,
                end_line: line,
                end_column: column + 1,
            },
            text: String::new(),
            decision: None,
            condition: None,
            value: None,
            status: Status::Reached {
                test: 0,
                partner: None,
            },
        };
        Report {
            format: REPORT_FORMAT.to_owned(),
            version: REPORT_VERSION,
            tool: String::new(),
            subject: Subject {
                files: Vec::new(),
                entry: None,
                init: None,
                cycles: None,
                inputs: Vec::new(),
                data_model: "LP64".to_owned(),
                compiler: Vec::new(),
            },
            criteria: vec![Criterion::Statement],
            goals: places.iter().map(goal).collect(),
            tests: Vec::new(),
            whys: Vec::new(),
            assumptions: Vec::new(),
            seconds: 0.0,
        }
    }

    #[test]
    fn what_nothing_separates_has_the_colour_of_the_first() {
        let text = "\
void f(void)
{
    a;
    b
        = 1;
    if (c) {
        d;
        return;
    }
    e;
#if X
    g;
#endif
    h;
again:
    i;
}
";
        let report = report(&[(3, 5), (7, 9), (10, 5)]);
        let lines: Vec<(u32, usize)> = shared_lines(&report, "a.c", text).into_iter().collect();
        assert_eq!(lines, [(4, 0), (5, 0), (6, 0), (8, 1), (14, 2)]);
        assert!(shared_lines(&report, "b.c", text).is_empty());
    }
}
