// The annotated source: a mark, the number of goals that are settled, and the line.
const BLOCK = 100;
/** Elements of lines by file, then by number. */
const ROWS = new Map();
const SOURCE = { row: null, underlined: null };

function drawSource() {
  if (FILES.length > 1) {
    byId("files").append(...FILES.map((name, index) => make("span", {},
      index > 0 ? " · " : "", make("a", { href: "#file-" + index }, name))));
  }
  FILES.forEach((name, index) => {
    const text = DATA.sources[name];
    const code = make("div", { class: "lines", role: "group", "aria-label": name });
    if (text === undefined) code.append(make("p", { class: "dim" }, "The text of this file is not in the report."));
    else drawLines(code, name, text);
    byId("code").append(make("section", { class: "file", id: "file-" + index }, make("h3", {}, name), code));
  });
}

function drawLines(code, name, text) {
  const lines = text.split(/\r?\n/);
  if (lines[lines.length - 1] === "") lines.pop();
  const goals = BY_LINE.get(name) || new Map();
  const shared = DATA.shared[name];
  const rows = new Map();
  ROWS.set(name, rows);
  let isFirst = true;
  for (let start = 0; start < lines.length; start += BLOCK) {
    const part = lines.slice(start, start + BLOCK);
    const block = make("div", { class: "block", style: "contain-intrinsic-size:auto " + part.length * 1.5 * 13 + "px" });
    part.forEach((line, offset) => {
      const number = start + offset + 1;
      const row = drawLine(name, number, line, goals.get(number) || [], GOALS[shared[number]], isFirst);
      if (row.hasAttribute("tabindex")) isFirst = false;
      rows.set(number, row);
      block.append(row);
    });
    code.append(block);
  }
}

/** A line; without goals of its own it may share that of an earlier statement. */
function drawLine(name, number, line, own, shared, isFirst) {
  const goals = own.length === 0 && shared !== undefined ? [shared] : own;
  const has = goals.length > 0;
  const word = has ? together(goals) : null;
  const done = goals.filter(goal => goal.word !== "open").length;
  const row = make("div", {
    class: "row" + (has ? " has " + word : ""),
    "data-line": number,
    role: has ? "button" : null,
    tabindex: has ? (isFirst ? "0" : "-1") : null,
    "aria-label": has ? "line " + number + ", " + SAYS[word] + ": " + line.trim() : null,
  },
  make("span", { class: "nr" }, String(number)),
  make("span", { class: "mark", title: has ? SAYS[word] : null }, has ? marksOf(goals) : ""),
  make("span", { class: "of", title: own.length > 0 ? done + " of " + goals.length + " goals settled" : null },
    own.length > 0 ? done + "/" + goals.length : ""),
  make("span", { class: "line" }, line === "" ? " " : line));
  row.place = { file: name, line: number, text: line };
  row.goals = goals;
  return row;
}

function rowOf(file, line) {
  const rows = ROWS.get(file);
  return rows ? rows.get(line) : undefined;
}

/** Marks a line and takes it into view. */
function markLine(row, scroll) {
  if (SOURCE.row) {
    SOURCE.row.classList.remove("chosen");
    if (SOURCE.row.hasAttribute("tabindex")) SOURCE.row.setAttribute("tabindex", "-1");
  }
  SOURCE.row = row || null;
  underline(null);
  if (!row) return;
  row.classList.add("chosen");
  if (row.hasAttribute("tabindex")) row.setAttribute("tabindex", "0");
  if (scroll) row.scrollIntoView({ block: "center" });
}

/** Underlines what a place names in its first line. Columns count characters. */
function underline(place) {
  if (SOURCE.underlined) {
    const before = SOURCE.underlined;
    before.querySelector(".line").textContent = before.place.text === "" ? " " : before.place.text;
    SOURCE.underlined = null;
  }
  const row = place && place.column > 0 ? rowOf(place.file, place.line) : undefined;
  if (!row) return;
  const characters = Array.from(row.place.text);
  const from = place.column - 1;
  const isWhole = place.end_line > place.line;
  const to = isWhole ? characters.length : Math.max(place.end_column - 1, from + 1);
  const cut = (a, b) => characters.slice(a, b).join("");
  row.querySelector(".line").replaceChildren(cut(0, from), make("mark", {}, cut(from, to)), cut(to, characters.length));
  SOURCE.underlined = row;
}

/** From this line on, up or down, the next one with goals. */
function nextLine(row, by) {
  const place = row.place;
  const rows = ROWS.get(place.file);
  for (let line = place.line + by; rows.has(line); line += by) {
    if (rows.get(line).hasAttribute("tabindex")) return rows.get(line);
  }
  const names = FILES.filter(name => ROWS.has(name));
  for (let at = names.indexOf(place.file) + by; at >= 0 && at < names.length; at += by) {
    const others = [...ROWS.get(names[at]).values()].filter(other => other.hasAttribute("tabindex"));
    if (others.length > 0) return by > 0 ? others[0] : others[others.length - 1];
  }
  return null;
}
