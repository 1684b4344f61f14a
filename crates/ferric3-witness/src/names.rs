//! What a program calls its addresses and the elements of its arrays: `&a[3]`, `&s.m`,
//! `"text" + 2`.

use std::collections::BTreeMap;

use ferric3_ivl::{NamedObject, ObjectPart, Program, Reading, VarId};
use ferric3_term::{BitVecValue, SymbolId, Value};

use crate::display_value;
use crate::insides::ARGUMENTS;

/// Longer string literals are cut.
const LONGEST_LITERAL: usize = 40;

/// Wider values that are no numbers are not shown.
const WIDEST_NUMBER: u32 = 128;

/// The names of a program's addresses and elements.
#[derive(Debug)]
pub struct Names<'a> {
    pub(crate) program: &'a Program,
    /// Objects that have an address, by address.
    objects: Vec<(u64, &'a NamedObject)>,
    /// Variables that are arrays, by symbol.
    arrays: BTreeMap<SymbolId, (&'a NamedObject, &'a ObjectPart)>,
}

impl<'a> Names<'a> {
    /// The names of a program.
    pub fn new(program: &'a Program) -> Names<'a> {
        let objects = program.objects.iter();
        let mut objects: Vec<_> = objects
            .filter_map(|object| Some((object.address?, object)))
            .collect();
        objects.sort_by_key(|&(address, _)| address);
        let parts = program
            .objects
            .iter()
            .flat_map(|object| object.parts.iter().map(move |part| (object, part)));
        let arrays = parts.filter(|(_, part)| part.elements.is_some());
        Names {
            program,
            objects,
            arrays: arrays
                .map(|(object, part)| (part.symbol, (object, part)))
                .collect(),
        }
    }

    /// A value as the program writes it.
    pub fn value(&self, value: &Value, reading: Reading, type_name: &str) -> String {
        match value {
            Value::BitVec(bits) if reading == Reading::Pointer => self.pointer(bits, type_name),
            Value::BitVec(bits)
                if bits.width() > WIDEST_NUMBER && !matches!(reading, Reading::Float(_)) =>
            {
                format!("{{{} bytes}}", bits.width().div_ceil(8))
            }
            value => display_value(value, reading, type_name),
        }
    }

    /// An element of a variable that is an array.
    pub fn element(&self, var: VarId, index: &BitVecValue) -> String {
        let var = &self.program.vars[var];
        let named = self.arrays.get(&var.symbol);
        let (Some((object, part)), Some(index)) = (named, index.to_u64()) else {
            let name = var.name.strip_suffix("[]").unwrap_or(&var.name);
            return format!("{name}[{index}]");
        };
        let name = format!("{}{}", object.name, part.path);
        let Some(elements) = &part.elements else {
            return name;
        };
        if elements.unit == elements.stride {
            return format!("{name}{}{}", elements.subscripts(index), elements.suffix);
        }
        let (stride, byte) = (elements.stride.max(1), index.saturating_mul(elements.unit));
        let element = elements.subscripts(byte / stride);
        format!("((char *)&{name}{element})[{}]", byte % stride)
    }

    /// A pointer: `null`, the address of something, or a number.
    fn pointer(&self, bits: &BitVecValue, type_name: &str) -> String {
        if bits.is_zero() {
            return "null".to_owned();
        }
        let named = bits
            .to_u64()
            .and_then(|address| self.address(address, type_name));
        named.unwrap_or_else(|| format!("0x{:x}", bits.to_biguint()))
    }

    /// What has an address, as a pointer of some type sees it.
    fn address(&self, address: u64, type_name: &str) -> Option<String> {
        let behind = self.objects.partition_point(|&(start, _)| start <= address);
        let &(start, object) = self.objects.get(behind.checked_sub(1)?)?;
        let offset = address - start;
        if offset > object.size {
            return None;
        }
        let name = shortened(&object.name);
        if name == ARGUMENTS {
            return Some("...".to_owned());
        }
        // What a stream points to: the stream is the name of that address.
        if let Some(pointer) = name.strip_prefix('*') {
            return (offset == 0).then(|| pointer.to_owned());
        }
        if name.starts_with(['"', 'L', 'u', 'U']) && name.contains('"') {
            return Some(match offset {
                0 => name,
                _ => format!("{name} + {offset}"),
            });
        }
        if object.size == 0 {
            return (offset == 0).then_some(format!("&{name}"));
        }
        Some(match path_at(object, offset, type_name) {
            (path, 0) => format!("&{name}{path}"),
            (path, inside) => format!("(char *)&{name}{path} + {inside}"),
        })
    }
}

/// The part of an object that an offset is in, as a pointer of some type sees it, and how far in.
fn path_at(object: &NamedObject, offset: u64, type_name: &str) -> (String, u64) {
    if offset == object.size {
        return end_of(object);
    }
    let mut best: Option<(String, u64, &ObjectPart)> = None;
    for part in object.parts.iter().filter(|part| part.offset <= offset) {
        let (path, inside) = match &part.elements {
            None => (part.path.clone(), offset - part.offset),
            Some(elements) => {
                let stride = elements.stride.max(1);
                let index = ((offset - part.offset) / stride).min(elements.count.saturating_sub(1));
                let path = format!(
                    "{}{}{}",
                    part.path,
                    elements.subscripts(index),
                    elements.suffix
                );
                (path, offset - part.offset - index * stride)
            }
        };
        if best.as_ref().is_none_or(|&(_, least, _)| inside < least) {
            best = Some((path, inside, part));
        }
    }
    let Some((path, inside, part)) = best else {
        return (String::new(), offset);
    };
    let is_of_type =
        type_name.strip_suffix('*').map(str::trim_end) == Some(part.type_name.as_str());
    match path.rfind('.') {
        // A pointer to something else than the first member: to all of the structure.
        Some(dot) if !is_of_type && inside == 0 && is_first(object, &path[..dot], part) => {
            (path[..dot].to_owned(), 0)
        }
        _ => (path, inside),
    }
}

/// Is it the first of the parts whose paths begin so?
fn is_first(object: &NamedObject, path: &str, part: &ObjectPart) -> bool {
    match &part.elements {
        Some(elements) if path.ends_with(']') => {
            let array = object.parts.iter().filter(|other| other.path == part.path);
            !elements.suffix.is_empty()
                && array.map(|other| other.offset).min() == Some(part.offset)
        }
        _ => {
            let below = object.parts.iter().filter(|other| {
                let rest = other.path.strip_prefix(path);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            });
            below.map(|other| other.offset).min() == Some(part.offset)
        }
    }
}

/// One behind the end: `[n]` of an array of `n` elements.
fn end_of(object: &NamedObject) -> (String, u64) {
    let one_more = |part: &ObjectPart| match &part.elements {
        Some(elements) if part.path.is_empty() && elements.lengths.is_empty() => {
            Some(elements.count)
        }
        Some(_) => None,
        None => {
            let number = part.path.strip_prefix('[')?.split(']').next()?;
            Some(number.parse::<u64>().ok()? + 1)
        }
    };
    match object.parts.last().and_then(one_more) {
        Some(count) => (format!("[{count}]"), 0),
        None => (" + 1".to_owned(), 0),
    }
}

fn shortened(name: &str) -> String {
    match name.char_indices().nth(LONGEST_LITERAL) {
        Some((end, _)) if name.starts_with('"') => format!("{}…\"", &name[..end]),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use ferric3_ivl::Elements;
    use ferric3_term::{Sort, Terms};

    use super::*;

    fn part(terms: &mut Terms, offset: u64, path: &str, type_name: &str) -> ObjectPart {
        let (symbol, _) = terms.fresh_symbol(path, Sort::BitVec(8));
        ObjectPart {
            symbol,
            offset,
            path: path.to_owned(),
            type_name: type_name.to_owned(),
            elements: None,
        }
    }

    fn object(name: &str, address: u64, size: u64, parts: Vec<ObjectPart>) -> NamedObject {
        NamedObject {
            name: name.to_owned(),
            address: Some(address),
            size,
            parts,
        }
    }

    #[test]
    fn addresses_have_names() {
        let mut terms = Terms::new();
        let t = &mut terms;
        let scalar = object("x", 0x100, 4, vec![part(t, 0, "", "int")]);
        let cells = vec![part(t, 0, "[0]", "int"), part(t, 4, "[1]", "int")];
        let array = object("a", 0x200, 8, cells);
        let members = vec![
            part(t, 0, ".p.x", "int"),
            part(t, 4, ".p.y", "int"),
            part(t, 8, ".c", "char"),
        ];
        let record = object("s", 0x300, 12, members);
        let literal = object("\"text\"", 0x400, 5, vec![part(t, 0, "[0]", "char")]);
        let function = object("f", 0x500, 0, vec![]);
        let mut column = part(t, 4, "", "char");
        column.elements = Some(Elements {
            count: 6,
            stride: 8,
            lengths: vec![3],
            suffix: ".c".to_owned(),
            unit: 8,
        });
        let mut first = part(t, 0, "", "int");
        first.elements = column.elements.clone().map(|elements| Elements {
            suffix: ".n".to_owned(),
            ..elements
        });
        let records = object("r", 0x600, 48, vec![first, column]);
        let objects = vec![scalar, array, record, literal, function, records];
        let program = Program {
            objects,
            ..Program::default()
        };
        let names = Names::new(&program);
        let shown = |address: u64, type_name: &str| {
            let value = BitVecValue::from_u64(address, 64).into();
            names.value(&value, Reading::Pointer, type_name)
        };
        for (address, type_name, expected) in [
            (0, "int *", "null"),
            (0x100, "int *", "&x"),
            (0x101, "char *", "(char *)&x + 1"),
            (0x104, "int *", "&x + 1"),
            (0x105, "int *", "0x105"),
            (0x200, "int *", "&a[0]"),
            (0x204, "int *", "&a[1]"),
            (0x208, "int *", "&a[2]"),
            (0x300, "int *", "&s.p.x"),
            (0x300, "struct p *", "&s.p"),
            (0x304, "int *", "&s.p.y"),
            (0x304, "void *", "&s.p.y"),
            (0x308, "char *", "&s.c"),
            (0x400, "char *", "\"text\""),
            (0x402, "char *", "\"text\" + 2"),
            (0x500, "int (*)(void)", "&f"),
            (0x600, "struct r *", "&r[0][0]"),
            (0x600, "int *", "&r[0][0].n"),
            (0x62c, "char *", "&r[1][2].c"),
        ] {
            assert_eq!(
                shown(address, type_name),
                expected,
                "{address:x} as {type_name}"
            );
        }
    }
}
