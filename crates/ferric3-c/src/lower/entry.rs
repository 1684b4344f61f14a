//! The function where the program starts, or what to say if there is none.

use ferric3_ivl::Span;
use rustc_hash::FxHashSet;

use super::walk::{Visitor, operands, values, visit};
use crate::Diagnostic;
use crate::preprocess::Preprocessed;
use crate::sema::hir::{Expr, ExprKind, Function, FunctionId, Init, ObjectId, Unit};

/// The function where the program starts.
pub(super) fn find_entry(
    unit: &Unit,
    source: &Preprocessed,
    name: &str,
) -> Result<FunctionId, Diagnostic> {
    let found = unit
        .functions
        .iter()
        .position(|f| f.name == name && f.body.is_some());
    if let Some(position) = found {
        return Ok(FunctionId(position as u32));
    }
    let declared = unit.functions.iter().find(|f| f.name == name);
    let place: Span = match declared {
        Some(f) => f.range.place(source),
        None => source.map.span(0, 1),
    };
    let message = format!("there is no function `{name}` with a body");
    let mut error = Diagnostic::error(place, message).with_hint(entry_hint(unit, source));
    if declared.is_none() {
        error.span = None;
    }
    Err(error)
}

/// So many functions are listed at most.
const MOST_CANDIDATES: usize = 8;

/// How to name the function where the program starts, and which functions could be meant: those
/// that no other function mentions come first.
fn entry_hint(unit: &Unit, source: &Preprocessed) -> String {
    let mentioned = mentioned_functions(unit);
    let is_candidate = |f: &Function| {
        f.body.is_some() && !f.is_library && source.mains.contains(&f.range.place(source).file)
    };
    let own = (unit.functions.iter().enumerate()).filter(|(_, f)| is_candidate(f));
    let (inner, roots): (Vec<_>, Vec<_>) =
        own.partition(|(i, _)| mentioned.contains(&FunctionId(*i as u32)));
    let candidates: Vec<_> = roots.into_iter().chain(inner).collect();
    if candidates.is_empty() {
        return "no function is defined here; is a file missing?".to_owned();
    }
    let names = candidates.iter().take(MOST_CANDIDATES);
    let names: Vec<_> = names.map(|(_, f)| format!("`{}`", f.name)).collect();
    let more = match candidates.len() - names.len() {
        0 => String::new(),
        n => format!(", and {n} more"),
    };
    format!(
        "say where the program starts: --entry NAME, where NAME is one of {}{more}",
        names.join(", ")
    )
}

/// The functions that bodies of others mention.
fn mentioned_functions(unit: &Unit) -> FxHashSet<FunctionId> {
    struct Mentions {
        current: FunctionId,
        found: FxHashSet<FunctionId>,
    }
    impl<'a> Visitor<'a> for Mentions {
        fn full(&mut self, e: &'a Expr) {
            if let ExprKind::Call(f, _) | ExprKind::Function(f) = &e.kind
                && *f != self.current
            {
                self.found.insert(*f);
            }
            for operand in operands(e) {
                self.full(operand);
            }
        }

        fn initialiser(&mut self, _: ObjectId, init: &'a Init) {
            for value in values(init) {
                self.full(value);
            }
        }
    }
    let mut mentions = Mentions {
        current: FunctionId(0),
        found: FxHashSet::default(),
    };
    for (i, function) in unit.functions.iter().enumerate() {
        mentions.current = FunctionId(i as u32);
        if let Some(body) = &function.body {
            visit(unit, &body.stmts, &mut mentions);
        }
    }
    mentions.found
}
