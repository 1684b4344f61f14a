// Dead code: a part for each cause, with its reason.
function drawCauses() {
  const MOST = 500;
  const causes = DATA.findings;
  byId("dead").hidden = causes.length === 0;
  byId("causes-list").append(...causes.slice(0, MOST).map(cause => {
    const goal = GOALS[cause[0]];
    return make("div", { class: "goal dead" },
      make("p", {}, mark("dead"), " ", goalLink(goal.index, goal.where), " in ", make("span", { class: "code" }, goal.function)),
      ...whyPart(goal));
  }));
  if (causes.length > MOST) byId("causes-list").append(rest(causes.length - MOST, "in the list of goals"));
}
