//! The entry procedure: initialises variables with static storage, then calls the entry function.

use ferric3_ivl::{
    BlockId, IdxVec, InputSource, ProcId, Procedure, StmtKind, TerminatorKind, VarId,
};
use ferric3_term::{Op, TermId};

use super::assumption::Assumed;
use super::environment::is_library_variable;
use super::memory::{Location, Object, Place, Strings, strings_parameter};
use super::prune::reachable;
use super::walk::mention;
use super::{BodyState, Lower};
use crate::sema::hir::{FunctionId, Init, Range, Storage};

/// Is it a variable of the library, which the program only declares?
pub(crate) fn is_of_library(name: &str) -> bool {
    is_environment(name)
        || is_library_variable(name)
        || standard_stream(name).is_some()
        || name == "errno"
        || name == crate::library::ERRNO
}

/// Is it the variable of the system that points to the strings of the environment?
fn is_environment(name: &str) -> bool {
    matches!(name, "environ" | "__environ")
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
        for (range, what) in &self.unit.obstacles {
            self.unsupported(what, *range);
        }
        let arguments = self.strings_arguments(main);
        if !self.memory.fits(self.types().pointer_width()) {
            self.unsupported("objects that do not fit into the address space", range);
        }
        let (_, mut used) = reachable(&self.program, &self.terms, main_proc);
        if let Some(ends) = self.memory.ends {
            let (_, more) = reachable(&self.program, &self.terms, ends.returned);
            for (used, more) in used.iter_mut().zip(more) {
                *used |= more;
            }
        }
        for (location, object) in self.memory.all() {
            let variables = self.memory.variables(object);
            let masks = variables.iter().filter_map(|var| self.memory.mask(*var));
            let all: Vec<VarId> = variables.iter().copied().chain(masks).collect();
            if all.iter().any(|var| used[var.index()]) {
                self.first_values(location, object);
            }
        }
        for counter in self.memory.counters() {
            let zero = self.terms.zero_of(self.program.vars[counter].sort);
            self.assign(counter, zero, range);
        }
        let unit = self.unit;
        let args = self.arguments(main, &arguments);
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
        if let Some(ends) = self.memory.ends {
            let (proc, args, result) = (ends.returned, Vec::new(), None);
            self.emit(StmtKind::Call { proc, args, result }, range);
        }
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

    /// For each parameter of the entry function, the strings that it points to.
    fn strings_arguments(&mut self, main: FunctionId) -> Vec<Option<(Strings, TermId)>> {
        let unit = self.unit;
        let params = unit.function(main).body.iter().flat_map(|b| &b.params);
        let params = params.enumerate();
        params
            .map(|(i, &param)| self.strings_argument(i, param))
            .collect()
    }

    /// The arguments of the entry function: any values, but for those of `main`.
    fn arguments(
        &mut self,
        main: FunctionId,
        strings: &[Option<(Strings, TermId)>],
    ) -> Vec<TermId> {
        let unit = self.unit;
        let Some(body) = &unit.function(main).body else {
            return Vec::new();
        };
        let mut args = Vec::new();
        for (i, (&param, strings_of)) in body.params.iter().zip(strings).enumerate() {
            let object = unit.object(param);
            if !self.is_modelled(object.ty) {
                continue;
            }
            if let &Some((strings, address)) = strings_of {
                args.push(address);
                if strings == Strings::Environment
                    && let Some(count) = self.any_count(strings, object.range)
                {
                    self.begin_strings(strings, count, object.range);
                }
                continue;
            }
            let temp = self.temp(object.ty.ty, object.range);
            let source = InputSource::Parameter(object.name.clone());
            self.havoc(temp, source, object.range);
            let value = self.read(temp);
            let is_count = i == 0 && strings_parameter(unit, main, 1).is_some();
            let has_strings = strings.get(1).is_some_and(Option::is_some);
            if is_count && (has_strings || mention(unit, &body.stmts, param)) {
                self.count_arguments(value, object.range);
            }
            args.push(value);
        }
        args
    }

    /// The number of arguments is not negative (5.1.2.2.1). That it may be 0 is what C says, but
    /// current systems pass at least the name of the program: what is proved must hold for 0 as
    /// well, and no violation rests on it.
    fn count_arguments(&mut self, count: TermId, range: Range) {
        let zero = self.bits(0, 32);
        let possible = self.mk2(Op::BvSle, zero, count);
        self.emit(StmtKind::Assume(possible), range);
        let condition = self.mk2(Op::Eq, count, zero);
        let (then, otherwise) = (self.new_block(), self.new_block());
        self.terminate(TerminatorKind::Branch {
            condition,
            then,
            otherwise,
            point: None,
        });
        self.switch_to(then);
        let doubt = self.bool_temp(range);
        let what = "a run without any argument, not even the name of the program (argc is 0)";
        self.havoc(doubt, InputSource::Doubtful(what.to_owned()), range);
        self.goto(otherwise);
        self.switch_to(otherwise);
        self.begin_strings(Strings::Arguments, count, range);
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
                    (Storage::Extern, _) if is_environment(&variable.name) => {
                        self.unsupported("the variable environ", variable.range);
                    }
                    (Storage::Extern, _) if is_library_variable(&variable.name) => {
                        let what = format!("variable `{}` of the library", variable.name);
                        self.unsupported(&what, variable.range);
                    }
                    (Storage::Extern, _) if standard_stream(&variable.name).is_some() => {
                        let stream = standard_stream(&variable.name).unwrap_or(0);
                        for var in self.memory.variables(object) {
                            let width = self.terms.width(self.read(var));
                            let address = self.bits(stream, width);
                            self.assign(var, address, variable.range);
                        }
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
            Location::Text(strings) => {
                let range = self.unit.function(self.entry).range;
                self.any_text(strings, object, range);
            }
            Location::Unknown | Location::Function(_) | Location::Label | Location::Strings(_) => {}
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

/// The addresses that streams of the library have here: not null, and another one for each.
pub(super) const STREAMS: [(&str, u64); 3] =
    [("stdin", 0x1000), ("stdout", 0x1010), ("stderr", 0x1020)];

fn standard_stream(name: &str) -> Option<u128> {
    let mut streams = STREAMS.iter();
    let &(_, address) = streams.find(|(stream, _)| *stream == name)?;
    Some(address.into())
}
