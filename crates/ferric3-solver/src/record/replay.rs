//! Reading scripts that [`QueryRecorder`](super::QueryRecorder) has written, over truth values, bit-vectors (with
//! floating-point operations) and numbers, and asking their queries.

use std::io::{self, BufRead};
use std::time::{Duration, Instant};

use ferric3_sat::Interrupt;
use ferric3_term::{Op, Sort, TermId, Terms, float_of_name};
use rustc_hash::FxHashMap;

use crate::smtlib_process::SExpr;
use crate::{CheckResult, Solver};

/// What came of a script.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The answers, in order.
    pub answers: Vec<CheckResult>,
    /// How long each took, with what was asserted since the one before.
    pub times: Vec<Duration>,
    /// Assumptions that were used, over all queries without a model.
    pub failed: u64,
}

/// How long a solver is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For each query.
    pub each: Duration,
    /// After so many without an answer, no more are asked.
    pub unknown: usize,
}

/// Asks `solver`, which is fresh, all queries of a script. Each assumption is the term that it stands for.
pub fn replay(script: impl BufRead, solver: &mut dyn Solver) -> io::Result<Replay> {
    Ok(Recording::read(script)?.ask(solver, None))
}

/// A script that was read, to be asked as often as one likes.
#[derive(Default)]
pub struct Recording {
    terms: Terms,
    events: Vec<Event>,
}

impl Recording {
    /// Reads a script.
    pub fn read(script: impl BufRead) -> io::Result<Recording> {
        let mut reader = Reader::default();
        let mut events = Vec::new();
        for (number, line) in script.lines().enumerate() {
            let mut line = line?;
            line.push('\n');
            let wrong = || {
                let text = format!("line {}: not understood: {line}", number + 1);
                io::Error::new(io::ErrorKind::InvalidData, text)
            };
            let command = SExpr::parse(&line).ok_or_else(wrong)?;
            events.extend(reader.read(&command).ok_or_else(wrong)?);
        }
        Ok(Recording {
            terms: reader.terms,
            events,
        })
    }

    /// The terms of the script.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Keeps the first queries only.
    pub fn keep(&mut self, queries: usize) {
        let is_query = |event: &Event| matches!(event, Event::Check(_));
        let mut seen = 0;
        let end = self.events.iter().position(|event| {
            seen += usize::from(is_query(event));
            seen > queries
        });
        self.events.truncate(end.unwrap_or(self.events.len()));
    }

    /// For each query the terms that are new with it: what was asserted since the query before, and its assumptions.
    pub fn new_terms(&self) -> Vec<Vec<TermId>> {
        let mut all = Vec::new();
        let mut new = Vec::new();
        for event in &self.events {
            match event {
                Event::Assert(clause) => new.extend(clause),
                Event::Limit(_) => {}
                Event::Check(assumptions) => {
                    new.extend(assumptions);
                    all.push(std::mem::take(&mut new));
                }
            }
        }
        all
    }

    /// Asks all queries; with a `patience`, as long as it lasts, whatever were their limits.
    pub fn ask(&self, solver: &mut dyn Solver, patience: Option<Patience>) -> Replay {
        let mut result = Replay::default();
        let mut time = Duration::ZERO;
        let mut unknown = 0;
        for event in &self.events {
            let start = Instant::now();
            match event {
                Event::Assert(clause) => match clause[..] {
                    [term] => solver.assert(&self.terms, term),
                    _ => solver.assert_clause(&self.terms, clause),
                },
                Event::Limit(limit) if patience.is_none() => solver.set_conflict_limit(*limit),
                Event::Limit(_) => {}
                Event::Check(assumptions) => {
                    if let Some(patience) = patience {
                        let interrupt = Interrupt::new().with_deadline(start + patience.each);
                        solver.set_interrupt(interrupt);
                    }
                    let answer = solver.check(&self.terms, assumptions);
                    result.times.push(time + start.elapsed());
                    time = Duration::ZERO;
                    if answer == CheckResult::Unsat {
                        result.failed += solver.failed_assumptions().len() as u64;
                    }
                    unknown += usize::from(matches!(answer, CheckResult::Unknown(_)));
                    result.answers.push(answer);
                    if patience.is_some_and(|patience| unknown >= patience.unknown) {
                        break;
                    }
                    continue;
                }
            }
            time += start.elapsed();
        }
        result
    }
}

/// What a command asks for.
enum Event {
    Assert(Vec<TermId>),
    Limit(Option<u64>),
    Check(Vec<TermId>),
}

#[derive(Default)]
struct Reader {
    terms: Terms,
    names: FxHashMap<String, TermId>,
}

impl Reader {
    /// What a command asks for, if anything; `None` if it is not understood.
    fn read(&mut self, command: &SExpr) -> Option<Option<Event>> {
        let [head, rest @ ..] = command.as_list()? else {
            return None;
        };
        Some(match (head.as_atom()?, rest) {
            ("set-info", [_, limit]) => {
                let limit: u64 = limit.as_atom()?.parse().ok()?;
                Some(Event::Limit((limit > 0).then_some(limit)))
            }
            ("declare-fun", [name, _, sort]) => {
                let name = name.as_atom()?;
                if !is_assumption(name) {
                    let term = self.terms.fresh_symbol(name, sort_of(sort)?).1;
                    self.names.insert(name.to_owned(), term);
                }
                None
            }
            // The circuit of a floating-point operation, which its name says.
            ("define-fun", [name, ..]) if float_of_name(name.as_atom()?).is_some() => None,
            ("define-fun", [name, _, sort, body]) => {
                let term = self.term(body, sort_of(sort)?)?;
                self.names.insert(name.as_atom()?.to_owned(), term);
                None
            }
            ("assert", [formula]) => match formula.as_list() {
                Some([op, items @ ..]) => match (op.as_atom()?, items) {
                    ("=", [name, of]) if name.as_atom().is_some_and(is_assumption) => {
                        let of = self.term(of, Sort::Bool)?;
                        self.names.insert(name.as_atom()?.to_owned(), of);
                        None
                    }
                    ("or", items) => {
                        let clause = items.iter().map(|item| self.term(item, Sort::Bool));
                        Some(Event::Assert(clause.collect::<Option<_>>()?))
                    }
                    _ => return None,
                },
                _ => Some(Event::Assert(vec![self.term(formula, Sort::Bool)?])),
            },
            ("check-sat", []) => Some(Event::Check(Vec::new())),
            ("check-sat-assuming", [names]) => {
                let names = names.as_list()?.iter();
                let assumptions = names.map(|name| self.names.get(name.as_atom()?).copied());
                Some(Event::Check(assumptions.collect::<Option<_>>()?))
            }
            _ => return None,
        })
    }

    /// One operator over names and constants. The sort is that of constants.
    fn term(&mut self, text: &SExpr, sort: Sort) -> Option<TermId> {
        if let Some(name) = text.as_atom()
            && let Some(&term) = self.names.get(name)
        {
            return Some(term);
        }
        if let Some(value) = text.to_value(sort) {
            return Some(self.terms.constant(&value));
        }
        let [head, args @ ..] = text.as_list()? else {
            return None;
        };
        // Constants have the sort of the names beside them.
        let known = args.iter().find_map(|arg| {
            let term = self.names.get(arg.as_atom()?)?;
            Some(self.terms.sort(*term))
        });
        let name = head.as_atom();
        let sorts = |place: usize| match (name, place) {
            (Some("not" | "and" | "or" | "xor"), _) | (Some("ite"), 0) => Sort::Bool,
            (Some("ite" | "+" | "-" | "*" | "/" | "div" | "mod"), _) => sort,
            (Some("to_real"), _) | (None, _) => Sort::Int,
            (Some("to_int" | "is_int"), _) => Sort::Real,
            (Some(name), _) if name.starts_with("bv") && sort != Sort::Bool => sort,
            (Some(name), _) => match float_of_name(name) {
                Some((_, width)) => Sort::BitVec(width),
                None => known.unwrap_or(sort),
            },
        };
        let mut terms = Vec::new();
        for (place, arg) in args.iter().enumerate() {
            terms.push(self.term(arg, sorts(place))?);
        }
        let op = match head {
            SExpr::Atom(name) => operator(name, terms.len())?,
            SExpr::List(items) => indexed(items)?,
        };
        Some(self.terms.mk(op, &terms))
    }
}

/// Is it a name that stands for an assumption?
fn is_assumption(name: &str) -> bool {
    name.starts_with("assumption!")
}

fn sort_of(text: &SExpr) -> Option<Sort> {
    Some(match text {
        SExpr::Atom(name) => match &**name {
            "Bool" => Sort::Bool,
            "Int" => Sort::Int,
            "Real" => Sort::Real,
            _ => return None,
        },
        SExpr::List(items) => match &items[..] {
            [_, name, width] if name.as_atom() == Some("BitVec") => {
                Sort::BitVec(width.as_atom()?.parse().ok()?)
            }
            _ => return None,
        },
    })
}

fn operator(name: &str, args: usize) -> Option<Op> {
    Some(match name {
        "not" => Op::Not,
        "and" => Op::And,
        "or" => Op::Or,
        "xor" => Op::Xor,
        "=" => Op::Eq,
        "ite" => Op::Ite,
        "+" => Op::Add,
        "-" if args == 1 => Op::Neg,
        "-" => Op::Sub,
        "*" => Op::Mul,
        "<" => Op::Lt,
        "<=" => Op::Le,
        "div" => Op::IntDiv,
        "mod" => Op::IntMod,
        "/" => Op::RealDiv,
        "to_real" => Op::ToReal,
        "to_int" => Op::ToInt,
        "is_int" => Op::IsInt,
        "bv2nat" => Op::BvToNat,
        "bvnot" => Op::BvNot,
        "bvneg" => Op::BvNeg,
        "bvand" => Op::BvAnd,
        "bvor" => Op::BvOr,
        "bvxor" => Op::BvXor,
        "bvadd" => Op::BvAdd,
        "bvsub" => Op::BvSub,
        "bvmul" => Op::BvMul,
        "bvudiv" => Op::BvUdiv,
        "bvurem" => Op::BvUrem,
        "bvsdiv" => Op::BvSdiv,
        "bvsrem" => Op::BvSrem,
        "bvsmod" => Op::BvSmod,
        "bvshl" => Op::BvShl,
        "bvlshr" => Op::BvLshr,
        "bvashr" => Op::BvAshr,
        "bvult" => Op::BvUlt,
        "bvule" => Op::BvUle,
        "bvslt" => Op::BvSlt,
        "bvsle" => Op::BvSle,
        "concat" => Op::Concat,
        _ => Op::Float(float_of_name(name)?.0),
    })
}

/// `(_ extract 3 0)` and its like.
fn indexed(items: &[SExpr]) -> Option<Op> {
    let words: Vec<&str> = items.iter().map(SExpr::as_atom).collect::<Option<_>>()?;
    let ["_", name, indices @ ..] = &words[..] else {
        return None;
    };
    let indices: Vec<u32> = indices
        .iter()
        .map(|index| index.parse().ok())
        .collect::<Option<_>>()?;
    Some(match (*name, &indices[..]) {
        ("extract", &[hi, lo]) => Op::Extract { hi, lo },
        ("zero_extend", &[more]) => Op::ZeroExtend(more),
        ("sign_extend", &[more]) => Op::SignExtend(more),
        ("rotate_left", &[by]) => Op::RotateLeft(by),
        ("rotate_right", &[by]) => Op::RotateRight(by),
        ("int2bv", &[width]) => Op::IntToBv(width),
        _ => return None,
    })
}
