//! Which locals a procedure still needs when a call returns.
//!
//! ```text
//! before(s) = uses(s) ∪ (after(s) ∖ defs(s))        after(block) = ⋃ before(successor)
//! ```
//!
//! A return uses the result. Globals are never saved, so they do not matter here.

use std::collections::BTreeSet;

use ferric3_ivl::{Block, Procedure, Program, Stmt, StmtKind, TerminatorKind, VarId};
use ferric3_term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

type Live = BTreeSet<VarId>;

/// For each call of `proc`, by block and position in it: the locals that are live behind it
/// whatever the call returns, in order. A local that gets the result is not among them.
pub(crate) fn live_across_calls(
    program: &Program,
    terms: &Terms,
    proc: &Procedure,
) -> FxHashMap<(usize, usize), Vec<VarId>> {
    let locals: FxHashMap<SymbolId, VarId> = proc
        .locals
        .iter()
        .map(|&var| (program.vars[var].symbol, var))
        .collect();
    let analysis = Analysis {
        terms,
        proc,
        locals,
    };
    analysis.calls(&analysis.fixpoint())
}

struct Analysis<'a> {
    terms: &'a Terms,
    proc: &'a Procedure,
    locals: FxHashMap<SymbolId, VarId>,
}

impl Analysis<'_> {
    /// What is live at the start of each block.
    fn fixpoint(&self) -> Vec<Live> {
        let mut starts = vec![Live::new(); self.proc.blocks.len()];
        loop {
            let mut changed = false;
            for (id, block) in self.proc.blocks.iter_enumerated().rev() {
                let mut live = self.at_end(block, &starts);
                for stmt in block.stmts.iter().rev() {
                    self.before(stmt, &mut live);
                }
                if live != starts[id.index()] {
                    starts[id.index()] = live;
                    changed = true;
                }
            }
            if !changed {
                return starts;
            }
        }
    }

    fn calls(&self, starts: &[Live]) -> FxHashMap<(usize, usize), Vec<VarId>> {
        let mut calls = FxHashMap::default();
        for (id, block) in self.proc.blocks.iter_enumerated() {
            let mut live = self.at_end(block, starts);
            for (position, stmt) in block.stmts.iter().enumerate().rev() {
                if let StmtKind::Call { result, .. } = &stmt.kind {
                    let kept = live.iter().copied().filter(|&var| Some(var) != *result);
                    calls.insert((id.index(), position), kept.collect());
                }
                self.before(stmt, &mut live);
            }
        }
        calls
    }

    fn at_end(&self, block: &Block, starts: &[Live]) -> Live {
        let mut live = Live::new();
        match &block.terminator.kind {
            TerminatorKind::Goto(next) => live.clone_from(&starts[next.index()]),
            TerminatorKind::Branch {
                condition,
                then,
                otherwise,
                ..
            } => {
                live.extend(&starts[then.index()]);
                live.extend(&starts[otherwise.index()]);
                self.uses(*condition, &mut live);
            }
            TerminatorKind::Return => live.extend(self.proc.result),
            TerminatorKind::Stop { .. } => {}
        }
        live
    }

    fn before(&self, stmt: &Stmt, live: &mut Live) {
        match &stmt.kind {
            StmtKind::Assign { var, value } => {
                live.remove(var);
                self.uses(*value, live);
            }
            StmtKind::Havoc { var, .. } => {
                live.remove(var);
            }
            StmtKind::Assume(condition)
            | StmtKind::Assert { condition, .. }
            | StmtKind::Cover { condition, .. } => {
                self.uses(*condition, live);
            }
            StmtKind::Call { args, result, .. } => {
                if let Some(result) = result {
                    live.remove(result);
                }
                for &arg in args {
                    self.uses(arg, live);
                }
            }
            StmtKind::Decision { .. } => {}
        }
    }

    fn uses(&self, t: TermId, live: &mut Live) {
        let symbols = self.terms.symbols_of(t);
        live.extend(
            symbols
                .iter()
                .filter_map(|symbol| self.locals.get(symbol).copied()),
        );
    }
}
