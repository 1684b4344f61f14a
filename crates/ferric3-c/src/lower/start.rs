//! The entry procedure: initialises variables with static storage, then calls the entry function.

use ferric3_ivl::{
    BlockId, IdxVec, InputSource, ProcId, Procedure, Span, StmtKind, TerminatorKind,
};

use super::assumption::Assumed;
use super::prune::reachable;
use super::{BodyState, Lower};
use crate::Diagnostic;
use crate::preprocess::Preprocessed;
use crate::sema::hir::{FunctionId, Init, ObjectId, Storage, Unit};

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

impl Lower<'_> {
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
        for object in self.used_static_objects(main_proc) {
            self.initialize_static(object);
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

    /// Variables with static storage that lowered functions use, in the order of the source.
    fn used_static_objects(&self, main: ProcId) -> Vec<ObjectId> {
        let (_, used) = reachable(&self.program, &self.terms, main);
        let ids = (0..self.unit.objects.len() as u32).map(ObjectId);
        ids.filter(|&id| {
            let is_static = matches!(
                self.unit.object(id).storage,
                Storage::Static | Storage::Extern
            );
            is_static && self.vars.get(&id).is_some_and(|&var| used[var.index()])
        })
        .collect()
    }

    fn initialize_static(&mut self, id: ObjectId) {
        let object = self.unit.object(id);
        let var = self.var_of(id);
        let range = object.range;
        if object.storage == Storage::Extern {
            self.assume_once(Assumed::ExternVariable(id), Some(range));
            return self.havoc(var, InputSource::Uninitialised(object.name.clone()), range);
        }
        let bits = match &object.init {
            None => Some(0),
            Some(Init::Value(value)) => self.static_value(value),
            Some(Init::Parts(_)) => None,
        };
        // Variables whose first value is not modelled are never accessed.
        if let (Some(bits), Some(width)) = (bits, self.types().scalar_width(object.ty.ty)) {
            let value = self.bits(bits, width);
            self.assign(var, value, range);
        }
    }
}
