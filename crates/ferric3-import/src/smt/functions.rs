//! Functions whose values are no terms: because they may be irrational (`sin`, `log`, `pow`), or because there is none at some
//! arguments (`log`, `pow`, division).
//!
//! `(sin e)` is read as a fresh symbol `s`, and a formula with `s` has `s = sin(e)` as another conjunct. That is the same,
//! because this function has exactly one value everywhere. A *partial* function has a condition besides: where the
//! condition holds, the symbol is the value; elsewhere it may be anything. SMT-LIB leaves to the model what `x / 0` is, and
//! the tools that have a logarithm do not agree what that of -1 is, so nobody may rely on a value there
//! ([`defined`](super::defined) says what becomes of runs that do).
//!
//! A logarithm is the exponential function the other way round: `y = log x` if `x = e^y`.

use ferric3_term::{Op, Rational, Sort, SymbolId, TermId, Terms, Transcendental};
use rustc_hash::{FxHashMap, FxHashSet};

use super::numbers::{as_real, coerced, constant, is_of_products, some_of_numbers};
use super::operators::{arity, at_least};

/// A value.
#[derive(Clone, Debug)]
pub(super) struct Value {
    symbol: SymbolId,
    /// What it is the value of.
    name: &'static str,
    pub(super) args: Vec<TermId>,
    /// Says that the symbol is the value.
    predicate: TermId,
    /// Where there is one, if not everywhere.
    pub(super) condition: Option<TermId>,
    /// Does the predicate allow one number everywhere, also where there is no value?
    is_total: bool,
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Functions {
    values: Vec<Value>,
    by_symbol: FxHashMap<SymbolId, usize>,
}

impl Functions {
    /// How many values there are.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// The value that a symbol is.
    pub(super) fn value_of(&self, symbol: SymbolId) -> Option<&Value> {
        self.by_symbol.get(&symbol).map(|&at| &self.values[at])
    }

    /// The value of a function, if it is one that is read.
    pub(super) fn read(
        &mut self,
        terms: &mut Terms,
        name: &str,
        args: &[TermId],
    ) -> Option<Result<TermId, String>> {
        let mut all = Transcendental::ALL.into_iter();
        if let Some(function) = all.find(|function| function.name() == name) {
            return Some(self.transcendental(terms, function, args));
        }
        match name {
            "log" | "ln" => Some(self.logarithm(terms, name, args)),
            "^" | "pow" if !is_of_products(terms, args) => Some(self.power(terms, name, args)),
            "/" | "div" | "mod" => {
                let mut divisors = args.iter().skip(1);
                let is_open = divisors.any(|&divisor| constant(terms, divisor).is_none());
                is_open.then(|| self.division(terms, name, args))
            }
            _ => None,
        }
    }

    fn transcendental(
        &mut self,
        terms: &mut Terms,
        function: Transcendental,
        args: &[TermId],
    ) -> Result<TermId, String> {
        let argument = one_number(terms, function.name(), args)?;
        Ok(self.value(
            terms,
            function.name(),
            &[argument],
            Sort::Real,
            |terms, value| (terms.mk(Op::Graph(function), &[value, argument]), None),
        ))
    }

    fn logarithm(
        &mut self,
        terms: &mut Terms,
        name: &str,
        args: &[TermId],
    ) -> Result<TermId, String> {
        let argument = one_number(terms, name, args)?;
        Ok(
            self.value(terms, "log", &[argument], Sort::Real, |terms, value| {
                let zero = terms.real(0);
                let predicate = terms.mk(Op::Graph(Transcendental::Exp), &[argument, value]);
                (predicate, Some(terms.lt(zero, argument)))
            }),
        )
    }

    /// A power of integers is an integer, for exponents that are not negative.
    fn power(&mut self, terms: &mut Terms, name: &str, args: &[TermId]) -> Result<TermId, String> {
        arity(name, args, 2)?;
        let sort = some_of_numbers(terms, name, args)?;
        let args = coerced(terms, args);
        let &[base, exponent] = &args[..] else {
            unreachable!("there are two");
        };
        Ok(self.value(terms, "pow", &args, sort, |terms, value| {
            let reals = [value, base, exponent].map(|arg| as_real(terms, arg));
            let predicate = terms.mk(Op::Power, &reals);
            let zero = terms.number(Rational::ZERO, sort);
            let (above, below) = (terms.lt(zero, base), terms.lt(base, zero));
            let has_sign = match sort {
                Sort::Int => {
                    let not_zero = terms.or(&[above, below]);
                    let at_least = terms.le(zero, exponent);
                    terms.and(&[not_zero, at_least])
                }
                _ => {
                    let is_integer = terms.is_int(exponent);
                    let with_integer = terms.and(&[below, is_integer]);
                    terms.or(&[above, with_integer])
                }
            };
            let at_zero = [terms.eq(base, zero), terms.lt(zero, exponent)];
            let at_zero = terms.and(&at_zero);
            (predicate, Some(terms.or(&[has_sign, at_zero])))
        }))
    }

    /// Division from left to right.
    fn division(
        &mut self,
        terms: &mut Terms,
        name: &str,
        args: &[TermId],
    ) -> Result<TermId, String> {
        at_least(name, args, 2)?;
        let given = some_of_numbers(terms, name, args)?;
        let (function, op, sort) = match name {
            "/" => ("/", Op::RealDiv, Sort::Real),
            "div" => ("div", Op::IntDiv, Sort::Int),
            _ => {
                arity(name, args, 2)?;
                ("mod", Op::IntMod, Sort::Int)
            }
        };
        if sort == Sort::Int && given != Sort::Int {
            return Err(format!("`{name}` wants Int, not {given}"));
        }
        let args: Vec<TermId> = (args.iter())
            .map(|&arg| {
                if sort == Sort::Real {
                    as_real(terms, arg)
                } else {
                    arg
                }
            })
            .collect();
        let mut quotient = args[0];
        for &divisor in &args[1..] {
            quotient = match constant(terms, divisor) {
                Some(number) if number.is_zero() => {
                    return Err(format!("`{name}` by 0 has no value that SMT-LIB fixes"));
                }
                Some(_) => terms.mk(op.clone(), &[quotient, divisor]),
                None => self.value(
                    terms,
                    function,
                    &[quotient, divisor],
                    sort,
                    |terms, value| {
                        let term = terms.mk(op.clone(), &[quotient, divisor]);
                        let predicate = terms.mk(Op::Eq, &[value, term]);
                        let zero = terms.number(Rational::ZERO, sort);
                        let is_zero = terms.eq(divisor, zero);
                        (predicate, Some(terms.not(is_zero)))
                    },
                ),
            };
        }
        Ok(quotient)
    }

    /// The symbol for a value: one for each function and arguments. `of` makes the predicate and the condition.
    fn value(
        &mut self,
        terms: &mut Terms,
        name: &'static str,
        args: &[TermId],
        sort: Sort,
        of: impl FnOnce(&mut Terms, TermId) -> (TermId, Option<TermId>),
    ) -> TermId {
        let mut known = self.values.iter();
        if let Some(value) = known.find(|value| value.name == name && value.args == args) {
            return terms.symbol_term(value.symbol);
        }
        // A variable of the name of an operator would hide that in what is written.
        let label = match name {
            "/" | "div" => "quotient",
            "mod" => "remainder",
            name => name,
        };
        let (symbol, term) = terms.fresh_symbol(label, sort);
        let (predicate, condition) = of(terms, term);
        // What holds for constants is no condition.
        let condition = condition.filter(|&condition| terms.as_bool(condition) != Some(true));
        self.by_symbol.insert(symbol, self.values.len());
        self.values.push(Value {
            symbol,
            name,
            args: args.to_vec(),
            predicate,
            condition,
            is_total: matches!(name, "/" | "div" | "mod"),
        });
        term
    }

    /// The values in terms, those in their arguments too.
    fn used(&self, terms: &Terms, roots: &[TermId]) -> Vec<&Value> {
        let mut found = Vec::new();
        if self.values.is_empty() {
            return found;
        }
        let mut used: FxHashSet<SymbolId> = FxHashSet::default();
        for &root in roots {
            used.extend(terms.symbols_of(root));
        }
        // Arguments have values that were read before.
        for value in self.values.iter().rev() {
            if used.contains(&value.symbol) {
                used.extend(terms.symbols_of(value.predicate));
                found.push(value);
            }
        }
        found
    }

    /// What has to hold besides terms with values of functions, and the symbols of these.
    ///
    /// Of a partial function it is an implication. But a *certain* step, about which all of `certain` holds, does not depend
    /// on what has no value: so the condition may be known, and the number that our terms have may be taken.
    pub(crate) fn besides(
        &self,
        terms: &mut Terms,
        roots: &[TermId],
        certain: Option<&[TermId]>,
    ) -> (Vec<TermId>, Vec<SymbolId>) {
        let (mut predicates, mut symbols) = (Vec::new(), Vec::new());
        for value in self.used(terms, roots) {
            symbols.push(value.symbol);
            let is_known = |condition: TermId| {
                certain.is_some_and(|known| value.is_total || known.contains(&condition))
            };
            predicates.push(match value.condition {
                Some(condition) if !is_known(condition) => {
                    let nowhere = terms.not(condition);
                    terms.mk(Op::Or, &[nowhere, value.predicate])
                }
                _ => value.predicate,
            });
        }
        (predicates, symbols)
    }

    /// Partial functions with values in terms, in words: what an obstacle is.
    pub(crate) fn partial(&self, terms: &Terms, roots: &[TermId]) -> Option<String> {
        let mut found: Vec<&str> = Vec::new();
        for value in self.used(terms, roots) {
            let what = match value.name {
                "log" => "`log` of a number that is not positive",
                "pow" => "`pow` of numbers for which it has no value",
                "/" => "`/` by 0",
                "div" => "`div` by 0",
                _ => "`mod` by 0",
            };
            if value.condition.is_some() && !found.contains(&what) {
                found.push(what);
            }
        }
        found.reverse();
        (!found.is_empty()).then(|| found.join(", or "))
    }
}

/// The argument of a function of one real number.
fn one_number(terms: &mut Terms, name: &str, args: &[TermId]) -> Result<TermId, String> {
    arity(name, args, 1)?;
    let sort = terms.sort(args[0]);
    match sort.is_number() {
        true => Ok(as_real(terms, args[0])),
        false => Err(format!("`{name}` wants Real, not {sort}")),
    }
}
