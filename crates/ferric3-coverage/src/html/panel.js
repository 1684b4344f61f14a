// What is known of a line or a goal: the test that reaches it, or the reason why nothing does.
function openPanel(title, goals, chosen) {
  const panel = byId("panel");
  panel.replaceChildren(
    make("button", { class: "close", type: "button", onclick: closePanel, "aria-label": "Close" }, "✕"),
    make("h2", {}, title),
    ...goals.map(goal => goalPart(goal, goal.index === chosen, goals.length === 1)));
  panel.hidden = false;
  panel.scrollTop = 0;
  const part = panel.querySelector(".goal.chosen");
  if (part && goals.length > 1) part.scrollIntoView({ block: "nearest" });
}

function closePanel() {
  byId("panel").hidden = true;
  const row = SOURCE.row;
  if (row && row.hasAttribute("tabindex")) row.focus({ preventScroll: true });
}

function goalPart(goal, isChosen, isOnly) {
  const part = make("div", { class: "goal " + goal.word + (isChosen ? " chosen" : ""), "data-goal": goal.index },
    make("p", {}, mark(goal.word), " ", make("strong", {}, goal.word), " ", make("span", { class: "dim" }, goal.criterion),
      " in ", make("span", { class: "code" }, goal.function)),
    make("p", { class: "code" }, goal.text));
  const details = evidence(goal);
  if (isChosen || isOnly) part.append(...details());
  else {
    const more = make("details", {}, make("summary", {}, goal.word === "reached" ? "test" : "reason"));
    more.addEventListener("toggle", () => {
      if (more.open && more.children.length === 1) more.append(...details());
    });
    part.append(more);
  }
  return part;
}

/** What settles a goal, made when it is wanted. */
function evidence(goal) {
  const what = goal.what;
  switch (goal.word) {
    case "reached": return () => [what.test, what.partner].filter(test => test !== undefined).flatMap(testPart);
    case "dead": return () => whyPart(goal);
    case "justified": return () => justifiedPart(goal);
    default: return () => [make("p", {}, "Not known: " + what.reason)];
  }
}

function justifiedPart(goal) {
  const parts = [make("p", {}, "Reason given: " + goal.what.reason)];
  const other = DATA.nevertheless.find(([index]) => index === goal.index);
  if (other) parts.push(make("p", {}, make("strong", {}, "A test reaches it all the same.")), ...testPart(other[1]));
  return parts;
}

function testPart(number) {
  const test = REPORT.tests[number];
  if (!test) return [make("p", {}, "Test " + number + " is not in the report.")];
  const reaches = DATA.reaches[number];
  const parts = [make("h3", {}, "Test " + number),
    make("p", { class: "dim" }, "reaches " + plural(reaches, "goal") +
      (test.cycles === undefined ? "" : ", " + plural(test.cycles, "cycle")) +
      confirmation(test.confirmed))];
  if (test.inputs.length === 0) parts.push(make("p", {}, "It reads nothing."));
  else parts.push(inputTable(test));
  return parts;
}

function confirmation(confirmed) {
  if (confirmed === undefined) return "";
  switch (confirmed.outcome) {
    case "confirmed": return ", confirmed by " + confirmed.by;
    case "contradicted": return ", CONTRADICTED by " + confirmed.by + " (" + plural(confirmed.missing.length, "goal") + ")";
    default: return ", not confirmed: " + confirmed.reason;
  }
}

/** Cycles by inputs; or, without cycles, one value after the other. */
function inputTable(test) {
  const MOST = 200;
  const hasCycles = test.inputs.some(input => input.cycle !== undefined);
  if (!hasCycles) {
    const rows = test.inputs.slice(0, MOST).map((input, number) => make("tr", {},
      make("td", { class: "number" }, String(number)), make("td", {}, input.name),
      make("td", {}, input.type), make("td", { title: "bits 0x" + input.bits }, input.value)));
    return make("div", { class: "wide" }, make("table", { class: "test" }, heads(["", "input", "type", "value"]), make("tbody", {}, rows)),
      rest(test.inputs.length - MOST, "values"));
  }
  const columns = new Map();
  const rows = new Map();
  if (test.inputs.some(input => input.cycle === undefined)) rows.set("init", new Map());
  // Cycles that read nothing are cycles, too.
  const cycles = test.cycles || 0;
  for (let cycle = 0; cycle < Math.min(cycles, MOST); cycle += 1) rows.set(String(cycle), new Map());
  for (const input of test.inputs) {
    const row = entry(rows, input.cycle === undefined ? "init" : String(input.cycle), () => new Map());
    let name = input.name;
    for (let nth = 2; row.has(name); nth += 1) name = input.name + " #" + nth;
    row.set(name, input);
    if (!columns.has(name)) columns.set(name, input.type);
  }
  const head = make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "cycle"),
    [...columns].map(([name, type]) => make("th", { scope: "col", title: type, class: "code" }, name))));
  const body = [...rows].slice(0, MOST).map(([cycle, values]) => make("tr", {}, make("th", { scope: "row" }, cycle),
    [...columns.keys()].map(name => {
      const input = values.get(name);
      return make("td", { title: input ? input.type + ", bits 0x" + input.bits : null }, input ? input.value : "");
    })));
  return make("div", { class: "wide" }, make("table", { class: "test" }, head, make("tbody", {}, body)),
    rest(Math.max(rows.size, cycles) - MOST, "cycles"));
}

function heads(names) {
  return make("thead", {}, make("tr", {}, names.map(name => make("th", { scope: "col" }, name))));
}

function rest(count, what) {
  return count > 0 ? make("p", { class: "dim" }, "and " + count + " more " + what) : null;
}

function whyPart(goal) {
  const parts = [];
  const cause = CAUSE.get(goal.index);
  if (cause && cause[0] !== goal.index) {
    parts.push(make("p", {}, "Dead because of this: ", goalLink(cause[0], cause[1])));
  } else if (cause) parts.push(make("p", {}, cause[1]));
  const why = REPORT.whys[goal.what.why];
  if (why) {
    if (why.text !== "") parts.push(make("p", {}, why.text));
    if (why.lines.length > 0) {
      parts.push(make("p", {}, "It always holds that"), make("ul", {}, why.lines.map(line => make("li", {},
        make("span", { class: "code" }, line.holds), " at ", lineLink(line.place)))));
    }
    parts.push(make("p", { class: "dim" }, "Proved by " + why.engine + "; checked by " + why.checked_by + "."));
  }
  // A cause says so itself.
  const isCause = cause && cause[0] === goal.index;
  if (goal.what.cycles !== undefined && !isCause) parts.push(make("p", {}, "In the first " + goal.what.cycles + " cycles. Later ones were not looked at."));
  if (isCause && cause[2].length > 0) {
    const more = make("details", {}, make("summary", {}, cause[2].length + " more dead because of it"));
    more.addEventListener("toggle", () => {
      if (more.open && more.children.length === 1) {
        more.append(make("ul", {}, cause[2].slice(0, 500).map(other => make("li", {}, goalLink(other, GOALS[other].where + " " + GOALS[other].text)))));
      }
    });
    parts.push(more);
  }
  return parts;
}

function goalLink(index, text) {
  return make("a", { href: "#goal-" + index, class: "code" }, text);
}

/** A link to a line of the source, where that is at hand. */
function lineLink(place) {
  const text = place.file + ":" + place.line;
  const file = FILES.indexOf(place.file);
  return rowOf(place.file, place.line) ? make("a", { href: "#L" + file + "-" + place.line, class: "code" }, text) : text;
}
