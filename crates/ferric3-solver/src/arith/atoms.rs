//! Atoms: literals of the SAT solver that bound a number.
//!
//! Every inequality is brought to `F ≤ c`, or the negation of that, for a form `F` with coprime integer
//! coefficients of which the first is positive. If all numbers of `F` are integers, so is `F`, and `c` is
//! rounded down.

use ferric3_sat::{Lit, Var};
use ferric3_term::Rational;
use rustc_hash::FxHashMap;

use super::delta::Delta;
use super::farkas::Inequality;
use super::linear::{Form, Linear, Num, Side, content};

/// No atom.
const NONE: u32 = u32::MAX;

/// `number ≤ upper`; if it is false, `number ≥ lower`.
struct Atom {
    number: Num,
    upper: Delta,
    lower: Delta,
    /// The value that it is assigned.
    value: Option<bool>,
    /// Has the SAT solver been told what it depends on?
    is_related: bool,
    /// Is it among the atoms of its number that bounds are compared with?
    is_listed: bool,
    /// Is it in formulas, rather than made for a query alone?
    is_kept: bool,
}

/// An inequality in normal form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Normal {
    /// It holds, or not, whatever the numbers are.
    Constant(bool),
    /// `form ≤ bound`, or its negation.
    Bound {
        form: Form,
        bound: Delta,
        is_negated: bool,
    },
}

/// `linear ≤ 0`, or `linear < 0`, in normal form.
pub(crate) fn normal(linear: &Linear, is_strict: bool, is_integer: impl Fn(Num) -> bool) -> Normal {
    let Some((_, first)) = linear.terms.first() else {
        let holds = linear.constant.is_negative() || (linear.constant.is_zero() && !is_strict);
        return Normal::Constant(holds);
    };
    let is_negated = first.is_negative();
    let mut factor = content(&linear.terms).reciprocal();
    if is_negated {
        factor = -factor;
    }
    let terms = linear.terms.iter();
    let form: Form = terms.map(|(x, c)| (*x, c * &factor)).collect();
    assert!(
        form.iter().all(|(_, c)| c.is_integer()),
        "coefficients are integers"
    );
    // form ≤ limit, or form ≥ limit if the factor is negative.
    let limit = -(&linear.constant * &factor);
    let bound = if form.iter().all(|&(x, _)| is_integer(x)) {
        let limit = match (is_negated, is_strict) {
            (false, false) => limit.floor(),
            (false, true) => limit.ceil() - Rational::ONE,
            // form ≥ limit is the negation of form ≤ ⌈limit⌉ - 1.
            (true, false) => limit.ceil() - Rational::ONE,
            (true, true) => limit.floor(),
        };
        Delta::from(limit)
    } else {
        let infinitesimal = match is_negated == is_strict {
            true => Rational::ZERO,
            false => Rational::MINUS_ONE,
        };
        Delta::new(limit, infinitesimal)
    };
    Normal::Bound {
        form,
        bound,
        is_negated,
    }
}

/// All atoms of a context.
#[derive(Default)]
pub(super) struct AtomTable {
    pub(super) vars: Vec<Var>,
    atoms: Vec<Atom>,
    /// By variable of the SAT solver.
    by_var: Vec<u32>,
    by_bound: FxHashMap<(Num, Delta), u32>,
    /// By number: its atoms, in the order of their bounds.
    of_number: Vec<Vec<u32>>,
}

impl AtomTable {
    pub(super) fn add_number(&mut self) {
        self.of_number.push(Vec::new());
    }

    /// The literal of `number ≤ upper`, if there is one.
    pub(super) fn find(&self, number: Num, upper: &Delta) -> Option<Lit> {
        let atom = self.by_bound.get(&(number, upper.clone()))?;
        Some(self.vars[*atom as usize].positive())
    }

    /// Let `var` stand for `number ≤ upper`.
    pub(super) fn add(&mut self, var: Var, number: Num, upper: Delta, is_integer: bool) {
        let index = u32::try_from(self.atoms.len()).expect("fewer atoms than variables");
        let lower = match is_integer {
            true => Delta::from(&upper.real + &Rational::ONE),
            false => Delta::new(upper.real.clone(), &upper.infinitesimal + &Rational::ONE),
        };
        if self.by_var.len() <= var.index() {
            self.by_var.resize(var.index() + 1, NONE);
        }
        self.by_var[var.index()] = index;
        self.vars.push(var);
        self.by_bound.insert((number, upper.clone()), index);
        self.atoms.push(Atom {
            number,
            upper,
            lower,
            value: None,
            is_related: false,
            is_listed: false,
            is_kept: true,
        });
        self.list(var.positive());
    }

    /// Compare bounds with the atom from now on; were they not?
    pub(super) fn list(&mut self, lit: Lit) -> bool {
        let index = self.index(lit);
        let is_new = !std::mem::replace(&mut self.atoms[index].is_listed, true);
        if is_new {
            let place = self.place(index);
            let list = &mut self.of_number[self.atoms[index].number.index()];
            list.insert(place, self.by_var[lit.var().index()]);
        }
        is_new
    }

    /// The atom is in formulas.
    pub(super) fn keep(&mut self, lit: Lit) {
        self.list(lit);
        let index = self.index(lit);
        self.atoms[index].is_kept = true;
    }

    /// The new atom is one of this query alone.
    pub(super) fn borrow(&mut self, lit: Lit) {
        let index = self.index(lit);
        self.atoms[index].is_kept = false;
    }

    /// Compare nothing with the atom, unless it is in formulas, until somebody asks for it again.
    pub(super) fn unlist(&mut self, lit: Lit) {
        let index = self.index(lit);
        let atom = &mut self.atoms[index];
        if !atom.is_kept && std::mem::replace(&mut atom.is_listed, false) {
            let place = self.place(index);
            let list = &mut self.of_number[self.atoms[index].number.index()];
            list.remove(place);
        }
    }

    /// Where in the list of its number an atom is, or would be.
    fn place(&self, index: usize) -> usize {
        let atom = &self.atoms[index];
        let list = &self.of_number[atom.number.index()];
        list.partition_point(|&other| self.atoms[other as usize].upper < atom.upper)
    }

    fn index(&self, lit: Lit) -> usize {
        self.by_var[lit.var().index()] as usize
    }

    pub(super) fn number(&self, lit: Lit) -> Num {
        self.atoms[self.index(lit)].number
    }

    /// The bound that the literal stands for.
    pub(super) fn bound(&self, lit: Lit) -> (Num, Side, &Delta) {
        let atom = &self.atoms[self.index(lit)];
        match lit.is_negative() {
            false => (atom.number, Side::Upper, &atom.upper),
            true => (atom.number, Side::Lower, &atom.lower),
        }
    }

    /// What the literal says.
    pub(super) fn meaning<'a>(&'a self, lit: Lit, forms: &'a [Form]) -> Inequality<'a> {
        let (number, side, bound) = self.bound(lit);
        Inequality {
            form: &forms[number.index()],
            side,
            bound,
        }
    }

    pub(super) fn assign(&mut self, lit: Lit) {
        let index = self.index(lit);
        self.atoms[index].value = Some(!lit.is_negative());
    }

    pub(super) fn unassign(&mut self, lit: Lit) {
        let index = self.index(lit);
        self.atoms[index].value = None;
    }

    /// The first time that this is asked of an atom: yes.
    pub(super) fn must_relate(&mut self, lit: Lit) -> bool {
        let index = self.index(lit);
        !std::mem::replace(&mut self.atoms[index].is_related, true)
    }

    pub(super) fn has_atoms(&self, number: Num) -> bool {
        !self.of_number[number.index()].is_empty()
    }

    /// The literals without a value that follow from this bound of the number.
    pub(super) fn implied<'a>(
        &'a self,
        number: Num,
        side: Side,
        bound: &'a Delta,
    ) -> impl Iterator<Item = Lit> + 'a {
        let list = &self.of_number[number.index()];
        let atom = |index: u32| &self.atoms[index as usize];
        let place = list.partition_point(|&index| atom(index).upper < *bound);
        let range = match side {
            Side::Upper => &list[place..],
            Side::Lower => &list[..place],
        };
        let open = range
            .iter()
            .filter(move |&&index| atom(index).value.is_none());
        let negate = side == Side::Lower;
        open.map(move |&index| self.vars[index as usize].positive().flip_if(negate))
    }
}
