//! `--plot`: the course of searches as a picture.

use serde_json::Value;

use crate::support::{Folder, HARD, Ran, SAFE};

/// Two clocks that run together: the predicate of the property is not enough.
const CLOCKS: &str = include_str!("../../../../examples/ic3ia_counters.c");

/// Nothing is done before the engine.
const PLAIN: [&str; 3] = ["--passes", "none", "--no-facts"];

fn run(folder: &Folder, args: &[&str]) -> Ran {
    folder.run(&[&["check"], args, &PLAIN[..]].concat())
}

/// Tags match and values of attributes are quoted; gives the texts (of titles, too) in their order.
#[track_caller]
fn texts(svg: &str) -> Vec<String> {
    assert!(
        svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    let (mut open, mut texts) = (Vec::new(), Vec::new());
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        let tag = &tag[1..];
        let end = tag.find('>').expect("a tag ends");
        if matches!(open.last(), Some(&"text" | &"title")) {
            texts.push(text.to_owned());
        }
        let (tag, after) = tag.split_at(end);
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            let mut values = tag.split('"');
            let name = values.next().and_then(|head| head.split(' ').next());
            assert_eq!(tag.split('"').count() % 2, 1, "{tag}");
            assert!(!tag.contains("NaN") && !tag.contains("inf"), "{tag}");
            if !tag.ends_with('/') {
                open.push(name.expect("a tag has a name"));
            }
        }
        rest = &after[1..];
    }
    assert!(open.is_empty(), "{open:?} are open");
    texts
}

#[test]
fn every_ic3_has_a_picture() {
    let folder = Folder::new(&[("clocks.c", CLOCKS), ("safe.c", SAFE)]);
    let engines = [
        "ic3cfa",
        "ic3cfa:thesis",
        "ic3",
        "ic3ia",
        "pdr",
        "treeic3",
        "treeic3:ia",
        "local",
    ];
    for engine in engines {
        // Without passes, `local` sees each value of the clocks by itself.
        let file = if engine == "local" {
            "safe.c"
        } else {
            "clocks.c"
        };
        let ran = run(&folder, &[file, "--engine", engine, "--plot", "p.svg"]);
        ran.expect(0, "Verification result: TRUE");
        let texts = texts(&folder.read("p.svg"));
        let has = |text: &str| texts.iter().any(|other| other == text);
        assert!(has(&format!("{file}: TRUE")), "{engine}: {texts:?}");
        for series in [
            "frontier",
            "lemmas by level",
            "lemmas",
            "obligations",
            "queries",
            "time [ms]",
        ] {
            let is_time = series == "time [ms]";
            assert!(
                has(series) || is_time && has("time [s]"),
                "{engine}, {series}: {texts:?}"
            );
        }
        let precision = match engine {
            "ic3ia" | "pdr" | "treeic3:ia" => Some("predicates"),
            "local" => Some("details seen"),
            _ => None,
        };
        for name in ["predicates", "details seen"] {
            assert_eq!(has(name), precision == Some(name), "{engine}: {texts:?}");
        }
        assert_eq!(
            has("refinements"),
            precision.is_some(),
            "{engine}: {texts:?}"
        );
    }
}

/// The picture, the document and the table say the same.
#[test]
fn series_are_those_of_the_search() {
    let folder = Folder::new(&[("clocks.c", CLOCKS)]);
    let outputs = ["--plot", "p.svg", "--json", "r.json", "--stats"];
    let ran = run(
        &folder,
        &[&["clocks.c", "--engine", "pdr"], &outputs[..]].concat(),
    );
    ran.expect(0, "Verification result: TRUE");
    let doc: Value = serde_json::from_str(&folder.read("r.json")).expect("it is JSON");
    let statistics = &doc["statistics"];
    let moments = statistics["history"]["moments"].as_array().expect("a list");
    let (first, end) = (&moments[0], &moments[moments.len() - 1]);
    let counters = &statistics["counters"];
    assert_eq!(first["predicates"], counters["predicates in the beginning"]);
    assert_eq!((&first["level"], &first["lemmas"]), (&1.into(), &0.into()));
    assert_eq!(end["level"], statistics["level"]);
    assert_eq!(end["lemmas"], counters["lemmas in frames"]);
    for (member, counter) in [
        ("predicates", "predicates"),
        ("refinements", "refinements"),
        ("spurious_runs", "spurious runs"),
    ] {
        assert_eq!(end[member], counters[counter], "{member}");
        let values = moments.iter().map(|moment| moment[member].as_u64());
        assert!(values.is_sorted(), "{member} only grows");
    }
    assert!(
        end["refinements"].as_u64() > Some(0),
        "it is one that needs some"
    );
    assert!(end["predicates"].as_u64() > first["predicates"].as_u64());

    let texts = texts(&folder.read("p.svg"));
    let said = [
        format!("frontier {}", end["level"]),
        format!("{} predicates", end["predicates"]),
        format!("{} lemmas", end["lemmas"]),
    ];
    for text in said {
        assert!(texts.contains(&text), "{text}: {texts:?}");
    }
    let table = ran
        .out
        .lines()
        .skip_while(|line| !line.starts_with("Course of pdr"));
    let table: Vec<Vec<&str>> = table
        .map(|line| line.split_whitespace().collect())
        .collect();
    let row = |moment: &Value| {
        let members = [
            "queries",
            "level",
            "lemmas",
            "obligations",
            "predicates",
            "refinements",
            "spurious_runs",
        ];
        members.map(|member| moment[member].to_string())
    };
    for moment in [first, end] {
        // A time and its unit come first.
        let shown = table
            .iter()
            .any(|line| line.get(2..).is_some_and(|line| line == row(moment)));
        assert!(shown, "{moment}: {}", ran.out);
    }
}

#[test]
fn members_of_a_group_have_their_own() {
    let folder = Folder::new(&[("clocks.c", CLOCKS)]);
    // What bounded searches cannot decide: the loop has no end.
    let ran = run(
        &folder,
        &[
            "clocks.c",
            "--deterministic",
            "--plot",
            "p.svg",
            "--json",
            "r.json",
        ],
    );
    ran.expect(0, "Verification result: TRUE");
    let texts = texts(&folder.read("p.svg"));
    let doc: Value = serde_json::from_str(&folder.read("r.json")).expect("it is JSON");
    let group = doc["statistics"]["group"].as_array().expect("a list");
    assert!(!group.is_empty(), "the group is needed");
    for member in group {
        let engine = member["engine"].as_str().expect("a name");
        let is_drawn = texts.iter().any(|text| text.starts_with(engine));
        assert_eq!(is_drawn, engine == "ic3cfa", "{texts:?}");
        assert_eq!(member["history"].is_object(), engine == "ic3cfa");
    }
}

#[test]
fn nobody_pays_who_does_not_ask() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    let ran = run(
        &folder,
        &["safe.c", "--engine", "ic3cfa", "--json", "r.json"],
    );
    ran.expect(0, "Verification result: TRUE");
    let doc: Value = serde_json::from_str(&folder.read("r.json")).expect("it is JSON");
    assert!(doc["statistics"]["level"].is_u64());
    assert!(doc["statistics"]["history"].is_null());
}

#[test]
fn a_picture_of_nothing_says_why() {
    let folder = Folder::new(&[("safe.c", SAFE), ("bad.c", "int main(void) { return 0 }\n")]);
    let says = |why: &str, err: &str| {
        let texts = texts(&folder.read("p.svg"));
        assert!(texts.iter().any(|text| text.contains(why)), "{texts:?}");
        assert!(
            err.contains("note: the plot is empty: ") && err.contains(why),
            "{err}"
        );
    };
    let bmc = ["safe.c", "--engine", "bmc", "--max-depth", "2"];
    let ran = run(&folder, &[&bmc[..], &["--plot", "p.svg"]].concat());
    ran.expect(5, "Verification result: UNKNOWN(bound 2)");
    says("The engine bmc is no IC3", &ran.err);

    let ran = folder.run(&["check", "safe.c", "--engine", "ic3cfa", "--plot", "p.svg"]);
    ran.expect(0, "Verification result: TRUE");
    says("Facts by data flow were enough", &ran.err);

    let ran = run(&folder, &["bad.c", "--engine", "ic3cfa", "--plot", "p.svg"]);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    let texts = texts(&folder.read("p.svg"));
    assert!(
        texts.iter().any(|text| text.contains("has errors")),
        "{texts:?}"
    );
}

/// Better to know now than after an hour: the program is one that nobody decides.
#[test]
fn a_path_that_cannot_be_written_is_an_error_at_once() {
    let folder = Folder::new(&[("hard.c", HARD)]);
    let ran = run(&folder, &["hard.c", "--plot", "no/such/folder/p.svg"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{ran:#?}");
    assert!(
        ran.err.contains("cannot write no/such/folder/p.svg"),
        "{ran:#?}"
    );
}

/// A search that the time limit ends has a course, too.
#[test]
fn the_time_limit_leaves_a_picture() {
    let folder = Folder::new(&[("hard.c", HARD)]);
    let args = [
        "hard.c",
        "--engine",
        "ic3cfa",
        "--timeout",
        "2",
        "--plot",
        "p.svg",
    ];
    let ran = run(&folder, &args);
    ran.expect(5, "Verification result: UNKNOWN(timeout)");
    let texts = texts(&folder.read("p.svg"));
    assert!(
        texts.iter().any(|text| text == "hard.c: UNKNOWN(timeout)"),
        "{texts:?}"
    );
}
