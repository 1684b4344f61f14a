//! What the SAT solver asks: [`Theory`].

use ferric3_sat::{Atoms, Completion, Consistency, Lit, Theory, Var};

use super::Arith;
use super::bounds::Bound;
use super::farkas::{Proof, clause_of};
use super::simplex::{Farkas, Feasibility};

impl Theory for Arith {
    fn atoms(&self) -> &[Var] {
        &self.atoms.vars
    }

    fn start(&mut self) {
        self.backtrack(0);
        self.forget_splits();
        self.purge();
        self.query += 1;
        self.relevant.clear();
        self.why = None;
        self.model.clear();
    }

    fn assign(&mut self, lit: Lit) {
        self.atoms.assign(lit);
        self.assigned.push(lit);
    }

    fn backtrack(&mut self, count: usize) {
        for lit in self.assigned.drain(count..) {
            self.atoms.unassign(lit);
        }
        if self.asserted > count {
            let mark = self.marks[count];
            self.simplex.bounds.backtrack(mark);
            self.marks.truncate(count);
            self.asserted = count;
            self.propagated = self.propagated.min(mark);
        }
        while self
            .implied
            .last()
            .is_some_and(|implied| implied.at > count)
        {
            self.implied.pop();
        }
    }

    fn propagate(&mut self, implied: &mut Vec<Lit>) -> Consistency {
        while let Some(&lit) = self.assigned.get(self.asserted) {
            self.marks.push(self.simplex.bounds.mark());
            self.asserted += 1;
            self.activate(self.atoms.number(lit));
            let (number, side, value) = self.atoms.bound(lit);
            let bound = Bound {
                value: value.clone(),
                reason: lit,
            };
            if let Feasibility::Infeasible(farkas) = self.simplex.assert(number, side, bound) {
                return self.conflict(farkas);
            }
        }
        match self.simplex.check() {
            Feasibility::Feasible => {}
            Feasibility::Infeasible(farkas) => return self.conflict(farkas),
            Feasibility::GaveUp => return Consistency::GaveUp,
        }
        self.propagate_bounds(implied);
        Consistency::Consistent
    }

    fn explain(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        let implied = self
            .implied_at
            .get(&lit)
            .and_then(|&at| self.implied.get(at));
        let implied = implied.filter(|implied| implied.lit == lit);
        let implied = implied.expect("only what was implied is explained");
        // A search cannot go on without a reason, so that a wrong one ends it, as wrong steps of the search do
        // where a checker follows.
        let proved = clause_of(
            &implied.proof,
            |lit| self.atoms.meaning(lit, &self.forms),
            |number| self.is_integer(number),
        );
        clause.extend(proved.expect("a literal was propagated that does not follow"));
    }

    fn complete(&mut self, atoms: &mut dyn Atoms) -> Completion {
        self.find_integers(atoms)
    }

    fn work(&self) -> u64 {
        self.work + self.simplex.tableau.work
    }
}

impl Arith {
    fn conflict(&mut self, farkas: Farkas) -> Consistency {
        match self.proved(&Proof::Sum(farkas)) {
            Some(clause) => Consistency::Conflict(clause),
            None => Consistency::GaveUp,
        }
    }
}
