//! From the coverage goals of an IVL program to those of a report.
//!
//! Most goals of a report are goals of the program. Those by unique cause are not: the program has the vectors
//! of decisions, and a condition decides if two of them that make a pair are reached.

use std::collections::BTreeMap;

use ferric3_coverage::mcdc::{Vector, independence_pairs};
use ferric3_coverage::{Criterion, Goal, GoalKey, Place, Status};
use ferric3_ivl::{CoverageAsk, DecisionId, FileId, Program, PropertyId, Span};

/// A goal of a report, and what it takes to settle it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlannedGoal {
    /// The goal, which is open.
    pub(crate) goal: Goal,
    pub(crate) needs: Needs,
}

/// What it takes to settle a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Needs {
    /// It is a goal of the program.
    Property(PropertyId),
    /// It is reached if both goals of a pair are, and dead if each pair has one that is.
    Pair(Vec<(PropertyId, PropertyId)>),
    /// Nothing settles it: its status says why.
    Unknown,
}

/// Why a goal is open that nobody has looked at.
const NOT_ANALYSED: &str = "not analysed";

impl Needs {
    /// The properties that it is about, each once.
    pub(crate) fn properties(&self) -> Vec<PropertyId> {
        let mut properties = match self {
            Needs::Property(property) => vec![*property],
            Needs::Pair(pairs) => pairs.iter().flat_map(|&(a, b)| [a, b]).collect(),
            Needs::Unknown => Vec::new(),
        };
        properties.sort_unstable();
        properties.dedup();
        properties
    }
}

/// A goal without its key.
struct Draft<'p> {
    span: Span,
    last: Span,
    criterion: Criterion,
    function: &'p str,
    text: String,
    decision: Option<DecisionId>,
    condition: Option<usize>,
    value: Option<bool>,
    needs: Needs,
    /// Why it is open.
    reason: &'p str,
}

/// The goals of a report, by place.
pub(crate) fn goals_of(program: &Program) -> Vec<PlannedGoal> {
    let mut drafts: Vec<Draft<'_>> = program_goals(program);
    drafts.extend(gaps(program));
    drafts.extend(unique_causes(program));
    drafts.sort_by_key(|draft| (draft.span, draft.criterion));
    let places = Places::of(program);
    let mut counts: BTreeMap<GoalKey, usize> = BTreeMap::new();
    let mut planned = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let file = program.sources.files[draft.span.file].name.as_str();
        let first = GoalKey::new(file, draft.function, draft.criterion, &draft.text, 0);
        let nth = counts.entry(first).or_default();
        let key = GoalKey::new(file, draft.function, draft.criterion, &draft.text, *nth);
        *nth += 1;
        planned.push(PlannedGoal {
            goal: Goal {
                key,
                criterion: draft.criterion,
                function: draft.function.to_owned(),
                place: places.place(draft.span, draft.last),
                text: draft.text,
                decision: draft.decision.map(DecisionId::index),
                condition: draft.condition,
                value: draft.value,
                status: Status::Open {
                    reason: draft.reason.to_owned(),
                },
            },
            needs: draft.needs,
        });
    }
    planned
}

/// Goals that are goals of the program: all but vectors.
fn program_goals(program: &Program) -> Vec<Draft<'_>> {
    let mut drafts = Vec::new();
    for (&id, goal) in &program.coverage.goals {
        let Some(criterion) = criterion_of(&goal.asks) else {
            continue;
        };
        let (condition, value) = details(&goal.asks);
        let property = &program.properties[id];
        drafts.push(Draft {
            span: property.span,
            last: goal.last,
            criterion,
            function: &goal.function,
            text: property.description.clone(),
            decision: goal.asks.decision(),
            condition,
            value,
            needs: Needs::Property(id),
            reason: NOT_ANALYSED,
        });
    }
    drafts
}

/// Goals that nobody can ask about.
fn gaps(program: &Program) -> Vec<Draft<'_>> {
    let mut drafts = Vec::new();
    for gap in &program.coverage.gaps {
        let Some(criterion) = criterion_of(&gap.asks) else {
            continue;
        };
        let (condition, value) = details(&gap.asks);
        drafts.push(Draft {
            span: gap.span,
            last: gap.last,
            criterion,
            function: &gap.function,
            text: gap.description.clone(),
            decision: gap.asks.decision(),
            condition,
            value,
            needs: Needs::Unknown,
            reason: &gap.reason,
        });
    }
    drafts
}

/// Goals by unique cause: one for each condition of a decision whose vectors are goals or a gap.
fn unique_causes(program: &Program) -> Vec<Draft<'_>> {
    let mut vectors: BTreeMap<DecisionId, Vec<(PropertyId, Vector, bool)>> = BTreeMap::new();
    for (&id, goal) in &program.coverage.goals {
        if let CoverageAsk::Vector {
            decision,
            values,
            outcome,
        } = &goal.asks
        {
            let vector = (id, Vector(values.clone()), *outcome);
            vectors.entry(*decision).or_default().push(vector);
        }
    }
    // A vector that is missing could be half of a pair: then nothing is known.
    let mut refused: BTreeMap<DecisionId, &str> = BTreeMap::new();
    for gap in &program.coverage.gaps {
        if let CoverageAsk::Vector { decision, .. } = gap.asks {
            refused.insert(decision, &gap.reason);
            vectors.entry(decision).or_default();
        }
    }
    let mut drafts = Vec::new();
    for (id, vectors) in vectors {
        let decision = &program.coverage.decisions[id];
        let evaluations: Vec<(Vector, bool)> = vectors
            .iter()
            .map(|(_, vector, outcome)| (vector.clone(), *outcome))
            .collect();
        let conditions = decision.conditions.iter().enumerate();
        for (number, condition) in conditions.filter(|(_, condition)| !condition.is_constant) {
            let pairs = independence_pairs(&evaluations, number).into_iter();
            let pairs = pairs.map(|(a, b)| (vectors[a].0, vectors[b].0)).collect();
            let reason = refused.get(&id).copied();
            drafts.push(Draft {
                span: condition.span,
                last: condition.last,
                criterion: Criterion::Mcdc,
                function: &decision.function,
                text: format!("{} decides {} alone", condition.text, decision.text),
                decision: Some(id),
                condition: Some(number),
                value: None,
                needs: match reason {
                    Some(_) => Needs::Unknown,
                    None => Needs::Pair(pairs),
                },
                reason: reason.unwrap_or(NOT_ANALYSED),
            });
        }
    }
    drafts
}

/// The criterion of a goal; none for vectors, which are only parts of goals.
fn criterion_of(asks: &CoverageAsk) -> Option<Criterion> {
    Some(match asks {
        CoverageAsk::Function => Criterion::Function,
        CoverageAsk::Call => Criterion::Call,
        CoverageAsk::Statement => Criterion::Statement,
        CoverageAsk::Decision { .. } => Criterion::Decision,
        CoverageAsk::Case => Criterion::Case,
        CoverageAsk::Loop(_) => Criterion::Loop,
        CoverageAsk::Condition { .. } => Criterion::Condition,
        CoverageAsk::Decides { .. } => Criterion::Mcdc,
        CoverageAsk::Mark => Criterion::Mark,
        CoverageAsk::Vector { .. } => return None,
    })
}

/// Which condition it is about, and which outcome or value.
fn details(asks: &CoverageAsk) -> (Option<usize>, Option<bool>) {
    match asks {
        CoverageAsk::Decision { outcome, .. } => (None, Some(*outcome)),
        CoverageAsk::Condition {
            condition, value, ..
        }
        | CoverageAsk::Decides {
            condition, value, ..
        } => (Some(*condition), Some(*value)),
        _ => (None, None),
    }
}

/// Places as people count: columns in characters, ends exclusive.
struct Places<'p> {
    program: &'p Program,
    /// The lines of files that can be read.
    lines: BTreeMap<FileId, Vec<&'p str>>,
}

impl<'p> Places<'p> {
    fn of(program: &'p Program) -> Places<'p> {
        let files = program.sources.files.iter_enumerated();
        let lines = files.filter_map(|(id, file)| {
            let text = file.text.as_deref()?;
            Some((id, text.lines().collect()))
        });
        Places {
            program,
            lines: lines.collect(),
        }
    }

    fn place(&self, span: Span, last: Span) -> Place {
        let file = self.program.sources.files[span.file].name.clone();
        let behind = last.column + last.len;
        let is_known = last.column > 0
            && last.file == span.file
            && (last.line, behind) > (span.line, span.column);
        let (end_line, end_column) = match is_known {
            true => (last.line, self.column(last.file, last.line, behind)),
            false => (0, 0),
        };
        Place {
            file,
            line: span.line,
            column: self.column(span.file, span.line, span.column),
            end_line,
            end_column,
        }
    }

    /// A column in characters, from one in bytes.
    fn column(&self, file: FileId, line: u32, column: u32) -> u32 {
        let lines = self.lines.get(&file);
        let line = (line as usize).checked_sub(1);
        let text = lines.and_then(|lines| lines.get(line?).copied());
        let before = text.and_then(|text| text.get(..(column as usize).checked_sub(1)?));
        before.map_or(column, |before| before.chars().count() as u32 + 1)
    }
}

#[cfg(test)]
mod tests;
