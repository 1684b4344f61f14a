//! A harness around a unit that has no `main`, or whose `main` is not what is of interest: it calls the
//! initialisation once and then, in cycles, gives every input any value and calls the entry.
//!
//! The harness is C text ([`Harness`]). What the analysis sees and what a compiler compiles are the same text, so a
//! test of the one is a test of the other.
//!
//! ```text
//! units ─► sema ─► accesses: who reads and writes what ─┐
//! requests, comments ─► asked: of which part ───────────┴─► chosen inputs ─► text for each file
//! ```
//!
//! | file            | what                                                         |
//! |-----------------|--------------------------------------------------------------|
//! | `request.rs`    | what is asked for, and the harness, as data                  |
//! | `access.rs`     | what functions read and write                                |
//! | `choose.rs`     | the parts that are read and never written                    |
//! | `names.rs`      | names of inputs, taken apart                                 |
//! | `annotation.rs` | comments                                                     |
//! | `ask.rs`        | requests and comments, with the things that they mean        |
//! | `review.rs`     | what somebody should look at, what is taken for granted      |
//! | `place.rs`      | parts of objects, down to scalars                            |
//! | `number.rs`     | constants                                                    |
//! | `bounds.rs`     | the values that a scalar may have                            |
//! | `give.rs`       | the text that gives a part any value                         |
//! | `spell.rs`      | types as text                                                |
//! | `foreign.rs`    | bodies for functions without one, definitions of variables   |
//! | `write.rs`      | the texts, put together                                      |
//!
//! An object that the environment changes and that is no input makes code look dead that is not. So what is in
//! doubt is refused or warned about, with its place.

mod access;
mod annotation;
mod ask;
mod bounds;
mod choose;
mod foreign;
mod give;
mod names;
mod number;
mod place;
mod request;
mod review;
mod spell;
#[cfg(test)]
mod tests;
mod write;

use std::collections::BTreeSet;
use std::path::Path;

use ferric3_ivl::Span;

use crate::preprocess::Preprocessed;
use crate::sema::hir::{Body, FunctionId, ObjectId, Range, Storage, Unit};
use crate::translate::{load, on_units};
use crate::{Diagnostic, FrontendError, FrontendOptions};

use access::{Accesses, Part, accesses};
use ask::{AllAsked, Root};
use choose::{quals, unwritten};
use write::FileText;

pub use request::{
    Constant, Contents, Defaults, Harness, HarnessInput, HarnessRequest, InputRequest, InputSite,
    Moment,
};

/// Make a harness for the files of a program. The options are those that the program is translated with, without
/// texts of a harness.
pub fn make_harness(
    paths: &[impl AsRef<Path>],
    options: &FrontendOptions,
    request: &HarnessRequest,
) -> Result<Harness, FrontendError> {
    let (source, starts) = load(paths, options)?;
    let files: Vec<String> = paths
        .iter()
        .map(|path| path.as_ref().display().to_string())
        .collect();
    let made = |source: Preprocessed, unit: Unit, _: Vec<Diagnostic>| {
        make(&source, &unit, (&files, &starts), options, request).map_err(|diagnostics| {
            FrontendError {
                sources: source.sources.clone(),
                diagnostics,
            }
        })
    };
    on_units(source, &starts, made, options)
}

/// Everything that making a harness needs to know, and what has been made so far.
struct Maker<'a> {
    unit: &'a Unit,
    source: &'a Preprocessed,
    options: &'a FrontendOptions,
    /// The names of the files, and where the text of each begins.
    files: &'a [String],
    starts: &'a [usize],
    entry: FunctionId,
    init: Option<FunctionId>,
    asked: AllAsked,
    texts: Vec<FileText>,
    inputs: Vec<HarnessInput>,
    /// Parts that have their values already, by name.
    given: BTreeSet<String>,
    /// How many objects of its own the harness has.
    objects: usize,
    assumptions: Vec<String>,
    warnings: Vec<Diagnostic>,
    errors: Vec<Diagnostic>,
}

fn make(
    source: &Preprocessed,
    unit: &Unit,
    (files, starts): (&[String], &[usize]),
    options: &FrontendOptions,
    request: &HarnessRequest,
) -> Result<Harness, Vec<Diagnostic>> {
    let entry = function(unit, source, &request.entry, "entry").map_err(|error| vec![error])?;
    let init = request.init.as_deref();
    let init = init.map(|name| function(unit, source, name, "init"));
    let init = init.transpose().map_err(|error| vec![error])?;
    let mut maker = Maker {
        unit,
        source,
        options,
        files,
        starts,
        entry,
        init,
        asked: AllAsked::default(),
        texts: files.iter().map(|_| FileText::default()).collect(),
        inputs: Vec::new(),
        given: BTreeSet::new(),
        objects: 0,
        assumptions: Vec::new(),
        warnings: Vec::new(),
        errors: Vec::new(),
    };
    maker.refuse_main();
    maker.ask(request);
    let mut roots = vec![entry];
    roots.extend(init);
    let found = accesses(unit, &roots);
    let inputs = maker.chosen(&found, request.defaults);
    for (id, path, because) in &inputs {
        maker.give_object(*id, path, because);
    }
    maker.fix_constants();
    maker.define_variables(&found, &inputs);
    maker.define_functions(&found);
    let early = init.is_some_and(|init| looks_at(&accesses(unit, &[init]), &inputs));
    let cycle = maker.write_main(request.cycles, early);
    maker.review(&found, &inputs);
    maker.report_unused();
    if !maker.errors.is_empty() {
        maker.errors.truncate(20);
        return Err(maker.errors);
    }
    Ok(maker.finish(cycle))
}

/// A function with a body, by name.
fn function(
    unit: &Unit,
    source: &Preprocessed,
    name: &str,
    role: &str,
) -> Result<FunctionId, Diagnostic> {
    let all = (0..).map(FunctionId).zip(&unit.functions);
    let mut found = all
        .filter(|(_, f)| f.name == name && f.body.is_some() && !f.is_library)
        .map(|(id, _)| id);
    match (found.next(), found.next()) {
        (Some(id), None) => Ok(id),
        (Some(_), Some(other)) => {
            let place = unit.function(other).range.place(source);
            let message = format!("several files have a function `{name}` of their own");
            Err(Diagnostic::error(place, message).with_hint("rename one of them"))
        }
        (None, _) => {
            let declared = unit.functions.iter().find(|f| f.name == name);
            let bodies = unit.functions.iter();
            let bodies = bodies.filter(|f| f.body.is_some() && !f.is_library);
            let near = crate::sema::scope::closest(name, bodies.map(|f| f.name.as_str()));
            let message = format!("there is no function `{name}` with a body");
            let hint = match near {
                Some(near) => format!("is it `{near}`?"),
                None => format!("--{role} names a function that these files define"),
            };
            let place = declared.map(|f| f.range.place(source));
            let mut error = Diagnostic::error(source.span(0, 1), message).with_hint(hint);
            error.span = place;
            Err(error)
        }
    }
}

/// Does one of the functions look at an input, or may it?
fn looks_at(found: &Accesses, inputs: &[(ObjectId, Vec<Part>, String)]) -> bool {
    let is_used = |id: &ObjectId| {
        let uses = found.uses.get(id);
        uses.is_some_and(|uses| !uses.reads.is_empty() || !uses.addresses.is_empty())
    };
    found.reads_pointers || inputs.iter().any(|(id, ..)| is_used(id))
}

impl Maker<'_> {
    /// The file that a place of the text is in.
    fn file_of(&self, range: Range) -> usize {
        let after = self
            .starts
            .partition_point(|start| *start <= range.start as usize);
        after.saturating_sub(1)
    }

    fn place(&self, range: Range) -> Span {
        range.place(self.source)
    }

    /// What people call it.
    fn root_name(&self, root: Root) -> String {
        match root {
            Root::Object(id) => {
                let object = self.unit.object(id);
                let all = self.unit.names.iter().flat_map(|names| &names.objects);
                let mut others =
                    all.filter(|(name, other, _)| *name == object.name && *other != id);
                match others.next() {
                    None => object.name.clone(),
                    Some(_) => {
                        let path = &self.files[self.file_of(object.range)];
                        let file = path.rsplit('/').next().unwrap_or(path);
                        format!("{file}:{}", object.name)
                    }
                }
            }
            Root::Param(f, i) => {
                let function = self.unit.function(f);
                let params = function.body.as_ref().map(Body::visible_params);
                let param = params.and_then(|params| params.get(i));
                let name = param.map_or("", |id| self.unit.object(*id).name.as_str());
                match name.is_empty() {
                    true => format!("{}(#{})", function.name, i + 1),
                    false => format!("{}({name})", function.name),
                }
            }
            Root::Result(f) => format!("{}()", self.unit.function(f).name),
        }
    }

    /// Where it is declared.
    fn root_place(&self, root: Root) -> Span {
        self.place(match root {
            Root::Object(id) => self.unit.object(id).range,
            Root::Param(f, i) => {
                let function = self.unit.function(f);
                let params = function.body.as_ref().map(Body::visible_params);
                let param = params.and_then(|params| params.get(i));
                param.map_or(function.range, |id| self.unit.object(*id).range)
            }
            Root::Result(f) => self.unit.function(f).range,
        })
    }

    fn error(&mut self, place: Span, message: String, hint: &str) {
        let error = Diagnostic::error(place, message).with_hint(hint);
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    fn warn(&mut self, place: Span, message: String, hint: &str) {
        let warning = Diagnostic::warning(place, message).with_hint(hint);
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// The harness is a `main` of its own.
    fn refuse_main(&mut self) {
        let is_main = |f: &&crate::sema::hir::Function| f.name == "main" && f.body.is_some();
        if let Some(main) = self.unit.functions.iter().find(is_main) {
            let place = self.place(main.range);
            let message = "the program has a `main`, and so has the harness".to_owned();
            self.error(
                place,
                message,
                "leave out --entry to analyse the program as it is, or rename its `main`: -Dmain=unit_main",
            );
        }
    }

    /// The parts of global variables that are inputs, and why.
    fn chosen(
        &mut self,
        found: &Accesses,
        defaults: Defaults,
    ) -> Vec<(ObjectId, Vec<Part>, String)> {
        let mut inputs: Vec<(ObjectId, Vec<Part>, String)> = Vec::new();
        for (id, path) in self.asked_parts() {
            inputs.push((id, path, "asked for".to_owned()));
        }
        if defaults == Defaults::None {
            return inputs;
        }
        let names = self.unit.names.iter().flat_map(|names| &names.objects);
        let mut seen = BTreeSet::new();
        for (_, id, is_internal) in names {
            if !seen.insert(*id) {
                continue;
            }
            let object = self.unit.object(*id);
            let Some(uses) = found.uses.get(id) else {
                continue;
            };
            let quals = quals(&self.unit.types, object.ty);
            let is_declared_only = object.storage == Storage::Extern;
            let is_library = is_declared_only && crate::lower::start::is_of_library(&object.name);
            let keeps = *is_internal && object.init.is_some() && !quals.is_volatile;
            if quals.is_const || is_library || keeps {
                continue;
            }
            let because = match (is_declared_only, quals.is_volatile) {
                (true, _) => "defined elsewhere, read and never written",
                (_, true) => "volatile, read and never written",
                _ => "read and never written",
            };
            for path in unwritten(&self.unit.types, object.ty.ty, uses) {
                let is_known = |(other, part, _): &(ObjectId, Vec<Part>, String)| {
                    other == id && access::covers(part, &path)
                };
                if !inputs.iter().any(is_known) {
                    inputs.push((*id, path, because.to_owned()));
                }
            }
        }
        inputs
    }
}
