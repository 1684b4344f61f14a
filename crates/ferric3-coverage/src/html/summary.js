// Tables by criterion and by function.
function bar(of) {
  const parts = STATUSES.filter(word => of[word] > 0).map(word =>
    make("span", { class: word, style: "width:" + (100 * of[word] / of.all) + "%" }));
  return make("span", { class: "bar", "aria-hidden": "true" }, parts);
}

function countCells(of) {
  const numbers = [of.all, ...STATUSES.map(word => of[word])];
  return [
    ...numbers.map(number => make("td", { class: "number" }, String(number))),
    make("td", { class: "number" }, settled(of)),
    make("td", {}, bar(of)),
  ];
}

function countHead(first) {
  const names = ["goals", ...STATUSES, "settled"];
  return make("thead", {}, make("tr", {},
    make("th", { scope: "col" }, first),
    names.map(name => make("th", { scope: "col", class: "number" }, name)),
    make("th", { scope: "col" }, "")));
}

function drawSummary() {
  const all = count(GOALS);
  const subject = REPORT.subject;
  const cycles = subject.cycles === undefined ? "any number of cycles" : "at most " + subject.cycles + " cycles";
  byId("headline").textContent = all.all + " goals: " + STATUSES.map(word => all[word] + " " + word).join(", ") +
    "; " + settled(all) + " settled" + (subject.entry === undefined ? "" : "; " + subject.entry + ", " + cycles) + ".";
  byId("legend").append(...[...STATUSES, "mixed"].map(word => make("li", {}, mark(word), " " + SAYS[word])));

  const criteria = byId("criteria");
  const rows = REPORT.criteria.map(criterion => {
    const of = count(GOALS.filter(goal => goal.criterion === criterion));
    const choose = () => filterBy({ criterion });
    return make("tr", {}, make("th", { scope: "row" }, link(criterion, choose)), countCells(of));
  });
  rows.push(make("tr", { class: "total" }, make("th", { scope: "row" }, "all"), countCells(all)));
  criteria.append(countHead("criterion"), make("tbody", {}, rows));

  const functions = byId("functions");
  const byFunction = [...BY_FUNCTION].map(([key, goals]) => {
    const [file, name] = key.split("\n");
    const title = FILES.length > 1 ? file : null;
    return make("tr", {},
      make("th", { scope: "row", class: "code", title }, link(name, () => filterBy({ function: key }))),
      countCells(count(goals)));
  });
  functions.append(countHead("function"), make("tbody", {}, byFunction));
}

function link(text, action) {
  return make("button", { class: "plain", type: "button", onclick: action }, text);
}
