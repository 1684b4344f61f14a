//! Intervals of numbers with rational ends, open or closed, and what operations make of them: exactly.

use ferric3_term::Rational;

use crate::{Domain, Range, View};

/// Where an interval ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    /// `-∞`
    Below,
    /// At a number.
    At(Rational),
    /// `∞`
    Above,
}

/// An end of an interval.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct End {
    pub place: Place,
    /// Is the number itself left out? Always so for infinite ends.
    pub is_open: bool,
}

impl End {
    pub(super) fn closed(number: Rational) -> End {
        End {
            place: Place::At(number),
            is_open: false,
        }
    }

    fn open(place: Place) -> End {
        End {
            place,
            is_open: true,
        }
    }

    pub(super) fn negated(&self) -> End {
        End {
            place: match &self.place {
                Place::Below => Place::Above,
                Place::At(number) => Place::At(-number),
                Place::Above => Place::Below,
            },
            is_open: self.is_open,
        }
    }

    /// -1, 0 or 1.
    fn sign(&self) -> i32 {
        match &self.place {
            Place::Below => -1,
            Place::At(number) => i32::from(number.is_positive()) - i32::from(number.is_negative()),
            Place::Above => 1,
        }
    }

    fn infinite(sign: i32) -> End {
        End::open(if sign < 0 { Place::Below } else { Place::Above })
    }

    fn plus(&self, other: &End) -> End {
        match (&self.place, &other.place) {
            (Place::At(a), Place::At(b)) => End {
                place: Place::At(a + b),
                is_open: self.is_open || other.is_open,
            },
            // Ends of one side: not infinities of two signs.
            (Place::At(_), place) | (place, _) => End::open(place.clone()),
        }
    }

    /// The product of two ends; what is near it for infinite ones, where 0 makes 0.
    fn times(&self, other: &End) -> End {
        let (s, t) = (self.sign(), other.sign());
        if s == 0 || t == 0 {
            let is_zero = |end: &End| end.sign() == 0 && !end.is_open;
            let is_open = !is_zero(self) && !is_zero(other) && (self.is_open || other.is_open);
            return End {
                place: Place::At(Rational::ZERO),
                is_open,
            };
        }
        match (&self.place, &other.place) {
            (Place::At(a), Place::At(b)) => End {
                place: Place::At(a * b),
                is_open: self.is_open || other.is_open,
            },
            _ => End::infinite(s * t),
        }
    }

    /// The quotient by an end of a set of positive numbers.
    fn over(&self, divisor: &End) -> End {
        let sign = self.sign();
        match (&self.place, &divisor.place) {
            (Place::At(a), _) if a.is_zero() => self.clone(),
            (_, Place::At(d)) if d.is_zero() => End::infinite(sign),
            (_, Place::Above | Place::Below) => End::open(Place::At(Rational::ZERO)),
            (Place::At(a), Place::At(d)) => End {
                place: Place::At(a / d),
                is_open: self.is_open || divisor.is_open,
            },
            (_, Place::At(_)) => self.clone(),
        }
    }
}

/// All numbers from one end to the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Set {
    pub lo: End,
    pub hi: End,
}

impl Set {
    /// The numbers of a range of keys. Of integers: all numbers between them as well.
    pub(super) fn of(domain: Domain, range: Range) -> Set {
        let end = |key: u64, neighbour: Option<u64>| match (domain.is_exact(key), neighbour) {
            (true, _) => End::closed(domain.number(key)),
            (false, None) => End::infinite(if key == 0 { -1 } else { 1 }),
            (false, Some(point)) => match domain.view {
                View::Integer => End::closed(domain.number(key)),
                _ => End::open(Place::At(domain.number(point))),
            },
        };
        let before = range.lo.checked_sub(1);
        let after = (range.hi < domain.greatest()).then(|| range.hi + 1);
        Set {
            lo: end(range.lo, before),
            hi: end(range.hi, after),
        }
    }

    pub(super) fn point(number: Rational) -> Set {
        let end = End::closed(number);
        Set {
            lo: end.clone(),
            hi: end,
        }
    }

    pub(super) fn positive() -> Set {
        Set {
            lo: End::open(Place::At(Rational::ZERO)),
            hi: End::infinite(1),
        }
    }

    pub(super) fn meet(&self, other: &Set) -> Option<Set> {
        // Of two ends at one place, the open one allows less.
        let lo = match self.lo.place.cmp(&other.lo.place) {
            std::cmp::Ordering::Less => &other.lo,
            std::cmp::Ordering::Equal if other.lo.is_open => &other.lo,
            _ => &self.lo,
        };
        let hi = match self.hi.place.cmp(&other.hi.place) {
            std::cmp::Ordering::Greater => &other.hi,
            std::cmp::Ordering::Equal if other.hi.is_open => &other.hi,
            _ => &self.hi,
        };
        let is_empty = lo.place > hi.place || (lo.place == hi.place && (lo.is_open || hi.is_open));
        (!is_empty).then(|| Set {
            lo: lo.clone(),
            hi: hi.clone(),
        })
    }

    pub(super) fn negated(&self) -> Set {
        Set {
            lo: self.hi.negated(),
            hi: self.lo.negated(),
        }
    }

    /// The numbers of it below 0, and those above.
    pub(super) fn signs(&self) -> [Option<Set>; 2] {
        let positive = Set::positive();
        [self.meet(&positive.negated()), self.meet(&positive)]
    }

    pub(super) fn has(&self, number: &Rational) -> bool {
        self.meet(&Set::point(number.clone())).is_some()
    }

    pub(super) fn plus(&self, other: &Set) -> Set {
        Set {
            lo: self.lo.plus(&other.lo),
            hi: self.hi.plus(&other.hi),
        }
    }

    /// All products: what is continuous on a box has everything between the least and the greatest value.
    pub(super) fn times(&self, other: &Set) -> Set {
        self.corners(other, End::times)
    }

    /// All quotients by numbers of one sign.
    pub(super) fn over(&self, divisors: &Set) -> Set {
        if divisors.lo.sign() < 0 {
            return self.negated().over(&divisors.negated());
        }
        self.corners(divisors, End::over)
    }

    fn corners(&self, other: &Set, of: impl Fn(&End, &End) -> End) -> Set {
        let mut corners = Vec::with_capacity(4);
        for a in [&self.lo, &self.hi] {
            for b in [&other.lo, &other.hi] {
                corners.push(of(a, b));
            }
        }
        // At one place, the closed one counts.
        let least = corners.iter().min_by_key(|end| (&end.place, end.is_open));
        let most = corners.iter().max_by_key(|end| (&end.place, !end.is_open));
        Set {
            lo: least.expect("there are four").clone(),
            hi: most.expect("there are four").clone(),
        }
    }

    /// The greatest integer of each of its numbers.
    pub(super) fn floors(&self) -> Set {
        let lo = match &self.lo.place {
            Place::At(number) => End::closed(number.floor()),
            _ => self.lo.clone(),
        };
        let hi = match &self.hi.place {
            Place::At(number) if self.hi.is_open => End::closed(&number.ceil() - &Rational::ONE),
            Place::At(number) => End::closed(number.floor()),
            _ => self.hi.clone(),
        };
        Set { lo, hi }
    }

    /// Is there an integer in it?
    pub(super) fn has_integer(&self) -> bool {
        let (Place::At(lo), Place::At(_)) = (&self.lo.place, &self.hi.place) else {
            return true;
        };
        let first = match self.lo.is_open {
            true => &lo.floor() + &Rational::ONE,
            false => lo.ceil(),
        };
        self.has(&first)
    }

    /// The ends, through a function that keeps the order.
    pub(super) fn map(&self, of: impl Fn(&Rational) -> Rational) -> Set {
        let end = |end: &End| match &end.place {
            Place::At(number) => End {
                place: Place::At(of(number)),
                is_open: end.is_open,
            },
            _ => end.clone(),
        };
        Set {
            lo: end(&self.lo),
            hi: end(&self.hi),
        }
    }

    /// All numbers times one that is not 0.
    pub(super) fn scaled(&self, factor: &Rational) -> Set {
        self.times(&Set::point(factor.clone()))
    }

    /// The number, if there is only one.
    pub(super) fn single(&self) -> Option<&Rational> {
        match (&self.lo.place, &self.hi.place) {
            (Place::At(lo), Place::At(hi)) if lo == hi => Some(lo),
            _ => None,
        }
    }
}
