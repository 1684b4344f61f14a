//! The canonical form of an edge: inputs `w`, guard `G(x, w)`, next-state functions `f(x, w)`.
//!
//! Commands are executed symbolically from the identity, each command of the shared DAG once.
//! Where a choice joins, the guards' common conjuncts stay conjuncts and the rest selects:
//!
//! ```text
//! (P ∧ b; x := 1) [] (P ∧ ¬b; x := 2)   ─►   guard P,  x' = ite(b, 1, 2)
//! ```
//!
//! A choice that is not exclusive gets fresh Boolean inputs that pick the alternative.
//!
//! Execution may also start from what is known of the source of an edge, `x = 3`: then the form is
//! right for states in which that holds, and what it excludes is not part of it.
//!
//! With this form a literal `p(x')` after the edge is `p(f(x, w))`, a literal over the current
//! state: there are no primed copies of the state.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ferric3_ivl::IdxVec;
use ferric3_term::{Sort, Substitution, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Cfa, Cmd, CmdId, Edge, EdgeId, LocId, Stop, Stopped};

/// The effect of a command: `guard` says which states get through, `next` what they become.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SymbolicState {
    /// Conjuncts over the state before and the inputs; sorted, without `true`.
    guard: Arc<Vec<TermId>>,
    /// New values of the variables that change, over the state before and the inputs.
    next: Arc<BTreeMap<SymbolId, TermId>>,
}

impl SymbolicState {
    /// What does nothing.
    fn identity() -> SymbolicState {
        SymbolicState {
            guard: Arc::default(),
            next: Arc::default(),
        }
    }

    /// What no state gets through.
    fn never(terms: &mut Terms) -> SymbolicState {
        SymbolicState {
            guard: Arc::new(vec![terms.ff()]),
            next: Arc::default(),
        }
    }

    fn is_never(&self, terms: &Terms) -> bool {
        matches!(self.guard[..], [only] if terms.as_bool(only) == Some(false))
    }
}

/// The canonical form of an edge.
#[derive(Clone, Debug)]
pub struct EdgeForm {
    /// The edge.
    pub edge: Edge,
    /// Conjuncts of the guard.
    pub guard_parts: Vec<TermId>,
    /// The guard `G(x, w)`.
    pub guard: TermId,
    /// `f(x, w)` for the variables that change, by symbol.
    pub next: BTreeMap<SymbolId, TermId>,
    /// The inputs `w` that guard or functions mention.
    pub inputs: Vec<SymbolId>,
    /// For each choice inside the command, and each of its alternatives: when the path goes
    /// through it (conjuncts). This is what tells the path that a model takes.
    pub(crate) ways: Arc<Ways>,
}

impl EdgeForm {
    /// `t ↦ t∘f`: a term over the state after the edge as one over the state before, and the inputs.
    pub fn before(&self) -> Substitution {
        Substitution::new(self.next.iter().map(|(&symbol, &value)| (symbol, value)))
    }
}

/// By choice: the guards of its alternatives.
pub(crate) type Ways = FxHashMap<CmdId, Vec<Arc<Vec<TermId>>>>;

/// The canonical forms of all edges, in the order of the edges. The guards of the edges out of one
/// location exclude one another, but for those of coverage goals: where the automaton itself does not
/// see to that, fresh Boolean inputs do.
pub fn canonical_edges(cfa: &Cfa, terms: &mut Terms) -> IdxVec<EdgeForm> {
    canonical_edges_until(cfa, terms, Stop::NEVER).expect("nobody asks to stop")
}

/// The same, unless somebody asks to stop.
pub fn canonical_edges_until(
    cfa: &Cfa,
    terms: &mut Terms,
    stop: Stop<'_>,
) -> Result<IdxVec<EdgeForm>, Stopped> {
    let identity = SymbolicState::identity();
    let edges: Vec<EdgeId> = cfa.edges.ids().collect();
    forms(cfa, terms, &edges, &identity, stop)
}

/// What is known at a location: values of variables, over the state there. None: no run gets there.
pub type KnownValues = Option<BTreeMap<SymbolId, TermId>>;

/// The canonical forms of all edges, in their order, for states in which `known` holds at the source.
pub fn canonical_edges_under(
    cfa: &Cfa,
    terms: &mut Terms,
    known: &dyn Fn(LocId) -> KnownValues,
    stop: Stop<'_>,
) -> Result<IdxVec<EdgeForm>, Stopped> {
    let mut found: BTreeMap<EdgeId, EdgeForm> = BTreeMap::new();
    for (loc, edges) in cfa.locations.ids().zip(cfa.outgoing()) {
        let start = match known(loc) {
            Some(values) => SymbolicState {
                next: Arc::new(values),
                ..SymbolicState::identity()
            },
            None => SymbolicState::never(terms),
        };
        let own = forms(cfa, terms, &edges, &start, stop)?;
        found.extend(edges.into_iter().zip(own.iter().cloned()));
    }
    Ok(found.into_values().collect())
}

/// The forms of some edges, among them all or none of those out of a location, from a state.
fn forms(
    cfa: &Cfa,
    terms: &mut Terms,
    edges: &[EdgeId],
    start: &SymbolicState,
    stop: Stop<'_>,
) -> Result<IdxVec<EdgeForm>, Stopped> {
    let state: BTreeSet<SymbolId> = cfa.state.iter().map(|var| var.symbol).collect();
    let mut executor = Executor {
        cfa,
        terms,
        start,
        done: FxHashMap::default(),
        ways: Ways::default(),
    };
    let mut effects = executor.execute(edges, stop)?;
    if !cfa.deterministic {
        let mut places: BTreeMap<LocId, Vec<usize>> = BTreeMap::new();
        for (place, &edge) in edges.iter().enumerate() {
            places.entry(cfa.edges[edge].from).or_default().push(place);
        }
        for places in places.values().filter(|places| places.len() > 1) {
            let own = places.iter().map(|&place| effects[place].clone());
            let mut own: Vec<SymbolicState> = own.collect();
            executor.make_exclusive(&mut own);
            for (&place, effect) in places.iter().zip(own) {
                effects[place] = effect;
            }
        }
    }
    let ways = Arc::new(executor.ways);
    let mut forms = IdxVec::new();
    for (&id, effect) in edges.iter().zip(&effects) {
        stop.ask()?;
        forms.push(form(cfa, terms, id, effect, &state, &ways));
    }
    Ok(forms)
}

fn form(
    cfa: &Cfa,
    terms: &mut Terms,
    edge: EdgeId,
    symbolic: &SymbolicState,
    state: &BTreeSet<SymbolId>,
    ways: &Arc<Ways>,
) -> EdgeForm {
    let parts = symbolic.guard.iter();
    let parts: Vec<TermId> = parts.map(|&part| terms.by_cases(part)).collect();
    let guard = terms.and(&parts);
    let next: BTreeMap<SymbolId, TermId> = symbolic
        .next
        .iter()
        .filter(|&(&var, &value)| terms.as_symbol(value) != Some(var))
        .map(|(&var, &value)| (var, value))
        .collect();
    let mut roots: Vec<TermId> = next.values().copied().collect();
    roots.push(guard);
    let inputs = symbols_of_all(terms, &roots)
        .into_iter()
        .filter(|s| !state.contains(s))
        .collect();
    EdgeForm {
        edge: cfa.edges[edge],
        guard_parts: parts,
        guard,
        next,
        inputs,
        ways: Arc::clone(ways),
    }
}

struct Executor<'a> {
    cfa: &'a Cfa,
    terms: &'a mut Terms,
    /// What commands are executed from.
    start: &'a SymbolicState,
    /// Effects from there that are still needed.
    done: FxHashMap<CmdId, SymbolicState>,
    ways: Ways,
}

impl Executor<'_> {
    /// The effects of the edges' commands from the start. Every command inside is executed
    /// once, children first; an effect is dropped after its last use, because one per command of
    /// a large program would not fit into memory.
    fn execute(&mut self, edges: &[EdgeId], stop: Stop<'_>) -> Result<Vec<SymbolicState>, Stopped> {
        let mut uses = self.count_uses(edges);
        let order: Vec<CmdId> = uses.keys().copied().collect();
        for cmd in order {
            stop.ask()?;
            let effect = match self.cfa.commands.get(cmd) {
                Cmd::Seq(first, second) => {
                    let before = self.take(&mut uses, *first);
                    self.apply(*second, before)
                }
                Cmd::Choice {
                    alternatives,
                    exclusive,
                } => {
                    let states = alternatives
                        .iter()
                        .map(|&a| self.take(&mut uses, a))
                        .collect();
                    self.join(cmd, states, *exclusive)
                }
                _ => self.apply(cmd, self.start.clone()),
            };
            self.done.insert(cmd, effect);
        }
        let commands = edges.iter().map(|&edge| self.cfa.edges[edge].command);
        let commands: Vec<CmdId> = commands.collect();
        let effects = commands.into_iter().map(|cmd| self.take(&mut uses, cmd));
        Ok(effects.collect())
    }

    /// The commands whose effect from the start is needed, children first, and how often.
    fn count_uses(&self, edges: &[EdgeId]) -> BTreeMap<CmdId, usize> {
        let mut uses = BTreeMap::new();
        let commands = edges.iter().map(|&edge| self.cfa.edges[edge].command);
        let mut stack: Vec<CmdId> = commands.collect();
        while let Some(cmd) = stack.pop() {
            let count = uses.entry(cmd).or_insert(0);
            *count += 1;
            if *count > 1 {
                continue;
            }
            match self.cfa.commands.get(cmd) {
                Cmd::Seq(first, _) => stack.push(*first),
                Cmd::Choice { alternatives, .. } => stack.extend(alternatives),
                _ => {}
            }
        }
        uses
    }

    /// An effect that was computed; the last use gets the only copy.
    fn take(&mut self, uses: &mut BTreeMap<CmdId, usize>, cmd: CmdId) -> SymbolicState {
        let left = uses.get_mut(&cmd).expect("every use was counted");
        *left -= 1;
        let effect = if *left == 0 {
            self.done.remove(&cmd)
        } else {
            self.done.get(&cmd).cloned()
        };
        effect.expect("children are executed first")
    }

    /// The effect of first `before`, then the simple command `cmd`.
    fn apply(&mut self, cmd: CmdId, mut before: SymbolicState) -> SymbolicState {
        if before.is_never(self.terms) {
            return before;
        }
        match self.cfa.commands.get(cmd).clone() {
            Cmd::Assume(condition) => {
                let condition = self.under(condition, &before);
                add_conjuncts(self.terms, Arc::make_mut(&mut before.guard), condition);
                before
            }
            Cmd::Assign(var, value) => {
                let value = self.under(value, &before);
                Arc::make_mut(&mut before.next).insert(var, value);
                before
            }
            Cmd::Havoc(havoc) => {
                let havoc = self.cfa.commands.havoc_info(havoc);
                let (var, input) = (havoc.var, havoc.input);
                let input = self.terms.symbol_term(input);
                Arc::make_mut(&mut before.next).insert(var, input);
                before
            }
            Cmd::Reach(_) => before,
            Cmd::Seq(..) | Cmd::Choice { .. } => {
                unreachable!("the second part of a sequence is a simple command")
            }
        }
    }

    /// A term over the state after `state`, as a term over the state before.
    fn under(&mut self, t: TermId, state: &SymbolicState) -> TermId {
        if state.next.is_empty() {
            return t;
        }
        let changed: Vec<(SymbolId, TermId)> = self
            .terms
            .symbols_of(t)
            .into_iter()
            .filter_map(|symbol| Some((symbol, *state.next.get(&symbol)?)))
            .collect();
        if changed.is_empty() {
            return t;
        }
        Substitution::new(changed).apply(self.terms, t)
    }

    /// The union of the alternatives' effects.
    fn join(
        &mut self,
        choice: CmdId,
        mut states: Vec<SymbolicState>,
        exclusive: bool,
    ) -> SymbolicState {
        if !exclusive {
            self.make_exclusive(&mut states);
        }
        let ways = states
            .iter()
            .map(|state| Arc::clone(&state.guard))
            .collect();
        self.ways.insert(choice, ways);
        let ff = self.terms.ff();
        states.retain(|state| !state.guard.contains(&ff));
        if states.is_empty() {
            return SymbolicState::never(self.terms);
        }
        let common = common_conjuncts(&states);
        let mut branches: Vec<(TermId, usize, SymbolicState)> = states
            .into_iter()
            .map(|state| {
                let rest: Vec<TermId> = state
                    .guard
                    .iter()
                    .copied()
                    .filter(|t| common.binary_search(t).is_err())
                    .collect();
                (self.terms.and(&rest), rest.len(), state)
            })
            .collect();
        // The alternative with the longest condition becomes the `else`.
        branches.sort_by_key(|&(_, size, _)| size);
        let selectors: Vec<TermId> = branches.iter().map(|&(selector, ..)| selector).collect();
        let some_branch = self.terms.or(&selectors);
        let mut guard = common;
        add_conjuncts(self.terms, &mut guard, some_branch);
        let vars: BTreeSet<SymbolId> = branches
            .iter()
            .flat_map(|(_, _, state)| state.next.keys().copied())
            .collect();
        let mut next = BTreeMap::new();
        for var in vars {
            let unchanged = self.terms.symbol_term(var);
            let value_in =
                |state: &SymbolicState| state.next.get(&var).copied().unwrap_or(unchanged);
            let (_, _, last) = &branches[branches.len() - 1];
            let mut merged = value_in(last);
            for (selector, _, state) in branches[..branches.len() - 1].iter().rev() {
                merged = self.terms.ite(*selector, value_in(state), merged);
            }
            next.insert(var, merged);
        }
        SymbolicState {
            guard: Arc::new(guard),
            next: Arc::new(next),
        }
    }

    /// Fresh Boolean inputs pick the alternative: `w1`, `¬w1 ∧ w2`, …, `¬w1 ∧ … ∧ ¬wn`.
    fn make_exclusive(&mut self, states: &mut [SymbolicState]) {
        let last = states.len() - 1;
        let mut not_before = Vec::new();
        for (position, state) in states.iter_mut().enumerate() {
            let guard = Arc::make_mut(&mut state.guard);
            for &t in &not_before {
                add_conjuncts(self.terms, guard, t);
            }
            if position < last {
                let (_, pick) = self
                    .terms
                    .fresh_symbol(format!("pick?{position}"), Sort::Bool);
                add_conjuncts(self.terms, guard, pick);
                let not_picked = self.terms.not(pick);
                not_before.push(not_picked);
            }
        }
    }
}

fn common_conjuncts(states: &[SymbolicState]) -> Vec<TermId> {
    let (first, others) = states.split_first().expect("a join has an alternative");
    let is_common = |t: &TermId| {
        others
            .iter()
            .all(|state| state.guard.binary_search(t).is_ok())
    };
    first.guard.iter().copied().filter(is_common).collect()
}

/// Add the conjuncts of `t` to a sorted list; a contradiction makes it just `false`.
fn add_conjuncts(terms: &mut Terms, conjuncts: &mut Vec<TermId>, t: TermId) {
    let parts = match terms.op(t) {
        ferric3_term::Op::And => terms.args(t).to_vec(),
        _ => vec![t],
    };
    for part in parts {
        if terms.as_bool(part) == Some(true) {
            continue;
        }
        let negated = terms.not(part);
        if terms.as_bool(part) == Some(false) || conjuncts.binary_search(&negated).is_ok() {
            *conjuncts = vec![terms.ff()];
            return;
        }
        if let Err(position) = conjuncts.binary_search(&part) {
            conjuncts.insert(position, part);
        }
    }
}

/// All symbols of several terms, sorted, each once.
fn symbols_of_all(terms: &Terms, roots: &[TermId]) -> BTreeSet<SymbolId> {
    let mut seen = FxHashSet::default();
    let mut symbols = BTreeSet::new();
    let mut stack = roots.to_vec();
    while let Some(t) = stack.pop() {
        if seen.insert(t) {
            symbols.extend(terms.as_symbol(t));
            stack.extend_from_slice(terms.args(t));
        }
    }
    symbols
}
