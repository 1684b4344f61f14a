//! The obligations of an invariant, discharged on all cores.
//!
//! Most certificates are small and one thread does it all. One that takes longer gets helpers: each
//! has its own copy of the terms and its own contexts, and takes obligations from a common queue. An
//! obligation names terms that all copies have in common, so nothing has to travel between them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ferric3_cfa::{EdgeId, LocId};
use ferric3_sat::Interrupt;
use ferric3_solver::{SolverConfig, SolverStats};
use ferric3_term::{TermId, Terms};

use super::CertificateError;
use crate::{Task, threads};

/// For so long nobody is called for help: copies of terms and contexts cost something, too.
const ALONE: Duration = Duration::from_millis(30);

/// No state of `I(l)` takes the edge `(l, G, f, l')` and violates the clause `c ∈ I(l')` behind it:
/// `I(l) ∧ G ⇒ c∘f`. Without a clause: no state of `I(l)` takes the edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Obligation {
    pub(super) edge: EdgeId,
    pub(super) clause: Option<TermId>,
}

/// Who discharges obligations.
pub(super) trait Worker {
    /// Obligations with the same number have something in common, and are best left to one worker.
    fn group(task: &Task, obligation: Obligation) -> usize;

    /// Discharge an obligation. Those clauses of `I(l)` that it needs, if they are obligations only
    /// now.
    fn discharge(
        &mut self,
        terms: &mut Terms,
        obligation: Obligation,
    ) -> Result<Vec<TermId>, CertificateError>;

    /// What its solvers have done.
    fn stats(&self) -> SolverStats;
}

/// Discharge obligations, and those that come out of them. All clauses that have come out, by
/// location, and what it cost.
pub(super) fn discharge_all<W: Worker>(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    first: impl IntoIterator<Item = Obligation>,
    create: impl Fn(SolverConfig) -> W + Sync,
) -> Result<(Vec<BTreeSet<TermId>>, SolverStats), CertificateError> {
    let solvers = SolverConfig {
        interrupt: solvers.interrupt.branch(),
        ..solvers.clone()
    };
    let pool = Pool {
        task,
        state: Mutex::new(State {
            open: first.into_iter().collect(),
            busy: 0,
            workers: 1,
            owners: BTreeMap::new(),
            needed: vec![BTreeSet::new(); task.cfa.locations.len()],
            error: None,
        }),
        changed: Condvar::new(),
        interrupt: solvers.interrupt.clone(),
    };
    // Other programs that have to confirm everything are enough to keep a machine busy.
    let cores = match solvers.witnesses.is_empty() {
        true => solvers.cores,
        false => 1,
    };
    let start = Instant::now();
    let stats = thread::scope(|scope| {
        let mut helpers = Vec::new();
        let mut worker = create(solvers.clone());
        while let Some(obligation) = pool.take::<W>(0) {
            if helpers.is_empty() && cores > 1 && start.elapsed() > ALONE {
                for number in 1..cores {
                    let (pool, create) = (&pool, &create);
                    let (mut terms, solvers) = (terms.clone(), solvers.clone());
                    let work = move || {
                        let mut worker = create(solvers);
                        while let Some(obligation) = pool.take::<W>(number) {
                            pool.discharge(&mut worker, &mut terms, obligation);
                        }
                        worker.stats()
                    };
                    let thread = threads::named(format!("certificate {number}"));
                    helpers.extend(thread.spawn_scoped(scope, work).ok());
                }
                pool.lock().workers += helpers.len();
            }
            pool.discharge(&mut worker, terms, obligation);
        }
        let mut stats = worker.stats();
        for helper in helpers {
            match helper.join() {
                Ok(more) => stats.add(&more),
                // A bug: it must not be hidden.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        stats
    });
    let state = pool
        .state
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    match state.error {
        Some(error) => Err(error),
        None => Ok((state.needed, stats)),
    }
}

struct Pool<'a> {
    task: &'a Task,
    state: Mutex<State>,
    changed: Condvar,
    interrupt: Interrupt,
}

struct State {
    open: VecDeque<Obligation>,
    /// Workers that are discharging one, and may come back with more.
    busy: usize,
    workers: usize,
    /// Who has taken the first obligation of a group.
    owners: BTreeMap<usize, usize>,
    needed: Vec<BTreeSet<TermId>>,
    /// The first one ends the work.
    error: Option<CertificateError>,
}

impl Pool<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next obligation for a worker; none if there will be none.
    fn take<W: Worker>(&self, worker: usize) -> Option<Obligation> {
        let mut state = self.lock();
        loop {
            if state.error.is_some() || (state.open.is_empty() && state.busy == 0) {
                return None;
            }
            let group = |obligation: &Obligation| W::group(self.task, *obligation);
            if let Some(place) = state.best_for(worker, group) {
                let obligation = state.open.remove(place)?;
                state.owners.entry(group(&obligation)).or_insert(worker);
                state.busy += 1;
                return Some(obligation);
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn discharge(&self, worker: &mut impl Worker, terms: &mut Terms, obligation: Obligation) {
        let mut report = Report {
            pool: self,
            // What is said if the worker panics.
            result: Some(Err(CertificateError::Interrupted)),
            from: self.task.form(obligation.edge).edge.from,
        };
        report.result = Some(worker.discharge(terms, obligation));
    }

    fn settle(&self, from: LocId, result: Result<Vec<TermId>, CertificateError>) {
        let mut state = self.lock();
        state.busy -= 1;
        match result {
            Ok(needed) => {
                for clause in needed {
                    if state.needed[from.index()].insert(clause) {
                        self.oblige(&mut state, from, clause);
                    }
                }
            }
            Err(error) => state.fail(error),
        }
        if state.error.is_some() {
            self.interrupt.raise();
        }
        self.changed.notify_all();
    }

    /// A clause must hold at a location.
    fn oblige(&self, state: &mut State, loc: LocId, clause: TermId) {
        if loc == self.task.cfa.initial {
            state.fail(CertificateError::Initiation);
        }
        let incoming = self.task.incoming(loc).iter();
        state.open.extend(incoming.map(|&edge| Obligation {
            edge,
            clause: Some(clause),
        }));
    }
}

impl State {
    /// What a worker should do next: the first one that it has the context for, or that nobody has, or
    /// just the first.
    fn best_for(&self, worker: usize, group: impl Fn(&Obligation) -> usize) -> Option<usize> {
        if self.open.is_empty() || self.workers == 1 {
            return (!self.open.is_empty()).then_some(0);
        }
        let owner = |obligation: &Obligation| self.owners.get(&group(obligation)).copied();
        let mut open = self.open.iter();
        let own = open.position(|obligation| owner(obligation) == Some(worker));
        let mut open = self.open.iter();
        let free = || open.position(|obligation| owner(obligation).is_none());
        own.or_else(free).or(Some(0))
    }

    fn fail(&mut self, error: CertificateError) {
        self.error.get_or_insert(error);
    }
}

/// Tells what became of an obligation, also if its worker panics.
struct Report<'a> {
    pool: &'a Pool<'a>,
    result: Option<Result<Vec<TermId>, CertificateError>>,
    from: LocId,
}

impl Drop for Report<'_> {
    fn drop(&mut self) {
        if let Some(result) = self.result.take() {
            self.pool.settle(self.from, result);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread::ThreadId;

    use ferric3_cfa::{BuildOptions, build, large_blocks, mark_loop_heads};
    use ferric3_ivl::builder::{Builder, Operand, bv};

    use super::*;

    /// A loop, with one edge into it, one around it and one from it to the error location.
    fn task() -> (Task, Terms) {
        let mut b = Builder::new();
        let x = b.global("x", bv(8));
        b.proc("main");
        b.assign(x, 0);
        b.while_(x.ult(9), |b| b.assign(x, x + 1));
        b.assert(x.is(9));
        let (program, mut terms) = b.finish();
        let cfa = build(&program, &mut terms, BuildOptions::default());
        let mut cfa = cfa.expect("a small program");
        mark_loop_heads(&mut cfa);
        let large = large_blocks(cfa, &terms);
        (Task::new(large.cfa, &mut terms), terms)
    }

    /// Takes its time; a clause needs the next one.
    struct Sleeper<'a> {
        done: &'a Mutex<Vec<(Obligation, ThreadId)>>,
        clauses: &'a [TermId],
        fails_at: Option<TermId>,
        task: &'a Task,
    }

    impl Worker for Sleeper<'_> {
        fn group(_: &Task, obligation: Obligation) -> usize {
            obligation.edge.index()
        }

        fn discharge(
            &mut self,
            _: &mut Terms,
            obligation: Obligation,
        ) -> Result<Vec<TermId>, CertificateError> {
            thread::sleep(ALONE);
            let me = thread::current().id();
            self.done.lock().expect("no panics").push((obligation, me));
            if obligation.clause.is_some() && obligation.clause == self.fails_at {
                return Err(CertificateError::Consecution(obligation.edge));
            }
            if self.task.form(obligation.edge).edge.from == self.task.cfa.initial {
                return Ok(Vec::new());
            }
            let mut clauses = self.clauses.iter();
            let next = match obligation.clause {
                None => clauses.next(),
                Some(this) => clauses.find(|&&c| c == this).and_then(|_| clauses.next()),
            };
            Ok(next.copied().into_iter().collect())
        }

        fn stats(&self) -> SolverStats {
            SolverStats {
                queries: 1,
                ..SolverStats::default()
            }
        }
    }

    type Done = Vec<(Obligation, ThreadId)>;

    fn discharged(
        cores: usize,
        fails_at: Option<usize>,
    ) -> (Result<(usize, u64), CertificateError>, Done) {
        let (task, mut terms) = task();
        let x = task.cfa.state[0].term;
        let clauses = (0..6).map(|n| {
            let n = terms.bv_u64(100 + n, 8);
            terms.bv_ult(x, n)
        });
        let clauses: Vec<TermId> = clauses.collect();
        let solvers = SolverConfig {
            cores,
            ..SolverConfig::default()
        };
        let done = Mutex::new(Vec::new());
        let create = |_| Sleeper {
            done: &done,
            clauses: &clauses,
            fails_at: fails_at.map(|n| clauses[n]),
            task: &task,
        };
        let errors = task.incoming(task.cfa.error).iter();
        let first: Vec<_> = errors
            .map(|&edge| Obligation { edge, clause: None })
            .collect();
        let result = discharge_all(&task, &mut terms, &solvers, first, create);
        let result =
            result.map(|(needed, stats)| (needed.iter().map(BTreeSet::len).sum(), stats.queries));
        (result, done.into_inner().expect("no panics"))
    }

    #[test]
    fn every_obligation_is_discharged_once_on_any_number_of_cores() {
        for cores in [1, 3] {
            let (result, done) = discharged(cores, None);
            // Six clauses at the head, each over two edges, and the error.
            assert_eq!(result, Ok((6, cores as u64)));
            assert_eq!(done.len(), 13);
            let keys: BTreeSet<_> = done
                .iter()
                .map(|(o, _)| (o.edge.index(), o.clause))
                .collect();
            assert_eq!(keys.len(), 13);
            let threads = done.iter().map(|(_, thread)| format!("{thread:?}"));
            let threads: BTreeSet<String> = threads.collect();
            assert_eq!(threads.len() > 1, cores > 1);
        }
    }

    #[test]
    fn the_first_failure_ends_the_work() {
        for cores in [1, 3] {
            let (result, done) = discharged(cores, Some(2));
            assert!(
                matches!(result, Err(CertificateError::Consecution(_))),
                "{result:?}"
            );
            assert!(done.len() < 13);
        }
    }
}
