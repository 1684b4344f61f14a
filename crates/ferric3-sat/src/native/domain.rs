//! What a query is about.
//!
//! A context of an IC3 engine knows the definitions of every formula that was ever asked in it,
//! and most of them do not matter to the query at hand. The *domain* `D` of a query is the least
//! set of variables that
//!
//! * contains the variables of the assumptions and of all clauses added by `add_clause`, and
//! * is closed under `relate`: with a variable it contains all that the variable is related to.
//!
//! Above level 0, only variables of `D` are ever decided or assigned, and clauses with an
//! unassigned variable outside of `D` are passed over.
//!
//! **When all of `D` is assigned without a conflict, the query is satisfiable.** Every clause
//! whose variables are all in `D` has been seen with all of its literals assigned, so it holds.
//! By the contract of [`SatSolver::add_definition`](crate::SatSolver::add_definition) the
//! assignment can be extended to the rest. It has to be shown that the contract can be kept;
//! there are two uses.
//!
//! * *Gates.* The clauses define `out` as a function of its inputs, and `out` is related to the
//!   inputs. If `out ∉ D`, compute it from its inputs, innermost gate first; inputs of whole
//!   circuits that are not in `D` have any value, say false. If `out ∈ D` then so are its inputs,
//!   hence all of its clauses. The same goes for groups of variables that a set of clauses
//!   defines together (a quotient), if each of the group is related to all variables of all
//!   these clauses. Clauses that follow from definitions hold whenever these do.
//! * *Guards.* The clause has a literal `¬g`, `g` is not defined by anything, and `g` is related
//!   to the other variables of the clause. If `g ∉ D`, let `g` be false. If `g ∈ D`, the clause is
//!   within `D`.
//!
//! Both uses set every undefined variable outside of `D` to false, which is what
//! [`value`](crate::SatSolver::value) says about them. Nothing can be said about defined ones.
//!
//! **Unsatisfiability needs no argument**: clauses that were passed over are only missing.
//!
//! **Watches stay sound.** A clause that is passed over may be left with a false watched literal.
//! That does not matter during the query, because a clause with an unassigned variable outside
//! of `D` cannot become false in it. After the query everything above level 0 is unassigned. At
//! level 0 nothing is passed over.

use super::{NativeSolver, OPEN, OUTSIDE};
use crate::{Lit, Var};

/// Nothing was related later.
const NONE: u32 = u32::MAX;

/// Variables, what they are related to, and the domain of the current query.
#[derive(Default)]
pub(crate) struct Domain {
    /// By variable: where in `edges` is what it was related to first, from and to. Gates are
    /// related once, when they are made, so that most of a circuit is in one place.
    first: Vec<(u32, u32)>,
    edges: Vec<Var>,
    /// By variable: where in `more` is what it was related to later, if anything was.
    later: Vec<u32>,
    more: Vec<Vec<Var>>,
    /// Variables of clauses that matter to every query.
    always: Vec<Var>,
    is_always: Vec<bool>,
    /// The domain of the current query.
    pub(super) vars: Vec<Var>,
    /// By variable: the last query that had it in its domain.
    query: Vec<u32>,
    queries: u32,
}

impl Domain {
    pub(crate) fn add_var(&mut self) {
        self.first.push((0, 0));
        self.later.push(NONE);
        self.is_always.push(false);
        self.query.push(0);
    }

    /// Was the variable in the domain of the last query?
    pub(crate) fn contains(&self, var: Var) -> bool {
        self.query[var.index()] == self.queries
    }

    pub(crate) fn relate(&mut self, var: Var, to: &[Lit]) {
        let others = to.iter().map(|lit| lit.var()).filter(|&other| other != var);
        let first = &mut self.first[var.index()];
        if *first == (0, 0) {
            let start = to_u32(self.edges.len());
            self.edges.extend(others);
            *first = (start, to_u32(self.edges.len()));
            return;
        }
        let later = &mut self.later[var.index()];
        if *later == NONE {
            *later = to_u32(self.more.len());
            self.more.push(Vec::new());
        }
        let more = &mut self.more[*later as usize];
        for other in others {
            more.push(other);
            // A guard is related to the same variables again and again.
            if more.len() >= 16 && more.len().is_power_of_two() {
                more.sort_unstable();
                more.dedup();
            }
        }
    }

    /// Find out what a query is about, and tell of every variable.
    pub(crate) fn enter(&mut self, assumptions: &[Lit], entered: impl FnMut(Var)) {
        if self.queries == u32::MAX {
            self.query.fill(0);
            self.queries = 0;
        }
        self.queries += 1;
        self.vars.clear();
        let always = std::mem::take(&mut self.always);
        let assumed = assumptions.iter().map(|lit| lit.var());
        self.extend(always.iter().copied().chain(assumed), entered);
        self.always = always;
    }

    /// The query is about these variables, too, and about all that they are related to.
    pub(crate) fn extend(&mut self, by: impl Iterator<Item = Var>, mut entered: impl FnMut(Var)) {
        let Domain {
            first,
            edges,
            later,
            more,
            vars,
            query,
            queries,
            ..
        } = self;
        let mut add = |vars: &mut Vec<Var>, var: Var| {
            if query[var.index()] != *queries {
                query[var.index()] = *queries;
                vars.push(var);
                entered(var);
            }
        };
        let mut next = vars.len();
        for var in by {
            add(vars, var);
        }
        while let Some(&var) = vars.get(next) {
            next += 1;
            // Variables with a fixed value count too: what fixed the value of a gate may have
            // left a choice for its inputs.
            let (start, end) = first[var.index()];
            for &other in &edges[start as usize..end as usize] {
                add(vars, other);
            }
            if let Some(more) = more.get(later[var.index()] as usize) {
                for &other in more {
                    add(vars, other);
                }
            }
        }
    }

    /// The variables of this clause are in every domain.
    pub(crate) fn add_always(&mut self, clause: &[Lit]) {
        for lit in clause {
            let index = lit.var().index();
            if !self.is_always[index] {
                self.is_always[index] = true;
                self.always.push(lit.var());
            }
        }
    }
}

impl NativeSolver {
    /// Find out what the query is about. Nothing is assigned above level 0.
    pub(super) fn enter_domain(&mut self, assumptions: &[Lit]) {
        let values = &mut self.values;
        self.domain.enter(assumptions, |var| open(values, var));
    }

    /// The query is about this variable, too, and about all that it is related to.
    pub(super) fn extend_domain(&mut self, by: Var) {
        let values = &mut self.values;
        self.domain
            .extend([by].into_iter(), |var| open(values, var));
    }

    /// The domain has grown since it had `before` variables, which the order of decisions did not see.
    pub(super) fn insert_into_order(&mut self, before: usize) {
        if self.order_is_filled {
            for &var in &self.domain.vars[before..] {
                self.order.insert(var);
            }
        }
    }

    /// The query is over, nothing is assigned above level 0.
    pub(super) fn leave_domain(&mut self) {
        for var in self.domain.vars.drain(..) {
            let lit = var.positive();
            if self.values[lit.code()] == OPEN {
                self.values[lit.code()] = OUTSIDE;
                self.values[(!lit).code()] = OUTSIDE;
            }
        }
    }
}

/// A variable of the domain without a value has none, but may get one.
fn open(values: &mut [u8], var: Var) {
    let lit = var.positive();
    if values[lit.code()] == OUTSIDE {
        values[lit.code()] = OPEN;
        values[(!lit).code()] = OPEN;
    }
}

fn to_u32(place: usize) -> u32 {
    u32::try_from(place).expect("a context has less than 2^32 relations")
}
