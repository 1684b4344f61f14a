//! `ferric3 bench`.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::{Folder, HARD, Ran, SAFE, UNSAFE};

const UNSUPPORTED: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(); __asm__ (\"incl %0\" : \"+r\"(x));
  if (x > 3) reach_error();
  return 0;
}
";

const TASKS: &str = "\
category\tfile\texpected\tdata_model\tbytes
Loops\tsafe.c\ttrue\tILP32\t1
Inputs\tunsafe.c\tfalse\tLP64\t2
Inputs\tasm.c\tfalse\tLP64\t3
-\t\ttrue\t\t
";

fn folder() -> Folder {
    let wrong = format!("{TASKS}Lies\twrong.c\tfalse\tILP32\t4\n");
    Folder::new(&[
        ("safe.c", SAFE),
        ("wrong.c", SAFE),
        ("unsafe.c", UNSAFE),
        ("asm.c", UNSUPPORTED),
        ("hard.c", HARD),
        ("tasks.tsv", TASKS),
        ("lies.tsv", &wrong),
        ("hard.tsv", "file\texpected\nhard.c\ttrue\n"),
    ])
}

/// The first columns of the results, up to the status.
fn results(folder: &Folder, path: &str) -> Vec<String> {
    let text = folder.read(path);
    let lines = text.lines().skip(2);
    lines
        .map(|line| line.split(',').take(6).collect::<Vec<_>>().join(","))
        .collect()
}

#[test]
fn a_set_is_run_judged_and_plotted() {
    let folder = folder();
    let ran = folder.run(&[
        "bench",
        "lies.tsv",
        "--engine",
        "ic3cfa,bmc --max-depth 20 --passes none --no-facts",
        "--timeout",
        "20",
        "-j",
        "2",
        "--out",
        "out",
    ]);
    assert_eq!(ran.code, Some(6), "{ran:#?}");
    assert_eq!(
        results(&folder, "out/results.csv")[..6],
        [
            "Loops,safe.c,ic3cfa,true,TRUE,correct",
            "Loops,safe.c,bmc --max-depth 20 --passes none --no-facts,true,UNKNOWN,unknown",
            "Inputs,unsafe.c,ic3cfa,false,FALSE,correct",
            "Inputs,unsafe.c,bmc --max-depth 20 --passes none --no-facts,false,FALSE,correct",
            "Inputs,asm.c,ic3cfa,false,UNKNOWN,unknown",
            "Inputs,asm.c,bmc --max-depth 20 --passes none --no-facts,false,UNKNOWN,unknown",
        ]
    );
    let wrong = "WRONG: ic3cfa says TRUE for wrong.c, expected FALSE";
    for text in [&ran.out, &ran.err] {
        assert!(text.contains(wrong), "{ran:#?}");
    }
    for part in [
        "ic3cfa (20 s, 4000 MB)\n",
        "bmc --max-depth 20 --passes none --no-facts against ic3cfa\n",
        "1 WRONG VERDICT\n",
        "\n  Loops ",
        "\n  total ",
    ] {
        assert!(ran.out.contains(part), "{part} should be in\n{}", ran.out);
    }
    for plot in [
        "out/cactus.svg",
        "out/scatter-ic3cfa-bmc_max_depth_20_passes_none_no_facts.svg",
    ] {
        assert!(folder.read(plot).ends_with("</svg>\n"));
    }
    let left: Vec<_> = std::fs::read_dir(folder.path("out"))
        .expect("it is a folder")
        .collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

#[test]
fn a_run_is_resumed_and_compared() {
    let folder = folder();
    let bench = |more: &[&str]| {
        let args = ["bench", "tasks.tsv", "--timeout", "20"];
        folder.run(&[&args[..], more].concat())
    };
    let ran = bench(&["--only", "unsafe"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let path = "bench-results/results.csv";
    // A result that no run gives, to see that it is not run again.
    let changed = folder
        .read(path)
        .replace(",FALSE,correct,,", ",UNKNOWN,unknown,memory,");
    std::fs::write(folder.path(path), changed).expect("it can be written");
    let ran = bench(&["--resume", "--compare", path]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert_eq!(
        results(&folder, path),
        [
            "Loops,safe.c,auto,true,TRUE,correct",
            "Inputs,unsafe.c,auto,false,UNKNOWN,unknown",
            "Inputs,asm.c,auto,false,UNKNOWN,unknown",
        ]
    );
    let ran = bench(&["--out", "new", "--compare", path]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(
        ran.out.contains("  newly solved: unsafe.c\n"),
        "{}",
        ran.out
    );
    assert!(folder.read("new/compare-auto.svg").ends_with("</svg>\n"));

    let ran = folder.run(&["bench", "tasks.tsv", "--timeout", "21", "--resume"]);
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    assert!(
        ran.err.contains("other limits (20 s, 4000 MB"),
        "{}",
        ran.err
    );
}

#[test]
fn a_signal_keeps_what_is_done() {
    let folder = folder();
    let child = folder
        .command(&["bench", "hard.tsv", "--timeout", "60"])
        .spawn();
    let child = child.expect("the binary can be started");
    std::thread::sleep(Duration::from_millis(700));
    let start = Instant::now();
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill can be run").success());
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    assert_eq!(ran.code, Some(5), "{ran:#?}");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(ran.last_line().starts_with("Interrupted after"), "{ran:#?}");
    assert!(results(&folder, "bench-results/results.csv").is_empty());
}

#[test]
fn wrong_lists_and_options_are_explained() {
    let folder = folder();
    std::fs::write(folder.path("bad.tsv"), "file\texpected\nsafe.c\tperhaps\n")
        .expect("it can be written");
    std::fs::write(folder.path("lost.tsv"), "file\texpected\nlost.c\ttrue\n")
        .expect("it can be written");
    for (args, code, part) in [
        (&["bench"][..], 1, "TASKS.tsv"),
        (&["bench", "tasks.tsv", "--engine", "magic"], 1, "ic3cfa"),
        (
            &["bench", "tasks.tsv", "--engine", "ic3cfa --max-depth 3"],
            1,
            "engine bmc",
        ),
        (&["bench", "tasks.tsv", "-j", "0"], 1, "--jobs"),
        (&["bench", "none.tsv"], 2, "cannot read none.tsv"),
        (
            &["bench", "bad.tsv"],
            2,
            "bad.tsv: line 2: expected is `perhaps`",
        ),
        (&["bench", "lost.tsv"], 2, "--root"),
        (&["bench", "tasks.tsv", "--only", "nothing"], 2, "no task"),
        (
            &["bench", "tasks.tsv", "--compare", "tasks.tsv"],
            2,
            "line 1",
        ),
    ] {
        let ran = folder.run(args);
        assert_eq!((ran.code, ran.out.as_str()), (Some(code), ""), "{ran:#?}");
        assert!(ran.err.contains(part), "{part} should be in\n{}", ran.err);
    }
    assert!(!folder.path("bench-results").exists());
}

const TWO_GOALS: &str = "\
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int() & 7;
  if (x > 8) x = 0;
  return x;
}
";

/// With `--cover` goals are tasks, and whether they are reached is the result.
#[test]
fn coverage_goals_are_tasks() {
    let folder = Folder::new(&[
        ("two.c", TWO_GOALS),
        (
            "tasks.tsv",
            "file\texpected\tcategory\ntwo.c\ttrue\tSmall\n",
        ),
    ]);
    let line = ["bench", "tasks.tsv", "--engine", "kind,bmc", "--out", "out"];
    let bench = |more: &[&str]| folder.run(&[&line[..], more].concat());
    let ran = bench(&["--cover", "branch"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let expected = [
        "Small,two.c#0,kind,,TRUE,correct",
        "Small,two.c#0,bmc,,TRUE,correct",
        "Small,two.c#1,kind,,FALSE,correct",
        "Small,two.c#1,bmc,,FALSE,correct",
    ];
    assert_eq!(results(&folder, "out/results.csv"), expected);
    assert!(ran.out.contains("\n  together "), "{ran:#?}");

    let ran = bench(&["--resume"]);
    assert_eq!(ran.code, Some(1), "other tasks: {ran:#?}");
    let ran = bench(&["--cover", "branch", "--every", "2"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert_eq!(results(&folder, "out/results.csv"), expected[..2]);
    let ran = bench(&["--cover", "mark"]);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.err.contains("there is no coverage goal"), "{ran:#?}");
}
