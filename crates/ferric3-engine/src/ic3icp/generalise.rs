//! Boxes that can be blocked, made wider: literal rotation with bound generalisation (III-A, III-B), edge by edge, then
//! ungeneralisation (III-C), then whatever else is switched on (literal dropping: `drop`).
//!
//! The box `c` cannot be reached over any edge. Let `g` be what all edges but those out of the initial location leave of it,
//! together. For an edge out of the initial location the bounds of `g` stay in front, and what is rotated are
//! the bounds of `c` that `g` lacks: it takes back only what it needs so that no initial state is excluded.

use ferric3_term::{Bound, TermId, Terms};

use super::{BoxPolicy, UNGENERALISED};
use crate::ic3::{Blocked, EdgeCore, EdgeTest, Search, Technique, union};
use crate::{Cube, Interrupted};

impl BoxPolicy {
    /// A wider box that can be blocked at the same place.
    pub(super) fn generalise_box(
        &mut self,
        search: &mut Search<'_>,
        blocked: Blocked,
    ) -> Result<Cube, Interrupted> {
        let blocked = match search.has(Technique::LiteralRotation) {
            true => search.timed(Technique::LiteralRotation, |search| {
                self.rotate(search, blocked)
            })?,
            false => blocked,
        };
        if !search.has(Technique::Drop) {
            return Ok(without_redundant(search.terms, &union(&blocked.cores)));
        }
        let cube = self.pipeline.generalise(search, &blocked)?;
        Ok(without_redundant(search.terms, &cube))
    }

    /// The cores of all edges, rotated.
    fn rotate(
        &mut self,
        search: &mut Search<'_>,
        blocked: Blocked,
    ) -> Result<Blocked, Interrupted> {
        let initial = search.task.cfa.initial;
        let ungeneralises = search.has(Technique::Ungeneralise);
        let mut parts: Vec<&EdgeCore> = blocked.cores.iter().collect();
        parts.sort_by_key(|part| (search.source(part.edge) == initial, part.edge));
        let mut cores: Vec<EdgeCore> = Vec::with_capacity(parts.len());
        for part in parts {
            let is_initial = search.source(part.edge) == initial;
            let test = EdgeTest {
                level: blocked.level,
                edge: part.edge,
                cube: &blocked.cube,
                not: &blocked.cube,
            };
            let (fixed, rotated) = match is_initial && ungeneralises {
                true => {
                    let others = union(&cores);
                    let rest = blocked.cube.minus(&others);
                    (others, rest)
                }
                false => (Cube::default(), part.core.literals().to_vec()),
            };
            let rotated = self.shuffle.shuffled(rotated);
            let core = search.rotate_edge(&test, &fixed, &rotated)?;
            if is_initial && ungeneralises {
                let taken_back = !core.is_empty();
                search.count(Technique::Ungeneralise, taken_back, core.len() as u64);
                search.add(UNGENERALISED, u64::from(taken_back));
            }
            cores.push(EdgeCore {
                edge: part.edge,
                core: core.union(&fixed),
            });
        }
        Ok(Blocked { cores, ..blocked })
    }
}

/// The cube without bounds that follow from others of it.
fn without_redundant(terms: &Terms, cube: &Cube) -> Cube {
    let bounds: Vec<(TermId, Bound)> = (cube.literals().iter())
        .filter_map(|&literal| Some((literal, Bound::of(terms, literal)?)))
        .collect();
    let is_redundant = |literal: &TermId| {
        let of = bounds.iter().find(|(other, _)| other == literal);
        of.is_some_and(|(_, bound)| {
            let mut others = bounds.iter().filter(|(other, _)| other != literal);
            others.any(|(_, other)| other.implies(bound))
        })
    };
    let literals = cube.literals().iter().copied();
    Cube::new(literals.filter(|literal| !is_redundant(literal)).collect())
}
