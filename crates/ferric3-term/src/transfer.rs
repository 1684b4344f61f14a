//! Terms on their way from one store to another that began as a copy of the same one.

use rustc_hash::FxHashMap;

use crate::{Op, TermId, Terms};

/// What two stores have in common because one is a copy of the other, or both of a third one: the
/// terms and symbols that existed when the copy was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Common {
    terms: usize,
    symbols: usize,
}

/// Terms that any store with the same [`Common`] part can take in.
#[derive(Clone, Debug)]
pub struct Parcel {
    /// Arguments first.
    nodes: Vec<(Op, Vec<Part>)>,
    roots: Vec<Part>,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    /// A term that both stores have.
    Common(TermId),
    /// A node of the parcel.
    Own(usize),
}

impl Terms {
    /// What a copy that is made now will have in common with this store.
    pub fn common(&self) -> Common {
        Common {
            terms: self.len(),
            symbols: self.symbols().count(),
        }
    }

    /// Pack terms for another store. None if they mention a symbol that is not common.
    pub fn pack(&self, common: Common, roots: &[TermId]) -> Option<Parcel> {
        let mut nodes = Vec::new();
        let mut number: FxHashMap<TermId, usize> = FxHashMap::default();
        let part = |t: TermId, number: &FxHashMap<TermId, usize>| {
            if t.index() < common.terms {
                Some(Part::Common(t))
            } else {
                number.get(&t).copied().map(Part::Own)
            }
        };
        for &root in roots {
            let mut stack = vec![root];
            while let Some(&top) = stack.last() {
                if part(top, &number).is_some() {
                    stack.pop();
                    continue;
                }
                let open = self.args(top).iter().copied();
                let open: Vec<TermId> = open.filter(|&a| part(a, &number).is_none()).collect();
                if !open.is_empty() {
                    stack.extend(open);
                    continue;
                }
                if let Op::Symbol(symbol) = self.op(top)
                    && symbol.index() >= common.symbols
                {
                    return None;
                }
                let args = self.args(top).iter();
                let args: Option<Vec<Part>> = args.map(|&a| part(a, &number)).collect();
                number.insert(top, nodes.len());
                nodes.push((self.op(top).clone(), args?));
                stack.pop();
            }
        }
        let roots: Option<Vec<Part>> = roots.iter().map(|&t| part(t, &number)).collect();
        Some(Parcel {
            nodes,
            roots: roots?,
        })
    }

    /// The terms of a parcel, in this store. Requires that it has the common part.
    pub fn unpack(&mut self, parcel: &Parcel) -> Vec<TermId> {
        let mut done: Vec<TermId> = Vec::with_capacity(parcel.nodes.len());
        let find = |part: Part, done: &[TermId]| match part {
            Part::Common(t) => t,
            Part::Own(number) => done[number],
        };
        for (op, args) in &parcel.nodes {
            let args: Vec<TermId> = args.iter().map(|&a| find(a, &done)).collect();
            let term = self.mk(op.clone(), &args);
            done.push(term);
        }
        parcel.roots.iter().map(|&root| find(root, &done)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Infix, Sort};

    #[test]
    fn terms_arrive_as_they_were_sent() {
        let mut here = Terms::new();
        let (_, x) = here.fresh_symbol("x", Sort::BitVec(8));
        let (_, y) = here.fresh_symbol("y", Sort::BitVec(8));
        let sum = here.bv_add(x, y);
        let common = here.common();
        let mut there = here.clone();
        // The stores go different ways.
        let seven = there.bv_u64(7, 8);
        there.bv_mul(x, seven);
        let three = here.bv_u64(3, 8);
        let (_, own) = here.fresh_symbol("own", Sort::Bool);
        let less = here.bv_ult(sum, three);
        let other = here.eq(x, three);
        let both = here.and2(less, other);
        let parcel = here.pack(common, &[both, sum]).expect("all is common");
        let arrived = there.unpack(&parcel);
        assert_eq!(arrived[1], sum);
        assert_eq!(
            Infix::new(&there, arrived[0]).to_string(),
            Infix::new(&here, both).to_string()
        );
        let secret = here.and2(own, less);
        assert!(here.pack(common, &[secret]).is_none());
    }
}
