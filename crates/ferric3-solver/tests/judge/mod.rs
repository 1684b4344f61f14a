//! Other solvers, which know better.
#![allow(dead_code, reason = "no test needs all of it")]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use ferric3_solver::conformance::RandomNumbers;
use ferric3_term::{SmtLib, TermId, Terms, declare_symbol};

/// A solver that is asked one query after the other.
pub(crate) struct Judge {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// How long it has taken.
    pub(crate) time: Duration,
}

impl Judge {
    /// Z3, five seconds for a query.
    pub(crate) fn z3() -> Judge {
        Judge::start(Command::new("z3").args(["-in", "-t:5000"]))
    }

    /// cvc5, five seconds for a query.
    pub(crate) fn cvc5() -> Judge {
        let mut command = Command::new("cvc5");
        command.args(["--incremental", "--lang=smt2", "--tlimit-per=5000"]);
        Judge::start(command.arg("-"))
    }

    fn start(command: &mut Command) -> Judge {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it is installed");
        Judge {
            input: child.stdin.take().expect("piped"),
            output: BufReader::new(child.stdout.take().expect("piped")),
            child,
            time: Duration::ZERO,
        }
    }

    fn tell(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).expect("it reads");
    }

    /// Forgets all, and declares the symbols.
    pub(crate) fn begin(&mut self, random: &RandomNumbers) {
        let mut text = String::from("(reset)\n(set-logic ALL)\n");
        for &symbol in &random.symbols {
            writeln!(text, "{}", declare_symbol(&random.terms, symbol)).expect("a string");
        }
        self.tell(&text);
    }

    /// `None`: it does not know.
    pub(crate) fn check(&mut self, terms: &Terms, formulas: &[TermId]) -> Option<bool> {
        self.check_all(terms, &[formulas.to_vec()])[0]
    }

    /// All queries at once, so that nobody waits for anybody.
    pub(crate) fn check_all(
        &mut self,
        terms: &Terms,
        queries: &[Vec<TermId>],
    ) -> Vec<Option<bool>> {
        let mut text = String::new();
        for formulas in queries {
            text.push_str("(push 1)\n");
            for &formula in formulas {
                writeln!(text, "(assert {})", SmtLib::new(terms, formula)).expect("a string");
            }
            text.push_str("(check-sat)\n(pop 1)\n");
        }
        let start = Instant::now();
        self.tell(&text);
        self.input.flush().expect("it reads");
        let mut answers = Vec::new();
        for _ in queries {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("it answers");
            answers.push(match line.trim() {
                "sat" => Some(true),
                "unsat" => Some(false),
                "unknown" | "timeout" => None,
                other => panic!("the judge says {other}\n{text}"),
            });
        }
        self.time += start.elapsed();
        answers
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
