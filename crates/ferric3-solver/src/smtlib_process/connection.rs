//! Talking to the process: commands go in, answers come out.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use ferric3_sat::Interrupt;

use super::error::SmtLibProcessError;
use super::sexpr::SExpr;

/// How often a waiting solver looks whether it should stop.
const POLL: Duration = Duration::from_millis(10);

/// A running process. Dropping it ends it.
pub(super) struct Connection {
    child: Child,
    stdin: ChildStdin,
    /// Lines of its standard output, read by a thread so that waiting for one can be given up.
    lines: Receiver<String>,
    /// Commands not sent yet: a write per query, not per command.
    pending: String,
}

impl Connection {
    pub(super) fn spawn(program: &str, args: &[&str]) -> Result<Connection, SmtLibProcessError> {
        let failed = |source| SmtLibProcessError::Spawn {
            program: program.to_owned(),
            source,
        };
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || forward_lines(stdout, &sender));
        Ok(Connection {
            child,
            stdin,
            lines,
            pending: String::new(),
        })
    }

    /// Send a command that is not answered; only noted down for now.
    pub(super) fn tell(&mut self, command: &str) {
        self.pending.push_str(command);
        self.pending.push('\n');
    }

    /// Send a command and wait for its answer.
    pub(super) fn ask(
        &mut self,
        command: &str,
        interrupt: &Interrupt,
    ) -> Result<SExpr, SmtLibProcessError> {
        self.tell(command);
        let text = std::mem::take(&mut self.pending);
        self.stdin
            .write_all(text.as_bytes())
            .map_err(SmtLibProcessError::Write)?;
        self.stdin.flush().map_err(SmtLibProcessError::Write)?;
        let mut answer = String::new();
        loop {
            match self.lines.recv_timeout(POLL) {
                Ok(line) => answer.push_str(&line),
                Err(RecvTimeoutError::Timeout) if interrupt.is_raised() => {
                    return Err(SmtLibProcessError::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Err(SmtLibProcessError::Died),
            }
            if let Some(expression) = SExpr::parse(&answer) {
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
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
