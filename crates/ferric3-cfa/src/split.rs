//! Splitting: the one path through an edge that a model takes, and the precondition along it.
//!
//! A disjunctive normal form of `wep` would have one disjunct per path. The model of a query
//! already tells which disjunct is of interest, so only that one is built (Thesis 5.2).

use ferric3_term::{Assignment, Evaluator, Op, Substitution, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Cmd, CmdId, Commands, EdgeForm, HavocId, TargetId};

/// A path through an edge: its simple commands in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitPath {
    steps: Vec<CmdId>,
}

/// The path through the edge that `model` takes. Requires that `model` satisfies the edge's
/// guard.
pub fn split(
    commands: &Commands,
    terms: &Terms,
    form: &EdgeForm,
    model: &(impl Assignment + ?Sized),
) -> SplitPath {
    let mut evaluator = Evaluator::new();
    let mut steps = Vec::new();
    let mut rest = Some(form.edge.command);
    while let Some(cmd) = rest {
        rest = match commands.get(cmd) {
            Cmd::Seq(first, second) => {
                steps.push(*second);
                Some(*first)
            }
            Cmd::Choice { alternatives, .. } => {
                let mut holds = |t: &TermId| evaluator.eval(terms, model, *t).as_bool();
                let taken = form.ways[&cmd]
                    .iter()
                    .position(|guard| guard.iter().all(&mut holds))
                    .expect("a model of the guard takes some way");
                Some(alternatives[taken])
            }
            _ => {
                steps.push(cmd);
                None
            }
        };
    }
    steps.reverse();
    SplitPath { steps }
}

impl SplitPath {
    /// The havocs on the path, in order.
    pub fn havocs<'a>(&'a self, commands: &'a Commands) -> impl Iterator<Item = HavocId> + 'a {
        self.steps
            .iter()
            .filter_map(|&step| match commands.get(step) {
                Cmd::Havoc(havoc) => Some(*havoc),
                _ => None,
            })
    }

    /// The target that the path hits, if it leads to the error location.
    pub fn target(&self, commands: &Commands) -> Option<TargetId> {
        self.steps
            .iter()
            .rev()
            .find_map(|&step| match commands.get(step) {
                Cmd::Reach(target) => Some(*target),
                _ => None,
            })
    }

    /// `wep(path, ⋀ post)` as a list of conjuncts over the state before and the path's inputs.
    pub fn wep(&self, commands: &Commands, terms: &mut Terms, post: &[TermId]) -> Vec<TermId> {
        let (mut conjuncts, now) = self.execute(commands, terms);
        for &p in post {
            let p = under(terms, &now, p);
            conjuncts.push(p);
        }
        conjuncts
    }

    /// The path's own guard as conjuncts, and what it assigns, both over the state before and
    /// the path's inputs: `wep(path, p) = guard ∧ p[next]`.
    pub fn effect(
        &self,
        commands: &Commands,
        terms: &mut Terms,
    ) -> (Vec<TermId>, Vec<(SymbolId, TermId)>) {
        let (conjuncts, now) = self.execute(commands, terms);
        let mut next: Vec<(SymbolId, TermId)> = now.into_iter().collect();
        next.sort_unstable();
        (conjuncts, next)
    }

    fn execute(
        &self,
        commands: &Commands,
        terms: &mut Terms,
    ) -> (Vec<TermId>, FxHashMap<SymbolId, TermId>) {
        let mut now: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        let mut conjuncts = Vec::new();
        for &step in &self.steps {
            match commands.get(step) {
                Cmd::Assume(b) => {
                    let b = under(terms, &now, *b);
                    conjuncts.push(b);
                }
                Cmd::Assign(x, a) => {
                    let a = under(terms, &now, *a);
                    now.insert(*x, a);
                }
                Cmd::Havoc(havoc) => {
                    let havoc = commands.havoc_info(*havoc);
                    let input = terms.symbol_term(havoc.input);
                    now.insert(havoc.var, input);
                }
                Cmd::Reach(_) => {}
                Cmd::Seq(..) | Cmd::Choice { .. } => unreachable!("a path has simple steps"),
            }
        }
        (conjuncts, now)
    }
}

/// All paths through a command (Thesis Def. 5.2.4), if there are at most `limit`.
pub fn paths(commands: &Commands, cmd: CmdId, limit: usize) -> Option<Vec<SplitPath>> {
    let mut done = Vec::new();
    // What is left to split, and the steps behind it, last one first.
    let mut open = vec![(cmd, Vec::new())];
    while let Some((cmd, mut behind)) = open.pop() {
        match commands.get(cmd) {
            Cmd::Seq(first, second) => {
                behind.push(*second);
                open.push((*first, behind));
            }
            Cmd::Choice { alternatives, .. } => {
                let ways = alternatives.iter().rev();
                open.extend(ways.map(|&way| (way, behind.clone())));
            }
            _ => {
                behind.push(cmd);
                behind.reverse();
                done.push(SplitPath { steps: behind });
            }
        }
        if done.len() + open.len() > limit {
            return None;
        }
    }
    Some(done)
}

/// `t` with the current values put in.
fn under(terms: &mut Terms, now: &FxHashMap<SymbolId, TermId>, t: TermId) -> TermId {
    let known: Vec<(SymbolId, TermId)> = terms
        .symbols_of(t)
        .into_iter()
        .filter_map(|s| Some((s, *now.get(&s)?)))
        .collect();
    if known.is_empty() {
        t
    } else {
        Substitution::new(known).apply(terms, t)
    }
}

/// A cube: literals that hold in `model`, whose conjunction implies `⋀ conjuncts`.
///
/// Conjunctions are taken apart; of a disjunction one disjunct that holds is kept; of a negated
/// conjunction one conjunct that fails; an `ite` inside an atom is replaced by the branch that
/// `model` takes, and its condition becomes a literal. Requires that `model` satisfies all
/// conjuncts.
pub fn split_literals(
    terms: &mut Terms,
    conjuncts: Vec<TermId>,
    model: &(impl Assignment + ?Sized),
) -> Vec<TermId> {
    let mut cube = Vec::new();
    let mut open = conjuncts;
    let mut evaluator = Evaluator::new();
    // Terms are shared: what is taken apart again gives the same literals again.
    let mut seen = FxHashSet::default();
    open.reverse();
    while let Some(t) = open.pop() {
        if !seen.insert(t) {
            continue;
        }
        let (negated, atom) = match terms.op(t) {
            Op::Not => (true, terms.args(t)[0]),
            _ => (false, t),
        };
        let args = terms.args(atom).to_vec();
        match (terms.op(atom), negated) {
            (Op::True, false) | (Op::False, true) => {}
            (Op::And, false) => open.extend(args.into_iter().rev()),
            (Op::Or, true) => {
                for arg in args.into_iter().rev() {
                    let part = terms.not(arg);
                    open.push(part);
                }
            }
            (Op::Or, false) | (Op::And, true) => {
                let holds = |&arg: &TermId| evaluator.eval(terms, model, arg).as_bool() != negated;
                let kept = args
                    .into_iter()
                    .find(holds)
                    .expect("the model satisfies the term");
                let part = if negated { terms.not(kept) } else { kept };
                open.push(part);
            }
            _ => match find_ite(terms, atom) {
                Some(ite) => {
                    let ite_args = terms.args(ite).to_vec();
                    let taken = evaluator.eval(terms, model, ite_args[0]).as_bool();
                    let (condition, value) = if taken {
                        (ite_args[0], ite_args[1])
                    } else {
                        (terms.not(ite_args[0]), ite_args[2])
                    };
                    let by = FxHashMap::from_iter([(ite, value)]);
                    let replaced = terms.replace(t, &by);
                    open.push(replaced);
                    open.push(condition);
                }
                None => cube.push(t),
            },
        }
    }
    cube
}

/// An innermost `ite` inside `t`, if there is one.
fn find_ite(terms: &Terms, t: TermId) -> Option<TermId> {
    let mut subterms = terms.subterms(t).into_iter();
    subterms.find(|&t| *terms.op(t) == Op::Ite)
}
