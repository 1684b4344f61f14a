//! Numbers for values: equal numbers mean equal values on every path since the last loop head
//! (Alpern, Wegman and Zadeck: Detecting Equality of Variables in Programs, 1988).

use ferric3_term::{Op, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::straight::Variables;
use crate::LocId;
use crate::persistent::{Map, Merged};

/// Larger terms are compared as a whole: same term over the same values.
const MAX_SUBTERMS: usize = 100;

/// A value.
pub(super) type Number = u32;

/// What is known of the variables on the way. A variable without a number has the value that it
/// had at the last loop head.
pub(super) type Values = Map<Number>;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    /// What all variables of a class have at a loop head.
    Class(LocId, u32),
    /// What a variable without number has.
    Old(u32),
    /// What a havoc reads.
    Input(SymbolId),
    /// An operator on values.
    Apply(Op, Vec<Number>),
    /// A large term over values.
    Large(TermId, Vec<Number>),
    /// One of two, by the last edge into this location; the position tells which edges.
    Join(LocId, usize, Number, Number),
}

/// The numbers that are in use.
#[derive(Default)]
pub(super) struct Numbers {
    table: FxHashMap<Key, Number>,
    /// Of terms without variables.
    ground: FxHashMap<TermId, Number>,
}

impl Numbers {
    fn number(&mut self, key: Key) -> Number {
        let next = Number::try_from(self.table.len()).expect("fewer than 2^32 values");
        *self.table.entry(key).or_insert(next)
    }

    /// The value of a class of variables at a loop head.
    pub(super) fn class(&mut self, head: LocId, class: u32) -> Number {
        self.number(Key::Class(head, class))
    }

    /// What a havoc reads.
    pub(super) fn input(&mut self, input: SymbolId) -> Number {
        self.number(Key::Input(input))
    }

    /// The value of a variable.
    pub(super) fn variable(&mut self, var: u32, values: &Values) -> Number {
        match values.get(var as usize) {
            Some(&number) => number,
            None => self.number(Key::Old(var)),
        }
    }

    /// One more way into `loc`, the one with this position. Returns the variables that get another
    /// number by that.
    pub(super) fn join(
        &mut self,
        loc: LocId,
        position: usize,
        values: &mut Values,
        more: &Values,
    ) -> Vec<(u32, Number)> {
        let mut changed = Vec::new();
        *values = values.merge(more, &mut |var, a, b| {
            if a == b {
                return Merged::First;
            }
            let var = u32::try_from(var).expect("fewer variables than 2^32");
            let [a, b] = [a, b].map(|entry| match entry {
                Some(&number) => number,
                None => self.number(Key::Old(var)),
            });
            let joined = self.number(Key::Join(loc, position, a, b));
            changed.push((var, joined));
            Merged::New(joined)
        });
        changed
    }

    /// The value of a term.
    pub(super) fn term(
        &mut self,
        terms: &Terms,
        vars: &mut Variables,
        values: &Values,
        t: TermId,
    ) -> Number {
        if let Some(var) = terms.as_symbol(t).and_then(|symbol| vars.number(symbol)) {
            return self.variable(var, values);
        }
        let is_ground = vars.reads(terms, t).is_empty();
        if is_ground && let Some(&number) = self.ground.get(&t) {
            return number;
        }
        let subterms = terms.subterms(t);
        let number = if subterms.len() > MAX_SUBTERMS {
            let reads = vars.reads(terms, t).to_vec();
            let reads = reads
                .into_iter()
                .map(|read| self.variable(read, values))
                .collect();
            self.number(Key::Large(t, reads))
        } else {
            let mut of: FxHashMap<TermId, Number> = FxHashMap::default();
            for part in subterms {
                let var = terms.as_symbol(part).and_then(|symbol| vars.number(symbol));
                let number = match var {
                    Some(var) => self.variable(var, values),
                    None => {
                        let args = terms.args(part).iter().map(|arg| of[arg]).collect();
                        self.number(Key::Apply(terms.op(part).clone(), args))
                    }
                };
                of.insert(part, number);
            }
            of[&t]
        };
        if is_ground {
            self.ground.insert(t, number);
        }
        number
    }
}
