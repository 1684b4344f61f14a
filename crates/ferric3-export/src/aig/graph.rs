//! Nodes and gates.

use std::ops::Not;

use rustc_hash::FxHashMap;

/// A node or its negation, numbered as in AIGER: `2 * node`, plus 1 if negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Lit(u32);

impl Lit {
    pub(crate) const FALSE: Lit = Lit(0);
    pub(crate) const TRUE: Lit = Lit(1);

    pub(crate) fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    /// The number in AIGER.
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    pub(crate) fn node(self) -> usize {
        (self.0 / 2) as usize
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// A graph: the constant, then leaves, then gates, each of which reads only nodes before it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aig {
    leaves: u32,
    gates: Vec<[Lit; 2]>,
    table: FxHashMap<[Lit; 2], Lit>,
}

impl Aig {
    pub(crate) fn new() -> Aig {
        Aig::default()
    }

    /// A new leaf. All of them come before the first gate.
    pub(crate) fn leaf(&mut self) -> Lit {
        assert!(self.gates.is_empty(), "leaves come before gates");
        self.leaves += 1;
        self.node_lit()
    }

    /// The newest node.
    fn node_lit(&self) -> Lit {
        let gates = u32::try_from(self.gates.len()).expect("a graph has fewer than 2^31 nodes");
        let node = self.leaves + gates;
        assert!(node < 1 << 31, "a graph has fewer than 2^31 nodes");
        Lit(2 * node)
    }

    /// The gates in order, the larger argument first.
    pub(crate) fn gates(&self) -> &[[Lit; 2]] {
        &self.gates
    }

    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (high, low) = if a > b { (a, b) } else { (b, a) };
        if low == Lit::FALSE || low == !high {
            return Lit::FALSE;
        }
        if low == Lit::TRUE || low == high {
            return high;
        }
        if let Some(&known) = self.table.get(&[high, low]) {
            return known;
        }
        self.gates.push([high, low]);
        let gate = self.node_lit();
        self.table.insert([high, low], gate);
        gate
    }

    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let only_a = self.and(a, !b);
        let only_b = self.and(!a, b);
        self.or(only_a, only_b)
    }

    pub(crate) fn ite(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if then == otherwise {
            return then;
        }
        let yes = self.and(condition, then);
        let no = self.and(!condition, otherwise);
        self.or(yes, no)
    }

    /// Balanced, so that wide gates are not deep.
    pub(crate) fn and_all(&mut self, lits: &[Lit]) -> Lit {
        match lits {
            [] => Lit::TRUE,
            &[only] => only,
            _ => {
                let (left, right) = lits.split_at(lits.len() / 2);
                let (left, right) = (self.and_all(left), self.and_all(right));
                self.and(left, right)
            }
        }
    }

    pub(crate) fn or_all(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        !self.and_all(&negated)
    }

    /// Renumbers the graph so that only what the roots need of the gates is left.
    pub(crate) fn trimmed(&self, roots: &mut [Lit]) -> Aig {
        let mut needed = vec![false; self.gates.len()];
        let first = self.leaves as usize + 1;
        for root in roots.iter() {
            if let Some(gate) = root.node().checked_sub(first) {
                needed[gate] = true;
            }
        }
        for gate in (0..needed.len()).rev() {
            if needed[gate] {
                for argument in self.gates[gate] {
                    if let Some(gate) = argument.node().checked_sub(first) {
                        needed[gate] = true;
                    }
                }
            }
        }
        let mut copy = Aig {
            leaves: self.leaves,
            ..Aig::default()
        };
        let mut renamed: Vec<Lit> = Vec::with_capacity(needed.len());
        let rename = |lit: Lit, renamed: &[Lit]| match lit.node().checked_sub(first) {
            None => lit,
            Some(gate) if lit.is_negated() => !renamed[gate],
            Some(gate) => renamed[gate],
        };
        for (gate, &[a, b]) in self.gates.iter().enumerate() {
            renamed.push(if needed[gate] {
                let (a, b) = (rename(a, &renamed), rename(b, &renamed));
                copy.and(a, b)
            } else {
                Lit::FALSE
            });
        }
        for root in roots {
            *root = rename(*root, &renamed);
        }
        copy
    }
}
