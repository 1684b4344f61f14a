//! Truth values: bounds, gates, and comparisons.

use ferric3_term::{FloatFormat, FloatOp, Op, Sort, TermId, Terms};

use super::views::natural;
use super::{Translation, Truth, constant_of};
use crate::search::{Gate, Search};
use crate::{Domain, Literal, Operator, VarId, View};

impl Translation {
    /// The truth value of a term whose arguments are translated.
    pub(super) fn truth_of(&mut self, search: &mut Search, terms: &Terms, term: TermId) -> Truth {
        let args = terms.args(term);
        let truth = |translation: &Translation, i: usize| translation.truths[&args[i]];
        match terms.op(term) {
            Op::True => Truth::Known(true),
            Op::False => Truth::Known(false),
            Op::Symbol(symbol) => {
                let var = self.free(search, Domain::BOOL);
                self.symbols.insert(*symbol, var);
                Truth::Literal(Literal::of_bool(var, true))
            }
            Op::Not => !truth(self, 0),
            Op::And => {
                let all: Vec<Truth> = (0..args.len()).map(|i| truth(self, i)).collect();
                self.and(search, &all)
            }
            Op::Or => {
                let none: Vec<Truth> = (0..args.len()).map(|i| !truth(self, i)).collect();
                !self.and(search, &none)
            }
            Op::Xor => {
                let (a, b) = (truth(self, 0), truth(self, 1));
                self.xor(search, a, b)
            }
            Op::Eq if terms.sort(args[0]) == Sort::Bool => {
                let (a, b) = (truth(self, 0), truth(self, 1));
                !self.xor(search, a, b)
            }
            Op::Eq if terms.sort(args[0]).is_array() => {
                match self.equal_arrays(search, terms, args[0], args[1]) {
                    Some(truth) => truth,
                    None => self.unknown_truth(search, terms, term),
                }
            }
            Op::Ite => {
                let (c, a, b) = (truth(self, 0), truth(self, 1), truth(self, 2));
                let not_a = self.and(search, &[c, !a]);
                let not_b = self.and(search, &[!c, !b]);
                self.and(search, &[!not_a, !not_b])
            }
            Op::IsInt => self.is_integer(search, args[0]),
            Op::Graph(_) | Op::Power => self.graph(search, terms, term),
            Op::Lt | Op::Le => self.number_comparison(search, terms, term),
            Op::Eq if terms.sort(args[0]).is_number() => {
                self.number_comparison(search, terms, term)
            }
            Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::Float(_) => {
                match self.comparison(search, terms, term) {
                    Some(truth) => truth,
                    None => self.unknown_truth(search, terms, term),
                }
            }
            _ => self.unknown_truth(search, terms, term),
        }
    }

    fn unknown_truth(&mut self, search: &mut Search, terms: &Terms, term: TermId) -> Truth {
        let var = self.unknown(search, terms, term, Domain::BOOL);
        Truth::Literal(Literal::of_bool(var, true))
    }

    /// Whether all of them hold.
    pub(super) fn and(&mut self, search: &mut Search, all: &[Truth]) -> Truth {
        let mut literals = Vec::new();
        for &truth in all {
            match truth {
                Truth::Known(true) => {}
                Truth::Known(false) => return Truth::Known(false),
                Truth::Literal(literal) if literals.contains(&literal) => {}
                Truth::Literal(literal) => literals.push(literal),
            }
        }
        match &*literals {
            [] => Truth::Known(true),
            [literal] => Truth::Literal(*literal),
            literals => {
                let var = self.gate(search, literals);
                Truth::Literal(Literal::of_bool(var, true))
            }
        }
    }

    /// Whether exactly one of them holds.
    fn xor(&mut self, search: &mut Search, a: Truth, b: Truth) -> Truth {
        let (a, b) = match (a, b) {
            (Truth::Known(false), other) | (other, Truth::Known(false)) => return other,
            (Truth::Known(true), other) | (other, Truth::Known(true)) => return !other,
            (Truth::Literal(a), Truth::Literal(b)) => (a, b),
        };
        let var = search.add_var(Domain::BOOL, false);
        search.add_gate(Gate::Xor(var, [a, b]));
        let r = Literal::of_bool(var, true);
        for clause in [[!r, a, b], [!r, !a, !b], [r, !a, b], [r, a, !b]] {
            search.add_clause(&clause, true);
        }
        Truth::Literal(r)
    }

    /// A comparison of words; `None` if one is not represented.
    fn comparison(&mut self, search: &mut Search, terms: &Terms, term: TermId) -> Option<Truth> {
        let &[a, b] = terms.args(term) else {
            return None;
        };
        let op = terms.op(term);
        if let Op::Float(op) = op {
            return self.float_comparison(search, terms, *op, a, b);
        }
        let view = match op {
            Op::BvSlt | Op::BvSle => View::Signed,
            Op::BvUlt | Op::BvUle => View::Unsigned,
            _ => self.view_for_equation(search, terms, a, b)?,
        };
        let operator = match op {
            Op::BvSlt | Op::BvUlt => Operator::Lt,
            Op::BvSle | Op::BvUle => Operator::Le,
            _ => Operator::Eq,
        };
        let constants = (constant_of(terms, a), constant_of(terms, b));
        let (Some(x), Some(y)) = (self.words[&a], self.words[&b]) else {
            return None;
        };
        let domain = Domain {
            view,
            ..search.domain(x)
        };
        debug_assert_eq!(search.domain(y).width, domain.width);
        match constants {
            (Some(a), Some(b)) => {
                let (a, b) = (domain.key(a), domain.key(b));
                Some(Truth::Known(match operator {
                    Operator::Lt => a < b,
                    Operator::Le => a <= b,
                    _ => a == b,
                }))
            }
            (None, Some(word)) => {
                let key = domain.key(word);
                let (lo, hi) = match operator {
                    Operator::Lt if key == 0 => return Some(Truth::Known(false)),
                    Operator::Lt => (0, key - 1),
                    Operator::Le => (0, key),
                    _ => (key, key),
                };
                self.word_within(search, a, domain, (lo, hi))
            }
            (Some(word), None) => {
                let (key, greatest) = (domain.key(word), domain.greatest());
                let (lo, hi) = match operator {
                    Operator::Lt if key == greatest => return Some(Truth::Known(false)),
                    Operator::Lt => (key + 1, greatest),
                    Operator::Le => (key, greatest),
                    _ => (key, key),
                };
                self.word_within(search, b, domain, (lo, hi))
            }
            (None, None) => {
                if a == b {
                    return Some(Truth::Known(operator != Operator::Lt));
                }
                let x = self.view(search, a, view)?;
                let y = self.view(search, b, view)?;
                Some(self.predicate(search, operator, &[x, y]))
            }
        }
    }

    /// Whether the keys of a word in a domain are between two. If the word has another view, no variable is made for
    /// this one where they are an interval there, too.
    fn word_within(
        &mut self,
        search: &mut Search,
        term: TermId,
        domain: Domain,
        (lo, hi): (u64, u64),
    ) -> Option<Truth> {
        let first = self.words[&term]?;
        let other = search.domain(first);
        if other.view != domain.view
            && let Some((lo, hi)) = other.interval_of(domain, lo, hi)
        {
            return Some(self.within(search, first, lo, Some(hi)));
        }
        let var = self.view(search, term, domain.view)?;
        Some(self.within(search, var, lo, Some(hi)))
    }

    /// Equations hold in any view: in one that both sides have, or one of them by nature.
    fn view_for_equation(
        &self,
        search: &Search,
        terms: &Terms,
        a: TermId,
        b: TermId,
    ) -> Option<View> {
        let has = |term: TermId| Some(search.domain(self.words.get(&term).copied()??).view);
        let (of_a, of_b) = (has(a)?, has(b)?);
        if of_a == of_b || constant_of(terms, b).is_some() {
            return Some(of_a);
        }
        if constant_of(terms, a).is_some() {
            return Some(of_b);
        }
        Some(natural(terms, a).or(natural(terms, b)).unwrap_or(of_a))
    }

    pub(super) fn predicate(&mut self, search: &mut Search, op: Operator, args: &[VarId]) -> Truth {
        let of_args = args.iter().map(|&arg| search.domain(arg));
        let domains: Vec<Domain> = std::iter::once(Domain::BOOL).chain(of_args).collect();
        let var = self.result(search, op, &domains, args);
        Truth::Literal(Literal::of_bool(var, true))
    }

    /// Whether a variable is between two keys; there is no upper one if no key is below 0.
    pub(super) fn within(
        &mut self,
        search: &mut Search,
        var: VarId,
        lo: u64,
        hi: Option<u64>,
    ) -> Truth {
        let greatest = search.domain(var).greatest();
        let Some(hi) = hi.filter(|&hi| lo <= hi) else {
            return Truth::Known(false);
        };
        let mut bounds = Vec::new();
        if lo > 0 {
            bounds.push(Truth::Literal(Literal::at_least(var, lo)));
        }
        if hi < greatest {
            bounds.push(Truth::Literal(Literal::at_most(var, hi)));
        }
        self.and(search, &bounds)
    }

    /// Comparisons of IEEE 754: with a constant they are bounds, which a number that is none does not satisfy.
    fn float_comparison(
        &mut self,
        search: &mut Search,
        terms: &Terms,
        op: FloatOp,
        a: TermId,
        b: TermId,
    ) -> Option<Truth> {
        let format = op.argument_format()?;
        if format.width() > 64 {
            return None;
        }
        let view = View::Float(format);
        let keys = Keys::of(format);
        let constants = (constant_of(terms, a), constant_of(terms, b));
        match (op, constants) {
            (_, (Some(a), Some(b))) => {
                let word = ferric3_term::float_on_words(op, &[a, b, 0], format.width());
                if let Some(word) = word {
                    return Some(Truth::Known(word != 0));
                }
            }
            (FloatOp::Lt(_) | FloatOp::Le(_) | FloatOp::Eq(_), (None, Some(word))) => {
                let x = self.view(search, a, view)?;
                let Some((lo, hi)) = keys.equal(word) else {
                    return Some(Truth::Known(false));
                };
                return Some(match op {
                    FloatOp::Lt(_) => self.within(search, x, keys.least, lo.checked_sub(1)),
                    FloatOp::Le(_) => self.within(search, x, keys.least, Some(hi)),
                    _ => self.within(search, x, lo, Some(hi)),
                });
            }
            (FloatOp::Lt(_) | FloatOp::Le(_) | FloatOp::Eq(_), (Some(word), None)) => {
                let y = self.view(search, b, view)?;
                let Some((lo, hi)) = keys.equal(word) else {
                    return Some(Truth::Known(false));
                };
                return Some(match op {
                    FloatOp::Lt(_) => self.within(search, y, hi + 1, Some(keys.greatest)),
                    FloatOp::Le(_) => self.within(search, y, lo, Some(keys.greatest)),
                    _ => self.within(search, y, lo, Some(hi)),
                });
            }
            _ => {}
        }
        let x = self.view(search, a, view)?;
        let y = self.view(search, b, view)?;
        Some(self.predicate(search, Operator::Float(op), &[x, y]))
    }
}

/// Keys of a format.
struct Keys {
    domain: Domain,
    /// That of negative infinity.
    least: u64,
    /// That of infinity.
    greatest: u64,
}

impl Keys {
    fn of(format: FloatFormat) -> Keys {
        let domain = Domain::float(format);
        let infinity = format
            .infinity()
            .to_u64()
            .expect("domains have at most 64 bits");
        Keys {
            domain,
            least: domain.key(infinity | domain.sign()),
            greatest: domain.key(infinity),
        }
    }

    /// The first and the last key of the numbers that are equal to this one; `None` if it is no number.
    fn equal(&self, word: u64) -> Option<(u64, u64)> {
        let key = self.domain.key(word);
        if !(self.least..=self.greatest).contains(&key) {
            return None;
        }
        let (negative, positive) = (self.domain.key(self.domain.sign()), self.domain.key(0));
        if key == negative || key == positive {
            return Some((negative, positive));
        }
        Some((key, key))
    }
}
