//! Where the bits of mathematical integers are needed, they must be bits of their types.
//!
//! A term `int2bv_w(n)` that is left in the program is looked at as bits: by a bit operation, a
//! conversion to a floating-point number or an address, a store in a large array or a union. That is what C
//! means if `n` is a value of the type that it is looked at as. If it is not, the run has come to something
//! that is not modelled: an obstacle in front of the statement. Contract, for each term `t` of a statement:
//!
//! ```text
//! exact(int2bv_w(n)) = exact(n) ∧ n is a value of w bits of its signedness
//! exact(ite(c, a, b)) = exact(c) ∧ ite(c, exact(a), exact(b))
//! exact(a ∧ b) = (exact(a) ∧ exact(b)) ∨ (exact(a) ∧ ¬a) ∨ (exact(b) ∧ ¬b)     (∨ likewise)
//! exact(f(…)) = all arguments are exact
//! ```

use ferric3_ivl::{
    BlockId, ProcId, Property, PropertyKind, Span, Stmt, StmtKind, TerminatorKind, VarId,
};
use ferric3_term::{Op, TermId};
use rustc_hash::FxHashMap;

use super::Lower;
use super::integer::limits;

impl Lower<'_> {
    /// Put guards in front of all statements that look at bits of numbers.
    pub(super) fn guard_bits(&mut self) {
        if !self.options.arith {
            return;
        }
        let mut exact = FxHashMap::default();
        let procs: Vec<ProcId> = self.program.procs.ids().collect();
        for proc in procs {
            let blocks: Vec<BlockId> = self.program.procs[proc].blocks.ids().collect();
            for block in blocks {
                self.guard_block(proc, block, &mut exact);
            }
        }
    }

    fn guard_block(&mut self, proc: ProcId, block: BlockId, exact: &mut FxHashMap<TermId, TermId>) {
        let body = &mut self.program.procs[proc].blocks[block];
        let stmts = std::mem::take(&mut body.stmts);
        let last = match body.terminator.kind {
            TerminatorKind::Branch { condition, .. } => Some(condition),
            TerminatorKind::Stop { status } => status,
            _ => None,
        };
        let end = body.terminator.span;
        let mut guarded = Vec::with_capacity(stmts.len());
        // What holds since the last change of what it speaks about.
        let mut known = Vec::new();
        for stmt in stmts {
            let mut terms = Vec::new();
            match &stmt.kind {
                StmtKind::Assign { value: term, .. }
                | StmtKind::Assume(term)
                | StmtKind::Assert {
                    condition: term, ..
                }
                | StmtKind::Cover {
                    condition: term, ..
                } => terms.push(*term),
                StmtKind::Call { args, .. } => terms.extend(args),
                StmtKind::Havoc { .. } | StmtKind::Decision { .. } => {}
            }
            self.guard(&terms, stmt.span, exact, &mut known, &mut guarded);
            self.forget(&stmt.kind, &mut known);
            guarded.push(stmt);
        }
        self.guard(last.as_slice(), end, exact, &mut known, &mut guarded);
        self.program.procs[proc].blocks[block].stmts = guarded;
    }

    /// What a statement may have changed is not known any more.
    fn forget(&self, stmt: &StmtKind, known: &mut Vec<TermId>) {
        let changed = |var: VarId| self.program.vars[var].symbol;
        match *stmt {
            StmtKind::Assign { var, .. } | StmtKind::Havoc { var, .. } => {
                known.retain(|&fact| !self.terms.symbols_of(fact).contains(&changed(var)));
            }
            StmtKind::Call { .. } => known.clear(),
            _ => {}
        }
    }

    /// The guards of some terms.
    fn guard(
        &mut self,
        terms: &[TermId],
        span: Span,
        exact: &mut FxHashMap<TermId, TermId>,
        known: &mut Vec<TermId>,
        out: &mut Vec<Stmt>,
    ) {
        for &term in terms {
            let condition = self.exact(term, exact);
            if self.terms.as_bool(condition) == Some(true) || known.contains(&condition) {
                continue;
            }
            known.push(condition);
            let what = "integer that does not fit its type, where its bits are needed (--arith)";
            let property = self.program.properties.push(Property {
                kind: PropertyKind::Unsupported,
                description: what.to_owned(),
                span,
            });
            let kind = StmtKind::Assert {
                condition,
                property,
            };
            out.push(Stmt { kind, span });
        }
    }

    /// When a term is what C means by it.
    fn exact(&mut self, root: TermId, exact: &mut FxHashMap<TermId, TermId>) -> TermId {
        let mut open = vec![root];
        while let Some(&term) = open.last() {
            if exact.contains_key(&term) {
                open.pop();
                continue;
            }
            let args = self.terms.args(term).to_vec();
            let before = open.len();
            open.extend(args.iter().filter(|arg| !exact.contains_key(arg)));
            if open.len() == before {
                let args: Vec<(TermId, TermId)> =
                    args.into_iter().map(|arg| (arg, exact[&arg])).collect();
                let condition = self.exact_node(term, &args);
                exact.insert(term, condition);
                open.pop();
            }
        }
        exact[&root]
    }

    /// The same for a node, from its arguments and when they are.
    fn exact_node(&mut self, term: TermId, args: &[(TermId, TermId)]) -> TermId {
        let yes = self.terms.tt();
        let all: Vec<TermId> = args.iter().map(|&(_, exact)| exact).collect();
        let is_and = match self.terms.op(term) {
            Op::IntToBv(width) => {
                let (width, number) = (*width, args[0].0);
                let fits = self.fits_views(term, number, width);
                return self.terms.and2(all[0], fits);
            }
            Op::Ite => {
                let chosen = self.terms.ite(args[0].0, all[1], all[2]);
                return self.terms.and2(all[0], chosen);
            }
            Op::And => true,
            Op::Or => false,
            _ => return self.terms.and(&all),
        };
        let together = self.terms.and(&all);
        if together == yes {
            return yes;
        }
        let mut ways = vec![together];
        for &(arg, exact) in args {
            let decides = if is_and { self.terms.not(arg) } else { arg };
            ways.push(self.terms.and2(exact, decides));
        }
        self.terms.or(&ways)
    }

    /// Is a number a value of the types that its bits are looked at as?
    fn fits_views(&mut self, bits: TermId, number: TermId, width: u32) -> TermId {
        let views = self.numbers.views.get(&bits).copied().unwrap_or_default();
        if views.index && !views.signed && !views.unsigned {
            return self.terms.tt();
        }
        let (least, greatest) = match (views.signed, views.unsigned) {
            (true, false) => limits(width, true),
            (false, true) => limits(width, false),
            // As both, or nobody knows: what is the same in both.
            _ => (limits(width, false).0, limits(width, true).1),
        };
        let (least, greatest) = (self.terms.int(least), self.terms.int(greatest));
        let above = self.terms.le(least, number);
        let below = self.terms.le(number, greatest);
        self.terms.and2(above, below)
    }
}
