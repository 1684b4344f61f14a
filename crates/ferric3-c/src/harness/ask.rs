//! What is asked for, found in the program: requests and comments, with the variables, parameters and results that
//! they are about.

use std::cell::Cell;

use super::access::Part;
use super::annotation::{Says, annotations};
use super::names::{Name, parse};
use super::place::{Leaf, Word, find, step, suffix};
use super::{HarnessRequest, InputRequest};
use crate::harness::Maker;
use crate::harness::request::Constant;
use crate::sema::hir::{Body, FunctionId, ObjectId, Range};
use crate::sema::scope::closest;
use crate::sema::types::{QualType, RecordId, Type};
use crate::{Diagnostic, HARNESS};
use ferric3_ivl::Span;

/// Something that has values of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Root {
    /// A variable.
    Object(ObjectId),
    /// A parameter, by position.
    Param(FunctionId, usize),
    /// The result of a function without a body.
    Result(FunctionId),
}

/// What a request is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    /// A part.
    Part(Root, Vec<Word>),
    /// A member of all objects of a type.
    Field(RecordId, usize),
}

/// What is said of it.
#[derive(Clone, Debug)]
pub(super) enum Said {
    Input(InputRequest),
    Constant(Option<String>),
}

/// A request.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) subject: Subject,
    pub(super) said: Said,
    /// The path to the part, as far as it does not lead through a pointer.
    pub(super) path: Vec<Part>,
    /// The comment that says so.
    pub(super) place: Option<Span>,
    /// Has it been of use?
    pub(super) used: Cell<bool>,
}

/// All that is asked for.
#[derive(Debug, Default)]
pub(super) struct AllAsked {
    pub(super) all: Vec<Asked>,
}

impl AllAsked {
    /// What is said most exactly of a scalar part.
    pub(super) fn of(&self, root: Root, leaf: &Leaf, above: &[Word]) -> Option<&Asked> {
        let words: Vec<&Word> = above.iter().chain(&leaf.words).collect();
        let exactness = |asked: &Asked| match &asked.subject {
            Subject::Part(of, part) => {
                let is_prefix =
                    part.len() <= words.len() && part.iter().zip(&words).all(|(a, b)| a == *b);
                // What is said of a part by name counts more than what its declaration says.
                (*of == root && is_prefix).then_some(100_000 + part.len())
            }
            Subject::Field(record, position) => {
                let at = leaf.fields.iter().position(|f| f == &(*record, *position));
                at.map(|at| at + 1)
            }
        };
        let candidates = self
            .all
            .iter()
            .filter_map(|asked| Some((exactness(asked)?, asked)));
        // Of several requests for the same part, the first counts.
        let best = candidates.rev().max_by_key(|(exactness, _)| *exactness);
        let (_, asked) = best?;
        asked.used.set(true);
        Some(asked)
    }

    /// What is said of exactly this part.
    pub(super) fn exactly(&self, root: Root, words: &[Word]) -> Option<&Asked> {
        let is_it = |asked: &&Asked| matches!(&asked.subject, Subject::Part(of, part) if *of == root && part == words);
        let asked = self.all.iter().find(is_it)?;
        asked.used.set(true);
        Some(asked)
    }
}

impl Maker<'_> {
    /// Find what is asked for.
    pub(super) fn ask(&mut self, request: &HarnessRequest) {
        for input in &request.inputs {
            let said = Said::Input(input.clone());
            self.ask_by_name(&input.name, said, None);
        }
        for Constant { name, value } in &request.constants {
            self.ask_by_name(name, Said::Constant(value.clone()), None);
        }
        let source = self.source;
        for (file, text) in source.sources.files.iter_enumerated() {
            let Some(text) = text
                .text
                .as_ref()
                .filter(|_| !is_ours(&source.sources.files[file].name))
            else {
                continue;
            };
            for annotation in annotations(text) {
                let span = Span {
                    file,
                    line: annotation.line,
                    column: annotation.column,
                    len: annotation.len,
                };
                let (name, said) = match annotation.says {
                    Says::Wrong(why) => {
                        self.errors.push(Diagnostic::error(span, why));
                        continue;
                    }
                    Says::Constant { name } => (name, Said::Constant(None)),
                    Says::Input { name, range } => {
                        let (from, to) = range.unzip();
                        let input = InputRequest {
                            from,
                            to,
                            ..InputRequest::default()
                        };
                        (name, Said::Input(input))
                    }
                };
                match name {
                    Some(name) => self.ask_by_name(&name, said, Some(span)),
                    None => {
                        let line = Span {
                            line: annotation.target,
                            ..span
                        };
                        self.ask_by_line(line, said, span);
                    }
                }
            }
        }
    }

    /// Of what is asked for, the parts of variables that are to be inputs.
    pub(super) fn asked_parts(&self) -> Vec<(ObjectId, Vec<Part>)> {
        let parts = self
            .asked
            .all
            .iter()
            .filter_map(|asked| match (&asked.subject, &asked.said) {
                (Subject::Part(Root::Object(id), _), Said::Input(_)) => {
                    Some((*id, asked.path.clone()))
                }
                _ => None,
            });
        parts.collect()
    }

    /// What is asked for of nothing that takes part.
    pub(super) fn report_unused(&mut self) {
        let unused = self.asked.all.iter().filter(|asked| !asked.used.get());
        let unused: Vec<Asked> = unused.cloned().collect();
        for asked in unused {
            if let (Subject::Part(root, words), Said::Input(_)) = (&asked.subject, &asked.said) {
                let name = format!("{}{}", self.root_name(*root), suffix(words));
                let message =
                    format!("`{name}` is asked for, but nothing that is called has such an input");
                let mut warning = Diagnostic::warning(self.root_place(*root), message);
                warning.span = asked.place.or(warning.span);
                self.warnings.push(warning);
            }
        }
    }

    fn ask_by_name(&mut self, text: &str, said: Said, place: Option<Span>) {
        match self.resolve(text) {
            Ok((root, words, path)) => self.asked.all.push(Asked {
                subject: Subject::Part(root, words),
                said,
                path,
                place,
                used: Cell::new(false),
            }),
            Err((message, hint)) => {
                let mut error = Diagnostic::error(self.source.span(0, 1), message);
                error.span = place;
                error.hint = hint;
                self.errors.push(error);
            }
        }
    }

    /// A comment without a name is about what is declared on a line.
    fn ask_by_line(&mut self, line: Span, said: Said, place: Span) {
        let source = self.source;
        let is_there = |range: Range| {
            let span = range.place(source);
            (span.file, span.line) == (line.file, line.line)
        };
        let mut found: Vec<Subject> = Vec::new();
        for names in &self.unit.names {
            for (_, id, _) in &names.objects {
                let subject = Subject::Part(Root::Object(*id), Vec::new());
                if is_there(self.unit.object(*id).range) && !found.contains(&subject) {
                    found.push(subject);
                }
            }
        }
        for f in [Some(self.entry), self.init].into_iter().flatten() {
            let body = self.unit.function(f).body.as_ref();
            for (i, id) in body.into_iter().flat_map(Body::visible_params).enumerate() {
                if is_there(self.unit.object(*id).range) {
                    found.push(Subject::Part(Root::Param(f, i), Vec::new()));
                }
            }
        }
        for (id, record) in self.unit.types.records() {
            for (position, field) in record.fields.iter().flatten().enumerate() {
                if field.name.is_some() && is_there(field.range) {
                    found.push(Subject::Field(id, position));
                }
            }
        }
        match <[Subject; 1]>::try_from(found) {
            Ok([subject]) => self.asked.all.push(Asked {
                subject,
                said,
                path: Vec::new(),
                place: Some(place),
                used: Cell::new(false),
            }),
            Err(found) => {
                let (message, hint) = match found.is_empty() {
                    true => (
                        "no variable or member is declared where this comment stands",
                        "put it behind the declaration, on the line before it, or name what it is about",
                    ),
                    false => (
                        "several things are declared where this comment stands",
                        "name the one that it is about",
                    ),
                };
                self.errors
                    .push(Diagnostic::error(place, message).with_hint(hint));
            }
        }
    }

    /// What a name means.
    #[allow(clippy::type_complexity, reason = "used once")]
    fn resolve(
        &self,
        text: &str,
    ) -> Result<(Root, Vec<Word>, Vec<Part>), (String, Option<String>)> {
        let Some(name) = parse(text) else {
            let hint = "inputs are called `speed`, `sensor.raw[2]`, `motor.c:speed`, `step(throttle)` or `read_adc()`";
            return Err((
                format!("`{text}` is not the name of an input"),
                Some(hint.to_owned()),
            ));
        };
        let (root, ty) = match &name.call {
            None => {
                let id = self.resolve_object(&name)?;
                (Root::Object(id), self.unit.object(id).ty)
            }
            Some(param) => self.resolve_call(&name, param)?,
        };
        let mut path = Vec::new();
        let mut at = ty;
        let mut is_direct = true;
        for (done, word) in name.words.iter().enumerate() {
            if let Type::Pointer(target) = self.unit.types.get(at.ty) {
                is_direct = false;
                at = *target;
                if matches!(word, Word::Index(_)) {
                    continue;
                }
            }
            let Some(parts) = find(&self.unit.types, at.ty, word) else {
                let outer = format!("{}{}", self.root_name(root), suffix(&name.words[..done]));
                let what = self.unit.types.show_id(at.ty);
                let wrong = suffix(std::slice::from_ref(word));
                return Err((
                    format!("`{outer}` has type `{what}`, which has no part `{wrong}`"),
                    None,
                ));
            };
            for part in parts {
                let Some(inner) = step(&self.unit.types, at.ty, &part) else {
                    break;
                };
                at = inner;
                if is_direct {
                    path.push(part);
                }
            }
        }
        Ok((root, name.words, path))
    }

    fn resolve_object(&self, name: &Name) -> Result<ObjectId, (String, Option<String>)> {
        let mut found: Vec<(usize, ObjectId)> = Vec::new();
        for (unit, names) in self.unit.names.iter().enumerate() {
            let is_file = |file: &String| {
                let path = &self.files[unit];
                path == file || path.ends_with(&format!("/{file}"))
            };
            if name.file.as_ref().is_some_and(|file| !is_file(file)) {
                continue;
            }
            for (known, id, _) in &names.objects {
                if *known == name.base && !found.iter().any(|(_, other)| other == id) {
                    found.push((unit, *id));
                }
            }
        }
        match found[..] {
            [(_, id)] => Ok(id),
            [] => {
                let all = self.unit.names.iter().flat_map(|names| &names.objects);
                let near = closest(&name.base, all.map(|(name, ..)| name.as_str()));
                let hint = near.map(|near| format!("is it `{near}`?"));
                Err((format!("there is no global variable `{}`", name.base), hint))
            }
            [(first, _), ..] => {
                let file = &self.files[first];
                let hint = format!("name the file, too: `{file}:{}`", name.base);
                Err((
                    format!("several files have a variable `{}` of their own", name.base),
                    Some(hint),
                ))
            }
        }
    }

    fn resolve_call(
        &self,
        name: &Name,
        param: &str,
    ) -> Result<(Root, QualType), (String, Option<String>)> {
        let called = &name.base;
        if param.is_empty() {
            let all = self.unit.functions.iter().enumerate();
            let found = all
                .clone()
                .find(|(_, f)| f.name == *called && (f.body.is_none() || f.is_library));
            let Some((id, f)) = found else {
                let names = all
                    .filter(|(_, f)| f.body.is_none())
                    .map(|(_, f)| f.name.as_str());
                let hint = closest(called, names).map(|near| format!("is it `{near}()`?"));
                return Err((
                    format!("there is no function `{called}` without a body"),
                    hint,
                ));
            };
            let result = self.unit.types.function(f.ty).map(|f| f.result);
            let result = result.ok_or_else(|| (format!("`{called}` is no function"), None))?;
            return Ok((Root::Result(FunctionId(id as u32)), result));
        }
        let of = [Some(self.entry), self.init];
        let f = of
            .into_iter()
            .flatten()
            .find(|f| self.unit.function(*f).name == *called);
        let Some(f) = f else {
            let entry = &self.unit.function(self.entry).name;
            let hint = format!("only `{entry}` is called from outside");
            return Err((
                format!("`{called}` is not called by the harness"),
                Some(hint),
            ));
        };
        let body = self.unit.function(f).body.as_ref();
        let params = body.map_or(&[][..], Body::visible_params);
        let is_it = |(i, id): &(usize, &ObjectId)| {
            self.unit.object(**id).name == param || param == format!("#{}", i + 1)
        };
        match params.iter().enumerate().find(is_it) {
            Some((i, id)) => Ok((Root::Param(f, i), self.unit.object(*id).ty)),
            None => {
                let names = params.iter().map(|id| self.unit.object(*id).name.as_str());
                let hint = closest(param, names).map(|near| format!("is it `{called}({near})`?"));
                Err((format!("`{called}` has no parameter `{param}`"), hint))
            }
        }
    }
}

/// Is a file none of the program's?
fn is_ours(name: &str) -> bool {
    name.starts_with(HARNESS) || name.starts_with("<library>/") || name.starts_with("/usr/")
}
