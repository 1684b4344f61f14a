//! Coverage goals by place and by what they ask for.
//!
//! Places are counted from the end of the function: code that is lowered twice has its goals once, and so
//! has a function of a header that several units have.

use ferric3_ivl::{
    CoverageAsk, CoverageCondition, CoverageDecision, CoverageGap, CoverageGoal, DecisionId,
    Property, PropertyId, PropertyKind, Span, StmtKind,
};
use ferric3_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::tree::Tree;
use crate::lower::Lower;
use crate::lower::violation::shortened;
use crate::sema::hir::{Range, Stmt};

/// Where something is: its function, by name and end, and how far in front of the end.
type Place = (String, Span, u32);

/// The goals so far.
#[derive(Default)]
pub(in crate::lower) struct Goals {
    decisions: FxHashMap<(Place, String), DecisionId>,
    goals: FxHashMap<(Place, CoverageAsk, String), PropertyId>,
    gaps: FxHashSet<(Place, CoverageAsk, String)>,
    /// Statements that were lowered, by address.
    pub(super) lowered: FxHashSet<usize>,
    /// Why goals that are not there yet cannot be asked about, if that is so.
    pub(super) missing: Option<&'static str>,
}

impl<'a> Lower<'a> {
    /// The goal that asks for something; none if it is a gap.
    pub(super) fn goal(
        &mut self,
        asks: CoverageAsk,
        description: String,
        range: Range,
    ) -> Option<PropertyId> {
        let key = (self.place_in_function(range), asks, description);
        if let Some(&goal) = self.goals.goals.get(&key) {
            return Some(goal);
        }
        if self.goals.gaps.contains(&key) {
            return None;
        }
        if let Some(reason) = self.goals.missing {
            self.gap(key.1, key.2, range, reason.to_owned());
            return None;
        }
        let goal = self.program.properties.push(Property {
            kind: PropertyKind::Coverage,
            description: key.2.clone(),
            span: self.span(range),
        });
        let structure = CoverageGoal {
            asks: key.1.clone(),
            function: key.0.0.clone(),
            last: self.last(range),
        };
        self.program.coverage.goals.insert(goal, structure);
        self.goals.goals.insert(key, goal);
        Some(goal)
    }

    /// A goal that cannot be asked about.
    pub(super) fn gap(
        &mut self,
        asks: CoverageAsk,
        description: String,
        range: Range,
        reason: String,
    ) {
        let key = (self.place_in_function(range), asks, description);
        if self.goals.gaps.insert(key.clone()) {
            let (span, last) = (self.span(range), self.last(range));
            self.program.coverage.gaps.push(CoverageGap {
                asks: key.1,
                function: key.0.0,
                description: key.2,
                span,
                last,
                reason,
            });
        }
    }

    /// A run that gets here while the condition holds passes the goal.
    pub(super) fn cover(
        &mut self,
        condition: TermId,
        asks: CoverageAsk,
        description: String,
        range: Range,
    ) {
        if let Some(goal) = self.goal(asks, description, range) {
            self.emit(StmtKind::Cover { condition, goal }, range);
        }
    }

    /// A run that gets here passes the goal.
    pub(super) fn cover_here(&mut self, asks: CoverageAsk, description: String, range: Range) {
        let tt = self.truth_value(true);
        self.cover(tt, asks, description, range);
    }

    /// The decision at a place, with the conditions of its tree if they are wanted.
    pub(super) fn decision_with_goals(
        &mut self,
        range: Range,
        tree: Option<&Tree<'a>>,
    ) -> DecisionId {
        let text = self.goal_text(range);
        let key = (self.place_in_function(range), text);
        if let Some(&decision) = self.goals.decisions.get(&key) {
            return decision;
        }
        let mut conditions = Vec::new();
        for leaf in tree.iter().flat_map(|tree| &tree.leaves) {
            conditions.push(CoverageCondition {
                text: self.goal_text(leaf.range),
                span: self.span(leaf.range),
                last: self.last(leaf.range),
                is_constant: leaf.constant.is_some(),
            });
        }
        let decision = self.program.coverage.decisions.push(CoverageDecision {
            function: key.0.0.clone(),
            text: key.1.clone(),
            span: self.span(range),
            last: self.last(range),
            conditions,
        });
        self.goals.decisions.insert(key, decision);
        decision
    }

    fn place_in_function(&self, range: Range) -> Place {
        let function = self.body.function.map(|f| self.unit.function(f));
        let body = function.and_then(|function| function.body.as_ref());
        let end = body.map_or(range, |body| body.end);
        let name = function.map_or_else(String::new, |function| function.name.clone());
        let distance = end.end.wrapping_sub(range.start);
        (name, self.span(end), distance)
    }

    /// The place of the last character.
    fn last(&self, range: Range) -> Span {
        let text = self.source.text.as_bytes();
        let inside = text.get(range.start as usize..range.end as usize);
        let len = inside.unwrap_or(b"").trim_ascii_end().len().max(1);
        let end = range.start as usize + len;
        self.source.map.span(end - 1, end)
    }

    pub(super) fn goal_text(&mut self, range: Range) -> String {
        shortened(&self.written_text(range))
    }

    /// Remember that a statement was lowered.
    pub(super) fn note_lowered(&mut self, stmt: &Stmt) {
        self.goals.lowered.insert(std::ptr::from_ref(stmt).addr());
    }

    /// Was it lowered?
    pub(super) fn was_lowered(&self, stmt: &Stmt) -> bool {
        let address = std::ptr::from_ref(stmt).addr();
        self.goals.lowered.contains(&address)
    }
}
