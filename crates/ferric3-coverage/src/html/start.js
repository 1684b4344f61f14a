// Makes the page; keys; addresses (#goal-3, #L0-12).
function chooseGoal(index) {
  const goal = GOALS[index];
  if (!goal) return;
  markRow(index);
  const row = rowOf(goal.place.file, goal.place.line);
  markLine(row, true);
  underline(goal.place);
  const others = BY_LINE.get(goal.place.file).get(goal.place.line);
  openPanel(goal.where, others, index);
  setAddress("#goal-" + index);
}

function chooseLine(row, scroll) {
  const { file, line } = row.place;
  markLine(row, scroll);
  const goals = row.goals;
  if (goals.length > 0) openPanel(file + ":" + line, goals, null);
  if (goals.length > 0 && goals[0].place.line !== line) {
    byId("panel").querySelector("h2").after(make("p", {}, "Executed whenever this statement is: ", goalLink(goals[0].index, goals[0].where)));
  }
  setAddress("#L" + FILES.indexOf(file) + "-" + line);
}

/** So that the present choice can be linked to. Without a history where there is none. */
function setAddress(address) {
  if (location.hash === address) return;
  try {
    history.replaceState(null, "", address);
  } catch (error) {
    // The page is shown from where it has no address.
  }
}

function followAddress() {
  const goal = /^#goal-(\d+)$/.exec(location.hash);
  const line = /^#L(\d+)-(\d+)$/.exec(location.hash);
  if (goal) chooseGoal(Number(goal[1]));
  if (line && FILES[Number(line[1])] !== undefined) {
    const row = rowOf(FILES[Number(line[1])], Number(line[2]));
    if (row) chooseLine(row, true);
  }
}

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key === "Escape") {
    if (isField) event.target.blur();
    closePanel();
    return;
  }
  if (isField) return;
  const row = event.target.closest ? event.target.closest(".row.has") : null;
  const actions = {
    "/": () => byId("search").focus(),
    n: () => step(1, null),
    p: () => step(-1, null),
    d: () => step(1, "dead"),
    o: () => step(1, "open"),
  };
  if (row) {
    const go = by => {
      const next = nextLine(row, by);
      if (next) {
        markLine(next, false);
        next.focus();
      }
    };
    actions.ArrowDown = () => go(1);
    actions.ArrowUp = () => go(-1);
    actions.Enter = actions[" "] = () => chooseLine(row, false);
  }
  if (Object.hasOwn(actions, event.key)) {
    event.preventDefault();
    actions[event.key]();
  }
}

function drawAbout() {
  const subject = REPORT.subject;
  const facts = byId("facts");
  facts.append(make("p", {}, "Ferric3 " + REPORT.tool + ", " + subject.data_model + ", " + REPORT.seconds.toFixed(1) + " s" +
    (subject.compiler === undefined ? "" : ", " + subject.compiler.join(" "))));
  if (subject.entry !== undefined) {
    facts.append(make("p", {}, (subject.init === undefined ? "" : subject.init + " is called once, then ") + subject.entry + " is called for ever."));
  }
  if (REPORT.assumptions.length > 0) {
    facts.append(make("h3", {}, "Taken for granted"), make("ul", {}, REPORT.assumptions.map(text => make("li", {}, text))));
  }
  if (subject.inputs !== undefined && subject.inputs.length > 0) {
    facts.append(make("h3", {}, "Inputs"), make("div", { class: "wide" }, make("table", {},
      heads(["name", "type", "from", "to", "because"]),
      make("tbody", {}, subject.inputs.map(input => make("tr", {},
        [input.name, input.type, input.from || "", input.to || ""].map(text => make("td", { class: "text" }, text)),
        make("td", {}, input.because)))))));
  }
}

drawSummary();
drawFilters();
drawList();
drawSource();
drawCauses();
drawAbout();
byId("code").addEventListener("click", event => {
  const row = event.target.closest(".row.has");
  // Who selects text does not want a panel.
  if (row && String(getSelection()) === "") chooseLine(row, false);
});
document.addEventListener("keydown", onKey);
window.addEventListener("hashchange", followAddress);
// On paper there is no button for more.
window.addEventListener("beforeprint", () => drawRows(GOALS.length));
followAddress();
