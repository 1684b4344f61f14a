//! What coverage goals are: their structure, beside the text that people read.
//!
//! A goal is a property of kind [`Coverage`](crate::PropertyKind::Coverage). Where its front end
//! knows what it asks for, [`Program::coverage`](crate::Program::coverage) says so.

use std::collections::BTreeMap;

use crate::{Idx, IdxVec, PropertyId, Span};

/// A decision of the source that has coverage goals.
pub type DecisionId = Idx<CoverageDecision>;

/// What is known of a program's coverage goals.
#[derive(Clone, Debug, Default)]
pub struct CoverageTable {
    /// The goals, by their properties.
    pub goals: BTreeMap<PropertyId, CoverageGoal>,
    /// Decisions that goals are about.
    pub decisions: IdxVec<CoverageDecision>,
    /// Goals that the program has but that cannot be asked about.
    pub gaps: Vec<CoverageGap>,
}

/// A coverage goal. Its text for people and where it begins are its property's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverageGoal {
    /// What it asks for.
    pub asks: CoverageAsk,
    /// The function of the source that it is in.
    pub function: String,
    /// The place of its last character.
    pub last: Span,
}

/// What a coverage goal asks for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CoverageAsk {
    /// The function is entered.
    Function,
    /// A call begins.
    Call,
    /// A statement is executed.
    Statement,
    /// The evaluation of a decision ends with an outcome.
    Decision {
        /// The decision.
        decision: DecisionId,
        /// Its outcome.
        outcome: bool,
    },
    /// A `switch` jumps there.
    Case,
    /// A loop begins so many iterations.
    Loop(Iterations),
    /// A condition has a value.
    Condition {
        /// Its decision.
        decision: DecisionId,
        /// Which of its conditions, from 0, from left to right.
        condition: usize,
        /// The value.
        value: bool,
    },
    /// A condition has a value and decides the outcome of its decision, by masking.
    Decides {
        /// Its decision.
        decision: DecisionId,
        /// Which of its conditions, from 0, from left to right.
        condition: usize,
        /// The value.
        value: bool,
    },
    /// All conditions of a decision are as said when its evaluation ends.
    Vector {
        /// The decision.
        decision: DecisionId,
        /// For each condition: true, false, or not evaluated.
        values: Vec<Option<bool>>,
        /// The outcome that goes with it.
        outcome: bool,
    },
    /// A call that marks a goal has an argument that is not 0.
    Mark,
}

impl CoverageAsk {
    /// The decision that it is about.
    pub fn decision(&self) -> Option<DecisionId> {
        match self {
            CoverageAsk::Decision { decision, .. }
            | CoverageAsk::Condition { decision, .. }
            | CoverageAsk::Decides { decision, .. }
            | CoverageAsk::Vector { decision, .. } => Some(*decision),
            CoverageAsk::Function
            | CoverageAsk::Call
            | CoverageAsk::Statement
            | CoverageAsk::Case
            | CoverageAsk::Loop(_)
            | CoverageAsk::Mark => None,
        }
    }
}

/// How often a loop's body is begun.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Iterations {
    /// The loop is left by its condition or by `break`, and no iteration has begun.
    None,
    /// The same, and one iteration has begun.
    One,
    /// A second iteration begins.
    Many,
}

/// A decision of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverageDecision {
    /// The function that it is in.
    pub function: String,
    /// Its text.
    pub text: String,
    /// Where it begins.
    pub span: Span,
    /// The place of its last character.
    pub last: Span,
    /// Its conditions, from left to right; none where only outcomes are asked for.
    pub conditions: Vec<CoverageCondition>,
}

/// A condition of a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverageCondition {
    /// Its text.
    pub text: String,
    /// Where it begins.
    pub span: Span,
    /// The place of its last character.
    pub last: Span,
    /// Is it a constant as an operand of `? :`? It is in vectors, and has no goals.
    pub is_constant: bool,
}

/// Goals that a program has but that cannot be asked about: nobody knows whether anything reaches them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverageGap {
    /// What it asks for; one goal stands for all vectors of a decision.
    pub asks: CoverageAsk,
    /// The function of the source that it is in.
    pub function: String,
    /// For people.
    pub description: String,
    /// Where it begins.
    pub span: Span,
    /// The place of its last character.
    pub last: Span,
    /// Why it cannot be asked about.
    pub reason: String,
}
