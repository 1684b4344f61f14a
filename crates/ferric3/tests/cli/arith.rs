//! `--arith`: mathematical integers, and verdicts that cannot be mistaken.

use serde_json::Value as Json;

use crate::support::Folder;

const SUCCESSOR: &str = "extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n\
    int main(void) {\n  unsigned x = __VERIFIER_nondet_uint();\n  if (x + 1 <= x) reach_error();\n  \
    return 0;\n}\n";

const NEGATIVE: &str = "extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n\
    int main(void) {\n  unsigned x = __VERIFIER_nondet_uint();\n  int y = -3;\n  if (x - 10 == y) reach_error();\n  \
    return 0;\n}\n";

#[test]
fn verdicts_name_the_mode() {
    let folder = Folder::new(&[("a.c", SUCCESSOR), ("b.c", NEGATIVE)]);
    let bits = folder.run(&["check", "a.c"]);
    bits.expect(10, "Verification result: FALSE(unreach-call)");
    let proved = folder.run(&["check", "a.c", "--arith", "--json", "a.json"]);
    proved.expect(0, "Verification result: TRUE(arith)");
    let assumed = "integers are mathematical (--arith): no overflow, no wrap-around";
    assert!(proved.out.contains(assumed), "{}", proved.out);
    let read = |name: &str| -> Json {
        let text = folder.read(name);
        serde_json::from_str(&text).expect("it is JSON")
    };
    let document = read("a.json");
    assert_eq!(document["verdict"], "TRUE(arith)");
    assert_eq!(document["options"]["arith"], true);
    assert_eq!(document["properties"][0]["result"], "TRUE(arith)");

    let violated = folder.run(&["check", "b.c", "--arith", "--json", "b.json"]);
    violated.expect(10, "Verification result: FALSE(arith: unreach-call)");
    assert!(violated.out.contains("x = 7"), "{}", violated.out);
    assert_eq!(read("b.json")["result"], "FALSE(arith: unreach-call)");
    let again = folder.run(&["run", "b.c", "--arith", "--input-file", "b.json"]);
    assert_eq!(again.code, Some(10), "{}", again.out);
}

#[test]
fn what_cannot_happen_is_not_checked() {
    let folder = Folder::new(&[("a.c", SUCCESSOR)]);
    for check in ["overflow", "conversion", "all"] {
        let ran = folder.run(&["check", "a.c", "--arith", "--check", check]);
        assert_eq!(ran.code, Some(1), "{check}: {}", ran.err);
        let hint = format!("leave out --check {check}, or --arith");
        assert!(ran.err.contains(&hint), "{}", ran.err);
    }
}
