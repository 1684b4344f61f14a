//! Help, version, and wrong usage.

use crate::support::{Folder, SAFE};

#[test]
fn the_version_is_one_line() {
    let ran = Folder::new(&[]).run(&["--version"]);
    assert_eq!(ran.code, Some(0));
    assert_eq!(ran.out, format!("ferric3 {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(ran.err, "");
}

#[test]
fn help_has_examples() {
    for args in [
        &["--help"][..],
        &["check", "--help"],
        &["run", "--help"],
        &["cfa", "--help"],
        &["bench", "--help"],
    ] {
        let ran = Folder::new(&[]).run(args);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        assert!(ran.out.contains("Examples:\n  ferric3 "), "{}", ran.out);
    }
}

#[test]
fn wrong_usage_is_explained() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    for (args, part) in [
        (&[][..], "Usage"),
        (&["chek", "safe.c"], "check"),
        (&["check"], "FILE"),
        (&["check", "safe.c", "--timout", "3"], "--timeout"),
        (&["check", "safe.c", "--timeout", "-3"], "seconds"),
        (&["check", "safe.c", "--memory", "0"], "memory"),
        (&["check", "safe.c", "--engine", "magic"], "ic3cfa"),
        (&["check", "safe.c", "--sat", "magic"], "batsat"),
        (&["check", "safe.c", "--32", "--64"], "--64"),
        (&["check", "safe.c", "-q", "-v"], "--verbose"),
        (&["check", "safe.c", "--max-depth", "3"], "--engine bmc"),
        (&["run", "safe.c", "--random", "--input", "3"], "--input"),
        (&["cfa", "safe.c", "--ivl", "--dot"], "--dot"),
    ] {
        let ran = folder.run(args);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (Some(1), ""),
            "{args:?}: {ran:#?}"
        );
        assert!(ran.err.contains(part), "{part} should be in\n{}", ran.err);
    }
}
