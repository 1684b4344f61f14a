//! What the conditions of a decision are in one evaluation, and the goals that are passed when it ends.
//!
//! Values of conditions are recorded in variables of the procedure, one per condition, only where somebody
//! asks which conditions decide, and only for decisions of more than one condition: otherwise the outcome
//! says it. Which conditions were evaluated follows from the values of those before. The variables are set
//! to false where an evaluation begins, so that nothing of the one before is kept.

use ferric3_coverage::mcdc::{Shape, Vector};
use ferric3_ivl::{CoverId, CoverageAsk, DecisionId, VarId};
use ferric3_term::TermId;
use rustc_hash::FxHashMap;

use super::Criterion;
use super::masking::Note;
use super::tree::{Leaf, Tree, address, same_truth};
use crate::lower::Lower;
use crate::sema::hir::{Expr, ExprKind, Range};

/// Decisions with more ways through them have no goals by unique cause.
const MOST_VECTORS: usize = 64;

/// A decision that is being evaluated.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Deciding {
    /// Its coverage point.
    pub(in crate::lower) point: CoverId,
    /// What is recorded of it: a position among the evaluations that have begun.
    pub(in crate::lower) record: Option<usize>,
}

/// What is recorded of an evaluation.
pub(in crate::lower) struct Evaluation {
    pub(super) decision: DecisionId,
    pub(super) shape: Shape,
    range: Range,
    leaves: Vec<Leaf>,
    /// The leaves that expressions are, by address.
    numbers: FxHashMap<usize, usize>,
    /// The values of the leaves, where they are recorded.
    pub(super) variables: Vec<Option<VarId>>,
    /// The conditional expressions in it, by address, and whether their second operand was evaluated.
    pub(super) choices: Vec<(usize, VarId)>,
}

/// A goal that is not there yet: what it asks for, its text, and its place.
type Wanted = (CoverageAsk, String, Range);

impl<'a> Lower<'a> {
    /// Does somebody ask about conditions?
    pub(super) fn covers_conditions(&self) -> bool {
        self.covers(Criterion::Condition) || self.covers_vectors()
    }

    fn covers_vectors(&self) -> bool {
        self.covers(Criterion::Mcdc) || self.covers(Criterion::McdcUnique)
    }

    pub(super) fn covers_outcomes(&self) -> bool {
        self.covers(Criterion::Branch) || self.covers(Criterion::Decision)
    }

    /// The evaluation of a decision begins. What is recorded of it, if anything: its position.
    pub(in crate::lower) fn begin_evaluation(&mut self, e: &'a Expr) -> Option<usize> {
        if !self.covers_conditions() || decides_nothing(e) {
            return None;
        }
        let evaluation = self.evaluation_of(e, Tree::of(self.unit, e));
        for &(_, var) in &evaluation.choices {
            self.forget_bit(var, e.range);
        }
        // The leaf that is always evaluated is given its value before anybody reads it.
        let first = usize::from(begins_with_leaf(&evaluation.shape));
        for &var in evaluation.variables.iter().skip(first).flatten() {
            self.forget_bit(var, e.range);
        }
        self.body.evaluations.push(evaluation);
        Some(self.body.evaluations.len() - 1)
    }

    fn forget_bit(&mut self, var: VarId, range: Range) {
        let no = self.truth_value(false);
        self.assign_only(var, no, range);
    }

    /// It has ended: what was recorded.
    pub(in crate::lower) fn end_evaluation(&mut self, record: Option<usize>) -> Option<Evaluation> {
        let record = record?;
        debug_assert_eq!(
            record + 1,
            self.body.evaluations.len(),
            "inner ones end first"
        );
        self.body.evaluations.pop()
    }

    /// The evaluation of the first operand of `a ?: b`, which is one condition. None if it is `&&` or `||`:
    /// then it is a decision by itself, and has been evaluated as one.
    pub(in crate::lower) fn evaluation_of_one(&mut self, e: &'a Expr) -> Option<Evaluation> {
        let is_asked = self.covers_conditions() && !decides_nothing(e);
        (is_asked && !self.is_connected(e)).then(|| self.evaluation_of(e, Tree::of_one(e)))
    }

    /// Is it `&&` or `||`, as far as its truth goes?
    pub(super) fn is_connected(&self, mut e: &'a Expr) -> bool {
        while let Some(inner) = same_truth(self.unit, e) {
            e = inner;
        }
        matches!(e.kind, ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..))
    }

    fn evaluation_of(&mut self, e: &'a Expr, tree: Tree<'a>) -> Evaluation {
        let decision = self.decision_with_goals(e.range, Some(&tree));
        let is_recorded = self.covers_vectors() && !tree.shape.is_single();
        let mut variables = Vec::new();
        for leaf in &tree.leaves {
            let var = (is_recorded && leaf.constant.is_none()).then(|| self.bool_temp(leaf.range));
            variables.push(var);
        }
        let mut choices = Vec::new();
        if is_recorded {
            for choice in &tree.choices {
                choices.push((address(choice), self.bool_temp(choice.range)));
            }
        }
        let evaluation = Evaluation {
            decision,
            shape: tree.shape,
            range: e.range,
            leaves: tree.leaves,
            numbers: tree.numbers,
            variables,
            choices,
        };
        self.declare_evaluation(&evaluation);
        evaluation
    }

    /// The goals of a decision, by its form.
    pub(super) fn declare_decision(&mut self, e: &'a Expr) {
        if decides_nothing(e) {
            return;
        }
        if self.covers_conditions() {
            self.evaluation_of(e, Tree::of(self.unit, e));
        }
        self.declare_outcomes(e);
    }

    /// The same for the first operand of `a ?: b`.
    pub(super) fn declare_one(&mut self, e: &'a Expr) {
        if !decides_nothing(e) && !self.is_connected(e) {
            self.evaluation_of_one(e);
            self.declare_outcomes(e);
        }
    }

    fn declare_outcomes(&mut self, e: &'a Expr) {
        if self.covers_outcomes() {
            for outcome in [true, false] {
                let (asks, text, range) = self.wanted_outcome(e, outcome);
                self.goal(asks, text, range);
            }
        }
    }

    /// Make all goals, also those that no evaluation passes by the form of the decision.
    fn declare_evaluation(&mut self, evaluation: &Evaluation) {
        for value in [true, false] {
            for number in 0..evaluation.leaves.len() {
                let condition = self.wanted_condition(evaluation, number, value);
                let decides = self.wanted_decides(evaluation, number, value);
                for (asks, text, range) in condition.into_iter().chain(decides) {
                    self.goal(asks, text, range);
                }
            }
        }
        if self.covers(Criterion::McdcUnique) {
            match evaluation.shape.evaluations(MOST_VECTORS) {
                Some(all) => {
                    for (vector, outcome) in all {
                        let (asks, text, range) = self.wanted_vector(evaluation, vector, outcome);
                        self.goal(asks, text, range);
                    }
                }
                None => self.refuse_vectors(evaluation),
            }
        }
    }

    fn refuse_vectors(&mut self, evaluation: &Evaluation) {
        let asks = CoverageAsk::Vector {
            decision: evaluation.decision,
            values: vec![None; evaluation.leaves.len()],
            outcome: false,
        };
        let description = format!("{} by unique cause", self.goal_text(evaluation.range));
        let reason = format!("more than {MOST_VECTORS} ways through the decision");
        self.gap(asks, description, evaluation.range, reason);
    }

    fn wanted_outcome(&mut self, e: &'a Expr, outcome: bool) -> Wanted {
        let decision = self.decision_with_goals(e.range, None);
        let asks = CoverageAsk::Decision { decision, outcome };
        let text = format!("{} is {outcome}", self.goal_text(e.range));
        (asks, text, e.range)
    }

    fn wanted_condition(
        &mut self,
        evaluation: &Evaluation,
        number: usize,
        value: bool,
    ) -> Option<Wanted> {
        let leaf = &evaluation.leaves[number];
        let is_wanted = self.covers(Criterion::Condition) && leaf.constant.is_none();
        is_wanted.then(|| {
            let asks = CoverageAsk::Condition {
                decision: evaluation.decision,
                condition: number,
                value,
            };
            let text = format!("condition {} is {value}", self.goal_text(leaf.range));
            (asks, text, leaf.range)
        })
    }

    fn wanted_decides(
        &mut self,
        evaluation: &Evaluation,
        number: usize,
        value: bool,
    ) -> Option<Wanted> {
        let leaf = &evaluation.leaves[number];
        let is_wanted = self.covers(Criterion::Mcdc) && leaf.constant.is_none();
        is_wanted.then(|| {
            let asks = CoverageAsk::Decides {
                decision: evaluation.decision,
                condition: number,
                value,
            };
            let condition = self.goal_text(leaf.range);
            let decision = self.decision_text(evaluation);
            let text = format!("{condition} is {value} and decides {decision}");
            (asks, text, leaf.range)
        })
    }

    fn wanted_vector(&mut self, evaluation: &Evaluation, vector: Vector, outcome: bool) -> Wanted {
        let text = self.decision_text(evaluation);
        let text = format!("{text} is evaluated as {vector}");
        let asks = CoverageAsk::Vector {
            decision: evaluation.decision,
            values: vector.0,
            outcome,
        };
        (asks, text, evaluation.range)
    }

    /// Kept with the decision: a long text would be read again for each of many conditions.
    fn decision_text(&self, evaluation: &Evaluation) -> &str {
        &self.program.coverage.decisions[evaluation.decision].text
    }

    /// The number of the condition that an expression is.
    pub(in crate::lower) fn condition_number(&self, e: &Expr, deciding: Deciding) -> Option<usize> {
        let evaluation = &self.body.evaluations[deciding.record?];
        evaluation.numbers.get(&address(e)).copied()
    }

    /// The second or third operand of a conditional expression is evaluated as part of a decision.
    pub(in crate::lower) fn note_choice(&mut self, e: &Expr, deciding: Deciding, second: bool) {
        let Some(record) = deciding.record else {
            return;
        };
        let choices = &self.body.evaluations[record].choices;
        let found = choices.iter().find(|(choice, _)| *choice == address(e));
        if let Some(&(_, var)) = found {
            let value = self.truth_value(second);
            self.assign_only(var, value, e.range);
        }
    }

    /// A condition has a value.
    pub(in crate::lower) fn note_condition(&mut self, record: usize, number: usize, value: bool) {
        // It is put back: goals are made with all of `self`.
        let evaluations = std::mem::take(&mut self.body.evaluations);
        let evaluation = &evaluations[record];
        let range = evaluation.leaves[number].range;
        if let Some(var) = evaluation.variables[number] {
            let term = self.truth_value(value);
            self.assign_only(var, term, range);
        }
        self.cover_condition(evaluation, number, value);
        self.body.evaluations = evaluations;
    }

    fn cover_condition(&mut self, evaluation: &Evaluation, number: usize, value: bool) {
        if let Some((asks, text, range)) = self.wanted_condition(evaluation, number, value) {
            self.cover_here(asks, text, range);
        }
    }

    /// The first operand of `a ?: b` has a truth value.
    pub(in crate::lower) fn cover_outcome_of_one(
        &mut self,
        e: &'a Expr,
        outcome: bool,
        evaluation: Option<&Evaluation>,
    ) {
        if self.is_connected(e) {
            return;
        }
        if let Some(evaluation) = evaluation {
            self.cover_condition(evaluation, 0, outcome);
        }
        self.cover_outcome(e, outcome, evaluation);
    }

    /// The evaluation of a decision ends here with this outcome. Constants decide nothing.
    pub(in crate::lower) fn cover_outcome(
        &mut self,
        e: &'a Expr,
        outcome: bool,
        evaluation: Option<&Evaluation>,
    ) {
        if decides_nothing(e) {
            return;
        }
        if self.covers_outcomes() {
            let (asks, text, range) = self.wanted_outcome(e, outcome);
            self.cover_here(asks, text, range);
        }
        let Some(evaluation) = evaluation.filter(|_| self.covers_vectors()) else {
            return;
        };
        let notes = match evaluation.shape.is_single() {
            true => vec![self.note_of_one(&evaluation.shape, outcome)],
            false => self.notes(evaluation),
        };
        for (number, note) in notes.iter().enumerate() {
            let value = outcome != note.is_negated;
            if let Some((asks, text, range)) = self.wanted_decides(evaluation, number, value) {
                let has_value = self.has_truth(*note, value);
                let decides = self.terms.and2(has_value, note.carries);
                self.cover(decides, asks, text, range);
            }
        }
        if self.covers(Criterion::McdcUnique) {
            let all = evaluation.shape.evaluations(MOST_VECTORS);
            let here = all.into_iter().flatten().filter(|(_, of)| *of == outcome);
            for (vector, _) in here {
                let condition = self.is_vector(&notes, &vector);
                let (asks, text, range) = self.wanted_vector(evaluation, vector, outcome);
                self.cover(condition, asks, text, range);
            }
        }
    }

    /// A condition by itself: the outcome says its value.
    fn note_of_one(&mut self, shape: &Shape, outcome: bool) -> Note {
        let mut is_negated = false;
        let mut at = shape;
        while let Shape::Not(a) = at {
            (at, is_negated) = (a, !is_negated);
        }
        let tt = self.terms.tt();
        Note {
            evaluated: tt,
            value: self.truth_value(outcome != is_negated),
            carries: tt,
            is_negated,
        }
    }

    /// Was a condition evaluated to a value?
    fn has_truth(&mut self, note: Note, value: bool) -> TermId {
        let is_it = match value {
            true => note.value,
            false => self.terms.not(note.value),
        };
        self.terms.and2(note.evaluated, is_it)
    }

    /// Are all conditions as in a vector?
    fn is_vector(&mut self, notes: &[Note], vector: &Vector) -> TermId {
        let mut all = self.terms.tt();
        for (note, value) in notes.iter().zip(&vector.0) {
            let is_it = match value {
                Some(value) => self.has_truth(*note, *value),
                None => self.terms.not(note.evaluated),
            };
            all = self.terms.and2(all, is_it);
        }
        all
    }
}

/// Is it a constant by its form?
pub(super) fn decides_nothing(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Int(_))
}

/// Is the first leaf always evaluated?
fn begins_with_leaf(shape: &Shape) -> bool {
    match shape {
        Shape::Condition(_) | Shape::Constant(..) => true,
        Shape::Not(a) | Shape::And(a, _) | Shape::Or(a, _) => begins_with_leaf(a),
        Shape::Choose(..) => false,
    }
}
