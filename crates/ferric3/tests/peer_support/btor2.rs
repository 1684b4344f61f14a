//! A reader of BTOR2 that runs the system.

use std::collections::BTreeMap;

use ferric3_term::BitVecValue;

/// A line with a value.
#[derive(Clone, Debug)]
struct Node {
    op: String,
    width: u32,
    /// What follows the sort.
    args: Vec<String>,
}

/// A system with one `bad`.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    sorts: BTreeMap<usize, u32>,
    nodes: BTreeMap<usize, Node>,
    pub(crate) inputs: Vec<usize>,
    /// State elements in the order of the file.
    pub(crate) states: Vec<usize>,
    init: BTreeMap<usize, usize>,
    next: BTreeMap<usize, usize>,
    bad: Option<usize>,
}

/// Reads a file.
pub(crate) fn read(text: &str) -> Result<System, String> {
    let mut system = System::default();
    let mut last = 0;
    for line in text.lines().filter(|line| !line.starts_with(';')) {
        let fail = || format!("strange line `{line}`");
        let words: Vec<&str> = line.split(' ').collect();
        let [id, op, rest @ ..] = &words[..] else {
            return Err(fail());
        };
        let id: usize = id.parse().map_err(|_| fail())?;
        if id <= last {
            return Err(format!("`{line}` is out of order"));
        }
        last = id;
        let numbers: Vec<usize> = rest.iter().map_while(|word| word.parse().ok()).collect();
        match (*op, &numbers[..]) {
            ("sort", _) => {
                let ["bitvec", width] = rest else {
                    return Err(fail());
                };
                let width = width.parse().map_err(|_| fail())?;
                system.sorts.insert(id, width);
            }
            ("init" | "next", &[sort, state, value]) => {
                system
                    .check_widths(sort, &[state, value])
                    .ok_or_else(fail)?;
                let table = if *op == "init" {
                    &mut system.init
                } else {
                    &mut system.next
                };
                if !system.states.contains(&state) || table.insert(state, value).is_some() {
                    return Err(fail());
                }
            }
            ("bad", &[value]) if system.bad.is_none() && system.nodes.contains_key(&value) => {
                system.bad = Some(value);
            }
            (_, [sort, ..]) => {
                let width = *system.sorts.get(sort).ok_or_else(fail)?;
                match *op {
                    "input" => system.inputs.push(id),
                    "state" => system.states.push(id),
                    _ => {}
                }
                let args = rest[1..].iter().map(|&word| word.to_owned()).collect();
                let op = (*op).to_owned();
                system.nodes.insert(id, Node { op, width, args });
            }
            _ => return Err(fail()),
        }
    }
    system.bad.ok_or("there is no bad")?;
    Ok(system)
}

impl System {
    fn check_widths(&self, sort: usize, nodes: &[usize]) -> Option<()> {
        let width = *self.sorts.get(&sort)?;
        let fits = |node: &usize| self.nodes.get(node).is_some_and(|node| node.width == width);
        nodes.iter().all(fits).then_some(())
    }

    /// The width of a node.
    pub(crate) fn width(&self, node: usize) -> u32 {
        self.nodes[&node].width
    }

    /// The state in the beginning, in the order of the file; `free` gives values to elements
    /// without an initial one.
    pub(crate) fn start(&self, mut free: impl FnMut(u32) -> BitVecValue) -> Vec<BitVecValue> {
        let values = self.values(&[], &[]);
        let start = self.states.iter().map(|state| match self.init.get(state) {
            Some(value) => values[value].clone(),
            None => free(self.width(*state)),
        });
        start.collect()
    }

    /// The state after a step, and whether the state before it is bad.
    pub(crate) fn step(
        &self,
        state: &[BitVecValue],
        inputs: &[BitVecValue],
    ) -> (Vec<BitVecValue>, bool) {
        let values = self.values(state, inputs);
        let next = self
            .states
            .iter()
            .map(|state| values[&self.next[state]].clone());
        let bad = self.bad.expect("it was read");
        (next.collect(), values[&bad].is_one())
    }

    /// The values of all nodes that do not need a state or input that is missing.
    fn values(
        &self,
        state: &[BitVecValue],
        inputs: &[BitVecValue],
    ) -> BTreeMap<usize, BitVecValue> {
        let mut values: BTreeMap<usize, BitVecValue> = BTreeMap::new();
        values.extend(self.states.iter().copied().zip(state.iter().cloned()));
        values.extend(self.inputs.iter().copied().zip(inputs.iter().cloned()));
        for (&id, node) in &self.nodes {
            if !values.contains_key(&id)
                && let Some(value) = evaluate(node, &values)
            {
                assert_eq!(value.width(), node.width, "the sort of node {id}, {node:?}");
                values.insert(id, value);
            }
        }
        values
    }
}

fn evaluate(node: &Node, values: &BTreeMap<usize, BitVecValue>) -> Option<BitVecValue> {
    let width = node.width;
    let arg = |index: usize| -> Option<&BitVecValue> {
        let id: usize = node.args[index].parse().expect("an argument is a number");
        values.get(&id)
    };
    let number = |index: usize| -> u32 { node.args[index].parse().expect("a number") };
    let truth = |value: bool| BitVecValue::from_u64(u64::from(value), 1);
    Some(match node.op.as_str() {
        "input" | "state" => return None,
        "zero" => BitVecValue::zero(width),
        "one" => BitVecValue::one(width),
        "const" => {
            let bits = node.args[0].bytes().rev().map(|bit| bit == b'1');
            BitVecValue::from_bits(bits)
        }
        "not" => arg(0)?.not(),
        "neg" => arg(0)?.neg(),
        "slice" => arg(0)?.extract(number(1), number(2)),
        "uext" => arg(0)?.zero_extend(number(1)),
        "sext" => arg(0)?.sign_extend(number(1)),
        "ite" => {
            let chosen = if arg(0)?.is_one() { arg(1) } else { arg(2) };
            chosen?.clone()
        }
        op => {
            let (a, b) = (arg(0)?, arg(1)?);
            match op {
                "and" => a.and(b),
                "or" => a.or(b),
                "xor" => a.xor(b),
                "add" => a.add(b),
                "sub" => a.sub(b),
                "mul" => a.mul(b),
                "udiv" => a.udiv(b),
                "urem" => a.urem(b),
                "sdiv" => a.sdiv(b),
                "srem" => a.srem(b),
                "smod" => a.smod(b),
                "sll" => a.shl(b),
                "srl" => a.lshr(b),
                "sra" => a.ashr(b),
                "eq" => truth(a == b),
                "ult" => truth(a.ult(b)),
                "ulte" => truth(a.ule(b)),
                "slt" => truth(a.slt(b)),
                "slte" => truth(a.sle(b)),
                "concat" => a.concat(b),
                _ => panic!("unknown operator {op}"),
            }
        }
    })
}
