//! From an IVL program to an automaton with one location per basic block, calls inlined.
//!
//! Every call gets a copy of the callee's blocks, but not of its variables: without recursion a
//! procedure is active at most once at a time, so one copy of its locals is enough.

use std::fmt;
use std::rc::Rc;

use ferric3_ivl::{
    BlockId, ProcId, Program, PropertyKind, Span, StmtKind, Terminator, TerminatorKind, VarId,
};
use ferric3_term::{Substitution, TermId, Terms};

use crate::{Cfa, CmdId, LocId, Target, TargetKind};

/// What to do with constructs that cannot be modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Obstacles {
    /// They lead to the error location: if it is unreachable, so are they.
    #[default]
    AsErrors,
    /// Runs end there. Only a counterexample counts on such an automaton.
    AsDeadEnds,
}

/// Options of [`build`].
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions {
    /// What to do with constructs that cannot be modelled.
    pub obstacles: Obstacles,
    /// Give up when inlining makes more locations than this.
    pub max_locations: usize,
}

impl Default for BuildOptions {
    fn default() -> Self {
        BuildOptions {
            obstacles: Obstacles::default(),
            max_locations: 1_000_000,
        }
    }
}

/// The automaton could not be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// Inlining makes too many locations.
    TooManyLocations(usize),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::TooManyLocations(limit) => {
                write!(f, "inlining the calls makes more than {limit} locations")
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// The chain of active calls, innermost first.
struct Chain {
    proc: ProcId,
    caller: Option<Rc<Chain>>,
}

impl Chain {
    fn contains(&self, proc: ProcId) -> bool {
        let mut link = Some(self);
        while let Some(chain) = link {
            if chain.proc == proc {
                return true;
            }
            link = chain.caller.as_deref();
        }
        false
    }
}

/// A call whose blocks are still to be copied.
struct Activation {
    chain: Rc<Chain>,
    /// Location of the callee's entry block.
    entry: LocId,
    /// Where control goes on return; none for the entry procedure.
    exit: Option<LocId>,
}

struct Builder<'a> {
    program: &'a Program,
    terms: &'a mut Terms,
    options: BuildOptions,
    cfa: Cfa,
    /// Turns the program's plain terms into simplified ones.
    simplifier: Substitution,
    open: Vec<Activation>,
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
    };
    let entry_proc = program.entry.expect("a valid program has an entry");
    let entry = builder.location(entry_proc, program.procs[entry_proc].span);
    let skip = builder.cfa.commands.skip(builder.terms);
    let initial = builder.cfa.initial;
    builder.cfa.add_edge(initial, skip, entry);
    let chain = Rc::new(Chain {
        proc: entry_proc,
        caller: None,
    });
    builder.open.push(Activation {
        chain,
        entry,
        exit: None,
    });
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
        let proc_id = activation.chain.proc;
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
                self.location(proc_id, span)
            });
        }
        for id in proc.blocks.ids() {
            self.copy_block(activation, id, &starts);
        }
        Ok(())
    }

    /// One block: a path of edges that starts at its location. Calls and assertions cut it.
    fn copy_block(&mut self, activation: &Activation, block: BlockId, starts: &[LocId]) {
        let proc_id = activation.chain.proc;
        let mut from = starts[block.index()];
        let block = &self.program.procs[proc_id].blocks[block];
        let mut command = self.cfa.commands.skip(self.terms);
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Assign { var, value } => {
                    let cmd = self.assign(*var, *value);
                    command = self.seq(command, cmd);
                }
                StmtKind::Havoc { var, input } => {
                    let symbol = self.program.vars[*var].symbol;
                    let cmd = self.cfa.commands.havoc(self.terms, symbol, Some(*input));
                    command = self.seq(command, cmd);
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
                StmtKind::Call { proc, args, result } => {
                    if activation.chain.contains(*proc) {
                        let tt = self.terms.tt();
                        let kind = TargetKind::Recursion(*proc);
                        self.edge_to_error(from, command, tt, kind, stmt.span);
                        return;
                    }
                    (from, command) = self.call(activation, from, command, *proc, args, *result);
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
        mut command: CmdId,
        callee: ProcId,
        args: &[TermId],
        result: Option<VarId>,
    ) -> (LocId, CmdId) {
        let proc = &self.program.procs[callee];
        for (&param, &arg) in proc.params.iter().zip(args) {
            let cmd = self.assign(param, arg);
            command = self.seq(command, cmd);
        }
        let entry = self.location(callee, proc.span);
        self.cfa.add_edge(from, command, entry);
        let exit = self.location(activation.chain.proc, proc.span);
        let chain = Rc::new(Chain {
            proc: callee,
            caller: Some(Rc::clone(&activation.chain)),
        });
        self.open.push(Activation {
            chain,
            entry,
            exit: Some(exit),
        });
        let after = match (result, proc.result) {
            (Some(target), Some(source)) => {
                let value = self.program.vars[source].term;
                self.assign(target, value)
            }
            _ => self.cfa.commands.skip(self.terms),
        };
        (exit, after)
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
