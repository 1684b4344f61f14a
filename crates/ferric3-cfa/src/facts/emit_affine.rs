//! Affine relations as clauses.

use ferric3_term::{BitVecValue, TermId, Terms};

use super::affine::Module;
use super::bits::mask;
use super::pack::Pack;
use super::smallest::smallest;
use super::state::State;
use super::word::Word;
use crate::Cfa;

/// The relations of a pack among the variables that are wanted, as equations. Variables whose
/// values the state knows stand for them, and what it knows about single ones is not repeated.
pub(super) fn clauses(
    cfa: &Cfa,
    terms: &mut Terms,
    state: &State,
    (pack, module): (&Pack, &Module),
    is_wanted: &dyn Fn(usize) -> bool,
) -> Vec<TermId> {
    let wanted = |&i: &usize| i == 0 || is_wanted(pack.variables[i - 1]);
    let kept: Vec<usize> = (0..=pack.variables.len()).filter(wanted).collect();
    let relations = module.project(&kept).relations();

    // The constant comes last, and variables with known values become part of it.
    let variables: Vec<usize> = kept[1..].iter().map(|&i| pack.variables[i - 1]).collect();
    let value = |variable: usize| state.words.get(variable).and_then(Word::as_point);
    let mut rows = Vec::new();
    for relation in relations.into_reduced() {
        let mut row = vec![0; kept.len()];
        let mut constant = relation[0];
        for (i, &variable) in variables.iter().enumerate() {
            match value(variable) {
                Some(value) => {
                    constant = constant.wrapping_add(value.wrapping_mul(relation[i + 1]));
                }
                None => row[i] = relation[i + 1],
            }
        }
        row[variables.len()] = constant & mask(pack.width);
        rows.push(row);
    }
    let mut found = Vec::new();
    for relation in smallest(&rows, pack.width) {
        if !is_known(state, &variables, &relation, pack.width) {
            found.push(equation(cfa, terms, &variables, &relation, pack.width));
        }
    }
    found
}

/// Does the state say it already? A relation of one variable is about its lowest bits.
fn is_known(state: &State, variables: &[usize], relation: &[u64], width: u32) -> bool {
    let coefficients = &relation[..variables.len()];
    let mut used = (0..variables.len()).filter(|&i| coefficients[i] != 0);
    let (Some(only), None) = (used.next(), used.next()) else {
        return false;
    };
    let bits = width - coefficients[only].trailing_zeros();
    let word = state.words.get(variables[only]);
    word.is_some_and(|word| word.bits().low_known() >= bits)
}

/// `Σ a·x + c = 0`, with negative coefficients on the other side.
fn equation(
    cfa: &Cfa,
    terms: &mut Terms,
    variables: &[usize],
    relation: &[u64],
    width: u32,
) -> TermId {
    let mut sides: [Option<TermId>; 2] = [None, None];
    for (i, &coefficient) in relation.iter().enumerate() {
        if coefficient == 0 {
            continue;
        }
        let is_negative = coefficient >> (width - 1) == 1;
        let size = if is_negative {
            coefficient.wrapping_neg() & mask(width)
        } else {
            coefficient
        };
        let factor = terms.bv(BitVecValue::from_u64(size, width));
        let summand = match variables.get(i) {
            Some(&variable) => terms.bv_mul(factor, cfa.state[variable].term),
            None => factor,
        };
        let side = &mut sides[usize::from(is_negative)];
        *side = Some(match *side {
            Some(sum) => terms.bv_add(sum, summand),
            None => summand,
        });
    }
    let zero = terms.bv_u64(0, width);
    let [left, right] = sides.map(|side| side.unwrap_or(zero));
    terms.eq(left, right)
}
