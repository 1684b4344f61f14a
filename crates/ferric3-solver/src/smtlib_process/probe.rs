//! What a program can do, found out by asking: it is started once before any work, so that a program
//! which is missing or no solver is an error of the user and not a missing answer.

use std::time::{Duration, Instant};

use ferric3_sat::Interrupt;

use super::connection::{Connection, Wait};
use super::error::SmtLibProcessError;
use super::sexpr::SExpr;
use super::tool::Tool;

/// An easy question has an answer after this time, even on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(10);

/// How assumptions are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Assuming {
    /// `check-sat-assuming` and `get-unsat-assumptions`.
    Literals,
    /// As assertions with names that are popped after the query; `get-unsat-core` says which were used.
    NamedAssertions,
    /// As assertions that are popped; all of them count as used.
    Assertions,
}

impl Assuming {
    const ALL: [Assuming; 3] = [
        Assuming::Literals,
        Assuming::NamedAssertions,
        Assuming::Assertions,
    ];

    fn option(self) -> Option<&'static str> {
        match self {
            Assuming::Literals => Some("produce-unsat-assumptions"),
            Assuming::NamedAssertions => Some("produce-unsat-cores"),
            Assuming::Assertions => None,
        }
    }

    /// A query whose answer is known: `unsat`, because of the second assumption alone.
    fn test(self) -> (&'static str, Option<&'static str>) {
        match self {
            Assuming::Literals => (
                "(check-sat-assuming (q p))",
                Some("(get-unsat-assumptions)"),
            ),
            Assuming::NamedAssertions => (
                "(push 1)\n(assert (! (= q true) :named n1))\n(assert (! (= p true) :named n2))\n(check-sat)",
                Some("(get-unsat-core)"),
            ),
            Assuming::Assertions => ("(push 1)\n(assert p)\n(check-sat)", None),
        }
    }
}

/// Has a model if the program knows arrays.
const ARRAYS: &str = "(declare-fun a () (Array (_ BitVec 2) (_ BitVec 3)))
(assert (= (select (store a #b01 #b101) #b10) #b001))";

/// Has a model if it knows constant ones.
const CONSTANT_ARRAYS: &str = "(declare-fun i () (_ BitVec 2))
(assert (= (select ((as const (Array (_ BitVec 2) (_ BitVec 3))) #b101) i) #b101))";

/// Has a model if it knows integers and real numbers, and conversions between them.
const NUMBERS: &str = "(declare-fun k () Int)
(declare-fun r () Real)
(assert (and (< (* 2 k) (to_int r) (+ k (mod k 3))) (= (+ r (/ 1.0 3.0)) (to_real k))))";

/// Has a model if it knows floating-point numbers.
const FLOATS: &str = "(declare-fun f () (_ BitVec 16))
(assert (= (fp.add RNE ((_ to_fp 5 11) f) ((_ to_fp 5 11) RNE #b0000011)) ((_ to_fp_unsigned 5 11) RNE #b101)))
(assert (fp.lt ((_ to_fp 8 24) RNE ((_ to_fp 5 11) f)) (fp.roundToIntegral RTZ ((_ to_fp 8 24) #x40400000))))";

/// What a program can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Abilities {
    pub(super) version: String,
    pub(super) assuming: Assuming,
    pub(super) knows: Knows,
}

/// Sorts beyond bit-vectors that a program knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Knows {
    /// Arrays of bit-vectors.
    pub(super) arrays: bool,
    /// And constant ones.
    pub(super) constant_arrays: bool,
    /// Integers and real numbers.
    pub(super) numbers: bool,
    /// Floating-point numbers; others get circuits.
    pub(super) floats: bool,
}

impl Knows {
    /// All sorts of terms. Floating-point operations are functions, which [`replay`](crate::record::replay) knows by name.
    pub(crate) const ALL_SORTS: Knows = Knows {
        arrays: true,
        constant_arrays: true,
        numbers: true,
        floats: false,
    };
}

/// Start a process that is ready for a context. A program that was a solver once answers soon, so that
/// there is a limit if nobody sets one.
pub(super) fn start(
    tool: &Tool,
    assuming: Assuming,
    wait: &Wait<'_>,
) -> Result<Connection, SmtLibProcessError> {
    let mut connection = Connection::spawn(tool)?;
    let wait = &Wait {
        interrupt: wait.interrupt,
        until: Some(wait.until.unwrap_or_else(|| Instant::now() + PATIENCE)),
    };
    let mut header = String::from("(set-option :print-success false)\n");
    header.push_str("(set-option :produce-models true)\n");
    if let Some(option) = assuming.option() {
        header.push_str(&format!("(set-option :{option} true)\n"));
    }
    header.push_str(&format!("(set-logic {})\n(echo \"ready\")\n", tool.logic));
    connection.send(header)?;
    // What it says about options that it does not know comes before.
    loop {
        let answer = connection.receive(wait).map_err(|error| match error {
            SmtLibProcessError::OverLimit => no_solver(tool, "it does not answer".to_owned()),
            error => error,
        })?;
        if matches!(answer.as_atom(), Some("ready" | "\"ready\"")) {
            return Ok(connection);
        }
    }
}

/// Find out what a program can do.
pub(super) fn probe(tool: &Tool, interrupt: &Interrupt) -> Result<Abilities, SmtLibProcessError> {
    let wait = Wait {
        interrupt,
        until: Some(Instant::now() + PATIENCE),
    };
    let mut reason = None;
    for assuming in Assuming::ALL {
        match answers_right(tool, assuming, &wait) {
            Ok(version) => {
                let knows = |commands: &str| answers_sat(tool, assuming, commands, &wait);
                return Ok(Abilities {
                    version,
                    assuming,
                    knows: Knows {
                        arrays: knows(ARRAYS),
                        constant_arrays: knows(CONSTANT_ARRAYS),
                        numbers: knows(NUMBERS),
                        floats: knows(FLOATS),
                    },
                });
            }
            Err(error @ (SmtLibProcessError::Spawn { .. } | SmtLibProcessError::Interrupted)) => {
                return Err(error);
            }
            Err(error @ SmtLibProcessError::NoSolver { .. }) => return Err(error),
            Err(SmtLibProcessError::OverLimit) => {
                return Err(no_solver(tool, "it does not answer".to_owned()));
            }
            // The first complaint is the one that says most.
            Err(error) => {
                reason.get_or_insert(error.to_string());
            }
        }
    }
    Err(no_solver(tool, reason.unwrap_or_default()))
}

fn no_solver(tool: &Tool, reason: String) -> SmtLibProcessError {
    SmtLibProcessError::NoSolver {
        program: tool.program.clone(),
        reason,
    }
}

/// The version of a program that answers easy questions about bit-vectors.
fn answers_right(
    tool: &Tool,
    assuming: Assuming,
    wait: &Wait<'_>,
) -> Result<String, SmtLibProcessError> {
    let mut connection = start(tool, assuming, wait)?;
    let expect = |answer: SExpr, is_right: bool| match is_right {
        true => Ok(()),
        false => Err(SmtLibProcessError::Unexpected(answer.to_string())),
    };
    let (query, core) = assuming.test();
    let world = "(declare-fun x () (_ BitVec 8))\n(declare-fun p () Bool)\n(declare-fun q () Bool)\n\
                 (define-fun d () (_ BitVec 8) (bvmul x x))\n(assert (= p (= d #x02)))";
    let answer = connection.ask(&format!("{world}\n{query}"), wait)?;
    let is_right = answer.as_atom() == Some("unsat");
    expect(answer, is_right)?;
    if let Some(core) = core {
        let answer = connection.ask(core, wait)?;
        let names = answer.as_list().unwrap_or_default();
        let has = |name| names.iter().any(|n| n.as_atom() == Some(name));
        let is_right = has("p") || has("n2");
        expect(answer, is_right)?;
    }
    Ok(version(tool, &mut connection, wait))
}

/// What the program says of itself. Not all know the question (Bitwuzla does not), and some end when they meet it, so
/// that it is the last one.
fn version(tool: &Tool, connection: &mut Connection, wait: &Wait<'_>) -> String {
    let answer = connection.ask("(get-info :version)", wait);
    if let Ok([_, version]) = answer
        .as_ref()
        .map(|answer| answer.as_list().unwrap_or(&[]))
    {
        return version.to_string().trim_matches('"').to_owned();
    }
    let said = tool.says_version().unwrap_or_default();
    match said.split_whitespace().next_back() {
        Some(version) => version.to_owned(),
        None => "of unknown version".to_owned(),
    }
}

/// Does the program say `sat`?
fn answers_sat(tool: &Tool, assuming: Assuming, commands: &str, wait: &Wait<'_>) -> bool {
    let mut connection = match start(tool, assuming, wait) {
        Ok(connection) => connection,
        Err(_) => return false,
    };
    let answer = connection.ask(&format!("{commands}\n(check-sat)"), wait);
    answer.is_ok_and(|answer| answer.as_atom() == Some("sat"))
}
