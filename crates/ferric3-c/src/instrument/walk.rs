//! Functions, and the ways between the tree and the text.

use lang_c::ast::{
    Declarator, DeclaratorKind, DerivedDeclarator, Expression, ExternalDeclaration,
    FunctionDefinition, Statement, TranslationUnit,
};
use lang_c::span::{Node, Span as Offsets};
use rustc_hash::FxHashSet;

use super::emit::{Insert, with_probes, without_probes};
use super::probe::{
    Constant, Decision, Extent, FunctionSignature, Instrumented, Numbers, Probe, ProbeKind, Skipped,
};
use crate::preprocess::{Original, Preprocessed};

/// The state of the instrumentation.
pub(super) struct Walk<'a> {
    source: &'a Preprocessed,
    original: &'a Original,
    first: Numbers,
    inserts: Vec<Insert>,
    probes: Vec<Probe>,
    pub(super) decisions: Vec<Decision>,
    skipped: Vec<Skipped>,
    pub(super) constants: Vec<Constant>,
    /// Names of enumeration constants.
    pub(super) enumerators: FxHashSet<String>,
    /// The function at hand.
    function: String,
    /// Records that it needs.
    slots: u32,
    /// For each `switch` around: its record, and whether it has a default.
    pub(super) switches: Vec<(u32, bool)>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        source: &'a Preprocessed,
        original: &'a Original,
        first: Numbers,
    ) -> Walk<'a> {
        Walk {
            source,
            original,
            first,
            inserts: Vec::new(),
            probes: Vec::new(),
            decisions: Vec::new(),
            skipped: Vec::new(),
            constants: Vec::new(),
            enumerators: FxHashSet::default(),
            function: String::new(),
            slots: 0,
            switches: Vec::new(),
        }
    }

    /// A whole file.
    pub(super) fn unit(&mut self, tree: &TranslationUnit) {
        for external in &tree.0 {
            match &external.node {
                ExternalDeclaration::Declaration(declaration) => {
                    self.enumerators_of(&declaration.node.specifiers);
                }
                ExternalDeclaration::StaticAssert(_) => {}
                ExternalDeclaration::FunctionDefinition(definition) => self.definition(definition),
            }
        }
    }

    fn definition(&mut self, definition: &Node<FunctionDefinition>) {
        self.enumerators_of(&definition.node.specifiers);
        let declarator = &definition.node.declarator;
        let Some((name, place)) = declared_name(&declarator.node) else {
            return;
        };
        let Statement::Compound(items) = &definition.node.statement.node else {
            return;
        };
        self.function = name.to_owned();
        self.slots = 0;
        let body = &definition.node.statement;
        let Some(at) = self.behind_brace(body.span) else {
            return self.skip(
                body.span,
                "its body begins in a place that was rewritten for the parser",
            );
        };
        let records = self.inserts.len();
        self.insert(at, String::new());
        let number = self.probe(ProbeKind::Function, place);
        self.insert(at, format!(" __f3_enter({number}u);"));
        self.items(items, at);
        if self.slots > 0 {
            self.inserts[records].text =
                format!(" struct __f3_vector __f3_v[{}] = {{{{0, 0}}}};", self.slots);
        }
    }

    /// The result.
    pub(super) fn finish(mut self, functions: Vec<FunctionSignature>) -> Instrumented {
        self.constants
            .sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        self.constants.dedup();
        Instrumented {
            text: with_probes(self.original, &self.source.sources, self.inserts),
            plain: without_probes(self.original, &self.source.sources),
            probes: self.probes,
            decisions: self.decisions,
            skipped: self.skipped,
            functions,
            constants: self.constants,
            sources: self.source.sources.clone(),
        }
    }

    /// The number of a new probe.
    pub(super) fn probe(&mut self, kind: ProbeKind, place: Offsets) -> u32 {
        let extent = self.extent(place);
        self.probes.push(Probe {
            kind,
            function: self.function.clone(),
            extent,
        });
        self.first.probes + self.probes.len() as u32 - 1
    }

    /// The number of the next decision.
    pub(super) fn next_decision(&self) -> u32 {
        self.first.decisions + self.decisions.len() as u32
    }

    /// The function at hand.
    pub(super) fn function(&self) -> String {
        self.function.clone()
    }

    /// A record of the function at hand that nobody else has.
    pub(super) fn slot(&mut self) -> u32 {
        self.slots += 1;
        self.slots - 1
    }

    pub(super) fn skip(&mut self, place: Offsets, why: &'static str) {
        let extent = self.extent(place);
        self.skipped.push(Skipped { extent, why });
    }

    /// Put a text in at an offset of the original text, behind what is there already.
    pub(super) fn insert(&mut self, at: usize, text: String) {
        self.inserts.push(Insert { at, text });
    }

    /// The text of a stretch that is parsed.
    pub(super) fn text(&self, place: Offsets) -> &'a str {
        let text = self.source.text.get(place.start..place.end);
        text.unwrap_or("").trim_end()
    }

    /// Where a stretch begins and ends in the original text.
    pub(super) fn ends(&self, place: Offsets) -> Option<(usize, usize)> {
        let end = place.start + self.text(place).len();
        Some((self.offset(place.start)?, self.offset(end)?))
    }

    /// The offset in the original text of one in the parsed text; none inside of what was put in.
    pub(super) fn offset(&self, parsed: usize) -> Option<usize> {
        // Lengths change only at edits. `grown` is what all of them up to here have added.
        let mut grown: isize = 0;
        for edit in &self.original.edits {
            let begins = edit.start.checked_add_signed(grown)?;
            if parsed <= begins {
                break;
            }
            let ends = begins + edit.text.len();
            if parsed < ends {
                return None;
            }
            grown += edit.text.len() as isize - (edit.end - edit.start) as isize;
        }
        parsed.checked_add_signed(-grown)
    }

    /// Behind the brace that a block begins with, and behind declarations of local labels, which come first.
    pub(super) fn behind_brace(&self, block: Offsets) -> Option<usize> {
        let mut at = self.offset(block.start)?;
        let text = &self.original.text;
        at += match text.get(at..)? {
            rest if rest.starts_with('{') => 1,
            rest if rest.starts_with("<%") => 2,
            _ => return None,
        };
        loop {
            let rest = text.get(at..)?;
            if !rest.trim_start().starts_with("__label__") {
                return Some(at);
            }
            at += rest.find(';')? + 1;
        }
    }

    /// The place of a stretch in its file.
    pub(super) fn extent(&self, place: Offsets) -> Extent {
        let end = place.start + self.text(place).len().max(1);
        let span = self.source.span(place.start, end);
        let last = self.source.span(end - 1, end);
        let (end_line, end_column) = match last.file == span.file && last.line >= span.line {
            true => (last.line, last.column + last.len),
            false => (span.line, span.column + span.len),
        };
        Extent {
            span,
            end_line,
            end_column,
        }
    }

    /// A size in a declarator is left as it is; if it is computed, that is said.
    pub(super) fn sizes(&mut self, declarator: &Declarator) {
        for derived in &declarator.derived {
            if let DerivedDeclarator::Array(array) = &derived.node
                && let lang_c::ast::ArraySize::VariableExpression(size)
                | lang_c::ast::ArraySize::StaticExpression(size) = &array.node.size
                && has_goals(&size.node)
            {
                self.skip(size.span, "sizes of arrays have no probes");
            }
        }
        if let DeclaratorKind::Declarator(inner) = &declarator.kind.node {
            self.sizes(&inner.node);
        }
    }
}

/// Might there be goals at this expression? Calls and what chooses: looked for at the top only, which is enough to
/// say that something has no probe.
fn has_goals(e: &Expression) -> bool {
    match e {
        Expression::Call(_) | Expression::Conditional(_) | Expression::Statement(_) => true,
        Expression::BinaryOperator(binary) => {
            has_goals(&binary.node.lhs.node) || has_goals(&binary.node.rhs.node)
        }
        Expression::UnaryOperator(unary) => has_goals(&unary.node.operand.node),
        Expression::Cast(cast) => has_goals(&cast.node.expression.node),
        _ => false,
    }
}

/// The name that a declarator declares, and where.
fn declared_name(declarator: &Declarator) -> Option<(&str, Offsets)> {
    match &declarator.kind.node {
        DeclaratorKind::Identifier(name) => Some((&name.node.name, name.span)),
        DeclaratorKind::Declarator(inner) => declared_name(&inner.node),
        DeclaratorKind::Abstract => None,
    }
}
