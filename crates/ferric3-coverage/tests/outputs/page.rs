//! The page: what is in it, and what it does in a browser.

use std::fmt::Write;
use std::process::{Command, Stdio};

use ferric3_coverage::{Goal, GoalKey, Report, Sources, Status, html};
use ferric3_testkit::{Extra, need};

use crate::sample;

fn page() -> String {
    let mut report = sample::report();
    // A justified goal that is reached all the same.
    report.tests[2].reaches.push(21);
    html::page(&report, &sample::sources())
}

#[test]
fn texts_of_programs_are_no_markup() {
    let page = page();
    // Those of the frame: one for the data, one for the script, and one title of the document.
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<b>speed"));
    assert!(page.contains("\\u003cb>speed\\u003c/b>"));
    let after = page.split_once("id=\"data\">").expect("the data").1;
    let data = after.split_once("</script>").expect("their end").0;
    let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
    assert_eq!(data["sources"]["src/motor.c"], sample::MOTOR);
    assert_eq!(
        data["report"]["goals"].as_array().map(Vec::len),
        Some(sample::report().goals.len())
    );
}

#[test]
fn nothing_comes_from_elsewhere() {
    let page = page();
    assert!(page.contains("default-src 'none'"));
    for outside in [
        "http:", "https:", " src=", "@import", "url(", "import(", "fetch(",
    ] {
        assert!(!page.contains(outside), "{outside}");
    }
}

/// Opens a page with a script at its end, which writes what is wrong into the element `selftest`; gives back what is
/// in there.
fn selftest(page: &str, script: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let at = page.rfind("</body>").expect("a body");
    let (before, after) = page.split_at(at);
    let path = folder.path().join("page.html");
    std::fs::write(&path, format!("{before}<script>{script}</script>{after}"))
        .expect("a writable folder");
    let profile = folder.path().join("profile");
    let output = Command::new("chromium")
        .args(Extra::CHROMIUM_OPTIONS)
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(["--virtual-time-budget=20000", "--dump-dom"])
        .arg(&path)
        .stdin(Stdio::null())
        .output()
        .expect("chromium starts");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let result = dom
        .split_once("<pre id=\"selftest\">")
        .map(|(_, rest)| rest);
    let result = result.and_then(|rest| rest.split_once("</pre>"));
    let message = String::from_utf8_lossy(&output.stderr);
    result
        .unwrap_or_else(|| panic!("no result: {message}"))
        .0
        .to_owned()
}

/// What scripts of tests have at hand.
const HELPERS: &str = r##"
const wrong = [];
window.addEventListener("error", event => wrong.push("error: " + event.message));
window.addEventListener("securitypolicyviolation", event => wrong.push("policy: " + event.violatedDirective));
function same(what, got, wanted) {
  if (got !== wanted) wrong.push(what + ": " + JSON.stringify(got) + " instead of " + JSON.stringify(wanted));
}
function one(selector) { return document.querySelector(selector); }
function all(selector) { return [...document.querySelectorAll(selector)]; }
function press(key, target) {
  (target || document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}
function choose(id, value) {
  const field = document.getElementById(id);
  if (field.type === "checkbox") field.checked = value; else field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
function finish() {
  const result = document.createElement("pre");
  result.id = "selftest";
  result.textContent = wrong.length === 0 ? "all is well" : wrong.join("\n");
  document.body.append(result);
}
"##;

const CLICKS: &str = r##"
try {
  same("title", document.title, "Coverage of src/motor.c and 1 more");
  same("headline", one("#headline").textContent,
    "32 goals: 16 reached, 13 dead, 1 justified, 2 open; 93.7 % settled; step, any number of cycles.");
  same("rows of goals", all("#list tbody tr").length, 32);
  same("functions", all("#functions tbody tr").length, 3);
  // Causes, with links to lines that reasons name.
  same("causes of dead code", all("#causes-list .goal").length, 4);
  const second = all("#causes-list .goal")[1].textContent;
  same("a cause", second.includes('The decision "speed > 200" is always false.'), true);
  same("its reason", second.includes("0 <= speed && speed <= 100 at src/motor.c:7"), true);
  // Lines.
  const line = (file, number) => all("#code .file")[file].querySelector('[data-line="' + number + '"]');
  same("lines", all("#code .file")[0].querySelectorAll(".row").length, 24);
  same("a line as it is", line(0, 1).querySelector(".line").textContent,
    "/* motor.c: <b>speed</b> & \"torque\", Größe µ <\/script><\!-- */");
  same("reached", line(0, 9).className, "row has reached");
  same("dead", line(0, 12).className, "row has dead");
  same("justified", line(0, 20).className, "row has justified");
  same("open", line(0, 23).className, "row has open");
  same("mixed", line(0, 8).className, "row has mixed");
  same("nothing", line(0, 9 + 1).className, "row");
  same("marks without colours", line(0, 12).querySelector(".mark").textContent, "✗");
  same("several marks", line(0, 22).querySelector(".mark").textContent, "✓?");
  // A dead line, its panel, its cause, and a line that the reason names.
  line(0, 12).click();
  same("panel", one("#panel").hidden, false);
  same("panel title", one("#panel h2").textContent, "src/motor.c:12");
  same("goals of the line", all("#panel .goal").length, 2);
  const more = one("#panel .goal details");
  more.open = true;
  more.dispatchEvent(new Event("toggle"));
  same("cause", more.textContent.includes('Dead because of this: The decision "speed > 200" is always false.'), true);
  const link = all("#panel .goal a").find(link => link.textContent === "src/motor.c:7");
  same("link of the reason", link.getAttribute("href"), "#L0-7");
  location.hash = link.getAttribute("href");
  window.dispatchEvent(new HashChangeEvent("hashchange"));
  same("line of the reason", one(".row.chosen").dataset.line, "7");
  // A statement that shares the goal of the one before it.
  same("shared", line(0, 13).className, "row has dead");
  same("no goals of its own", line(0, 13).querySelector(".of").textContent, "");
  line(0, 13).click();
  same("whose", one("#panel h2 + p").textContent, "Executed whenever this statement is: src/motor.c:12");
  // A goal of the list, its test.
  all("#list tbody tr")[2].querySelector("a").click();
  same("test", one("#panel .goal.chosen .test").textContent.includes("-INFINITY"), true);
  same("cycles by inputs", [...one("#panel .goal.chosen thead").querySelectorAll("th")].map(cell => cell.textContent).join("|"),
    "cycle|throttle|read_adc()|read_adc() #2");
  same("cycles that read nothing", all("#panel .goal.chosen tbody tr").length, 3);
  same("contradiction", one("#panel .goal.chosen").textContent.includes("CONTRADICTED"), true);
  same("underlined", one(".row mark").textContent, "throttle > 100 && speed >= 0");
  all("#list tbody tr")[21].click();
  same("justified", one("#panel .goal.chosen").textContent.includes("Reason given: a value that no caller passesA test reaches it all the same.Test 2"), true);
  // Columns count characters, behind a letter of two bytes, too.
  const micro = all("#list tbody tr").find(row => row.textContent.includes("return µ(speed)"));
  micro.click();
  same("underlined after a tab", one(".row mark").textContent, "return µ(speed)");
  // Filters and orders.
  choose("by-status", "dead");
  same("dead goals", all("#list tbody tr").length, 13);
  choose("causes", true);
  same("causes", all("#list tbody tr").length, 4);
  choose("causes", false);
  choose("search", "ALARM motor");
  same("search", all("#list tbody tr").length, 2);
  choose("search", "");
  choose("by-status", "");
  one('[data-column="criterion"]').click();
  same("by criterion", one("#list tbody tr td:nth-child(2)").textContent, "function");
  one('[data-column="criterion"]').click();
  same("backwards", one("#list tbody tr td:nth-child(2)").textContent, "mcdc");
  same("order for readers of screens", one('th[aria-sort="descending"]').textContent, "criterion ▼");
  one('[data-column="place"]').click();
  all("#criteria tbody th button").find(button => button.textContent === "loop").click();
  same("by criterion of the summary", all("#list tbody tr").length, 3);
  choose("by-criterion", "");
  // Keys.
  press("Escape");
  same("closed", one("#panel").hidden, true);
  location.hash = "#goal-0";
  window.dispatchEvent(new HashChangeEvent("hashchange"));
  press("d");
  same("next dead goal", one("#list tr.chosen").dataset.goal, "7");
  press("n");
  same("next goal", one("#list tr.chosen").dataset.goal, "8");
  press("p");
  press("p");
  same("previous goals", one("#list tr.chosen").dataset.goal, "6");
  press("o");
  same("next open goal", one("#list tr.chosen").dataset.goal, "24");
  const row = line(0, 9);
  row.focus();
  press("ArrowDown", row);
  same("next line with goals", document.activeElement.dataset.line, "11");
  press("ArrowUp", document.activeElement);
  press("Enter", document.activeElement);
  same("line by key", one("#panel h2").textContent, "src/motor.c:9");
  line(0, 23).focus();
  press("ArrowDown", line(0, 23));
  same("into the next file", document.activeElement.closest(".file").id, "file-1");
  same("one stop for the tab key", all('.row[tabindex="0"]').length, 1);
  press("/");
  same("search by key", document.activeElement.id, "search");
  same("no script of the program", document.title, "Coverage of src/motor.c and 1 more");
} catch (error) {
  wrong.push(String(error.stack));
}
finish();
"##;

#[test]
fn the_page_works_in_a_browser() {
    if !need(Extra::Chromium, "the_page_works_in_a_browser") {
        return;
    }
    let page = page();
    let (before, after) = page.split_once("<script>").expect("the script");
    // Helpers come first: they listen for errors.
    let page = format!("{before}<script>{HELPERS}</script><script>{after}");
    assert_eq!(selftest(&page, CLICKS), "all is well");
}

/// 10,000 lines and 5,000 goals.
fn large() -> (Report, Sources) {
    let mut report = sample::report();
    let mut text = String::new();
    let goal = report.goals.swap_remove(0);
    report.goals.clear();
    report.criteria = vec![goal.criterion];
    for line in 1..=10_000_u32 {
        writeln!(text, "    x = x + {line}; /* {} */", "word ".repeat(6))
            .expect("strings take all");
        if line.is_multiple_of(2) {
            let text = format!("statement x = x + {line}");
            let mut goal = Goal {
                key: GoalKey(format!("large.c|f|statement|{text}|0")),
                function: format!("f{}", line / 100),
                text,
                ..goal.clone()
            };
            goal.place.file = "large.c".to_owned();
            (goal.place.line, goal.place.end_line) = (line, line);
            goal.status = match line % 10 {
                0 => Status::Dead {
                    why: 2,
                    cycles: None,
                },
                _ => Status::Reached {
                    test: 0,
                    partner: None,
                },
            };
            report.goals.push(goal);
        }
    }
    report.subject.files.clear();
    for test in &mut report.tests {
        test.reaches = (0..report.goals.len()).collect();
    }
    let mut sources = Sources::new();
    sources.insert("large.c", text);
    (report, sources)
}

#[test]
fn large_pages_are_no_larger_than_what_is_in_them() {
    let (report, sources) = large();
    let page = html::page(&report, &sources);
    assert!(page.len() < 4_000_000, "{}", page.len());
}

#[test]
fn large_pages_open() {
    if !need(Extra::Chromium, "large_pages_open") {
        return;
    }
    let (report, sources) = large();
    let page = html::page(&report, &sources);
    let script = r##"
try {
  same("lines", all("#code .row").length, 10000);
  same("rows at first", all("#list tbody tr").length, 300);
  choose("search", "x + 9998");
  same("search", all("#list tbody tr").length, 1);
  choose("search", "");
  one("#more").click();
  same("more rows", all("#list tbody tr").length, 600);
  location.hash = "#goal-4999";
  window.dispatchEvent(new HashChangeEvent("hashchange"));
  same("the last goal", one("#panel h2").textContent, "large.c:10000");
  same("causes of dead code", all("#causes-list .goal").length, 500);
  window.dispatchEvent(new Event("beforeprint"));
  same("all rows on paper", all("#list tbody tr").length, 5000);
  press("p");
  same("the one before", one("#panel h2").textContent, "large.c:9998");
} catch (error) {
  wrong.push(String(error.stack));
}
finish();
"##;
    assert_eq!(
        selftest(&page, &format!("{HELPERS}{script}")),
        "all is well"
    );
}
