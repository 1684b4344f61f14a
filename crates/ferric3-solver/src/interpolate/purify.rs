//! Formulas in which all atoms are linear inequalities, equations of numbers, or symbols.
//!
//! Quotients, remainders, rounded numbers and choices become symbols with definitions, which are conjuncts of
//! the same side: `q = ⌊t / 3⌋` is `0 ≤ t - 3·q ≤ 2`. The numbers of a side determine its new symbols, so that an interpolant
//! of what is left is one of the formulas.

use ferric3_term::{Op, Rational, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

use super::NoInterpolant;

/// The conjuncts and the definitions that they need.
pub(super) fn purify(terms: &mut Terms, formulas: &[TermId]) -> Result<Vec<TermId>, NoInterpolant> {
    let mut purifier = Purifier {
        terms,
        done: FxHashMap::default(),
        definitions: Vec::new(),
    };
    let mut pure = Vec::new();
    for &formula in formulas {
        let formula = purifier.term(formula)?;
        pure.push(formula);
    }
    pure.append(&mut purifier.definitions);
    Ok(pure)
}

struct Purifier<'a> {
    terms: &'a mut Terms,
    done: FxHashMap<TermId, TermId>,
    /// They are pure.
    definitions: Vec<TermId>,
}

impl Purifier<'_> {
    fn term(&mut self, term: TermId) -> Result<TermId, NoInterpolant> {
        for part in self.terms.subterms(term) {
            if !self.done.contains_key(&part) {
                let args = self.terms.args(part).iter();
                let args: Vec<TermId> = args.map(|arg| self.done[arg]).collect();
                let pure = self.node(part, &args)?;
                self.done.insert(part, pure);
            }
        }
        Ok(self.done[&term])
    }

    /// The operator of `part` on pure arguments.
    fn node(&mut self, part: TermId, args: &[TermId]) -> Result<TermId, NoInterpolant> {
        let sort = self.terms.sort(part);
        if !sort.is_number() && sort != Sort::Bool {
            return Err(NoInterpolant::Refused);
        }
        let op = self.terms.op(part).clone();
        let constant = |terms: &Terms, place: usize| terms.as_number(args[place]).cloned();
        match op {
            Op::Ite if sort.is_number() => Ok(self.choice(args, sort)),
            Op::Mul if constant(self.terms, 0).is_none() && constant(self.terms, 1).is_none() => {
                Err(NoInterpolant::Refused)
            }
            Op::IntDiv | Op::IntMod => {
                let divisor = constant(self.terms, 1).ok_or(NoInterpolant::Refused)?;
                let quotient = match divisor.is_zero() {
                    true => self.terms.int(0),
                    false => self.quotient(args[0], &divisor),
                };
                if op == Op::IntDiv {
                    return Ok(quotient);
                }
                let product = self.terms.mul(args[1], quotient);
                Ok(self.terms.sub(args[0], product))
            }
            Op::RealDiv => {
                let divisor = constant(self.terms, 1).ok_or(NoInterpolant::Refused)?;
                if divisor.is_zero() {
                    return Ok(self.terms.real(0));
                }
                let factor = self.terms.real(divisor.reciprocal());
                Ok(self.terms.mul(factor, args[0]))
            }
            Op::ToInt => Ok(self.rounded(args[0])),
            Op::IsInt => {
                let rounded = self.rounded(args[0]);
                let rounded = self.terms.to_real(rounded);
                Ok(self.terms.mk(Op::Eq, &[args[0], rounded]))
            }
            Op::BvToNat | Op::IntToBv(_) | Op::Graph(_) | Op::Power => Err(NoInterpolant::Refused),
            op => match args.iter().all(|&arg| self.is_known(arg)) {
                true => Ok(self.terms.mk(op, args)),
                false => Err(NoInterpolant::Refused),
            },
        }
    }

    fn is_known(&self, term: TermId) -> bool {
        let sort = self.terms.sort(term);
        sort.is_number() || sort == Sort::Bool
    }

    fn named(&mut self, sort: Sort) -> TermId {
        self.terms.fresh_symbol("named", sort).1
    }

    /// `q` with `0 ≤ t - d·q < |d|`.
    fn quotient(&mut self, dividend: TermId, divisor: &Rational) -> TermId {
        let quotient = self.named(Sort::Int);
        let factor = self.terms.int(divisor.clone());
        let product = self.terms.mul(factor, quotient);
        let rest = self.terms.sub(dividend, product);
        let (zero, end) = (self.terms.int(0), self.terms.int(divisor.abs()));
        let bounds = [self.terms.le(zero, rest), self.terms.lt(rest, end)];
        self.definitions.extend(bounds);
        quotient
    }

    /// `n` with `0 ≤ t - n < 1`.
    fn rounded(&mut self, term: TermId) -> TermId {
        let rounded = self.named(Sort::Int);
        let number = self.terms.to_real(rounded);
        let rest = self.terms.sub(term, number);
        let (zero, one) = (self.terms.real(0), self.terms.real(1));
        let bounds = [self.terms.le(zero, rest), self.terms.lt(rest, one)];
        self.definitions.extend(bounds);
        rounded
    }

    fn choice(&mut self, args: &[TermId], sort: Sort) -> TermId {
        let chosen = self.named(sort);
        let same = [args[1], args[2]].map(|way| self.terms.eq(chosen, way));
        let not = self.terms.not(args[0]);
        let ways = [
            self.terms.or2(not, same[0]),
            self.terms.or2(args[0], same[1]),
        ];
        self.definitions.extend(ways);
        chosen
    }
}
