//! The order of evaluation, where C leaves it open (6.5 §3).
//!
//! Operands are evaluated from left to right unless the order could matter: unless one may write
//! what another may read or write, or end the run where another has a violation (`effects.rs`,
//! `region.rs`). If calls take part, every order is allowed, and all of them are tried: an input
//! says which one (`schedule.rs`, `carry_out.rs`). If none does, the behaviour is undefined, which is
//! stated as an assumption, or checked.

mod body;
mod carry_out;
mod components;
mod definite;
mod effects;
mod footprint;
mod plan;
mod region;
mod schedule;
mod size;
mod syntax;
#[cfg(test)]
mod tests;

use ferric3_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::memory::PointsTo;
use super::walk::visit;
use crate::FrontendOptions;
use crate::sema::hir::{Expr, FunctionId, Init, Unit};
use effects::Analysis;
use plan::Plan;
use region::Planner;

/// What has to be done about the order of evaluation in a program.
#[derive(Default)]
pub(super) struct Orders<'a> {
    /// Plans of regions by their roots, and of initialisers.
    plans: FxHashMap<usize, Plan<'a>>,
    /// Those that are being carried out.
    active: FxHashSet<usize>,
    /// The values of expressions that were evaluated before.
    taken: FxHashMap<usize, TermId>,
}

impl<'a> Orders<'a> {
    /// Look for expressions whose order of evaluation matters.
    pub(super) fn new(
        unit: &'a Unit,
        points_to: &mut PointsTo<'a>,
        options: &'a FrontendOptions,
    ) -> Orders<'a> {
        let mut analysis = Analysis::new(unit, points_to, options);
        let mut plans = Vec::new();
        for (i, function) in (0..).zip(&unit.functions) {
            if let Some(body) = &function.body
                && analysis.points_to.is_reached(FunctionId(i))
            {
                let mut planner = Planner {
                    analysis: &mut analysis,
                    out: &mut plans,
                };
                visit(unit, &body.stmts, &mut planner);
            }
        }
        Orders {
            plans: plans.into_iter().collect(),
            ..Orders::default()
        }
    }
}

/// What tells an expression from all others.
fn key_of(e: &Expr) -> usize {
    std::ptr::from_ref(e).addr()
}

/// What tells an initialiser of several parts from all others, and from expressions.
fn key_of_init(init: &Init) -> usize {
    std::ptr::from_ref(init).addr()
}
