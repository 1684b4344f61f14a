//! One check in a process of its own.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ferric3_engine::GENERALISATION_QUERIES;
use serde::Deserialize;

use super::csv::Limits;
use super::row::{Row, Said};
use super::tasks::Task;
use crate::exit::Exit;

/// A check keeps its time limit itself. One that has not ended so much later is killed.
pub(crate) const GRACE: Duration = Duration::from_secs(5);

/// The shortest and the longest time between two looks at a process.
const LOOK: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(20));

/// In front of the name of another tool, in the list of engines.
pub(crate) const PEER: &str = "peer:";

/// How checks are started.
#[derive(Clone, Debug)]
pub(crate) struct Starter {
    /// This very program.
    pub(crate) executable: PathBuf,
    pub(crate) limits: Limits,
    /// Cores for each check: those of the machine, shared by the checks that run at a time.
    pub(crate) cores: usize,
    /// How much later than its time limit a check is killed: [`GRACE`].
    pub(crate) grace: Duration,
    /// For files that live as long as a check.
    pub(crate) scratch: PathBuf,
}

/// The arguments of a check, without the program's name. The engine may carry further options, and
/// may be another tool.
pub(crate) fn arguments(
    limits: &Limits,
    cores: usize,
    data_model: Option<&str>,
    file: &Path,
    engine: &str,
) -> Vec<String> {
    let mut words = vec![
        file.display().to_string(),
        "-q".to_owned(),
        data_model.unwrap_or(limits.data_model).to_owned(),
        format!("--timeout={}", limits.timeout.as_secs_f64()),
        format!("--memory={}", limits.memory),
    ];
    words.extend(limits.spec.iter().map(|spec| format!("--spec={spec}")));
    words.extend(limits.cover.iter().map(|cover| format!("--cover={cover}")));
    match engine.strip_prefix(PEER) {
        Some(peer) => {
            words.insert(0, "peer".to_owned());
            words.extend(peer.split_whitespace().map(str::to_owned));
            // The name of the peer stands in front of the file.
            words[1..].rotate_right(peer.split_whitespace().count());
        }
        None => {
            words.insert(0, "check".to_owned());
            words.push(format!("--cores={cores}"));
            words.push("--engine".to_owned());
            words.extend(engine.split_whitespace().map(str::to_owned));
        }
    }
    words
}

impl Starter {
    /// Checks a task, whose file is at `path`. `position` keeps scratch files apart. None if it was
    /// stopped.
    pub(crate) fn check(
        &self,
        task: &Task,
        path: &Path,
        engine: &str,
        position: usize,
        stop: &AtomicBool,
    ) -> Option<Row> {
        let report = self.scratch.join(format!("{position}.json"));
        let messages = self.scratch.join(format!("{position}.err"));
        let problem = self.scratch.join(format!("{position}.problem"));
        let start = Instant::now();
        let mut command = self.command(task, path, engine, &report);
        if engine.starts_with(PEER) {
            command.arg("--problem").arg(&problem);
        }
        let ended = File::create(&messages)
            .and_then(|file| command.stderr(file).spawn())
            .and_then(|child| Ok((child.id(), self.wait(child, start, stop)?)));
        let seconds = start.elapsed().as_secs_f64();
        if let (true, Ok((group, _))) = (engine.starts_with(PEER), &ended) {
            // A tool may be a script that has left something behind.
            kill_group(*group);
        }
        let ended = ended.map(|(_, ended)| ended);
        let document = fs::read_to_string(&report)
            .ok()
            .and_then(|text| serde_json::from_str::<Report>(&text).ok());
        let said_last = fs::read_to_string(&messages).unwrap_or_default();
        for file in [report, messages, problem] {
            // It may not be there.
            let _ = fs::remove_file(file);
        }

        let (said, reason) = match ended {
            Ok(Ended::Stopped) => return None,
            Ok(Ended::Killed) => (Said::Hang, "hang".to_owned()),
            Ok(Ended::Exited(status)) => match task.goal {
                None => conclude(status, document.as_ref(), &said_last),
                Some(_) => conclude_goal(status, document.as_ref(), &said_last),
            },
            Err(error) => (Said::Error, format!("cannot be started: {error}")),
        };
        let statistics = document.map(|doc| doc.statistics).unwrap_or_default();
        let solver = statistics.solver.unwrap_or_default();
        Some(Row {
            category: task.category.clone(),
            file: task.file.clone(),
            engine: engine.to_owned(),
            expected: task.expected,
            said,
            reason,
            seconds,
            peak_mb: statistics
                .peak_memory_bytes
                .map(|bytes| bytes / crate::memory::MEGABYTE as f64),
            queries: solver.queries,
            generalisation_queries: statistics.counters.get(GENERALISATION_QUERIES).copied(),
            solver_seconds: solver.solve_seconds,
            level: statistics.level,
        })
    }

    fn command(&self, task: &Task, path: &Path, engine: &str, report: &Path) -> Command {
        let mut command = Command::new(&self.executable);
        command
            .args(arguments(
                &self.limits,
                self.cores,
                task.data_model,
                path,
                engine,
            ))
            .args(task.goal.map(|goal| format!("--goal={goal}")))
            .arg("--json")
            .arg(report)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        // A check may start a process of its own, which must not outlive it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
    }

    fn wait(&self, mut child: Child, start: Instant, stop: &AtomicBool) -> io::Result<Ended> {
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Ended::Exited(status));
            }
            let elapsed = start.elapsed();
            let stopped = stop.load(Ordering::Relaxed);
            if stopped || elapsed > self.limits.timeout + self.grace {
                kill_group(child.id());
                // Where there are no groups, and if it has not ended just now.
                let _ = child.kill();
                child.wait()?;
                return Ok(if stopped {
                    Ended::Stopped
                } else {
                    Ended::Killed
                });
            }
            // Two percent of the time are precise enough.
            std::thread::sleep((elapsed / 50).clamp(LOOK.0, LOOK.1));
        }
    }
}

/// Kills a process and those that it has started, if any of them is left. There is no safe call for
/// that, but a program.
fn kill_group(leader: u32) {
    let _ = Command::new("kill")
        .args(["-KILL", "--", &format!("-{leader}")])
        .stderr(Stdio::null())
        .status();
}

/// How a process ended.
#[derive(Debug)]
enum Ended {
    Exited(ExitStatus),
    Killed,
    Stopped,
}

/// What is read of the document of a check.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Report {
    verdict: Option<String>,
    reason: Option<String>,
    statistics: Statistics,
    goals: Vec<GoalReport>,
}

#[derive(Debug, Deserialize)]
struct GoalReport {
    verdict: String,
    reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Statistics {
    peak_memory_bytes: Option<f64>,
    solver: Option<SolverStatistics>,
    counters: BTreeMap<String, u64>,
    level: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct SolverStatistics {
    queries: Option<u64>,
    solve_seconds: Option<f64>,
}

/// What a check came to. Exit code and document must agree on a verdict.
fn conclude(status: ExitStatus, document: Option<&Report>, messages: &str) -> (Said, String) {
    let verdict = document.and_then(|doc| doc.verdict.as_deref());
    let exits = |exit: Exit| status.code() == Some(exit as i32);
    match verdict {
        Some("TRUE" | "TRUE(arith)") if exits(Exit::Ok) => (Said::True, String::new()),
        Some("FALSE" | "FALSE(arith)") if exits(Exit::Violation) => (Said::False, String::new()),
        Some("UNKNOWN") if exits(Exit::Unknown) => {
            let reason = document.and_then(|doc| doc.reason.as_deref());
            (Said::Unknown, reason.unwrap_or("no reason").to_owned())
        }
        _ => failed(status, messages),
    }
}

/// The same for a check of one coverage goal: `True` says that no run reaches it.
fn conclude_goal(status: ExitStatus, document: Option<&Report>, messages: &str) -> (Said, String) {
    let exits = |exit: Exit| status.code() == Some(exit as i32);
    match document.map(|doc| &doc.goals[..]) {
        Some([goal]) => match goal.verdict.as_str() {
            "UNREACHABLE" if exits(Exit::Ok) => (Said::True, String::new()),
            "REACHED" if exits(Exit::Ok) => (Said::False, String::new()),
            "UNKNOWN" if exits(Exit::Unknown) => {
                let reason = goal.reason.as_deref();
                (Said::Unknown, reason.unwrap_or("no reason").to_owned())
            }
            _ => failed(status, messages),
        },
        _ => failed(status, messages),
    }
}

/// It ended without a verdict.
fn failed(status: ExitStatus, messages: &str) -> (Said, String) {
    let first = messages.lines().next().unwrap_or_default();
    let first = first.trim_start_matches("ferric3: ");
    let separator = if first.is_empty() { "" } else { ": " };
    (Said::Error, format!("{status}{separator}{first}"))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use serde_json::{Value as Json, json};

    use super::*;

    #[test]
    fn a_verdict_needs_exit_code_and_document() {
        let exited = |code: i32| ExitStatus::from_raw(code << 8);
        let read = |doc| serde_json::from_value::<Report>(doc).expect("a report");
        let said = |code, doc: Option<Json>| conclude(exited(code), doc.map(read).as_ref(), "").0;
        assert_eq!(said(0, Some(json!({"verdict": "TRUE"}))), Said::True);
        assert_eq!(said(10, Some(json!({"verdict": "FALSE"}))), Said::False);
        assert_eq!(said(0, Some(json!({"verdict": "FALSE"}))), Said::Error);
        // An engine may carry the option --arith.
        assert_eq!(said(0, Some(json!({"verdict": "TRUE(arith)"}))), Said::True);
        assert_eq!(
            said(0, Some(json!({"verdict": "FALSE(arith)"}))),
            Said::Error
        );
        assert_eq!(said(2, Some(json!({"verdict": null}))), Said::Error);
        assert_eq!(said(0, None), Said::Error);
        let doc = read(json!({"verdict": "UNKNOWN", "reason": "timeout"}));
        assert_eq!(
            conclude(exited(5), Some(&doc), ""),
            (Said::Unknown, "timeout".to_owned())
        );
        let (said, reason) = conclude(exited(6), None, "ferric3: internal error: oops\nmore\n");
        assert_eq!(said, Said::Error);
        assert_eq!(reason, "exit status: 6: internal error: oops");
    }

    #[test]
    fn a_goal_has_a_verdict_of_its_own() {
        let exited = |code: i32| ExitStatus::from_raw(code << 8);
        let said = |code, goals: Json| {
            let doc = json!({"verdict": null, "goals": goals});
            let doc: Report = serde_json::from_value(doc).expect("a report");
            conclude_goal(exited(code), Some(&doc), "")
        };
        let one = |verdict| json!([{"id": 3, "verdict": verdict, "reason": "timeout"}]);
        assert_eq!(said(0, one("UNREACHABLE")).0, Said::True);
        assert_eq!(said(0, one("REACHED")).0, Said::False);
        let open = (Said::Unknown, "timeout".to_owned());
        assert_eq!(said(5, one("UNKNOWN")), open);
        for (code, goals) in [
            (5, one("REACHED")),
            (0, one("UNKNOWN")),
            (0, one("TRUE")),
            (0, json!([])),
        ] {
            assert_eq!(said(code, goals.clone()).0, Said::Error, "{code} {goals}");
        }
    }

    #[test]
    fn a_process_that_does_not_end_is_killed() {
        let starter = Starter {
            executable: PathBuf::new(),
            limits: Limits {
                timeout: Duration::from_millis(60),
                memory: 40,
                data_model: "--64",
                spec: None,
                cover: None,
            },
            cores: 1,
            grace: Duration::from_millis(40),
            scratch: PathBuf::new(),
        };
        let wait = |seconds: &str, stop: bool| {
            let child = Command::new("sleep").arg(seconds).spawn();
            let child = child.expect("sleep can be started");
            starter.wait(child, Instant::now(), &AtomicBool::new(stop))
        };
        let start = Instant::now();
        assert!(matches!(wait("60", false), Ok(Ended::Killed)));
        assert!(start.elapsed() >= Duration::from_millis(100));
        assert!(matches!(wait("60", true), Ok(Ended::Stopped)));
        assert!(start.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn engines_may_carry_options() {
        let limits = Limits {
            timeout: Duration::from_millis(1500),
            memory: 40,
            data_model: "--64",
            spec: None,
            cover: None,
        };
        let words = arguments(
            &limits,
            2,
            Some("--32"),
            Path::new("a b.c"),
            "bmc --max-depth 3",
        );
        let expected =
            "check|a b.c|-q|--32|--timeout=1.5|--memory=40|--cores=2|--engine|bmc|--max-depth|3";
        assert_eq!(words.join("|"), expected);
        let limits = Limits {
            spec: Some("p.prp".to_owned()),
            ..limits
        };
        let words = arguments(&limits, 1, None, Path::new("a.c"), "peer:abc");
        let expected = "peer|abc|a.c|-q|--64|--timeout=1.5|--memory=40|--spec=p.prp";
        assert_eq!(words.join("|"), expected);
    }

    #[test]
    fn what_a_check_has_started_is_killed_too() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let note = folder.path().join("id");
        let mut command = Command::new("sh");
        command
            .args(["-c", "sleep 60 & echo $! > id; wait"])
            .current_dir(folder.path());
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().expect("a shell can be started");
        let grandchild = loop {
            match fs::read_to_string(&note) {
                Ok(text) if text.ends_with('\n') => break text.trim().to_owned(),
                _ => std::thread::sleep(LOOK.0),
            }
        };
        kill_group(child.id());
        child.wait().expect("it has ended");
        // Whoever inherits the process may take a moment to bury it.
        let is_running = || {
            let stat = fs::read_to_string(format!("/proc/{grandchild}/stat"));
            stat.is_ok_and(|stat| !stat.contains(") Z "))
        };
        let start = Instant::now();
        while is_running() {
            assert!(start.elapsed() < Duration::from_secs(10), "it lives on");
            std::thread::sleep(LOOK.0);
        }
    }
}
