//! The checker of derivations, which believes nothing of the solver.
//!
//! It keeps variables, primitive constraints and clauses, and takes a [`Step`] only if what the step says follows:
//!
//! * *input*: variables, primitives and clauses of the formula are taken as they are, if they are well formed
//!   (`shape`). Whether they are the formula's is for the caller to compare;
//! * *learnt*: by unit propagation along the hints, over ranges (`clauses`);
//! * *contracted*: the negated literals, with whole domains elsewhere, are a box, and there is no point of the
//!   primitive's graph in it (`refute`), by arithmetic that has no line in common with the contractors.
//!
//! So of a derivation that is taken to its end, every clause holds in every model of the inputs.

mod clauses;
mod refute;
mod rejected;
mod shape;
#[cfg(test)]
mod tests;

use smallvec::SmallVec;

use self::clauses::{Clauses, box_outside};
use self::refute::Refutation;
pub use self::rejected::Rejected;
use crate::{Literal, Primitive, PrimitiveId, Range, Step, VarId};

/// What has been taken so far.
#[derive(Clone, Debug, Default)]
pub struct Checker {
    /// The greatest key of each variable.
    greatest: Vec<u64>,
    /// The constraints, each with its variables.
    primitives: Vec<(Primitive, Vec<VarId>)>,
    clauses: Clauses,
}

impl Checker {
    /// Knows no variable yet.
    pub fn new() -> Checker {
        Checker::default()
    }

    /// Takes a step if it follows. A step that is rejected changes nothing, and introduces no clause.
    pub fn step(&mut self, step: &Step) -> Result<(), Rejected> {
        match step {
            Step::Var { max } => {
                u32::try_from(self.greatest.len()).map_err(|_| Rejected::TooMany)?;
                self.greatest.push(*max);
                self.clauses.add_var(*max);
                Ok(())
            }
            Step::Primitive { primitive, vars } => {
                self.check_primitive(primitive, vars)?;
                self.primitives.push((primitive.clone(), vars.clone()));
                Ok(())
            }
            Step::Input { clause } => {
                self.check_literals(clause)?;
                self.clauses.add(clause)
            }
            Step::Contracted { primitive, clause } => {
                self.check_literals(clause)?;
                self.check_contracted(*primitive, clause)?;
                self.clauses.add(clause)
            }
            Step::Learnt { clause, hints } => {
                self.check_literals(clause)?;
                self.clauses.check_learnt(clause, hints)?;
                self.clauses.add(clause)
            }
            Step::Deleted { clause } => self.clauses.delete(*clause),
        }
    }

    /// Has a clause been taken, and not been deleted, from which this one follows, each of its literals implying one
    /// of these? Looks through all clauses.
    pub fn derived(&self, clause: &[Literal]) -> bool {
        self.clauses.derived(clause)
    }

    /// The primitives taken, each with its variables, by number.
    pub fn primitives(&self) -> impl ExactSizeIterator<Item = (&Primitive, &[VarId])> {
        self.primitives
            .iter()
            .map(|(primitive, vars)| (primitive, vars.as_slice()))
    }

    /// The greatest key of each variable taken, by number.
    pub fn greatest_keys(&self) -> &[u64] {
        &self.greatest
    }

    /// Variables exist, and negations of the literals are literals.
    fn check_literals(&self, clause: &[Literal]) -> Result<(), Rejected> {
        for &literal in clause {
            let max = self.greatest_key(literal.var)?;
            let fits = if literal.upper {
                literal.bound < max
            } else {
                0 < literal.bound && literal.bound <= max
            };
            if !fits {
                return Err(Rejected::Bound(literal));
            }
        }
        Ok(())
    }

    fn greatest_key(&self, var: VarId) -> Result<u64, Rejected> {
        let max = self.greatest.get(var.index()).copied();
        max.ok_or(Rejected::UnknownVar(var))
    }

    fn check_primitive(&self, primitive: &Primitive, vars: &[VarId]) -> Result<(), Rejected> {
        u32::try_from(self.primitives.len()).map_err(|_| Rejected::TooMany)?;
        shape::check(primitive).map_err(Rejected::Shape)?;
        if primitive.domains.len() != vars.len() {
            return Err(Rejected::Shape("one variable for each domain"));
        }
        for (&var, domain) in vars.iter().zip(&primitive.domains) {
            if self.greatest_key(var)? != domain.greatest() {
                return Err(Rejected::Size(var));
            }
        }
        Ok(())
    }

    /// Is the box of the negated literals outside the graph of the primitive?
    fn check_contracted(&self, id: PrimitiveId, clause: &[Literal]) -> Result<(), Rejected> {
        let known = self.primitives.get(id.0 as usize);
        let (primitive, vars) = known.ok_or(Rejected::UnknownPrimitive(id))?;
        if let Some(literal) = clause.iter().find(|literal| !vars.contains(&literal.var)) {
            return Err(Rejected::Foreign(*literal));
        }
        let domains = primitive.domains.iter();
        let mut ranges: SmallVec<[Range; 4]> = domains.map(|domain| Range::all(*domain)).collect();
        // A variable may stand at several places: each has its range.
        for (range, var) in ranges.iter_mut().zip(vars) {
            match box_outside(clause, *var, *range) {
                Some(outside) => *range = outside,
                // The literals cannot be false together.
                None => return Ok(()),
            }
        }
        match refute::refute(primitive, &ranges) {
            Refutation::Shown => Ok(()),
            Refutation::Point(arguments) => Err(Rejected::Wrong(arguments)),
            Refutation::OutOfPieces => Err(Rejected::NotShown),
        }
    }
}
