//! Integers and real numbers without a width: a variable for each, exact constants as bounds.
//!
//! What terms have no operators for is found by its form: powers, absolute values, the lesser one of two.

use ferric3_term::{Op, Rational, TermId, Terms};

use super::{Translation, Truth, fix};
use crate::search::{Gate, Search};
use crate::{Domain, Literal, Operator, Primitive, VarId, View};

/// Greater exponents are products of powers.
const EXPONENTS: u32 = 16;

impl Translation {
    /// The variable of a number whose arguments are translated.
    pub(super) fn number_of(
        &mut self,
        search: &mut Search,
        terms: &Terms,
        term: TermId,
        domain: Domain,
    ) -> VarId {
        let args = terms.args(term);
        match terms.op(term) {
            Op::Int(number) | Op::Real(number) => self.number(search, domain, number),
            Op::Symbol(symbol) => {
                let var = self.free(search, domain);
                self.symbols.insert(*symbol, var);
                var
            }
            _ => match self.number_operation(search, terms, term, domain) {
                Some(var) => var,
                None => {
                    debug_assert!(!args.is_empty());
                    self.unknown(search, terms, term, domain)
                }
            },
        }
    }

    /// The result of an operation; `None` if there is no such operation.
    fn number_operation(
        &mut self,
        search: &mut Search,
        terms: &Terms,
        term: TermId,
        domain: Domain,
    ) -> Option<VarId> {
        let args = terms.args(term);
        match terms.op(term) {
            op @ (Op::Sub | Op::RealDiv | Op::IntDiv | Op::IntMod) => {
                let [a, b] = [self.words[&args[0]]?, self.words[&args[1]]?];
                Some(self.binary(search, op.clone(), a, b))
            }
            Op::Add => {
                let mut sum = self.words[&args[0]]?;
                for &arg in &args[1..] {
                    let addend = self.words[&arg]?;
                    sum = match opposite(terms, arg) {
                        Some(of) => {
                            let of = self.words[&of]?;
                            self.binary(search, Op::Sub, sum, of)
                        }
                        None => self.binary(search, Op::Add, sum, addend),
                    };
                }
                Some(sum)
            }
            Op::Neg => {
                let a = self.words[&args[0]]?;
                Some(self.result(search, Operator::Negate, &[domain; 2], &[a]))
            }
            Op::Mul => self.product(search, terms, term, domain),
            op @ (Op::ToReal | Op::ToInt) => {
                let a = self.words[&args[0]]?;
                let domains = [domain, search.domain(a)];
                Some(self.result(search, Operator::Number(op.clone()), &domains, &[a]))
            }
            Op::BvToNat => {
                let word = self.view(search, args[0], View::Unsigned)?;
                let domains = [domain, search.domain(word)];
                Some(self.result(search, Operator::Number(Op::BvToNat), &domains, &[word]))
            }
            Op::Ite => {
                if let Some(of) = magnitude(terms, args) {
                    let of = self.words[&of]?;
                    return Some(self.result(search, Operator::Absolute, &[domain; 2], &[of]));
                }
                let [a, b] = [self.words[&args[1]]?, self.words[&args[2]]?];
                if let Some(op) = extreme(terms, args) {
                    return Some(self.result(search, op, &[domain; 3], &[a, b]));
                }
                let condition = match self.truths[&args[0]] {
                    Truth::Known(true) => return Some(a),
                    Truth::Known(false) => return Some(b),
                    Truth::Literal(literal) => self.truth_var(search, literal),
                };
                let domains = [domain, Domain::BOOL, domain, domain];
                Some(self.result(search, Operator::Ite, &domains, &[condition, a, b]))
            }
            _ => None,
        }
    }

    fn binary(&mut self, search: &mut Search, op: Op, a: VarId, b: VarId) -> VarId {
        let domain = search.domain(a);
        self.result(search, Operator::Number(op), &[domain; 3], &[a, b])
    }

    /// A product: what occurs several times is a power, which knows that it is the same factor.
    fn product(
        &mut self,
        search: &mut Search,
        terms: &Terms,
        term: TermId,
        domain: Domain,
    ) -> Option<VarId> {
        let mut factors: Vec<(TermId, u32)> = Vec::new();
        let mut stack = vec![term];
        while let Some(factor) = stack.pop() {
            if *terms.op(factor) == Op::Mul {
                stack.extend(terms.args(factor).iter().rev());
            } else if let Some((_, count)) = factors
                .iter_mut()
                .find(|(known, count)| *known == factor && *count < EXPONENTS)
            {
                *count += 1;
            } else {
                factors.push((factor, 1));
            }
        }
        let mut product = None;
        for (factor, count) in factors {
            let var = self.words[&factor]?;
            let power = match count {
                1 => var,
                n => self.result(search, Operator::Power(n), &[domain; 2], &[var]),
            };
            product = Some(match product {
                None => power,
                Some(product) => self.binary(search, Op::Mul, product, power),
            });
        }
        product
    }

    /// A variable for a constant, which evaluation knows exactly.
    fn number(&mut self, search: &mut Search, domain: Domain, number: &Rational) -> VarId {
        if let Some(&var) = self.numbers.get(&(domain, number.clone())) {
            return var;
        }
        let var = search.add_var(domain, false);
        search.add_gate(Gate::Number(var, number.clone()));
        fix(search, var, domain.key_of_number(number));
        self.numbers.insert((domain, number.clone()), var);
        var
    }

    /// Is one number the value of a function at the other ones?
    pub(super) fn graph(&mut self, search: &mut Search, terms: &Terms, term: TermId) -> Truth {
        let args = terms.args(term).iter();
        let args: Vec<VarId> = args
            .map(|arg| self.words[arg].expect("numbers are represented"))
            .collect();
        let op = Operator::Number(terms.op(term).clone());
        self.predicate(search, op, &args)
    }

    /// Is the number an integer?
    pub(super) fn is_integer(&mut self, search: &mut Search, a: TermId) -> Truth {
        let Some(a) = self.words[&a] else {
            unreachable!("numbers are represented");
        };
        let var = search.add_var(Domain::BOOL, false);
        let primitive = Primitive::new(Operator::Number(Op::IsInt), &[Domain::BOOL, Domain::REAL]);
        search.add_constraint(primitive, &[var, a], true);
        Truth::Literal(Literal::of_bool(var, true))
    }

    /// A comparison of numbers. With a constant that has a key for itself, it is a bound.
    pub(super) fn number_comparison(
        &mut self,
        search: &mut Search,
        terms: &Terms,
        term: TermId,
    ) -> Truth {
        let &[a, b] = terms.args(term) else {
            unreachable!("comparisons have two sides");
        };
        let operator = match terms.op(term) {
            Op::Lt => Operator::Lt,
            Op::Le => Operator::Le,
            _ => Operator::Eq,
        };
        let (Some(x), Some(y)) = (self.words[&a], self.words[&b]) else {
            unreachable!("numbers are represented");
        };
        let domain = search.domain(x);
        let key = |term: TermId| {
            let key = domain.key_of_number(terms.as_number(term)?);
            domain.is_exact(key).then_some(key)
        };
        if a == b {
            return Truth::Known(operator != Operator::Lt);
        }
        let top = Some(domain.greatest());
        match (terms.as_number(a), terms.as_number(b), key(a), key(b)) {
            (Some(a), Some(b), ..) => Truth::Known(match operator {
                Operator::Lt => a < b,
                Operator::Le => a <= b,
                _ => a == b,
            }),
            // Exact keys are neither the first nor the last one.
            (_, _, None, Some(key)) => match operator {
                Operator::Lt => self.within(search, x, 0, Some(key - 1)),
                Operator::Le => self.within(search, x, 0, Some(key)),
                _ => self.within(search, x, key, Some(key)),
            },
            (_, _, Some(key), None) => match operator {
                Operator::Lt => self.within(search, y, key + 1, top),
                Operator::Le => self.within(search, y, key, top),
                _ => self.within(search, y, key, Some(key)),
            },
            _ => self.predicate(search, operator, &[x, y]),
        }
    }
}

/// The term whose opposite this one is.
fn opposite(terms: &Terms, term: TermId) -> Option<TermId> {
    match (terms.op(term), terms.args(term)) {
        (Op::Neg, &[of]) => Some(of),
        (Op::Mul, &[factor, of]) if terms.as_number(factor) == Some(&Rational::MINUS_ONE) => {
            Some(of)
        }
        _ => None,
    }
}

/// Both sides of `a < b` or `a ≤ b`, also negated: where these are equal it does not matter which it is.
fn sides(terms: &Terms, condition: TermId) -> Option<(TermId, TermId)> {
    match (terms.op(condition), terms.args(condition)) {
        (Op::Lt | Op::Le, &[a, b]) => Some((a, b)),
        (Op::Not, &[inner]) => match (terms.op(inner), terms.args(inner)) {
            (Op::Lt | Op::Le, &[a, b]) => Some((b, a)),
            _ => None,
        },
        _ => None,
    }
}

/// For `ite(a ≤ b, …)` of `a` and `b`: which one it takes.
fn extreme(terms: &Terms, args: &[TermId]) -> Option<Operator> {
    let (a, b) = sides(terms, args[0])?;
    match (args[1], args[2]) {
        (x, y) if (x, y) == (a, b) => Some(Operator::Min),
        (x, y) if (x, y) == (b, a) => Some(Operator::Max),
        _ => None,
    }
}

/// For `ite(x < 0, -x, x)`, and the same with other comparisons of `x` by which it is never negative: the term `x`.
fn magnitude(terms: &Terms, args: &[TermId]) -> Option<TermId> {
    let (a, b) = sides(terms, args[0])?;
    let near_zero = |term: TermId, towards: i64| {
        let number = terms.as_number(term);
        let is_integer = terms.sort(term) == ferric3_term::Sort::Int;
        number.is_some_and(|n| n.is_zero() || (is_integer && n.to_i64() == Some(towards)))
    };
    // `x ≤ 0` or, of integers, `x ≤ -1`; the strict ones say the same or leave out what is 0.
    let (of, if_negative, otherwise) = if near_zero(b, -1) && !is_strict_below(terms, args[0], b) {
        (a, args[1], args[2])
    } else if near_zero(a, 1) && !is_strict_below(terms, args[0], a) {
        (b, args[2], args[1])
    } else {
        return None;
    };
    (otherwise == of && opposite(terms, if_negative) == Some(of)).then_some(of)
}

/// Is it a strict comparison with a number that is not 0? Then it leaves more than 0 to the other side.
fn is_strict_below(terms: &Terms, condition: TermId, number: TermId) -> bool {
    let is_strict = match terms.op(condition) {
        Op::Lt => true,
        Op::Not => *terms.op(terms.args(condition)[0]) == Op::Le,
        _ => false,
    };
    is_strict && !terms.as_number(number).is_some_and(Rational::is_zero)
}
