//! What gets a line of text: a step, a call with its return, or the values that one statement gives to
//! elements of an array.

use std::collections::BTreeMap;

use ferric3_ivl::{Span, VarDecl};
use ferric3_term::Value;

use crate::names::Names;
use crate::value::char_code;
use crate::{TraceKind, TraceStep};

/// More values of elements are not listed.
const MOST_VALUES: usize = 16;
/// More characters neither.
const MOST_CHARACTERS: usize = 60;

/// What gets a line.
pub(crate) struct Shown<'a> {
    /// The step, or the first of several.
    pub(crate) step: &'a TraceStep,
    /// The result of the call that it is.
    pub(crate) result: Option<&'a TraceStep>,
    /// The values of all elements, if there are several steps.
    pub(crate) elements: Option<String>,
}

impl<'a> Shown<'a> {
    fn one(step: &'a TraceStep) -> Shown<'a> {
        Shown {
            step,
            result: None,
            elements: None,
        }
    }
}

/// Everything but returns without a result. A return goes to its call if nothing happened in
/// between, or only in the library.
pub(crate) fn with_results<'a>(steps: impl Iterator<Item = &'a TraceStep>) -> Vec<Shown<'a>> {
    let mut shown: Vec<Shown<'a>> = Vec::new();
    // Calls that have not returned, by their numbers in the list.
    let mut open: Vec<usize> = Vec::new();
    for step in steps {
        let (result, is_library) = match &step.kind {
            TraceKind::Call { .. } | TraceKind::CallInParts { .. } => {
                open.push(shown.len());
                shown.push(Shown::one(step));
                continue;
            }
            TraceKind::Return { result, .. } => (result, false),
            TraceKind::ReturnInParts { result, .. } => (result, true),
            _ => {
                shown.push(Shown::one(step));
                continue;
            }
        };
        let call = open.pop();
        if result.is_none() {
            continue;
        }
        match call {
            // A function of the library returns at the place of its call.
            Some(call)
                if is_library || call + 1 == shown.len() || shown[call].step.span == step.span =>
            {
                shown[call].result = Some(step);
            }
            _ => shown.push(Shown::one(step)),
        }
    }
    shown
}

/// The same with assignments of one statement to elements of one array as one.
pub(crate) fn with_arrays<'a>(names: &Names<'_>, shown: Vec<Shown<'a>>) -> Vec<Shown<'a>> {
    let mut out: Vec<Shown<'a>> = Vec::new();
    let mut group: Option<Group<'a>> = None;
    for next in shown {
        if let Some(last) = out.last_mut().filter(|_| group.is_none())
            && replaces(last.step, next.step)
        {
            *last = next;
            continue;
        }
        let writes = writes(names, next.step);
        if let (Some(group), Some(writes)) = (&mut group, &writes)
            && group.takes(next.step, writes)
        {
            continue;
        }
        out.extend(group.take().map(|group| group.shown(names)));
        match writes {
            Some(writes) => group = Some(Group::new(next.step, writes)),
            None => out.push(next),
        }
    }
    out.extend(group.map(|group| group.shown(names)));
    out
}

/// Does a function of the library give another value to the variable that it has just written?
fn replaces(first: &TraceStep, second: &TraceStep) -> bool {
    let written = |step: &TraceStep| match step.kind {
        TraceKind::Assign {
            var, input: None, ..
        } if step.by_library => Some((var, step.span)),
        _ => None,
    };
    written(first).is_some() && written(first) == written(second)
}

/// Elements of an array that a step writes.
struct Writes {
    /// What the array is called.
    array: String,
    /// Where it is declared: several compound literals have one name.
    declared: Span,
    values: Vec<(u64, Value)>,
}

/// The elements that a step writes, if it does nothing else.
fn writes(names: &Names<'_>, step: &TraceStep) -> Option<Writes> {
    let (var, array, values) = match &step.kind {
        TraceKind::Assign {
            var,
            value: value @ Value::BitVec(_),
            input: None,
        } => {
            let (array, index) = element_of(&names.program.vars[*var].name)?;
            (var, array.to_owned(), vec![(index, value.clone())])
        }
        TraceKind::Elements {
            var,
            elements,
            input: None,
        } if elements.omitted == 0 && elements.rest.is_none() => {
            let mut values = Vec::new();
            let mut array = None;
            for (at, value) in &elements.shown {
                let name = names.element(*var, at);
                let (of, index) = element_of(&name)?;
                if *array.get_or_insert_with(|| of.to_owned()) != of {
                    return None;
                }
                values.push((index, value.clone().into()));
            }
            (var, array?, values)
        }
        _ => return None,
    };
    Some(Writes {
        array,
        declared: names.program.vars[*var].span,
        values,
    })
}

/// `a[2]` and 3 for `a[2][3]`.
fn element_of(name: &str) -> Option<(&str, u64)> {
    let (array, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    Some((array, index.parse().ok()?))
}

/// Steps that become one.
struct Group<'a> {
    first: &'a TraceStep,
    steps: usize,
    array: String,
    declared: Span,
    /// The last value of each element.
    values: BTreeMap<u64, Value>,
}

impl<'a> Group<'a> {
    fn new(first: &'a TraceStep, writes: Writes) -> Group<'a> {
        Group {
            first,
            steps: 1,
            array: writes.array,
            declared: writes.declared,
            values: writes.values.into_iter().collect(),
        }
    }

    /// Does the step belong to it? Then it is in it from now on.
    fn takes(&mut self, step: &TraceStep, writes: &Writes) -> bool {
        let line = |step: &TraceStep| (step.span.file, step.span.line);
        let fits = line(step) == line(self.first)
            && (step.proc, step.depth) == (self.first.proc, self.first.depth)
            && (&writes.array, writes.declared) == (&self.array, self.declared);
        if fits {
            self.steps += 1;
            self.values.extend(writes.values.iter().cloned());
        }
        fits
    }

    fn shown(self, names: &Names<'_>) -> Shown<'a> {
        let mut shown = Shown::one(self.first);
        let var = match self.first.kind {
            TraceKind::Assign { var, .. } | TraceKind::Elements { var, .. } => var,
            _ => return shown,
        };
        if self.values.len() > 1 || self.steps > 1 {
            shown.elements = Some(self.text(names, &names.program.vars[var]));
        }
        shown
    }

    /// `a[0 ... 3] = {1, 2, 3, 4}, a[7] = 1`
    fn text(&self, names: &Names<'_>, decl: &VarDecl) -> String {
        let mut runs: Vec<(u64, Vec<&Value>)> = Vec::new();
        for (&index, value) in &self.values {
            match runs.last_mut() {
                Some((start, run)) if *start + run.len() as u64 == index => run.push(value),
                _ => runs.push((index, vec![value])),
            }
        }
        let runs = runs.iter().map(|(start, run)| {
            let end = start + run.len() as u64 - 1;
            let subscript = match run.len() {
                1 => start.to_string(),
                _ => format!("{start} ... {end}"),
            };
            format!("{}[{subscript}] = {}", self.array, values(names, decl, run))
        });
        runs.collect::<Vec<_>>().join(", ")
    }
}

/// One value for all, a text, or a list.
fn values(names: &Names<'_>, decl: &VarDecl, run: &[&Value]) -> String {
    let value = |value: &Value| names.value(value, decl.reading, &decl.type_name);
    if run.iter().all(|other| *other == run[0]) {
        return value(run[0]);
    }
    let codes = run.iter().map(|value| char_code(value, &decl.type_name));
    if let Some(codes) = codes.collect::<Option<Vec<u8>>>() {
        let text: String = codes.iter().take(MOST_CHARACTERS).map(escaped).collect();
        let rest = if codes.len() > MOST_CHARACTERS {
            "…"
        } else {
            ""
        };
        return format!("\"{text}\"{rest}");
    }
    let shown = run.iter().take(MOST_VALUES).map(|other| value(other));
    let rest = if run.len() > MOST_VALUES { ", …" } else { "" };
    format!("{{{}{rest}}}", shown.collect::<Vec<_>>().join(", "))
}

fn escaped(code: &u8) -> String {
    match code {
        0 => "\\0".to_owned(),
        code => code.escape_ascii().to_string(),
    }
}
