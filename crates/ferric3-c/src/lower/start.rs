//! The entry procedure: initialises variables with static storage, then calls the entry function.

use ferric3_ivl::{
    BlockId, IdxVec, InputSource, ProcId, Procedure, Span, StmtKind, TerminatorKind,
};

use super::assumption::Assumed;
use super::environment::is_library_variable;
use super::memory::{Location, Object, Place};
use super::prune::reachable;
use super::{BodyState, Lower};
use crate::Diagnostic;
use crate::preprocess::Preprocessed;
use crate::sema::hir::{FunctionId, Init, Range, Storage, Unit};

/// The function where the program starts.
pub(super) fn find_entry(
    unit: &Unit,
    source: &Preprocessed,
    name: &str,
) -> Result<FunctionId, Diagnostic> {
    let found = unit
        .functions
        .iter()
        .position(|f| f.name == name && f.body.is_some());
    if let Some(position) = found {
        return Ok(FunctionId(position as u32));
    }
    let declared = unit.functions.iter().find(|f| f.name == name);
    let place: Span = match declared {
        Some(f) => f.range.place(source),
        None => source.map.span(0, 1),
    };
    let hint = "name the function where the program starts as the entry";
    let message = format!("there is no function `{name}` with a body");
    let mut error = Diagnostic::error(place, message).with_hint(hint);
    if declared.is_none() {
        error.span = None;
    }
    Err(error)
}

impl<'a> Lower<'a> {
    /// Build the entry procedure.
    pub(super) fn start(&mut self, main: FunctionId, main_proc: ProcId) {
        self.body = BodyState::default();
        let range = self.unit.function(main).range;
        self.here = range;
        let entry = self.new_block();
        self.switch_to(entry);
        for (span, what) in &self.source.obstacles {
            self.unsupported_at(what, *span);
        }
        if !self.memory.fits(self.types().pointer_width()) {
            self.unsupported("objects that do not fit into the address space", range);
        }
        let (_, used) = reachable(&self.program, &self.terms, main_proc);
        for (location, object) in self.memory.all() {
            let variables = self.memory.variables(object);
            if variables.iter().any(|var| used[var.index()]) {
                self.first_values(location, object);
            }
        }
        for counter in self.memory.counters() {
            let zero = self.terms.zero_of(self.program.vars[counter].sort);
            self.assign(counter, zero, range);
        }
        let unit = self.unit;
        let mut args = Vec::new();
        for &param in unit
            .function(main)
            .body
            .iter()
            .flat_map(|body| &body.params)
        {
            let object = unit.object(param);
            if self.is_modelled(object.ty) {
                let temp = self.temp(object.ty.ty, object.range);
                self.havoc(
                    temp,
                    InputSource::Parameter(object.name.clone()),
                    object.range,
                );
                args.push(self.read(temp));
            }
        }
        self.here = range;
        // The status of the program.
        let result = unit
            .types
            .function(unit.function(main).ty)
            .map(|f| f.result);
        let result = result.filter(|&ty| self.is_modelled(ty));
        let result = result.map(|ty| self.temp(ty.ty, range));
        self.emit(
            StmtKind::Call {
                proc: main_proc,
                args,
                result,
            },
            range,
        );
        self.terminate(TerminatorKind::Return);
        let span = self.span(range);
        let proc = self.program.procs.push(Procedure {
            name: "<start>".to_owned(),
            params: Vec::new(),
            result,
            locals: Vec::new(),
            blocks: IdxVec::new(),
            entry: BlockId::new(0),
            span,
        });
        self.finish(proc, entry);
        self.program.entry = Some(proc);
    }

    /// Give an object that lives as long as the program its first value.
    fn first_values(&mut self, location: Location, object: Object) {
        let unit = self.unit;
        match location {
            Location::Variable(id) => {
                let variable = unit.object(id);
                let place = Place::start(object, variable.ty.ty, variable.range);
                match (variable.storage, &variable.init) {
                    (Storage::Static, Some(Init::Value(value))) => {
                        if let Some(value) = self.modelled_value(value) {
                            self.store_place(&place, value);
                        }
                    }
                    (Storage::Static, Some(init)) => self.initialise(&place, init),
                    (Storage::Static, None) => self.zero_object(object, variable.range),
                    (Storage::Extern, _) if is_library_variable(&variable.name) => {
                        let what = format!("variable `{}` of the library", variable.name);
                        self.unsupported(&what, variable.range);
                    }
                    (Storage::Extern, _) => {
                        self.assume_once(Assumed::ExternVariable(id), Some(variable.range));
                        self.havoc_object(object, variable.range);
                    }
                    // With an address: nobody has it before the declaration.
                    (Storage::Auto | Storage::Param, _) => {
                        if self.points_to.is_accessed(location) {
                            self.havoc_object(object, variable.range);
                        }
                    }
                }
            }
            Location::Literal(range) => {
                if let Some((ty, elements)) = self.points_to.literal(range) {
                    let place = Place::start(object, ty, range);
                    self.initialise_literal(&place, elements);
                }
            }
            Location::Allocation(range) => {
                if self.is_zeroed(range) {
                    self.zero_object(object, range);
                } else {
                    self.havoc_object(object, range);
                }
            }
            Location::Unknown | Location::Function(_) => {}
        }
    }

    /// Give every variable of an object any value.
    fn havoc_object(&mut self, object: Object, range: Range) {
        for var in self.memory.variables(object) {
            let name = self.program.vars[var].name.clone();
            self.havoc(var, InputSource::Uninitialised(name), range);
        }
    }
}
