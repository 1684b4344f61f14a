//! `ferric3 export`.

use crate::support::{Folder, SAFE};

const ASSEMBLY: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(); __asm__ (\"incl %0\" : \"+r\"(x));
  if (x > 3) reach_error();
  return 0;
}
";

/// The construct stands where control does not get, for reasons that the graph shows.
const BEHIND_RETURN: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 3) reach_error();
  return 0;
  __asm__ (\"nop\");
  reach_error();
  return 0;
}
";

#[test]
fn every_format_is_written() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    for (format, part) in [
        ("chc", "(set-logic HORN)"),
        ("vmt", ":invar-property 0"),
        ("btor2", " bad "),
        ("smt2", "(define-fun trans "),
    ] {
        let ran = folder.run(&["export", "--format", format, "safe.c"]);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        assert!(ran.out.contains(part), "{part} should be in\n{}", ran.out);
        let written = folder.run(&["export", "--format", format, "safe.c", "-o", "out"]);
        assert_eq!((written.code, written.out.as_str()), (Some(0), ""));
        assert_eq!(folder.read("out"), ran.out, "the same twice");
    }
    let ascii = folder.run(&["export", "--format", "aiger", "--ascii", "safe.c"]);
    assert!(ascii.out.starts_with("aag "), "{ascii:#?}");
    let binary = folder.run(&["export", "--format", "aiger", "safe.c", "-o", "safe.aig"]);
    assert_eq!(binary.code, Some(0), "{binary:#?}");
    let bytes = std::fs::read(folder.path("safe.aig")).expect("it was written");
    assert!(bytes.starts_with(b"aig "));
}

#[test]
fn a_depth_makes_a_query() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    let without = folder.run(&["export", "--format", "smt2", "safe.c"]);
    assert!(!without.out.contains("check-sat"), "{}", without.out);
    let with = folder.run(&["export", "--format", "smt2", "--depth", "3", "safe.c"]);
    assert_eq!(with.out.matches("(assert (trans ").count(), 3);
    assert!(with.out.ends_with("(check-sat)\n"), "{}", with.out);
}

#[test]
fn what_cannot_be_modelled_is_refused() {
    let folder = Folder::new(&[("asm.c", ASSEMBLY), ("behind.c", BEHIND_RETURN)]);
    let refused = folder.run(&["export", "--format", "chc", "asm.c", "-o", "asm.smt2"]);
    assert_eq!(refused.code, Some(5), "{refused:#?}");
    for part in ["unsupported: inline assembly", "asm.c:4", "--obstacles"] {
        assert!(refused.err.contains(part), "{part}: {}", refused.err);
    }
    assert!(
        !folder.path("asm.smt2").exists(),
        "nothing should be written"
    );
    for how in ["errors", "dead-ends"] {
        let ran = folder.run(&["export", "--format", "chc", "--obstacles", how, "asm.c"]);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
    }
    let behind = folder.run(&["export", "--format", "chc", "behind.c"]);
    assert_eq!(behind.code, Some(0), "{behind:#?}");
}

#[test]
fn options_of_one_format_are_no_options_of_others() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    for wrong in [
        &["export", "safe.c"][..],
        &["export", "--format", "chc", "--depth", "3", "safe.c"],
        &["export", "--format", "vmt", "--ascii", "safe.c"],
        &["export", "--format", "none", "safe.c"],
    ] {
        let ran = folder.run(wrong);
        assert_eq!(ran.code, Some(1), "{ran:#?}");
    }
    let missing = folder.run(&["export", "--format", "chc", "none.c"]);
    assert_eq!(missing.code, Some(2), "{missing:#?}");
}
