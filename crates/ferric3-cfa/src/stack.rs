//! The explicit stack of a recursive component.
//!
//! A call inside the component saves, at the stack pointer, the locals that it needs again and the
//! number of its return site; a return restores them. Each saved local has an array of its own, so
//! that invariants can speak about one local at all depths. What is not saved:
//!
//! * locals that are not live across the call,
//! * parameters that have one value in all activations, because every recursive call hands on its
//!   own,
//! * the return site where only one call of the callee exists.
//!
//! Contract, for a depth `sp` and the arrays `a_v` of the saved locals `v`:
//!
//! ```text
//! push:  a_v' = store(a_v, sp, v)   sp' = sp + 1
//! pop:   sp' = sp − 1               v'  = select(a_v, sp − 1)
//! ```

use std::collections::BTreeMap;

use ferric3_ivl::{ProcId, Procedure, Program, StmtKind, VarId};
use ferric3_term::{Op, Sort, SymbolId, TermId, Terms};

use crate::call_graph::CallGraph;
use crate::live::live_across_calls;

/// Integers are saved in so many bits, which hold all numbers of machine words of either signedness. A call
/// with a larger one is an obstacle.
pub(crate) const INTEGER_BITS: u32 = 65;

/// A variable of the automaton that no program variable stands behind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) symbol: SymbolId,
    pub(crate) term: TermId,
}

/// A recursive call: procedure, block, position in the block.
pub(crate) type CallSite = (ProcId, usize, usize);

/// What a recursive call needs to know.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// Its number among the recursive calls of the same callee.
    pub(crate) number: u64,
    /// The locals that it saves.
    pub(crate) saved: Vec<VarId>,
    /// A local that it would have to save, but cannot.
    pub(crate) array: Option<VarId>,
}

/// The stack of one component.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    /// The stack pointer: how many recursive calls are active.
    pub(crate) pointer: Cell,
    /// Its width.
    pub(crate) bits: u32,
    /// By saved local.
    arrays: BTreeMap<VarId, Cell>,
    /// The return sites, if a procedure has more than one, and the width of their numbers.
    numbers: Option<(Cell, u32)>,
    sites: BTreeMap<CallSite, Site>,
    /// How many recursive calls of a procedure exist.
    callers: BTreeMap<ProcId, u64>,
}

impl Stack {
    /// The stack of a recursive component, with a pointer of `bits` bits.
    pub(crate) fn new(
        program: &Program,
        terms: &mut Terms,
        graph: &CallGraph,
        component: usize,
        bits: u32,
    ) -> Stack {
        let members = graph.members(component);
        let name = &program.procs[members[0]].name;
        let mut sites = BTreeMap::new();
        let mut callers = BTreeMap::new();
        for &caller in members {
            let proc = &program.procs[caller];
            let live = live_across_calls(program, terms, proc);
            let keeps: Vec<VarId> = proc
                .params
                .iter()
                .copied()
                .filter(|&param| is_the_same_everywhere(program, members, caller, param))
                .collect();
            for (callee, block, position) in calls(proc) {
                if !graph.is_recursive_call(caller, callee) {
                    continue;
                }
                let needed = live[&(block, position)]
                    .iter()
                    .copied()
                    .filter(|var| !keeps.contains(var));
                let (arrays, saved): (Vec<VarId>, Vec<VarId>) =
                    needed.partition(|&var| !is_saved(program.vars[var].sort));
                let count = callers.entry(callee).or_insert(0);
                let site = Site {
                    number: *count,
                    saved,
                    array: arrays.first().copied(),
                };
                *count += 1;
                sites.insert((caller, block, position), site);
            }
        }
        let mut cell = |name: String, sort: Sort| {
            let (symbol, term) = terms.fresh_symbol(name, sort);
            Cell { symbol, term }
        };
        let pointer = cell(format!("{name}.depth"), Sort::BitVec(bits));
        let mut arrays = BTreeMap::new();
        for &var in sites.values().flat_map(|site| &site.saved) {
            let decl = &program.vars[var];
            let element = match decl.sort {
                Sort::Int => INTEGER_BITS,
                sort => sort.width().unwrap_or(1),
            };
            let sort = Sort::Array {
                index: bits,
                element,
            };
            arrays
                .entry(var)
                .or_insert_with(|| cell(format!("{name}.saved.{}", decl.name), sort));
        }
        let most = callers.values().copied().max().unwrap_or(0);
        let numbers = (most > 1).then(|| {
            let element = (most - 1).ilog2() + 1;
            let sort = Sort::Array {
                index: bits,
                element,
            };
            (cell(format!("{name}.return"), sort), element)
        });
        Stack {
            pointer,
            bits,
            arrays,
            numbers,
            sites,
            callers,
        }
    }

    /// All its variables.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let numbers = self.numbers.map(|(cell, _)| cell);
        let arrays = self.arrays.values().copied();
        std::iter::once(self.pointer)
            .chain(arrays)
            .chain(numbers)
            .collect()
    }

    /// What is known about a recursive call.
    pub(crate) fn site(&self, call: CallSite) -> &Site {
        &self.sites[&call]
    }

    /// How many recursive calls fit.
    pub(crate) fn capacity(&self) -> u64 {
        u64::MAX >> (64 - self.bits.min(64))
    }

    /// Is the stack full?
    pub(crate) fn is_full(&self, terms: &mut Terms) -> TermId {
        let full = terms.bv(ferric3_term::BitVecValue::ones(self.bits));
        terms.eq(self.pointer.term, full)
    }

    /// Is there an integer among what a call saves that is too large for the stack?
    pub(crate) fn is_too_large(&self, program: &Program, terms: &mut Terms, site: &Site) -> TermId {
        let mut fit = Vec::new();
        let limit = i128::from(u64::MAX) + 1;
        for &var in &site.saved {
            let decl = &program.vars[var];
            if decl.sort == Sort::Int {
                let (least, beyond) = (terms.int(-limit), terms.int(limit));
                fit.push(terms.le(least, decl.term));
                fit.push(terms.lt(decl.term, beyond));
            }
        }
        let all_fit = terms.and(&fit);
        terms.not(all_fit)
    }

    /// Is there nothing on it, so that control returns to outside of the component?
    pub(crate) fn is_empty(&self, terms: &mut Terms) -> TermId {
        let zero = terms.bv_u64(0, self.bits);
        terms.eq(self.pointer.term, zero)
    }

    /// The assignments of a push, in order.
    pub(crate) fn push(
        &self,
        program: &Program,
        terms: &mut Terms,
        callee: ProcId,
        site: &Site,
    ) -> Vec<(SymbolId, TermId)> {
        let at = self.pointer.term;
        let mut assigns = Vec::new();
        for &var in &site.saved {
            let array = self.arrays[&var];
            let decl = &program.vars[var];
            let bits = match decl.sort {
                Sort::Bool => terms.bool_to_bv(decl.term, 1),
                Sort::Int => terms.int_to_bv(decl.term, INTEGER_BITS),
                _ => decl.term,
            };
            let stored = terms.simplified(Op::Store, &[array.term, at, bits]);
            assigns.push((array.symbol, stored));
        }
        if let Some((array, width)) = self.number_of(callee) {
            let number = terms.bv_u64(site.number, width);
            let stored = terms.simplified(Op::Store, &[array.term, at, number]);
            assigns.push((array.symbol, stored));
        }
        let one = terms.bv_u64(1, self.bits);
        let next = terms.bv_add(at, one);
        assigns.push((self.pointer.symbol, next));
        assigns
    }

    /// The pointer after a pop. What follows holds after it.
    pub(crate) fn popped(&self, terms: &mut Terms) -> TermId {
        let one = terms.bv_u64(1, self.bits);
        terms.bv_sub(self.pointer.term, one)
    }

    /// After a pop: is this the site that called?
    pub(crate) fn returns_to(&self, terms: &mut Terms, callee: ProcId, site: &Site) -> TermId {
        match self.number_of(callee) {
            None => terms.tt(),
            Some((array, width)) => {
                let number = terms.bv_u64(site.number, width);
                let found = terms.simplified(Op::Select, &[array.term, self.pointer.term]);
                terms.eq(found, number)
            }
        }
    }

    /// After a pop: the assignments that give the caller its locals back.
    pub(crate) fn restore(
        &self,
        program: &Program,
        terms: &mut Terms,
        site: &Site,
    ) -> Vec<(SymbolId, TermId)> {
        let mut assigns = Vec::new();
        for &var in &site.saved {
            let array = self.arrays[&var];
            let decl = &program.vars[var];
            let bits = terms.simplified(Op::Select, &[array.term, self.pointer.term]);
            let value = match decl.sort {
                Sort::Bool => terms.bv_to_bool(bits),
                Sort::Int => terms.bv_to_int(bits),
                _ => bits,
            };
            assigns.push((decl.symbol, value));
        }
        assigns
    }

    fn number_of(&self, callee: ProcId) -> Option<(Cell, u32)> {
        self.numbers
            .filter(|_| self.callers.get(&callee).is_some_and(|&count| count > 1))
    }
}

/// Can values of a sort be kept in an array?
fn is_saved(sort: Sort) -> bool {
    matches!(sort, Sort::Bool | Sort::BitVec(_) | Sort::Int)
}

/// The calls of a procedure: callee, block, position.
fn calls(proc: &Procedure) -> Vec<(ProcId, usize, usize)> {
    let mut calls = Vec::new();
    for (id, block) in proc.blocks.iter_enumerated() {
        for (position, stmt) in block.stmts.iter().enumerate() {
            if let StmtKind::Call { proc, .. } = stmt.kind {
                calls.push((proc, id.index(), position));
            }
        }
    }
    calls
}

/// Has `param` one value in all activations of its procedure that are active at a time? So it is
/// if nothing but calls change it, and if recursive calls hand it on.
fn is_the_same_everywhere(
    program: &Program,
    members: &[ProcId],
    owner: ProcId,
    param: VarId,
) -> bool {
    let proc = &program.procs[owner];
    let position = proc.params.iter().position(|&other| other == param);
    let term = program.vars[param].term;
    members.iter().all(|&member| {
        let blocks = program.procs[member].blocks.iter();
        blocks
            .flat_map(|block| &block.stmts)
            .all(|stmt| match &stmt.kind {
                StmtKind::Assign { var, .. } | StmtKind::Havoc { var, .. } => *var != param,
                StmtKind::Call { proc, args, result } => {
                    *result != Some(param)
                        && (*proc != owner
                            || position.is_some_and(|position| args[position] == term))
                }
                _ => true,
            })
    })
}
