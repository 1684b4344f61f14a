//! Which part of a file a comment is about, from where it stands.

use crate::scan::{Form, Outline, Spot, Token, outline_of};

/// Where code is, and statements.
pub(super) struct Scope {
    outline: Outline,
    /// The last lines of what the preprocessor reads, ascending.
    directives: Vec<u32>,
}

impl Scope {
    /// Of a file.
    pub(super) fn new(tokens: Vec<Token>) -> Scope {
        let directives = tokens.iter().filter(|token| token.is_directive());
        Scope {
            directives: directives.map(|token| token.end.line).collect(),
            outline: outline_of(tokens),
        }
    }

    /// From where to where a justification goes that is this comment.
    pub(super) fn of(&self, comment: &Token) -> Result<(Spot, Spot), String> {
        if self.directives.binary_search(&comment.end.line).is_ok() {
            return Err("nothing of the preprocessor can be justified".to_owned());
        }
        let code = &self.outline.code;
        let next = code.partition_point(|spot| *spot < comment.start);
        let before = next.checked_sub(1).map(|index| code[index]);
        let after = code.get(next).copied();
        let on_line = |spot: Option<Spot>, line: u32| spot.is_some_and(|spot| spot.line == line);
        if on_line(before, comment.start.line) {
            return Ok(line(comment.start.line));
        }
        if on_line(after, comment.end.line) {
            return Ok(line(comment.end.line));
        }
        let after = after.ok_or("no statement follows")?;
        self.below(after)
    }

    /// About the statement that begins here, or the part of one.
    fn below(&self, first: Spot) -> Result<(Spot, Spot), String> {
        let Some(node) = self.outline.beginning_at(first) else {
            return match self.ends_block(first) {
                true => Err("no statement follows in this block".to_owned()),
                // Within a statement.
                false => Ok(line(first.line)),
            };
        };
        let end = match self.outline.nodes[node].form {
            Form::Label => self.outline.rest_from(self.last_label(node)).end,
            _ => self.outline.nodes[node].extent.end,
        };
        Ok((first, end))
    }

    /// Of labels that follow one another the last: `case 1: case 2: x = 1;`.
    fn last_label(&self, node: usize) -> usize {
        let mut last = node;
        while let Some(next) = self.outline.nodes.get(last + 1) {
            let is_sibling = next.parent == self.outline.nodes[node].parent;
            if next.form != Form::Label || !is_sibling {
                break;
            }
            last += 1;
        }
        last
    }

    /// Is this the brace that ends a block?
    fn ends_block(&self, spot: Spot) -> bool {
        let node = self.outline.innermost_at(spot);
        node.map(|node| &self.outline.nodes[node])
            .is_some_and(|node| {
                let end = node.extent.end;
                node.form == Form::Block && end.line == spot.line && end.column == spot.column + 1
            })
    }
}

fn line(line: u32) -> (Spot, Spot) {
    let start = Spot { line, column: 0 };
    let end = Spot {
        line: line + 1,
        column: 0,
    };
    (start, end)
}
