//! The circuit of an operation, as terms over symbols for its arguments. Made once per operation,
//! and built into the SAT solver as often as it is needed.

use ferric3_sat::Lit;
use ferric3_term::{FloatOp, Op, Sort, TermId, Terms};

use super::super::cache::Cache;
use super::super::gates::Gates;
use super::super::translate::{known_bits, plain_bits};

/// Terms for one operation.
pub(super) struct Template {
    terms: Terms,
    args: Vec<TermId>,
    result: TermId,
    circuit: TermId,
    facts: Vec<Vec<TermId>>,
}

impl Template {
    /// For an operation on arguments of one width.
    pub(super) fn new(op: FloatOp, arity: usize, width: usize, with_facts: bool) -> Template {
        let width = u32::try_from(width).expect("widths have 32 bits");
        let mut terms = Terms::new();
        let args: Vec<TermId> = (0..arity)
            .map(|_| terms.fresh_symbol("x", Sort::BitVec(width)).1)
            .collect();
        let plain = terms.mk(Op::Float(op), &args);
        let (_, result) = terms.fresh_symbol("r", terms.sort(plain));
        let circuit = terms.expand_float(plain);
        let facts = if with_facts {
            terms.float_facts(op, &args, result)
        } else {
            vec![]
        };
        Template {
            terms,
            args,
            result,
            circuit,
            facts,
        }
    }

    /// The bits of the operation on these arguments.
    pub(super) fn circuit(&self, gates: &mut Gates, args: &[Vec<Lit>]) -> Vec<Lit> {
        let mut cache = self.bound(args, None);
        self.translate(gates, &mut cache, self.circuit);
        known_bits(&cache, &self.terms, self.circuit).to_vec()
    }

    /// What is known about the result, as clauses.
    pub(super) fn facts(
        &self,
        gates: &mut Gates,
        args: &[Vec<Lit>],
        result: &[Lit],
    ) -> Vec<Vec<Lit>> {
        let mut cache = self.bound(args, Some(result));
        for &literal in self.facts.iter().flatten() {
            self.translate(gates, &mut cache, literal);
        }
        let bit = |&literal: &TermId| known_bits(&cache, &self.terms, literal)[0];
        let clause = |clause: &Vec<TermId>| clause.iter().map(bit).collect();
        self.facts.iter().map(clause).collect()
    }

    /// The symbols with their bits.
    fn bound(&self, args: &[Vec<Lit>], result: Option<&[Lit]>) -> Cache {
        let mut cache = Cache::default();
        for (&symbol, bits) in self.args.iter().zip(args) {
            cache.insert_term(symbol, bits);
        }
        if let Some(bits) = result {
            cache.insert_term(self.result, bits);
        }
        cache
    }

    fn translate(&self, gates: &mut Gates, cache: &mut Cache, root: TermId) {
        for term in self.terms.subterms(root) {
            if !cache.contains(term) {
                let bits = plain_bits(gates, cache, &self.terms, term);
                cache.insert_term(term, &bits);
            }
        }
    }
}
