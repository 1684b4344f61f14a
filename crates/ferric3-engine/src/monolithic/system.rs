//! The automaton as a transition system: one location that loops, and a program counter.
//!
//! ```text
//! initial ── pc := initial ──► loop ── pc = l; c; pc := m  for each edge (l, c, m) ──► loop
//!                              loop ── pc = l; c           for each edge (l, c, error) ──► error
//! ```
//!
//! All edges of one kind are alternatives of one command, so the relation is monolithic: queries
//! speak of the whole program, and so do frames. The inputs on an edge keep their symbols.
//!
//! A variable that is not live at `m` gets any value on the way there. Otherwise lemmas could speak of
//! values that passes have left behind, which the automaton before those passes does not have.

use ferric3_cfa::{Cfa, CmdId, Facts, LocId, Location, live_variables};
use ferric3_ivl::IdxMap;
use ferric3_term::{Sort, Substitution, SymbolId, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Task;

/// The variable that says where control is: a number for each location but error.
pub(super) struct ProgramCounter {
    /// Its symbol.
    pub(super) symbol: SymbolId,
    term: TermId,
    /// Its bits.
    pub(super) width: u32,
    /// By location: its value there.
    codes: IdxMap<Location, Option<u64>>,
    /// By value: the location.
    locations: Vec<LocId>,
}

impl ProgramCounter {
    fn of(cfa: &Cfa, terms: &mut Terms) -> ProgramCounter {
        let mut codes = IdxMap::filled(cfa.locations.len(), None);
        let mut locations = Vec::new();
        for loc in cfa.locations.ids().filter(|&loc| loc != cfa.error) {
            codes[loc] = Some(locations.len() as u64);
            locations.push(loc);
        }
        let last = (locations.len() as u64).saturating_sub(1);
        let width = (u64::BITS - last.leading_zeros()).max(1);
        let (symbol, term) = terms.fresh_symbol("pc", Sort::BitVec(width));
        ProgramCounter {
            symbol,
            term,
            width,
            codes,
            locations,
        }
    }

    /// The location that a value stands for.
    pub(super) fn location(&self, value: &Value) -> Option<LocId> {
        let number = usize::try_from(value.as_bv().to_u64()?).ok()?;
        self.locations.get(number).copied()
    }

    fn code(&self, terms: &mut Terms, loc: LocId) -> TermId {
        let code = self.codes[loc];
        let code = code.expect("the program counter is never at the error location");
        terms.bv_u64(code, self.width)
    }

    /// `pc = loc`.
    fn is_at(&self, terms: &mut Terms, loc: LocId) -> TermId {
        let code = self.code(terms, loc);
        terms.eq(self.term, code)
    }

    /// What a formula about the system says about a location of the automaton.
    pub(super) fn at(&self, terms: &mut Terms, loc: LocId) -> Substitution {
        let code = self.code(terms, loc);
        Substitution::new([(self.symbol, code)])
    }

    /// A formula about a location of the automaton, as one about the system: `pc = loc → clause`.
    pub(super) fn only_at(&self, terms: &mut Terms, loc: LocId, clause: TermId) -> TermId {
        let here = self.is_at(terms, loc);
        let elsewhere = terms.not(here);
        terms.or(&[elsewhere, clause])
    }
}

/// The system, and what it was made of.
pub(super) struct System {
    /// The system as a task.
    pub(super) task: Task,
    /// The location that loops.
    pub(super) head: LocId,
    /// The program counter.
    pub(super) pc: ProgramCounter,
    /// By location of the automaton: its live variables.
    live: IdxMap<Location, Vec<SymbolId>>,
}

impl System {
    /// The system of a task.
    pub(super) fn of(task: &Task, terms: &mut Terms) -> System {
        let pc = ProgramCounter::of(&task.cfa, terms);
        let live = live_variables(&task.cfa, terms);
        let locations = task.cfa.locations.ids();
        let live: IdxMap<Location, Vec<SymbolId>> =
            locations.map(|loc| live.at(loc).collect()).collect();
        let (cfa, head) = automaton(&task.cfa, terms, &pc, &live);
        let facts = facts(task, terms, &pc, head);
        System {
            task: Task::new(cfa, terms).with_facts(facts),
            head,
            pc,
            live,
        }
    }

    /// The variables that are live at a location of the automaton.
    pub(super) fn live(&self, loc: LocId) -> &[SymbolId] {
        &self.live[loc]
    }
}

/// The system's automaton, and the location that loops.
fn automaton(
    old: &Cfa,
    terms: &mut Terms,
    pc: &ProgramCounter,
    live: &IdxMap<Location, Vec<SymbolId>>,
) -> (Cfa, LocId) {
    let mut cfa = Cfa::new();
    cfa.commands = old.commands.clone();
    cfa.targets = old.targets.clone();
    cfa.state.clone_from(&old.state);
    cfa.deterministic = old.deterministic;
    cfa.add_state_var(terms, pc.symbol, None);
    let head = cfa.add_location("loop", None);
    cfa.locations[head].is_loop_head = true;
    let first = pc.code(terms, old.initial);
    let start = cfa.commands.assign(pc.symbol, first);
    cfa.add_edge(cfa.initial, start, head);
    let mut forget = Forget::default();
    let (mut steps, mut errors): (Vec<CmdId>, Vec<CmdId>) = (Vec::new(), Vec::new());
    for edge in old.edges.iter() {
        let here = pc.is_at(terms, edge.from);
        let here = cfa.commands.assume(here);
        let mut command = cfa.commands.seq(terms, here, edge.command);
        if edge.to == old.error {
            errors.push(command);
            continue;
        }
        let live: FxHashSet<SymbolId> = live[edge.to].iter().copied().collect();
        for var in old.state.iter().filter(|var| !live.contains(&var.symbol)) {
            let any = forget.variable(&mut cfa, terms, var.symbol);
            command = cfa.commands.seq(terms, command, any);
        }
        let there = pc.code(terms, edge.to);
        let go = cfa.commands.assign(pc.symbol, there);
        steps.push(cfa.commands.seq(terms, command, go));
    }
    for (ways, to) in [(steps, head), (errors, cfa.error)] {
        if !ways.is_empty() {
            let any = cfa.commands.choice(ways, old.deterministic);
            cfa.add_edge(head, any, to);
        }
    }
    (cfa, head)
}

/// `pc = l → fact`, for each fact at `l`.
fn facts(task: &Task, terms: &mut Terms, pc: &ProgramCounter, head: LocId) -> Facts {
    let facts = task.facts.iter().filter(|&(loc, _)| loc != task.cfa.error);
    facts
        .map(|(loc, fact)| (head, pc.only_at(terms, loc, fact)))
        .collect()
}

/// One `havoc` for each variable, whichever edge it is forgotten on: a run takes one edge at a time.
#[derive(Default)]
struct Forget {
    commands: FxHashMap<SymbolId, CmdId>,
}

impl Forget {
    fn variable(&mut self, cfa: &mut Cfa, terms: &mut Terms, symbol: SymbolId) -> CmdId {
        let command = self.commands.entry(symbol);
        *command.or_insert_with(|| cfa.commands.havoc(terms, symbol, None))
    }
}
