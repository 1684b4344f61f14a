//! Blocks and how they are joined.

use super::{Builder, Expr, bv};
use crate::{Block, BlockId, CoverId, ProcId, Terminator, TerminatorKind};
use ferric3_term::Sort;

impl Builder {
    /// A new block of the current procedure. It returns unless something else is said.
    pub fn block(&mut self) -> BlockId {
        let (proc, _) = self.position();
        let terminator = Terminator {
            kind: TerminatorKind::Return,
            span: self.next_span(),
        };
        self.sealed[proc.index()].push(false);
        self.program.procs[proc].blocks.push(Block {
            name: None,
            is_cut: false,
            stmts: vec![],
            terminator,
        })
    }

    /// Goes on at the end of a block of the current procedure.
    pub fn at(&mut self, block: BlockId) {
        let (proc, _) = self.position();
        self.current = Some((proc, block));
    }

    /// The current procedure and block.
    ///
    /// # Panics
    /// If there is no procedure yet.
    pub fn position(&self) -> (ProcId, BlockId) {
        self.current.expect("a procedure comes first")
    }

    /// Goes on at the end of a block of any procedure.
    pub fn resume(&mut self, (proc, block): (ProcId, BlockId)) {
        self.current = Some((proc, block));
    }

    /// Ends the current block: `goto target`.
    pub fn goto(&mut self, target: BlockId) {
        self.end(TerminatorKind::Goto(target));
    }

    /// Ends the current block: `if condition then then else otherwise`.
    pub fn branch(&mut self, condition: impl Into<Expr>, then: BlockId, otherwise: BlockId) {
        self.branch_on(condition, then, otherwise, None);
    }

    /// The same, at a coverage point.
    pub fn branch_on(
        &mut self,
        condition: impl Into<Expr>,
        then: BlockId,
        otherwise: BlockId,
        point: Option<CoverId>,
    ) {
        let condition = self.term(condition, Sort::Bool);
        self.end(TerminatorKind::Branch {
            condition,
            then,
            otherwise,
            point,
        });
    }

    /// Ends the current block: `return`.
    pub fn ret(&mut self) {
        self.end(TerminatorKind::Return);
    }

    /// Ends the current block: `stop`, with a status of 32 bits.
    pub fn stop(&mut self, status: impl Into<Expr>) {
        let status = Some(self.term(status, bv(32)));
        self.end(TerminatorKind::Stop { status });
    }

    /// Ends the current block. Only the first end counts, so that a structured statement may
    /// end in `ret` or `goto`.
    pub fn end(&mut self, kind: TerminatorKind) {
        let (proc, block) = self.position();
        let sealed = &mut self.sealed[proc.index()][block.index()];
        if !std::mem::replace(sealed, true) {
            let span = self.next_span();
            self.current_block().terminator = Terminator { kind, span };
        }
    }

    /// `while (condition) { body }`.
    pub fn while_(&mut self, condition: impl Into<Expr>, body: impl FnOnce(&mut Builder)) {
        let (head, inside, after) = (self.block(), self.block(), self.block());
        self.goto(head);
        self.at(head);
        self.branch(condition, inside, after);
        self.at(inside);
        body(self);
        self.goto(head);
        self.at(after);
    }

    /// `if (condition) { then } else { otherwise }`.
    pub fn if_(
        &mut self,
        condition: impl Into<Expr>,
        then: impl FnOnce(&mut Builder),
        otherwise: impl FnOnce(&mut Builder),
    ) {
        let (yes, no, after) = (self.block(), self.block(), self.block());
        self.branch(condition, yes, no);
        self.at(yes);
        then(self);
        self.goto(after);
        self.at(no);
        otherwise(self);
        self.goto(after);
        self.at(after);
    }
}
