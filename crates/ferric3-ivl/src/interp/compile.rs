//! Compiling a program to one flat list of commands.

use std::ops::Range;

use ferric3_term::Terms;

use super::code::{Instr, Memory, Place, Slot, WideInstr};
use super::expr::ExprCompiler;
use crate::{
    BlockId, CoverId, InputId, ProcId, Procedure, Program, PropertyId, Span, Stmt, StmtKind,
    Terminator, TerminatorKind, VarId,
};

/// A compiled program.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) commands: Vec<Command>,
    /// Where each command comes from.
    pub(super) origins: Vec<Origin>,
    pub(super) instrs: Vec<Instr>,
    pub(super) wide: Vec<WideInstr>,
    /// Arguments of calls.
    pub(super) args: Vec<Argument>,
    /// By number of the procedure.
    pub(super) procs: Vec<ProcCode>,
    /// By number of the variable.
    pub(super) vars: Vec<Place>,
    /// Contents of all registers at the start of a run.
    pub(super) memory: Memory,
}

/// A statement or terminator: instructions, and then what to do with their results.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    first: u32,
    end: u32,
    pub(super) kind: CommandKind,
}

impl Command {
    pub(super) fn instrs(&self) -> Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// What to do after the instructions. Conditions are numbers of words, targets are numbers of
/// commands.
#[derive(Clone, Copy, Debug)]
pub(super) enum CommandKind {
    /// The instructions have assigned the variable.
    Assign(VarId),
    Havoc {
        var: VarId,
        input: InputId,
    },
    Assume {
        condition: u32,
    },
    Assert {
        condition: u32,
        property: PropertyId,
    },
    Cover {
        condition: u32,
        goal: PropertyId,
    },
    Call {
        proc: ProcId,
        args: (u32, u32),
        result: Option<VarId>,
    },
    Decision {
        point: CoverId,
        outcome: bool,
    },
    Goto(u32),
    Branch {
        condition: u32,
        then: u32,
        otherwise: u32,
        point: Option<CoverId>,
    },
    Return,
    Stop {
        status: Option<Place>,
    },
}

/// An argument: where the caller has put it, and the parameter that it is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Argument {
    pub(super) from: Slot,
    pub(super) to: Place,
}

/// Where a command comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) span: Span,
    pub(super) proc: ProcId,
}

/// A compiled procedure.
#[derive(Clone, Debug, Default)]
pub(super) struct ProcCode {
    /// First command.
    pub(super) start: u32,
    /// Registers of its locals.
    pub(super) words: Range<usize>,
    pub(super) wides: Range<usize>,
    pub(super) arrays: Range<usize>,
    pub(super) result: Option<Place>,
}

/// Compiles a valid program.
pub(super) fn compile(program: &Program, terms: &Terms) -> Compiled {
    let mut compiler = Compiler {
        program,
        exprs: ExprCompiler::new(terms),
        commands: vec![],
        origins: vec![],
        args: vec![],
        procs: vec![],
        vars: vec![],
    };
    compiler.declare_variables();
    for (id, proc) in program.procs.iter_enumerated() {
        compiler.procedure(id, proc);
    }
    Compiled {
        commands: compiler.commands,
        origins: compiler.origins,
        instrs: compiler.exprs.instrs,
        wide: compiler.exprs.wide,
        args: compiler.args,
        procs: compiler.procs,
        vars: compiler.vars,
        memory: compiler.exprs.memory,
    }
}

struct Compiler<'a> {
    program: &'a Program,
    exprs: ExprCompiler<'a>,
    commands: Vec<Command>,
    origins: Vec<Origin>,
    args: Vec<Argument>,
    procs: Vec<ProcCode>,
    vars: Vec<Place>,
}

impl Compiler<'_> {
    /// Gives every variable a register; those of a procedure lie side by side, so that they are
    /// saved as one piece.
    fn declare_variables(&mut self) {
        let mut places: Vec<Option<Place>> = vec![None; self.program.vars.len()];
        for proc in self.program.procs.iter() {
            let (words, wides, arrays) = self.registers();
            for &var in &proc.locals {
                places[var.index()] = Some(self.declare(var));
            }
            let (words_end, wides_end, arrays_end) = self.registers();
            self.procs.push(ProcCode {
                start: 0,
                words: words..words_end,
                wides: wides..wides_end,
                arrays: arrays..arrays_end,
                result: proc.result.and_then(|var| places[var.index()]),
            });
        }
        for (var, place) in self.program.vars.ids().zip(places) {
            let place = place.unwrap_or_else(|| self.declare(var));
            self.vars.push(place);
        }
    }

    fn registers(&self) -> (usize, usize, usize) {
        let memory = &self.exprs.memory;
        (memory.words.len(), memory.wides.len(), memory.arrays.len())
    }

    fn declare(&mut self, var: VarId) -> Place {
        let decl = &self.program.vars[var];
        self.exprs.variable(decl.symbol, decl.sort)
    }

    fn procedure(&mut self, id: ProcId, proc: &Procedure) {
        let mut starts = vec![];
        let first = self.commands.len();
        for block in proc.blocks.iter() {
            starts.push(self.next_command());
            for stmt in &block.stmts {
                self.statement(id, stmt);
            }
            self.terminator(id, &block.terminator);
        }
        // Targets were written as numbers of blocks.
        for command in &mut self.commands[first..] {
            match &mut command.kind {
                CommandKind::Goto(target) => *target = starts[*target as usize],
                CommandKind::Branch {
                    then, otherwise, ..
                } => {
                    *then = starts[*then as usize];
                    *otherwise = starts[*otherwise as usize];
                }
                _ => {}
            }
        }
        self.procs[id.index()].start = starts[proc.entry.index()];
    }

    fn statement(&mut self, proc: ProcId, stmt: &Stmt) {
        let first = self.begin();
        let kind = match &stmt.kind {
            StmtKind::Assign { var, value } => {
                let target = self.vars[var.index()].slot;
                self.exprs.compute_into(*value, target);
                CommandKind::Assign(*var)
            }
            StmtKind::Havoc { var, input } => CommandKind::Havoc {
                var: *var,
                input: *input,
            },
            StmtKind::Assume(condition) => CommandKind::Assume {
                condition: self.condition(*condition),
            },
            StmtKind::Assert {
                condition,
                property,
            } => CommandKind::Assert {
                condition: self.condition(*condition),
                property: *property,
            },
            StmtKind::Cover { condition, goal } => CommandKind::Cover {
                condition: self.condition(*condition),
                goal: *goal,
            },
            StmtKind::Call { proc, args, result } => {
                let first = number(self.args.len());
                let params = &self.program.procs[*proc].params;
                for (&arg, param) in args.iter().zip(params) {
                    // A recursive call overwrites the parameters that the arguments may mention.
                    let from = self.exprs.compute_into_temp(arg);
                    self.args.push(Argument {
                        from,
                        to: self.vars[param.index()],
                    });
                }
                let args = (first, number(self.args.len()));
                CommandKind::Call {
                    proc: *proc,
                    args,
                    result: *result,
                }
            }
            StmtKind::Decision { point, outcome } => CommandKind::Decision {
                point: *point,
                outcome: *outcome,
            },
        };
        self.finish(
            first,
            kind,
            Origin {
                span: stmt.span,
                proc,
            },
        );
    }

    fn terminator(&mut self, proc: ProcId, terminator: &Terminator) {
        let first = self.begin();
        let block = |block: BlockId| number(block.index());
        let kind = match &terminator.kind {
            TerminatorKind::Goto(target) => CommandKind::Goto(block(*target)),
            TerminatorKind::Branch {
                condition,
                then,
                otherwise,
                point,
            } => CommandKind::Branch {
                condition: self.condition(*condition),
                then: block(*then),
                otherwise: block(*otherwise),
                point: *point,
            },
            TerminatorKind::Return => CommandKind::Return,
            TerminatorKind::Stop { status } => CommandKind::Stop {
                status: status.map(|status| Place {
                    slot: self.exprs.compute(status),
                    sort: self.exprs.sort(status),
                }),
            },
        };
        self.finish(
            first,
            kind,
            Origin {
                span: terminator.span,
                proc,
            },
        );
    }

    fn begin(&mut self) -> u32 {
        self.exprs.begin();
        number(self.exprs.instrs.len())
    }

    fn finish(&mut self, first: u32, kind: CommandKind, origin: Origin) {
        let end = number(self.exprs.instrs.len());
        self.commands.push(Command { first, end, kind });
        self.origins.push(origin);
    }

    fn condition(&mut self, t: ferric3_term::TermId) -> u32 {
        match self.exprs.compute(t) {
            Slot::Word(word) => word,
            Slot::Wide(_) | Slot::Array(_) => panic!("a condition must be a Boolean"),
        }
    }

    fn next_command(&self) -> u32 {
        number(self.commands.len())
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("a table holds fewer than 2^32 entries")
}
