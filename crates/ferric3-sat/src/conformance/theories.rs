//! Queries with a theory, against brute force.
//!
//! The theory is a set of clauses that the solver does not see. Some of them take part in propagation,
//! some only speak up at the end; some atoms are made in the middle of a query, as names of other literals.

use super::problems::{new_lits, random_clause};
use super::{Create, Rng};
use crate::{Atoms, Completion, Consistency, Lit, SatResult, Theory, Var};

pub(super) fn check(create: Create<'_>) {
    let mut answers = [0, 0];
    for seed in 0..150 {
        trace(create, seed, &mut answers);
    }
    assert!(
        answers.iter().all(|&count| count > 300),
        "both answers should occur: {answers:?}"
    );
}

/// Clauses that only the theory knows.
struct Hidden {
    atoms: Vec<Var>,
    eager: Vec<Vec<Lit>>,
    lazy: Vec<Vec<Lit>>,
    /// Names that were made on the way, and what they are names of.
    names: Vec<(Lit, Lit)>,
    /// Assigned literals, oldest first, and what was implied after how many of them, by which clause.
    assigned: Vec<Lit>,
    implied: Vec<(usize, Lit, Vec<Lit>)>,
    rng: Rng,
    extensions: usize,
}

impl Hidden {
    fn value(&self, lit: Lit) -> Option<bool> {
        let found = self.assigned.iter().find(|other| other.var() == lit.var());
        found.map(|&other| other == lit)
    }

    /// The literals of a clause that are not false, unless it is true.
    fn open(&self, clause: &[Lit]) -> Option<Vec<Lit>> {
        if clause.iter().any(|&lit| self.value(lit) == Some(true)) {
            return None;
        }
        let open = clause.iter().copied();
        Some(open.filter(|&lit| self.value(lit).is_none()).collect())
    }

    fn false_clause(&self, clauses: &[Vec<Lit>]) -> Option<Vec<Lit>> {
        let is_false = |clause: &&Vec<Lit>| self.open(clause).is_some_and(|open| open.is_empty());
        clauses.iter().find(is_false).cloned()
    }
}

impl Theory for Hidden {
    fn atoms(&self) -> &[Var] {
        &self.atoms
    }

    fn start(&mut self) {
        self.assigned.clear();
        self.implied.clear();
        self.extensions = 0;
    }

    fn assign(&mut self, lit: Lit) {
        assert!(self.atoms.contains(&lit.var()), "only atoms are told");
        assert_eq!(self.value(lit), None, "once");
        self.assigned.push(lit);
    }

    fn backtrack(&mut self, count: usize) {
        self.assigned.truncate(count);
        self.implied.retain(|(at, ..)| *at <= count);
    }

    fn propagate(&mut self, implied: &mut Vec<Lit>) -> Consistency {
        if let Some(conflict) = self.false_clause(&self.eager) {
            return Consistency::Conflict(conflict);
        }
        for clause in self.eager.clone() {
            if let Some([lit]) = self.open(&clause).as_deref()
                && self.rng.one_in(2)
            {
                self.implied.push((self.assigned.len(), *lit, clause));
                implied.push(*lit);
            }
        }
        Consistency::Consistent
    }

    fn explain(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        let found = self.implied.iter().find(|(_, other, _)| *other == lit);
        clause.extend_from_slice(&found.expect("it was implied").2);
    }

    fn complete(&mut self, atoms: &mut dyn Atoms) -> Completion {
        if let Some(conflict) = self.false_clause(&self.lazy) {
            return if self.rng.one_in(2) {
                Completion::Conflict(conflict)
            } else {
                Completion::Extended(vec![conflict])
            };
        }
        if self.extensions < 3 && self.rng.one_in(2) && !self.assigned.is_empty() {
            self.extensions += 1;
            if !self.names.is_empty() && self.rng.one_in(2) {
                let (name, _) = self.rng.pick(&self.names);
                atoms.require(name.var());
                return Completion::Extended(vec![]);
            }
            let of = self.rng.pick(&self.assigned);
            let atom = atoms.new_atom();
            self.atoms.push(atom);
            let name = atom.positive();
            self.names.push((name, of));
            let same = [vec![name, !of], vec![!name, of]];
            match self.rng.below(3) {
                0 => self.eager.extend(same),
                1 => self.lazy.extend(same),
                _ => {
                    self.lazy.extend(same.clone());
                    return Completion::Extended(same.to_vec());
                }
            }
            return Completion::Extended(vec![]);
        }
        Completion::Model
    }

    fn work(&self) -> u64 {
        0
    }
}

fn trace(create: Create<'_>, seed: u64, answers: &mut [usize; 2]) {
    let mut rng = Rng::new(5000 + seed);
    let mut solver = create();
    let count = 3 + rng.below(6);
    let atoms: Vec<Var> = (0..count).map(|_| solver.new_atom()).collect();
    let all = count + new_lits(&mut *solver, 3).len();
    let mut theory = Hidden {
        atoms,
        eager: vec![],
        lazy: vec![],
        names: vec![],
        assigned: vec![],
        implied: vec![],
        rng: Rng::new(seed),
        extensions: 0,
    };
    // Every atom is defined by the theory, so it is related to those that it shares a clause with.
    for _ in 0..2 * count {
        let size = 2 + rng.below(2);
        let clause = random_clause(&mut rng, count, size);
        for lit in &clause {
            solver.relate(lit.var(), &clause);
        }
        let is_true = clause.iter().any(|&lit| clause.contains(&!lit));
        match rng.one_in(2) {
            _ if is_true => {}
            true => theory.eager.push(clause),
            false => theory.lazy.push(clause),
        }
    }
    let hidden: Vec<Vec<Lit>> = [&theory.eager[..], &theory.lazy].concat();
    let has_model = |clauses: &[Vec<Lit>], assumptions: &[Lit]| {
        let clauses = [clauses, &hidden].concat();
        super::problems::brute_force(&clauses, assumptions, all)
    };
    if !has_model(&[], &[]) {
        // Nothing could be said about parts of it: a theory has models.
        return;
    }
    let mut clauses: Vec<Vec<Lit>> = vec![];
    for step in 0..30 {
        if rng.one_in(4) {
            let size = 2 + rng.below(2);
            let clause = random_clause(&mut rng, all, size);
            solver.add_clause(&clause);
            clauses.push(clause);
            continue;
        }
        let size = rng.below(5);
        let assumptions = random_clause(&mut rng, all, size);
        let expected = has_model(&clauses, &assumptions);
        let place = format!("trace {seed}, step {step}");
        match solver.solve_with(&assumptions, &mut theory) {
            SatResult::Sat => {
                assert!(expected, "{place}: there is no model");
                let holds = |clause: &Vec<Lit>| clause.iter().any(|&lit| solver.value(lit));
                let is_relevant =
                    |clause: &&Vec<Lit>| clause.iter().all(|&l| solver.is_relevant(l));
                assert!(clauses.iter().all(holds), "{place}: not a model");
                assert!(
                    hidden.iter().filter(is_relevant).all(holds),
                    "{place}: not a model"
                );
            }
            SatResult::Unsat => {
                assert!(!expected, "{place}: there is a model");
                let failed: Vec<Lit> = assumptions.clone();
                let failed: Vec<Lit> = failed.into_iter().filter(|&l| solver.failed(l)).collect();
                assert!(!has_model(&clauses, &failed), "{place}: not a core");
            }
            SatResult::Unknown => panic!("nobody asked the solver to stop"),
        }
        answers[usize::from(expected)] += 1;
    }
}
