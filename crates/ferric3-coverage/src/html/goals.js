// The list of goals: filters, order. Rows are made as far as somebody wants to see them.
const PAGE = 300;
const COLUMNS = {
  status: goal => STATUSES.indexOf(goal.word),
  criterion: goal => REPORT.criteria.indexOf(goal.criterion),
  function: goal => goal.function,
  place: goal => goal.index,
  goal: goal => goal.text,
};
const LIST = { goals: GOALS, rows: new Map(), drawn: 0, order: "place", backwards: false, chosen: null };

function drawFilters() {
  const options = (id, all, choices) => byId(id).append(
    make("option", { value: "" }, all),
    ...choices.map(([value, text]) => make("option", { value }, text)));
  options("by-status", "all", STATUSES.map(word => [word, word]));
  options("by-criterion", "all", REPORT.criteria.map(name => [name, name]));
  options("by-function", "all", [...BY_FUNCTION.keys()].map(key => {
    const [file, name] = key.split("\n");
    return [key, FILES.length > 1 ? name + " (" + file + ")" : name];
  }));
  byId("filters").addEventListener("input", drawList);
  byId("filters").addEventListener("submit", event => event.preventDefault());
  byId("more").addEventListener("click", () => drawRows(PAGE));
}

/** Shows goals of a criterion or function only, and goes there. */
function filterBy(choice) {
  byId("search").value = "";
  byId("by-status").value = choice.status || "";
  byId("by-criterion").value = choice.criterion || "";
  byId("by-function").value = choice.function || "";
  byId("causes").checked = false;
  drawList();
  byId("goals").scrollIntoView();
}

function isWanted() {
  const [text, status, criterion, name] = ["search", "by-status", "by-criterion", "by-function"]
    .map(id => byId(id).value);
  const words = text.toLowerCase().split(/\s+/).filter(word => word !== "");
  const causes = byId("causes").checked;
  return goal => {
    if (status !== "" && goal.word !== status) return false;
    if (criterion !== "" && goal.criterion !== criterion) return false;
    if (name !== "" && goal.place.file + "\n" + goal.function !== name) return false;
    if (causes && goal.word === "dead" && CAUSE.get(goal.index)[0] !== goal.index) return false;
    if (words.length === 0) return true;
    const all = [goal.text, goal.function, goal.where, goal.criterion, goal.word].join(" ").toLowerCase();
    return words.every(word => all.includes(word));
  };
}

function drawList() {
  const by = COLUMNS[LIST.order];
  const sign = LIST.backwards ? -1 : 1;
  LIST.goals = GOALS.filter(isWanted()).sort((a, b) => {
    const [left, right] = [by(a), by(b)];
    return left < right ? -sign : left > right ? sign : a.index - b.index;
  });
  LIST.rows = new Map();
  LIST.drawn = 0;
  byId("shown").textContent = LIST.goals.length + " of " + GOALS.length;
  const head = Object.keys(COLUMNS).map(name => {
    const sorted = LIST.order !== name ? "none" : LIST.backwards ? "descending" : "ascending";
    const arrow = { none: "", ascending: " ▲", descending: " ▼" }[sorted];
    return make("th", { scope: "col", "aria-sort": sorted },
      make("button", { type: "button", "data-column": name, onclick: () => orderBy(name) }, name + arrow));
  });
  byId("list").replaceChildren(make("thead", {}, make("tr", {}, head)), make("tbody", {}));
  drawRows(PAGE);
}

function orderBy(name) {
  LIST.backwards = LIST.order === name && !LIST.backwards;
  LIST.order = name;
  drawList();
}

function drawRows(more) {
  const next = LIST.goals.slice(LIST.drawn, LIST.drawn + more);
  byId("list").tBodies[0].append(...next.map(goalRow));
  LIST.drawn += next.length;
  const left = LIST.goals.length - LIST.drawn;
  byId("more").hidden = left === 0;
  byId("more").textContent = "Show " + Math.min(PAGE, left) + " more of " + left;
}

function goalRow(goal) {
  const show = event => {
    event.preventDefault();
    chooseGoal(goal.index);
  };
  const row = make("tr", { onclick: show, "data-goal": goal.index, class: LIST.chosen === goal.index ? "chosen" : null },
    make("td", { class: goal.word }, mark(goal.word), " " + goal.word),
    make("td", {}, goal.criterion),
    make("td", { class: "text" }, goal.function),
    make("td", { class: "text" }, make("a", { href: "#goal-" + goal.index }, goal.where)),
    make("td", { class: "text" }, goal.text));
  LIST.rows.set(goal.index, row);
  return row;
}

/** Marks the row of a goal, if it is there. */
function markRow(index) {
  const before = LIST.rows.get(LIST.chosen);
  if (before) before.classList.remove("chosen");
  LIST.chosen = index;
  const row = LIST.rows.get(index);
  if (row) row.classList.add("chosen");
}

/** The goal of this status that comes next in the list, or before; after the last one the first. */
function step(by, word) {
  const all = LIST.goals.length;
  let at = LIST.goals.findIndex(goal => goal.index === LIST.chosen);
  if (at < 0 && by < 0) at = 0;
  for (let steps = 1; steps <= all; steps += 1) {
    const goal = LIST.goals[(((at + by * steps) % all) + all) % all];
    if (word !== null && goal.word !== word) continue;
    while (!LIST.rows.has(goal.index) && LIST.drawn < all) drawRows(PAGE);
    chooseGoal(goal.index);
    return;
  }
}
