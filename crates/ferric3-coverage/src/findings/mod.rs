//! What a reviewer should look at: dead goals, one finding for each cause.
//!
//! A branch that is never taken makes all goals in it dead, and a condition that is always true makes some of the
//! goals of its decision dead. The outermost of these goals is the finding, and the others are related to it. Which
//! goals lie in which branch is read off the text (`scan/`); without the text, goals that lie within another
//! one and those of one decision are still put together.

mod decisions;
mod regions;

use std::collections::BTreeMap;

use crate::scan::Spot;
use crate::{Criterion, Goal, Place, Report, Sources, Status};
use regions::Regions;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Problem {
    /// Code that nothing executes.
    DeadCode,
    /// A condition or decision that is evaluated and never true.
    AlwaysFalse,
    /// A condition or decision that is evaluated and never false.
    AlwaysTrue,
    /// A condition that never decides the outcome of its decision with one of its values.
    NeverDecides,
    /// A loop that never has a certain number of iterations.
    LoopCount,
    /// A marked goal that never holds.
    Mark,
}

impl Problem {
    /// All of them.
    pub const ALL: [Problem; 6] = [
        Problem::DeadCode,
        Problem::AlwaysFalse,
        Problem::AlwaysTrue,
        Problem::NeverDecides,
        Problem::LoopCount,
        Problem::Mark,
    ];
}

/// A cause, with all goals that are dead because of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The goal that says it, by index in the report.
    pub goal: usize,
    /// What is wrong.
    pub problem: Problem,
    /// In a sentence: `The decision "x > 5" is never true.`
    pub message: String,
    /// Other goals that are dead because of it, by index in the report, ascending.
    pub related: Vec<usize>,
}

/// A finding for every dead goal that no other one explains, in the order of places.
pub fn findings(report: &Report, sources: &Sources) -> Vec<Finding> {
    let is_dead = |index: &usize| matches!(report.goals[*index].status, Status::Dead { .. });
    let dead: Vec<usize> = (0..report.goals.len()).filter(is_dead).collect();
    let never_evaluated = never_evaluated(report, &dead);
    let problem = |index: usize| match never_evaluated[&index] {
        true => Problem::DeadCode,
        false => problem(&report.goals[index]),
    };
    let parents = parents(report, sources, &dead, &never_evaluated);
    let mut found: BTreeMap<usize, Finding> = BTreeMap::new();
    for &index in &dead {
        let root = root(&parents, index);
        let finding = found.entry(root).or_insert_with(|| Finding {
            goal: root,
            problem: problem(root),
            message: message(&report.goals[root], problem(root)),
            related: Vec::new(),
        });
        if root != index {
            finding.related.push(index);
        }
    }
    let mut found: Vec<Finding> = found.into_values().collect();
    found.sort_by(|a, b| {
        let place = |finding: &Finding| &report.goals[finding.goal].place;
        (place(a), a.goal).cmp(&(place(b), b.goal))
    });
    found
}

/// For each dead goal: do the dead goals say that what it is about is never evaluated at all? Then there is no
/// value that it always has.
fn never_evaluated(report: &Report, dead: &[usize]) -> BTreeMap<usize, bool> {
    let of = |index: usize| {
        let goal = &report.goals[index];
        let is_outcome = matches!(goal.criterion, Criterion::Decision | Criterion::Condition);
        is_outcome.then_some((goal.criterion, goal.decision, goal.condition, &goal.place))
    };
    let mut values = BTreeMap::new();
    for &index in dead {
        if let (Some(what), Some(value)) = (of(index), report.goals[index].value) {
            values.entry(what).or_insert([false; 2])[usize::from(value)] = true;
        }
    }
    let answer = |&index: &usize| {
        let both = of(index).and_then(|what| values.get(&what));
        (index, both == Some(&[true; 2]))
    };
    dead.iter().map(answer).collect()
}

fn problem(goal: &Goal) -> Problem {
    match (goal.criterion, goal.value) {
        (Criterion::Decision | Criterion::Condition, Some(true)) => Problem::AlwaysFalse,
        (Criterion::Decision | Criterion::Condition, Some(false)) => Problem::AlwaysTrue,
        (Criterion::Mcdc, _) => Problem::NeverDecides,
        (Criterion::Loop, _) => Problem::LoopCount,
        (Criterion::Mark, _) => Problem::Mark,
        _ => Problem::DeadCode,
    }
}

/// Of each dead goal that another one explains: the other one.
fn parents(
    report: &Report,
    sources: &Sources,
    dead: &[usize],
    never_evaluated: &BTreeMap<usize, bool>,
) -> BTreeMap<usize, usize> {
    let mut parents = BTreeMap::new();
    let mut of_decision: BTreeMap<usize, Vec<decisions::Dead>> = BTreeMap::new();
    let mut of_file: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for &index in dead {
        let goal = &report.goals[index];
        if let Some(decision) = goal.decision {
            let dead = (index, goal, never_evaluated[&index]);
            of_decision.entry(decision).or_default().push(dead);
        }
        of_file.entry(&goal.place.file).or_default().push(index);
    }
    for group in of_decision.values() {
        parents.extend(decisions::explained(group));
    }
    for (file, group) in of_file {
        let regions = Regions::new(sources.text(file));
        let extents = group.iter().map(|&index| {
            let extent = regions.of(&report.goals[index], never_evaluated[&index]);
            (index, spot(&report.goals[index].place), extent)
        });
        for (inner, outer) in enclosing(extents.collect()) {
            // The head of a decision speaks for its group; the others follow it.
            parents.entry(inner).or_insert(outer);
        }
    }
    parents
}

/// The goal that explains this one and that nothing explains. Places that make no sense may go round in a circle; then
/// the first goal of the circle speaks for it.
fn root(parents: &BTreeMap<usize, usize>, index: usize) -> usize {
    let mut way = vec![index];
    let mut last = index;
    while let Some(&parent) = parents.get(&last) {
        if let Some(entry) = way.iter().position(|&earlier| earlier == parent) {
            return *way[entry..].iter().min().expect("the parent is in it");
        }
        way.push(parent);
        last = parent;
    }
    last
}

pub(crate) fn spot(place: &Place) -> Spot {
    Spot {
        line: place.line,
        column: place.column,
    }
}

/// For goals that lie in the region of another one: the one with the outermost such region, of equal ones the first.
/// One pass over all of them, sorted by where they are.
fn enclosing(goals: Vec<(usize, Spot, Option<crate::scan::Extent>)>) -> Vec<(usize, usize)> {
    // Regions first: by start, longer ones first; the goal that has it breaks ties.
    let with_region = goals.iter();
    let mut regions: Vec<(Spot, Spot, usize)> = with_region
        .filter_map(|(index, _, extent)| extent.map(|extent| (extent.start, extent.end, *index)))
        .collect();
    regions.sort_by(|a, b| {
        (a.0, std::cmp::Reverse(a.1), a.2).cmp(&(b.0, std::cmp::Reverse(b.1), b.2))
    });
    // Regions of statements nest, so the outermost ones that begin one after the other do not overlap.
    let mut outermost: Vec<(Spot, Spot, usize)> = Vec::new();
    for region in regions {
        if outermost.last().is_none_or(|last| last.1 <= region.0) {
            outermost.push(region);
        }
    }
    let mut found = Vec::new();
    for (index, spot, _) in goals {
        let place = outermost.partition_point(|region| region.0 <= spot);
        let region = place.checked_sub(1).map(|place| outermost[place]);
        if let Some((_, _, owner)) = region.filter(|&(_, end, owner)| spot < end && owner != index)
        {
            found.push((index, owner));
        }
    }
    found
}

fn message(goal: &Goal, problem: Problem) -> String {
    // `x > 0 is true` and `condition x > 0 is true` are about `x > 0`.
    let text = goal.text.as_str();
    let about = text.strip_prefix("condition ").unwrap_or(text);
    let mut endings = [" is true", " is false"].into_iter();
    let about = endings
        .find_map(|ending| about.strip_suffix(ending))
        .unwrap_or(about);
    let what = goal.criterion.name();
    let is_outcome = matches!(goal.criterion, Criterion::Decision | Criterion::Condition);
    let message = match (problem, goal.criterion) {
        (Problem::DeadCode, _) if is_outcome => {
            format!("The {what} \"{about}\" is never evaluated")
        }
        (Problem::DeadCode, Criterion::Function) => {
            format!("The function {} is never entered", goal.function)
        }
        (Problem::DeadCode, Criterion::Statement | Criterion::Call) => {
            format!("Never executed: {text}")
        }
        (Problem::AlwaysFalse, _) => format!("The {what} \"{about}\" is always false"),
        (Problem::AlwaysTrue, _) => format!("The {what} \"{about}\" is always true"),
        _ => format!("It is never so that {text}"),
    };
    // A proof about the first cycles says nothing about later ones.
    match goal.status {
        Status::Dead {
            cycles: Some(1), ..
        } => message + ", in the first cycle.",
        Status::Dead {
            cycles: Some(n), ..
        } => format!("{message}, in the first {n} cycles."),
        _ => message + ".",
    }
}
