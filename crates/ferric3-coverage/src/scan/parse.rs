//! Tokens to outline. Never fails: what it cannot follow is a plain statement up to its `;`.

use super::outline::{Condition, Extent, Form, Node, NodeId, Outline};
use super::tokens::{Token, TokenKind};

/// Deeper statements are not told apart: the stack is finite.
const DEEPEST: usize = 200;

/// The outline of the tokens of a file.
pub(super) fn outline(tokens: &[Token]) -> Outline {
    let mut parser = Parser {
        tokens,
        at: 0,
        depth: 0,
        outline: Outline::default(),
    };
    parser.outline.code = tokens.iter().map(|token| token.start).collect();
    while parser.at < tokens.len() {
        if parser.next_is("}") || parser.next_is(";") {
            parser.at += 1;
            continue;
        }
        let node = parser.statement(None);
        parser.outline.top.push(node);
    }
    parser.outline
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    depth: usize,
    outline: Outline,
}

impl Parser<'_> {
    fn next_is(&self, text: &str) -> bool {
        self.is(self.at, text)
    }

    fn is(&self, at: usize, text: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(text))
    }

    /// Reads a statement; there is a token at least.
    fn statement(&mut self, parent: Option<NodeId>) -> NodeId {
        let start = self.tokens[self.at].start;
        let id = self.outline.nodes.len();
        self.outline.nodes.push(Node {
            form: Form::Plain,
            extent: Extent { start, end: start },
            condition: None,
            parent,
            parts: Vec::new(),
        });
        self.depth += 1;
        let form = match self.tokens[self.at].text.as_str() {
            _ if self.depth > DEEPEST => self.plain(None),
            "{" => self.block(id),
            "if" => self.controlled(id, Form::If),
            "while" | "for" => self.controlled(id, Form::Loop),
            "switch" => self.controlled(id, Form::Switch),
            "do" => self.do_while(id),
            "return" | "break" | "continue" | "goto" => {
                self.plain(None);
                Form::Jump
            }
            _ if self.is_label() => self.label(),
            _ => self.plain(parent.is_none().then_some(id)),
        };
        self.depth -= 1;
        let end = self.tokens[self.at.max(1) - 1].end;
        let node = &mut self.outline.nodes[id];
        (node.form, node.extent.end) = (form, end);
        id
    }

    fn part(&mut self, of: NodeId) {
        if self.at < self.tokens.len() && !self.next_is("}") {
            let part = self.statement(Some(of));
            self.outline.nodes[of].parts.push(part);
        }
    }

    fn block(&mut self, id: NodeId) -> Form {
        self.at += 1;
        while self.at < self.tokens.len() && !self.next_is("}") {
            self.part(id);
        }
        self.at = (self.at + 1).min(self.tokens.len());
        Form::Block
    }

    fn controlled(&mut self, id: NodeId, form: Form) -> Form {
        let is_for = self.next_is("for");
        self.at += 1;
        self.condition(id, is_for);
        self.part(id);
        if form == Form::If && self.next_is("else") {
            self.at += 1;
            self.part(id);
        }
        form
    }

    fn do_while(&mut self, id: NodeId) -> Form {
        self.at += 1;
        self.part(id);
        if self.next_is("while") {
            self.at += 1;
            self.condition(id, false);
            if self.next_is(";") {
                self.at += 1;
            }
        }
        Form::Do
    }

    /// What is in parentheses, if they come next.
    fn condition(&mut self, id: NodeId, is_for: bool) {
        if !self.next_is("(") {
            return;
        }
        let opening = self.at;
        self.group();
        let inside = &self.tokens[opening + 1..(self.at - 1).max(opening + 1)];
        let part = match is_for {
            false => Some(inside),
            true => middle(inside),
        };
        self.outline.nodes[id].condition = part.and_then(|part| {
            Some(Condition {
                written: extent(part)?,
                bare: extent(bare(part))?,
            })
        });
    }

    /// From an opening parenthesis, bracket or brace to behind the closing one.
    fn group(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.tokens.get(self.at) {
            self.at += 1;
            if token.kind != TokenKind::Mark {
                continue;
            }
            match token.text.as_str() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// Up to its `;`, or to the end of the block. `top` is its number if it may define a function.
    fn plain(&mut self, top: Option<NodeId>) -> Form {
        let start = self.at;
        while let Some(token) = self.tokens.get(self.at) {
            match token.text.as_str() {
                ";" => {
                    self.at += 1;
                    break;
                }
                "}" => break,
                "{" if top.is_some() && defines_function(&self.tokens[start..self.at]) => {
                    self.part(top.expect("asked before"));
                    return Form::Function;
                }
                "(" | "[" | "{" => self.group(),
                _ => self.at += 1,
            }
        }
        Form::Plain
    }

    fn is_label(&self) -> bool {
        let first = &self.tokens[self.at];
        let is_named = first.kind == TokenKind::Word && self.is(self.at + 1, ":");
        first.is("case") || is_named
    }

    fn label(&mut self) -> Form {
        let mut choices = 0_usize;
        while let Some(token) = self.tokens.get(self.at) {
            match token.text.as_str() {
                "?" => choices += 1,
                ":" if choices > 0 => choices -= 1,
                ":" => {
                    self.at += 1;
                    break;
                }
                ";" | "}" => break,
                "(" | "[" | "{" => {
                    self.group();
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
        Form::Label
    }
}

fn extent(tokens: &[Token]) -> Option<Extent> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    Some(Extent {
        start: first.start,
        end: last.end,
    })
}

/// Without parentheses around all of it.
fn bare(mut tokens: &[Token]) -> &[Token] {
    while let [first, inside @ .., last] = tokens {
        let mut depth = 0_i64;
        let closes_early = inside.iter().any(|token| {
            depth += i64::from(token.is("(")) - i64::from(token.is(")"));
            depth < 0
        });
        if !first.is("(") || !last.is(")") || closes_early || inside.is_empty() {
            break;
        }
        tokens = inside;
    }
    tokens
}

/// The part between the semicolons of a `for`.
fn middle(tokens: &[Token]) -> Option<&[Token]> {
    let mut depth = 0_usize;
    let mut ends = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "(" | "[" | "{" if token.kind == TokenKind::Mark => depth += 1,
            ")" | "]" | "}" if token.kind == TokenKind::Mark => depth = depth.saturating_sub(1),
            ";" if depth == 0 => ends.push(at),
            _ => {}
        }
    }
    match ends[..] {
        [first, second] => Some(&tokens[first + 1..second]),
        _ => None,
    }
}

/// Is what follows these words in braces the body of a function, rather than members or values?
fn defines_function(before: &[Token]) -> bool {
    let has = |text: &str| before.iter().any(|token| token.is(text));
    let last_is_closing = before.last().is_some_and(|token| token.is(")"));
    !has("=") && has("(") && (last_is_closing || !["struct", "union", "enum"].into_iter().any(has))
}

#[cfg(test)]
mod tests {
    use super::super::outline;
    use super::*;
    use expect_test::expect;

    fn shown(text: &str) -> String {
        let outline = outline(text);
        let mut shown = String::new();
        for node in &outline.nodes {
            let mut depth = 0;
            let mut parent = node.parent;
            while let Some(outer) = parent {
                depth += 1;
                parent = outline.nodes[outer].parent;
            }
            let spot = |extent: Extent| {
                let (start, end) = (extent.start, extent.end);
                format!(
                    "{}:{}-{}:{}",
                    start.line, start.column, end.line, end.column
                )
            };
            let condition = node
                .condition
                .map(|condition| format!(" ({})", spot(condition.bare)));
            let condition = condition.unwrap_or_default();
            let (indent, extent) = ("  ".repeat(depth), spot(node.extent));
            shown.push_str(&format!("{indent}{:?} {extent}{condition}\n", node.form));
        }
        shown
    }

    #[test]
    fn statements_of_all_forms() {
        let text = "\
struct s { int a; } v = { 1 };
static int f(int x)
{
    for (int i = 0; i < (x); i++)
        if (((x) == '}')) { g((struct s){ 1 }); }
        else return 2;
    switch (x) {
    case A ? 1 : 2: x = 1; break;
    default: do x--; while (x > 0);
    }
again:
    while (1) goto again;
}
";
        expect![[r#"
            Plain 1:1-1:31
            Function 2:1-13:2
              Block 3:1-13:2
                Loop 4:5-6:23 (4:21-4:28)
                  If 5:9-6:23 (5:14-5:24)
                    Block 5:27-5:50
                      Plain 5:29-5:48
                    Jump 6:14-6:23
                Switch 7:5-10:6 (7:13-7:14)
                  Block 7:16-10:6
                    Label 8:5-8:20
                    Plain 8:21-8:27
                    Jump 8:28-8:34
                    Label 9:5-9:13
                    Do 9:14-9:36 (9:29-9:34)
                      Plain 9:17-9:21
                Label 11:1-11:7
                Loop 12:5-12:26 (12:12-12:13)
                  Jump 12:15-12:26
        "#]]
        .assert_eq(&shown(text));
    }

    #[test]
    fn nonsense_is_survived() {
        for text in [
            "}",
            "if",
            "if (",
            "for (;",
            "do",
            "case",
            "{ { {",
            "x ) ; } if else",
            "f ( {",
        ] {
            shown(text);
        }
        let deep = format!("{}x;{}", "{".repeat(100_000), "}".repeat(100_000));
        assert!(outline(&deep).nodes.len() > DEEPEST);
    }

    #[test]
    fn rests_of_blocks_end_at_labels() {
        let outline = outline("void f(void) {\na;\nb;\nl:\nc;\nd;\n}\n");
        let at = |line| {
            let spot = super::super::Spot { line, column: 1 };
            outline.beginning_at(spot).expect("a statement")
        };
        assert_eq!(outline.rest_from(at(2)).end.line, 3);
        assert_eq!(outline.rest_from(at(4)).end.line, 6);
        assert_eq!(outline.rest_after(at(2)).map(|rest| rest.end.line), Some(3));
        assert_eq!(outline.rest_after(at(3)), None);
    }
}
