//! `ferric3 cfa`.

use crate::support::{Folder, SAFE};

#[test]
fn large_blocks_leave_three_locations() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    let ran = folder.run(&["cfa", "safe.c"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(ran.out.starts_with("3 locations, 3 edges"), "{}", ran.out);
    for part in ["loop head", "violated: call of reach_error()", "x := x + 1"] {
        assert!(ran.out.contains(part), "{part} should be in\n{}", ran.out);
    }
    let small = folder.run(&["cfa", "safe.c", "--small"]);
    assert!(
        small.out.lines().count() > ran.out.lines().count(),
        "{}",
        small.out
    );
}

#[test]
fn graphs_are_for_graphviz() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    let ran = folder.run(&["cfa", "safe.c", "--dot"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(
        ran.out.starts_with("digraph") && ran.out.ends_with("}\n"),
        "{}",
        ran.out
    );
    let written = folder.run(&["cfa", "safe.c", "--dot", "-o", "safe.dot"]);
    assert_eq!((written.code, written.out.as_str()), (Some(0), ""));
    assert_eq!(folder.read("safe.dot"), ran.out);
}

#[test]
fn the_intermediate_language_can_be_seen() {
    let ran = Folder::new(&[("safe.c", SAFE)]).run(&["cfa", "safe.c", "--ivl"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(ran.out.contains("proc main()"), "{}", ran.out);
}

#[test]
fn bad_input_is_bad_input_here_too() {
    let folder = Folder::new(&[("bad.c", "int main(void) { return 0 }\n")]);
    assert_eq!(folder.run(&["cfa", "bad.c"]).code, Some(2));
    assert_eq!(folder.run(&["cfa", "none.c"]).code, Some(2));
}
