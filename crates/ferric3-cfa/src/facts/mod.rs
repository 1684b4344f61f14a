//! Facts by data flow: what holds at a location whatever the inputs.
//!
//! Facts are clauses over the state that are inductive together: for every edge `(l, G, f, l')`,
//! `facts(l) ∧ G ⇒ facts(l')∘f`. Nobody trusts them: they become part of the invariant, and the
//! certificate check proves them again.
//!
//! | file | idea |
//! |---|---|
//! | `interval.rs`, `bits.rs` | domains for one word |
//! | `word.rs`, `operate.rs` | their reduced product, and the operators on it |
//! | `float_set.rs`, `float_operate.rs`, `refine_float.rs` | words read as floating-point numbers |
//! | `affine.rs`, `pack.rs` | relations modulo `2^w`, and among which variables |
//! | `linear.rs`, `relate.rs` | terms and commands on relations |
//! | `zone.rs`, `zone_pack.rs` | bounds on differences of integers, and among which variables |
//! | `zone_terms.rs`, `zone_commands.rs` | terms and commands on them |
//! | `state.rs`              | words and relations, in maps that share what is equal |
//! | `evaluate.rs`, `refine.rs` | terms forwards and backwards |
//! | `decide.rs` | the same without a state |
//! | `threshold.rs`, `fixpoint.rs`, `size.rs` | widening, the work list, its limits |
//! | `smallest.rs` | relations with small coefficients |
//! | `loops.rs` | loops, by which packs are chosen |
//! | `polyhedra/` | linear relations among integers or real numbers |
//! | `emit.rs`, `emit_affine.rs`, `emit_zone.rs` | clauses about variables that somebody reads |

mod affine;
mod bits;
mod decide;
mod emit;
mod emit_affine;
mod emit_zone;
mod evaluate;
mod fixpoint;
mod float_operate;
mod float_set;
#[cfg(test)]
mod float_tests;
mod interval;
mod linear;
mod loops;
mod operate;
mod pack;
mod polyhedra;
mod refine;
mod refine_float;
mod relate;
mod size;
mod smallest;
mod state;
#[cfg(test)]
mod tests;
mod threshold;
mod word;
mod zone;
mod zone_commands;
mod zone_pack;
mod zone_terms;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use ferric3_term::Terms;

pub use self::decide::Decider;
pub use self::emit::FactDomain;
use self::fixpoint::{Fixpoint, fixpoint};
use self::loops::loops;
use self::pack::{Around, Packs, packs};
use self::state::Variables;
use self::zone_pack::{ZonePacks, zone_packs};
use crate::large_block::CutPoints;
use crate::passes::live_variables_until;
use crate::{Cfa, EdgeId, Facts, Stop, Stopped};

/// Options of [`analyse`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactOptions {
    /// Steps for each command of the automaton, on average; then the analysis gets coarse, and
    /// gives up in the end.
    pub effort: u64,
}

impl Default for FactOptions {
    fn default() -> Self {
        FactOptions { effort: 60 }
    }
}

/// What the analysis did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FactStats {
    /// Clauses by domain.
    pub clauses: BTreeMap<FactDomain, usize>,
    /// Visits of locations.
    pub visits: u64,
    /// Edges that no run takes.
    pub infeasible: usize,
    /// Was it too much effort?
    pub gave_up: bool,
    /// Time, for tables.
    pub time: Duration,
}

/// The fixpoint of a data flow analysis.
pub struct Analysis {
    facts: Facts,
    infeasible: Vec<bool>,
    stats: FactStats,
}

/// Analyse an automaton with small blocks. (Large ones are right as well, but less is found.)
pub fn analyse(cfa: &Cfa, terms: &mut Terms, options: &FactOptions) -> Analysis {
    analyse_until(cfa, terms, options, Stop::NEVER).expect("nobody asks to stop")
}

/// The same, unless somebody asks to stop.
pub fn analyse_until(
    cfa: &Cfa,
    terms: &mut Terms,
    options: &FactOptions,
    stop: Stop<'_>,
) -> Result<Analysis, Stopped> {
    let start = Instant::now();
    let variables = Variables::of(cfa);
    let cuts = CutPoints::of(cfa);
    let around = Around {
        cuts: &cuts,
        loops: &loops(cfa, &cuts),
        live: &live_variables_until(cfa, terms, stop)?,
    };
    stop.ask()?;
    let packs = packs(cfa, terms, &variables, &around);
    stop.ask()?;
    let zones = zone_packs(cfa, terms, &variables, &around);
    let found = fixpoint(
        cfa,
        terms,
        &variables,
        (&packs, &zones),
        &around,
        (options, stop),
    )?;
    let mut found = found;
    let limit = options
        .effort
        .saturating_mul(2000 + cfa.edges.len() as u64 * 20);
    let infeasible = found.infeasible.clone();
    let numbers = match found.gave_up {
        true => None,
        false => Some(polyhedra::analyse(
            cfa,
            terms,
            &variables,
            &around,
            &infeasible,
            (limit, stop),
        )?),
    };
    if let Some(numbers) = &numbers {
        found.infeasible.clone_from(&numbers.infeasible);
        found.visits += numbers.visits;
    }
    let mut stats = FactStats {
        visits: found.visits,
        infeasible: found.infeasible.iter().filter(|&&edge| edge).count(),
        gave_up: found.gave_up,
        ..FactStats::default()
    };
    let packs = (&packs, &zones);
    let facts = emit(
        cfa,
        terms,
        &variables,
        packs,
        &around,
        (&found, numbers.as_ref(), stop),
        &mut stats,
    )?;
    stats.time = start.elapsed();
    Ok(Analysis {
        facts,
        infeasible: found.infeasible,
        stats,
    })
}

impl Analysis {
    /// Facts at the locations that large blocks keep: loop heads, but neither initial nor error.
    /// Just `false` where no run gets.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Does no run take this edge?
    pub fn is_infeasible(&self, edge: EdgeId) -> bool {
        self.infeasible[edge.index()]
    }

    /// What the analysis did.
    pub fn stats(&self) -> &FactStats {
        &self.stats
    }
}

fn emit(
    cfa: &Cfa,
    terms: &mut Terms,
    variables: &Variables,
    (packs, zones): (&Packs, &ZonePacks),
    around: &Around,
    (found, numbers, stop): (&Fixpoint, Option<&polyhedra::Found>, Stop<'_>),
    stats: &mut FactStats,
) -> Result<Facts, Stopped> {
    let mut clauses = vec![Vec::new(); cfa.locations.len()];
    if found.gave_up {
        return Ok(Facts::new(clauses));
    }
    for &loc in &around.cuts.order {
        if !around.cuts.is_head[loc.index()] || loc == cfa.initial || loc == cfa.error {
            continue;
        }
        stop.ask()?;
        let mut facts = Vec::new();
        match &found.states[loc.index()] {
            None => facts.push((FactDomain::Unreachable, terms.ff())),
            Some(state) => {
                let live: BTreeSet<usize> = around
                    .live
                    .at(loc)
                    .filter_map(|symbol| variables.number(symbol))
                    .collect();
                for &variable in &live {
                    if let Some(word) = state.words.get(variable) {
                        let x = cfa.state[variable].term;
                        facts.extend(emit::clauses(terms, x, word));
                    }
                }
                for (id, pack) in packs.packs.iter().enumerate() {
                    if let Some(module) = state.relations.get(id) {
                        let is_live = |variable: usize| live.contains(&variable);
                        let pack = (pack, module);
                        let found = emit_affine::clauses(cfa, terms, state, pack, &is_live);
                        facts.extend(found.into_iter().map(|t| (FactDomain::Affine, t)));
                    }
                }
                for (id, pack) in zones.packs.iter().enumerate() {
                    if let Some(zone) = state.zones.get(id) {
                        let found = emit_zone::clauses(cfa, terms, state, (pack, zone));
                        facts.extend(found.into_iter().map(|t| (FactDomain::Differences, t)));
                    }
                }
            }
        }
        let about_numbers = numbers.iter().flat_map(|found| &found.clauses[loc.index()]);
        facts.extend(about_numbers.map(|&clause| (FactDomain::Linear, clause)));
        let mut seen = BTreeSet::new();
        for (domain, clause) in facts {
            if !seen.insert(clause) {
                continue; // Packs overlap.
            }
            *stats.clauses.entry(domain).or_default() += 1;
            clauses[loc.index()].push(clause);
        }
    }
    Ok(Facts::new(clauses))
}
