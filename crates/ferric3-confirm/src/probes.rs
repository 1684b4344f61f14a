//! From goals to probes.
//!
//! A goal and its probes have the same place: that of the syntax tree. Where a macro puts several of a kind at one
//! place, the goal is reached if one of them is. That is what a reader sees there, too.

use std::collections::BTreeMap;

use ferric3_c::instrument::{Decision, Extent, Instrumented, Probe, ProbeKind, Turns};
use ferric3_coverage::{Criterion, Goal, Place};
use ferric3_ivl::Sources;

use crate::build::{all_decisions, all_probes, is_call};
use crate::hits::{Evaluation, Hits, Moment};

/// Why a goal cannot be asked about, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unprobed(pub String);

/// File, line and column where something begins.
type Start = (String, u32, u32);

/// Probes and decisions by their places.
#[derive(Debug, Default)]
pub(crate) struct Index {
    probes: BTreeMap<Start, Vec<(u32, Place, Probe)>>,
    decisions: BTreeMap<Start, Vec<(u32, Place)>>,
    tables: Vec<Decision>,
    /// Probes of the conditions of each decision.
    conditions: BTreeMap<(u32, u32, bool), u32>,
    /// Probes of functions.
    functions: BTreeMap<String, Vec<u32>>,
}

/// The place of an extent as reports have it: columns count characters.
pub(crate) fn place(sources: &Sources, extent: Extent) -> Place {
    let column = |line: u32, bytes: u32| -> u32 {
        let before = (bytes as usize).saturating_sub(1);
        let text = sources.line_text(extent.span.file, line);
        match text.and_then(|text| text.get(..before)) {
            Some(text) => text.chars().count() as u32 + 1,
            None => bytes,
        }
    };
    Place {
        file: sources.files[extent.span.file].name.clone(),
        line: extent.span.line,
        column: column(extent.span.line, extent.span.column),
        end_line: extent.end_line,
        end_column: column(extent.end_line, extent.end_column),
    }
}

fn start(place: &Place) -> Start {
    (place.file.clone(), place.line, place.column)
}

/// Those that end where the place does; if none does, or nobody knows where, all of them.
fn at<'i, T>(all: Option<&'i Vec<T>>, wanted: &Place, of: impl Fn(&T) -> &Place) -> Vec<&'i T> {
    let all: Vec<&T> = all.into_iter().flatten().collect();
    let same = |one: &&T| {
        let place = of(one);
        (place.end_line, place.end_column) == (wanted.end_line, wanted.end_column)
    };
    let exact: Vec<&T> = all.iter().copied().filter(|one| same(one)).collect();
    if exact.is_empty() { all } else { exact }
}

impl Index {
    pub(crate) fn new(parts: &[Instrumented]) -> Index {
        let mut index = Index::default();
        for (number, (part, probe)) in (0..).zip(all_probes(parts)) {
            match probe.kind {
                ProbeKind::Function => {
                    index
                        .functions
                        .entry(probe.function.clone())
                        .or_default()
                        .push(number);
                }
                ProbeKind::Condition {
                    decision,
                    condition,
                    value,
                } => drop(
                    index
                        .conditions
                        .insert((decision, condition, value), number),
                ),
                _ => {}
            }
            let place = place(&part.sources, probe.extent);
            let there = index.probes.entry(start(&place)).or_default();
            there.push((number, place, probe.clone()));
        }
        for (number, (part, decision)) in (0..).zip(all_decisions(parts)) {
            let place = place(&part.sources, decision.extent);
            let there = index.decisions.entry(start(&place)).or_default();
            there.push((number, place));
            index.tables.push(decision.clone());
        }
        index
    }

    /// All probes, by place: number, place, what they say.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u32, &Place, ProbeKind)> {
        self.probes
            .values()
            .flatten()
            .map(|(number, place, probe)| (*number, place, probe.kind))
    }

    /// The probe of a function's entry.
    pub(crate) fn function(&self, name: &str) -> Option<u32> {
        self.functions.get(name)?.first().copied()
    }

    /// Probes of the calls at a place.
    pub(crate) fn calls_at(&self, place: &Place) -> impl Iterator<Item = u32> {
        let all = at(self.probes.get(&start(place)), place, |(_, place, _)| place);
        all.into_iter()
            .filter(|(_, _, probe)| is_call(probe))
            .map(|(number, ..)| *number)
    }

    /// When a run, or the runs that are put together in these reports, reached a goal.
    pub(crate) fn reached(&self, goal: &Goal, hits: &[&Hits]) -> Result<Option<Moment>, Unprobed> {
        match goal.criterion {
            Criterion::Decision | Criterion::Condition | Criterion::Mcdc => {
                self.decision_reached(goal, hits)
            }
            Criterion::Function => {
                // By place, as two files may have static functions of one name; else by name.
                let there = self.probes.get(&start(&goal.place)).into_iter().flatten();
                let here = there.filter(|(_, _, probe)| probe.kind == ProbeKind::Function);
                let mut numbers: Vec<u32> = here.map(|(number, ..)| *number).collect();
                if numbers.is_empty() {
                    numbers.extend(self.functions.get(&goal.function).into_iter().flatten());
                }
                if numbers.is_empty() {
                    return Err(unprobed("no function of this name was compiled"));
                }
                let hit = numbers
                    .iter()
                    .flat_map(|n| hits.iter().filter_map(|hits| hits.probe(*n)));
                Ok(first(hit))
            }
            Criterion::Mark => {
                let calls: Vec<u32> = self.calls_at(&goal.place).collect();
                if calls.is_empty() {
                    return Err(unprobed("no call at this place has a probe"));
                }
                Ok(first(
                    calls
                        .iter()
                        .flat_map(|n| hits.iter().filter_map(|h| h.mark(*n))),
                ))
            }
            Criterion::Call | Criterion::Statement | Criterion::Case | Criterion::Loop => {
                let wanted = |kind: ProbeKind| match goal.criterion {
                    Criterion::Call => kind == ProbeKind::Call,
                    Criterion::Statement => kind == ProbeKind::Statement,
                    Criterion::Case => matches!(kind, ProbeKind::Case | ProbeKind::NoCase),
                    _ => Some(kind) == turns(goal),
                };
                let there = self.probes.get(&start(&goal.place));
                let there = there.map(|all| {
                    let all = all.iter().filter(|(_, _, probe)| wanted(probe.kind));
                    all.cloned().collect::<Vec<_>>()
                });
                let there = at(there.as_ref(), &goal.place, |(_, place, _)| place)
                    .into_iter()
                    .map(|(number, ..)| *number)
                    .collect::<Vec<u32>>();
                if there.is_empty() {
                    return Err(unprobed(&format!(
                        "no {} at this place has a probe",
                        goal.criterion
                    )));
                }
                Ok(first(
                    there
                        .iter()
                        .flat_map(|n| hits.iter().filter_map(|h| h.probe(*n))),
                ))
            }
        }
    }

    fn decision_reached(&self, goal: &Goal, hits: &[&Hits]) -> Result<Option<Moment>, Unprobed> {
        if goal.criterion == Criterion::Decision {
            let outcome = goal
                .value
                .ok_or_else(|| unprobed("the goal names no outcome"))?;
            let there = at(
                self.decisions.get(&start(&goal.place)),
                &goal.place,
                |(_, place)| place,
            );
            if there.is_empty() {
                return Err(unprobed("no decision at this place has a probe"));
            }
            let seen = there
                .iter()
                .flat_map(|(number, _)| evaluations(hits, *number));
            return Ok(first(
                seen.filter(|e| e.outcome == outcome).map(|e| e.first),
            ));
        }
        let mut candidates = self.conditions_of(goal)?;
        if goal.criterion == Criterion::Mcdc {
            candidates.retain(|(decision, _)| self.tables[*decision as usize].has_vectors);
            if candidates.is_empty() {
                return Err(unprobed("its decision has more than 64 conditions"));
            }
        }
        Ok(first(candidates.into_iter().flat_map(
            |(decision, condition)| self.condition_reached(goal, decision, condition, hits),
        )))
    }

    /// The conditions that a goal may mean: of a decision that has this place, by number; or those with this place.
    fn conditions_of(&self, goal: &Goal) -> Result<Vec<(u32, u32)>, Unprobed> {
        let condition = goal
            .condition
            .ok_or_else(|| unprobed("the goal names no condition"))? as u32;
        let there = self.probes.get(&start(&goal.place));
        let conditions =
            there
                .into_iter()
                .flatten()
                .filter_map(|(_, place, probe)| match probe.kind {
                    ProbeKind::Condition {
                        decision,
                        condition,
                        value: true,
                    } => Some((place.clone(), (decision, condition))),
                    _ => None,
                });
        let conditions: Vec<_> = conditions.collect();
        let named: Vec<_> = conditions
            .iter()
            .filter(|(_, (_, number))| *number == condition)
            .cloned()
            .collect();
        let mut found: Vec<(u32, u32)> = at(Some(&named), &goal.place, |(place, _)| place)
            .into_iter()
            .map(|(_, condition)| *condition)
            .collect();
        // The place may be that of the whole decision.
        if found.is_empty() {
            let decisions = at(
                self.decisions.get(&start(&goal.place)),
                &goal.place,
                |(_, place)| place,
            );
            let has = |decision: &u32| {
                let table = &self.tables[*decision as usize];
                (condition as usize) < table.conditions.len()
            };
            let numbers = decisions.into_iter().map(|(number, _)| *number);
            found.extend(numbers.filter(has).map(|number| (number, condition)));
        }
        match found.is_empty() {
            true => Err(unprobed("no condition at this place has a probe")),
            false => Ok(found),
        }
    }

    fn condition_reached(
        &self,
        goal: &Goal,
        decision: u32,
        condition: u32,
        hits: &[&Hits],
    ) -> Option<Moment> {
        let shape = &self.tables.get(decision as usize)?.shape;
        match (goal.criterion, goal.value) {
            (Criterion::Condition, Some(value)) => {
                let number = *self.conditions.get(&(decision, condition, value))?;
                first(hits.iter().filter_map(|hits| hits.probe(number)))
            }
            (Criterion::Mcdc, Some(value)) => {
                let deciding = evaluations(hits, decision).filter(|e| {
                    e.vector.get(condition) == Some(value) && shape.decides(condition, e.vector)
                });
                first(deciding.map(|e| e.first))
            }
            // Unique cause: a pair.
            (Criterion::Mcdc, None) => {
                let all: Vec<&Evaluation> = evaluations(hits, decision).collect();
                let with = |value| {
                    all.iter()
                        .filter(move |e| e.vector.get(condition) == Some(value))
                };
                let pairs = with(true).flat_map(|a| with(false).map(move |b| (a, b)));
                let conditions = self.tables[decision as usize].conditions.len() as u32;
                let pairs = pairs.filter(|(a, b)| shows_independence(a, b, condition, conditions));
                first(pairs.map(|(a, b)| a.first.max(b.first)))
            }
            _ => None,
        }
    }
}

/// Do two evaluations of a decision with so many conditions differ in this one alone, where both have a value, and in
/// their outcome?
fn shows_independence(a: &Evaluation, b: &Evaluation, condition: u32, conditions: u32) -> bool {
    // Behind the conditions there are bits of choices, which are decisions of their own.
    let mask = u64::MAX.checked_shr(64 - conditions).unwrap_or(0);
    let common = a.vector.evaluated & b.vector.evaluated & mask;
    let differ = (a.vector.values ^ b.vector.values) & common;
    a.outcome != b.outcome && differ == 1 << condition
}

fn evaluations<'h>(hits: &'h [&Hits], decision: u32) -> impl Iterator<Item = &'h Evaluation> {
    hits.iter().flat_map(move |hits| hits.of_decision(decision))
}

fn first(moments: impl Iterator<Item = Moment>) -> Option<Moment> {
    moments.min()
}

fn unprobed(why: &str) -> Unprobed {
    Unprobed(why.to_owned())
}

/// The probe that a goal of a loop asks for, by its words.
fn turns(goal: &Goal) -> Option<ProbeKind> {
    let text = goal.text.as_str();
    let ends = [
        ("without an iteration", ProbeKind::Left(Turns::None)),
        ("after one iteration", ProbeKind::Left(Turns::One)),
        ("begins a second iteration", ProbeKind::SecondIteration),
    ];
    ends.into_iter()
        .find(|(words, _)| text.ends_with(words))
        .map(|(_, kind)| kind)
}
