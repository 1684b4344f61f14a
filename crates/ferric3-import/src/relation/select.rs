//! Cases by the bits of a program counter.
//!
//! Relations that were made from programs are often conjunctions of implications, one for each value of
//! a counter whose bits are variables:
//!
//! ```text
//! (b ∧ ¬c ⇒ b' ∧ c' ∧ x' = x + 1) ∧ (b ∧ c ∧ x ≤ n ⇒ ¬b' ∧ …) ∧ (b ∧ c ∧ x > n ⇒ …) ∧ …
//! ```
//!
//! With values for `b` and `c` all but a few conjuncts are true, and what is left are the edges that leave
//! one location. So each valuation of these bits is a case of its own, and so is each side of the choices
//! that are left. That pays only if the next values of the bits are constants in every case, for then they
//! become locations (`counter.rs`); otherwise nothing is done here.
//!
//! Where no implication speaks of a valuation, the next state may be anything. Such a case has inputs for
//! all of the bits; that no run gets there is for others to find out.

use ferric3_term::{Op, Sort, Substitution, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::extract::Extractor;
use super::normal::{complete_cases, flatten};
use super::{Case, Relation, State};

/// A counter has at most so many bits.
const MAX_BITS: usize = 10;
/// There are at most so many cases.
const MAX_CASES: usize = 2_000;
/// And fewer choices than this on the way to one.
const MAX_CHOICES: usize = 40;

/// A bit of the counter: its symbol, and where its next value is among the outputs.
type Bit = (SymbolId, usize);

/// The cases of a relation with a counter; `None` if it has none.
pub(super) fn by_counter(
    terms: &mut Terms,
    relation: &Relation,
    extractor: &mut Extractor,
    first: &State,
) -> Option<Vec<Case>> {
    let bits = bits(terms, relation, extractor, first);
    if bits.is_empty() || bits.len() > MAX_BITS {
        return None;
    }
    let mut done = Vec::new();
    for valuation in 0..1u32 << bits.len() {
        let literals: Vec<(SymbolId, TermId)> = bits
            .iter()
            .enumerate()
            .map(|(i, &(symbol, _))| (symbol, terms.bool(valuation >> i & 1 == 1)))
            .collect();
        let mut put_in = Substitution::new(literals.iter().copied());
        let mut state = first.clone();
        for part in &mut state.rest {
            *part = put_in.apply(terms, *part);
        }
        for (_, value) in &mut state.definitions {
            *value = put_in.apply(terms, *value);
        }
        let asked: Vec<TermId> = literals
            .iter()
            .map(|&(symbol, value)| {
                let bit = terms.symbol_term(symbol);
                terms.eq(bit, value)
            })
            .collect();
        for mut state in alternatives(terms, extractor, state)? {
            if !state.solve_all(terms, extractor) {
                continue;
            }
            let mut case = state.case(terms, extractor, &relation.outputs);
            if !is_edge(terms, &bits, &case) {
                return None;
            }
            case.guard.splice(0..0, asked.iter().copied());
            done.push(case);
            if done.len() > MAX_CASES {
                return None;
            }
        }
    }
    Some(done)
}

/// The Boolean variables of the state by which implications select, if there are several of these.
fn bits(terms: &Terms, relation: &Relation, extractor: &Extractor, state: &State) -> Vec<Bit> {
    let mut uses: FxHashMap<SymbolId, usize> = FxHashMap::default();
    for &part in &state.rest {
        if *terms.op(part) != Op::Or || !extractor.is_open(terms, part) {
            continue;
        }
        for &literal in terms.args(part) {
            let atom = match (terms.op(literal), terms.args(literal)) {
                (Op::Not, &[inner]) => inner,
                _ => literal,
            };
            if let Some(symbol) = terms.as_symbol(atom) {
                *uses.entry(symbol).or_default() += 1;
            }
        }
    }
    let variables = relation.state.iter().enumerate();
    let selecting = variables.filter(|(_, symbol)| {
        let is_bit = terms.symbol(**symbol).sort == Sort::Bool;
        is_bit && uses.get(symbol).is_some_and(|&uses| uses >= 2)
    });
    selecting
        .map(|(position, &symbol)| (symbol, position))
        .collect()
}

/// The sides of all choices between conjuncts that define something; `None` if there are too many.
fn alternatives(terms: &mut Terms, extractor: &Extractor, state: State) -> Option<Vec<State>> {
    let mut done = Vec::new();
    let mut open = vec![(state, 0)];
    while let Some((mut state, choices)) = open.pop() {
        let Some(rest) = propagated(terms, &state.rest) else {
            continue;
        };
        state.rest = complete_cases(terms, rest);
        let choice = state.rest.iter().position(|&part| {
            matches!(terms.op(part), Op::Ite | Op::Or) && extractor.is_open(terms, part)
        });
        let Some(choice) = choice else {
            done.push(state);
            continue;
        };
        let part = state.rest.remove(choice);
        let args = terms.args(part).to_vec();
        let sides: Vec<Vec<TermId>> = match terms.op(part) {
            Op::Ite => {
                let otherwise = terms.not(args[0]);
                vec![vec![args[0], args[1]], vec![otherwise, args[2]]]
            }
            // A condition tells the sides apart.
            _ => match args
                .iter()
                .position(|&side| !extractor.is_open(terms, side))
            {
                Some(position) => {
                    let mut others = args.clone();
                    let condition = others.remove(position);
                    let otherwise = terms.not(condition);
                    vec![vec![condition], vec![otherwise, terms.or(&others)]]
                }
                None => args.iter().map(|&side| vec![side]).collect(),
            },
        };
        for side in sides.into_iter().rev() {
            let mut state = state.clone();
            state.rest.extend(side);
            open.push((state, choices + 1));
        }
        if choices >= MAX_CHOICES || open.len() + done.len() > MAX_CASES {
            return None;
        }
    }
    Some(done)
}

/// The conjuncts, flat, with what those that are no disjunctions say put into those that are; `None` if they
/// contradict one another.
fn propagated(terms: &mut Terms, rest: &[TermId]) -> Option<Vec<TermId>> {
    let mut parts = flatten(terms, rest);
    loop {
        let units: FxHashSet<TermId> = parts.iter().copied().collect();
        let mut changed = false;
        let mut found = Vec::with_capacity(parts.len());
        for part in parts {
            let negated = terms.not(part);
            if terms.as_bool(part) == Some(false) || units.contains(&negated) {
                return None;
            }
            if *terms.op(part) != Op::Or {
                found.push(part);
                continue;
            }
            let sides = terms.args(part).to_vec();
            if sides.iter().any(|side| units.contains(side)) {
                changed = true;
                continue;
            }
            let mut left = sides.clone();
            left.retain(|&side| !units.contains(&terms.not(side)));
            changed |= left.len() < sides.len();
            found.push(match left.len() == sides.len() {
                true => part,
                false => terms.or(&left),
            });
        }
        parts = flatten(terms, &found);
        if !changed {
            return Some(parts);
        }
    }
}

/// Does the case give all bits constants, or does it say nothing about any of them?
fn is_edge(terms: &Terms, bits: &[Bit], case: &Case) -> bool {
    let values = || bits.iter().map(|&(_, position)| case.outputs[position]);
    let is_input = |t: TermId| terms.as_symbol(t).is_some_and(|s| case.inputs.contains(&s));
    values().all(|value| terms.as_bool(value).is_some())
        || case.guard.is_empty() && values().all(is_input)
}
