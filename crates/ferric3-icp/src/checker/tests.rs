//! Malformed steps, lies, and anything at all.

use ferric3_term::{FloatFormat, FloatOp, Op, RoundingMode, Transcendental};
use ferric3_testkit::Rng;

use super::refute::tests::{Table, any_range, beside, small};
use super::*;
use crate::{ClauseId, Domain, Operator, View};

fn at_least(var: u32, bound: u64) -> Literal {
    Literal::at_least(VarId(var), bound)
}

fn at_most(var: u32, bound: u64) -> Literal {
    Literal::at_most(VarId(var), bound)
}

fn input(clause: &[Literal]) -> Step {
    Step::Input {
        clause: clause.to_vec(),
    }
}

fn learnt(clause: &[Literal], hints: &[u32]) -> Step {
    Step::Learnt {
        clause: clause.to_vec(),
        hints: hints.iter().map(|id| ClauseId(*id)).collect(),
    }
}

fn contracted(primitive: u32, clause: &[Literal]) -> Step {
    Step::Contracted {
        primitive: PrimitiveId(primitive),
        clause: clause.to_vec(),
    }
}

fn deleted(clause: u32) -> Step {
    Step::Deleted {
        clause: ClauseId(clause),
    }
}

fn primitive(op: Operator, domains: &[Domain], vars: &[u32]) -> Step {
    Step::Primitive {
        primitive: Primitive::new(op, domains),
        vars: vars.iter().map(|var| VarId(*var)).collect(),
    }
}

/// Takes all of these.
fn checker(steps: &[Step]) -> Checker {
    let mut checker = Checker::new();
    for step in steps {
        assert_eq!(checker.step(step), Ok(()), "{step:?}");
    }
    checker
}

/// `x0 = x1 + x2` of 8 bits, unsigned, that does not wrap, and a contradiction.
fn sum() -> Vec<Step> {
    let byte = Domain::unsigned(8);
    vec![
        Step::Var { max: 255 },
        Step::Var { max: 255 },
        Step::Var { max: 255 },
        primitive(Operator::Word(Op::BvAdd), &[byte; 3], &[0, 1, 2]),
        input(&[at_most(1, 10)]),
        input(&[at_most(2, 20)]),
        input(&[at_least(0, 40), at_least(1, 12)]),
        contracted(0, &[at_most(0, 30), at_least(1, 11), at_least(2, 21)]),
    ]
}

#[test]
fn a_derivation_is_taken() {
    let mut checker = checker(&sum());
    assert!(!checker.derived(&[]) && !checker.derived(&[at_most(1, 9)]));
    assert!(checker.derived(&[at_most(1, 10)]) && checker.derived(&[at_most(1, 11)]));
    assert!(checker.derived(&[at_least(0, 1), at_least(1, 12), at_most(2, 3)]));
    assert_eq!(checker.step(&learnt(&[], &[0, 1, 2, 3])), Ok(()));
    assert!(checker.derived(&[]));
    assert_eq!(checker.step(&deleted(4)), Ok(()));
    assert!(!checker.derived(&[]));
    assert_eq!(checker.greatest_keys(), [255; 3]);
    assert_eq!(checker.primitives().len(), 1);
}

#[test]
fn malformed_steps_are_rejected() {
    let mut checker = checker(&sum());
    checker.step(&deleted(2)).expect("there is one");
    checker.step(&Step::Var { max: u64::MAX }).expect("large");
    let (byte, truth) = (Domain::unsigned(8), Domain::BOOL);
    let add = || Operator::Word(Op::BvAdd);
    let cases = [
        (input(&[at_least(4, 1)]), Rejected::UnknownVar(VarId(4))),
        (
            learnt(&[at_most(9, 1)], &[]),
            Rejected::UnknownVar(VarId(9)),
        ),
        (input(&[at_least(0, 0)]), Rejected::Bound(at_least(0, 0))),
        (
            input(&[at_least(0, 256)]),
            Rejected::Bound(at_least(0, 256)),
        ),
        (input(&[at_most(0, 255)]), Rejected::Bound(at_most(0, 255))),
        (
            input(&[at_most(3, u64::MAX)]),
            Rejected::Bound(at_most(3, u64::MAX)),
        ),
        (
            contracted(1, &[]),
            Rejected::UnknownPrimitive(PrimitiveId(1)),
        ),
        (
            contracted(0, &[at_least(3, 1)]),
            Rejected::Foreign(at_least(3, 1)),
        ),
        (contracted(0, &[]), Rejected::Wrong(vec![0, 0])),
        (learnt(&[], &[0, 2]), Rejected::Deleted(ClauseId(2))),
        (learnt(&[], &[0, 4]), Rejected::UnknownClause(ClauseId(4))),
        (learnt(&[], &[]), Rejected::NoConflict),
        (learnt(&[], &[0, 1]), Rejected::NoConflict),
        (learnt(&[], &[3]), Rejected::NotUnit(ClauseId(3))),
        (deleted(2), Rejected::Deleted(ClauseId(2))),
        (deleted(4), Rejected::UnknownClause(ClauseId(4))),
        (
            primitive(add(), &[byte; 3], &[0, 1, 3]),
            Rejected::Size(VarId(3)),
        ),
        (
            primitive(add(), &[byte; 3], &[0, 1, 7]),
            Rejected::UnknownVar(VarId(7)),
        ),
    ];
    for (step, rejected) in cases {
        assert!(!rejected.to_string().is_empty());
        assert_eq!(checker.step(&step), Err(rejected), "{step:?}");
    }
    let signed = Domain::signed(8);
    let float = Domain::float(FloatFormat::new(3, 5));
    let with = |width: u32, view: View| Domain { width, view };
    let format =
        |exponent: u32, significand: u32| View::Float(FloatFormat::new(exponent, significand));
    let shapes = [
        primitive(add(), &[byte; 3], &[0, 1]),
        primitive(add(), &[byte; 2], &[0, 1]),
        primitive(add(), &[byte, byte, signed], &[0, 1, 2]),
        primitive(Operator::Eq, &[byte; 3], &[0, 1, 2]),
        primitive(Operator::Eq, &[truth, byte, signed], &[0, 1, 2]),
        primitive(Operator::Ite, &[byte, byte, byte, byte], &[0, 1, 2, 2]),
        primitive(Operator::Word(Op::And), &[byte; 3], &[0, 1, 2]),
        primitive(Operator::Word(Op::BvUdiv), &[signed; 3], &[0, 1, 2]),
        primitive(
            Operator::Word(Op::Extract { hi: 8, lo: 1 }),
            &[byte; 2],
            &[0, 1],
        ),
        primitive(
            Operator::Word(Op::ZeroExtend(u32::MAX)),
            &[byte; 2],
            &[0, 1],
        ),
        primitive(Operator::FloatNeg, &[byte; 2], &[0, 1]),
        primitive(Operator::FloatMagnitude, &[truth; 2], &[0, 1]),
        primitive(
            Operator::Float(FloatOp::Add(FloatFormat::new(4, 4))),
            &[float; 3],
            &[0, 1, 2],
        ),
        primitive(Operator::SameWord, &[with(0, View::Unsigned); 2], &[0, 1]),
        primitive(Operator::SameWord, &[with(65, View::Signed); 2], &[0, 1]),
        primitive(
            Operator::SameWord,
            &[with(8, format(u32::MAX, 9)); 2],
            &[0, 1],
        ),
        primitive(Operator::SameWord, &[with(64, format(60, 4)); 2], &[0, 1]),
        primitive(Operator::SameWord, &[with(8, format(4, 5)); 2], &[0, 1]),
    ];
    for step in shapes {
        assert!(
            matches!(checker.step(&step), Err(Rejected::Shape(_))),
            "{step:?}"
        );
    }
    assert_eq!(checker.primitives().len(), 1, "nothing has been taken");
    assert_eq!(
        checker.step(&learnt(&[at_least(0, 1)], &[3])),
        Err(Rejected::NotUnit(ClauseId(3)))
    );
}

/// One that holds always, and one variable at two places.
#[test]
fn literals_of_one_variable_meet() {
    let byte = Domain::unsigned(8);
    let mut checker = checker(&[
        Step::Var { max: 255 },
        Step::Var { max: 255 },
        primitive(Operator::Word(Op::BvSub), &[byte; 3], &[0, 1, 1]),
        contracted(0, &[at_most(0, 9), at_least(0, 8)]),
        learnt(&[at_most(0, 9), at_least(0, 10)], &[]),
        contracted(0, &[at_least(1, 8), at_most(1, 6), at_most(0, 0)]),
    ]);
    let twice = [at_least(0, 255), at_least(1, 9), at_most(1, 6)];
    assert!(matches!(
        checker.step(&contracted(0, &twice)),
        Err(Rejected::Wrong(_))
    ));
}

/// The literals that are false in a box.
fn outside(rng: &mut Rng, domains: &[Domain], ranges: &[Range]) -> Vec<Literal> {
    let mut clause = Vec::new();
    for (var, (domain, range)) in (0u32..).zip(domains.iter().zip(ranges)) {
        if range.lo > 0 {
            clause.push(at_most(var, range.lo - 1));
        }
        if range.hi < domain.greatest() {
            clause.push(at_least(var, range.hi + 1));
        }
    }
    if rng.one_in(2) {
        clause.reverse();
    }
    clause
}

/// The box where a clause is false; `None` if it always holds.
fn negated(domains: &[Domain], clause: &[Literal]) -> Option<Vec<Range>> {
    let vars = (0u32..).zip(domains);
    vars.map(|(var, domain)| box_outside(clause, VarId(var), Range::all(*domain)))
        .collect()
}

/// Another bound, or one literal less.
fn mutate_clause(rng: &mut Rng, greatest: impl Fn(VarId) -> u64, clause: &mut Vec<Literal>) {
    if clause.is_empty() {
        return;
    }
    let at = rng.below(clause.len());
    let literal = &mut clause[at];
    let max = greatest(literal.var);
    match rng.below(4) {
        0 => {
            clause.remove(at);
        }
        1 => literal.bound = (literal.bound + 1).min(max - u64::from(literal.upper)),
        2 => literal.bound = (literal.bound.saturating_sub(1)).max(u64::from(!literal.upper)),
        _ => *literal = !*literal,
    }
}

/// Of contracted clauses with another bound, a literal less, or another primitive, those that are wrong are rejected,
/// and only wrong ones are called so.
#[test]
fn lies_about_primitives_are_noticed() {
    let all = small();
    let tables: Vec<Table> = all.iter().map(Table::new).collect();
    let (mut lies, mut harmless) = (0, 0);
    for (number, truth) in all.iter().enumerate() {
        let mut rng = Rng::new(number as u64);
        let domains = &truth.domains[..];
        let alike: Vec<usize> = (0..all.len())
            .filter(|&i| all[i].domains[..] == *domains)
            .collect();
        let mut steps: Vec<Step> = domains
            .iter()
            .map(|domain| Step::Var {
                max: domain.greatest(),
            })
            .collect();
        let vars: Vec<VarId> = (0u32..).map(VarId).take(domains.len()).collect();
        steps.extend(alike.iter().map(|&i| Step::Primitive {
            primitive: all[i].clone(),
            vars: vars.clone(),
        }));
        let mut checker = checker(&steps);
        for _ in 0..200 {
            let any = domains.iter().map(|domain| any_range(&mut rng, *domain));
            let ranges: Vec<Range> = any.collect();
            let empty = match tables[number].hull(&ranges) {
                None => ranges,
                Some(hull) => match beside(&mut rng, &ranges, &hull) {
                    Some(beside) => beside,
                    None => continue,
                },
            };
            let mut clause = outside(&mut rng, domains, &empty);
            let mut id = alike.iter().position(|&i| i == number).expect("itself");
            match rng.below(3) {
                0 => id = rng.below(alike.len()),
                _ => mutate_clause(&mut rng, |var| domains[var.index()].greatest(), &mut clause),
            }
            let wrong = negated(domains, &clause)
                .and_then(|ranges| tables[alike[id]].hull(&ranges))
                .is_some();
            let taken = checker.step(&contracted(u32::try_from(id).expect("few"), &clause));
            if wrong {
                lies += 1;
                let noticed = matches!(taken, Err(Rejected::Wrong(_) | Rejected::NotShown));
                assert!(noticed, "{:?} {clause:?} {taken:?}", all[alike[id]]);
            } else {
                harmless += 1;
                assert!(
                    !matches!(taken, Err(Rejected::Wrong(_))),
                    "{truth:?} {clause:?}"
                );
            }
        }
    }
    assert!(lies > 4000 && harmless > 1000, "{lies} {harmless}");
}

/// Greatest keys of the variables of random clauses.
const GREATEST: [u64; 4] = [1, 3, 4, 6];

fn any_literal(rng: &mut Rng) -> Literal {
    let var = rng.below(GREATEST.len());
    let bound = rng.number() % GREATEST[var];
    let var = u32::try_from(var).expect("few");
    if rng.one_in(2) {
        at_most(var, bound)
    } else {
        at_least(var, bound + 1)
    }
}

fn any_clause(rng: &mut Rng, most: usize) -> Vec<Literal> {
    (0..=rng.below(most)).map(|_| any_literal(rng)).collect()
}

/// Does a clause hold wherever these do, by all points?
fn follows(from: &[Vec<Literal>], clause: &[Literal]) -> bool {
    let points: u64 = GREATEST.iter().map(|max| max + 1).product();
    (0..points).all(|mut point| {
        let keys = GREATEST.map(|max| {
            let key = point % (max + 1);
            point /= max + 1;
            key
        });
        let holds = |clause: &[Literal]| {
            let holds =
                |literal: &Literal| literal.holds_in(Range::point(keys[literal.var.index()]));
            clause.iter().any(holds)
        };
        holds(clause) || !from.iter().all(|clause| holds(clause))
    })
}

/// Hints for a clause, by unit propagation through all clauses; `None` if there is no conflict.
fn hints(known: &[Vec<Literal>], clause: &[Literal]) -> Option<Vec<u32>> {
    let mut ranges: Vec<Range> = Vec::new();
    for (var, max) in (0u32..).zip(GREATEST) {
        ranges.push(box_outside(clause, VarId(var), Range::new(0, max))?);
    }
    let mut hints = Vec::new();
    loop {
        let before = ranges.clone();
        for (id, clause) in (0u32..).zip(known) {
            let fails = |literal: &&Literal| !literal.fails_in(ranges[literal.var.index()]);
            let open: Vec<Literal> = clause.iter().filter(fails).copied().collect();
            match open[..] {
                [] => {
                    hints.push(id);
                    return Some(hints);
                }
                [unit] if !unit.holds_in(ranges[unit.var.index()]) => {
                    hints.push(id);
                    let range = &mut ranges[unit.var.index()];
                    *range = box_outside(&[!unit], unit.var, *range).expect("does not fail");
                }
                _ => {}
            }
        }
        if before == ranges {
            return None;
        }
    }
}

/// Learnt clauses with the right hints are taken; with another clause, or hints that are wrong, missing or in another
/// order, no clause is taken that does not follow from the hints.
#[test]
fn lies_about_learnt_clauses_are_noticed() {
    let mut rng = Rng::new(1);
    let (mut right, mut lies, mut unfounded, mut harmless) = (0, 0, 0, 0);
    for _ in 0..6000 {
        let known: Vec<Vec<Literal>> = (0..6).map(|_| any_clause(&mut rng, 3)).collect();
        let clause = any_clause(&mut rng, 3);
        let Some(hints) = hints(&known, &clause) else {
            continue;
        };
        let mut steps: Vec<Step> = GREATEST.map(|max| Step::Var { max }).to_vec();
        steps.extend(known.iter().map(|clause| input(clause)));
        let checker = checker(&steps);
        assert_eq!(checker.clone().step(&learnt(&clause, &hints)), Ok(()));
        right += 1;
        let (mut other, mut by) = (clause.clone(), hints.clone());
        let at = rng.below(by.len());
        match rng.below(5) {
            0 => by[at] = rng.below_u32(6),
            1 => {
                by.remove(at);
            }
            2 => by.rotate_left(at),
            _ => mutate_clause(&mut rng, |var| GREATEST[var.index()], &mut other),
        }
        let used: Vec<Vec<Literal>> = by.iter().map(|id| known[*id as usize].clone()).collect();
        let taken = checker.clone().step(&learnt(&other, &by)).is_ok();
        let (justified, true_anyway) = (follows(&used, &other), follows(&known, &other));
        assert!(justified || !taken, "{known:?} {other:?} {by:?}");
        lies += u64::from(!true_anyway);
        unfounded += u64::from(!justified);
        harmless += u64::from(taken);
    }
    let enough = right > 1000 && lies > 100 && unfounded > 200 && harmless > 100;
    assert!(enough, "{right} {lies} {unfounded} {harmless}");
}

fn any_domain(rng: &mut Rng) -> Domain {
    let format = match rng.below(4) {
        0 => FloatFormat::F64,
        1 => FloatFormat::new(rng.below_u32(70), rng.below_u32(70)),
        2 => FloatFormat::new(15, 40),
        _ => FloatFormat::F32,
    };
    let width = match rng.below(3) {
        0 => rng.below_u32(70),
        1 => 64,
        _ => format.width(),
    };
    match rng.below(5) {
        0 => Domain::INTEGER,
        1 => Domain::REAL,
        _ => {
            let numbers = [View::Integer, View::Real];
            let words = [View::Unsigned, View::Signed, View::Float(format)];
            let view = match rng.one_in(8) {
                true => rng.pick(&numbers),
                false => rng.pick(&words),
            };
            Domain { width, view }
        }
    }
}

fn any_operator(rng: &mut Rng, domain: Domain) -> Operator {
    let format = match domain.view {
        View::Float(format) => format,
        _ => FloatFormat::new(rng.below_u32(80), rng.below_u32(80)),
    };
    let (from, to, width) = (format, FloatFormat::F32, rng.below_u32(70));
    let mode = RoundingMode::Up;
    let float = rng.pick(&[
        FloatOp::Add(format),
        FloatOp::Mul(format),
        FloatOp::Div(format),
        FloatOp::Fma(format),
        FloatOp::Sqrt(format),
        FloatOp::Remainder(format),
        FloatOp::Fmod(format),
        FloatOp::RoundToIntegral(format, mode),
        FloatOp::Lt(format),
        FloatOp::Convert { from, to },
        FloatOp::FromSigned(format),
        FloatOp::ToUnsigned { from, width },
    ]);
    let (hi, lo) = (rng.below_u32(70), rng.below_u32(70));
    let numbers = [
        Op::Add,
        Op::Mul,
        Op::RealDiv,
        Op::IntDiv,
        Op::IntMod,
        Op::ToReal,
        Op::ToInt,
        Op::IsInt,
        Op::BvToNat,
        Op::IntToBv(hi),
        Op::Graph(Transcendental::Sin),
        Op::Graph(Transcendental::Exp),
        Op::Select,
    ];
    match rng.below(32) {
        24 => Operator::Min,
        25 => Operator::Negate,
        26 => Operator::Absolute,
        27 => Operator::Power(hi),
        28.. => Operator::Number(numbers[rng.below(numbers.len())].clone()),
        0 => Operator::Eq,
        1 => Operator::Ite,
        2 => Operator::SameWord,
        3 => Operator::FloatNeg,
        4 => Operator::FloatMagnitude,
        5 => Operator::Word(Op::Extract { hi, lo }),
        6 => Operator::Word(Op::ZeroExtend(hi)),
        7 => Operator::Word(Op::Concat),
        8 => Operator::Word(Op::Select),
        9..16 => Operator::Word(Op::ON_WORDS[rng.below(Op::ON_WORDS.len())].clone()),
        _ => Operator::Float(float),
    }
}

/// Literals about some of these variables, most of them within their domains.
fn any_literals(rng: &mut Rng, vars: &[VarId], greatest: &[u64]) -> Vec<Literal> {
    if vars.is_empty() {
        return Vec::new();
    }
    let literal = |rng: &mut Rng| {
        let (var, upper) = (rng.pick(vars), rng.one_in(2));
        let bound = match greatest.get(var.index()) {
            Some(max) if !rng.one_in(8) => (rng.number() >> rng.below(64)) & max,
            _ => rng.number(),
        };
        Literal { var, upper, bound }
    };
    (0..rng.below(4)).map(|_| literal(rng)).collect()
}

/// Whatever the steps are, the checker says something.
#[test]
fn any_steps_are_answered() {
    let mut rng = Rng::new(7);
    let (mut taken, mut computed) = (0, 0);
    for _ in 0..600 {
        let mut checker = Checker::new();
        let mut domains: Vec<Domain> = Vec::new();
        for _ in 0..60 {
            let known = u32::try_from(domains.len()).expect("few");
            let vars: Vec<VarId> = (0..=known).map(VarId).collect();
            let literals = any_literals(&mut rng, &vars, checker.greatest_keys());
            let step = match rng.below(9) {
                0 => {
                    let domain = any_domain(&mut rng);
                    domains.push(domain);
                    let max = u64::MAX.checked_shr(64u32.saturating_sub(domain.width));
                    Step::Var {
                        max: match domain.is_number() {
                            true => domain.greatest(),
                            false => max.unwrap_or(0),
                        },
                    }
                }
                1..4 if known > 0 => {
                    let var = rng.below_u32(known);
                    let domain = domains[var as usize];
                    let op = any_operator(&mut rng, domain);
                    let several = rng.below(5);
                    primitive(op, &vec![domain; several], &vec![var; several])
                }
                4 => input(&literals),
                5 => learnt(&literals, &[rng.below_u32(8), rng.below_u32(8)]),
                6 => deleted(rng.below_u32(30)),
                _ => {
                    let number = checker.primitives.len();
                    let id = rng.below(number + 1);
                    let vars = checker.primitives.get(id).map_or(&[][..], |(_, vars)| vars);
                    let literals = any_literals(&mut rng, vars, checker.greatest_keys());
                    contracted(u32::try_from(id).expect("few"), &literals)
                }
            };
            let answer = checker.step(&step);
            taken += u64::from(answer.is_ok());
            let is_contracted = matches!(step, Step::Contracted { .. });
            computed += u64::from(match answer {
                Ok(()) => is_contracted,
                Err(rejected) => matches!(rejected, Rejected::Wrong(_) | Rejected::NotShown),
            });
        }
    }
    assert!(taken > 1000 && computed > 500, "{taken} {computed}");
}
