//! Merging: the union of stores about the same program. Sets are joined, so it does not matter in which order, how
//! often, or in how many steps.

use std::path::{Path, PathBuf};

use super::state::State;
use super::{Listing, Program, Snapshot, Store, StoreError};
use crate::Shard;

impl Store {
    /// Makes `out` the union of these stores, and of itself if it is one. The others are only read; who works with one
    /// of them is not disturbed, and what comes later is not in it.
    ///
    /// Refused if they are not about the same program, or if a goal is reached in one and dead in another. Then `out` is
    /// as it was.
    pub fn merge(out: &Path, inputs: &[PathBuf]) -> Result<Store, StoreError> {
        let mut out = Store::open(out)?;
        let mut union: Option<State> = match out.state.listing {
            Some(_) => Some(normal(std::mem::take(&mut out.state))),
            None => None,
        };
        for input in inputs {
            let state = Snapshot::read(input)?.into_state();
            if state.listing.is_none() {
                let store = input.clone();
                return Err(StoreError::Empty { store });
            }
            union = Some(match union {
                None => normal(state),
                Some(union) => join(union, normal(state)).map_err(|what| {
                    let store = input.clone();
                    StoreError::Different { store, what }
                })?,
            });
        }
        if let Some(union) = union {
            union.contradiction()?;
            out.state = union;
            out.compact()?;
        }
        Ok(out)
    }
}

/// Without what is of use for one store only.
pub(super) fn normal(mut state: State) -> State {
    if let Some(listing) = &mut state.listing {
        listing.previous = None;
    }
    state.tidy();
    state
}

/// The union, or in what the programs differ.
pub(super) fn join(mut to: State, from: State) -> Result<State, String> {
    to.listing = Some(join_listings(
        to.listing.expect("both have one"),
        from.listing.expect("both have one"),
    )?);
    for (goal, bases) in from.answers {
        for (basis, answers) in bases {
            to.answers_of(goal.clone(), basis).join(answers);
        }
    }
    to.tests.extend(from.tests);
    to.whys.extend(from.whys);
    for ((test, program), outcome) in from.confirmations {
        to.confirm(test, program, outcome);
    }
    for (program, lemmas) in from.lemmas {
        to.lemmas.entry(program).or_default().extend(lemmas);
    }
    for (program, texts) in from.assumptions {
        to.assumptions.entry(program).or_default().extend(texts);
    }
    for (session, milliseconds) in from.spent {
        to.spend(session, milliseconds);
    }
    Ok(normal(to))
}

fn join_listings(mut to: Listing, from: Listing) -> Result<Listing, String> {
    same(&to.program, &from.program)?;
    to.parts.extend(from.parts);
    to.parts = Shard::normal(&to.parts);
    for (key, goal) in from.goals {
        match to.goals.get(&key) {
            Some(known) if *known != goal => {
                return Err(format!("the goal {key} is not the same one there"));
            }
            Some(_) => {}
            None => {
                to.goals.insert(key, goal);
            }
        }
    }
    Ok(to)
}

/// Are these the same program?
fn same(one: &Program, other: &Program) -> Result<(), String> {
    if one.tool != other.tool {
        let (one, other) = (&one.tool, &other.tool);
        return Err(format!("it was made by {other}, and not by {one}"));
    }
    for file in &other.sources {
        if !one.sources.contains(file) {
            return Err(format!("{} is another text there", file.name));
        }
    }
    if one.sources.len() != other.sources.len() {
        return Err("it is about fewer files".to_owned());
    }
    if one.subject != other.subject || one.fingerprint != other.fingerprint {
        return Err("it is about another program: inputs, options or files are others".to_owned());
    }
    match one.criteria == other.criteria {
        true => Ok(()),
        false => Err("it is about other criteria".to_owned()),
    }
}
