//! What functions return, for whoever has to stand in for those without a body.

use lang_c::ast::TranslationUnit;

use super::probe::{FunctionSignature, RecordPart, Returns};
use crate::preprocess::Preprocessed;
use crate::sema::types::{ArrayLen, RecordKind, Type, TypeId, Types};
use crate::translate::FrontendError;
use crate::{FrontendOptions, library, parse, sema};

/// All functions that a text names, by name.
pub(super) fn signatures(
    source: &Preprocessed,
    tree: &TranslationUnit,
    options: &FrontendOptions,
) -> Result<Vec<FunctionSignature>, FrontendError> {
    let fail = |diagnostics| FrontendError {
        sources: source.sources.clone(),
        diagnostics,
    };
    let units = [(0..source.text.len(), tree)];
    // Some constants are computed by models of the library.
    let mut source = source.clone();
    let models = match library::append(&mut source, options.data_model) {
        Some(start) => {
            let models = parse::parse_from(&source, start);
            Some(models.map_err(|error| fail(vec![error]))?)
        }
        None => None,
    };
    let checked = sema::check(&source, &units, models.as_ref(), options);
    let (unit, _) = checked.map_err(fail)?;
    let mut functions: Vec<FunctionSignature> = unit
        .functions
        .iter()
        .map(|function| {
            let ty = unit.types.function(function.ty);
            let result = ty.map(|ty| ty.result.ty);
            FunctionSignature {
                name: function.name.clone(),
                returns: result.map_or(Returns::Other, |ty| returns(&unit.types, ty)),
                parts: result.map_or(Vec::new(), |ty| parts_of_record(&unit.types, ty)),
                has_parameters: ty.is_none_or(|ty| !ty.params.is_empty()),
                is_defined: function.body.is_some() && !function.is_library,
            }
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
        Type::Record(_) => Returns::Record,
        _ => Returns::Other,
    }
}

/// Records with more parts are not taken apart.
const MOST_PARTS: usize = 4096;

/// The numbers that a structure consists of; nothing if it is none, or if there is anything else in it.
fn parts_of_record(types: &Types, ty: TypeId) -> Vec<RecordPart> {
    let mut parts = Vec::new();
    match returns(types, ty) == Returns::Record && collect(types, ty, "", &mut parts) {
        true => parts,
        false => Vec::new(),
    }
}

fn collect(types: &Types, ty: TypeId, path: &str, parts: &mut Vec<RecordPart>) -> bool {
    if parts.len() >= MOST_PARTS {
        return false;
    }
    match types.get(ty) {
        Type::Record(id) => {
            let record = types.record(*id);
            let is_structure = record.kind == RecordKind::Struct;
            let Some(fields) = record.fields.as_ref().filter(|_| is_structure) else {
                return false;
            };
            fields.iter().all(|field| match (&field.name, field.bits) {
                (Some(name), Some(bits)) => {
                    let signed = types.is_signed(field.ty.ty);
                    let value = Returns::Integer { bits, signed };
                    parts.push(RecordPart {
                        path: format!("{path}.{name}"),
                        value,
                    });
                    true
                }
                (Some(name), None) => collect(types, field.ty.ty, &format!("{path}.{name}"), parts),
                // An unnamed bit-field has no value, and the members of an unnamed record are those of this one.
                (None, Some(_)) => true,
                (None, None) => collect(types, field.ty.ty, path, parts),
            })
        }
        Type::Array(element, ArrayLen::Known(length)) => {
            (0..*length).all(|at| collect(types, element.ty, &format!("{path}[{at}]"), parts))
        }
        _ => match returns(types, ty) {
            Returns::Integer { bits: 128, .. } => false,
            value @ (Returns::Truth | Returns::Integer { .. } | Returns::Float { .. }) => {
                parts.push(RecordPart {
                    path: path.to_owned(),
                    value,
                });
                true
            }
            _ => false,
        },
    }
}
