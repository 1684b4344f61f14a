//! Which statement a step of a run is: the interpreter reports places, which several statements may
//! share.

use ferric3_ivl::{BlockId, ProcId, Program, StepKind, Stmt, StmtKind, Terminator, TerminatorKind};
use ferric3_term::TermId;

/// Follows a run through the program.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    program: &'a Program,
    at: Option<Position>,
    /// Where the active calls go on, outermost first.
    callers: Vec<Position>,
}

#[derive(Clone, Copy, Debug)]
struct Position {
    proc: ProcId,
    block: BlockId,
    stmt: usize,
}

/// What is executed next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Point<'a> {
    /// A statement.
    Stmt(&'a Stmt),
    /// The end of a block; never a goto.
    End(&'a Terminator),
}

impl Point<'_> {
    /// The terms that are evaluated there.
    pub(crate) fn terms(self) -> Vec<TermId> {
        match self {
            Point::Stmt(stmt) => match &stmt.kind {
                StmtKind::Assign { value, .. } => vec![*value],
                StmtKind::Assume(condition)
                | StmtKind::Assert { condition, .. }
                | StmtKind::Cover { condition, .. } => {
                    vec![*condition]
                }
                StmtKind::Call { args, .. } => args.clone(),
                StmtKind::Havoc { .. } | StmtKind::Decision { .. } => Vec::new(),
            },
            Point::End(end) => match end.kind {
                TerminatorKind::Branch { condition, .. } => vec![condition],
                TerminatorKind::Stop { status } => status.into_iter().collect(),
                TerminatorKind::Goto(_) | TerminatorKind::Return => Vec::new(),
            },
        }
    }
}

impl<'a> Cursor<'a> {
    /// At the start of the program.
    pub(crate) fn new(program: &'a Program) -> Cursor<'a> {
        let at = program.entry.map(|proc| start(program, proc));
        Cursor {
            program,
            at,
            callers: Vec::new(),
        }
    }

    /// What is executed next; none after the end.
    pub(crate) fn point(&mut self) -> Option<Point<'a>> {
        loop {
            let at = self.at.as_mut()?;
            let block = &self.program.procs[at.proc].blocks[at.block];
            match (block.stmts.get(at.stmt), &block.terminator.kind) {
                (Some(stmt), _) => return Some(Point::Stmt(stmt)),
                (None, &TerminatorKind::Goto(next)) => {
                    (at.block, at.stmt) = (next, 0);
                }
                (None, _) => return Some(Point::End(&block.terminator)),
            }
        }
    }

    /// Goes on behind a step.
    pub(crate) fn advance(&mut self, step: &StepKind) {
        let (Some(point), Some(mut at)) = (self.point(), self.at) else {
            return;
        };
        self.at = match (point, step) {
            (Point::Stmt(stmt), _) => {
                at.stmt += 1;
                match stmt.kind {
                    StmtKind::Call { proc, .. } => {
                        self.callers.push(at);
                        Some(start(self.program, proc))
                    }
                    _ => Some(at),
                }
            }
            (Point::End(end), &StepKind::Branch { taken, .. }) => match end.kind {
                TerminatorKind::Branch {
                    then, otherwise, ..
                } => {
                    let block = if taken { then } else { otherwise };
                    Some(Position {
                        block,
                        stmt: 0,
                        ..at
                    })
                }
                _ => None,
            },
            (Point::End(_), StepKind::Return { .. }) => self.callers.pop(),
            (Point::End(_), _) => None,
        };
    }
}

fn start(program: &Program, proc: ProcId) -> Position {
    Position {
        proc,
        block: program.procs[proc].entry,
        stmt: 0,
    }
}
