//! Sorts and nodes by number.

use ferric3_ivl::Diagnostic;
use ferric3_term::{BitVecValue, Op, Sort, TermId, Terms};
use num_bigint::{BigInt, BigUint};
use rustc_hash::FxHashMap;

use super::line::Line;
use super::operators;
use crate::limits::MAX_WIDTH;

/// Sorts and nodes, and the terms that they stand for. Nodes of width 1 are formulas.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    pub(super) terms: Terms,
    sorts: FxHashMap<u64, Sort>,
    nodes: FxHashMap<u64, TermId>,
}

/// The sort of the terms that stand for nodes of a sort.
pub(super) fn represented(sort: Sort) -> Sort {
    match sort {
        Sort::BitVec(1) => Sort::Bool,
        sort => sort,
    }
}

impl Nodes {
    /// Reads `n sort …`.
    pub(super) fn sort(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        let sort = match line.word(2)? {
            "bitvec" => match line.uint(3)? {
                width @ 1..=MAX_WIDTH => Sort::BitVec(width),
                _ => {
                    let message = format!("a width is a number from 1 to {MAX_WIDTH}");
                    return Err(line.error(3, message));
                }
            },
            "array" => {
                let part = |position| match self.sort_at(line, position)? {
                    Sort::BitVec(width) => Ok(width),
                    _ => Err(line.error(position, "arrays of arrays are not supported")),
                };
                Sort::Array {
                    index: part(3)?,
                    element: part(4)?,
                }
            }
            _ => return Err(line.error(2, "a sort is `bitvec` or `array`")),
        };
        if self.sorts.insert(line.number, sort).is_some() {
            return Err(line.error(0, "this number is taken"));
        }
        Ok(())
    }

    /// The sort whose number stands in a line.
    pub(super) fn sort_at(&self, line: &Line<'_>, position: usize) -> Result<Sort, Diagnostic> {
        let number = line.sort(position)?;
        let sort = self.sorts.get(&number).copied();
        sort.ok_or_else(|| line.error(position, format!("there is no sort {number}")))
    }

    /// Gives the node of a line its meaning.
    pub(super) fn define(&mut self, line: &Line<'_>, term: TermId) -> Result<(), Diagnostic> {
        self.nodes.insert(line.number, term);
        Ok(())
    }

    /// The node whose number stands in a line, or its complement.
    pub(super) fn node(&mut self, line: &Line<'_>, position: usize) -> Result<TermId, Diagnostic> {
        let number = line.reference(position)?;
        let Some(&term) = self.nodes.get(&number.unsigned_abs()) else {
            let message = format!("there is no node {}", number.unsigned_abs());
            return Err(line
                .error(position, message)
                .with_hint("a node stands in a line above those that use it"));
        };
        if number > 0 {
            return Ok(term);
        }
        match self.terms.sort(term) {
            Sort::Bool => Ok(self.terms.mk(Op::Not, &[term])),
            Sort::BitVec(_) => Ok(self.terms.mk(Op::BvNot, &[term])),
            _ => Err(line.error(position, "arrays have no complement")),
        }
    }

    /// A node of width 1.
    pub(super) fn formula(
        &mut self,
        line: &Line<'_>,
        position: usize,
    ) -> Result<TermId, Diagnostic> {
        let term = self.node(line, position)?;
        match self.terms.sort(term) {
            Sort::Bool => Ok(term),
            sort => {
                let message = format!("a node of width 1 was expected, not one of sort {sort}");
                Err(line.error(position, message))
            }
        }
    }

    /// A node as a bit-vector, also if its width is 1.
    pub(super) fn as_word(&mut self, term: TermId) -> TermId {
        match self.terms.sort(term) {
            Sort::Bool => {
                let (one, zero) = (self.terms.bv_u64(1, 1), self.terms.bv_u64(0, 1));
                self.terms.mk(Op::Ite, &[term, one, zero])
            }
            _ => term,
        }
    }

    /// A bit-vector as a node.
    pub(super) fn as_node(&mut self, term: TermId) -> TermId {
        match self.terms.sort(term) {
            Sort::BitVec(1) => {
                let one = self.terms.bv_u64(1, 1);
                self.terms.mk(Op::Eq, &[term, one])
            }
            _ => term,
        }
    }

    /// Reads a constant or an operation.
    pub(super) fn operation(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        let name = line.word(1)?;
        let sort = match operators::is_known(name) {
            true => self.sort_at(line, 2)?,
            false => {
                return Err(line
                    .error(1, format!("`{name}` is no operator of BTOR2"))
                    .with_hint("after the number comes an operator, then the number of a sort"));
            }
        };
        let term = match name {
            "zero" | "one" | "ones" | "const" | "constd" | "consth" => {
                self.constant(line, name, sort)?
            }
            _ => operators::apply(self, line, name)?,
        };
        let found = self.terms.sort(term);
        if found != represented(sort) {
            let found = match found {
                Sort::Bool => Sort::BitVec(1),
                found => found,
            };
            let message = format!("the result has sort {found}, not {sort}");
            return Err(line.error(2, message));
        }
        self.define(line, term)
    }

    fn constant(&mut self, line: &Line<'_>, name: &str, sort: Sort) -> Result<TermId, Diagnostic> {
        let Sort::BitVec(width) = sort else {
            return Err(line.error(2, "a constant is a bit-vector"));
        };
        let value = match name {
            "zero" => BitVecValue::zero(width),
            "one" => BitVecValue::one(width),
            "ones" => BitVecValue::ones(width),
            _ => {
                let digits = line.word(3)?;
                let radix = match name {
                    "const" => 2,
                    "consth" => 16,
                    _ => 10,
                };
                self.number(line, digits, radix, width)?
            }
        };
        let value = self.terms.bv(value);
        Ok(self.as_node(value))
    }

    fn number(
        &self,
        line: &Line<'_>,
        digits: &str,
        radix: u32,
        width: u32,
    ) -> Result<BitVecValue, Diagnostic> {
        let bad = || line.error(3, "this is no constant of that kind");
        let (negative, plain) = match digits.strip_prefix('-').filter(|_| radix == 10) {
            Some(plain) => (true, plain),
            None => (false, digits),
        };
        // No number of this width has more digits than bits.
        if plain.len() > MAX_WIDTH as usize || !plain.chars().all(|c| c.is_digit(radix)) {
            return Err(bad());
        }
        let value = BigUint::parse_bytes(plain.as_bytes(), radix).ok_or_else(bad)?;
        let too_large = || line.error(3, format!("the constant does not fit into {width} bits"));
        if radix == 2 && plain.len() != width as usize {
            return Err(line.error(3, format!("{width} digits were expected")));
        }
        if !negative {
            return match value.bits() <= u64::from(width) {
                true => Ok(BitVecValue::from_biguint(value, width)),
                false => Err(too_large()),
            };
        }
        let least = BigUint::from(1u32) << (width - 1);
        match value <= least {
            true => Ok(BitVecValue::from_bigint(&-BigInt::from(value), width)),
            false => Err(too_large()),
        }
    }
}
