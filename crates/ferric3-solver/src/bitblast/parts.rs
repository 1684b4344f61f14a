//! Two formulas in one SAT solver, each with a bit-blaster of its own, so that a derivation says whose each clause is.
//!
//! The two share nothing but the bits of [shared symbols](Parts::share): gates are hash-consed within a part, abstractions of
//! floating-point operations and reads of arrays are refined within a part. So a clause of `A` has only bits of `A` and
//! shared ones, as interpolation wants it. Arrays and numbers cannot be shared.

use std::cell::RefCell;
use std::rc::Rc;

use ferric3_sat::{
    Interrupt, Lit, NativeSolver, Part, SatResult, SatSolver, SatStats, Theory, Var,
};
use ferric3_term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::array::Arrays;
use super::gates::Gates;
use super::translate::Translator;
use crate::{CheckResult, WhyUnknown};

/// The solver as one of the parts sees it: whatever comes from there is its own.
struct View {
    sat: Rc<RefCell<NativeSolver>>,
    part: Part,
}

impl SatSolver for View {
    fn new_var(&mut self) -> Var {
        self.sat.borrow_mut().new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let mut sat = self.sat.borrow_mut();
        sat.set_part(self.part);
        sat.add_clause(clause);
    }

    fn add_definition(&mut self, clause: &[Lit]) {
        let mut sat = self.sat.borrow_mut();
        sat.set_part(self.part);
        sat.add_definition(clause);
    }

    fn relate(&mut self, var: Var, to: &[Lit]) {
        self.sat.borrow_mut().relate(var, to);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> SatResult {
        self.sat.borrow_mut().solve(assumptions)
    }

    fn new_atom(&mut self) -> Var {
        self.sat.borrow_mut().new_atom()
    }

    fn solve_with(&mut self, assumptions: &[Lit], theory: &mut dyn Theory) -> SatResult {
        self.sat.borrow_mut().solve_with(assumptions, theory)
    }

    fn value(&self, lit: Lit) -> bool {
        self.sat.borrow().value(lit)
    }

    fn is_relevant(&self, lit: Lit) -> bool {
        self.sat.borrow().is_relevant(lit)
    }

    fn failed(&self, lit: Lit) -> bool {
        self.sat.borrow().failed(lit)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.sat.borrow_mut().set_interrupt(interrupt);
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.sat.borrow_mut().set_conflict_limit(limit);
    }

    fn conflict_limit(&self) -> Option<u64> {
        self.sat.borrow().conflict_limit()
    }

    fn stats(&self) -> SatStats {
        self.sat.borrow().stats()
    }
}

/// Two growing formulas that share symbols.
pub(crate) struct Parts {
    sat: Rc<RefCell<NativeSolver>>,
    /// `A` and `B`.
    translators: [Translator; 2],
    /// What a shared bit is: the symbol, and which of its bits.
    shared: FxHashMap<Var, (SymbolId, u32)>,
    interrupt: Interrupt,
    limit: Option<u64>,
}

fn place(part: Part) -> usize {
    match part {
        Part::A => 0,
        Part::B => 1,
    }
}

impl Parts {
    pub(crate) fn new() -> Parts {
        let sat = Rc::new(RefCell::new(NativeSolver::traced()));
        let translator = |part| {
            let sat = Rc::clone(&sat);
            Translator::new(Gates::new(Box::new(View { sat, part })))
        };
        Parts {
            translators: [translator(Part::A), translator(Part::B)],
            sat,
            shared: FxHashMap::default(),
            interrupt: Interrupt::new(),
            limit: None,
        }
    }

    /// Both parts may speak of a symbol, a truth value or a word, that neither has met before.
    pub(crate) fn share(&mut self, terms: &Terms, term: TermId) {
        let symbol = terms.as_symbol(term).expect("symbols are shared");
        debug_assert!(terms.sort(term).is_bool() || terms.sort(term).width().is_some());
        let [a, b] = &mut self.translators;
        let bits = a.bits(terms, term).to_vec();
        b.cache.insert_term(term, &bits);
        b.cache.insert_symbol(symbol, term);
        for (bit, number) in bits.into_iter().zip(0..) {
            self.shared.insert(bit.var(), (symbol, number));
        }
    }

    /// What a shared bit is.
    pub(crate) fn shared(&self, var: Var) -> Option<(SymbolId, u32)> {
        self.shared.get(&var).copied()
    }

    /// A part says that this holds.
    pub(crate) fn assert(&mut self, terms: &Terms, part: Part, term: TermId) {
        self.translators[place(part)].assert(terms, term);
    }

    /// Is there a model of both parts with an assumption of each? Without one, the literals of the assumptions.
    pub(crate) fn check(
        &mut self,
        terms: &Terms,
        assumptions: [TermId; 2],
    ) -> (CheckResult, [Lit; 2]) {
        let mut lits = [Var::new(0).positive(); 2];
        for place in 0..2 {
            lits[place] = self.translators[place].literal(terms, assumptions[place]);
            let part = [Part::A, Part::B][place];
            if let Some(derivation) = self.sat.borrow_mut().derivation() {
                derivation.note_assumption(part, lits[place]);
            }
        }
        let before = self.sat.borrow().stats().conflicts;
        let result = loop {
            let conflicts = self.sat.borrow().stats().conflicts - before;
            let left = self.limit.map(|limit| limit.saturating_sub(conflicts));
            if left == Some(0) {
                break CheckResult::Unknown(WhyUnknown::Limit);
            }
            let answer = {
                let mut sat = self.sat.borrow_mut();
                sat.set_conflict_limit(left);
                sat.solve(&lits)
            };
            match answer {
                SatResult::Unsat => break CheckResult::Unsat,
                SatResult::Sat if self.refine() => {}
                SatResult::Sat => break self.satisfiable(),
                SatResult::Unknown if self.interrupt.is_raised() => {
                    break CheckResult::Unknown(WhyUnknown::Stopped);
                }
                SatResult::Unknown => break CheckResult::Unknown(WhyUnknown::Limit),
            }
        };
        (result, lits)
    }

    /// Says more where the model is wrong about an operation or about reads of an array; false if it is right.
    fn refine(&mut self) -> bool {
        let [a, b] = &mut self.translators;
        let refined_a = a.floats.refine(&mut a.gates);
        // The model is gone once something was said.
        let is_refined = refined_a || b.floats.refine(&mut b.gates);
        if is_refined {
            return true;
        }
        for translator in &mut self.translators {
            let model = translator.reads.model(&*translator.gates.sat);
            if let Arrays::Violated(pairs) = model {
                translator.relate_reads(&pairs);
                return true;
            }
        }
        false
    }

    fn satisfiable(&self) -> CheckResult {
        let refused = self.translators.iter().find_map(|part| part.refused);
        match refused {
            Some(refusal) => CheckResult::Unknown(WhyUnknown::refused(refusal)),
            None => CheckResult::Sat,
        }
    }

    /// The solver, with its derivation.
    pub(crate) fn sat(&self) -> std::cell::RefMut<'_, NativeSolver> {
        self.sat.borrow_mut()
    }

    pub(crate) fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt.clone();
        self.sat.borrow_mut().set_interrupt(interrupt);
    }

    pub(crate) fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.limit = limit;
    }

    /// Counters of the SAT solver, and how many terms were translated.
    pub(crate) fn stats(&self) -> (SatStats, u64) {
        let terms = self.translators.iter().map(|part| part.count).sum();
        (self.sat.borrow().stats(), terms)
    }
}
