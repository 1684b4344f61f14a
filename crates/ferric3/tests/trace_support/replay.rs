//! A run that gets what stands in the text of a trace, and nothing else.

use ferric3_ivl::{InputId, InputSite, InputSource, Inputs, Program, VarId};
use ferric3_term::{BitVecValue, Sort, Value};
use ferric3_witness::{ListedInputs, Names, input_source, parse_inputs};

use super::listing::Listing;

/// Elements of uninitialised arrays that are looked for.
const MOST_ELEMENTS: u64 = 1 << 12;

/// Gives the inputs of a text, in order.
pub(crate) struct TextInputs<'a> {
    program: &'a Program,
    names: Names<'a>,
    listing: &'a Listing,
    next: usize,
    /// Uninitialised ones that were given.
    taken: Vec<bool>,
    fault: Option<String>,
}

impl<'a> TextInputs<'a> {
    /// The inputs of a text for a program.
    pub(crate) fn new(program: &'a Program, listing: &'a Listing) -> TextInputs<'a> {
        TextInputs {
            program,
            names: Names::new(program),
            listing,
            next: 0,
            taken: vec![false; listing.uninitialised.len()],
            fault: None,
        }
    }

    /// What is wrong with the list, now that the run has ended.
    pub(crate) fn fault(&self) -> Option<String> {
        let left = self.listing.inputs.len() - self.next;
        let not_taken = self.taken.iter().position(|taken| !taken);
        let not_taken =
            not_taken.map(|i| format!("{} was not asked for", self.listing.uninitialised[i].0));
        self.fault
            .clone()
            .or(not_taken)
            .or((left > 0).then(|| format!("{left} inputs are left")))
    }

    fn listed(&mut self, input: InputId, site: &InputSite) -> Option<Value> {
        let source = input_source(self.program, input);
        let Some((listed, value)) = self.listing.inputs.get(self.next) else {
            self.fault = Some(format!("no value is listed for {source}"));
            return None;
        };
        self.next += 1;
        let is_strings = matches!(site.source, InputSource::Strings { .. });
        let is_order = matches!(site.source, InputSource::Order(_));
        if !is_strings && !is_order && *listed != source {
            self.fault = Some(format!("{source} is asked for, and {listed} is listed"));
            return None;
        }
        match &site.source {
            InputSource::Order(orders) => {
                let value = value.trim_start_matches('{').trim_end_matches('}');
                let position = match value.rsplit_once(" (order ") {
                    Some((_, which)) => which
                        .split(' ')
                        .next()?
                        .parse::<usize>()
                        .ok()?
                        .checked_sub(1)?,
                    None => orders.iter().position(|order| order == value)?,
                };
                Some(number(site.sort, position as u64))
            }
            InputSource::Doubtful(_) => Some(Value::zero(site.sort)),
            InputSource::Strings { bits, .. } => strings_value(site.sort, *bits, value),
            _ => {
                let mut list = ListedInputs::new(parse_inputs(value.split(' ').next()?).ok()?);
                let given = list.next(input, site);
                if given.is_none() {
                    self.fault = Some(format!("{value} is no value for {source}"));
                }
                given
            }
        }
    }

    /// Values of what was not initialised: those that are listed, and 0.
    fn uninitialised(&mut self, name: &str, input: InputId, site: &InputSite) -> Value {
        let mut value = Value::zero(site.sort);
        let var = self
            .program
            .vars
            .iter_enumerated()
            .find(|(_, var)| var.name == name);
        let var: Option<VarId> = var.map(|(id, _)| id);
        for (i, (listed, text)) in self.listing.uninitialised.iter().enumerate() {
            if self.taken[i] {
                continue;
            }
            let parsed = |sort: Sort| {
                let site = InputSite {
                    sort,
                    source: InputSource::Nondet(String::new()),
                    ..site.clone()
                };
                let mut list = ListedInputs::new(parse_inputs(text.split(' ').next()?).ok()?);
                list.next(input, &site)
            };
            match (&mut value, site.sort, var) {
                (Value::Array(array), Sort::Array { index, element }, Some(var)) => {
                    let indices = (0..MOST_ELEMENTS).map(|i| BitVecValue::from_u64(i, index));
                    let mut indices = indices.take(1usize << index.min(20));
                    let at = indices.find(|at| self.names.element(var, at) == *listed);
                    if let (Some(at), Some(Value::BitVec(bits))) =
                        (at, parsed(Sort::BitVec(element)))
                    {
                        array.set(at, bits);
                        self.taken[i] = true;
                    }
                }
                _ if listed == name => {
                    if let Some(parsed) = parsed(site.sort) {
                        value = parsed;
                        self.taken[i] = true;
                        break;
                    }
                }
                _ => {}
            }
        }
        value
    }
}

impl Inputs for TextInputs<'_> {
    fn next(&mut self, input: InputId, site: &InputSite) -> Option<Value> {
        match &site.source {
            InputSource::Uninitialised(name) => Some(self.uninitialised(name, input, site)),
            _ => self.listed(input, site),
        }
    }
}

fn number(sort: Sort, number: u64) -> Value {
    match sort {
        Sort::BitVec(width) => BitVecValue::from_u64(number, width).into(),
        sort => Value::zero(sort),
    }
}

/// `argv[1] = "-v", argv[2] = ""`
fn strings_value(sort: Sort, bits: u32, strings: &str) -> Option<Value> {
    let mut value = Value::zero(sort);
    let (Value::Array(array), Sort::Array { index, element }) = (&mut value, sort) else {
        return None;
    };
    for string in strings
        .split("\", ")
        .filter(|string| string.contains("] = \""))
    {
        let (name, text) = string.split_once("] = \"")?;
        let (_, number) = name.split_once('[')?;
        let start = number.parse::<u64>().ok()? << bits;
        let text = text.strip_suffix('"').unwrap_or(text);
        let bytes = unescaped(text)?;
        // Where pointers are checked, the length stands in the last bytes of the room.
        let length = (bytes.len() as u64).to_le_bytes();
        let room = (1u64 << bits) - 4;
        let length = (room..).zip(length.into_iter().take(3));
        for (i, byte) in (0..).zip(bytes).chain(length) {
            let at = BitVecValue::from_u64(start + i, index);
            array.set(at, BitVecValue::from_u64(byte.into(), element));
        }
    }
    Some(value)
}

/// The bytes of a text with `\x..` and `\n` in it.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => match chars.next()? {
                'x' => {
                    let digits: String = chars.by_ref().take(2).collect();
                    u8::from_str_radix(&digits, 16).ok()?
                }
                'n' => b'\n',
                't' => b'\t',
                'r' => b'\r',
                c => c as u8,
            },
            c => c as u8,
        });
    }
    Some(out)
}
