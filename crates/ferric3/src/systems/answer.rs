//! Answers in the terms of a format that is no C: runs, models, certificates.

use ferric3_engine::{
    CheckOptions, CheckReport, EngineKind, Ic3CfaOptions, Preset, Proof, Verdict, check,
};
use ferric3_export::{aiger_gates, btor2_nodes};
use ferric3_import::{Added, Format, NoWitness, Origin, induction};
use ferric3_ivl::Program;
use ferric3_solver::{CheckResult, SolverConfig};
use ferric3_term::{TermId, Terms};

/// Why there is no answer.
#[derive(Clone, Debug)]
pub(crate) enum NoAnswer {
    /// It cannot be had.
    Missing(String),
    /// The file, read a second time, says otherwise: a bug, and no verdict should be believed.
    Wrong(String),
}

/// The answer in the terms of the format.
pub(crate) fn answer(
    origin: &Origin,
    program: &Program,
    terms: &mut Terms,
    report: &CheckReport,
    options: &CheckOptions,
) -> Result<String, NoAnswer> {
    match &report.verdict {
        Verdict::Unknown(_) => Err(missing("there is no verdict")),
        Verdict::False(replay) => {
            let violation = origin.violation(terms, replay.property(), replay.inputs());
            violation.map_err(|why| match why {
                NoWitness::Inexpressible => missing(format!(
                    "the format {} has none for this violation: the trace is all there is",
                    origin.format().name()
                )),
                NoWitness::Disagreement(what) => NoAnswer::Wrong(format!(
                    "the run of the program is none of the file: {what}"
                )),
            })
        }
        Verdict::True(_) => match proof(origin, terms, report, options) {
            Some(answer) => answer,
            None => {
                // Found without an invariant: IC3 finds one.
                let ic3 = CheckOptions {
                    engine: EngineKind::Ic3Cfa(Ic3CfaOptions::from(Preset::Default)),
                    ..options.clone()
                };
                let second = check(program, terms, &ic3, &mut ());
                let second = second.map_err(|error| missing(error.to_string()))?;
                let found = proof(origin, terms, &second, options);
                found.unwrap_or_else(|| Err(missing("no invariant was found in time")))
            }
        },
    }
}

fn missing(why: impl Into<String>) -> NoAnswer {
    NoAnswer::Missing(why.into())
}

/// What a proof says, if it is an invariant: a model, or for circuits a certificate.
fn proof(
    origin: &Origin,
    terms: &mut Terms,
    report: &CheckReport,
    options: &CheckOptions,
) -> Option<Result<String, NoAnswer>> {
    let (Verdict::True(certified), Some(task)) = (&report.verdict, &report.task) else {
        return None;
    };
    let Proof::Invariant(invariant) = certified.proof() else {
        return None;
    };
    let holds = |name: &str| -> Option<Vec<TermId>> {
        // Initial and error have names of their own, which the file may use as well.
        let own = |loc| loc != task.cfa.initial && loc != task.cfa.error;
        let mut locations = task.cfa.locations.iter_enumerated();
        let (location, _) = locations.find(|(loc, found)| own(*loc) && found.label == name)?;
        Some(invariant.at(location).to_vec())
    };
    if matches!(origin.format(), Format::Horn | Format::Vmt) {
        return Some(Ok(origin.invariant(terms, &holds)));
    }
    let formula = origin.formula(terms, &holds);
    Some(certificate(origin, terms, formula, &options.solvers))
}

/// The circuit with an inductive property, which another solver has confirmed of the text that is
/// written.
fn certificate(
    origin: &Origin,
    terms: &Terms,
    formula: TermId,
    solvers: &SolverConfig,
) -> Result<String, NoAnswer> {
    let leaves = origin.leaves();
    let nodes = match origin.format() {
        Format::Aiger => Some(aiger_gates(terms, formula, &leaves.numbers, leaves.last)),
        _ => btor2_nodes(terms, formula, &leaves.numbers, leaves.last),
    };
    let nodes = nodes.ok_or_else(|| missing("BTOR2 cannot say this invariant about arrays"))?;
    let text = origin.certificate(&Added {
        lines: nodes.lines,
        last: nodes.last,
        formula: nodes.formula,
    });
    let again = induction(origin.format(), "certificate", text.as_bytes());
    let again = again.map_err(|error| {
        let diagnostic = &error.diagnostics[0];
        NoAnswer::Wrong(format!(
            "the certificate cannot be read: {}",
            diagnostic.render(&error.sources)
        ))
    })?;
    for (formulas, what) in [(&again.start, "the beginning"), (&again.step, "a step")] {
        let mut solver = solvers.certifier(&again.terms).create();
        for &formula in formulas {
            solver.assert(&again.terms, formula);
        }
        match solver.check(&again.terms, &[]) {
            CheckResult::Unsat => {}
            CheckResult::Sat => {
                return Err(missing(format!(
                    "the proof in the terms of the file does not hold in {what}"
                )));
            }
            CheckResult::Unknown(_) => {
                return Err(missing("there was no time to check the certificate"));
            }
        }
    }
    Ok(text)
}
