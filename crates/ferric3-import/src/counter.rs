//! Program counters become locations.
//!
//! Systems that were made from programs have the program counter among their variables. A variable
//! is one if all clauses that enter its location give it a constant (or one of a few, by conditions),
//! and if those that leave it ask for its value:
//!
//! ```text
//! pc = 1 ∧ G(x) ∧ pc' = 2 ∧ x' = f(x)      is an edge from l@1 to l@2
//! ```
//!
//! Several such variables, the bits of a counter say, are taken together. Only combinations that can be
//! reached by edges whose guards are not plainly false become locations.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use ferric3_ivl::Span;
use ferric3_term::{Op, Substitution, SymbolId, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::system::{Clause, Location, Placed, Query, System, Variable};

/// With more locations or clauses than this, the system stays as it is.
const MAX_LOCATIONS: usize = 2_000;
const MAX_CLAUSES: usize = 20_000;

/// A choice between more constants than this is no choice between locations.
const MAX_TARGETS: usize = 300;

/// The system with locations for the values of program counters; the same system if there are none,
/// or too many values.
pub(crate) fn recover(system: System, terms: &mut Terms) -> System {
    let counters: Vec<Vec<usize>> = (0..system.locations.len())
        .map(|location| counters(&system, terms, location))
        .collect();
    if counters.iter().all(Vec::is_empty) {
        return system;
    }
    let mut splitter = Splitter {
        system: &system,
        counters,
        numbers: BTreeMap::new(),
        places: Vec::new(),
        terms,
    };
    match splitter.split() {
        Some(split) => split,
        None => system,
    }
}

/// The variables of a location that are program counters, by position.
fn counters(system: &System, terms: &mut Terms, location: usize) -> Vec<usize> {
    let vars = &system.locations[location].vars;
    let leaving: Vec<&Clause> = system
        .clauses
        .iter()
        .filter(|clause| clause.from == Some(location))
        .collect();
    let asked: Vec<FxHashSet<SymbolId>> = leaving
        .iter()
        .map(|clause| asked_in_guard(terms, clause))
        .collect();
    let mut strict: Vec<usize> = Vec::new();
    let mut by_conditions: Vec<(usize, usize)> = Vec::new();
    for (position, var) in vars.iter().enumerate() {
        if var.sort.is_array() {
            continue;
        }
        let mut constants: FxHashSet<TermId> = FxHashSet::default();
        let mut entering = system.clauses.iter().filter(|clause| clause.to == location);
        let is_constant = entering.all(|clause| {
            let mut own = Vec::new();
            // Elsewhere the symbol is no old value, but any value.
            let old = (clause.from == Some(location)).then_some(var.symbol);
            let fits = leaves(terms, clause.values[position], (old, clause), &mut own);
            constants.extend(own);
            fits && constants.len() <= MAX_TARGETS
        });
        if !is_constant || leaving.is_empty() {
            continue;
        }
        if asked.iter().all(|asked| asked.contains(&var.symbol)) {
            strict.push(position);
        } else if constants.len() > 2 && asks_for(terms, &leaving, position, var) {
            by_conditions.push((constants.len(), position));
        }
    }
    if !strict.is_empty() {
        return strict;
    }
    // One of them: the product of several would have too many values.
    let most = by_conditions
        .into_iter()
        .max_by_key(|&(count, position)| (count, std::cmp::Reverse(position)));
    most.map(|(_, position)| position).into_iter().collect()
}

/// The variables that a guard gives a value: `x`, `¬x`, `x = c`.
fn asked_in_guard(terms: &Terms, clause: &Clause) -> FxHashSet<SymbolId> {
    let mut found = FxHashSet::default();
    for &part in &clause.guard {
        let asked = match (terms.op(part), terms.args(part)) {
            (Op::Symbol(symbol), _) => Some(*symbol),
            (Op::Not, &[inner]) => terms.as_symbol(inner),
            (Op::Eq, &[a, b]) if terms.as_const(b).is_some() => terms.as_symbol(a),
            (Op::Eq, &[a, b]) if terms.as_const(a).is_some() => terms.as_symbol(b),
            _ => None,
        };
        found.extend(asked);
    }
    found
}

/// Does the next value of a variable depend on comparisons of it with constants?
fn asks_for(terms: &Terms, leaving: &[&Clause], position: usize, var: &Variable) -> bool {
    let is_asked = |t: TermId| match (terms.op(t), terms.args(t)) {
        (Op::Eq, &[a, b]) => {
            let one = |x: TermId, y: TermId| {
                terms.as_symbol(x) == Some(var.symbol) && terms.as_const(y).is_some()
            };
            one(a, b) || one(b, a)
        }
        _ => false,
    };
    leaving.iter().any(|clause| {
        let value = clause.values.get(position);
        value.is_some_and(|&value| terms.subterms(value).into_iter().any(is_asked))
    })
}

/// The constants that a value of the clause chooses from: for an input that is a truth value, both. False if
/// it may be something else; the old value of the variable, if that is its symbol, does not count.
fn leaves(
    terms: &mut Terms,
    value: TermId,
    (old, clause): (Option<SymbolId>, &Clause),
    found: &mut Vec<TermId>,
) -> bool {
    let truths = [terms.ff(), terms.tt()];
    let mut seen = FxHashSet::default();
    let mut stack = vec![value];
    while let Some(part) = stack.pop() {
        let is_old = old.is_some() && terms.as_symbol(part) == old;
        if is_old || !seen.insert(part) {
            continue;
        }
        match (terms.op(part), terms.args(part)) {
            (Op::Ite, &[_, a, b]) => stack.extend([a, b]),
            (Op::True | Op::False | Op::Const(_), _) => found.push(part),
            (Op::Symbol(w), _) if terms.sort(part).is_bool() && clause.inputs.contains(w) => {
                found.extend(truths);
            }
            _ => return false,
        }
        if seen.len() > 10 * MAX_TARGETS {
            return false;
        }
    }
    true
}

/// A location with values for its counters.
type Place = (usize, Vec<TermId>);

struct Splitter<'a> {
    system: &'a System,
    /// By location: the positions of its counters.
    counters: Vec<Vec<usize>>,
    numbers: BTreeMap<Place, usize>,
    places: Vec<Place>,
    terms: &'a mut Terms,
}

impl Splitter<'_> {
    /// The new system, unless it is too large.
    fn split(&mut self) -> Option<System> {
        let mut split = System {
            properties: self.system.properties.clone(),
            ..System::default()
        };
        self.leave(None, None, &mut split)?;
        let mut done = 0;
        while done < self.places.len() {
            let place = self.places[done].clone();
            self.leave(Some(done), Some(&place), &mut split)?;
            done += 1;
            if done > MAX_LOCATIONS || split.clauses.len() > MAX_CLAUSES {
                return None;
            }
        }
        Some(split)
    }

    /// Adds what is at a place: the location, its queries, and the clauses that leave it.
    fn leave(
        &mut self,
        number: Option<usize>,
        place: Option<&Place>,
        split: &mut System,
    ) -> Option<()> {
        let system = self.system;
        let mut put_in = Substitution::new(place.map_or(Vec::new(), |p| self.values_of(p)));
        if let (Some((location, values)), Some(at)) = (place, number) {
            split
                .locations
                .push(self.location(*location, values, &mut put_in));
            for query in system.queries.iter().filter(|query| query.at == *location) {
                if let Some(guard) = self.guard(&query.guard, &mut put_in) {
                    split.queries.push(Query {
                        at,
                        guard,
                        ..query.clone()
                    });
                }
            }
        }
        let from = place.map(|(location, _)| *location);
        for clause in system.clauses.iter().filter(|clause| clause.from == from) {
            let Some(guard) = self.guard(&clause.guard, &mut put_in) else {
                continue;
            };
            let values = clause.values.iter();
            let values: Vec<TermId> = values.map(|&v| put_in.apply(self.terms, v)).collect();
            let clause = Clause {
                from: number,
                guard,
                values,
                ..clause.clone()
            };
            self.enter(&clause, split)?;
        }
        Some(())
    }

    /// The values of the counters of a place.
    fn values_of(&self, (location, values): &Place) -> Vec<(SymbolId, TermId)> {
        let vars = &self.system.locations[*location].vars;
        let positions = self.counters[*location].iter();
        let pairs = positions.zip(values);
        pairs
            .map(|(&position, &value)| (vars[position].symbol, value))
            .collect()
    }

    /// A guard at a place; `None` if it is false there. Small conjuncts, which are about counters,
    /// come first: most of the time they settle it.
    fn guard(&mut self, parts: &[TermId], put_in: &mut Substitution) -> Option<Vec<TermId>> {
        let is_small = |terms: &Terms, part: TermId| {
            terms
                .args(part)
                .iter()
                .all(|&arg| terms.args(arg).is_empty())
        };
        for &part in parts {
            if !is_small(self.terms, part) {
                continue;
            }
            let now = put_in.apply(self.terms, part);
            if self.terms.as_bool(now) == Some(false) {
                return None;
            }
        }
        let mut guard = Vec::new();
        for &part in parts {
            let now = put_in.apply(self.terms, part);
            match self.terms.as_bool(now) {
                Some(true) => {}
                Some(false) => return None,
                None => guard.push(now),
            }
        }
        Some(guard)
    }

    /// Adds a clause for each place that it may lead to.
    fn enter(&mut self, clause: &Clause, split: &mut System) -> Option<()> {
        let positions = self.counters[clause.to].clone();
        let mut open = vec![(clause.guard.clone(), Vec::<TermId>::new())];
        for &position in &positions {
            let value = clause.values[position];
            let mut constants = Vec::new();
            // Old values have been put in.
            if !leaves(self.terms, value, (None, clause), &mut constants) {
                return None;
            }
            constants.sort_unstable();
            constants.dedup();
            let mut more = Vec::new();
            for (guard, values) in open {
                for &constant in &constants {
                    let is_it = self.terms.eq(value, constant);
                    let mut guard = guard.clone();
                    match self.terms.as_bool(is_it) {
                        Some(false) => continue,
                        Some(true) => {}
                        None => guard.push(is_it),
                    }
                    let mut values = values.clone();
                    values.push(constant);
                    more.push((guard, values));
                }
            }
            open = more;
            if open.len() > MAX_TARGETS {
                return None;
            }
        }
        for (guard, counters) in open {
            let to = self.number((clause.to, counters));
            let values = clause.values.iter().enumerate();
            let values = values.filter(|(position, _)| !positions.contains(position));
            split.clauses.push(Clause {
                to,
                guard,
                values: values.map(|(_, &value)| value).collect(),
                ..clause.clone()
            });
        }
        Some(())
    }

    fn number(&mut self, place: Place) -> usize {
        if let Some(&number) = self.numbers.get(&place) {
            return number;
        }
        let number = self.places.len();
        self.numbers.insert(place.clone(), number);
        self.places.push(place);
        number
    }

    fn location(
        &mut self,
        location: usize,
        values: &[TermId],
        put_in: &mut Substitution,
    ) -> Location {
        let before = &self.system.locations[location];
        let positions = &self.counters[location];
        let mut name = before.name.clone();
        if !positions.is_empty() {
            name = format!("{name}@{}", self.shown(values));
            // A predicate may have such a name, too.
            while self.system.locations.iter().any(|other| other.name == name) {
                name.push('@');
            }
        }
        let vars = before.vars.iter().enumerate();
        let kept = vars.filter(|(position, _)| !positions.contains(position));
        let vars: Vec<Variable> = kept.map(|(_, var)| var.clone()).collect();
        let fixed = positions.iter().copied().zip(values.iter().copied());
        let constrain = |constraint: &Placed| (constraint.term, constraint.span);
        let constraints: Vec<(TermId, Span)> = before.constraints.iter().map(constrain).collect();
        Location {
            name,
            vars,
            fixed: fixed.collect(),
            constraints: constraints
                .into_iter()
                .map(|(term, span)| Placed {
                    term: put_in.apply(self.terms, term),
                    span,
                })
                .collect(),
            ..before.clone()
        }
    }

    /// Values for people: bits together, numbers with commas.
    fn shown(&self, values: &[TermId]) -> String {
        let one = |&value: &TermId| match self.terms.as_const(value) {
            Some(constant) => constant.to_biguint().to_string(),
            None => u8::from(self.terms.as_bool(value) == Some(true)).to_string(),
        };
        let all: Vec<String> = values.iter().map(one).collect();
        let is_bits = values.iter().all(|&v| self.terms.as_bool(v).is_some());
        all.join(if is_bits { "" } else { "," })
    }
}
