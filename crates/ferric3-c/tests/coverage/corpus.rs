//! Goals of all programs of the corpus.

use std::path::{Path, PathBuf};

use ferric3_c::{FrontendOptions, translate_file};
use ferric3_ivl::{CoverageAsk, PropertyKind};

fn programs(folder: &Path, out: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder of the repository");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            programs(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            out.push(path);
        }
    }
}

/// What the form of a function has, the lowering comes to: nothing is a gap but what is known to be one.
#[test]
fn no_goal_of_the_corpus_is_lost() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut all = Vec::new();
    programs(&root, &mut all);
    let (mut translated, mut goals, mut gaps) = (0, 0, 0);
    // Some of each folder, and all of those in which jumps go into loops.
    let is_wanted =
        |(i, path): &(usize, &PathBuf)| i % 8 == 0 || path.ends_with("switch/duff_true.c");
    for (_, path) in all.iter().enumerate().filter(is_wanted) {
        let options = FrontendOptions {
            cover: crate::ALL.to_vec(),
            ..FrontendOptions::default()
        };
        let Ok(translation) = translate_file(path, &options) else {
            continue;
        };
        translated += 1;
        let program = &translation.program;
        assert_eq!(ferric3_ivl::validate(program, &translation.terms), Ok(()));
        for (&id, goal) in &program.coverage.goals {
            goals += 1;
            assert_eq!(program.properties[id].kind, PropertyKind::Coverage);
            if let CoverageAsk::Vector { values, .. } = &goal.asks {
                assert!(!values.is_empty());
            }
        }
        let name = path.strip_prefix(&root).expect("a file in it").display();
        for gap in &program.coverage.gaps {
            let what = format!("{name}: {}", gap.description);
            assert_eq!(gap.reason, "the loop can be jumped into", "{what}");
            gaps += 1;
        }
    }
    assert!(
        translated > 150 && goals > 3_000 && gaps > 0,
        "{translated}, {goals}, {gaps}"
    );
}
