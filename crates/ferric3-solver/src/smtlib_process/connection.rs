//! Talking to the process: commands go in, answers come out.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ferric3_sat::Interrupt;

use super::error::SmtLibProcessError;
use super::sexpr::{Brackets, SExpr};
use super::tool::Tool;

/// How often a waiting solver looks whether it should stop.
const POLL: Duration = Duration::from_millis(10);

/// For how long an answer is waited for.
pub(super) struct Wait<'a> {
    pub(super) interrupt: &'a Interrupt,
    pub(super) until: Option<Instant>,
}

/// A running process. Dropping it ends it.
#[derive(Debug)]
pub(super) struct Connection {
    child: Child,
    /// Has it a group of its own, with all that it has started?
    is_group: bool,
    /// To its standard input, by a thread: a process that computes does not read, and whoever waits
    /// for a pipe could not be interrupted.
    commands: Sender<String>,
    /// Lines of its standard output, by a thread for the same reason.
    lines: Receiver<String>,
}

impl Connection {
    pub(super) fn spawn(tool: &Tool) -> Result<Connection, SmtLibProcessError> {
        let failed = |source| SmtLibProcessError::Spawn {
            program: tool.program.clone(),
            source,
        };
        let mut command = Command::new(&tool.program);
        command
            .args(&tool.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let is_group = !tool.is_known;
        if is_group {
            command.process_group(0);
        }
        let mut child = command.spawn().map_err(failed)?;
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let (commands, to_send) = mpsc::channel();
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || forward_commands(stdin, &to_send));
        thread::spawn(move || forward_lines(stdout, &sender));
        Ok(Connection {
            child,
            is_group,
            commands,
            lines,
        })
    }

    /// Send commands.
    pub(super) fn send(&mut self, commands: String) -> Result<(), SmtLibProcessError> {
        let sent = self.commands.send(commands);
        sent.map_err(|_| SmtLibProcessError::Died)
    }

    /// Send a command and wait for its answer.
    pub(super) fn ask(
        &mut self,
        command: &str,
        wait: &Wait<'_>,
    ) -> Result<SExpr, SmtLibProcessError> {
        self.send(format!("{command}\n"))?;
        self.receive(wait)
    }

    /// Wait for an answer.
    pub(super) fn receive(&mut self, wait: &Wait<'_>) -> Result<SExpr, SmtLibProcessError> {
        let mut answer = String::new();
        let mut brackets = Brackets::default();
        loop {
            match self.lines.recv_timeout(POLL) {
                // A comment.
                Ok(line) if answer.is_empty() && line.starts_with(';') => continue,
                Ok(line) => {
                    brackets.read(&line);
                    answer.push_str(&line);
                }
                Err(RecvTimeoutError::Timeout) if wait.interrupt.is_raised() => {
                    return Err(SmtLibProcessError::Interrupted);
                }
                Err(RecvTimeoutError::Timeout)
                    if wait.until.is_some_and(|until| Instant::now() >= until) =>
                {
                    return Err(SmtLibProcessError::OverLimit);
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Err(SmtLibProcessError::Died),
            }
            if brackets.are_closed()
                && let Some(expression) = SExpr::parse(&answer)
            {
                return reject_error(expression);
            }
        }
    }
}

/// `(error "…")` is an error.
fn reject_error(answer: SExpr) -> Result<SExpr, SmtLibProcessError> {
    match answer.as_list() {
        Some([head, rest @ ..]) if head.as_atom() == Some("error") => {
            let words: Vec<String> = rest.iter().map(SExpr::to_string).collect();
            Err(SmtLibProcessError::Reported(words.join(" ")))
        }
        _ => Ok(answer),
    }
}

/// Pass commands on until the process or whoever talks to it is gone.
fn forward_commands(mut stdin: ChildStdin, commands: &Receiver<String>) {
    for text in commands {
        let sent = stdin.write_all(text.as_bytes());
        if sent.and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Pass lines on (with their ends) until the process or the listener is gone.
fn forward_lines(stdout: ChildStdout, sender: &Sender<String>) {
    let mut reader = BufReader::new(stdout);
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|length| length > 0) {
        if sender.send(std::mem::take(&mut line)).is_err() {
            return;
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // It may have ended by itself, in which case there is nothing to kill.
        if self.is_group {
            let group = format!("-{}", self.child.id());
            let mut kill = Command::new("kill");
            kill.args(["-s", "KILL", "--", &group]);
            let _ = kill.stdout(Stdio::null()).stderr(Stdio::null()).status();
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
