//! What the report says without a verdict is true.

use serde_json::Value;

use crate::support::{Folder, SAFE};

/// One transition violates the assertion: 3141592661 times 2718281831. Nobody finds that soon.
const PRODUCT: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if ((unsigned long long)a * b == 8539734250799242291ULL) reach_error();
  return 0;
}
";

/// The same run gets to what is not modelled; data flow proves the assertion behind it otherwise.
const OBSTACLE: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  int x = 0;
  while (__VERIFIER_nondet_uint()) if (x < 10) x++;
  if (a * b == 8539734250799242291ULL) __asm__(\"nop\" : \"=r\"(x));
  if (x > 10) reach_error();
  return 0;
}
";

const ENGINES: [&str; 7] = [
    "auto",
    "bmc",
    "kind",
    "ic3cfa",
    "ic3cfa:none",
    "ic3cfa:old",
    "ic3cfa:thesis",
];

/// What is known of a program after a short time, as sentences and as data.
fn known(folder: &Folder, file: &str, more: &[&str]) -> (String, Value) {
    let mut args = vec!["check", file, "--timeout", "0.3", "--json", "r.json"];
    args.extend(more);
    let ran = folder.run(&args);
    ran.expect(5, "Verification result: UNKNOWN(timeout)");
    let doc: Value = serde_json::from_str(&folder.read("r.json")).expect("it is JSON");
    (ran.out, doc["known"].clone())
}

#[test]
fn a_query_without_an_answer_is_no_depth() {
    let folder = Folder::new(&[("product.c", PRODUCT)]);
    for engine in ENGINES {
        for passes in ["all", "none"] {
            let more = ["--engine", engine, "--passes", passes];
            let (text, known) = known(&folder, "product.c", &more);
            assert!(!text.contains("no run"), "{engine}: {text}");
            assert_eq!(known["depth"], 0, "{engine}");
            assert!(
                text.contains("0 of 1 property is proved"),
                "{engine}: {text}"
            );
            assert_eq!(known["properties"][0]["proved"], false, "{engine}");
        }
    }
}

#[test]
fn what_is_proved_holds_up_to_obstacles() {
    let folder = Folder::new(&[("obstacle.c", OBSTACLE)]);
    for engine in ENGINES {
        let (text, known) = known(&folder, "obstacle.c", &["--engine", engine]);
        assert!(known["depth"].as_u64() <= Some(1), "{engine}: {text}");
        assert_eq!(known["properties"][0]["proved"], true, "{engine}");
        assert_eq!(known["obstacles"][0]["construct"], "inline assembly");
        let expected = "what is proved holds up to these constructs, which cannot be modelled:\n  \
                        open  obstacle.c:7:40: inline assembly\n";
        assert!(text.contains(expected), "{engine}: {text}");
    }
}

#[test]
fn if_all_is_proved_there_is_a_verdict() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    let ran = folder.run(&[
        "check",
        "safe.c",
        "--engine",
        "bmc",
        "--max-depth",
        "3",
        "--passes",
        "none",
    ]);
    ran.expect(0, "Verification result: TRUE");
    assert!(ran.out.contains("Proved by facts: "), "{}", ran.out);
}
