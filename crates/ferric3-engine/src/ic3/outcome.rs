//! Questions about relative inductiveness, and what comes out of them.

use ferric3_cfa::EdgeId;
use ferric3_term::TermId;

use super::{Hit, Level};
use crate::Cube;

/// Outcome of a test of relative inductiveness.
pub(crate) enum Consecution<'s, 'a> {
    /// The cube can be blocked, and so can the part of it that each edge needs.
    Holds(Vec<EdgeCore>),
    /// A state of the frame leads into the cube.
    Fails(Hit<'s, 'a>),
}

impl Consecution<'_, '_> {
    /// Can the cube be blocked?
    pub(crate) fn holds(&self) -> bool {
        matches!(self, Consecution::Holds(_))
    }
}

/// Outcome of the same test where any answer will do, also one from a cache.
pub(crate) enum Blocks<'s, 'a> {
    /// The cube can be blocked, and so can this part of it.
    Holds(Cube),
    /// It cannot, or nobody knows. The state that shows it, if the solver was asked just now.
    Fails(Option<Hit<'s, 'a>>),
}

impl Blocks<'_, '_> {
    /// Can the cube be blocked?
    pub(crate) fn holds(&self) -> bool {
        matches!(self, Blocks::Holds(_))
    }

    /// What is left of the cube, if it can be blocked.
    pub(crate) fn core(self) -> Option<Cube> {
        match self {
            Blocks::Holds(core) => Some(core),
            Blocks::Fails(_) => None,
        }
    }
}

/// Outcome of a query about one edge.
pub(crate) enum OverEdge<'s, 'a> {
    /// The cube cannot be reached over it; this part of the cube was used.
    Holds(Cube),
    /// A state of the frame leads into the cube.
    Fails(Hit<'s, 'a>),
}

/// Outcome of a query whether assumptions contradict one another.
pub(crate) enum Contradiction {
    /// They do, these alone.
    Core(Vec<TermId>),
    /// They do not.
    None,
    /// The solver gave up.
    TooHard,
}

/// The part of a cube that cannot be reached over an edge. Each of its literals is one of the cube, or a wider
/// bound that follows from one.
#[derive(Clone, Debug)]
pub(crate) struct EdgeCore {
    pub(crate) edge: EdgeId,
    pub(crate) core: Cube,
}

/// `⋃ cores`: a cube that can be blocked for all edges.
pub(crate) fn union(cores: &[EdgeCore]) -> Cube {
    let literals = cores.iter().flat_map(|part| part.core.literals());
    Cube::new(literals.copied().collect())
}

/// One edge of a test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeTest<'c> {
    pub(crate) level: Level,
    pub(crate) edge: EdgeId,
    pub(crate) cube: &'c Cube,
    /// A self-loop may start outside this cube only. Any `not ⊇ g` is sound for the lemma `¬g`.
    pub(crate) not: &'c Cube,
}

/// What a query over one edge says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum EdgeAnswer {
    /// The cube cannot be reached; this part of it was used.
    Holds(Cube),
    /// It can.
    Fails {
        /// Does the context of the edge's source have a model? (A cache has none.)
        has_model: bool,
    },
    /// The solver gave up.
    TooHard,
}

impl EdgeAnswer {
    pub(super) fn core(self) -> Option<Cube> {
        match self {
            EdgeAnswer::Holds(core) => Some(core),
            EdgeAnswer::Fails { .. } | EdgeAnswer::TooHard => None,
        }
    }
}

/// A query over one edge.
#[derive(Clone, Debug)]
pub(crate) struct EdgeQuery {
    /// All that is assumed besides the frame.
    pub(crate) assumptions: Vec<TermId>,
    /// Literals of the cube before the edge and after it.
    pub(crate) before: Vec<(TermId, TermId)>,
    /// What the core may be.
    pub(crate) cores: Cores,
}

/// What the core of a query may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cores {
    /// Some of the cube's literals.
    Parts,
    /// The same, or wider bounds in place of some of them.
    MayBeWider,
}
