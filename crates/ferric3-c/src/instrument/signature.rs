//! What functions return, for whoever has to stand in for those without a body.

use lang_c::ast::TranslationUnit;

use super::probe::{FunctionSignature, Returns};
use crate::preprocess::Preprocessed;
use crate::sema::types::{Type, TypeId, Types};
use crate::translate::FrontendError;
use crate::{FrontendOptions, sema};

/// All functions that a text names, by name.
pub(super) fn signatures(
    source: &Preprocessed,
    tree: &TranslationUnit,
    options: &FrontendOptions,
) -> Result<Vec<FunctionSignature>, FrontendError> {
    let units = [(0..source.text.len(), tree)];
    let checked = sema::check(source, &units, None, options);
    let (unit, _) = checked.map_err(|diagnostics| FrontendError {
        sources: source.sources.clone(),
        diagnostics,
    })?;
    let mut functions: Vec<FunctionSignature> = unit
        .functions
        .iter()
        .map(|function| FunctionSignature {
            name: function.name.clone(),
            returns: match unit.types.function(function.ty) {
                Some(ty) => returns(&unit.types, ty.result.ty),
                None => Returns::Other,
            },
            is_defined: function.body.is_some(),
        })
        .collect();
    functions.sort_by(|a, b| a.name.cmp(&b.name));
    functions.dedup_by(|a, b| a.name == b.name);
    Ok(functions)
}

fn returns(types: &Types, ty: TypeId) -> Returns {
    match types.get(ty) {
        Type::Void => Returns::Nothing,
        Type::Bool => Returns::Truth,
        Type::Int(_) | Type::Enum(_) => match types.scalar_width(ty) {
            Some(bits) => Returns::Integer {
                bits,
                signed: types.is_signed(ty),
            },
            None => Returns::Other,
        },
        Type::Float(_) => match types.size_of(ty) {
            Some(4) => Returns::Float { bits: 32 },
            Some(8) => Returns::Float { bits: 64 },
            _ => Returns::Other,
        },
        Type::Pointer(_) => Returns::Pointer,
        _ => Returns::Other,
    }
}
