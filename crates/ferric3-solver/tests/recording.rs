//! Recording what a solver asks its SAT solver.

use std::error::Error;
use std::fs::{self, File};
use std::io::BufReader;

use ferric3_sat::stream::{StreamRecorder, replay};
use ferric3_sat::{SatBackend, SatResult};
use ferric3_solver::conformance::RandomTerms;
use ferric3_solver::{CheckResult, SolverConfig};
use ferric3_term::Sort;

#[test]
fn recorded_queries_have_the_same_answers_when_replayed() -> Result<(), Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let recorder = StreamRecorder::new(directory.path())?;
    let config = SolverConfig {
        record: Some(recorder.clone()),
        ..SolverConfig::default()
    };
    let mut expected: Vec<Vec<SatResult>> = Vec::new();
    for seed in 0..4 {
        let mut random = RandomTerms::new(seed, &[Sort::BitVec(6), Sort::BitVec(6), Sort::Bool]);
        let mut solver = config.create();
        let mut answers = Vec::new();
        for _ in 0..8 {
            let formula = random.term(Sort::Bool, 4);
            let queries = solver.stats();
            match solver.check(&random.terms, &[formula]) {
                CheckResult::Sat => answers.push(SatResult::Sat),
                CheckResult::Unsat => answers.push(SatResult::Unsat),
                CheckResult::Unknown(why) => panic!("nobody asked the solver to stop: {why}"),
            }
            assert_eq!(solver.stats().queries, queries.queries + 1);
        }
        expected.push(answers);
    }
    assert!(recorder.take_error().is_none());

    let mut files: Vec<_> = fs::read_dir(directory.path())?.collect::<Result<_, _>>()?;
    files.sort_by_key(fs::DirEntry::path);
    assert_eq!(files.len(), expected.len(), "one file per context");
    for (file, answers) in files.iter().zip(&expected) {
        for backend in SatBackend::ALL {
            let reader = BufReader::new(File::open(file.path())?);
            let outcome = replay(reader, &mut *backend.create())?;
            // Queries that are false on their face never reach the SAT solver.
            let mut rest = answers.iter();
            assert!(
                outcome
                    .answers
                    .iter()
                    .all(|answer| rest.any(|other| other == answer))
            );
            let skipped = answers.len() - outcome.answers.len();
            let unsat = answers
                .iter()
                .filter(|&&answer| answer == SatResult::Unsat)
                .count();
            assert!(skipped <= unsat, "{skipped} skipped");
        }
    }
    Ok(())
}
