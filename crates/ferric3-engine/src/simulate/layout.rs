//! What an input consists of: one field, or those that the program takes out of a record.

use std::rc::Rc;

use ferric3_ivl::{InputId, InputSite, InputSource, Program, Reading, StmtKind, VarId};
use ferric3_term::{BitVecValue, Sort, Terms, Value};

use super::flow::{Constant, Flow};
use super::palette::{Kind, Palette};

/// Some bits of an input.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// The lowest one.
    pub(super) lo: u32,
    /// How many there are, at most 64.
    pub(super) width: u32,
    /// What to try.
    pub(super) palette: Palette,
}

/// What to give at an input.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Sort of the value.
    pub(super) sort: Sort,
    /// Its fields; none for an array or a number without bits. Bits in no field are 0: nobody looks at them.
    pub(super) fields: Vec<Field>,
    /// A run that reads it proves nothing.
    pub(super) is_useless: bool,
}

impl Layout {
    /// The value with these fields.
    pub(super) fn value(&self, fields: &[u64]) -> Value {
        match self.sort {
            Sort::Bool => Value::Bool(fields[0] & 1 == 1),
            Sort::BitVec(width) if width <= 64 => {
                let bits = self.fields.iter().zip(fields);
                let bits = bits.fold(0, |bits, (field, value)| bits | value << field.lo);
                BitVecValue::from_u64(bits, width).into()
            }
            Sort::BitVec(width) => {
                let mut words = vec![0u64; width as usize / 64 + 2];
                for (field, &value) in self.fields.iter().zip(fields) {
                    let (word, shift) = (field.lo as usize / 64, field.lo % 64);
                    words[word] |= value << shift;
                    if shift > 0 {
                        words[word + 1] |= value >> (64 - shift);
                    }
                }
                let bit = |i: u32| words[i as usize / 64] >> (i % 64) & 1 == 1;
                BitVecValue::from_bits((0..width).map(bit)).into()
            }
            sort => Value::zero(sort),
        }
    }

    /// The fields of a value.
    pub(super) fn split(&self, value: &Value) -> Vec<u64> {
        match value {
            Value::Bool(value) => vec![(*value).into()],
            Value::BitVec(bits) => {
                let field = |f: &Field| bits.extract(f.lo + f.width - 1, f.lo).to_u64();
                self.fields.iter().map(|f| field(f).unwrap_or(0)).collect()
            }
            _ => vec![],
        }
    }
}

/// The layouts of all inputs. A layout is made when it is first asked for: large programs have many
/// inputs, and runs read few of them.
#[derive(Debug)]
pub(super) struct Layouts<'a> {
    program: &'a Program,
    flow: Flow<'a>,
    all: Vec<Constant>,
    /// By number of the input: the variables that it is read into.
    read_into: Vec<Vec<VarId>>,
    /// By number of the input.
    made: Vec<Option<Rc<Layout>>>,
}

impl<'a> Layouts<'a> {
    /// The layouts of a program's inputs.
    pub(super) fn new(program: &'a Program, terms: &'a Terms) -> Layouts<'a> {
        let flow = Flow::new(program, terms);
        let mut read_into = vec![vec![]; program.inputs.len()];
        for proc in program.procs.iter() {
            for stmt in proc.blocks.iter().flat_map(|block| &block.stmts) {
                if let StmtKind::Havoc { var, input } = stmt.kind {
                    read_into[input.index()].push(var);
                }
            }
        }
        Layouts {
            program,
            all: flow.all(),
            flow,
            made: vec![None; read_into.len()],
            read_into,
        }
    }

    /// The layout of an input.
    pub(super) fn get(&mut self, input: InputId) -> Rc<Layout> {
        let made = &mut self.made[input.index()];
        let layout = made.get_or_insert_with(|| {
            let site = &self.program.inputs[input];
            let vars = &self.read_into[input.index()];
            Rc::new(layout(site, vars, &self.flow, &self.all))
        });
        Rc::clone(layout)
    }
}

fn layout(site: &InputSite, vars: &[VarId], flow: &Flow<'_>, all: &[Constant]) -> Layout {
    let is_useless = matches!(site.source, InputSource::Doubtful(_));
    let width = match site.sort {
        Sort::Bool => 1,
        Sort::BitVec(width) => width,
        _ => 0,
    };
    let mut parts: Vec<(u32, u32)> = vars.iter().flat_map(|&var| flow.parts_of(var)).collect();
    parts.sort_unstable();
    parts.dedup();
    let about = |part: Option<(u32, u32)>| {
        let mut near = vec![];
        let mut is_float = part.is_none() && matches!(site.reading, Reading::Float(_));
        for &var in vars {
            let (more, float) = flow.about(var, part);
            near.extend(more);
            is_float |= float;
        }
        (near, is_float)
    };
    // The sign and the magnitude of a number are no fields of a record.
    let is_number = about(None).1;
    let mut fields = vec![];
    let mut field = |lo: u32, width: u32, part| {
        let (near, is_float) = about(part);
        let palette = Palette::new(width, Kind::new(width, is_float), &near, all);
        fields.push(Field { lo, width, palette });
    };
    if (1..=64).contains(&width) && (is_number || !is_record(&parts)) {
        field(0, width, None);
    } else if width > 0 {
        for (lo, width, part) in cut(width, parts) {
            field(lo, width, part);
        }
    }
    Layout {
        sort: site.sort,
        fields,
        is_useless,
    }
}

/// Are these parts of a record, rather than conversions of a number to a smaller type?
fn is_record(parts: &[(u32, u32)]) -> bool {
    parts.iter().any(|part| part.1 > 0) && parts.iter().any(|part| part.1 == 0)
}

/// The lowest bit and the number of bits of a field, and the part that it is.
type Piece = (u32, u32, Option<(u32, u32)>);

/// Fields without overlap, the largest first that are not too large, and what is left in pieces if
/// there is no field at all.
fn cut(width: u32, mut parts: Vec<(u32, u32)>) -> Vec<Piece> {
    parts.retain(|(hi, lo)| hi - lo < 64 && *hi < width);
    parts.sort_by_key(|&(hi, lo)| (std::cmp::Reverse(hi - lo), lo));
    let mut chosen: Vec<(u32, u32)> = vec![];
    for (hi, lo) in parts {
        if chosen.iter().all(|&(h, l)| hi < l || h < lo) {
            chosen.push((hi, lo));
        }
    }
    if chosen.is_empty() {
        let pieces = (0..width).step_by(64);
        return pieces.map(|lo| (lo, (width - lo).min(64), None)).collect();
    }
    chosen.sort_by_key(|part| part.1);
    chosen
        .into_iter()
        .map(|(hi, lo)| (lo, hi - lo + 1, Some((hi, lo))))
        .collect()
}
