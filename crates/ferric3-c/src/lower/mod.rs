//! Lowering: from the typed tree to IVL.
//!
//! Evaluation goes from left to right, unless another order makes a difference (`order/`). A value is
//! a plain term over the current values of the variables; where a later operand has side effects,
//! the term is first saved in a temporary.
//!
//! What cannot be modelled becomes a violated property of kind `Unsupported` followed by a stop,
//! at the point of evaluation. Lowering then goes on in a fresh block that nothing leads to;
//! blocks, procedures and properties that cannot be reached are removed at the end.

mod assign;
mod assumption;
mod atomic;
mod builtin;
mod call;
mod call_text;
mod check;
mod cleanup;
mod computed_goto;
mod condition;
mod conditional;
mod conversion;
mod cover;
mod ctype;
mod entry;
mod environment;
mod errno;
mod expr;
mod extern_call;
mod float;
mod format;
mod format_call;
mod function_pointer;
mod guard;
mod integer;
mod interval;
pub(crate) mod library;
mod magnitude;
mod memory;
mod number_operator;
mod number_text;
mod operator;
mod order;
mod prune;
mod purpose;
mod rough_math;
mod run_call;
mod scan_call;
mod scope;
pub(crate) mod start;
mod stmt;
mod term;
mod variable;
mod variadic;
mod violation;
pub(crate) mod walk;
mod words;

use ferric3_ivl::{
    Block, BlockId, CoverId, CoverKind, CoverPoint, IdxVec, InputSite, InputSource, ProcId,
    Procedure, Program, Property, PropertyKind, Span, Stmt, StmtKind, Terminator, TerminatorKind,
    VarId,
};
use ferric3_term::{Sort, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::preprocess::Preprocessed;
use crate::sema::hir::{Body, Expr, FunctionId, Goto, ObjectId, Range, Unit};
use crate::sema::types::Types;
use crate::{Diagnostic, FrontendOptions};
use assumption::Assumed;
use cleanup::{Cleanup, CleanupsAt};
use computed_goto::Dispatch;
pub use cover::{Criterion, Uncalled};
use integer::Numbers;
use interval::Intervals;
use memory::{Location, Memory, Place, PointsTo};
use order::Orders;
use scope::{Blocks, Scope};
use violation::LineStarts;

/// Translate a checked unit, from its entry function on.
pub(crate) fn lower(
    unit: &Unit,
    source: &Preprocessed,
    options: &FrontendOptions,
) -> Result<(Program, Terms), Diagnostic> {
    let main = entry::find_entry(unit, source, &options.entry)?;
    let mut points_to = PointsTo::new(unit, main);
    let orders = Orders::new(unit, &mut points_to, options);
    let mut lower = Lower {
        unit,
        source,
        options,
        terms: Terms::new(),
        program: Program::default(),
        memory: Memory::default(),
        points_to,
        orders,
        only_sign: std::ptr::null(),
        scalars: FxHashMap::default(),
        activations: FxHashMap::default(),
        procs: FxHashMap::default(),
        models: models_of(unit),
        entry: main,
        queue: Vec::new(),
        assumed: Vec::new(),
        intervals: Intervals::default(),
        numbers: Numbers::default(),
        body: BodyState::default(),
        goals: cover::Goals::default(),
        here: Range::default(),
        line_starts: LineStarts::default(),
    };
    lower.memory.keeps_padding = lower.padding_is_seen();
    lower.memory.has_odd_truth = lower.truth_may_be_odd();
    lower.declare_ends();
    let main_proc = lower.proc_of(main);
    while let Some(function) = lower.queue.pop() {
        lower.function(function);
    }
    lower.complete_goals();
    lower.define_ends();
    lower.start(main, main_proc);
    lower.guard_bits();
    lower.program.sources = source.sources.clone();
    lower.state_assumptions();
    lower.program.objects = lower.named_objects();
    let Lower { terms, program, .. } = lower;
    Ok((prune::compact(program, &terms), terms))
}

/// The models that a unit has, by name.
fn models_of(unit: &Unit) -> FxHashMap<&str, FunctionId> {
    let functions = unit.functions.iter().zip(0..);
    let models = functions.filter(|(f, _)| f.is_library && f.body.is_some());
    models
        .map(|(f, i)| (f.name.as_str(), FunctionId(i)))
        .collect()
}

/// The state of the lowering.
struct Lower<'a> {
    unit: &'a Unit,
    source: &'a Preprocessed,
    options: &'a FrontendOptions,
    terms: Terms,
    program: Program,
    /// Objects and their variables.
    memory: Memory,
    /// What pointers may point to.
    points_to: PointsTo<'a>,
    /// Where the order of evaluation matters.
    orders: Orders<'a>,
    /// The expression of which only the sign matters, or whether it is 0.
    only_sign: *const Expr,
    /// The IVL variables of the C variables that are all of one.
    scalars: FxHashMap<ObjectId, Option<VarId>>,
    /// Where the addresses of the local variables of recursive functions are kept.
    activations: FxHashMap<ObjectId, VarId>,
    /// The IVL procedures of the C functions.
    procs: FxHashMap<FunctionId, ProcId>,
    /// The models of library functions, by name.
    models: FxHashMap<&'a str, FunctionId>,
    /// The entry function.
    entry: FunctionId,
    /// Functions whose bodies are still to be lowered.
    queue: Vec<FunctionId>,
    /// What is taken for granted in which procedure.
    assumed: Vec<(ProcId, Assumed, Option<Range>)>,
    /// What forms of terms say about their values.
    intervals: Intervals,
    /// Mathematical integers.
    numbers: Numbers,
    /// The procedure under construction.
    body: BodyState<'a>,
    /// Coverage goals.
    goals: cover::Goals,
    /// The place of what is being lowered, for terminators.
    here: Range,
    /// Where the lines of files begin.
    line_starts: LineStarts,
}

/// A procedure under construction.
#[derive(Default)]
struct BodyState<'a> {
    blocks: IdxVec<Block>,
    /// Where statements go.
    current: Option<BlockId>,
    locals: Vec<VarId>,
    /// The function.
    function: Option<FunctionId>,
    /// Where the result goes.
    result: Option<VarId>,
    /// Symbols of the temporaries.
    temps: FxHashSet<SymbolId>,
    /// What is taken for granted in which block.
    assumed: Vec<(BlockId, Assumed, Option<Range>)>,
    /// Blocks of the labels.
    labels: Vec<Option<BlockId>>,
    gotos: &'a [Goto],
    computed: &'a [Vec<Goto>],
    /// Where computed jumps choose their label.
    dispatches: Vec<Dispatch<'a>>,
    /// Where `break` goes, and how many scopes are around that.
    breaks: Vec<(BlockId, usize)>,
    /// Where `continue` goes, and how many scopes are around that.
    continues: Vec<(BlockId, usize)>,
    /// The blocks that the run is in, the innermost last.
    scopes: Vec<Scope>,
    /// What is inside of which blocks.
    inside: Blocks,
    /// What the attribute `cleanup` asks for in these blocks, in the order of the text.
    cleanups: Vec<Cleanup<'a>>,
    /// What of that there is at each label.
    cleanups_at: CleanupsAt,
    /// Blocks of the cases of the switch statements around.
    cases: Vec<Vec<BlockId>>,
    /// Are accesses to memory those of the library, which are never wrong?
    is_trusted: bool,
    /// Where statements have their last coverage goal.
    covered: Option<cover::Covered>,
    /// Decisions whose evaluation has begun, the innermost last.
    evaluations: Vec<cover::Evaluation>,
}

impl<'a> Lower<'a> {
    fn types(&self) -> &'a Types {
        &self.unit.types
    }

    fn span(&self, range: Range) -> Span {
        range.place(self.source)
    }

    /// The procedure of a function with a body.
    fn proc_of(&mut self, id: FunctionId) -> ProcId {
        if let Some(&proc) = self.procs.get(&id) {
            return proc;
        }
        let function = self.unit.function(id);
        let span = self.span(function.range);
        let proc = self.program.procs.push(Procedure {
            name: function.name.clone(),
            params: Vec::new(),
            result: None,
            locals: Vec::new(),
            blocks: IdxVec::new(),
            entry: BlockId::new(0),
            span,
        });
        self.procs.insert(id, proc);
        self.declare_signature(id, proc);
        self.queue.push(id);
        proc
    }

    /// Lower the body of a function.
    fn function(&mut self, id: FunctionId) {
        let unit = self.unit;
        let (Some(&proc), Some(body)) = (self.procs.get(&id), &unit.function(id).body) else {
            return;
        };
        let signature = &self.program.procs[proc];
        self.body = BodyState {
            locals: signature.locals.clone(),
            result: signature.result,
            labels: vec![None; body.labels.len()],
            gotos: &body.gotos,
            computed: &body.computed,
            ..BodyState::default()
        };
        self.here = unit.function(id).range;
        let entry = self.new_block();
        self.switch_to(entry);
        self.body.function = Some(id);
        self.body.inside = self.blocks_of(body);
        self.body.cleanups_at = CleanupsAt::of(body);
        self.cover_entry(id);
        self.open_scope(&body.stmts);
        self.receive_parameters(proc, body);
        self.stmts(&body.stmts);
        self.fall_off(id, body);
        self.finish(proc, entry);
    }

    /// Move the values of parameters that have an address, or several variables, to them.
    fn receive_parameters(&mut self, proc: ProcId, body: &'a Body) {
        let unit = self.unit;
        let mut given = self.program.procs[proc].params.clone().into_iter();
        for &param in &body.params {
            let object = unit.object(param);
            if !self.is_modelled(object.ty) {
                continue;
            }
            let Some(var) = given.next() else {
                return;
            };
            if self.scalars.get(&param) == Some(&Some(var)) {
                continue;
            }
            if let Some(place) = self.new_variable(param) {
                let value = self.read(var);
                self.store_place(&place, value);
            }
        }
        // Only now: what they were given may point to where they were before.
        for &param in &body.params {
            if self.is_modelled(unit.object(param).ty) {
                self.enter_scope(param);
            }
        }
    }

    /// A variable comes into being: its place.
    fn new_variable(&mut self, id: ObjectId) -> Option<Place> {
        let object = self.unit.object(id);
        let target = self.object_of(Location::Variable(id))?;
        if self.points_to.is_multiple(id) {
            self.activate(id, target);
            return Some(self.activation(id, target));
        }
        Some(Place::start(target, object.ty.ty, object.range))
    }

    /// The end of a body without a `return`: `main` returns 0 (5.1.2.2.3), the value of other
    /// functions is indeterminate.
    fn fall_off(&mut self, id: FunctionId, body: &Body) {
        self.here = body.end;
        if let Some(result) = self.body.result {
            let name = &self.unit.function(id).name;
            if name == "main" {
                let width = self.terms.width(self.read(result));
                let zero = self.bits(0, width);
                self.assign(result, zero, body.end);
            } else {
                let source = InputSource::Uninitialised(format!("result of {name}"));
                self.havoc(result, source, body.end);
            }
        }
        self.leave_scopes(0);
        self.terminate(TerminatorKind::Return);
    }

    /// Hand the finished body over to its procedure.
    fn finish(&mut self, proc: ProcId, entry: BlockId) {
        let body = std::mem::take(&mut self.body);
        let procedure = &mut self.program.procs[proc];
        procedure.entry = entry;
        procedure.locals = body.locals;
        procedure.blocks = body.blocks;
        let reached = prune::remove_unreachable_blocks(procedure);
        let assumed = body
            .assumed
            .into_iter()
            .filter(|(block, ..)| reached[block.index()]);
        self.assumed
            .extend(assumed.map(|(_, about, range)| (proc, about, range)));
    }

    /// A new empty block.
    fn new_block(&mut self) -> BlockId {
        let span = self.span(self.here);
        let terminator = Terminator {
            kind: TerminatorKind::Return,
            span,
        };
        self.body.blocks.push(Block {
            name: None,
            is_cut: false,
            stmts: Vec::new(),
            terminator,
        })
    }

    /// From now on, statements go to `block`.
    fn switch_to(&mut self, block: BlockId) {
        self.body.current = Some(block);
    }

    /// Append a statement.
    fn emit(&mut self, mut kind: StmtKind, range: Range) {
        if let StmtKind::Call { proc, args, .. } = &mut kind {
            let params = self.program.procs[*proc].params.clone();
            for (arg, param) in args.iter_mut().zip(params) {
                *arg = self.in_sort_of(param, *arg);
            }
        }
        let span = self.span(range);
        if let Some(current) = self.body.current {
            self.body.blocks[current].stmts.push(Stmt { kind, span });
        }
    }

    /// End the block. What follows goes to a block that nothing leads to.
    fn terminate(&mut self, kind: TerminatorKind) {
        let span = self.span(self.here);
        if let Some(current) = self.body.current {
            self.body.blocks[current].terminator = Terminator { kind, span };
        }
        let unreachable = self.new_block();
        self.switch_to(unreachable);
    }

    /// End the block with a jump.
    fn goto(&mut self, target: BlockId) {
        self.terminate(TerminatorKind::Goto(target));
    }

    /// `var := value`.
    fn assign(&mut self, var: VarId, value: TermId, range: Range) {
        self.has_value(var, true, range);
        self.assign_only(var, value, range);
    }

    /// The same, if it is known by other means which bits have a value then.
    fn assign_only(&mut self, var: VarId, value: TermId, range: Range) {
        let value = self.in_sort_of(var, value);
        self.emit(StmtKind::Assign { var, value }, range);
    }

    /// `var := any value of its type`.
    fn havoc(&mut self, var: VarId, source: InputSource, range: Range) {
        let span = self.span(range);
        let decl = &self.program.vars[var];
        let (sort, reading, term) = (decl.sort, decl.reading, decl.term);
        let is_bool = decl.type_name == "_Bool" && sort == Sort::BitVec(8);
        let is_given = !matches!(source, InputSource::Uninitialised(_));
        let input = self.program.inputs.push(InputSite {
            source,
            sort,
            reading,
            span,
            words: None,
        });
        self.emit(StmtKind::Havoc { var, input }, range);
        self.assume_in_range(var, range);
        if is_bool {
            // The only values of `_Bool` are 0 and 1.
            let truth = self.truth(term);
            let value = self.bool_to_bits(truth, 8);
            self.assign_only(var, value, range);
        }
        self.has_value(var, is_given, range);
    }

    /// A new property.
    fn assert(&mut self, condition: TermId, kind: PropertyKind, description: String, range: Range) {
        let span = self.span(range);
        self.assert_at(condition, kind, description, span);
    }

    /// A new property at a place that is not that of the text.
    fn assert_at(
        &mut self,
        condition: TermId,
        kind: PropertyKind,
        description: String,
        span: Span,
    ) {
        let property = self.program.properties.push(Property {
            kind,
            description,
            span,
        });
        let kind = StmtKind::Assert {
            condition,
            property,
        };
        if let Some(current) = self.body.current {
            self.body.blocks[current].stmts.push(Stmt { kind, span });
        }
    }

    /// The run has come to something that cannot be modelled.
    fn unsupported(&mut self, what: &str, range: Range) {
        self.here = range;
        self.unsupported_at(what, self.span(range));
    }

    /// The same for something outside of functions.
    fn unsupported_at(&mut self, what: &str, span: Span) {
        let condition = self.truth_value(false);
        self.assert_at(condition, PropertyKind::Unsupported, what.to_owned(), span);
        self.terminate(TerminatorKind::Stop { status: None });
    }

    /// A new decision.
    fn decision(&mut self, range: Range) -> CoverId {
        let span = self.span(range);
        self.program.cover.push(CoverPoint {
            kind: CoverKind::Decision,
            span,
            decision: None,
        })
    }

    /// A new condition of a decision.
    fn condition_point(&mut self, decision: CoverId, range: Range) -> CoverId {
        let span = self.span(range);
        let decision = Some(decision);
        self.program.cover.push(CoverPoint {
            kind: CoverKind::Condition,
            span,
            decision,
        })
    }
}
