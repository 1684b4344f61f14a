//! Trees: nodes are covered, and paths have interpolants.

use ferric3_engine::{EngineKind, Technique, TechniqueSet, TreeOptions, TreePreset};

use super::support::{Automaton, Step};

/// A tree with these techniques, and exact preimages.
fn tree(techniques: TechniqueSet) -> EngineKind {
    EngineKind::TreeIc3(TreeOptions {
        predecessors: TreePreset::Default.predecessors(),
        techniques: techniques.without(Technique::Facts),
    })
}

/// `x = y = 0; for (;;) { y = x; x += 2; }`, then the same loop the other way round; `y = value` is the error.
fn two_loops(value: u64) -> Automaton {
    let mut a = Automaton::new(3);
    let [x, y] = a.vars(["x", "y"]);
    let [l, m] = a.locs();
    let start = [a.set(x, 0), a.set(y, 0)];
    a.start(&start, l);
    let again = [Step::Assign(y, x.1), a.add(x, 2)];
    a.edge(l, &again, l);
    a.edge(l, &[], m);
    let back = [Step::Assign(x, y.1), a.add(y, 4)];
    a.edge(m, &back, m);
    let fails = a.is(y, value);
    a.error(m, &[Step::Assume(fails)]);
    a
}

/// Lemmas of the first iterations hold in the next one, so there is no need for many.
#[test]
fn nodes_get_the_lemmas_that_cover_them() {
    let techniques = TreePreset::Default.techniques();
    let forced = two_loops(5).proved_by(tree(techniques));
    let free = two_loops(5).proved_by(tree(techniques.without(Technique::ForcedCovering)));
    assert!(forced.counter("forced coverings") > 0);
    assert_eq!(free.counter("forced coverings"), 0);
    assert!(free.counter("coverings") > 0);
    assert!(forced.counter("nodes") <= free.counter("nodes"));
}

/// That `y` is even at both places is an invariant by itself, and no label needs to say so.
#[test]
fn lemmas_of_all_paths_are_known() {
    let techniques = TreePreset::Default.techniques();
    let shared = two_loops(5).proved_by(tree(techniques.with(Technique::ShareLemmas)));
    assert!(shared.acted(Technique::ShareLemmas).tried > 0);
    assert!(shared.counter("lemmas shared") > 0);
}

/// What excludes one path to the error is inductive, and excludes all of them.
#[test]
fn interpolants_of_a_path_are_lemmas() {
    let outcome = two_loops(5).proved_by(tree(TreePreset::Interpolants.techniques()));
    assert!(outcome.counter("paths interpolated") > 0);
    assert!(outcome.counter("lemmas from interpolants") > 0);
}

/// A run through both loops is found by all of them.
#[test]
fn runs_go_along_paths_of_the_tree() {
    for preset in TreePreset::ALL {
        let outcome = two_loops(6).refuted_by(EngineKind::TreeIc3(preset.options()));
        assert!(outcome.steps.is_some_and(|steps| steps >= 4));
    }
}
