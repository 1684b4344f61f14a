//! Guarded commands, hash-consed.
//!
//! Meaning, as a relation between states (Dijkstra; Thesis 2.3):
//!
//! | command            | relation                                                    |
//! |--------------------|-------------------------------------------------------------|
//! | `Assume b`         | `{(s, s) : s ⊨ b}`; the identity for `b = true`             |
//! | `Assign x a`       | `{(s, s[x ↦ a(s)])}`                                        |
//! | `Havoc h`          | `{(s, s[x ↦ v]) : any v}` for the variable `x` of `h`       |
//! | `Reach t`          | the identity; marks that the target `t` is hit on this path |
//! | `Seq a b`          | first `a`, then `b`                                         |
//! | `Choice [c1, …]`   | the union                                                   |
//!
//! A command is a DAG: large-block encoding shares the common prefix of all paths. To that end
//! sequences are kept in a normal form, nested to the left with choices only in front:
//! `a; (b; c)` is built as `(a; b); c`, and `a; (b [] c)` as `(a; b) [] (a; c)`.
//! Children have smaller ids than their parents.

use ferric3_ivl::{Idx, IdxVec, InputId};
use ferric3_term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

/// A command of one [`Commands`] store.
pub type CmdId = Idx<Cmd>;
/// One occurrence of a havoc in the automaton.
pub type HavocId = Idx<Havoc>;

/// A guarded command.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Cmd {
    /// Go on only if the condition holds.
    Assume(TermId),
    /// Change one variable.
    Assign(SymbolId, TermId),
    /// Give a variable any value.
    Havoc(HavocId),
    /// Mark a target; no effect.
    Reach(crate::TargetId),
    /// One after the other. The second one is simple: neither a sequence nor a choice.
    Seq(CmdId, CmdId),
    /// One of several. If `exclusive`, no state (with no choice of inputs) has two ways through, or
    /// the ways end at errors and it does not matter which is taken: so it is for everything that
    /// comes from a deterministic program.
    Choice {
        /// At least two.
        alternatives: Vec<CmdId>,
        /// Are the alternatives' guards mutually exclusive?
        exclusive: bool,
    },
}

/// One occurrence of a havoc. An occurrence is passed at most once on each path of an edge, so
/// the input symbol can stand for the value read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Havoc {
    /// The variable that gets the value.
    pub var: SymbolId,
    /// The symbol that stands for the value: an input `w` of the edge.
    pub input: SymbolId,
    /// The place in the program, for replay; none for automata that do not come from a program.
    pub site: Option<InputId>,
}

/// The store of commands.
#[derive(Clone, Debug, Default)]
pub struct Commands {
    cmds: IdxVec<Cmd>,
    table: FxHashMap<Cmd, CmdId>,
    havocs: IdxVec<Havoc>,
}

impl Commands {
    /// An empty store.
    pub fn new() -> Commands {
        Commands::default()
    }

    /// The command behind a handle.
    pub fn get(&self, cmd: CmdId) -> &Cmd {
        &self.cmds[cmd]
    }

    /// Number of different commands.
    pub fn len(&self) -> usize {
        self.cmds.len()
    }

    /// Is the store empty?
    pub fn is_empty(&self) -> bool {
        self.cmds.is_empty()
    }

    /// The occurrence behind a handle.
    pub fn havoc_info(&self, havoc: HavocId) -> &Havoc {
        &self.havocs[havoc]
    }

    fn intern(&mut self, cmd: Cmd) -> CmdId {
        if let Some(&id) = self.table.get(&cmd) {
            return id;
        }
        let id = self.cmds.push(cmd.clone());
        self.table.insert(cmd, id);
        id
    }

    /// `assume true`.
    pub fn skip(&mut self, terms: &mut Terms) -> CmdId {
        let tt = terms.tt();
        self.assume(tt)
    }

    /// Is this `assume true`?
    pub fn is_skip(&self, terms: &Terms, cmd: CmdId) -> bool {
        matches!(self.get(cmd), Cmd::Assume(b) if terms.as_bool(*b) == Some(true))
    }

    /// `assume b`.
    pub fn assume(&mut self, b: TermId) -> CmdId {
        self.intern(Cmd::Assume(b))
    }

    /// `x := a`.
    pub fn assign(&mut self, x: SymbolId, a: TermId) -> CmdId {
        self.intern(Cmd::Assign(x, a))
    }

    /// A new occurrence of `havoc x`, with an input symbol of its own.
    pub fn havoc(&mut self, terms: &mut Terms, x: SymbolId, site: Option<InputId>) -> CmdId {
        let var = terms.symbol(x);
        let name = format!("{}?{}", var.name, self.havocs.len());
        let sort = var.sort;
        let (input, _) = terms.fresh_symbol(name, sort);
        let havoc = self.havocs.push(Havoc {
            var: x,
            input,
            site,
        });
        self.intern(Cmd::Havoc(havoc))
    }

    /// The marker of a target.
    pub fn reach(&mut self, target: crate::TargetId) -> CmdId {
        self.intern(Cmd::Reach(target))
    }

    /// `a; b` in normal form, without needless `assume true`.
    pub fn seq(&mut self, terms: &Terms, a: CmdId, b: CmdId) -> CmdId {
        if self.is_skip(terms, a) {
            return b;
        }
        if self.is_skip(terms, b) {
            return a;
        }
        if !matches!(self.get(b), Cmd::Seq(..) | Cmd::Choice { .. }) {
            return self.intern(Cmd::Seq(a, b));
        }
        // For each part of b, children first: `a; part`.
        let mut after_a: FxHashMap<CmdId, CmdId> = FxHashMap::default();
        for part in self.prefixes(b) {
            let done = match self.get(part).clone() {
                Cmd::Seq(first, second) => self.intern(Cmd::Seq(after_a[&first], second)),
                Cmd::Choice {
                    alternatives,
                    exclusive,
                } => {
                    let alternatives = alternatives.iter().map(|c| after_a[c]).collect();
                    self.intern(Cmd::Choice {
                        alternatives,
                        exclusive,
                    })
                }
                _ => self.intern(Cmd::Seq(a, part)),
            };
            after_a.insert(part, done);
        }
        after_a[&b]
    }

    /// `alternatives[0] [] alternatives[1] [] …`; at least one.
    pub fn choice(&mut self, alternatives: Vec<CmdId>, exclusive: bool) -> CmdId {
        match alternatives[..] {
            [] => panic!("a choice needs an alternative"),
            [only] => only,
            _ => self.intern(Cmd::Choice {
                alternatives,
                exclusive,
            }),
        }
    }

    /// The commands from which `root` starts, `root` itself last: the first parts of sequences and
    /// all alternatives of choices. Each once, children before parents.
    pub fn prefixes(&self, root: CmdId) -> Vec<CmdId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut found = Vec::new();
        let mut stack = vec![root];
        while let Some(cmd) = stack.pop() {
            if !seen.insert(cmd) {
                continue;
            }
            found.push(cmd);
            match self.get(cmd) {
                Cmd::Seq(first, _) => stack.push(*first),
                Cmd::Choice { alternatives, .. } => stack.extend(alternatives),
                Cmd::Assume(_) | Cmd::Assign(..) | Cmd::Havoc(_) | Cmd::Reach(_) => {}
            }
        }
        found.sort_unstable();
        found
    }
}
