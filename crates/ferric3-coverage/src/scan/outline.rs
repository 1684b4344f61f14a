//! Statements of a file, as far as braces, parentheses and keywords show them.

use super::Spot;

/// The number of a statement in its outline.
pub(crate) type NodeId = usize;

/// From here to there, the end exclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    pub(crate) start: Spot,
    pub(crate) end: Spot,
}

impl Extent {
    /// Is this place in it?
    pub(crate) fn contains(self, spot: Spot) -> bool {
        self.start <= spot && spot < self.end
    }
}

/// What a statement is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A declaration, an expression, anything else.
    Plain,
    /// The definition of a function; its body is its only part.
    Function,
    /// `{ … }`.
    Block,
    /// Its parts are what is done if it is true, and if not.
    If,
    /// `while` and `for`, with their body.
    Loop,
    /// `do … while`, with its body.
    Do,
    /// `switch`, with its body.
    Switch,
    /// `case 3:`, `default:`, `again:`, without what it stands before.
    Label,
    /// `return`, `break`, `continue`, `goto`.
    Jump,
}

/// What is in the parentheses behind the keyword that decides: of `for` the part in the middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Condition {
    pub(crate) written: Extent,
    /// Without parentheses around all of it.
    pub(crate) bare: Extent,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    pub(crate) form: Form,
    pub(crate) extent: Extent,
    /// What decides.
    pub(crate) condition: Option<Condition>,
    /// The statement that it is part of.
    pub(crate) parent: Option<NodeId>,
    /// Its parts, in order.
    pub(crate) parts: Vec<NodeId>,
}

/// Statements of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Outline {
    /// By start; of those that begin together, outer ones first.
    pub(crate) nodes: Vec<Node>,
    /// Those that are no part of any other.
    pub(crate) top: Vec<NodeId>,
    /// Where tokens begin that belong to the program.
    pub(crate) code: Vec<Spot>,
}

impl Outline {
    /// The outermost statement that begins exactly here.
    pub(crate) fn beginning_at(&self, spot: Spot) -> Option<NodeId> {
        let index = self.nodes.partition_point(|node| node.extent.start < spot);
        let is_there = |node: &&Node| node.extent.start == spot;
        self.nodes.get(index).filter(is_there).map(|_| index)
    }

    /// The innermost statement that this place is in.
    pub(crate) fn innermost_at(&self, spot: Spot) -> Option<NodeId> {
        let index = self.nodes.partition_point(|node| node.extent.start <= spot);
        let mut candidate = index.checked_sub(1)?;
        while !self.nodes[candidate].extent.contains(spot) {
            candidate = self.nodes[candidate].parent?;
        }
        Some(candidate)
    }

    /// The statement and what follows it in its block, up to the next label, where others may come in.
    pub(crate) fn rest_from(&self, node: NodeId) -> Extent {
        let rest = self.siblings_from(node);
        let before_label = |&&id: &&NodeId| id == node || self.nodes[id].form != Form::Label;
        let last = rest.iter().take_while(before_label).last();
        Extent {
            start: self.nodes[node].extent.start,
            end: self.nodes[*last.unwrap_or(&node)].extent.end,
        }
    }

    /// What follows the statement in its block, up to the next label.
    pub(crate) fn rest_after(&self, node: NodeId) -> Option<Extent> {
        let next = *self.siblings_from(node).get(1)?;
        (self.nodes[next].form != Form::Label).then(|| self.rest_from(next))
    }

    /// Does control never come out at the end of this statement, as its form shows?
    pub(crate) fn ends_in_jump(&self, node: NodeId) -> bool {
        let node = &self.nodes[node];
        match node.form {
            Form::Jump => true,
            Form::Block => {
                let last = node.parts.last();
                last.is_some_and(|&last| self.ends_in_jump(last))
            }
            _ => false,
        }
    }

    fn siblings_from(&self, node: NodeId) -> &[NodeId] {
        let all = match self.nodes[node].parent {
            None => &self.top,
            Some(parent) if self.nodes[parent].form == Form::Block => &self.nodes[parent].parts,
            Some(_) => return &[],
        };
        // Parts are in order, and numbers are in the order of starts.
        let place = all.partition_point(|&id| id < node);
        &all[place..]
    }
}
