//! From an IVL program to an automaton with one location per basic block, calls inlined.
//!
//! Every call gets a copy of the callee's blocks, but not of its variables: without recursion a
//! procedure is active at most once at a time, so one copy of its locals is enough.
//!
//! Procedures that call each other recursively are copied together, once for each call from
//! outside. A call among them saves what it needs on an explicit [`Stack`] and jumps; a return
//! looks there where to go. Inlining to a depth would be exponential for all but linear recursion,
//! and the depth would have to be guessed; the stack is precise up to its capacity, and a call
//! that finds it full is an obstacle.

use std::collections::BTreeMap;
use std::rc::Rc;

use ferric3_ivl::{
    BlockId, InputSource, ProcId, Program, PropertyKind, Span, StmtKind, Terminator,
    TerminatorKind, VarId,
};
use ferric3_term::{Substitution, SymbolId, TermId, Terms};

use crate::build_options::{BuildError, BuildOptions, Obstacles};
use crate::call_graph::CallGraph;
use crate::stack::{CallSite, Stack};
use crate::{Cfa, CmdId, LocId, RecursionLimit, Target, TargetKind};

/// A copy of the procedures of a recursive component.
struct Component {
    stack: Rc<Stack>,
    /// The entries of its procedures.
    entries: BTreeMap<ProcId, LocId>,
    /// Where its procedures return to; from there the stack says how it goes on.
    returns: BTreeMap<ProcId, LocId>,
}

/// A procedure whose blocks are still to be copied.
struct Activation {
    proc: ProcId,
    /// Location of its entry block.
    entry: LocId,
    /// Where control goes on return; none for the entry procedure.
    exit: Option<LocId>,
    /// The copy that it belongs to, if it is recursive.
    component: Option<Rc<Component>>,
}

struct Builder<'a> {
    program: &'a Program,
    terms: &'a mut Terms,
    options: BuildOptions,
    cfa: Cfa,
    /// Turns the program's plain terms into simplified ones.
    simplifier: Substitution,
    open: Vec<Activation>,
    graph: CallGraph,
    /// The stacks of recursive components. All copies share one: no two are active at a time.
    stacks: BTreeMap<usize, Rc<Stack>>,
}

/// Build the automaton of `program`. Requires a valid program with an entry.
pub fn build(
    program: &Program,
    terms: &mut Terms,
    options: BuildOptions,
) -> Result<Cfa, BuildError> {
    let mut cfa = Cfa::new();
    cfa.deterministic = true;
    for (id, var) in program.vars.iter_enumerated() {
        cfa.add_state_var(terms, var.symbol, Some(id));
    }
    let simplifier = Substitution::new(std::iter::empty());
    let mut builder = Builder {
        program,
        terms,
        options,
        cfa,
        simplifier,
        open: Vec::new(),
        graph: CallGraph::new(program),
        stacks: BTreeMap::new(),
    };
    let entry_proc = program.entry.expect("a valid program has an entry");
    let skip = builder.cfa.commands.skip(builder.terms);
    let initial = builder.cfa.initial;
    builder.activate(initial, skip, entry_proc, None);
    while let Some(activation) = builder.open.pop() {
        builder.copy_blocks(&activation)?;
    }
    Ok(builder.cfa)
}

impl Builder<'_> {
    fn location(&mut self, proc: ProcId, span: Span) -> LocId {
        let label = format!("{}:{}", self.program.procs[proc].name, span.line);
        self.cfa.add_location(label, Some(span))
    }

    fn copy_blocks(&mut self, activation: &Activation) -> Result<(), BuildError> {
        let proc_id = activation.proc;
        let proc = &self.program.procs[proc_id];
        if self.cfa.locations.len() + proc.blocks.len() > self.options.max_locations {
            return Err(BuildError::TooManyLocations(self.options.max_locations));
        }
        let mut starts = Vec::with_capacity(proc.blocks.len());
        for (id, block) in proc.blocks.iter_enumerated() {
            starts.push(if id == proc.entry {
                activation.entry
            } else {
                let span = block
                    .stmts
                    .first()
                    .map_or(block.terminator.span, |stmt| stmt.span);
                let start = self.location(proc_id, span);
                let location = &mut self.cfa.locations[start];
                if let Some(name) = &block.name {
                    location.label.clone_from(name);
                }
                location.is_loop_head = block.is_cut;
                start
            });
        }
        for id in proc.blocks.ids() {
            self.copy_block(activation, id, &starts);
        }
        Ok(())
    }

    /// One block: a path of edges that starts at its location. Calls and assertions cut it.
    fn copy_block(&mut self, activation: &Activation, block: BlockId, starts: &[LocId]) {
        let proc_id = activation.proc;
        let mut from = starts[block.index()];
        let number = block.index();
        let block = &self.program.procs[proc_id].blocks[block];
        let mut command = self.cfa.commands.skip(self.terms);
        for (position, stmt) in block.stmts.iter().enumerate() {
            match &stmt.kind {
                StmtKind::Assign { var, value } => {
                    let cmd = self.assign(*var, *value);
                    command = self.seq(command, cmd);
                }
                StmtKind::Havoc { var, input } => {
                    let symbol = self.program.vars[*var].symbol;
                    let cmd = self.cfa.commands.havoc(self.terms, symbol, Some(*input));
                    command = self.seq(command, cmd);
                    let proves_nothing = matches!(
                        self.program.inputs[*input].source,
                        InputSource::Approximated(_) | InputSource::Doubtful(_)
                    );
                    if proves_nothing && self.options.obstacles == Obstacles::AsDeadEnds {
                        let never = self.terms.ff();
                        let dead_end = self.cfa.commands.assume(never);
                        command = self.seq(command, dead_end);
                    }
                }
                StmtKind::Assume(condition) => {
                    let condition = self.simplifier.apply(self.terms, *condition);
                    let cmd = self.cfa.commands.assume(condition);
                    command = self.seq(command, cmd);
                }
                StmtKind::Assert {
                    condition,
                    property,
                } => {
                    let condition = self.simplifier.apply(self.terms, *condition);
                    let kind = match self.program.properties[*property].kind {
                        PropertyKind::Unsupported => TargetKind::Unsupported(*property),
                        _ => TargetKind::Property(*property),
                    };
                    let violated = self.terms.not(condition);
                    self.edge_to_error(from, command, violated, kind, stmt.span);
                    let cmd = self.cfa.commands.assume(condition);
                    command = self.seq(command, cmd);
                }
                StmtKind::Cover { condition, goal } => {
                    // Nothing is assumed afterwards: the run goes on beside.
                    if self.options.coverage.contains(goal) {
                        let condition = self.simplifier.apply(self.terms, *condition);
                        let kind = TargetKind::Coverage(*goal);
                        self.edge_to_error(from, command, condition, kind, stmt.span);
                    }
                }
                StmtKind::Call { proc, args, result } => {
                    let component = activation.component.as_deref();
                    let recursive = self.graph.is_recursive_call(proc_id, *proc);
                    let after = match component.filter(|_| recursive) {
                        None => Some(self.call(activation, from, command, *proc, args, *result)),
                        Some(component) => {
                            let site = (proc_id, number, position);
                            let here = (from, command, stmt.span);
                            self.recursive_call(component, here, site, *proc, args, *result)
                        }
                    };
                    let Some(after) = after else { return };
                    (from, command) = after;
                }
                StmtKind::Decision { .. } => {}
            }
        }
        self.leave_block(activation, from, command, &block.terminator, starts);
    }

    fn leave_block(
        &mut self,
        activation: &Activation,
        from: LocId,
        command: CmdId,
        terminator: &Terminator,
        starts: &[LocId],
    ) {
        match &terminator.kind {
            TerminatorKind::Goto(block) => {
                self.cfa.add_edge(from, command, starts[block.index()]);
            }
            TerminatorKind::Branch {
                condition,
                then,
                otherwise,
                ..
            } => {
                let condition = self.simplifier.apply(self.terms, *condition);
                let negated = self.terms.not(condition);
                for (guard, block) in [(condition, then), (negated, otherwise)] {
                    if self.terms.as_bool(guard) != Some(false) {
                        let assume = self.cfa.commands.assume(guard);
                        let cmd = self.seq(command, assume);
                        self.cfa.add_edge(from, cmd, starts[block.index()]);
                    }
                }
            }
            TerminatorKind::Return => {
                if let Some(exit) = activation.exit {
                    self.cfa.add_edge(from, command, exit);
                }
            }
            TerminatorKind::Stop { .. } => {}
        }
    }

    /// Pass the arguments, enter the callee, and go on at a new location where it returns to.
    fn call(
        &mut self,
        activation: &Activation,
        from: LocId,
        command: CmdId,
        callee: ProcId,
        args: &[TermId],
        result: Option<VarId>,
    ) -> (LocId, CmdId) {
        let command = self.pass(command, callee, args);
        let exit = self.location(activation.proc, self.program.procs[callee].span);
        self.activate(from, command, callee, Some(exit));
        (exit, self.take_result(callee, result))
    }

    /// Enter a procedure that is not active by `command`, whose copy will return to `exit`.
    fn activate(&mut self, from: LocId, command: CmdId, proc: ProcId, exit: Option<LocId>) {
        let Some(component) = self.graph.recursive_component(proc) else {
            let entry = self.location(proc, self.program.procs[proc].span);
            self.cfa.add_edge(from, command, entry);
            self.open.push(Activation {
                proc,
                entry,
                exit,
                component: None,
            });
            return;
        };
        let stack = self.stack(component);
        let members = self.graph.members(component).to_vec();
        let (mut entries, mut returns) = (BTreeMap::new(), BTreeMap::new());
        for &member in &members {
            let span = self.program.procs[member].span;
            entries.insert(member, self.location(member, span));
            returns.insert(member, self.location(member, span));
        }
        let zero = self.terms.bv_u64(0, stack.bits);
        let start = self.cfa.commands.assign(stack.pointer.symbol, zero);
        let command = self.seq(command, start);
        self.cfa.add_edge(from, command, entries[&proc]);
        if let Some(exit) = exit {
            let is_empty = stack.is_empty(self.terms);
            let leave = self.cfa.commands.assume(is_empty);
            self.cfa.add_edge(returns[&proc], leave, exit);
        }
        let component = Rc::new(Component {
            stack,
            entries,
            returns,
        });
        for member in members {
            self.open.push(Activation {
                proc: member,
                entry: component.entries[&member],
                exit: Some(component.returns[&member]),
                component: Some(Rc::clone(&component)),
            });
        }
    }

    /// The stack of a recursive component.
    fn stack(&mut self, component: usize) -> Rc<Stack> {
        if let Some(stack) = self.stacks.get(&component) {
            return Rc::clone(stack);
        }
        let bits = self.options.stack_bits;
        let stack = Stack::new(self.program, self.terms, &self.graph, component, bits);
        for cell in stack.cells() {
            self.cfa.add_state_var(self.terms, cell.symbol, None);
        }
        let stack = Rc::new(stack);
        self.stacks.insert(component, Rc::clone(&stack));
        stack
    }

    /// Save what is needed again, pass the arguments, jump to the callee, and go on at a new
    /// location to which its returns branch. None if control never gets behind the call.
    fn recursive_call(
        &mut self,
        component: &Component,
        (from, command, span): (LocId, CmdId, Span),
        call: CallSite,
        callee: ProcId,
        args: &[TermId],
        result: Option<VarId>,
    ) -> Option<(LocId, CmdId)> {
        let stack = Rc::clone(&component.stack);
        let site = stack.site(call);
        if let Some(array) = site.array {
            let tt = self.terms.tt();
            let kind = TargetKind::Recursion(callee, RecursionLimit::Array(array));
            self.edge_to_error(from, command, tt, kind, span);
            return None;
        }
        let is_full = stack.is_full(self.terms);
        let kind = TargetKind::Recursion(callee, RecursionLimit::Depth(stack.capacity()));
        self.edge_to_error(from, command, is_full, kind, span);
        let is_too_large = stack.is_too_large(self.program, self.terms, site);
        let has_room = self.terms.not(is_full);
        let is_the_reason = self.terms.and2(has_room, is_too_large);
        let kind = TargetKind::Recursion(callee, RecursionLimit::Integer);
        self.edge_to_error(from, command, is_the_reason, kind, span);
        let fits = self.terms.not(is_too_large);
        let has_room = self.terms.and2(has_room, fits);
        let assume = self.cfa.commands.assume(has_room);
        let mut command = self.seq(command, assume);
        let push = stack.push(self.program, self.terms, callee, site);
        command = self.assign_in_order(command, &push);
        command = self.pass(command, callee, args);
        self.cfa.add_edge(from, command, component.entries[&callee]);

        let is_empty = stack.is_empty(self.terms);
        let inside = self.terms.not(is_empty);
        let mut back = self.cfa.commands.assume(inside);
        let popped = stack.popped(self.terms);
        back = self.assign_in_order(back, &[(stack.pointer.symbol, popped)]);
        let is_here = stack.returns_to(self.terms, callee, site);
        let assume = self.cfa.commands.assume(is_here);
        back = self.seq(back, assume);
        // The result first: what is restored may be the very local that holds it.
        let take = self.take_result(callee, result);
        back = self.seq(back, take);
        let restore = stack.restore(self.program, self.terms, site);
        back = self.assign_in_order(back, &restore);
        let after = self.location(call.0, span);
        self.cfa.add_edge(component.returns[&callee], back, after);
        Some((after, self.cfa.commands.skip(self.terms)))
    }

    /// `command`, then all arguments into the parameters at once: in a recursive call arguments
    /// may mention the parameters.
    fn pass(&mut self, mut command: CmdId, callee: ProcId, args: &[TermId]) -> CmdId {
        let params = &self.program.procs[callee].params;
        let mut open: Vec<(SymbolId, TermId)> = Vec::new();
        for (&param, &arg) in params.iter().zip(args) {
            let symbol = self.program.vars[param].symbol;
            let value = self.simplifier.apply(self.terms, arg);
            if self.terms.as_symbol(value) != Some(symbol) {
                open.push((symbol, value));
            }
        }
        while !open.is_empty() {
            let is_free = |&(param, _): &(SymbolId, TermId)| {
                let mentions = |&&(other, value): &&(SymbolId, TermId)| {
                    other != param && self.terms.symbols_of(value).contains(&param)
                };
                !open.iter().any(|pair| mentions(&pair))
            };
            let (param, value) = if let Some(position) = open.iter().position(is_free) {
                open.remove(position)
            } else {
                // A cycle: the first parameter's old value gets another name.
                let (param, _) = open[0];
                let old = self.terms.symbol_term(param);
                let name = format!("{}.old", self.terms.symbol(param).name);
                let (symbol, term) = self.terms.fresh_symbol(name, self.terms.sort(old));
                self.cfa.add_state_var(self.terms, symbol, None);
                let mut rename = Substitution::new([(param, term)]);
                for (_, value) in &mut open {
                    *value = rename.apply(self.terms, *value);
                }
                (symbol, old)
            };
            command = self.assign_in_order(command, &[(param, value)]);
        }
        command
    }

    /// `result := the callee's result`, if anyone wants it.
    fn take_result(&mut self, callee: ProcId, result: Option<VarId>) -> CmdId {
        match (result, self.program.procs[callee].result) {
            (Some(target), Some(source)) if target != source => {
                let value = self.program.vars[source].term;
                self.assign(target, value)
            }
            _ => self.cfa.commands.skip(self.terms),
        }
    }

    fn assign_in_order(&mut self, mut command: CmdId, assigns: &[(SymbolId, TermId)]) -> CmdId {
        for &(symbol, value) in assigns {
            let assign = self.cfa.commands.assign(symbol, value);
            command = self.seq(command, assign);
        }
        command
    }

    fn edge_to_error(
        &mut self,
        from: LocId,
        command: CmdId,
        condition: TermId,
        kind: TargetKind,
        span: Span,
    ) {
        let dead_end = kind.is_obstacle() && self.options.obstacles == Obstacles::AsDeadEnds;
        if dead_end || self.terms.as_bool(condition) == Some(false) {
            return;
        }
        let target = self.cfa.targets.push(Target {
            kind,
            span: Some(span),
        });
        let assume = self.cfa.commands.assume(condition);
        let reach = self.cfa.commands.reach(target);
        let violated = self.seq(command, assume);
        let violated = self.seq(violated, reach);
        let error = self.cfa.error;
        self.cfa.add_edge(from, violated, error);
    }

    fn assign(&mut self, var: VarId, value: TermId) -> CmdId {
        let value = self.simplifier.apply(self.terms, value);
        self.cfa
            .commands
            .assign(self.program.vars[var].symbol, value)
    }

    fn seq(&mut self, a: CmdId, b: CmdId) -> CmdId {
        self.cfa.commands.seq(self.terms, a, b)
    }
}
