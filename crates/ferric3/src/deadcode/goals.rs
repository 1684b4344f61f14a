//! From the coverage goals of a program to those of a report.
//!
//! Nearly every goal of a report is one property of the program. MC/DC by unique cause asks for two evaluations of a
//! decision, each of which is a property: there a goal is a choice of pairs.

use std::collections::BTreeMap;

use ferric3_coverage::mcdc::{Vector, independence_pairs};
use ferric3_coverage::{Criterion, Goal, GoalKey, Place, Status};
use ferric3_ivl::{CoverageAsk, DecisionId, Program, PropertyId, Span};

/// A goal of a report, and what of the program it asks for.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) goal: Goal,
    pub(crate) asked: Asked,
}

/// What of the program a goal asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// That this property is reached.
    One(PropertyId),
    /// That both of one of these pairs are.
    Pair(Vec<(PropertyId, PropertyId)>),
    /// It cannot be asked about, for this reason.
    Nobody(String),
}

impl Asked {
    /// The properties that it is about, each once.
    pub(crate) fn properties(&self) -> Vec<PropertyId> {
        let mut properties = match self {
            Asked::One(property) => vec![*property],
            Asked::Pair(pairs) => pairs.iter().flat_map(|&(a, b)| [a, b]).collect(),
            Asked::Nobody(_) => Vec::new(),
        };
        properties.sort_unstable();
        properties.dedup();
        properties
    }
}

/// A goal without its key.
struct Draft {
    criterion: Criterion,
    function: String,
    place: Place,
    text: String,
    decision: Option<DecisionId>,
    condition: Option<usize>,
    value: Option<bool>,
    asked: Asked,
}

/// All goals of a program, in the order of their places.
pub(crate) fn listed_goals(program: &Program) -> Vec<Listed> {
    let mut drafts = Vec::new();
    let mut vectors: BTreeMap<DecisionId, Vec<(PropertyId, Vector, bool)>> = BTreeMap::new();
    for (&property, goal) in &program.coverage.goals {
        if let CoverageAsk::Vector {
            decision,
            values,
            outcome,
        } = &goal.asks
        {
            let vector = Vector(values.clone());
            let of_decision = vectors.entry(*decision).or_default();
            of_decision.push((property, vector, *outcome));
            continue;
        }
        let about = &program.properties[property];
        drafts.push(draft(
            program,
            (&goal.asks, &goal.function),
            (about.span, goal.last),
            about.description.clone(),
            Asked::One(property),
        ));
    }
    for (decision, evaluations) in vectors {
        drafts.extend(pairs(program, decision, &evaluations));
    }
    for gap in &program.coverage.gaps {
        drafts.push(draft(
            program,
            (&gap.asks, &gap.function),
            (gap.span, gap.last),
            gap.description.clone(),
            Asked::Nobody(gap.reason.clone()),
        ));
    }
    with_keys(drafts)
}

fn draft(
    program: &Program,
    (asks, function): (&CoverageAsk, &str),
    (span, last): (Span, Span),
    text: String,
    asked: Asked,
) -> Draft {
    let (criterion, condition, value) = match asks {
        CoverageAsk::Function => (Criterion::Function, None, None),
        CoverageAsk::Call => (Criterion::Call, None, None),
        CoverageAsk::Statement => (Criterion::Statement, None, None),
        CoverageAsk::Decision { outcome, .. } => (Criterion::Decision, None, Some(*outcome)),
        CoverageAsk::Case => (Criterion::Case, None, None),
        CoverageAsk::Loop(_) => (Criterion::Loop, None, None),
        CoverageAsk::Condition {
            condition, value, ..
        } => (Criterion::Condition, Some(*condition), Some(*value)),
        CoverageAsk::Decides {
            condition, value, ..
        } => (Criterion::Mcdc, Some(*condition), Some(*value)),
        CoverageAsk::Vector { .. } => (Criterion::Mcdc, None, None),
        CoverageAsk::Mark => (Criterion::Mark, None, None),
    };
    Draft {
        criterion,
        function: function.to_owned(),
        place: place(program, span, last),
        text,
        decision: asks.decision(),
        condition,
        value,
        asked,
    }
}

/// For each condition of a decision: does it decide alone?
fn pairs(
    program: &Program,
    decision: DecisionId,
    evaluations: &[(PropertyId, Vector, bool)],
) -> Vec<Draft> {
    let about = &program.coverage.decisions[decision];
    let outcomes: Vec<(Vector, bool)> = evaluations
        .iter()
        .map(|(_, vector, outcome)| (vector.clone(), *outcome))
        .collect();
    let conditions = about.conditions.iter().enumerate();
    let conditions = conditions.filter(|(_, condition)| !condition.is_constant);
    let goal = |(number, condition): (usize, &ferric3_ivl::CoverageCondition)| {
        let pairs = independence_pairs(&outcomes, number).into_iter();
        let pairs = pairs.map(|(a, b)| (evaluations[a].0, evaluations[b].0));
        Draft {
            criterion: Criterion::Mcdc,
            function: about.function.clone(),
            place: place(program, condition.span, condition.last),
            text: format!("{} decides {} alone", condition.text, about.text),
            decision: Some(decision),
            condition: Some(number),
            value: None,
            asked: Asked::Pair(pairs.collect()),
        }
    };
    conditions.map(goal).collect()
}

/// The place between two characters.
fn place(program: &Program, span: Span, last: Span) -> Place {
    let is_whole = last.file == span.file && last.line > 0;
    Place {
        file: program.sources.files[span.file].name.clone(),
        line: span.line,
        column: span.column,
        end_line: if is_whole { last.line } else { 0 },
        end_column: if is_whole { last.column + 1 } else { 0 },
    }
}

fn with_keys(mut drafts: Vec<Draft>) -> Vec<Listed> {
    drafts.sort_by(|a, b| {
        (&a.place, a.criterion, a.condition, a.value, &a.text).cmp(&(
            &b.place,
            b.criterion,
            b.condition,
            b.value,
            &b.text,
        ))
    });
    let mut same: BTreeMap<(String, String, Criterion, String), usize> = BTreeMap::new();
    let listed = drafts.into_iter().map(|draft| {
        let says = (
            draft.place.file.clone(),
            draft.function.clone(),
            draft.criterion,
            draft.text.clone(),
        );
        let count = same.entry(says).or_insert(0);
        let nth = *count;
        *count += 1;
        Listed {
            goal: Goal {
                key: GoalKey::new(
                    &draft.place.file,
                    &draft.function,
                    draft.criterion,
                    &draft.text,
                    nth,
                ),
                criterion: draft.criterion,
                function: draft.function,
                place: draft.place,
                text: draft.text,
                decision: draft.decision.map(DecisionId::index),
                condition: draft.condition,
                value: draft.value,
                status: Status::Open {
                    reason: match &draft.asked {
                        Asked::Nobody(reason) => reason.clone(),
                        _ => "not analysed".to_owned(),
                    },
                },
            },
            asked: draft.asked,
        }
    });
    listed.collect()
}
