//! `ferric3 bench`: a benchmark set, with tables and plots in the end.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::bench::args::BenchArgs;
use crate::bench::bar::{Bar, clock};
use crate::bench::cactus::cactus;
use crate::bench::child::{GRACE, PEER, Starter, arguments};
use crate::bench::compare::Comparison;
use crate::bench::csv::{self, Limits};
use crate::bench::goals;
use crate::bench::pool;
use crate::bench::row::{Row, Said, Status};
use crate::bench::scatter::scatter;
use crate::bench::store::Store;
use crate::bench::summary;
use crate::bench::tasks::{self, Task};
use crate::cli::export::PeerName;
use crate::cli::{self, ColorChoice};
use crate::exit::Exit;
use crate::output::{self, Paint};
use crate::peer_cmd::not_installed;

/// What went wrong was said already.
type Checked<T> = Result<T, Exit>;

/// Everything that was checked before the first task runs.
struct Plan {
    tasks: Vec<Task>,
    /// Of the tasks.
    paths: Vec<PathBuf>,
    engines: Vec<String>,
    limits: Limits,
    old: Option<(Limits, Vec<Row>)>,
}

/// Runs the command.
pub(crate) fn run(args: &BenchArgs, color: ColorChoice) -> Exit {
    execute(args, Paint::new(color)).unwrap_or_else(|exit| exit)
}

fn execute(args: &BenchArgs, paint: Paint) -> Checked<Exit> {
    let plan = plan(args)?;
    let stop = stop_flag()?;
    let mut store = open(args, &plan)?;
    let start = Instant::now();
    work(args, &plan, &mut store, &stop, paint)?;
    store.finish().map_err(|error| cannot_write(args, &error))?;

    let rows: Vec<&Row> = store.rows().collect();
    output::out(&tables(&plan, &rows, paint));
    if let Some((old_limits, old)) = &plan.old {
        let text = against_old(args, &plan, (old_limits, old), &rows)?;
        output::out(&text);
    }
    plots(args, &plan, &rows)?;
    let wrong: Vec<&Row> = with_status(&rows, Status::Wrong);
    let errors: Vec<&Row> = with_status(&rows, Status::Error);
    let split = contradictions(&rows);
    output::out(&defects(&wrong, &errors, &split, paint));
    let stopped = stop.load(Ordering::Relaxed);
    let verb = if stopped { "Interrupted" } else { "Done" };
    output::out(&format!(
        "{verb} after {}: {} results; they and their plots are in {}\n",
        clock(start.elapsed()),
        rows.len(),
        args.out.display()
    ));
    Ok(
        if !(wrong.is_empty() && errors.is_empty() && split.is_empty()) {
            Exit::Internal
        } else if stopped {
            Exit::Unknown
        } else {
            Exit::Ok
        },
    )
}

fn plan(args: &BenchArgs) -> Checked<Plan> {
    let limits = Limits {
        timeout: args.timeout,
        memory: args.memory,
        data_model: if args.ilp32 { "--32" } else { "--64" },
        spec: args.spec.as_ref().map(|path| path.display().to_string()),
        cover: (!args.cover.is_empty()).then(|| {
            let names: Vec<&str> = args.cover.iter().map(|cover| cover.name()).collect();
            names.join(",")
        }),
    };
    let engines = engines(args, &limits)?;
    let read = |path: &Path| {
        fs::read_to_string(path)
            .map_err(|error| output::bad_input(&format!("cannot read {}: {error}", path.display())))
    };
    let in_file =
        |path: &Path, error: String| output::bad_input(&format!("{}: {error}", path.display()));

    let list = read(&args.tasks)?;
    let mut tasks = tasks::parse(&list).map_err(|error| in_file(&args.tasks, error))?;
    if let Some(part) = &args.only {
        tasks.retain(|task| task.file.contains(part) || task.category.contains(part));
    }
    if tasks.is_empty() {
        return Err(in_file(&args.tasks, "there is no task to run".to_owned()));
    }
    let mut folders = vec![args.tasks.parent().map(Path::to_owned).unwrap_or_default()];
    folders.extend(args.root.clone());
    let paths: Result<Vec<PathBuf>, String> = tasks
        .iter()
        .map(|task| tasks::locate(task, &folders))
        .collect();
    let mut paths = paths.map_err(|error| in_file(&args.tasks, error))?;
    if limits.cover.is_some() {
        let executable = executable()?;
        let goals = goals::of_all(&executable, &limits, &tasks, &paths, args.every)
            .map_err(|error| output::bad_input(&error))?;
        if goals.is_empty() {
            return Err(in_file(&args.tasks, "there is no coverage goal".to_owned()));
        }
        (tasks, paths) = goals.into_iter().unzip();
    }
    // Before anything is written: it may be the file that is written to.
    let old = match &args.compare {
        None => None,
        Some(path) => Some(csv::parse(&read(path)?).map_err(|error| in_file(path, error))?),
    };
    Ok(Plan {
        tasks,
        paths,
        engines,
        limits,
        old,
    })
}

/// This very program.
fn executable() -> Checked<PathBuf> {
    std::env::current_exe().map_err(|error| {
        output::internal_error(&format!("the program does not know its own path: {error}"))
    })
}

/// Engines, each of which makes a command line that `check` understands.
fn engines(args: &BenchArgs, limits: &Limits) -> Checked<Vec<String>> {
    let mut engines: Vec<String> = Vec::new();
    for engine in &args.engine {
        let words: Vec<&str> = engine.split_whitespace().collect();
        let engine = words.join(" ");
        let mut line = vec!["ferric3".to_owned()];
        line.extend(arguments(limits, 1, None, Path::new("FILE.c"), &engine));
        if let Some(complaint) = cli::complaint(line.into_iter().map(OsString::from)) {
            output::err(&complaint);
            return Err(Exit::Usage);
        }
        if engine.starts_with(PEER) && limits.cover.is_some() {
            return Err(output::bad_usage(&format!(
                "{engine} cannot be asked about coverage goals"
            )));
        }
        if let Some(peer) = peer_of(&engine)
            && peer.find().is_none()
        {
            return Err(output::bad_usage(&not_installed(peer)));
        }
        if !engines.contains(&engine) {
            engines.push(engine);
        }
    }
    Ok(engines)
}

/// The other tool behind an engine, if it is one.
fn peer_of(engine: &str) -> Option<PeerName> {
    let name = engine.strip_prefix(PEER)?.split_whitespace().next()?;
    PeerName::from_str(name, false).ok()
}

/// Raised by Ctrl-C and SIGTERM. A second signal changes nothing: the rest takes no time, and
/// `timeout` sends two at once.
fn stop_flag() -> Checked<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for number in [SIGINT, SIGTERM] {
        flag::register(number, Arc::clone(&stop))
            .map_err(|error| output::internal_error(&format!("no signal handlers: {error}")))?;
    }
    Ok(stop)
}

fn cannot_write(args: &BenchArgs, error: &std::io::Error) -> Exit {
    output::bad_usage(&format!("cannot write to {}: {error}", args.out.display()))
}

/// The result file, with the results that are there already if the run is resumed.
fn open(args: &BenchArgs, plan: &Plan) -> Checked<Store> {
    let path = args.out.join("results.csv");
    let mut earlier = Vec::new();
    if args.resume
        && let Ok(text) = fs::read_to_string(&path)
    {
        let (limits, rows) = csv::parse(&text)
            .map_err(|error| output::bad_input(&format!("{}: {error}", path.display())))?;
        if limits != plan.limits {
            return Err(output::bad_usage(&format!(
                "{} was made with other limits ({}, {}): use the same ones, or another --out",
                path.display(),
                limits.describe(),
                limits.data_model
            )));
        }
        earlier = rows;
    }
    fs::create_dir_all(&args.out)
        .and_then(|()| {
            let limits = plan.limits.clone();
            Store::new(path, limits, &plan.tasks, &plan.engines, earlier)
        })
        .map_err(|error| cannot_write(args, &error))
}

/// Runs what is missing.
fn work(
    args: &BenchArgs,
    plan: &Plan,
    store: &mut Store,
    stop: &AtomicBool,
    paint: Paint,
) -> Checked<()> {
    let executable = executable()?;
    let scratch = args.out.join("scratch");
    fs::create_dir_all(&scratch).map_err(|error| cannot_write(args, &error))?;
    let starter = Starter {
        executable,
        limits: plan.limits.clone(),
        cores: (cli::cores() / args.jobs.get()).max(1),
        grace: GRACE,
        scratch: scratch.clone(),
    };
    let engines = plan.engines.len();
    let check = |position: usize| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let (task, engine) = (position / engines, position % engines);
        let (task, path) = (&plan.tasks[task], &plan.paths[task]);
        starter.check(task, path, &plan.engines[engine], position, stop)
    };
    let bar = Bar::new(store.rows(), plan.tasks.len() * engines);
    let bar = std::cell::RefCell::new(bar);
    let mut failed = None;
    let missing = store.missing();
    pool::run(
        args.jobs.get(),
        &missing,
        check,
        |position, row: Row| {
            let mut bar = bar.borrow_mut();
            bar.add(&row);
            if row.status() == Status::Wrong {
                bar.clear();
                output::err(&format!("{}\n", paint.red(&defect(&row))));
            }
            if let Err(error) = store.add(position, row) {
                failed = Some(error);
                stop.store(true, Ordering::Relaxed);
            }
        },
        || bar.borrow_mut().draw(),
    );
    bar.borrow_mut().clear();
    // What is left there is of no use, but does no harm either.
    let _ = fs::remove_dir_all(&scratch);
    failed.map_or(Ok(()), |error| Err(cannot_write(args, &error)))
}

fn of_engine<'a>(rows: &[&'a Row], engine: &str) -> Vec<&'a Row> {
    let rows = rows.iter().copied();
    rows.filter(|row| row.engine == engine).collect()
}

fn with_status<'a>(rows: &[&'a Row], status: Status) -> Vec<&'a Row> {
    let rows = rows.iter().copied();
    rows.filter(|row| row.status() == status).collect()
}

/// Tasks of which one engine says that they hold, and another one that they do not.
fn contradictions<'a>(rows: &[&'a Row]) -> Vec<(&'a Row, &'a Row)> {
    let mut by_task: BTreeMap<&str, [Option<&Row>; 2]> = BTreeMap::new();
    for &row in rows {
        let side = match row.said {
            Said::True => 0,
            Said::False => 1,
            _ => continue,
        };
        by_task.entry(&row.file).or_default()[side].get_or_insert(row);
    }
    let by_task = by_task.into_values();
    by_task.filter_map(|[yes, no]| Some((yes?, no?))).collect()
}

fn tables(plan: &Plan, rows: &[&Row], paint: Paint) -> String {
    let mut text = String::new();
    let limits = plan.limits.describe();
    for engine in &plan.engines {
        text.push_str(&format!("{} ({limits})\n", paint.bold(engine)));
        text.push_str(&summary::by_category(&of_engine(rows, engine)));
        text.push('\n');
    }
    if let [first, others @ ..] = plan.engines.as_slice()
        && !others.is_empty()
    {
        text.push_str(&format!("{} ({limits})\n", paint.bold("all engines")));
        text.push_str(&summary::by_engine(&plan.engines, rows));
        text.push('\n');
        for other in others {
            let title = format!("{other} against {first}");
            text.push_str(&format!("{}\n", paint.bold(&title)));
            let comparison = Comparison::of(&of_engine(rows, other), &of_engine(rows, first));
            text.push_str(&comparison.render(other, first));
            text.push('\n');
        }
    }
    text.push_str("Seconds, memory and queries are those of the solved tasks.\n\n");
    text
}

/// The table and plot of an old run against this one.
fn against_old(
    args: &BenchArgs,
    plan: &Plan,
    (old_limits, old): (&Limits, &[Row]),
    rows: &[&Row],
) -> Checked<String> {
    let old: Vec<&Row> = old.iter().collect();
    let mut text = String::new();
    for engine in &plan.engines {
        let mut of_old = of_engine(&old, engine);
        let mut old_name = "old".to_owned();
        if of_old.is_empty()
            && let Some(only) = old.first().map(|row| &row.engine)
            && old.iter().all(|row| row.engine == *only)
        {
            // A run of a single engine is compared with whatever runs now.
            of_old.clone_from(&old);
            old_name = format!("old {only}");
        }
        if of_old.is_empty() {
            text.push_str(&format!("{engine}: not in the old results\n\n"));
            continue;
        }
        let comparison = Comparison::of(&of_old, &of_engine(rows, engine));
        text.push_str(&format!(
            "{engine}: old ({}) against new ({}), {} tasks in both\n",
            old_limits.describe(),
            plan.limits.describe(),
            comparison.pairs.len()
        ));
        text.push_str(&comparison.render(&old_name, "new"));
        text.push_str(&comparison.changes());
        text.push('\n');
        let limit = old_limits.timeout.max(plan.limits.timeout);
        let names = (old_name.as_str(), format!("new {engine}"));
        let plot = scatter(&comparison.pairs, (names.0, &names.1), seconds(limit));
        let name = format!("compare-{}.svg", slug(engine));
        save(args, &name, &plot)?;
    }
    Ok(text)
}

fn plots(args: &BenchArgs, plan: &Plan, rows: &[&Row]) -> Checked<()> {
    let limit = seconds(plan.limits.timeout);
    save(args, "cactus.svg", &cactus(&plan.engines, rows, limit))?;
    for (index, first) in plan.engines.iter().enumerate() {
        for second in &plan.engines[index + 1..] {
            let comparison = Comparison::of(&of_engine(rows, first), &of_engine(rows, second));
            let plot = scatter(&comparison.pairs, (first, second), limit);
            let name = format!("scatter-{}-{}.svg", slug(first), slug(second));
            save(args, &name, &plot)?;
        }
    }
    Ok(())
}

fn save(args: &BenchArgs, name: &str, text: &str) -> Checked<()> {
    fs::write(args.out.join(name), text).map_err(|error| cannot_write(args, &error))
}

fn seconds(limit: Duration) -> f64 {
    limit.as_secs_f64()
}

/// An engine and its options as a part of a file name.
fn slug(engine: &str) -> String {
    let words = engine.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("_")
}

fn defects(
    wrong: &[&Row],
    errors: &[&Row],
    contradictions: &[(&Row, &Row)],
    paint: Paint,
) -> String {
    let mut text = String::new();
    for (yes, no) in contradictions {
        let what = format!(
            "CONTRADICTION: {} says TRUE for {}, {} says FALSE",
            yes.engine, yes.file, no.engine
        );
        text.push_str(&format!("{}\n", paint.red(&what)));
    }
    for row in errors {
        text.push_str(&format!("{}\n", paint.yellow(&defect(row))));
    }
    for row in wrong {
        text.push_str(&format!("{}\n", paint.red(&defect(row))));
    }
    if !wrong.is_empty() {
        let plural = if wrong.len() == 1 { "" } else { "S" };
        let count = format!("{} WRONG VERDICT{plural}", wrong.len());
        text.push_str(&format!("{}\n", paint.red(&count)));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn defect(row: &Row) -> String {
    match row.status() {
        Status::Wrong => format!(
            "WRONG: {} says {} for {}, expected {}",
            row.engine,
            row.said.name(),
            row.file,
            if row.expected == Some(true) {
                "TRUE"
            } else {
                "FALSE"
            }
        ),
        _ => format!(
            "{}: {} on {}: {}",
            row.said.name(),
            row.engine,
            row.file,
            row.reason
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::row::sample;

    #[test]
    fn engines_that_contradict_each_other_are_noticed() {
        let row = |file, engine, said| {
            let mut row = sample(file, engine, true, said, 1.0);
            row.expected = None;
            row
        };
        let rows = [
            row("a.c#1", "bmc", Said::False),
            row("a.c#1", "kind", Said::Unknown),
            row("a.c#2", "bmc", Said::False),
            row("a.c#2", "kind", Said::True),
            row("a.c#3", "kind", Said::True),
        ];
        let rows: Vec<&Row> = rows.iter().collect();
        let found = contradictions(&rows);
        assert_eq!(found, [(rows[3], rows[2])]);
        let paint = Paint::new(ColorChoice::Never);
        let text = defects(&[], &[], &found, paint);
        let expected = "CONTRADICTION: kind says TRUE for a.c#2, bmc says FALSE\n\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn engines_make_file_names() {
        assert_eq!(slug("ic3cfa:thesis"), "ic3cfa_thesis");
        assert_eq!(slug("bmc --max-depth 3"), "bmc_max_depth_3");
    }
}
