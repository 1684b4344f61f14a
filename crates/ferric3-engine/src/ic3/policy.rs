//! What distinguishes one IC3 from another.

use super::obligation::{Chain, Predecessor};
use super::outcome::EdgeCore;
use super::{Hit, Level, PathToError, Search};
use crate::{Counterexample, Cube, Interrupted};

use ferric3_cfa::LocId;
use ferric3_solver::Incomplete;
use ferric3_term::TermId;

/// A cube that can be blocked: `F(level-1, l) ∧ [¬cube] ∧ G ∧ cube∘f` is unsatisfiable for every
/// edge `(l, G, f, loc)`.
pub(crate) struct Blocked {
    pub(crate) level: Level,
    pub(crate) loc: LocId,
    pub(crate) cube: Cube,
    /// What each edge needs of it.
    pub(crate) cores: Vec<EdgeCore>,
    /// How often it was blocked before.
    pub(crate) visits: u32,
}

/// What a chain of obligations that has reached the initial location comes to.
pub(crate) enum AtInitial {
    /// A run of the automaton.
    Run(Counterexample),
    /// No run, and the policy has seen to it that this chain does not come again: from now on its
    /// predecessors and generalisations tell apart what they did not. Lemmas stay, so they must
    /// hold for the automaton itself and not only for what the policy saw of it.
    Refined,
}

/// Where predecessors come from.
pub(crate) trait Predecessors {
    /// A cube for the state of a hit.
    ///
    /// Requires that this state leads over the hit's edge into `goal`. Ensures that it is in the
    /// cube. Whether *every* state of the cube leads into `goal` is between this method and
    /// [`Policy::at_initial`].
    fn predecessor(&mut self, hit: Hit<'_, '_>, goal: &Cube) -> Result<Predecessor, Interrupted>;
}

/// The places at which the algorithms of the family differ. The search asks; frames, queries and
/// statistics stay its own, and no answer can make it add a lemma that no query has shown.
pub(crate) trait Policy: Predecessors {
    /// A weaker cube instead of one that can be blocked.
    ///
    /// Ensures `blocked.cube ⇒ result`, and that `result` can be blocked at the same level and
    /// location.
    fn generalise(
        &mut self,
        search: &mut Search<'_>,
        blocked: Blocked,
    ) -> Result<Cube, Interrupted>;

    /// With a suffix: a cube of states from which the path can be taken, with the path's inputs.
    ///
    /// Ensures that the path's first state is in it, and that *every* state of it leads along this path.
    fn before_path(&mut self, _: &mut Search<'_>, _: &PathToError) -> Result<Cube, Interrupted> {
        let why = "this engine looks one edge ahead only".to_owned();
        Err(Interrupted::Incomplete(Incomplete::Reason(why)))
    }

    /// An obligation that cannot be blocked at `(level, loc)`. If it stands for more than the state that it was
    /// made for, and a cube for that state alone can be blocked, the policy may do so. Returns whether it has:
    /// then the obligation is dropped, and its successor asks again.
    fn gives_way(
        &mut self,
        _: &mut Search<'_>,
        _level: Level,
        _loc: LocId,
        _obligation: &Predecessor,
    ) -> Result<bool, Interrupted> {
        Ok(false)
    }

    /// The lemma `¬cube` was added. More may be, each after a query.
    fn learnt(
        &mut self,
        _: &mut Search<'_>,
        _level: Level,
        _loc: LocId,
        _cube: &Cube,
    ) -> Result<(), Interrupted> {
        Ok(())
    }

    /// Another search of the team has found this predicate.
    fn told(
        &mut self,
        _: &mut Search<'_>,
        _loc: LocId,
        _predicate: TermId,
    ) -> Result<(), Interrupted> {
        Ok(())
    }

    /// A chain of obligations leads from the initial location to the error. By default its cubes
    /// are such that each state of one leads into the next, and so it is a run.
    fn at_initial(
        &mut self,
        search: &mut Search<'_>,
        chain: &Chain<'_>,
    ) -> Result<AtInitial, Interrupted> {
        search.run_along(chain).map(AtInitial::Run)
    }
}
