//! Labels and jumps (6.8.1, 6.8.6.1), also those of GNU C to a label whose address is computed.

use lang_c::ast::{Expression, Statement};
use lang_c::span::Node;
use rustc_hash::FxHashMap;

use super::convert::error_expr;
use super::function::{FunctionState, Point};
use super::hir::{ComputedId, Expr, ExprKind, Goto, GotoId, LabelId, Range, Stmt};
use super::scope::closest;
use super::types::{QualType, Types};
use super::{Sema, range_of};
use crate::preprocess::{COMPUTED_GOTO, LABEL_ADDRESS};

/// The labels and jumps of a body.
#[derive(Default)]
pub(crate) struct Jumps<'a> {
    labels: FxHashMap<&'a str, Label>,
    gotos: Vec<(LabelId, Point)>,
    computed: Vec<Spot>,
    /// The statement expressions around, by their numbers.
    around: Vec<u32>,
    /// How many statement expressions there were so far.
    expressions: u32,
}

/// A label that is used or defined.
struct Label {
    id: LabelId,
    /// Where it stands, once it is seen.
    defined: Option<Spot>,
    /// Where it is first used.
    range: Range,
    /// Is its address taken?
    taken: bool,
}

/// A position in a body with respect to what must not be jumped into.
#[derive(Clone)]
struct Spot {
    /// With respect to declarations.
    point: Point,
    /// The statement expressions around.
    around: Vec<u32>,
}

impl<'a> FunctionState<'a> {
    fn label(&mut self, name: &'a str, range: Range) -> &mut Label {
        let id = LabelId(self.jumps.labels.len() as u32);
        self.jumps.labels.entry(name).or_insert(Label {
            id,
            defined: None,
            range,
            taken: false,
        })
    }

    fn spot(&self) -> Spot {
        Spot {
            point: self.point,
            around: self.jumps.around.clone(),
        }
    }

    /// A statement expression begins.
    pub(crate) fn enter_expression(&mut self) {
        self.jumps.expressions += 1;
        self.jumps.around.push(self.jumps.expressions);
    }

    /// Is it in a statement expression?
    pub(crate) fn is_in_expression(&self) -> bool {
        !self.jumps.around.is_empty()
    }

    /// It ends.
    pub(crate) fn leave_expression(&mut self) {
        self.jumps.around.pop();
    }

    /// A `goto` to a label.
    pub(crate) fn goto(&mut self, name: &'a str, range: Range) -> GotoId {
        let label = self.label(name, range).id;
        let id = GotoId(self.jumps.gotos.len() as u32);
        self.jumps.gotos.push((label, self.point));
        id
    }

    /// A label is defined here; `None` if it is already.
    pub(crate) fn define_label(&mut self, name: &'a str, range: Range) -> Option<LabelId> {
        let spot = self.spot();
        let label = self.label(name, range);
        match label.defined.replace(spot) {
            Some(_) => None,
            None => Some(label.id),
        }
    }
}

impl<'a> Sema<'a> {
    /// `&&label`, which the preprocessor has made an identifier of.
    pub(crate) fn label_address(&mut self, name: &'a str, range: Range) -> Option<Expr> {
        let name = name.strip_prefix(LABEL_ADDRESS)?;
        let Some(function) = &mut self.function else {
            self.error(range, "the address of a label can only stand in a function");
            return Some(error_expr(range));
        };
        let id = function.id;
        let label = function.label(name, range);
        label.taken = true;
        let kind = ExprKind::LabelAddress(id, label.id);
        let ty = self.types.pointer_to(QualType::plain(Types::VOID));
        Some(Expr {
            kind,
            ty: QualType::plain(ty),
            range,
            effects: false,
        })
    }

    /// `goto *e;`, which the preprocessor has made a call of.
    pub(crate) fn computed_goto(&mut self, node: &'a Node<Statement>) -> Option<Stmt> {
        let (e, target) = goto_target(node)?;
        let range = range_of(e);
        let target = self.value_of(target);
        let pointer = self.types.pointer_to(QualType::plain(Types::VOID));
        let target = match target {
            target if target.is_error() => target,
            target if self.types.pointee(target.ty.ty).is_some() => self.convert(target, pointer),
            // GCC takes integers as well.
            target if self.types.is_integer(target.ty.ty) => self.convert(target, pointer),
            target => {
                let shown = self.types.show(target.ty);
                let message = format!("`goto *` needs a pointer, not `{shown}`");
                self.error(target.range, message);
                error_expr(target.range)
            }
        };
        let function = self.function.as_mut()?;
        let id = ComputedId(function.jumps.computed.len() as u32);
        let spot = function.spot();
        function.jumps.computed.push(spot);
        Some(Stmt::ComputedGoto(id, target, range))
    }

    /// The names of the labels, where each `goto` goes, and where each `goto *` may go. The body is
    /// done.
    pub(super) fn resolve_jumps(&mut self) -> (Vec<String>, Vec<Goto>, Vec<Vec<Goto>>) {
        let Some(state) = self.function.take() else {
            return Default::default();
        };
        let jumps = &state.jumps;
        let mut labels: Vec<_> = jumps.labels.iter().collect();
        labels.sort_by_key(|(_, label)| label.id.0);
        for (name, label) in labels.iter().filter(|(_, l)| l.defined.is_none()) {
            let defined = labels.iter().filter(|(_, l)| l.defined.is_some());
            let message = format!("there is no label `{name}` in this function");
            let hint = closest(name, defined.map(|(n, _)| **n));
            match hint.map(|other| format!("did you mean `{other}`?")) {
                Some(hint) => self.error_hint(label.range, message, hint),
                None => self.error(label.range, message),
            }
        }
        let jump = |label: &Label, from: Point| {
            let to = label.defined.as_ref().map_or(from, |spot| spot.point);
            Goto {
                label: label.id,
                bypassed: state.bypassed(from, to),
            }
        };
        let gotos = jumps.gotos.iter();
        let gotos = gotos.map(|&(label, from)| jump(labels[label.0 as usize].1, from));
        let taken = || labels.iter().map(|(_, label)| *label).filter(|l| l.taken);
        let computed = jumps.computed.iter().map(|from| {
            // GNU C has no jumps into statement expressions.
            let inside = |l: &&Label| {
                let spot = l.defined.as_ref();
                spot.is_some_and(|spot| from.around.starts_with(&spot.around))
            };
            taken()
                .filter(inside)
                .map(|l| jump(l, from.point))
                .collect()
        });
        let (gotos, computed) = (gotos.collect(), computed.collect());
        let names = labels.iter().map(|(name, _)| (**name).to_owned());
        (names.collect(), gotos, computed)
    }
}

/// The call that stands for `goto *e;`, and `e`.
pub(super) fn goto_target(
    node: &Node<Statement>,
) -> Option<(&Node<Expression>, &Node<Expression>)> {
    let Statement::Expression(Some(e)) = &node.node else {
        return None;
    };
    let Expression::Call(call) = &e.node else {
        return None;
    };
    let (Expression::Identifier(callee), [target]) =
        (&call.node.callee.node, &call.node.arguments[..])
    else {
        return None;
    };
    (callee.node.name == COMPUTED_GOTO).then_some((e, target))
}
