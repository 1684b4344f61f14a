//! Goals of loops: none, one, many iterations (Beizer, *Software Testing Techniques*, 1990).
//!
//! Per execution of a loop, iterations that have begun are counted as far as 2: *none* and *one* where control
//! comes to behind the loop by its condition or by `break`, *many* where a second one begins. Who leaves by
//! `return` or `goto` says nothing about the loop's end. A `do` loop, one without a condition and one whose
//! condition is a constant cannot do without an iteration; a loop whose condition is the constant 0
//! (`do … while (0)`) is none. A loop that can be jumped into has a beginning that is not its first: its goals
//! are gaps.

use ferric3_ivl::{CoverageAsk, Iterations, VarId};

use super::Criterion;
use crate::lower::Lower;
use crate::sema::hir::{ExprKind, Range, Stmt};

/// How many iterations have begun.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Counter {
    head: Head,
    /// At least one.
    begun: VarId,
    /// At least two.
    again: VarId,
}

/// A loop's place, and the least number of iterations that its form allows.
#[derive(Clone, Copy)]
pub(super) struct Head {
    range: Range,
    least: Iterations,
}

impl<'a> Lower<'a> {
    /// A loop begins.
    pub(in crate::lower) fn begin_loop(&mut self, stmt: &'a Stmt) -> Option<Counter> {
        let head = self.declare_loop(stmt)?;
        let counter = Counter {
            head,
            begun: self.bool_temp(head.range),
            again: self.bool_temp(head.range),
        };
        let no = self.truth_value(false);
        self.assign_only(counter.begun, no, head.range);
        self.assign_only(counter.again, no, head.range);
        Some(counter)
    }

    /// The goals of a loop, by its form: its place, if it has any that can be asked about.
    pub(super) fn declare_loop(&mut self, stmt: &'a Stmt) -> Option<Head> {
        if !self.covers(Criterion::Loop) {
            return None;
        }
        let (condition, body) = match stmt {
            Stmt::While(condition, body) | Stmt::DoWhile(body, condition) => {
                (Some(condition), &**body)
            }
            Stmt::For(_, condition, _, body) => (condition.as_ref(), &**body),
            _ => return None,
        };
        if matches!(condition, Some(e) if matches!(e.kind, ExprKind::Int(0))) {
            return None;
        }
        let range = match (condition, stmt) {
            (Some(condition), _) => condition.range,
            (None, Stmt::For(first, _, step, body)) => {
                let own = first.as_ref().or(step.as_ref()).map(|e| e.range);
                own.or_else(|| self.first_range(body))?
            }
            _ => return None,
        };
        let is_open = matches!(condition, Some(e) if !matches!(e.kind, ExprKind::Int(_)));
        let can_be_none = is_open && !matches!(stmt, Stmt::DoWhile(..));
        let least = if can_be_none {
            Iterations::None
        } else {
            Iterations::One
        };
        let head = Head { range, least };
        let all = [Iterations::None, Iterations::One, Iterations::Many];
        let is_entered = can_be_entered(body, Cases::Outer);
        for iterations in all.into_iter().filter(|&n| n >= least) {
            let (asks, text) = self.wanted_loop(head, iterations);
            if is_entered {
                let reason = "the loop can be jumped into".to_owned();
                self.gap(asks, text, range, reason);
            } else {
                self.goal(asks, text, range);
            }
        }
        (!is_entered).then_some(head)
    }

    fn wanted_loop(&mut self, head: Head, iterations: Iterations) -> (CoverageAsk, String) {
        let end = match iterations {
            Iterations::None => "is left without an iteration",
            Iterations::One => "is left after one iteration",
            Iterations::Many => "begins a second iteration",
        };
        let text = format!("loop {} {end}", self.goal_text(head.range));
        (CoverageAsk::Loop(iterations), text)
    }

    /// The place of the first statement that has one.
    fn first_range(&self, stmt: &'a Stmt) -> Option<Range> {
        match stmt {
            Stmt::Block(stmts) => stmts.iter().find_map(|stmt| self.first_range(stmt)),
            Stmt::Case(_, inner) | Stmt::Label(_, inner) | Stmt::DoWhile(inner, _) => {
                self.first_range(inner)
            }
            _ => self.statement_range(stmt),
        }
    }

    /// An iteration begins.
    pub(in crate::lower) fn cover_iteration(&mut self, counter: Option<Counter>) {
        let Some(Counter { head, begun, again }) = counter else {
            return;
        };
        let one_before = self.read(begun);
        let (asks, text) = self.wanted_loop(head, Iterations::Many);
        self.cover(one_before, asks, text, head.range);
        self.assign_only(again, one_before, head.range);
        let yes = self.truth_value(true);
        self.assign_only(begun, yes, head.range);
    }

    /// Control comes to behind a loop.
    pub(in crate::lower) fn cover_end_of_loop(&mut self, counter: Option<Counter>) {
        let Some(Counter { head, begun, again }) = counter else {
            return;
        };
        let (begun, again) = (self.read(begun), self.read(again));
        let none = self.terms.not(begun);
        let not_again = self.terms.not(again);
        let one = self.terms.and2(begun, not_again);
        for (iterations, condition) in [(Iterations::None, none), (Iterations::One, one)] {
            if iterations >= head.least {
                let (asks, text) = self.wanted_loop(head, iterations);
                self.cover(condition, asks, text, head.range);
            }
        }
    }
}

/// Whose cases are looked at.
#[derive(Clone, Copy)]
enum Cases {
    /// Those of a `switch` around the loop.
    Outer,
    /// Those of a `switch` inside, which is entered by itself.
    Inner,
}

/// Can a body be entered otherwise than at its beginning?
fn can_be_entered(stmt: &Stmt, cases: Cases) -> bool {
    match stmt {
        Stmt::Label(..) => true,
        Stmt::Case(_, inner) => match cases {
            Cases::Outer => true,
            Cases::Inner => can_be_entered(inner, cases),
        },
        Stmt::Switch(switch) => can_be_entered(&switch.body, Cases::Inner),
        Stmt::Block(stmts) => stmts.iter().any(|stmt| can_be_entered(stmt, cases)),
        Stmt::If(_, then, otherwise) => {
            let otherwise = otherwise.as_deref();
            can_be_entered(then, cases) || otherwise.is_some_and(|s| can_be_entered(s, cases))
        }
        Stmt::While(_, body) | Stmt::DoWhile(body, _) | Stmt::For(_, _, _, body) => {
            can_be_entered(body, cases)
        }
        _ => false,
    }
}
