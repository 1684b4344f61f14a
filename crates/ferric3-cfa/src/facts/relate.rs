//! Commands on relations.

use ferric3_term::{Op, TermId, Terms};

use super::affine::Module;
use super::evaluate::Evaluator;
use super::linear::Reader;
use super::pack::{Pack, Packs};
use super::state::{State, Variables};

/// A choice of values may be nested as deep as this.
const MAX_CHOICES: u32 = 3;
/// Conjuncts of an assumption that are looked at.
const MAX_CONJUNCTS: usize = 16;

/// What relations need to know.
pub(super) struct Relate<'a> {
    pub(super) terms: &'a Terms,
    pub(super) variables: &'a Variables,
    pub(super) packs: &'a Packs,
}

impl<'a> Relate<'a> {
    fn reader(&self, pack: &'a Pack, evaluator: &'a Evaluator) -> Reader<'a> {
        Reader {
            terms: self.terms,
            variables: self.variables,
            evaluator,
            pack,
        }
    }

    fn module<'s>(&self, state: &'s State, pack: usize) -> std::borrow::Cow<'s, Module> {
        match state.relations.get(pack) {
            Some(module) => std::borrow::Cow::Borrowed(module),
            None => {
                let Pack { width, variables } = &self.packs.packs[pack];
                std::borrow::Cow::Owned(Module::full(variables.len() + 1, *width))
            }
        }
    }

    fn set(state: &mut State, pack: usize, module: Module) {
        let module = (!module.is_full()).then_some(module);
        state.relations.set(pack, module);
    }

    /// `x := value`; the evaluator knows the values of the term before. Returns the effort.
    pub(super) fn assign(
        &self,
        state: &mut State,
        evaluator: &Evaluator,
        variable: usize,
        value: TermId,
    ) -> u64 {
        let mut effort = 0;
        for &(pack, at) in self.packs.of_variable(variable) {
            let reader = self.reader(&self.packs.packs[pack], evaluator);
            let module = self.module(state, pack);
            let after = reader.assign(&module, at, value, MAX_CHOICES);
            Self::set(state, pack, after);
            effort += 10;
        }
        effort
    }

    /// `x` gets any value. Returns the effort.
    pub(super) fn forget(&self, state: &mut State, variable: usize) -> u64 {
        let mut effort = 0;
        for &(pack, at) in self.packs.of_variable(variable) {
            if let Some(module) = state.relations.get(pack) {
                let after = module.forget(at);
                Self::set(state, pack, after);
                effort += 10;
            }
        }
        effort
    }

    /// The states where equations and disequations of an assumption hold; `None` if there are
    /// none. The evaluator knows the values of the term.
    pub(super) fn assume(
        &self,
        mut state: State,
        evaluator: &mut Evaluator,
        condition: TermId,
    ) -> Option<State> {
        let mut stack = vec![(condition, true)];
        let mut conjuncts = 0;
        while let Some((t, truth)) = stack.pop() {
            conjuncts += 1;
            if conjuncts > MAX_CONJUNCTS {
                break;
            }
            match (self.terms.op(t), self.terms.args(t)) {
                (Op::Not, &[a]) => stack.push((a, !truth)),
                (Op::And, args) if truth => stack.extend(args.iter().map(|&a| (a, true))),
                (Op::Or, args) if !truth => stack.extend(args.iter().map(|&a| (a, false))),
                (Op::Eq, &[a, b]) => {
                    state = self.equality(state, evaluator, (a, b), truth)?;
                }
                // a < b is false for a = b.
                (Op::BvUlt | Op::BvSlt, &[a, b]) if truth => {
                    state = self.equality(state, evaluator, (a, b), false)?;
                }
                (Op::BvUle | Op::BvSle, &[a, b]) if !truth => {
                    state = self.equality(state, evaluator, (a, b), false)?;
                }
                _ => {}
            }
        }
        Some(state)
    }

    fn equality(
        &self,
        mut state: State,
        evaluator: &mut Evaluator,
        (a, b): (TermId, TermId),
        equal: bool,
    ) -> Option<State> {
        for pack in self.mentioned(&[a, b]) {
            let reader = self.reader(&self.packs.packs[pack], evaluator);
            let Some(form) = reader.difference(a, b) else {
                continue;
            };
            let module = self.module(&state, pack);
            evaluator.effort += 10;
            if equal {
                let met = module.meet(&form);
                if !met.has_states() {
                    return None;
                }
                Self::set(&mut state, pack, met);
            } else if module.implies(&form) {
                return None;
            }
        }
        Some(state)
    }

    /// Is it worth while to look at an assumption?
    pub(super) fn concerns(&self, condition: TermId) -> bool {
        self.packs.len() > 0 && !self.mentioned(&[condition]).is_empty()
    }

    /// The packs of the first variables of some terms.
    fn mentioned(&self, roots: &[TermId]) -> Vec<usize> {
        let mut found = Vec::new();
        let mut stack = roots.to_vec();
        let mut nodes = 0;
        while let Some(t) = stack.pop() {
            nodes += 1;
            if nodes > 24 {
                break;
            }
            stack.extend(self.terms.args(t));
            let symbol = self.terms.as_symbol(t);
            if let Some(variable) = symbol.and_then(|symbol| self.variables.number(symbol)) {
                for &(pack, _) in self.packs.of_variable(variable) {
                    if !found.contains(&pack) {
                        found.push(pack);
                    }
                }
            }
        }
        found
    }
}
