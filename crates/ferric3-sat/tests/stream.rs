//! Recording and replaying query streams.

use std::error::Error;
use std::fs;

use ferric3_sat::stream::{RecordingSolver, ReplayError, StreamRecorder, replay};
use ferric3_sat::{SatBackend, SatResult, SatSolver, conformance};

/// Ask for a, for ¬a, and for both.
fn ask(solver: &mut dyn SatSolver) -> [SatResult; 3] {
    let a = solver.new_var().positive();
    let b = solver.new_var().positive();
    solver.add_clause(&[a, b]);
    solver.add_clause(&[a, !b]);
    solver.set_conflict_limit(Some(7));
    let first = [solver.solve(&[a]), solver.solve(&[!a])];
    solver.set_conflict_limit(None);
    [first[0], first[1], solver.solve(&[!b, a, !a])]
}

#[test]
fn a_recorded_stream_is_readable_and_replays() -> Result<(), Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let recorder = StreamRecorder::new(directory.path().join("streams"))?;
    let mut solver = recorder.wrap(SatBackend::Batsat.create());
    let answers = ask(&mut solver);
    assert_eq!(
        answers,
        [SatResult::Sat, SatResult::Unsat, SatResult::Unsat]
    );
    drop(solver);

    let text = fs::read_to_string(recorder.directory().join("stream-00000.txt"))?;
    assert_eq!(
        text,
        "v\nv\nc 1 2 0\nc 1 -2 0\nl 7\ns 1 0\ns -1 0\nl\ns -2 1 -1 0\n"
    );
    for backend in SatBackend::ALL {
        let outcome = replay(text.as_bytes(), &mut *backend.create())?;
        assert_eq!(outcome.answers, answers, "{}", backend.name());
        assert!(
            matches!(outcome.failed, 2 | 3),
            "one each, or two that clash"
        );
    }

    drop(recorder.wrap(SatBackend::Batsat.create()));
    assert!(
        recorder.directory().join("stream-00001.txt").exists(),
        "one file per solver"
    );
    assert!(recorder.take_error().is_none());
    Ok(())
}

#[test]
fn bad_streams_are_rejected() {
    for (stream, line) in [
        ("v\nc 1 2 0\n", 2),
        ("c 0\ns\n", 2),
        ("v\nv 1\n", 2),
        ("x\n", 1),
    ] {
        let outcome = replay(stream.as_bytes(), &mut *SatBackend::Batsat.create());
        assert!(
            matches!(outcome, Err(ReplayError::BadLine(number)) if number == line),
            "{stream:?}: {outcome:?}"
        );
    }
}

#[test]
fn a_recording_solver_conforms() {
    conformance::check(&|| {
        Box::new(RecordingSolver::new(
            SatBackend::Batsat.create(),
            std::io::sink(),
        ))
    });
}
