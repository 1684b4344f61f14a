//! Interpolants of a path as lemmas: they come first, preimages where they fail (TreeIC3-ITP).
//!
//! If no run along the path from the root leads into a cube, a sequence of interpolants says why, one for each
//! node on the way. Their clauses are candidates: each is generalised and added if it holds at its node and
//! the twins, by the same test as any lemma. A clause that holds on this path alone is of no use for a proof, and
//! a path whose interpolants do not exclude the cube is left to preimages.
//!
//! * *Numbers*: interpolants of the unrolled path (`path_interpolants.rs`).
//! * *Bit-vectors*: the path is an automaton of its own without loops, and its invariant, which `ic3cfa` finds, is such a
//!   sequence. Labels of nodes are facts there.
//!
//! Either may do so much work and no more.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ferric3_cfa::{Cfa, Clauses, EdgeId, LocId};
use ferric3_sat::{Interrupt, Turns};
use ferric3_solver::SolverConfig;
use ferric3_term::{Op, TermId, Terms};

use super::node::NodeId;
use super::unwinding::Unwinding;
use super::{INTERPOLANT_CLAUSES, INTERPOLANT_LEMMAS, INTERPOLATED};
use crate::ic3::{Blocked, Consecution, Technique};
use crate::path_interpolants::{UnrolledPath, has_numbers};
use crate::subsumption::Comparable;
use crate::{Answer, Cube, Engine, Ic3Cfa, Ic3CfaOptions, Interrupted, Proof, Session, Task};

/// What the search for interpolants of one path may do, in the unit of [`Turns`].
const WORK: u64 = 3_000_000;

/// Asks to stop when so much work is done.
#[derive(Debug)]
struct Limit(AtomicU64);

impl Turns for Limit {
    fn work(&self, units: u64) -> bool {
        self.0.fetch_add(units, Ordering::Relaxed) + units < WORK
    }
}

/// The same request to stop, and one when the work for a path is done.
fn limited(interrupt: &Interrupt) -> Interrupt {
    interrupt.part(Arc::new(Limit(AtomicU64::new(0))))
}

impl Unwinding<'_, '_> {
    /// Add lemmas of interpolants for the path to a node, if no run along it leads into `cube`. Returns whether they
    /// exclude it.
    pub(super) fn interpolate(&mut self, node: NodeId, cube: &Cube) -> Result<bool, Interrupted> {
        let path = self.tree.path(node);
        let found = match has_numbers(self.search.task, self.search.terms) {
            true => self.of_numbers(&path, cube)?,
            false => self.of_bits(&path, cube)?,
        };
        self.search.add(INTERPOLATED, u64::from(!found.is_empty()));
        self.search.add(INTERPOLANT_CLAUSES, found.len() as u64);
        for (node, cube) in found {
            self.try_lemma(node, cube)?;
        }
        let cube = Comparable::new(self.search.terms, cube.clone());
        let excluded = self.tree.excludes(node, &cube);
        self.search.count(Technique::PathInterpolants, excluded, 0);
        Ok(excluded)
    }

    /// Add the lemma `¬cube`, or what can be made of it, if it holds at a node.
    fn try_lemma(&mut self, node: NodeId, cube: Cube) -> Result<(), Interrupted> {
        let comparable = Comparable::new(self.search.terms, cube.clone());
        if self.tree.excludes(node, &comparable) || self.tree.is_refused(node, &cube) {
            return Ok(());
        }
        self.report("interpolation", 0)?;
        let (level, loc) = (self.start_at(node), self.tree.nodes[node].loc);
        let Consecution::Holds(cores) = self.search.consecution(level, loc, &cube)? else {
            self.tree.refuse(node, cube);
            return Ok(());
        };
        let blocked = Blocked {
            level,
            loc,
            cube,
            cores,
            visits: 0,
        };
        let cube = self.policy.generalise(self.search, blocked)?;
        self.search.add(INTERPOLANT_LEMMAS, 1);
        self.learn(node, &cube)
    }

    /// The edges of a path from the root, each with the node that it leads to.
    fn edges(&self, path: &[NodeId]) -> Vec<(EdgeId, NodeId)> {
        let below = path.iter();
        let steps = below.filter_map(|&node| Some((self.tree.nodes[node].parent?.1, node)));
        steps.collect()
    }

    /// By the invariant of the path as an automaton.
    fn of_bits(
        &mut self,
        path: &[NodeId],
        cube: &Cube,
    ) -> Result<Vec<(NodeId, Cube)>, Interrupted> {
        let (task, locations) = self.automaton(path, cube);
        let solvers = self.search.solvers();
        let limited = SolverConfig {
            interrupt: limited(&solvers.interrupt),
            ..solvers.clone()
        };
        let mut ic3 = Ic3Cfa::new(Ic3CfaOptions::default());
        let mut session = Session {
            solvers: &limited,
            progress: &mut (),
            exchange: &mut (),
            judge: &mut (),
            unrollings: false,
        };
        let answer = ic3.solve(&task, self.search.terms, &mut session);
        self.search.count_solver(&ic3.stats().solver);
        self.search.check_interrupt()?;
        let Answer::Safe(Proof::Invariant(invariant)) = answer else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for (loc, node) in locations {
            for &clause in invariant.at(loc) {
                if !task.facts.at(loc).contains(&clause) {
                    found.push((node, excluded_by(self.search.terms, clause)));
                }
            }
        }
        Ok(found)
    }

    /// The automaton that has only this path, and an error where its last node has states of `cube`. Its locations, each
    /// with its node.
    fn automaton(&mut self, path: &[NodeId], cube: &Cube) -> (Task, Vec<(LocId, NodeId)>) {
        let old = &self.search.task.cfa;
        let mut cfa = Cfa::new();
        cfa.commands = old.commands.clone();
        cfa.state.clone_from(&old.state);
        cfa.targets = old.targets.clone();
        cfa.deterministic = old.deterministic;
        let mut locations = Vec::new();
        let mut facts = Vec::new();
        let mut here = cfa.initial;
        for (edge, node) in self.edges(path) {
            let to = cfa.add_location(format!("node {}", node.index()), None);
            cfa.add_edge(here, old.edges[edge].command, to);
            let known = self.search.known(old.edges[edge].to).iter();
            facts.extend(known.map(|&fact| (to, fact)));
            for lemma in self.tree.label(node) {
                facts.push((to, lemma.clause(self.search.terms)));
            }
            locations.push((to, node));
            here = to;
        }
        let inside = self.search.terms.and(cube.literals());
        let fails = cfa.commands.assume(inside);
        cfa.add_edge(here, fails, cfa.error);
        let mut clauses = Clauses::new(vec![Vec::new(); cfa.locations.len()]);
        clauses.extend(facts);
        let task = Task::new(cfa, self.search.terms).with_facts(clauses);
        (task, locations)
    }

    /// By interpolants of the unrolled path.
    fn of_numbers(
        &mut self,
        path: &[NodeId],
        cube: &Cube,
    ) -> Result<Vec<(NodeId, Cube)>, Interrupted> {
        let steps = self.edges(path);
        let task = self.search.task;
        let mut unrolled = UnrolledPath::new(&task.cfa.state);
        for &(edge, _) in &steps {
            let form = task.form(edge);
            let known = self.search.known(form.edge.from).to_vec();
            unrolled.edge(self.search.terms, form, &known);
        }
        unrolled.end_in(self.search.terms, cube.literals());
        let interrupt = limited(&self.search.solvers().interrupt);
        let Ok(clauses) = unrolled.interpolants(self.search.terms, &interrupt) else {
            self.search.check_interrupt()?; // Who else asks to stop?
            return Ok(Vec::new());
        };
        let terms = &mut *self.search.terms;
        let mut found = Vec::new();
        for (clauses, &(_, node)) in clauses.into_iter().zip(&steps) {
            for clause in clauses {
                if terms.as_bool(clause).is_none() {
                    found.push((node, excluded_by(terms, clause)));
                }
            }
        }
        Ok(found)
    }
}

/// The cube that a clause excludes.
fn excluded_by(terms: &mut Terms, clause: TermId) -> Cube {
    let literals = match terms.op(clause) {
        Op::Or => terms.args(clause).to_vec(),
        _ => vec![clause],
    };
    Cube::new(literals.into_iter().map(|l| terms.not(l)).collect())
}
