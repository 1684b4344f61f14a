//! What a dead goal takes with it: the code that is not executed because of it.

use crate::scan::{Extent, Form, NodeId, Outline, Spot, outline};
use crate::{Criterion, Goal, Place};

/// Regions of a file.
pub(super) struct Regions {
    /// None without its text.
    outline: Option<Outline>,
}

impl Regions {
    /// Of the file with this text.
    pub(super) fn new(text: Option<&str>) -> Regions {
        Regions {
            outline: text.map(outline),
        }
    }

    /// What nothing executes if this goal is dead. `never_evaluated`: its dual is dead, too.
    pub(super) fn of(&self, goal: &Goal, never_evaluated: bool) -> Option<Extent> {
        let known = self.outline.as_ref().filter(|_| goal.place.column > 0);
        let in_text = known.and_then(|outline| match goal.criterion {
            Criterion::Function => function(outline, &goal.place),
            Criterion::Statement => {
                let node = outline.innermost_at(start(&goal.place))?;
                Some(outline.rest_from(node))
            }
            Criterion::Case => case(outline, &goal.place),
            Criterion::Decision | Criterion::Condition if !never_evaluated => {
                outcome(outline, &goal.place, goal.value?)
            }
            _ => None,
        });
        let is_code = match goal.criterion {
            Criterion::Function | Criterion::Call | Criterion::Statement | Criterion::Case => true,
            Criterion::Decision | Criterion::Condition => never_evaluated,
            Criterion::Loop | Criterion::Mcdc | Criterion::Mark => false,
        };
        in_text.or_else(|| extent(&goal.place).filter(|_| is_code))
    }
}

fn start(place: &Place) -> Spot {
    Spot {
        line: place.line,
        column: place.column,
    }
}

fn extent(place: &Place) -> Option<Extent> {
    let end = Spot {
        line: place.end_line,
        column: place.end_column,
    };
    let start = start(place);
    (place.column > 0 && start < end).then_some(Extent { start, end })
}

fn function(outline: &Outline, place: &Place) -> Option<Extent> {
    let mut node = outline.innermost_at(start(place))?;
    while outline.nodes[node].form != Form::Function {
        node = outline.nodes[node].parent?;
    }
    Some(outline.nodes[node].extent)
}

fn case(outline: &Outline, place: &Place) -> Option<Extent> {
    let node = outline.innermost_at(start(place))?;
    (outline.nodes[node].form == Form::Label).then(|| outline.rest_from(node))
}

/// What follows from this outcome of the condition of a statement, if it is the whole condition of one.
fn outcome(outline: &Outline, place: &Place, value: bool) -> Option<Extent> {
    let id = outline.innermost_at(start(place))?;
    let node = &outline.nodes[id];
    let (here, condition) = (extent(place)?, node.condition?);
    let inside =
        |inner: Extent, outer: Extent| outer.start <= inner.start && inner.end <= outer.end;
    if !inside(here, condition.written) || !inside(condition.bare, here) {
        return None;
    }
    let part = |number: usize| {
        node.parts
            .get(number)
            .map(|&part| outline.nodes[part].extent)
    };
    match (node.form, value) {
        (Form::If, true) => part(0),
        (Form::If, false) => otherwise(outline, id),
        (Form::Loop, true) => Some(node.extent),
        (Form::Loop | Form::Do, false) => outline.rest_after(id),
        _ => None,
    }
}

/// The `else` branch, and what follows if the other branch does not come out.
fn otherwise(outline: &Outline, id: NodeId) -> Option<Extent> {
    let parts = &outline.nodes[id].parts;
    let branch = parts.get(1).map(|&part| outline.nodes[part].extent);
    let jumps = parts
        .first()
        .is_some_and(|&part| outline.ends_in_jump(part));
    let rest = outline.rest_after(id).filter(|_| jumps);
    match (branch, rest) {
        (Some(branch), Some(rest)) => Some(Extent {
            start: branch.start,
            end: rest.end,
        }),
        (branch, rest) => branch.or(rest),
    }
}
