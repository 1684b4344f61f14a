//! Integers and real numbers: terms become linear forms, and relations between them atoms of [`Arith`].
//!
//! A quotient, a rounded number, a choice and the number of a bit are numbers of their own with
//! *definitions*: atoms and clauses that determine them. Every atom about such a number is related to
//! its definition (`Arith::define`), so that a query that is about the one is about the other. Products of two terms that
//! are no constants are refused: such a term is any number.

use ferric3_sat::Lit;
use ferric3_term::{Op, Rational, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::gates::Gates;
use super::translate::{Translator, known_bits};
use crate::Refusal;
use crate::arith::{Arith, Linear, Num};

/// Constants of more bits together are not multiplied.
const HUGE: u64 = 1 << 13;

/// The numbers of a context.
#[derive(Default)]
pub(super) struct Numbers {
    pub(super) arith: Arith,
    terms: FxHashMap<TermId, Linear>,
    symbols: FxHashMap<SymbolId, Num>,
    /// 1 if the literal is true, 0 otherwise.
    bits: FxHashMap<Lit, Num>,
    /// The greatest integer that is not greater than the form.
    floors: FxHashMap<Linear, Num>,
}

impl Numbers {
    /// The number of a symbol, if it was translated.
    pub(super) fn symbol(&self, symbol: SymbolId) -> Option<Num> {
        self.symbols.get(&symbol).copied()
    }

    fn linear(&self, term: TermId) -> &Linear {
        &self.terms[&term]
    }

    /// The literal of `linear ≤ 0`, or `linear < 0`.
    fn at_most_zero(&mut self, gates: &mut Gates, linear: &Linear, is_strict: bool) -> Lit {
        let atom = self.arith.at_most_zero(&mut *gates.sat, linear, is_strict);
        atom.unwrap_or_else(|value| gates.constant(value))
    }

    /// The literals of `linear ≤ 0` and `linear ≥ 0`.
    fn both_sides(&mut self, gates: &mut Gates, linear: &Linear) -> [Lit; 2] {
        let at_most = self.at_most_zero(gates, linear, false);
        [at_most, !self.at_most_zero(gates, linear, true)]
    }

    /// 1 if the literal is true, 0 otherwise.
    fn bit(&mut self, gates: &mut Gates, lit: Lit) -> Linear {
        if let Some(value) = gates.as_constant(lit) {
            return Linear::constant(i64::from(value).into());
        }
        if let Some(&number) = self.bits.get(&lit) {
            return Linear::number(number);
        }
        let number = self.arith.new_number(true);
        self.bits.insert(lit, number);
        let mut linear = Linear::number(number);
        // With the rounding of integers, `number ≤ 0` is the negation of `number ≥ 1`.
        let is_zero = self.at_most_zero(gates, &linear, false);
        let not_negative = !self.at_most_zero(gates, &linear, true);
        linear.constant = Rational::MINUS_ONE;
        let at_most_one = self.at_most_zero(gates, &linear, false);
        gates.add_definition(&[not_negative]);
        gates.add_definition(&[at_most_one]);
        gates.add_definition(&[is_zero, lit]);
        gates.add_definition(&[!is_zero, !lit]);
        let atoms = [not_negative, at_most_one, is_zero];
        self.arith.define(&mut *gates.sat, number, &atoms, &[lit]);
        Linear::number(number)
    }

    /// The greatest integer that is not greater.
    fn floor(&mut self, gates: &mut Gates, linear: &Linear) -> Linear {
        // What is an integer can be taken out: ⌊x + y / 2⌋ = x + ⌊y / 2⌋.
        let mut whole = Linear::constant(linear.constant.floor());
        for (number, coefficient) in &linear.terms {
            if self.arith.is_integer(*number) {
                whole.add_product(&coefficient.floor(), &Linear::number(*number));
            }
        }
        let rest = linear.minus(&whole);
        if rest.terms.is_empty() {
            return whole;
        }
        let number = match self.floors.get(&rest) {
            Some(&number) => number,
            None => {
                let number = self.arith.new_number(true);
                // 0 ≤ rest - number < 1.
                let mut difference = rest.minus(&Linear::number(number));
                let not_less = !self.at_most_zero(gates, &difference, true);
                difference.constant += &Rational::MINUS_ONE;
                let not_more = self.at_most_zero(gates, &difference, true);
                gates.add_definition(&[not_less]);
                gates.add_definition(&[not_more]);
                let atoms = [not_less, not_more];
                self.arith.define(&mut *gates.sat, number, &atoms, &[]);
                self.floors.insert(rest, number);
                number
            }
        };
        whole.add_product(&Rational::ONE, &Linear::number(number));
        whole
    }

    /// `if condition then a else b`.
    fn choice(
        &mut self,
        gates: &mut Gates,
        condition: Lit,
        a: Linear,
        b: Linear,
        sort: Sort,
    ) -> Linear {
        match gates.as_constant(condition) {
            Some(true) => return a,
            Some(false) => return b,
            None => {}
        }
        let difference = a.minus(&b);
        if let Some(constant) = difference.as_constant().cloned() {
            let mut choice = b;
            if !constant.is_zero() {
                choice.add_product(&constant, &self.bit(gates, condition));
            }
            return choice;
        }
        let number = self.arith.new_number(sort == Sort::Int);
        let linear = Linear::number(number);
        let mut atoms = Vec::new();
        for (value, otherwise) in [(&a, !condition), (&b, condition)] {
            for atom in self.both_sides(gates, &linear.minus(value)) {
                gates.add_definition(&[otherwise, atom]);
                atoms.push(atom);
            }
        }
        self.arith
            .define(&mut *gates.sat, number, &atoms, &[condition]);
        linear
    }

    /// The bits of an integer modulo `2^width`.
    fn modulo_bits(&mut self, gates: &mut Gates, linear: &Linear, width: u32) -> Vec<Lit> {
        let modulus = (0..width).fold(Rational::ONE, |power, _| &power + &power);
        let quotient = self.floor(gates, &linear.clone().scaled(&modulus.reciprocal()));
        // linear - modulus · quotient - Σ 2^i · bit = 0.
        let mut rest = linear.clone();
        rest.add_product(&-&modulus, &quotient);
        if let Some(value) = rest.as_constant() {
            let value = value.to_bigint().expect("of integers");
            return (0..u64::from(width))
                .map(|i| gates.constant(value.bit(i)))
                .collect();
        }
        let bits: Vec<Lit> = (0..width).map(|_| gates.fresh()).collect();
        rest.add_product(&Rational::MINUS_ONE, &self.sum_of_bits(gates, &bits));
        let equal = self.both_sides(gates, &rest);
        for lit in equal {
            gates.add_definition(&[lit]);
        }
        for bit in &bits {
            gates.sat.relate(bit.var(), &equal);
        }
        bits
    }

    /// `Σ 2^i · bit`.
    fn sum_of_bits(&mut self, gates: &mut Gates, bits: &[Lit]) -> Linear {
        let mut sum = Linear::default();
        let mut power = Rational::ONE;
        for &bit in bits {
            sum.add_product(&power, &self.bit(gates, bit));
            power = &power + &power;
        }
        sum
    }
}

impl Translator {
    /// The numbers, of which there are some from now on.
    fn numbers(&mut self) -> (&mut Numbers, &mut Gates) {
        let interrupt = &self.interrupt;
        let numbers = self.numbers.get_or_insert_with(|| {
            let mut numbers = Box::<Numbers>::default();
            numbers.arith.set_interrupt(interrupt.clone());
            numbers
        });
        (numbers, &mut self.gates)
    }

    /// Translate a term of sort Int or Real whose arguments have been translated.
    pub(super) fn translate_number(&mut self, terms: &Terms, term: TermId) {
        let linear = self.linear(terms, term);
        let linear = linear.unwrap_or_else(|refusal| {
            self.refused.get_or_insert(refusal);
            let is_integer = terms.sort(term) == Sort::Int;
            Linear::number(self.numbers().0.arith.new_number(is_integer))
        });
        self.numbers().0.terms.insert(term, linear);
    }

    fn linear(&mut self, terms: &Terms, term: TermId) -> Result<Linear, Refusal> {
        let args = terms.args(term);
        let sort = terms.sort(term);
        let known: Vec<Vec<Lit>> = match terms.op(term) {
            Op::Ite | Op::BvToNat => vec![known_bits(&self.cache, terms, args[0]).to_vec()],
            _ => vec![],
        };
        let (numbers, gates) = self.numbers();
        let arg = |index: usize| numbers.linear(args[index]).clone();
        let constant = |index: usize| numbers.linear(args[index]).as_constant().cloned();
        Ok(match terms.op(term) {
            Op::Int(value) | Op::Real(value) => Linear::constant(value.clone()),
            Op::Symbol(symbol) => {
                let number = numbers.arith.new_number(sort == Sort::Int);
                numbers.symbols.insert(*symbol, number);
                Linear::number(number)
            }
            Op::Add => {
                let mut sum = arg(0);
                for &other in &args[1..] {
                    sum.add_product(&Rational::ONE, numbers.linear(other));
                }
                sum
            }
            Op::Sub => arg(0).minus(&arg(1)),
            Op::Neg => arg(0).scaled(&Rational::MINUS_ONE),
            Op::Mul => match (constant(0), constant(1)) {
                // What squares a number in each iteration would have us multiply millions of digits.
                (Some(a), Some(b)) if a.bits() + b.bits() > HUGE => {
                    return Err(Refusal::Nonlinear(sort));
                }
                (Some(factor), _) => arg(1).scaled(&factor),
                (_, Some(factor)) => arg(0).scaled(&factor),
                _ => return Err(Refusal::Nonlinear(sort)),
            },
            Op::RealDiv => match constant(1) {
                Some(divisor) if divisor.is_zero() => Linear::default(),
                Some(divisor) => arg(0).scaled(&divisor.reciprocal()),
                None => return Err(Refusal::Nonlinear(sort)),
            },
            Op::IntDiv | Op::IntMod => {
                let divisor = constant(1).ok_or(Refusal::Nonlinear(sort))?;
                let mut linear = arg(0);
                let is_quotient = *terms.op(term) == Op::IntDiv;
                if divisor.is_zero() {
                    return Ok(if is_quotient {
                        Linear::default()
                    } else {
                        linear
                    });
                }
                // x = |d| · floor + rest, so that the quotient has the sign of the divisor.
                let size = divisor.abs();
                let fraction = linear.clone().scaled(&size.reciprocal());
                let floor = numbers.floor(gates, &fraction);
                if is_quotient {
                    let sign = &divisor / &size;
                    floor.scaled(&sign)
                } else {
                    linear.add_product(&-size, &floor);
                    linear
                }
            }
            Op::ToReal => arg(0),
            Op::ToInt => {
                let linear = arg(0);
                numbers.floor(gates, &linear)
            }
            Op::Ite => {
                let (a, b) = (arg(1), arg(2));
                numbers.choice(gates, known[0][0], a, b, sort)
            }
            Op::BvToNat => numbers.sum_of_bits(gates, &known[0]),
            op => panic!("{op:?} is no number"),
        })
    }

    /// A relation between two numbers whose terms have been translated.
    pub(super) fn relation(&mut self, op: &Op, a: TermId, b: TermId) -> Lit {
        let (numbers, gates) = self.numbers();
        let difference = numbers.linear(a).minus(numbers.linear(b));
        match op {
            Op::Eq => {
                let [at_most, at_least] = numbers.both_sides(gates, &difference);
                gates.and(at_most, at_least)
            }
            op => numbers.at_most_zero(gates, &difference, *op == Op::Lt),
        }
    }

    /// Both literals of an equation of numbers.
    pub(super) fn equal_numbers(&mut self, terms: &Terms, a: TermId, b: TermId) -> [Lit; 2] {
        self.bits(terms, a);
        self.bits(terms, b);
        let (numbers, gates) = self.numbers();
        let difference = numbers.linear(a).minus(numbers.linear(b));
        numbers.both_sides(gates, &difference)
    }

    /// Is the real number an integer?
    pub(super) fn is_integer(&mut self, a: TermId) -> Lit {
        let (numbers, gates) = self.numbers();
        let linear = numbers.linear(a).clone();
        let difference = linear.minus(&numbers.floor(gates, &linear));
        // It is not negative.
        numbers.at_most_zero(gates, &difference, false)
    }

    /// The bits of an integer modulo `2^width`.
    pub(super) fn integer_bits(&mut self, a: TermId, width: u32) -> Vec<Lit> {
        let (numbers, gates) = self.numbers();
        let linear = numbers.linear(a).clone();
        numbers.modulo_bits(gates, &linear, width)
    }
}
