//! BTOR2: one node per line.
//!
//! A Bool is a bit-vector of width 1. State elements without `init` start with any value, `input`s
//! are read anew in each step, and there is one `bad`. All operators mean what they mean in SMT-LIB.
//! An array of equal elements is a state element that starts like that and never changes: there is
//! no other way to say it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ferric3_term::{Op, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::names::word;
use crate::{Nodes, Problem, TransitionSystem};

/// The system in BTOR2.
///
/// # Panics
/// If there is an [obstacle](TransitionSystem::btor2_obstacle).
pub fn btor2(problem: &Problem<'_>, system: &TransitionSystem, terms: &mut Terms) -> String {
    let mut starts = Vec::new();
    for state in &system.states {
        let value = state.start.as_ref().map(|value| terms.constant(value));
        starts.push(value);
    }
    let mut writer = Writer {
        terms,
        text: String::from("; Ferric3: a program as a transition system in BTOR2.\n"),
        last: 0,
        sorts: BTreeMap::new(),
        symbols: FxHashMap::default(),
        nodes: FxHashMap::default(),
    };
    for line in system.legend(problem) {
        writeln!(writer.text, "; {line}").expect(FITS);
    }
    for &input in &system.inputs {
        writer.leaf("input", input);
    }
    // A value to start with must come before the state element that has it.
    for &start in starts.iter().flatten() {
        writer.node(start);
    }
    for (state, start) in system.states.iter().zip(starts) {
        let node = writer.leaf("state", state.symbol);
        if let Some(start) = start {
            let (sort, start) = (writer.sort_of(state.term), writer.node(start));
            writer.line(format!("init {sort} {node} {start}"));
        }
    }
    for state in &system.states {
        let next = writer.node(state.next);
        let (sort, node) = (writer.sort_of(state.term), writer.symbols[&state.symbol]);
        writer.line(format!("next {sort} {node} {next}"));
    }
    let bad = writer.node(system.bad);
    writer.line(format!("bad {bad} error"));
    writer.text
}

/// A formula over bit-vectors and arrays as nodes that go after those of another file, given which of
/// them its symbols are. `None` if there is an array of equal elements in it: that takes a state
/// element, of which no formula over the others says that it never changes.
pub fn btor2_nodes(
    terms: &Terms,
    formula: TermId,
    symbols: &[(SymbolId, u64)],
    last: u64,
) -> Option<Nodes> {
    let mut subterms = terms.subterms(formula).into_iter();
    if subterms.any(|t| matches!(terms.op(t), Op::ConstArray { .. })) {
        return None;
    }
    let mut writer = Writer {
        terms,
        text: String::new(),
        last: last as usize,
        sorts: BTreeMap::new(),
        symbols: symbols
            .iter()
            .map(|&(s, node)| (s, node as usize))
            .collect(),
        nodes: FxHashMap::default(),
    };
    let formula = writer.node(formula) as u64;
    Some(Nodes {
        lines: writer.text.lines().map(str::to_owned).collect(),
        last: writer.last as u64,
        formula,
    })
}

/// Writing to a string cannot fail.
const FITS: &str = "a string can be written to";

struct Writer<'a> {
    terms: &'a Terms,
    text: String,
    /// The number of the last line.
    last: usize,
    sorts: BTreeMap<Sort, usize>,
    symbols: FxHashMap<SymbolId, usize>,
    nodes: FxHashMap<TermId, usize>,
}

impl Writer<'_> {
    fn line(&mut self, text: impl AsRef<str>) -> usize {
        self.last += 1;
        writeln!(self.text, "{} {}", self.last, text.as_ref()).expect(FITS);
        self.last
    }

    /// The sort of bit-vectors.
    fn width(&mut self, width: u32) -> usize {
        self.sort(Sort::BitVec(width))
    }

    fn sort(&mut self, sort: Sort) -> usize {
        let sort = if sort.is_bool() {
            Sort::BitVec(1)
        } else {
            sort
        };
        if let Some(&number) = self.sorts.get(&sort) {
            return number;
        }
        let text = match sort {
            Sort::BitVec(width) => format!("sort bitvec {width}"),
            Sort::Array { index, element } => {
                let (index, element) = (self.width(index), self.width(element));
                format!("sort array {index} {element}")
            }
            _ => panic!("BTOR2 has no terms of sort {sort}"),
        };
        let number = self.line(text);
        self.sorts.insert(sort, number);
        number
    }

    fn sort_of(&mut self, term: TermId) -> usize {
        self.sort(self.terms.sort(term))
    }

    fn leaf(&mut self, word_of_leaf: &str, symbol: SymbolId) -> usize {
        let sort = self.sort(self.terms.symbol(symbol).sort);
        let name = word(self.terms, symbol);
        let node = self.line(format!("{word_of_leaf} {sort} {name}"));
        self.symbols.insert(symbol, node);
        node
    }

    /// The node of a term, written on first use.
    fn node(&mut self, term: TermId) -> usize {
        // Terms may be deeper than the call stack.
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.nodes.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let args = self.terms.args(top).iter();
            stack.extend(args.filter(|arg| !self.nodes.contains_key(arg)));
            if stack.len() == before {
                stack.pop();
                let node = self.write(top);
                self.nodes.insert(top, node);
            }
        }
        self.nodes[&term]
    }

    /// Writes a term whose arguments have been written.
    fn write(&mut self, term: TermId) -> usize {
        let terms = self.terms;
        let args: Vec<usize> = terms.args(term).iter().map(|arg| self.nodes[arg]).collect();
        match terms.op(term) {
            Op::Symbol(symbol) => return self.symbols[symbol],
            // Nothing to do.
            Op::ZeroExtend(0) | Op::SignExtend(0) => return args[0],
            Op::RotateLeft(by) => return self.rotate(terms.args(term)[0], *by),
            Op::RotateRight(by) => {
                let argument = terms.args(term)[0];
                let width = terms.width(argument);
                return self.rotate(argument, width - by % width);
            }
            _ => {}
        }
        let sort = self.sort_of(term);
        match (terms.op(term), &args[..]) {
            (Op::True, _) => self.line(format!("one {sort}")),
            (Op::False, _) => self.line(format!("zero {sort}")),
            (Op::Const(value), _) => {
                let width = value.width() as usize;
                let bits = value.to_biguint().to_str_radix(2);
                self.line(format!("const {sort} {bits:0>width$}"))
            }
            (Op::And | Op::Or, [first, rest @ ..]) => {
                let name = operator(terms.op(term));
                rest.iter().fold(*first, |node, next| {
                    self.line(format!("{name} {sort} {node} {next}"))
                })
            }
            (Op::Extract { hi, lo }, [a]) => self.line(format!("slice {sort} {a} {hi} {lo}")),
            (Op::ZeroExtend(more), [a]) => self.line(format!("uext {sort} {a} {more}")),
            (Op::SignExtend(more), [a]) => self.line(format!("sext {sort} {a} {more}")),
            (Op::ConstArray { .. }, [element]) => {
                let is_constant = terms.as_const(terms.args(term)[0]).is_some();
                assert!(
                    is_constant,
                    "an array of equal elements that are not constant"
                );
                let node = self.line(format!("state {sort}"));
                self.line(format!("init {sort} {node} {element}"));
                self.line(format!("next {sort} {node} {node}"));
                node
            }
            (op, args) => {
                let args: Vec<String> = args.iter().map(usize::to_string).collect();
                self.line(format!("{} {sort} {}", operator(op), args.join(" ")))
            }
        }
    }

    /// Rotation to the left. BTOR2 takes the distance as a bit-vector, which readers limit in
    /// different ways; two slices leave no doubt.
    fn rotate(&mut self, argument: TermId, by: u32) -> usize {
        let width = self.terms.width(argument);
        let node = self.nodes[&argument];
        let by = by % width;
        if by == 0 {
            return node;
        }
        let (high_sort, low_sort) = (self.width(width - by), self.width(by));
        let (top, cut) = (width - 1, width - by);
        let moved = self.line(format!("slice {high_sort} {node} {} 0", cut - 1));
        let around = self.line(format!("slice {low_sort} {node} {top} {cut}"));
        let sort = self.width(width);
        self.line(format!("concat {sort} {moved} {around}"))
    }
}

/// The name of an operator whose arguments are nodes and nothing else.
fn operator(op: &Op) -> &'static str {
    match op {
        Op::Not | Op::BvNot => "not",
        Op::And | Op::BvAnd => "and",
        Op::Or | Op::BvOr => "or",
        Op::Xor | Op::BvXor => "xor",
        Op::Eq => "eq",
        Op::Ite => "ite",
        Op::BvNeg => "neg",
        Op::BvAdd => "add",
        Op::BvSub => "sub",
        Op::BvMul => "mul",
        Op::BvUdiv => "udiv",
        Op::BvUrem => "urem",
        Op::BvSdiv => "sdiv",
        Op::BvSrem => "srem",
        Op::BvSmod => "smod",
        Op::BvShl => "sll",
        Op::BvLshr => "srl",
        Op::BvAshr => "sra",
        Op::BvUlt => "ult",
        Op::BvUle => "ulte",
        Op::BvSlt => "slt",
        Op::BvSle => "slte",
        Op::Concat => "concat",
        Op::Select => "read",
        Op::Store => "write",
        op => panic!("BTOR2 has no {op:?}"),
    }
}
