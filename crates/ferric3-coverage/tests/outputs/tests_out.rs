//! Tests and goals for other tools: CSV, Test-Comp.

use expect_test::expect;
use ferric3_coverage::csv;
use ferric3_coverage::test_comp::{Metadata, suite};

use crate::{sample, xml};

/// Reads what RFC 4180 describes.
fn parse(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut chars = text.chars().peekable();
    let mut is_quoted = false;
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted => {
                assert_eq!(chars.next(), Some('\n'));
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    assert!(row.is_empty() && cell.is_empty() && !is_quoted);
    rows
}

#[test]
fn vectors_by_cycle() {
    let text = csv::vectors(&sample::report());
    let rows = parse(&text);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    expect![[r#"
        test,cycle,mode,throttle,read_adc(),read_adc() #2
        0,init,0,,,
        0,0,,-1,,
        1,0,,101,0x1.8p+1,-INFINITY
        1,1,,,,
        1,2,,5,,
        2,0,,,,
    "#]]
    .assert_eq(&text.replace("\r\n", "\n"));
}

#[test]
fn vectors_without_cycles() {
    let mut report = sample::report();
    report.subject.entry = None;
    for test in &mut report.tests {
        test.cycles = None;
        for input in &mut test.inputs {
            input.cycle = None;
        }
    }
    expect![[r#"
        test,row,mode,throttle,read_adc()
        0,0,0,-1,
        1,0,,101,0x1.8p+1
        1,1,,5,-INFINITY
        2,0,,,
    "#]]
    .assert_eq(&csv::vectors(&report).replace("\r\n", "\n"));
}

#[test]
fn goals_are_rows() {
    let mut report = sample::report();
    report.goals[3].text = "\"a, b\"\r\nc".to_owned();
    let rows = parse(&csv::goals(&report));
    assert_eq!(rows.len(), report.goals.len() + 1);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    for (row, goal) in rows[1..].iter().zip(&report.goals) {
        assert_eq!(row[0], goal.key.0);
        assert_eq!(row[6], goal.text);
        assert_eq!(row[7], goal.status.name());
    }
    expect![[r#"
        src/motor.c|step|mcdc|throttle > 100 is true and decides it all|0
        mcdc
        step
        src/motor.c
        8
        6
        throttle > 100 is true and decides it all
        reached
        1 and 2
    "#]]
    .assert_eq(&rows[9].join("\n"));
}

#[test]
fn test_comp_suites_are_xml() {
    let mut report = sample::report();
    report.tests[0].inputs[0].value = "'<'&\"\u{1}".to_owned();
    let files = suite(
        &report,
        &Metadata {
            program_file: "harness.c".to_owned(),
            program_hash: "00".repeat(32),
            specification: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )".to_owned(),
            creation_time: "2026-11-19T21:44:11Z".to_owned(),
        },
    );
    let mut shown = String::new();
    for (name, text) in &files {
        shown.push_str(&format!("== {name}\n{text}"));
        let elements = xml::elements(text);
        // As the types of the documents have it.
        if name == "metadata.xml" {
            let members = [
                "test-metadata",
                "sourcecodelang",
                "producer",
                "specification",
                "programfile",
                "programhash",
                "entryfunction",
                "architecture",
                "creationtime",
            ];
            assert_eq!(elements, members);
        } else {
            assert_eq!(elements[0], "testcase");
            assert!(elements[1..].iter().all(|name| name == "input"));
        }
    }
    assert_eq!(files.len(), 1 + report.tests.len());
    expect![[r#"
        == metadata.xml
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">
        <test-metadata>
          <sourcecodelang>C</sourcecodelang>
          <producer>Ferric3 0.1.0</producer>
          <specification>COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )</specification>
          <programfile>harness.c</programfile>
          <programhash>0000000000000000000000000000000000000000000000000000000000000000</programhash>
          <entryfunction>main</entryfunction>
          <architecture>64bit</architecture>
          <creationtime>2026-11-19T21:44:11Z</creationtime>
        </test-metadata>
        == testcase-1.xml
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
        <testcase>
          <input type="int">'&lt;'&amp;&quot;�</input>
          <input type="int">-1</input>
        </testcase>
        == testcase-2.xml
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
        <testcase>
          <input type="int">101</input>
          <input type="double">0x1.8p+1</input>
          <input type="double">-INFINITY</input>
          <input type="int">5</input>
        </testcase>
        == testcase-3.xml
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
        <testcase>
        </testcase>
    "#]].assert_eq(&shown);
}
