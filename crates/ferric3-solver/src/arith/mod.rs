//! Linear arithmetic over integers and real numbers, as a theory of the SAT solver.
//!
//! Numbers ([`linear`]) are symbols, or stand for linear forms; atoms ([`atoms`]) bound them. The simplex
//! algorithm ([`simplex`] over a [`tableau`], with [`bounds`] and infinitesimals, [`delta`]) decides whether
//! bounds can hold together, and says why not. [`propagate`] finds atoms that follow. Integers are found by
//! fixing one after the other ([`dive`]) where equations ([`lattice`]) leave a choice, or else by branching ([`branch`]),
//! also on general [`planes`], where divisors ([`divisors`]) and [`cuts`] do not settle it.
//! [`model`] makes values out of infinitesimals. [`farkas`] checks the proof of every conflict and of every lemma before it is used.
//!
//! [`relax`] has interpolants of conjunctions.
//!
//! *What a query is about*: only atoms of its domain are told to the theory (`ferric3-sat/src/native/theory.rs`
//! has the argument), so forms of other queries have no bounds. Their rows stay for a while and are then
//! taken out of the tableau.

mod atoms;
mod bounds;
mod branch;
mod cuts;
mod delta;
mod dive;
mod divisors;
mod farkas;
mod lattice;
mod linear;
mod model;
mod planes;
mod propagate;
mod relax;
mod simplex;
mod tableau;
#[cfg(test)]
mod tests;
mod theory;

use ferric3_sat::{Interrupt, Lit, SatSolver};
use ferric3_term::Rational;
use rustc_hash::FxHashMap;

use self::atoms::{AtomTable, Normal, normal};
use self::delta::Delta;
use self::farkas::{Proof, clause_of};
use self::linear::Form;
pub(crate) use self::linear::{Linear, Num};
pub(crate) use self::relax::{Relaxation, relax};
use self::simplex::Simplex;

/// Rows of forms that the last query was not about may be this many, beside as many as it was about.
const SPARE_ROWS: usize = 64;

/// After so many splits the next query does not begin where the last one has ended.
const MANY_SPLITS: u32 = 20;

/// What is known about a number.
struct Number {
    is_integer: bool,
    /// Is it a form of several numbers, and not one of its own?
    is_form: bool,
    /// Is the form in the tableau?
    is_active: bool,
    /// The last query that had an atom about it.
    query: u32,
    /// Literals that define it, if others do.
    defined_by: Vec<Lit>,
}

/// A literal that follows, and why.
struct Implied {
    lit: Lit,
    /// How many literals were assigned.
    at: usize,
    /// Its negation with the literals that it follows from. It is checked when somebody asks.
    proof: Proof,
}

/// A context of linear arithmetic.
#[derive(Default)]
pub(crate) struct Arith {
    simplex: Simplex,
    numbers: Vec<Number>,
    /// By number: itself, or what it stands for.
    forms: Vec<Form>,
    by_form: FxHashMap<Form, Num>,
    active: Vec<Num>,
    atoms: AtomTable,
    /// Literals that hold, oldest first; of how many of them the bounds were asserted, and how many changes
    /// of bounds there were before each.
    assigned: Vec<Lit>,
    asserted: usize,
    marks: Vec<usize>,
    /// So many changes of bounds were propagated.
    propagated: usize,
    implied: Vec<Implied>,
    /// Where in `implied` a literal is; out of date if it is not there.
    implied_at: FxHashMap<Lit, usize>,
    query: u32,
    /// The numbers that are no forms and that this query is about.
    relevant: Vec<Num>,
    /// Branches and cuts in this query, and the atoms that there are for them alone.
    splits: u32,
    split_atoms: Vec<Lit>,
    /// Bits of the denominators of values that these exclude.
    split_bits: u64,
    model: FxHashMap<Num, Rational>,
    /// Why the last query was given up, if not for work or an interrupt.
    why: Option<&'static str>,
    /// Work outside of the tableau.
    work: u64,
}

impl Arith {
    /// A number that nothing is known about.
    pub(crate) fn new_number(&mut self, is_integer: bool) -> Num {
        let number = self.add_number(is_integer, false);
        self.forms.push([(number, Rational::ONE)].into());
        number
    }

    fn add_number(&mut self, is_integer: bool, is_form: bool) -> Num {
        let number = self.simplex.new_number();
        self.atoms.add_number();
        self.numbers.push(Number {
            is_integer,
            is_form,
            is_active: false,
            query: 0,
            defined_by: Vec::new(),
        });
        number
    }

    pub(crate) fn is_integer(&self, number: Num) -> bool {
        self.numbers[number.index()].is_integer
    }

    /// `number` is defined by clauses over these literals, of which the atoms are about the number: queries
    /// about it are about all of them.
    pub(crate) fn define(
        &mut self,
        sat: &mut dyn SatSolver,
        number: Num,
        atoms: &[Lit],
        others: &[Lit],
    ) {
        let by = [atoms, others].concat();
        for atom in atoms {
            sat.relate(atom.var(), &by);
        }
        self.numbers[number.index()].defined_by = by;
    }

    /// The literal of `linear ≤ 0`, or of `linear < 0`; or its value, if it is constant.
    pub(crate) fn at_most_zero(
        &mut self,
        sat: &mut dyn SatSolver,
        linear: &Linear,
        is_strict: bool,
    ) -> Result<Lit, bool> {
        match normal(linear, is_strict, |x| self.is_integer(x)) {
            Normal::Constant(value) => Err(value),
            Normal::Bound {
                form,
                bound,
                is_negated,
            } => {
                let number = self.number_of(&form);
                let lit = match self.atoms.find(number, &bound) {
                    Some(lit) => {
                        self.atoms.keep(lit);
                        lit
                    }
                    None => {
                        let var = sat.new_atom();
                        let is_integer = self.is_integer(number);
                        self.atoms.add(var, number, bound, is_integer);
                        var.positive()
                    }
                };
                if self.atoms.must_relate(lit) {
                    for (x, _) in &form {
                        let by = &self.numbers[x.index()].defined_by;
                        if !by.is_empty() {
                            sat.relate(lit.var(), by);
                        }
                    }
                }
                Ok(lit.flip_if(is_negated))
            }
        }
    }

    /// The number that stands for a form in normal form.
    fn number_of(&mut self, form: &Form) -> Num {
        if let [(number, _)] = form[..] {
            return number;
        }
        if let Some(&number) = self.by_form.get(form) {
            return number;
        }
        let is_integer = form.iter().all(|&(x, _)| self.is_integer(x));
        let number = self.add_number(is_integer, true);
        self.forms.push(form.clone());
        self.by_form.insert(form.clone(), number);
        number
    }

    /// A query begins: forms that were not of use lately leave the tableau.
    fn purge(&mut self) {
        let query = self.query;
        let used = self
            .active
            .iter()
            .filter(|x| self.numbers[x.index()].query == query);
        if self.active.len() <= 2 * used.count() + SPARE_ROWS {
            return;
        }
        self.simplex.reset_values();
        for number in std::mem::take(&mut self.active) {
            let state = &mut self.numbers[number.index()];
            if state.query == query {
                self.active.push(number);
            } else {
                state.is_active = false;
                self.simplex.undefine(number);
            }
        }
    }

    /// The query is about this number: see that it is in the tableau.
    fn activate(&mut self, number: Num) {
        let state = &self.numbers[number.index()];
        if state.query == self.query && state.is_active == state.is_form {
            return;
        }
        for (x, _) in &self.forms[number.index()] {
            let state = &mut self.numbers[x.index()];
            if state.query != self.query {
                state.query = self.query;
                self.relevant.push(*x);
            }
        }
        let state = &mut self.numbers[number.index()];
        state.query = self.query;
        if state.is_form && !state.is_active {
            state.is_active = true;
            self.active.push(number);
            self.simplex.define(number, &self.forms[number.index()]);
        }
    }

    /// The clause that the proof proves. A wrong proof is a bug, which must not become a wrong answer: then there
    /// is no clause, and the query is given up.
    fn proved(&mut self, proof: &Proof) -> Option<Vec<Lit>> {
        let clause = clause_of(
            proof,
            |lit| self.atoms.meaning(lit, &self.forms),
            |number| self.is_integer(number),
        );
        debug_assert!(clause.is_some(), "a wrong proof of arithmetic: {proof:?}");
        if clause.is_none() {
            self.why = Some("arithmetic found a proof that is none, which is a bug");
        }
        clause
    }

    /// Who may interrupt a running query.
    pub(crate) fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.simplex.interrupt = interrupt;
    }

    /// Give up after so much more work.
    pub(crate) fn set_limit(&mut self, limit: Option<u64>) {
        let done = self.simplex.tableau.work;
        self.simplex.work_limit = limit.map(|limit| done.saturating_add(limit));
    }

    /// Why the last query was given up, if not for work or an interrupt.
    pub(crate) fn why_incomplete(&self) -> Option<&'static str> {
        self.why
    }

    /// The value of a number in the model. Numbers that the query was not about are 0.
    pub(crate) fn value(&self, number: Num) -> Rational {
        self.model.get(&number).cloned().unwrap_or_default()
    }

    /// `number ≤ bound` for the search: a literal that the query is about from now on.
    fn split_atom(
        &mut self,
        atoms: &mut dyn ferric3_sat::Atoms,
        number: Num,
        bound: Rational,
    ) -> Lit {
        let bound = Delta::from(bound);
        match self.atoms.find(number, &bound) {
            Some(lit) => {
                if self.atoms.list(lit) {
                    self.split_atoms.push(lit);
                }
                atoms.require(lit.var());
                lit
            }
            None => {
                let var = atoms.new_atom();
                let is_integer = self.is_integer(number);
                self.atoms.add(var, number, bound, is_integer);
                self.atoms.borrow(var.positive());
                self.split_atoms.push(var.positive());
                var.positive()
            }
        }
    }

    /// A query begins: what the search for integers has left behind is of no use to others.
    fn forget_splits(&mut self) {
        for lit in std::mem::take(&mut self.split_atoms) {
            self.atoms.unlist(lit);
        }
        if self.splits > MANY_SPLITS {
            // The values have come from where there were no integers.
            self.simplex.reset_values();
        }
        self.splits = 0;
        self.split_bits = 0;
    }
}
