//! What an evaluation may read and write, and whether it may end the run.
//!
//! A function's effects are those of its body and of all that it calls, from
//! callees to callers; functions that call one another have the same. Its own variables do not count, unless it is recursive and they have addresses: no
//! other activation can see them. Memory behind pointers from outside of the program does not
//! count either, because each read of it gives any value.
//!
//! The order of two calls also matters if one may end the run without a violation and the other
//! may have one. That a call may not end is taken in as far as loops without a condition go; other
//! loops are taken to end, as C lets compilers take them (6.8.5), and so is recursion.

use super::body::{Found, walk_body};
use super::components::components;
use super::footprint::{Footprint, Numbering};
use super::size::{Body, inlined_sizes};
use crate::library::SET_ERRNO;
use crate::lower::library::{Known, Memory, known};
use crate::lower::memory::{Location, PointsTo};
use crate::lower::walk::{Visitor, operands, values, visit_stmt};
use crate::sema::hir::{Expr, ExprKind, FunctionId, Init, ObjectId, Stmt, Storage, Unit};
use crate::{Criterion, FrontendOptions};
use ferric3_ivl::Check;

/// What an evaluation may do.
#[derive(Clone, Default, Debug)]
pub(super) struct Effects {
    /// Locations that it may read.
    pub(super) reads: Footprint,
    /// Locations that it may write.
    pub(super) writes: Footprint,
    /// May it violate a property, or get to what is not modelled?
    pub(super) fails: bool,
    /// May it end the run without a violation, or never come to an end?
    pub(super) stops: bool,
}

impl Effects {
    /// Add those of another evaluation. Was any of them new?
    pub(super) fn union(&mut self, other: &Effects) -> bool {
        let before = (self.fails, self.stops);
        self.fails |= other.fails;
        self.stops |= other.stops;
        let reads = self.reads.union(&other.reads);
        let writes = self.writes.union(&other.writes);
        reads || writes || before != (self.fails, self.stops)
    }

    /// May one write what the other reads or writes?
    pub(super) fn interferes_with(&self, other: &Effects) -> bool {
        self.writes.intersects(&other.writes)
            || self.writes.intersects(&other.reads)
            || self.reads.intersects(&other.writes)
    }

    /// May one of them keep the other one from a violation?
    pub(super) fn hides(&self, other: &Effects) -> bool {
        (self.stops && other.fails) || (self.fails && other.stops)
    }
}

/// The effects of all functions.
pub(super) struct Analysis<'a, 'p> {
    pub(super) unit: &'a Unit,
    pub(super) points_to: &'p mut PointsTo<'a>,
    pub(super) options: &'a FrontendOptions,
    /// Are there coverage goals other than marks?
    has_goals: bool,
    /// The function that sets `errno`, if the program looks at it.
    errno_setter: Option<FunctionId>,
    pub(super) numbering: Numbering,
    summaries: Vec<Effects>,
    /// How much code calls of functions stand for.
    sizes: Vec<u64>,
}

impl<'a, 'p> Analysis<'a, 'p> {
    /// Analyse a program.
    pub(super) fn new(
        unit: &'a Unit,
        points_to: &'p mut PointsTo<'a>,
        options: &'a FrontendOptions,
    ) -> Analysis<'a, 'p> {
        let setter = unit
            .functions
            .iter()
            .position(|f| f.name == SET_ERRNO && f.body.is_some());
        let mut analysis = Analysis {
            unit,
            points_to,
            options,
            has_goals: options.cover.iter().any(|c| *c != Criterion::Mark),
            errno_setter: setter.map(|i| FunctionId(i as u32)),
            numbering: Numbering::default(),
            summaries: vec![Effects::default(); unit.functions.len()],
            sizes: Vec::new(),
        };
        let mut bodies = Vec::with_capacity(unit.functions.len());
        let mut callees = Vec::with_capacity(unit.functions.len());
        for i in 0..unit.functions.len() {
            let body = analysis.own(FunctionId(i as u32));
            let mut called = body.calls.clone();
            called.sort_unstable();
            called.dedup();
            callees.push(called);
            bodies.push(body);
        }
        analysis.sizes = inlined_sizes(&bodies);
        // Callees before their callers. Functions that call one another have the same effects: what
        // they alone can see was left out before, and no other function can name it.
        for component in components(&callees) {
            let mut effects = Effects::default();
            for &f in &component {
                effects.union(&analysis.summaries[f.0 as usize]);
                for callee in &callees[f.0 as usize] {
                    effects.union(&analysis.summaries[callee.0 as usize]);
                }
            }
            for &f in &component {
                analysis.summaries[f.0 as usize] = analysis.visible(f, &effects);
            }
        }
        analysis
    }

    /// What the summaries of all functions are made of.
    #[cfg(test)]
    pub(super) fn weight(&self) -> usize {
        let each = self.summaries.iter();
        each.map(|effects| effects.reads.weight() + effects.writes.weight())
            .sum()
    }

    /// The effects of a function's body itself; what it is made of.
    fn own(&mut self, f: FunctionId) -> Body {
        if !self.points_to.is_reached(f) {
            return Body::default();
        }
        let (effects, body) = walk_body(self, f);
        self.summaries[f.0 as usize] = self.visible(f, &effects);
        body
    }

    /// Effects without what only the function itself can see.
    fn visible(&self, f: FunctionId, effects: &Effects) -> Effects {
        Effects {
            reads: self.numbering.visible(&effects.reads, f),
            writes: self.numbering.visible(&effects.writes, f),
            ..*effects
        }
    }

    /// What an expression does by itself, apart from what its operands do. A call also does what
    /// the functions do that it calls.
    pub(super) fn of_node(&mut self, e: &'a Expr) -> Effects {
        let mut found = Found::default();
        self.node(e, &mut found);
        for callee in found.callees {
            let summary = &self.summaries[callee.0 as usize];
            found.effects.union(summary);
        }
        found.effects
    }

    /// How much code an expression stands for, with its operands and all that it calls.
    pub(super) fn size_of(&mut self, e: &'a Expr) -> u64 {
        let mut found = Found::default();
        self.node(e, &mut found);
        let calls = found.callees.iter().map(|f| self.sizes[f.0 as usize]);
        let own = calls.fold(1, u64::saturating_add);
        let operands = operands(e).into_iter();
        operands.fold(own, |sum, operand| {
            sum.saturating_add(self.size_of(operand))
        })
    }

    pub(super) fn node(&mut self, e: &'a Expr, found: &mut Found) {
        let effects = &mut found.effects;
        // Coverage goals are passed there: what ends the run may come before.
        effects.fails |= self.has_goals
            && matches!(
                e.kind,
                ExprKind::Call(..)
                    | ExprKind::CallPointer(..)
                    | ExprKind::LogicalAnd(..)
                    | ExprKind::LogicalOr(..)
                    | ExprKind::Conditional(..)
            );
        match &e.kind {
            ExprKind::Load(place) => effects.reads = self.accessed_by(place),
            ExprKind::Assign(place, _) => effects.writes = self.accessed_by(place),
            ExprKind::CompoundAssign(_, place, _) | ExprKind::Step(_, place, _) => {
                effects.reads = self.accessed_by(place);
                effects.writes = effects.reads.clone();
            }
            ExprKind::CompoundLiteral(..) => effects.writes = self.accessed_by(e),
            ExprKind::Call(f, args) => self.call(*f, args, found),
            ExprKind::CallPointer(callee, args) => {
                for target in self.points_to.targets(callee) {
                    match target {
                        Location::Function(f) if self.unit.function(f).body.is_some() => {
                            found.callees.push(f);
                        }
                        Location::Function(f) => {
                            let mut one = Found::default();
                            self.call(f, args, &mut one);
                            found.effects.union(&one.effects);
                            found.callees.extend(one.callees);
                            found.effects.fails = true;
                        }
                        Location::Unknown => found.effects.fails = true,
                        _ => {}
                    }
                }
                found.effects.fails |= self.checks();
            }
            ExprKind::Unsupported(_) | ExprKind::Error => effects.fails = true,
            _ => {}
        }
    }

    /// What an access to a place may go to.
    fn accessed_by(&mut self, place: &'a Expr) -> Footprint {
        let places = self.points_to.place_set(place);
        self.numbering.footprint(places, self.points_to)
    }

    /// Is anything checked that most operations could violate?
    pub(super) fn checks(&self) -> bool {
        let checks = &self.options.checks;
        checks.iter().any(|&check| check != Check::Order)
    }

    fn call(&mut self, f: FunctionId, args: &'a [Expr], found: &mut Found) {
        let function = self.unit.function(f);
        let has_body = function.body.is_some();
        let errors = &self.options.errors;
        let mut behind = |i: usize| match args.get(i) {
            Some(arg) => {
                let targets = self.points_to.value_set(arg);
                self.numbering.footprint(targets, self.points_to)
            }
            None => Footprint::default(),
        };
        let effects = &mut found.effects;
        match known(&function.name, has_body, function.is_library, errors) {
            Known::Violation
            | Known::Assert
            | Known::Unsupported
            | Known::SetRounding
            | Known::Match => effects.fails = true,
            Known::Cover => effects.fails |= self.options.cover.contains(&Criterion::Mark),
            Known::AssertOrStop | Known::Assume | Known::Stop | Known::Unreachable => {
                effects.stops = true;
            }
            Known::Memory(memory) => {
                match memory {
                    Memory::Copy => (effects.writes, effects.reads) = (behind(0), behind(1)),
                    Memory::Set | Memory::Free => effects.writes = behind(0),
                    Memory::Reallocate => {
                        effects.writes = behind(0);
                        effects.reads = effects.writes.clone();
                    }
                    Memory::Allocate => {}
                }
                effects.fails = true;
                if has_body {
                    found.callees.push(f);
                }
            }
            Known::Overflow(_) => effects.writes = behind(2),
            Known::Atomic(atomic) => {
                let (operands, _) = atomic.arguments();
                for (i, _) in operands.iter().enumerate().filter(|(_, pointer)| **pointer) {
                    effects.reads.union(&behind(i));
                }
                for &i in atomic.changes() {
                    effects.writes.union(&behind(i));
                }
            }
            Known::Ordinary if has_body => found.callees.push(f),
            Known::Ordinary if function.noreturn => effects.stops = true,
            Known::Ordinary
            | Known::Nondet
            | Known::Output
            | Known::Attempt
            | Known::Rough
            | Known::Arbitrary => {
                // It may set `errno`, if the program looks at that.
                found.callees.extend(self.errno_setter);
                // A function without a body must not get addresses of variables.
                let types = &self.unit.types;
                effects.fails |= args
                    .iter()
                    .any(|arg| types.pointee(arg.ty.ty).is_some_and(|t| !t.quals.is_const));
            }
            Known::Between(..) => found.callees.extend(self.errno_setter),
            Known::Nothing
            | Known::Perhaps
            | Known::Apart
            | Known::First
            | Known::SwapBytes
            | Known::Absolute
            | Known::Math(_)
            | Known::Approximate(_)
            | Known::MathPredicate(_)
            | Known::Classify
            | Known::FloatConstant(_)
            | Known::GetRounding
            | Known::OverflowOf(_)
            | Known::Bits(_) => {}
        }
        found.effects.fails |= self.checks();
    }

    /// Every part of an expression that does something by itself, in the order of the text.
    pub(super) fn parts(&mut self, e: &'a Expr, out: &mut Vec<(&'a Expr, Effects)>) {
        for operand in operands(e) {
            self.parts(operand, out);
        }
        if let ExprKind::Statement(stmts, _) = &e.kind {
            let mut full = FullExpressions::default();
            for stmt in stmts {
                visit_stmt(self.unit, stmt, &mut full);
            }
            for inner in full.0 {
                self.parts(inner, out);
            }
        }
        let effects = self.of_node(e);
        let accesses = !effects.reads.is_empty() || !effects.writes.is_empty();
        if effects.fails || effects.stops || accesses {
            out.push((e, effects));
        }
    }
}

/// All full expressions.
#[derive(Default)]
pub(super) struct FullExpressions<'a>(pub(super) Vec<&'a Expr>);

impl<'a> Visitor<'a> for FullExpressions<'a> {
    fn full(&mut self, e: &'a Expr) {
        self.0.push(e);
    }

    fn initialiser(&mut self, _: ObjectId, init: &'a Init) {
        self.0.extend(values(init));
    }
}

/// Can a statement be jumped into?
pub(super) fn has_label(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Label(..) | Stmt::Case(..) => true,
        Stmt::Block(stmts) => stmts.iter().any(has_label),
        Stmt::If(_, then, otherwise) => {
            has_label(then) || otherwise.as_deref().is_some_and(has_label)
        }
        Stmt::While(_, body) | Stmt::DoWhile(body, _) | Stmt::For(_, _, _, body) => has_label(body),
        Stmt::Switch(switch) => has_label(&switch.body),
        _ => false,
    }
}

/// Is the variable one that comes into being by its declaration?
pub(super) fn is_automatic(unit: &Unit, id: ObjectId) -> bool {
    matches!(unit.object(id).storage, Storage::Auto | Storage::Param)
}
