//! The techniques of the engine: each has a name, a source and a switch.

use std::fmt;
use std::str::FromStr;

macro_rules! techniques {
    ($($(#[$doc:meta])* $id:ident = $name:literal, $source:literal;)*) => {
        /// A technique that can be switched on and off.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Technique {
            $($(#[$doc])* $id,)*
        }

        impl Technique {
            /// All of them, in the order in which they act.
            pub const ALL: &'static [Technique] = &[$(Technique::$id,)*];

            /// Name on the command line.
            pub fn name(self) -> &'static str {
                match self { $(Technique::$id => $name,)* }
            }

            /// Where it comes from.
            pub fn source(self) -> &'static str {
                match self { $(Technique::$id => $source,)* }
            }
        }
    };
}

techniques! {
    /// Facts by data flow hold at every level.
    Facts = "facts", "ours";
    /// Inductive lemmas are exchanged with other engines, and hold at every level.
    Exchange = "exchange", "ours";
    /// Frames start as `false` where no path is short enough.
    InitialFrames = "initial-frames", "Thesis 5.1";
    /// Predecessors are weakest existential preconditions along the model's path; without it
    /// they are single states.
    WepCubes = "wep-cubes", "Thesis 5.2";
    /// Factors of products in predecessor cubes have the model's values.
    FixProducts = "fix-products", "ours";
    /// Predecessor cubes keep the literals that the edge needs, by an unsat core.
    Lift = "lift", "Chockler et al. 2011";
    /// Predecessor boxes keep what the edge needs, by the negated transition relation.
    Gentr = "gentr", "iSAT3+IC3 III-D";
    /// Inputs are eliminated from predecessor cubes instead of fixed to the model's values.
    ProjectInputs = "project-inputs", "Komuravelli et al. 2014";
    /// Of the predicates that a refinement finds, those stay that the abstract unrolling needs.
    ReducePredicates = "reduce-predicates", "Cimatti et al. 2014";
    /// Predicates of one location are those of all.
    GlobalPredicates = "global-predicates", "Cimatti et al. 2014";
    /// A cube of predicates that cannot be blocked gives way to the states that lead on, if these can be.
    Concretise = "concretise", "Birgmeier et al. 2014";
    /// Abstract states are conjunctions of literals over predicates, and of clauses of interpolants.
    Cartesian = "cartesian", "Ball et al. 2001";
    /// Abstract states with too many valuations become Cartesian.
    LimitModels = "limit-models", "ours";
    /// A path that lacks lemmas gets those of its interpolants first, and preimages where they fail.
    PathInterpolants = "path-interpolants", "Cimatti, Griggio 2012";
    /// Nodes of a tree get the lemmas of others that may cover them.
    ForcedCovering = "forced-covering", "McMillan 2006";
    /// Lemmas that all nodes of a location have become known, if they are inductive by themselves.
    ShareLemmas = "share-lemmas", "Flanagan, Leino 2001";
    /// Small cubes first.
    OrderBySize = "order-by-size", "Thesis 5.8";
    /// A blocked obligation comes back one level up.
    Requeue = "requeue", "Bradley 2011";
    /// Answers of solver queries are remembered.
    QueryCache = "query-cache", "Thesis 5.3";
    /// Queries of lifting and generalisation give up when they get hard.
    LimitConflicts = "limit-conflicts", "ours";
    /// Unsat cores of the blocking query start the generalisation.
    Cores = "cores", "Bradley 2011";
    /// Queries are asked again in other orders: literals that come later may turn out to be redundant.
    LiteralRotation = "literal-rotation", "iSAT3+IC3 III-A";
    /// Bounds become what the solver used of them.
    BoundGeneralisation = "bound-generalisation", "iSAT3+IC3 III-B";
    /// A lemma whose generalised bounds do not hold one level up comes with its own bounds, too, where these do.
    NarrowLemmas = "narrow-lemmas", "ours";
    /// Edges from the initial location get back what they need of the cube, after all others.
    Ungeneralise = "ungeneralise", "iSAT3+IC3 III-C";
    /// The generalisation of the same cube is used again.
    Contexts = "contexts", "Thesis 5.6";
    /// The generalisation of another cube is used if it blocks this one too.
    ContextSupersets = "context-supersets", "Thesis 5.6";
    /// A blocked cube of the predecessor location is carried over the edge.
    PredecessorCubes = "predecessor-cubes", "Thesis 5.5";
    /// Literals that another edge needs are not tried again.
    MultiplePredecessors = "multiple-predecessors", "Thesis 5.9";
    /// Literals that an earlier generalisation needed are not tried again.
    NecessaryLiterals = "necessary-literals", "Thesis 5.7";
    /// Literals that the edge itself guarantees are dropped.
    Assumes = "assumes", "Thesis 5.4";
    /// Literals are dropped half by half.
    BinaryDrop = "binary-drop", "Thesis 4.3";
    /// Literals are dropped one by one.
    Drop = "drop", "Thesis 4.3";
    /// Counterexamples to generalisation are blocked.
    Ctg = "ctg", "Thesis 5.11";
    /// The cube is replaced by an interpolant.
    Interpolation = "interpolation", "Thesis 5.10";
    /// Values become relations between variables.
    Relate = "relate", "ours";
    /// Equalities become bounds.
    WeakenToBounds = "weaken-to-bounds", "iSAT3+IC3 III-B";
    /// Equalities become the bits that matter.
    WeakenToBits = "weaken-to-bits", "ours";
    /// Bounds are moved as far as they go.
    WidenBounds = "widen-bounds", "iSAT3+IC3 III-B";
    /// Lemmas that differ in constants only are merged into one.
    MergeLemmas = "merge-lemmas", "Krishnan et al. 2020";
    /// Cubes that come back are generalised harder.
    DynamicStrength = "dynamic-strength", "Su et al. 2025";
    /// A lemma of a location that all paths reach after the same number of edges holds at every level.
    Layers = "layers", "ours";
    /// A new lemma rises to the highest level where it holds.
    Climb = "climb", "Eén et al. 2011";
    /// After too many obligations the search begins anew, with targets more edges before the error.
    SuffixRestart = "suffix-restart", "iSAT3+IC3 III-E";
    /// The next image is that of the last interpolant alone, not that of all states found so far.
    FrontierImages = "frontier-images", "Coudert et al. 1989";
    /// Conjuncts of an interpolant that the error does not need are dropped, by an unsat core.
    DropConjuncts = "drop-conjuncts", "ours";
    /// After a spurious error the paths behind the cut get longer by the number of images that led there.
    LongSteps = "long-steps", "McMillan 2003";
    /// Lemmas are pushed before a new frontier is opened.
    Push = "push", "Bradley 2011";
    /// A push is tried again only when what stood in its way is gone.
    TriggeredPush = "triggered-push", "Suda 2013";
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No technique has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTechnique(String);

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Technique::ALL.iter().map(|t| t.name()).collect();
        write!(
            f,
            "no technique is called `{}`; there are: {}",
            self.0,
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownTechnique {}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    fn from_str(name: &str) -> Result<Technique, UnknownTechnique> {
        let mut all = Technique::ALL.iter().copied();
        all.find(|t| t.name() == name)
            .ok_or_else(|| UnknownTechnique(name.to_owned()))
    }
}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct TechniqueSet(u64);

impl TechniqueSet {
    /// The set of these.
    pub fn of(techniques: &[Technique]) -> TechniqueSet {
        techniques
            .iter()
            .fold(TechniqueSet(0), |set, &t| set.with(t))
    }

    /// Is it in the set?
    pub fn has(self, technique: Technique) -> bool {
        self.0 & (1 << technique as u64) != 0
    }

    /// The set and this one.
    #[must_use]
    pub fn with(self, technique: Technique) -> TechniqueSet {
        TechniqueSet(self.0 | 1 << technique as u64)
    }

    /// The set but for this one.
    #[must_use]
    pub fn without(self, technique: Technique) -> TechniqueSet {
        TechniqueSet(self.0 & !(1 << technique as u64))
    }

    /// Its members.
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        let all = Technique::ALL.iter().copied();
        all.filter(move |&t| self.has(t))
    }
}

impl fmt::Debug for TechniqueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(Technique::name))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_read_back() {
        for &technique in Technique::ALL {
            assert_eq!(technique.name().parse(), Ok(technique));
        }
        let error = "drops".parse::<Technique>().unwrap_err().to_string();
        assert!(error.contains("`drops`") && error.contains("binary-drop"));
    }

    #[test]
    fn sets_hold_what_is_put_in() {
        let set = TechniqueSet::of(&[Technique::Drop, Technique::TriggeredPush]);
        assert!(set.has(Technique::TriggeredPush) && !set.has(Technique::Push));
        assert_eq!(set.without(Technique::Drop).iter().count(), 1);
        assert_eq!(format!("{set:?}"), r#"{"drop", "triggered-push"}"#);
    }
}
