//! What goals expressions have and which of them evaluations pass, by the definitions: with values, not with
//! terms, and with truth tables for what decides.

use std::collections::BTreeSet;

use crate::expression::{Kind, Node, Text, VARIABLES};

/// A goal: line, column, text.
pub(crate) type Goal = (u32, u32, String);

/// A decision in one evaluation.
enum Tree {
    Leaf {
        number: usize,
        value: Option<bool>,
        is_constant: bool,
    },
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
    /// Which of the two was evaluated, if one was.
    Choose(Option<bool>, Box<Tree>, Box<Tree>),
}

impl Tree {
    /// Leaves, from left to right: the expression, the value, whether it is a constant without goals.
    fn leaves(&self, out: &mut Vec<(usize, Option<bool>, bool)>) {
        match self {
            Tree::Leaf {
                number,
                value,
                is_constant,
            } => out.push((*number, *value, *is_constant)),
            Tree::Not(a) => a.leaves(out),
            Tree::And(a, b) | Tree::Or(a, b) | Tree::Choose(_, a, b) => {
                a.leaves(out);
                b.leaves(out);
            }
        }
    }

    /// The value if leaves had these values, and choices that were not made went this way.
    fn under(&self, values: &[bool], at: &mut usize, other: bool) -> bool {
        match self {
            Tree::Leaf { .. } => {
                *at += 1;
                values[*at - 1]
            }
            Tree::Not(a) => !a.under(values, at, other),
            Tree::And(a, b) => a.under(values, at, other) & b.under(values, at, other),
            Tree::Or(a, b) => a.under(values, at, other) | b.under(values, at, other),
            Tree::Choose(chosen, a, b) => {
                let (a, b) = (a.under(values, at, other), b.under(values, at, other));
                if chosen.unwrap_or(other) { a } else { b }
            }
        }
    }

    /// Does the outcome change with the leaf, for some values of what was not evaluated?
    fn is_sensitive(&self, leaf: usize) -> bool {
        let mut leaves = Vec::new();
        self.leaves(&mut leaves);
        let free: Vec<usize> = (0..leaves.len())
            .filter(|&i| leaves[i].1.is_none())
            .collect();
        (0..2usize << free.len()).any(|bits| {
            let mut values: Vec<bool> = leaves.iter().map(|l| l.1.unwrap_or(false)).collect();
            for (bit, &i) in free.iter().enumerate() {
                values[i] = bits >> bit & 1 == 1;
            }
            let other = bits >> free.len() & 1 == 1;
            let before = self.under(&values, &mut 0, other);
            values[leaf] = !values[leaf];
            before != self.under(&values, &mut 0, other)
        })
    }
}

/// A run of a program.
pub(crate) struct Run<'t> {
    pub(crate) text: &'t Text,
    pub(crate) variables: [u8; VARIABLES as usize],
    pub(crate) passed: BTreeSet<Goal>,
}

impl Run<'_> {
    fn pass(&mut self, number: usize, text: String) {
        let (line, column) = self.text.at(number);
        self.passed.insert((line, column, text));
    }

    /// The value of an expression that is no part of a decision around it.
    pub(crate) fn value(&mut self, e: &Node) -> i64 {
        match &e.kind {
            Kind::Variable(v) => self.variables[*v].into(),
            Kind::Constant(value) => *value,
            Kind::Less(v, bound) => i64::from(i64::from(self.variables[*v]) < *bound),
            Kind::Not(a) => i64::from(self.value(a) == 0),
            Kind::And(..) | Kind::Or(..) => i64::from(self.decide(e)),
            Kind::Choose(c, a, b) => match self.decide(c) {
                true => self.value(a),
                false => self.value(b),
            },
            Kind::Elvis(a, b) => {
                let value = self.value(a);
                if !a.is_constant() && !a.is_connected() {
                    let tree = Tree::Leaf {
                        number: a.number,
                        value: Some(value != 0),
                        is_constant: false,
                    };
                    self.condition(a.number, value != 0);
                    self.end(a, &tree, value != 0);
                }
                if value != 0 { value } else { self.value(b) }
            }
            Kind::Comma(a, b) => {
                self.value(a);
                self.value(b)
            }
            Kind::Assign(v, a) => {
                let value = self.value(a) as u8;
                self.variables[*v] = value;
                value.into()
            }
            Kind::Step(v) => {
                let value = self.variables[*v];
                self.variables[*v] = value.wrapping_add(1);
                value.into()
            }
            Kind::Call(a) => {
                self.pass(e.number, format!("call {}", self.text.of(e.number)));
                self.passed
                    .insert((2, 12, "function id is entered".to_owned()));
                self.value(a)
            }
            Kind::NotZero(a) => i64::from(self.value(a) != 0),
            Kind::IsZero(a) => i64::from(self.value(a) == 0),
        }
    }

    /// The outcome of a decision.
    pub(crate) fn decide(&mut self, e: &Node) -> bool {
        if let Some(value) = e.constant() {
            return value != 0;
        }
        let (tree, outcome) = self.evaluate(e, false);
        self.end(e, &tree, outcome);
        outcome
    }

    fn evaluate(&mut self, e: &Node, is_operand_of_choice: bool) -> (Tree, bool) {
        let e = e.stripped();
        match &e.kind {
            Kind::Not(a) if !e.is_constant() => {
                let (tree, value) = self.evaluate(a, false);
                (Tree::Not(Box::new(tree)), !value)
            }
            Kind::And(a, b) => {
                let (first, value) = self.evaluate(a, false);
                let (second, value) = match value {
                    true => self.evaluate(b, false),
                    false => (blank(b, false), false),
                };
                (Tree::And(Box::new(first), Box::new(second)), value)
            }
            Kind::Or(a, b) => {
                let (first, value) = self.evaluate(a, false);
                let (second, value) = match value {
                    true => (blank(b, false), true),
                    false => self.evaluate(b, false),
                };
                (Tree::Or(Box::new(first), Box::new(second)), value)
            }
            Kind::Comma(a, b) => {
                self.value(a);
                self.evaluate(b, is_operand_of_choice)
            }
            Kind::Choose(c, a, b) => match self.decide(c) {
                true => {
                    let (tree, value) = self.evaluate(a, true);
                    let other = blank(b, true);
                    let chosen = Some(true);
                    (Tree::Choose(chosen, Box::new(tree), Box::new(other)), value)
                }
                false => {
                    let (tree, value) = self.evaluate(b, true);
                    let other = blank(a, true);
                    let chosen = Some(false);
                    (Tree::Choose(chosen, Box::new(other), Box::new(tree)), value)
                }
            },
            _ => {
                let value = self.value(e) != 0;
                let is_constant = is_operand_of_choice && e.is_constant();
                if !is_constant {
                    self.condition(e.number, value);
                }
                let leaf = Tree::Leaf {
                    number: e.number,
                    value: Some(value),
                    is_constant,
                };
                (leaf, value)
            }
        }
    }

    fn condition(&mut self, number: usize, value: bool) {
        self.pass(
            number,
            format!("condition {} is {value}", self.text.of(number)),
        );
    }

    /// The evaluation of a decision has ended.
    fn end(&mut self, e: &Node, tree: &Tree, outcome: bool) {
        let text = self.text.of(e.number);
        self.pass(e.number, format!("{text} is {outcome}"));
        let mut leaves = Vec::new();
        tree.leaves(&mut leaves);
        let mut letters = String::new();
        for (i, &(number, value, is_constant)) in leaves.iter().enumerate() {
            letters.push(match value {
                Some(true) => 'T',
                Some(false) => 'F',
                None => '-',
            });
            if let (Some(value), false) = (value, is_constant)
                && tree.is_sensitive(i)
            {
                let condition = self.text.of(number);
                self.pass(number, format!("{condition} is {value} and decides {text}"));
            }
        }
        self.pass(e.number, format!("{text} is evaluated as {letters}"));
    }
}

/// The tree of what is not evaluated.
fn blank(e: &Node, is_operand_of_choice: bool) -> Tree {
    let e = e.stripped();
    let two = |a, b, of| (Box::new(blank(a, of)), Box::new(blank(b, of)));
    match &e.kind {
        Kind::Not(a) if !e.is_constant() => Tree::Not(Box::new(blank(a, false))),
        Kind::And(a, b) => {
            let (a, b) = two(a, b, false);
            Tree::And(a, b)
        }
        Kind::Or(a, b) => {
            let (a, b) = two(a, b, false);
            Tree::Or(a, b)
        }
        Kind::Comma(_, b) => blank(b, is_operand_of_choice),
        Kind::Choose(_, a, b) => {
            let (a, b) = two(a, b, true);
            Tree::Choose(None, a, b)
        }
        _ => Tree::Leaf {
            number: e.number,
            value: None,
            is_constant: is_operand_of_choice && e.is_constant(),
        },
    }
}

/// All goals of an expression but vectors, by its form.
pub(crate) fn goals(text: &Text, e: &Node, is_controlling: bool, out: &mut BTreeSet<Goal>) {
    let mut add = |number: usize, what: String| {
        let (line, column) = text.at(number);
        out.insert((line, column, what));
    };
    let is_decision = match e.kind {
        Kind::And(..) | Kind::Or(..) => true,
        _ => is_controlling && !e.is_constant(),
    };
    if is_decision {
        let mut leaves = Vec::new();
        blank(e, false).leaves(&mut leaves);
        add_decision(text, e.number, &leaves, &mut add);
    }
    if let Kind::Call(_) = e.kind {
        add(e.number, format!("call {}", text.of(e.number)));
    }
    if let Kind::Elvis(a, _) = &e.kind
        && !a.is_constant()
        && !a.is_connected()
    {
        add_decision(text, a.number, &[(a.number, None, false)], &mut add);
    }
    for (inner, is_controlling) in parts(e, is_decision) {
        goals_inside(text, inner, is_controlling, out);
    }
}

fn add_decision(
    text: &Text,
    number: usize,
    leaves: &[(usize, Option<bool>, bool)],
    add: &mut impl FnMut(usize, String),
) {
    let decision = text.of(number);
    for value in [true, false] {
        add(number, format!("{decision} is {value}"));
        for &(leaf, _, _) in leaves.iter().filter(|leaf| !leaf.2) {
            let condition = text.of(leaf);
            add(leaf, format!("condition {condition} is {value}"));
            add(
                leaf,
                format!("{condition} is {value} and decides {decision}"),
            );
        }
    }
}

/// How an expression inside is looked at.
#[derive(Clone, Copy)]
enum Role {
    Value,
    Controlling,
    /// Part of the tree of a decision around it.
    Part,
}

fn parts(e: &Node, is_part: bool) -> Vec<(&Node, Role)> {
    let e_inside = if is_part { e.stripped() } else { e };
    if is_part && !std::ptr::eq(e, e_inside) {
        return vec![(e_inside, Role::Part)];
    }
    match &e.kind {
        Kind::Choose(c, a, b) => {
            let role = if is_part { Role::Part } else { Role::Value };
            vec![(c, Role::Controlling), (a, role), (b, role)]
        }
        Kind::Comma(a, b) if is_part => vec![(a, Role::Value), (b, Role::Part)],
        Kind::Not(_) | Kind::And(..) | Kind::Or(..) if is_part => {
            e.operands().into_iter().map(|a| (a, Role::Part)).collect()
        }
        _ => e.operands().into_iter().map(|a| (a, Role::Value)).collect(),
    }
}

fn goals_inside(text: &Text, e: &Node, role: Role, out: &mut BTreeSet<Goal>) {
    match role {
        Role::Value => goals(text, e, false, out),
        Role::Controlling => goals(text, e, true, out),
        Role::Part => {
            let is_node = matches!(
                e.stripped().kind,
                Kind::Not(_) | Kind::And(..) | Kind::Or(..) | Kind::Comma(..) | Kind::Choose(..)
            );
            if !is_node || e.is_constant() {
                return goals(text, e.stripped(), false, out);
            }
            for (inner, role) in parts(e, true) {
                goals_inside(text, inner, role, out);
            }
        }
    }
}
