//! Where values go: which constants a variable, or a field of a wide input, is compared with.
//!
//! Variables that are copied into one another are one class, without looking at control flow, and
//! so is a field with the variables that it is copied into. Nothing depends on it but what is worth
//! a try.

use std::collections::BTreeMap;

use ferric3_ivl::{Program, Reading, StmtKind, TerminatorKind, VarId};
use ferric3_term::{FloatFormat, FloatOp, Op, SymbolId, TermId, Terms};

/// Terms that are looked at to find where one value comes from: choices may be many.
const MOST_SOURCES: usize = 64;

/// A constant of the program, as it is meant.
#[derive(Clone, Copy, Debug)]
pub(super) enum Constant {
    /// The bits of an integer.
    Bits { value: u64, width: u32 },
    /// A floating-point number.
    Float(f64),
}

/// Some bits of a variable: the variable, the highest and the lowest one.
pub(super) type Part = (VarId, u32, u32);

/// What is known about where values go.
#[derive(Debug)]
pub(super) struct Flow<'a> {
    program: &'a Program,
    terms: &'a Terms,
    /// By number of the symbol.
    var_of: Vec<Option<VarId>>,
    /// Numbers of parts of wide variables, behind those of variables.
    parts: BTreeMap<Part, usize>,
    /// Of variables and parts: another one of the same class, or itself.
    parent: Vec<usize>,
    /// Of variables and parts: is it read as a floating-point number?
    is_float: Vec<bool>,
    constants: Vec<(usize, Constant)>,
    /// What is copied as it is.
    copies: Vec<(usize, usize)>,
    /// By class: its constants, and the parts of its variables.
    known: BTreeMap<usize, Vec<Constant>>,
    taken: BTreeMap<usize, Vec<(Part, usize)>>,
}

impl<'a> Flow<'a> {
    /// Looks at a whole program.
    pub(super) fn new(program: &'a Program, terms: &'a Terms) -> Flow<'a> {
        let mut var_of = vec![None; terms.symbols().count()];
        for (id, var) in program.vars.iter_enumerated() {
            var_of[var.symbol.index()] = Some(id);
        }
        let is_float = |reading| matches!(reading, Reading::Float(_));
        let mut flow = Flow {
            program,
            terms,
            var_of,
            parts: BTreeMap::new(),
            parent: (0..program.vars.len()).collect(),
            is_float: program.vars.iter().map(|v| is_float(v.reading)).collect(),
            constants: vec![],
            copies: vec![],
            known: BTreeMap::new(),
            taken: BTreeMap::new(),
        };
        let mut roots = vec![];
        for proc in program.procs.iter() {
            for block in proc.blocks.iter() {
                for stmt in &block.stmts {
                    flow.statement(&stmt.kind, &mut roots);
                }
                if let TerminatorKind::Branch { condition, .. } = block.terminator.kind {
                    roots.push(condition);
                }
            }
        }
        flow.expressions(roots);
        flow.sort();
        flow
    }

    /// Sorts everything by class, now that classes are known.
    fn sort(&mut self) {
        // Copies of copies are rarely far away.
        for _ in 0..3 {
            for &(a, b) in &self.copies {
                let is_float = self.is_float[a] || self.is_float[b];
                (self.is_float[a], self.is_float[b]) = (is_float, is_float);
            }
        }
        for node in 0..self.parent.len() {
            self.parent[node] = self.class(node);
        }
        for (node, constant) in std::mem::take(&mut self.constants) {
            let constants = self.known.entry(self.parent[node]).or_default();
            constants.push(constant);
        }
        for (&part, &node) in &self.parts {
            let class = self.parent[part.0.index()];
            self.taken.entry(class).or_default().push((part, node));
        }
    }

    fn taken_from(&self, var: VarId) -> &[(Part, usize)] {
        let class = self.parent[var.index()];
        self.taken.get(&class).map_or(&[], Vec::as_slice)
    }

    /// The parts of a variable, or of those that it is copied to, that somebody takes out of it.
    pub(super) fn parts_of(&self, var: VarId) -> Vec<(u32, u32)> {
        let parts = self.taken_from(var).iter();
        parts.map(|((_, hi, lo), _)| (*hi, *lo)).collect()
    }

    /// The constants that a variable is compared with, or a part of it if one is given; and whether
    /// it is read as a floating-point number.
    pub(super) fn about(&self, var: VarId, part: Option<(u32, u32)>) -> (Vec<Constant>, bool) {
        let nodes: Vec<usize> = match part {
            None => vec![var.index()],
            Some(bits) => {
                let same = self.taken_from(var).iter();
                let same = same.filter(|((_, hi, lo), _)| (*hi, *lo) == bits);
                same.map(|&(_, node)| node).collect()
            }
        };
        let is_float = nodes.iter().any(|&node| self.is_float[node]);
        let mut classes: Vec<usize> = nodes.iter().map(|&node| self.parent[node]).collect();
        classes.sort_unstable();
        classes.dedup();
        let constants = classes.iter().filter_map(|class| self.known.get(class));
        (constants.flatten().copied().collect(), is_float)
    }

    /// All constants that anything is compared with.
    pub(super) fn all(&self) -> Vec<Constant> {
        self.known.values().flatten().copied().collect()
    }

    fn statement(&mut self, stmt: &StmtKind, roots: &mut Vec<TermId>) {
        match stmt {
            StmtKind::Assign { var, value } => {
                roots.push(*value);
                self.assign(*var, *value);
            }
            StmtKind::Assume(condition)
            | StmtKind::Assert { condition, .. }
            | StmtKind::Cover { condition, .. } => {
                roots.push(*condition);
            }
            StmtKind::Call { proc, args, result } => {
                let callee = &self.program.procs[*proc];
                for (&param, &arg) in callee.params.iter().zip(args) {
                    roots.push(arg);
                    self.assign(param, arg);
                }
                if let (Some(var), Some(result)) = (result, callee.result) {
                    self.join(var.index(), result.index());
                }
            }
            StmtKind::Havoc { .. } | StmtKind::Decision { .. } => {}
        }
    }

    fn assign(&mut self, var: VarId, value: TermId) {
        if let Some(bits) = self.terms.as_const(value) {
            let reading = self.program.vars[var].reading;
            let format = match reading {
                Reading::Float(format) => Some(format),
                _ => None,
            };
            let width = bits.width();
            if let Some(constant) = bits.to_u64().and_then(|b| constant(b, width, format)) {
                self.constants.push((var.index(), constant));
            }
        }
        if let Some(node) = self.node(value) {
            self.copies.push((var.index(), node));
        }
        for source in self.sources(value) {
            self.join(var.index(), source);
        }
    }

    /// Comparisons, and what floating-point operations are applied to, in these terms.
    fn expressions(&mut self, mut stack: Vec<TermId>) {
        let mut is_seen = vec![false; self.terms.len()];
        while let Some(term) = stack.pop() {
            if std::mem::replace(&mut is_seen[term.index()], true) {
                continue;
            }
            let args = self.terms.args(term);
            stack.extend(args);
            // Makes a part known, also where it is used right away.
            self.node(term);
            match self.terms.op(term) {
                Op::Float(op) => {
                    let format = op.argument_format();
                    if format.is_some() {
                        for &arg in args {
                            if let Some(node) = self.node(arg) {
                                self.is_float[node] = true;
                            }
                        }
                    }
                    if let FloatOp::Eq(_) | FloatOp::Lt(_) | FloatOp::Le(_) = op {
                        self.compare(args, format);
                    }
                }
                Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => self.compare(args, None),
                _ => {}
            }
        }
    }

    fn compare(&mut self, args: &[TermId], format: Option<FloatFormat>) {
        for (one, other) in [(args[0], args[1]), (args[1], args[0])] {
            if let Some(bits) = self.terms.as_const(one)
                && let Some(value) = bits.to_u64()
                && let Some(constant) = constant(value, bits.width(), format)
            {
                let sources = self.sources(other);
                self.constants
                    .extend(sources.into_iter().map(|node| (node, constant)));
            }
        }
    }

    /// The variables and parts that a term is a copy of, perhaps converted or chosen.
    fn sources(&mut self, term: TermId) -> Vec<usize> {
        let (mut found, mut stack) = (vec![], vec![term]);
        for _ in 0..MOST_SOURCES {
            let Some(term) = stack.pop() else { break };
            if let Some(node) = self.node(term) {
                found.push(node);
                continue;
            }
            let args = self.terms.args(term);
            match self.terms.op(term) {
                Op::Extract { .. } | Op::ZeroExtend(_) | Op::SignExtend(_) => stack.push(args[0]),
                Op::Float(
                    FloatOp::Convert { .. }
                    | FloatOp::FromSigned(_)
                    | FloatOp::FromUnsigned(_)
                    | FloatOp::ToSigned { .. }
                    | FloatOp::ToUnsigned { .. },
                ) => stack.push(args[0]),
                Op::Ite => stack.extend(&args[1..]),
                _ => {}
            }
        }
        found
    }

    /// The variable or part that a term is.
    fn node(&mut self, term: TermId) -> Option<usize> {
        let var = |this: &Self, symbol: SymbolId| this.var_of[symbol.index()];
        let (mut inner, mut bits) = (term, None);
        while let Op::Extract { hi, lo } = *self.terms.op(inner) {
            bits = Some(bits.map_or((hi, lo), |(h, l): (u32, u32)| (h + lo, l + lo)));
            inner = self.terms.args(inner)[0];
        }
        let var = var(self, self.terms.as_symbol(inner)?)?;
        let Some((hi, lo)) = bits else {
            return Some(var.index());
        };
        let next = self.parent.len();
        let node = *self.parts.entry((var, hi, lo)).or_insert(next);
        if node == next {
            self.parent.push(next);
            self.is_float.push(false);
        }
        Some(node)
    }

    fn class(&mut self, mut node: usize) -> usize {
        while self.parent[node] != node {
            self.parent[node] = self.parent[self.parent[node]];
            node = self.parent[node];
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.class(a), self.class(b));
        let (old, new) = (a.min(b), a.max(b));
        self.parent[new] = old;
    }
}

/// A constant from its bits, if it has a format that machines have, or none.
fn constant(value: u64, width: u32, format: Option<FloatFormat>) -> Option<Constant> {
    match format {
        None => Some(Constant::Bits { value, width }),
        Some(FloatFormat::F64) => Some(Constant::Float(f64::from_bits(value))),
        Some(FloatFormat::F32) => {
            let bits = u32::try_from(value).ok()?;
            Some(Constant::Float(f32::from_bits(bits).into()))
        }
        Some(_) => None,
    }
}
