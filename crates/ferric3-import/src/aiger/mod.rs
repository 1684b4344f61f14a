//! AIGER 1.9, as text (`aag`) or binary (`aig`): latches, and-gates and inverters.
//!
//! Properties are the `bad` literals; in files without any, the outputs, as before version 1.9.
//! A latch starts with 0, with 1, or, if it is its own reset, with any value. Justice and fairness are
//! refused by name.

mod bytes;

use ferric3_ivl::{Diagnostic, Span};
use ferric3_term::{Op, Sort, SymbolId, TermId, Terms};

use crate::system::{Asked, Clause, Location, Placed, Query, System, Variable};
use bytes::{Bytes, Words};

/// More variables are refused: a header costs nothing to write.
const MAX_VARIABLES: u64 = 1 << 22;

/// What witnesses need to know about a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    pub(crate) inputs: Vec<SymbolId>,
    /// What latches start with.
    pub(crate) latches: Vec<Start>,
    /// The numbers of the properties that are asked for.
    pub(crate) bads: Vec<usize>,
    /// The latches' symbols.
    pub(crate) symbols: Vec<SymbolId>,
    pub(crate) circuit: Circuit,
}

/// The literals of a circuit, for certificates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Circuit {
    /// The greatest variable.
    pub(crate) variables: u64,
    pub(crate) inputs: Vec<u64>,
    /// Latch, next value, and value to start with.
    pub(crate) latches: Vec<[u64; 3]>,
    pub(crate) constraints: Vec<u64>,
    /// All properties.
    pub(crate) bads: Vec<u64>,
    /// Gate and operands.
    pub(crate) gates: Vec<[u64; 3]>,
}

/// What a latch starts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    /// This value.
    Value(bool),
    /// The value of this input.
    Any(SymbolId),
}

struct Header {
    is_binary: bool,
    variables: u64,
    /// Inputs, latches, outputs, gates, bads, constraints.
    counts: [u64; 6],
}

#[derive(Clone, Copy)]
struct Latch {
    literal: u64,
    next: u64,
    reset: u64,
    span: Span,
}

/// A literal that is asked for or required, and where it stands.
type Marked = (u64, Span);

struct File<'t> {
    bytes: Bytes<'t>,
    header: Header,
    terms: Terms,
    inputs: Vec<Marked>,
    latches: Vec<Latch>,
    outputs: Vec<Marked>,
    bads: Vec<Marked>,
    constraints: Vec<Marked>,
    /// By variable: what it is.
    nodes: Vec<Node>,
    /// Gates and their operands, in the order of the file.
    and_gates: Vec<[u64; 3]>,
    names: Names,
}

#[derive(Clone, Copy)]
enum Node {
    Undefined,
    Gate(u64, u64),
    Done(TermId),
}

/// Names by position.
#[derive(Default)]
struct Names {
    inputs: Vec<Option<String>>,
    latches: Vec<Option<String>>,
    properties: Vec<Option<String>>,
}

/// Reads a file.
pub(crate) fn read(contents: &[u8]) -> Result<(System, Terms, Bits), Diagnostic> {
    let mut bytes = Bytes::new(contents);
    let header = header(&mut bytes)?;
    let mut file = File {
        nodes: Vec::new(),
        and_gates: Vec::new(),
        bytes,
        header,
        terms: Terms::new(),
        inputs: Vec::new(),
        latches: Vec::new(),
        outputs: Vec::new(),
        bads: Vec::new(),
        constraints: Vec::new(),
        names: Names::default(),
    };
    file.sections()?;
    file.gates()?;
    file.symbols()?;
    file.system()
}

fn header(bytes: &mut Bytes<'_>) -> Result<Header, Diagnostic> {
    let line = bytes.line("the header `aag` or `aig`")?;
    let is_binary = match line.word(0) {
        Some("aag") => false,
        Some("aig") => true,
        _ => return Err(line.error(0, "an AIGER file begins with `aag` or `aig`")),
    };
    if line.len() < 6 || line.len() > 10 {
        return Err(line
            .error(0, "the header has five to nine numbers")
            .with_hint("aag M I L O A, and from version 1.9 on B C J F"));
    }
    let mut numbers = [0u64; 9];
    for (position, number) in numbers.iter_mut().enumerate().take(line.len() - 1) {
        *number = line.number(position + 1, MAX_VARIABLES, "a number")?;
    }
    let [
        variables,
        inputs,
        latches,
        outputs,
        gates,
        bads,
        constraints,
        justice,
        fairness,
    ] = numbers;
    for (count, position, what) in [(justice, 8, "justice"), (fairness, 9, "fairness")] {
        if count > 0 {
            return Err(line
                .error(
                    position,
                    format!("{what} is not supported: only safety can be checked"),
                )
                .with_hint("properties are `bad` literals"));
        }
    }
    let defined = inputs + latches + gates;
    if variables < defined || (is_binary && variables > defined) {
        let message = format!("{defined} variables are defined, not {variables}");
        return Err(line.error(1, message));
    }
    if inputs > bytes.left() as u64 && !is_binary || latches + gates > bytes.left() as u64 {
        return Err(line.error(0, "the file is shorter than its header says"));
    }
    Ok(Header {
        is_binary,
        variables,
        counts: [inputs, latches, outputs, gates, bads, constraints],
    })
}

impl File<'_> {
    fn greatest(&self) -> u64 {
        2 * self.header.variables + 1
    }

    fn literal(&self, line: &Words<'_>, position: usize) -> Result<u64, Diagnostic> {
        line.number(position, self.greatest(), "a literal")
    }

    /// Everything before the gates.
    fn sections(&mut self) -> Result<(), Diagnostic> {
        let [inputs, latches, outputs, _, bads, constraints] = self.header.counts;
        let header_span = self.bytes.error("").span;
        for number in 0..inputs {
            if self.header.is_binary {
                let span = header_span.unwrap_or_else(|| unreachable!("errors have a place"));
                self.inputs.push((2 * (number + 1), span));
            } else {
                let line = self.bytes.line("an input")?;
                self.inputs.push((self.literal(&line, 0)?, line.span()));
            }
        }
        for number in 0..latches {
            let line = self.bytes.line("a latch")?;
            let (literal, first) = match self.header.is_binary {
                true => (2 * (inputs + number + 1), 0),
                false => (self.literal(&line, 0)?, 1),
            };
            let reset = match line.len() > first + 1 {
                true => self.literal(&line, first + 1)?,
                false => 0,
            };
            if reset > 1 && reset != literal {
                let message = "a latch is reset to 0, 1, or itself (any value)";
                return Err(line.error(first + 1, message));
            }
            self.latches.push(Latch {
                literal,
                next: self.literal(&line, first)?,
                reset,
                span: line.span(),
            });
        }
        for (count, what) in [(outputs, 0), (bads, 1), (constraints, 2)] {
            for _ in 0..count {
                let line = self.bytes.line("a literal")?;
                let marked = (self.literal(&line, 0)?, line.span());
                match what {
                    0 => self.outputs.push(marked),
                    1 => self.bads.push(marked),
                    _ => self.constraints.push(marked),
                }
            }
        }
        Ok(())
    }

    fn gates(&mut self) -> Result<(), Diagnostic> {
        let [inputs, latches, _, gates, ..] = self.header.counts;
        let variables = usize::try_from(self.header.variables).unwrap_or(usize::MAX);
        self.nodes = vec![Node::Undefined; variables + 1];
        self.nodes[0] = Node::Done(self.terms.ff());
        for number in 0..gates {
            let (literal, left, right) = if self.header.is_binary {
                let literal = 2 * (inputs + latches + number + 1);
                let left = literal.checked_sub(self.bytes.delta()?);
                let left = left.filter(|&left| left < literal);
                let right = left
                    .map(|left| Ok((left, self.bytes.delta()?)))
                    .transpose()?;
                let pair = right.and_then(|(left, delta)| Some((left, left.checked_sub(delta)?)));
                let Some((left, right)) = pair else {
                    return Err(self.bytes.error(format!("gate {number} is out of order")));
                };
                (literal, left, right)
            } else {
                let line = self.bytes.line("a gate")?;
                let gate = (
                    self.literal(&line, 0)?,
                    self.literal(&line, 1)?,
                    self.literal(&line, 2)?,
                );
                self.fresh(gate.0, line.span())?;
                gate
            };
            self.nodes[(literal / 2) as usize] = Node::Gate(left, right);
            self.and_gates.push([literal, left, right]);
        }
        Ok(())
    }

    /// A literal that is to be defined: not negated, and not defined before.
    fn fresh(&self, literal: u64, span: Span) -> Result<(), Diagnostic> {
        if literal % 2 == 1 || literal == 0 {
            return Err(Diagnostic::error(
                span,
                "a negated literal cannot be defined",
            ));
        }
        match self.nodes[(literal / 2) as usize] {
            Node::Undefined => Ok(()),
            _ => Err(Diagnostic::error(
                span,
                format!("{literal} is defined twice"),
            )),
        }
    }

    fn symbols(&mut self) -> Result<(), Diagnostic> {
        let count = |marked: usize| vec![None; marked];
        let properties = if self.bads.is_empty() {
            &self.outputs
        } else {
            &self.bads
        };
        self.names = Names {
            inputs: count(self.inputs.len()),
            latches: count(self.latches.len()),
            properties: count(properties.len()),
        };
        let of_properties = if self.bads.is_empty() { 'o' } else { 'b' };
        while let Some(line) = self.bytes.optional_line() {
            let Some(word) = line.word(0) else { continue };
            if word == "c" {
                break;
            }
            let mut chars = word.chars();
            let kind = chars.next();
            let Ok(position) = chars.as_str().parse::<usize>() else {
                let message = "a symbol was expected, such as `i0 name`, or a comment after `c`";
                return Err(line.error(0, message));
            };
            let table = match kind {
                Some('i') => &mut self.names.inputs,
                Some('l') => &mut self.names.latches,
                Some(kind) if kind == of_properties => &mut self.names.properties,
                Some('o' | 'b' | 'c' | 'j' | 'f') => continue,
                _ => return Err(line.error(0, "a symbol is about i, l, o, b, c, j or f")),
            };
            let Some(name) = table.get_mut(position) else {
                return Err(line.error(0, "there is nothing with this number"));
            };
            *name = Some(line.rest(1));
        }
        Ok(())
    }

    fn variable(&mut self, name: String, literal: u64, span: Span) -> Result<Variable, Diagnostic> {
        self.fresh(literal, span)?;
        let (symbol, term) = self.terms.fresh_symbol(&name, Sort::Bool);
        self.nodes[(literal / 2) as usize] = Node::Done(term);
        Ok(Variable {
            symbol,
            name,
            sort: Sort::Bool,
            span,
        })
    }

    fn system(mut self) -> Result<(System, Terms, Bits), Diagnostic> {
        let inputs = self.inputs.clone();
        let mut input_vars = Vec::new();
        for (position, (literal, span)) in inputs.into_iter().enumerate() {
            let name = self.names.inputs[position].take();
            let name = name.unwrap_or_else(|| format!("i{position}"));
            input_vars.push(self.variable(name, literal, span)?);
        }
        let latches = self.latches.clone();
        let mut vars = Vec::new();
        for (position, latch) in latches.iter().enumerate() {
            let name = self.names.latches[position].take();
            let name = name.unwrap_or_else(|| format!("l{position}"));
            vars.push(self.variable(name, latch.literal, latch.span)?);
        }
        let marked = if self.bads.is_empty() {
            &self.outputs
        } else {
            &self.bads
        }
        .clone();
        let Some(&(_, first)) = marked.first() else {
            return Err(self.bytes.error("there is no property in this file"));
        };
        let span = latches.first().map_or(first, |latch| latch.span);
        let mut bits = Bits {
            inputs: input_vars.iter().map(|var| var.symbol).collect(),
            latches: Vec::new(),
            bads: (0..marked.len()).collect(),
            symbols: vars.iter().map(|var| var.symbol).collect(),
            circuit: self.circuit(&marked),
        };
        let mut init = Clause {
            from: None,
            to: 0,
            inputs: Vec::new(),
            guard: Vec::new(),
            values: Vec::new(),
            instance: None,
            span,
        };
        let mut step = Clause {
            from: Some(0),
            ..init.clone()
        };
        for (latch, var) in latches.iter().zip(&vars) {
            let start = match latch.reset {
                0 | 1 => {
                    init.values.push(self.terms.bool(latch.reset == 1));
                    Start::Value(latch.reset == 1)
                }
                _ => {
                    let (symbol, term) = self.terms.fresh_symbol(&var.name, Sort::Bool);
                    init.values.push(term);
                    init.inputs.push(symbol);
                    Start::Any(symbol)
                }
            };
            bits.latches.push(start);
            step.values.push(self.formula(latch.next, latch.span)?);
        }
        let mut constraints = Vec::new();
        for (literal, span) in self.constraints.clone() {
            let term = self.formula(literal, span)?;
            constraints.push(Placed { term, span });
        }
        let mut system = System {
            clauses: vec![init, step],
            locations: vec![Location {
                name: "circuit".to_owned(),
                span,
                vars,
                inputs: input_vars,
                constraints,
                origin: 0,
                fixed: Vec::new(),
            }],
            ..System::default()
        };
        for (property, (literal, span)) in marked.into_iter().enumerate() {
            let name = self.names.properties[property].take();
            let description = match &name {
                Some(name) => format!("bad {property}, {name}"),
                None => format!("bad {property}"),
            };
            system.queries.push(Query {
                at: 0,
                inputs: Vec::new(),
                guard: vec![self.formula(literal, span)?],
                property,
                instances: 0..0,
                span,
            });
            system.properties.push(Asked {
                name,
                description,
                span,
                obstacle: None,
            });
        }
        Ok((system, self.terms, bits))
    }

    fn circuit(&mut self, bads: &[Marked]) -> Circuit {
        let literals = |marked: &[Marked]| marked.iter().map(|marked| marked.0).collect();
        let latches = self.latches.iter();
        Circuit {
            variables: self.header.variables,
            inputs: literals(&self.inputs),
            latches: latches.map(|l| [l.literal, l.next, l.reset]).collect(),
            constraints: literals(&self.constraints),
            bads: literals(bads),
            gates: std::mem::take(&mut self.and_gates),
        }
    }

    /// The formula of a literal. Gates of text files come in any order, and may be on a cycle.
    fn formula(&mut self, literal: u64, span: Span) -> Result<TermId, Diagnostic> {
        let mut stack = vec![(literal / 2, false)];
        // Gates that are being built: their operands are further up on the stack.
        let mut open = rustc_hash::FxHashSet::default();
        while let Some((variable, seen)) = stack.pop() {
            let position = variable as usize;
            match self.nodes[position] {
                Node::Done(_) => {}
                Node::Undefined => {
                    let message = format!("{} is not defined", 2 * variable);
                    return Err(Diagnostic::error(span, message));
                }
                Node::Gate(left, right) if seen => {
                    open.remove(&variable);
                    let args = [self.done(left), self.done(right)];
                    let gate = self.terms.mk(Op::And, &args);
                    self.nodes[position] = Node::Done(gate);
                }
                Node::Gate(left, right) => {
                    if !open.insert(variable) {
                        let message = format!("gate {} depends on itself", 2 * variable);
                        return Err(Diagnostic::error(span, message));
                    }
                    stack.push((variable, true));
                    for operand in [left / 2, right / 2] {
                        if !matches!(self.nodes[operand as usize], Node::Done(_)) {
                            stack.push((operand, false));
                        }
                    }
                }
            }
        }
        Ok(self.done(literal))
    }

    /// The formula of a literal whose variable is done.
    fn done(&mut self, literal: u64) -> TermId {
        let Node::Done(term) = self.nodes[(literal / 2) as usize] else {
            return self.terms.ff();
        };
        match literal % 2 {
            0 => term,
            _ => self.terms.mk(Op::Not, &[term]),
        }
    }
}
