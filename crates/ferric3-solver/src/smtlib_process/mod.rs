//! A solver in another process that speaks SMT-LIB 2, such as Z3 or cvc5.
//!
//! [`SmtLibSolver`] is the back end: a program that was [probed](probe) once, so that it is known to be there
//! and what it can do. Each context of it, an [`SmtLibProcess`], keeps all that its process was told
//! ([`script`]) and makes a new process know it where need be: after a crash (once for each query),
//! after an interrupt or a limit that ended the old one, or because there were too many of them
//! ([`pool`]).

mod answers;
mod connection;
mod error;
mod pool;
mod probe;
mod script;
mod sexpr;
mod tool;

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use ferric3_sat::Interrupt;
use ferric3_term::{SymbolId, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use self::connection::{Connection, Wait};
pub use self::error::SmtLibProcessError;
use self::pool::{Pool, Slot};
pub(crate) use self::probe::Knows;
use self::probe::{Abilities, Assuming};
pub(crate) use self::script::{Script, literal_name};
pub(crate) use self::sexpr::SExpr;
use self::tool::{LimitStyle, Tool};
use crate::{CheckResult, Solver, SolverStats, WhyUnknown};

/// What a microsecond of another process counts as, in the unit of
/// [`Turns`](ferric3_sat::Turns): about as many literals are propagated in it.
const WORK_PER_MICROSECOND: u64 = 10;

/// A program that answers queries. Cloning shares it, and the limit on its processes.
#[derive(Clone)]
pub struct SmtLibSolver {
    tool: Arc<Tool>,
    abilities: Arc<Abilities>,
    pool: Pool,
    another: Arc<OnceLock<SmtLibSolver>>,
}

impl SmtLibSolver {
    /// The names of the programs that are known by name.
    pub fn names() -> [&'static str; 5] {
        tool::known_names()
    }

    /// The program that a name or a command line means. It is started once, to see whether it is a
    /// solver and what it can do.
    pub fn find(command: &str) -> Result<SmtLibSolver, SmtLibProcessError> {
        let tool = Tool::from_command(command)?;
        let abilities = probe::probe(&tool, &Interrupt::new())?;
        Ok(SmtLibSolver {
            tool: Arc::new(tool),
            abilities: Arc::new(abilities),
            pool: Pool::default(),
            another: Arc::default(),
        })
    }

    /// Another program that knows integers and real numbers, to check the answers of this one about them; this
    /// one if none is there.
    pub fn another(&self) -> SmtLibSolver {
        let another = self.another.get_or_init(|| {
            let names = SmtLibSolver::names().into_iter();
            let others = names.filter(|&name| name != self.name());
            let mut found = others.filter_map(|name| SmtLibSolver::find(name).ok());
            let found = found.find(|other| other.abilities.knows.numbers);
            // Not a clone, which would hold itself.
            found.unwrap_or_else(|| SmtLibSolver {
                another: Arc::default(),
                ..self.clone()
            })
        });
        another.clone()
    }

    /// The name of the program.
    pub fn name(&self) -> &str {
        &self.tool.name
    }

    /// Its version, in its own words.
    pub fn version(&self) -> &str {
        &self.abilities.version
    }

    /// A fresh context.
    pub fn create(&self) -> SmtLibProcess {
        self.context(self.abilities.assuming)
    }

    /// A fresh context for queries each of which stands for itself: nothing of one is left when the next
    /// is asked, and all of its assumptions count as used.
    pub fn create_for_single_queries(&self) -> SmtLibProcess {
        self.context(Assuming::Assertions)
    }

    fn context(&self, assuming: Assuming) -> SmtLibProcess {
        SmtLibProcess {
            solver: self.clone(),
            assuming,
            slot: Arc::default(),
            script: Script::new(self.abilities.knows),
            told: 0,
            told_limit: None,
            interrupt: Interrupt::new(),
            limit: None,
            model: FxHashMap::default(),
            failed: Vec::new(),
            restarts: 0,
            stats: SolverStats::default(),
        }
    }
}

impl fmt::Debug for SmtLibSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SmtLibSolver")
            .field(&self.to_string())
            .finish()
    }
}

impl fmt::Display for SmtLibSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name(), self.version())
    }
}

/// An incremental solver over a child process.
pub struct SmtLibProcess {
    solver: SmtLibSolver,
    assuming: Assuming,
    slot: Arc<Slot>,
    script: Script,
    /// How much of the script the process was told.
    told: usize,
    /// The limit that the process was told.
    told_limit: Option<u64>,
    interrupt: Interrupt,
    limit: Option<u64>,
    model: FxHashMap<SymbolId, Value>,
    failed: Vec<TermId>,
    restarts: u64,
    stats: SolverStats,
}

impl SmtLibProcess {
    /// How often a process that ended by itself was replaced.
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// Ask; if the process crashes, ask another one, once.
    fn query(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
    ) -> Result<CheckResult, SmtLibProcessError> {
        if self.interrupt.is_raised() {
            return Err(SmtLibProcessError::Interrupted);
        }
        for &term in assumptions {
            match self.assuming {
                Assuming::Literals => self.script.literal(terms, term),
                _ => self.script.define(terms, term),
            };
        }
        match self.attempt(terms, assumptions) {
            Err(SmtLibProcessError::Died) if !self.interrupt.is_raised() => {
                self.restarts += 1;
                self.attempt(terms, assumptions)
            }
            outcome => outcome,
        }
    }

    /// Ask the process. If that fails, nobody knows what state it is in, so it is ended.
    fn attempt(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
    ) -> Result<CheckResult, SmtLibProcessError> {
        let slot = Arc::clone(&self.slot);
        self.solver.pool.touch(&slot);
        let mut place = slot.lock();
        let outcome = self.converse(&mut place, terms, assumptions);
        if outcome.is_err() {
            place.take();
        }
        outcome
    }

    fn converse(
        &mut self,
        place: &mut Option<Connection>,
        terms: &Terms,
        assumptions: &[TermId],
    ) -> Result<CheckResult, SmtLibProcessError> {
        let interrupt = self.interrupt.clone();
        let (tool, assuming) = (Arc::clone(&self.solver.tool), self.assuming);
        let mut wait = Wait {
            interrupt: &interrupt,
            until: None,
        };
        let connection = match place {
            Some(connection) => connection,
            None => {
                self.told = 0;
                self.told_limit = None;
                place.insert(probe::start(&tool, assuming, &wait)?)
            }
        };
        let mut commands = self.script.from(self.told).to_owned();
        self.told = self.script.end();
        commands.push_str(&self.limit_command());
        // What it takes to read the script is not what the query takes.
        if commands.len() > LONG_SCRIPT {
            commands.push_str("(echo \"ready\")\n");
            connection.send(std::mem::take(&mut commands))?;
            connection.receive(&wait)?;
        }
        wait.until = tool
            .limit
            .time(self.limit)
            .map(|time| Instant::now() + time);
        commands.push_str(&self.query_commands(terms, assumptions));
        let answer = connection.ask(&commands, &wait)?;
        wait.until = None;
        let result = match answer.as_atom() {
            Some("sat") => match self.script.refused {
                Some(refusal) => CheckResult::Unknown(WhyUnknown::refused(refusal)),
                None => {
                    self.read_model(connection, &wait, terms)?;
                    CheckResult::Sat
                }
            },
            Some("unsat") => {
                self.read_failed(connection, &wait, assumptions)?;
                CheckResult::Unsat
            }
            Some("unknown") => CheckResult::Unknown(self.read_reason(connection, &wait)?),
            _ => return Err(SmtLibProcessError::Unexpected(answer.to_string())),
        };
        if assuming != Assuming::Literals {
            connection.send("(pop 1)\n".to_owned())?;
        }
        Ok(result)
    }

    /// Tell the limit, if the process does not know it and has an option for it.
    fn limit_command(&mut self) -> String {
        let LimitStyle::Option {
            name,
            least,
            per_unit,
        } = self.solver.tool.limit
        else {
            return String::new();
        };
        if self.told_limit == self.limit {
            return String::new();
        }
        self.told_limit = self.limit;
        let units = self.limit.map_or(0, |limit| {
            limit.saturating_mul(per_unit).saturating_add(least)
        });
        let units = units.min(u64::from(u32::MAX));
        format!("(set-option :{name} {units})\n")
    }

    /// The commands of a query.
    fn query_commands(&mut self, terms: &Terms, assumptions: &[TermId]) -> String {
        let assumptions = each_once(assumptions);
        match self.assuming {
            // cvc5 does not take an empty list of assumptions.
            Assuming::Literals if assumptions.is_empty() => "(check-sat)".to_owned(),
            Assuming::Literals => {
                let names: Vec<String> = assumptions.iter().map(|&t| literal_name(t)).collect();
                format!("(check-sat-assuming ({}))", names.join(" "))
            }
            assuming => {
                let mut commands = "(push 1)\n".to_owned();
                for &term in &assumptions {
                    let (text, name) = (self.script.define(terms, term), literal_name(term));
                    commands.push_str(&match assuming {
                        Assuming::NamedAssertions => format!("(assert (! {text} :named {name}))\n"),
                        _ => format!("(assert {text})\n"),
                    });
                }
                commands + "(check-sat)"
            }
        }
    }
}

/// A script of more bytes than this takes a while to read.
const LONG_SCRIPT: usize = 1 << 16;

/// Assumptions in their order, each once: some solvers stumble over duplicates.
pub(crate) fn each_once(assumptions: &[TermId]) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let once = assumptions.iter().copied();
    once.filter(|&term| seen.insert(term)).collect()
}

impl Solver for SmtLibProcess {
    fn assert(&mut self, terms: &Terms, term: TermId) {
        self.script.assert(terms, term);
    }

    fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]) {
        self.script.assert_clause(terms, clause);
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> CheckResult {
        self.failed.clear();
        self.model.clear();
        let start = Instant::now();
        let result = self.query(terms, assumptions);
        let result = result.unwrap_or_else(|error| {
            CheckResult::Unknown(match error {
                _ if self.interrupt.is_raised() => WhyUnknown::Stopped,
                SmtLibProcessError::Interrupted => WhyUnknown::Stopped,
                SmtLibProcessError::OverLimit => WhyUnknown::Limit,
                error => WhyUnknown::because(error.to_string()),
            })
        });
        let time = start.elapsed();
        self.stats.solve_time += time;
        self.stats.count(&result);
        let work = work_of(time);
        self.stats.work += work;
        self.interrupt.work(work);
        result
    }

    fn failed_assumptions(&self) -> &[TermId] {
        &self.failed
    }

    fn symbol_value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        let value = self.model.get(&symbol).cloned();
        value.unwrap_or_else(|| Value::zero(terms.symbol(symbol).sort))
    }

    fn value(&self, terms: &Terms, term: TermId) -> Value {
        terms.eval(term, &|symbol| self.symbol_value(terms, symbol))
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.limit = limit;
    }

    fn stats(&self) -> SolverStats {
        SolverStats {
            terms: self.script.terms(),
            ..self.stats
        }
    }
}

/// The work that another process does in a time.
fn work_of(time: Duration) -> u64 {
    u64::try_from(time.as_micros())
        .unwrap_or(u64::MAX)
        .saturating_mul(WORK_PER_MICROSECOND)
}
