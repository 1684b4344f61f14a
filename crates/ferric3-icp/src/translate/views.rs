//! In which order a word is best looked at: as its uses do.

use ferric3_term::{FloatOp, Op, Sort, TermId, Terms};
use rustc_hash::FxHashSet;

use super::Translation;
use crate::View;

impl Translation {
    /// Walks from uses to what is used, and remembers the view that a use suggests: that of floating-point
    /// numbers rather than that of signed ones rather than that of unsigned ones.
    pub(super) fn suggest_views(&mut self, terms: &Terms, root: TermId) {
        let mut visited = FxHashSet::default();
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            if self.is_done(terms, term) || !visited.insert(term) {
                continue;
            }
            let of_args = self.suggested_by(terms, term);
            for &arg in terms.args(term) {
                if let (Sort::BitVec(1..=64), Some(view)) = (terms.sort(arg), of_args)
                    && let known = self.suggested.entry(arg).or_insert(view)
                    && rank(*known) < rank(view)
                {
                    *known = view;
                }
                stack.push(arg);
            }
        }
    }

    /// What a term suggests for its arguments.
    fn suggested_by(&self, terms: &Terms, term: TermId) -> Option<View> {
        match terms.op(term) {
            Op::BvSlt | Op::BvSle | Op::BvSdiv | Op::BvSrem | Op::BvSmod | Op::BvAshr => {
                Some(View::Signed)
            }
            Op::SignExtend(_) | Op::Float(FloatOp::FromSigned(_)) => Some(View::Signed),
            Op::Float(op) => op.argument_format().map(View::Float),
            Op::BvUlt | Op::BvUle | Op::BvUdiv | Op::BvUrem | Op::BvLshr | Op::Select => {
                Some(View::Unsigned)
            }
            Op::Ite | Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg | Op::BvShl => {
                self.suggested.get(&term).copied()
            }
            // A flipped sign.
            Op::BvXor => match self.suggested.get(&term) {
                Some(view @ View::Float(_)) => Some(*view),
                _ => None,
            },
            Op::Extract { lo: 0, .. } => match self.suggested.get(&term) {
                Some(View::Signed) => Some(View::Signed),
                _ => None,
            },
            Op::Eq => (terms.args(term).iter()).find_map(|&arg| natural(terms, arg)),
            _ => None,
        }
    }
}

/// The view that a term has by what it computes.
pub(super) fn natural(terms: &Terms, term: TermId) -> Option<View> {
    match terms.op(term) {
        Op::Float(FloatOp::ToSigned { .. }) => Some(View::Signed),
        Op::Float(op) => op.result_format().map(View::Float),
        Op::BvSdiv | Op::BvSrem | Op::BvSmod | Op::BvAshr | Op::SignExtend(_) => Some(View::Signed),
        _ => None,
    }
}

fn rank(view: View) -> u32 {
    match view {
        View::Unsigned => 0,
        View::Signed => 1,
        View::Float(_) | View::Integer | View::Real => 2,
    }
}
