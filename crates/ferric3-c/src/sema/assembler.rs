//! Assembler with an empty template: a barrier for the optimiser. No instruction is executed, so it
//! changes nothing, and that compilers do not know that is all it is for. Operands that are read and
//! written (`"+r"(x)`) keep their values. One that is only written gets whatever is in its register:
//! that, like every other assembler, is not modelled.

use lang_c::ast::{AsmStatement, GnuAsmOperand, GnuExtendedAsmStatement};
use lang_c::span::Node;

use super::hir::{Range, Stmt};
use super::{Sema, range_of};

impl<'a> Sema<'a> {
    /// A statement in assembler.
    pub(crate) fn assembler(&mut self, node: &'a Node<AsmStatement>, range: Range) -> Stmt {
        let unsupported = Stmt::Unsupported("inline assembly", range);
        match &node.node {
            AsmStatement::GnuBasic(template) if is_empty(&template.node) => Stmt::Empty,
            AsmStatement::GnuExtended(asm) if is_barrier(asm) => {
                let mut stmts = Vec::new();
                for operand in asm.outputs.iter().chain(&asm.inputs) {
                    let e = self.expr(&operand.node.variable_name);
                    if asm.outputs.iter().any(|o| std::ptr::eq(o, operand)) && !e.is_place() {
                        let place = range_of(&operand.node.variable_name);
                        self.error(place, "assembler cannot write to what is no variable");
                    }
                    if e.effects {
                        stmts.push(Stmt::Expr(self.value(e)));
                    }
                }
                Stmt::Block(stmts)
            }
            _ => unsupported,
        }
    }
}

fn is_barrier(asm: &GnuExtendedAsmStatement) -> bool {
    let keeps = |operand: &Node<GnuAsmOperand>| {
        let constraints = operand.node.constraints.node.concat();
        constraints.trim_start_matches('"').starts_with('+')
    };
    is_empty(&asm.template.node) && asm.outputs.iter().all(keeps)
}

/// Is there no instruction in a template?
fn is_empty(template: &[String]) -> bool {
    template.iter().all(|part| {
        let body = part.trim_matches('"');
        body.replace("\\n", " ")
            .replace("\\t", " ")
            .trim()
            .is_empty()
    })
}
