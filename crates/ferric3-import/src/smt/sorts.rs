//! Sorts of SMT-LIB.

use ferric3_ivl::Diagnostic;
use ferric3_term::Sort;
use rustc_hash::FxHashMap;

use crate::limits::MAX_WIDTH;
use crate::sexpr::{Expr, SExprs};

/// Sorts with a name, by `define-sort` without parameters.
pub(crate) type SortNames<'t> = FxHashMap<&'t str, Sort>;

/// Reads a sort.
pub(crate) fn read_sort(
    exprs: &SExprs<'_>,
    names: &SortNames<'_>,
    expr: Expr,
) -> Result<Sort, Diagnostic> {
    if let Some(name) = exprs.symbol(expr) {
        return match name {
            "Bool" => Ok(Sort::Bool),
            "Int" => Ok(Sort::Int),
            "Real" => Ok(Sort::Real),
            _ => match names.get(name) {
                Some(&sort) => Ok(sort),
                None => Err(unknown(exprs, expr)),
            },
        };
    }
    let items = exprs.list(expr).unwrap_or_default();
    let head = items.first().and_then(|&head| exprs.symbol(head));
    match (head, items) {
        (Some("_"), &[_, name, width]) if exprs.symbol(name) == Some("BitVec") => {
            match exprs.numeral(width) {
                Some(width) if (1..=MAX_WIDTH).contains(&width) => Ok(Sort::BitVec(width)),
                _ => Err(exprs.error(width, format!("a width is a number from 1 to {MAX_WIDTH}"))),
            }
        }
        (Some("Array"), &[_, index, element]) => {
            let part = |part: Expr| match read_sort(exprs, names, part)? {
                Sort::BitVec(width) => Ok(width),
                sort => Err(exprs
                    .error(
                        part,
                        format!("arrays with a part of sort {sort} are not supported"),
                    )
                    .with_hint("indices and elements of arrays are bit-vectors")),
            };
            Ok(Sort::Array {
                index: part(index)?,
                element: part(element)?,
            })
        }
        _ => Err(unknown(exprs, expr)),
    }
}

fn unknown(exprs: &SExprs<'_>, expr: Expr) -> Diagnostic {
    exprs
        .error(expr, "a sort was expected")
        .with_hint("Bool, Int, Real, (_ BitVec n), or (Array (_ BitVec i) (_ BitVec e))")
}
