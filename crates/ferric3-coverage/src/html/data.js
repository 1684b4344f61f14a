// The data, with indices by line and by function.
const DATA = JSON.parse(document.getElementById("data").textContent);
const REPORT = DATA.report;
const STATUSES = ["reached", "dead", "justified", "open"];
const MARKS = { reached: "✓", dead: "✗", justified: "§", open: "?", mixed: "✓✗" };
const SAYS = {
  reached: "reached by a test",
  dead: "dead: proved that nothing reaches it",
  justified: "justified in the program, not analysed",
  open: "open: not known",
  mixed: "goals of different kinds in this line",
};

/** What goals are, beside what the report says. */
const GOALS = REPORT.goals.map((goal, index) => ({
  ...goal,
  index,
  word: goal.status.status,
  what: goal.status,
  where: goal.place.file + ":" + goal.place.line,
}));
/** Of each dead goal the finding that explains it: [goal, message, related]. */
const CAUSE = new Map();
for (const finding of DATA.findings) {
  CAUSE.set(finding[0], finding);
  for (const goal of finding[2]) CAUSE.set(goal, finding);
}

/** Goals by file and the line where they begin. */
const BY_LINE = new Map();
/** Goals by file and function, in the order of the first ones. */
const BY_FUNCTION = new Map();
for (const goal of GOALS) {
  entry(entry(BY_LINE, goal.place.file, () => new Map()), goal.place.line, () => []).push(goal);
  entry(BY_FUNCTION, goal.place.file + "\n" + goal.function, () => []).push(goal);
}
const FILES = [...new Set([
  ...REPORT.subject.files.map(file => file.name),
  ...Object.keys(DATA.sources),
  ...BY_LINE.keys(),
])].filter(name => name in DATA.sources || BY_LINE.has(name));

function entry(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}

/** How many goals there are of each status. */
function count(goals) {
  const count = { all: goals.length, reached: 0, dead: 0, justified: 0, open: 0 };
  for (const goal of goals) count[goal.word] += 1;
  return count;
}

/** Settled goals in per cent, rounded down: 100.0 only if all are. */
function settled(count) {
  if (count.all === 0) return "-";
  return (Math.floor((count.all - count.open) * 1000 / count.all) / 10).toFixed(1) + " %";
}

/** The status of goals together. */
function together(goals) {
  const words = new Set(goals.map(goal => goal.word));
  return words.size === 1 ? goals[0].word : "mixed";
}

/** The marks of goals together: one for each status that there is. */
function marksOf(goals) {
  const words = new Set(goals.map(goal => goal.word));
  return STATUSES.filter(word => words.has(word)).map(word => MARKS[word]).join("");
}

/** `1 goal`, `2 goals`. */
function plural(count, what) {
  return count + " " + what + (count === 1 ? "" : "s");
}

/** A new element. Children are elements or texts, never markup. */
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined));
  return element;
}

function mark(word) {
  return make("span", { class: "mark " + word, title: SAYS[word] }, MARKS[word]);
}

function byId(id) {
  return document.getElementById(id);
}
