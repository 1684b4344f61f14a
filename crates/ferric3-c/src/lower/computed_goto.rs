//! Computed jumps of GNU C: a choice over the labels of the function whose address is taken.
//!
//! The labels are the heads of loops if every jump chooses by itself, and an interpreter with `n`
//! instructions has `n²` edges. So jumps choose at the same place, as GCC has it, if the same is to be
//! done on the way to each label.

use ferric3_ivl::{BlockId, Check, PropertyKind, TerminatorKind, VarId};
use ferric3_term::{Op, TermId};

use super::Lower;
use super::assumption::Assumed;
use super::memory::Location;
use super::scope::Scope;
use crate::sema::hir::{ComputedId, Expr, ExprKind, FunctionId, Goto, LabelId, Range};

/// A place where computed jumps choose their label.
pub(super) struct Dispatch<'a> {
    /// Where it begins.
    block: BlockId,
    /// What it looks at.
    target: VarId,
    gotos: &'a [Goto],
    /// The scopes that the jumps leave.
    scopes: Vec<Scope>,
}

impl<'a> Lower<'a> {
    /// `&&label`
    pub(super) fn label_address(&mut self, f: FunctionId, label: LabelId) -> TermId {
        let width = self.types().pointer_width();
        // Neighbours have neighbouring addresses, so that differences are small.
        let labels = self.unit.function(f).body.as_ref();
        for other in 0..labels.map_or(0, |body| body.labels.len()) {
            self.memory.label_address(f, LabelId(other as u32));
        }
        let address = self.memory.label_address(f, label);
        self.bits(u128::from(address), width)
    }

    /// `goto *target`
    pub(super) fn computed_goto(&mut self, id: ComputedId, target: &'a Expr, range: Range) {
        let value = self.value(target);
        self.clean_up_for_any(range);
        let gotos: &'a [Goto] = self.body.computed.get(id.0 as usize).map_or(&[], |g| g);
        let Some(function) = self.body.function else {
            return;
        };
        let value = self.stable_term(value, target.range);
        let mut is_label = self.truth_value(false);
        for goto in gotos {
            let here = self.is_at(value, function, goto.label);
            is_label = self.mk2(Op::Or, is_label, here);
        }
        let what = "jump to what is no label of its function";
        let checked = self.options.checks.contains(&Check::Pointer);
        if self.points_to.targets(target).contains(&Location::Unknown) {
            let what = "jump to an address that comes from outside of the program".to_owned();
            self.assert(is_label, PropertyKind::Unsupported, what, range);
        } else if checked {
            let description = format!("{what} in goto *{}", self.text(target.range));
            self.assert(
                is_label,
                PropertyKind::Check(Check::Pointer),
                description,
                range,
            );
        } else {
            // It does not end the run: compilers go to some label, and to the only one for sure.
            self.assert(is_label, PropertyKind::Unsupported, what.to_owned(), range);
        }
        self.here = range;
        let (block, var) = self.dispatch(gotos, target, function);
        self.assign(var, value, range);
        self.goto(block);
    }

    /// A place where jumps to these labels choose, and the variable that it looks at.
    fn dispatch(
        &mut self,
        gotos: &'a [Goto],
        target: &'a Expr,
        function: FunctionId,
    ) -> (BlockId, VarId) {
        let scopes = match self.checks_pointers() {
            true => self.body.scopes.clone(),
            false => Vec::new(),
        };
        let mut known = self.body.dispatches.iter();
        if let Some(known) = known.find(|d| d.gotos == gotos && d.scopes == scopes) {
            return (known.block, known.target);
        }
        let var = self.temp(target.ty.ty, target.range);
        let (current, block) = (self.body.current, self.new_block());
        self.body.dispatches.push(Dispatch {
            block,
            target: var,
            gotos,
            scopes,
        });
        self.switch_to(block);
        let value = self.read(var);
        for goto in gotos {
            let condition = self.is_at(value, function, goto.label);
            let (then, otherwise) = (self.new_block(), self.new_block());
            self.terminate(TerminatorKind::Branch {
                condition,
                then,
                otherwise,
                point: None,
            });
            self.switch_to(then);
            let scopes = self.body.scopes.clone();
            self.jump(goto);
            self.body.scopes = scopes;
            self.switch_to(otherwise);
        }
        // No run gets here without a violation.
        self.terminate(TerminatorKind::Stop { status: None });
        self.body.current = current;
        (block, var)
    }

    fn is_at(&mut self, value: TermId, f: FunctionId, label: LabelId) -> TermId {
        let address = self.label_address(f, label);
        self.mk2(Op::Eq, value, address)
    }

    /// Two values are compared. Which addresses labels have, and whether two of them have the same,
    /// is the compiler's choice.
    pub(super) fn compare_labels(&mut self, a: &'a Expr, b: &'a Expr) {
        let is_null = |e: &Expr| matches!(e.kind, ExprKind::Int(0));
        if is_null(a) || is_null(b) {
            return;
        }
        if self.points_to.may_be_label(a) || self.points_to.may_be_label(b) {
            self.assume_once(Assumed::Labels, Some(a.range));
        }
    }
}
