//! Words: a variable for each, in its first view.

use ferric3_term::{FloatFormat, FloatOp, Op, TermId, Terms};

use super::views::natural;
use super::{Translation, Truth, constant_of};
use crate::search::{Gate, Search};
use crate::{Domain, Literal, Operator, VarId, View};

impl Translation {
    /// The variable of a word whose arguments are translated.
    pub(super) fn word_of(&mut self, search: &mut Search, terms: &Terms, term: TermId) -> VarId {
        let width = terms.width(term);
        let view = self.first_view(terms, term);
        let domain = Domain { width, view };
        match terms.op(term) {
            Op::Const(value) => {
                let word = value.to_u64().expect("words have at most 64 bits");
                self.constant(search, domain, word)
            }
            Op::Symbol(symbol) => {
                let var = self.free(search, domain);
                self.symbols.insert(*symbol, var);
                var
            }
            _ => match self.operation(search, terms, term, domain) {
                Some(var) => var,
                None => self.unknown(search, terms, term, domain),
            },
        }
    }

    /// The view that the operation has, or that uses suggest where it has none.
    fn first_view(&self, terms: &Terms, term: TermId) -> View {
        let suggested = self.suggested.get(&term).copied();
        match terms.op(term) {
            Op::Symbol(_) | Op::Const(_) | Op::Ite | Op::Select => {
                suggested.unwrap_or(View::Unsigned)
            }
            Op::BvXor if matches!(suggested, Some(View::Float(_))) && self.is_flip(terms, term) => {
                suggested.unwrap_or(View::Unsigned)
            }
            Op::BvAdd
            | Op::BvSub
            | Op::BvMul
            | Op::BvNeg
            | Op::BvShl
            | Op::Extract { lo: 0, .. }
                if suggested == Some(View::Signed) =>
            {
                View::Signed
            }
            _ => natural(terms, term).unwrap_or(View::Unsigned),
        }
    }

    /// Is it a word with its sign bit flipped?
    fn is_flip(&self, terms: &Terms, term: TermId) -> bool {
        flipped(terms, term).is_some()
    }

    /// The result of an operation; `None` if an argument is not represented.
    fn operation(
        &mut self,
        search: &mut Search,
        terms: &Terms,
        term: TermId,
        domain: Domain,
    ) -> Option<VarId> {
        let args = terms.args(term);
        let op = terms.op(term);
        match op {
            Op::Ite => {
                let condition = match self.truths[&args[0]] {
                    Truth::Known(true) => return self.view(search, args[1], domain.view),
                    Truth::Known(false) => return self.view(search, args[2], domain.view),
                    Truth::Literal(literal) => self.truth_var(search, literal),
                };
                let a = self.view(search, args[1], domain.view)?;
                let b = self.view(search, args[2], domain.view)?;
                let domains = [domain, Domain::BOOL, domain, domain];
                Some(self.result(search, Operator::Ite, &domains, &[condition, a, b]))
            }
            Op::BvXor if matches!(domain.view, View::Float(_)) => {
                let a = self.view(search, flipped(terms, term)?, domain.view)?;
                Some(self.result(search, Operator::FloatNeg, &[domain; 2], &[a]))
            }
            Op::Extract { hi, lo } => self.extract(search, args[0], *hi, *lo, domain),
            Op::RotateLeft(by) => self.rotate(search, args[0], by % domain.width),
            Op::RotateRight(by) => {
                let by = (domain.width - by % domain.width) % domain.width;
                self.rotate(search, args[0], by)
            }
            Op::BvShl | Op::BvLshr | Op::BvAshr => {
                let a = self.view(search, args[0], domain.view)?;
                let count = self.view(search, args[1], View::Unsigned)?;
                let domains = [domain, domain, Domain::unsigned(domain.width)];
                Some(self.result(search, Operator::Word(op.clone()), &domains, &[a, count]))
            }
            Op::Float(float) if is_narrow(*float) => self.float(search, *float, args, domain),
            Op::Select => self.select(search, terms, args, domain.view),
            Op::IntToBv(width) => {
                let integer = self.words[&args[0]]?;
                let word = Domain::unsigned(*width);
                let op = Operator::Number(op.clone());
                let result = self.result(search, op, &[word, Domain::INTEGER], &[integer]);
                debug_assert_eq!(domain, word);
                Some(result)
            }
            Op::Not | Op::Eq | Op::Float(_) => None,
            _ => {
                // All operators that are left have all their words in the view of the result.
                let vars: Option<Vec<VarId>> = (args.iter())
                    .map(|&arg| self.view(search, arg, domain.view))
                    .collect();
                let vars = vars?;
                let mut domains = vec![domain];
                domains.extend(vars.iter().map(|&var| search.domain(var)));
                Some(self.result(search, Operator::Word(op.clone()), &domains, &vars))
            }
        }
    }

    fn float(
        &mut self,
        search: &mut Search,
        op: FloatOp,
        args: &[TermId],
        domain: Domain,
    ) -> Option<VarId> {
        let view = match op {
            FloatOp::FromSigned(_) => View::Signed,
            op => op.argument_format().map_or(View::Unsigned, View::Float),
        };
        let vars: Option<Vec<VarId>> = args
            .iter()
            .map(|&arg| self.view(search, arg, view))
            .collect();
        let vars = vars?;
        let mut domains = vec![domain];
        domains.extend(vars.iter().map(|&var| search.domain(var)));
        Some(self.result(search, Operator::Float(op), &domains, &vars))
    }

    fn extract(
        &mut self,
        search: &mut Search,
        of: TermId,
        hi: u32,
        lo: u32,
        domain: Domain,
    ) -> Option<VarId> {
        let first = self.words[&of]?;
        let whole = search.domain(first);
        if let View::Float(_) = whole.view {
            if lo == 0 && hi + 2 == whole.width {
                let domains = [Domain::unsigned(hi + 1), whole];
                return Some(self.result(search, Operator::FloatMagnitude, &domains, &[first]));
            }
            if lo == hi && hi + 1 == whole.width {
                // The sign: the lower half of the keys.
                return Some(self.gate(search, &[Literal::at_most(first, whole.sign() - 1)]));
            }
        }
        let arg = self.view(search, of, domain.view)?;
        let domains = [domain, search.domain(arg)];
        let op = Operator::Word(Op::Extract { hi, lo });
        Some(self.result(search, op, &domains, &[arg]))
    }

    /// The lower bits behind the upper ones, as two parts.
    fn rotate(&mut self, search: &mut Search, of: TermId, by: u32) -> Option<VarId> {
        let arg = self.view(search, of, View::Unsigned)?;
        if by == 0 {
            return Some(arg);
        }
        let whole = search.domain(arg);
        let mut part = |hi: u32, lo: u32| {
            let domain = Domain::unsigned(hi - lo + 1);
            let op = Operator::Word(Op::Extract { hi, lo });
            self.result(search, op, &[domain, whole], &[arg])
        };
        let high = part(whole.width - by - 1, 0);
        let low = part(whole.width - 1, whole.width - by);
        let domains = [whole, search.domain(high), search.domain(low)];
        Some(self.result(search, Operator::Word(Op::Concat), &domains, &[high, low]))
    }

    /// A truth value as a variable of its own.
    pub(super) fn truth_var(&mut self, search: &mut Search, literal: Literal) -> VarId {
        let is_variable = search.domain(literal.var) == Domain::BOOL && !literal.upper;
        if is_variable {
            return literal.var;
        }
        self.gate(search, &[literal])
    }

    /// A truth value that holds if and only if all literals do.
    pub(super) fn gate(&mut self, search: &mut Search, literals: &[Literal]) -> VarId {
        let var = search.add_var(Domain::BOOL, false);
        search.add_gate(Gate::And(var, literals.into()));
        let mut all = vec![Literal::of_bool(var, true)];
        for &literal in literals {
            search.add_clause(&[Literal::of_bool(var, false), literal], true);
            all.push(!literal);
        }
        search.add_clause(&all, true);
        var
    }
}

/// The word of which this one is the one with the sign bit flipped.
fn flipped(terms: &Terms, term: TermId) -> Option<TermId> {
    let &[a, b] = terms.args(term) else {
        return None;
    };
    let sign = 1 << (terms.width(term) - 1);
    match (constant_of(terms, a), constant_of(terms, b)) {
        (_, Some(word)) if word == sign => Some(a),
        (Some(word), _) if word == sign => Some(b),
        _ => None,
    }
}

/// Are all its numbers and integers words of at most 64 bits? (Arguments are asked for by their own sort.)
fn is_narrow(op: FloatOp) -> bool {
    let formats = [op.argument_format(), op.result_format()];
    let narrow = |format: FloatFormat| format.width() <= 64;
    formats.into_iter().flatten().all(narrow) && op.result_width().is_none_or(|width| width <= 64)
}
