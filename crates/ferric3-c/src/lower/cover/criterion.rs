//! What can be asked of a program's coverage.

/// Which coverage goals a program has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Criterion {
    /// Every function is entered.
    Function,
    /// Every call begins.
    Call,
    /// Every statement is executed.
    Statement,
    /// Every decision has both outcomes, and every case of a `switch` is chosen:
    /// [`Decision`](Criterion::Decision) and [`Case`](Criterion::Case).
    Branch,
    /// Every decision has both outcomes.
    Decision,
    /// Every case of a `switch` is chosen, and its default, which may be implicit.
    Case,
    /// Every loop is left without an iteration, is left after one, and begins a second one.
    Loop,
    /// Every condition of a decision is true, and is false.
    Condition,
    /// Every condition is true, and is false, while it decides the outcome of its decision, by masking.
    Mcdc,
    /// The same by unique cause. The goals are the vectors of decisions, of which pairs are made later.
    McdcUnique,
    /// Every call of `__VERIFIER_cover` or `__CPROVER_cover` has an argument that is not 0.
    Mark,
}

impl Criterion {
    /// Those about decisions.
    pub(super) const OF_DECISIONS: [Criterion; 5] = [
        Criterion::Branch,
        Criterion::Decision,
        Criterion::Condition,
        Criterion::Mcdc,
        Criterion::McdcUnique,
    ];
}

/// What becomes of functions that no call leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Uncalled {
    /// They have no goals.
    #[default]
    LeaveOut,
    /// Those of the files that were given have goals, which nothing reaches.
    Include,
}
