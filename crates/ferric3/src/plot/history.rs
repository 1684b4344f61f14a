//! The course of searches: for each of them panels one below another, with one axis of time.

use ferric3_engine::{CheckReport, History, Moment};

use super::axis::{Axis, number};
use super::heat;
use super::panel::Panel;
use super::svg::{Anchor, Svg, series};

const WIDTH: f64 = 880.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 725.0;
/// Where the words beside a panel begin.
const WORDS: f64 = RIGHT + 14.0;
const TITLE: f64 = 56.0;
const HEADING: f64 = 34.0;
const GAP: f64 = 14.0;
/// Below the last panel: ticks and the name of the axis.
const FOOT: f64 = 62.0;
const LEVELS: f64 = 190.0;
const ROW: f64 = 74.0;
/// Searches that are drawn.
const MOST: usize = 12;
/// Refinements that have a mark of their own on the line; where there are more, a tick each.
const MARKS: usize = 40;

/// The course of one search.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// What it was.
    name: String,
    /// When the searches began and ended that it is compared with, in seconds.
    span: (f64, f64),
    history: History,
}

impl Course {
    /// The courses of all IC3 searches of a check.
    pub(crate) fn of(report: &CheckReport) -> Vec<Course> {
        let group = report.stats.contributions.iter();
        let group = group.filter_map(|member| {
            let how = if member.decided {
                ", which decided"
            } else {
                ""
            };
            Some((format!("{}{how}", member.engine), member.history.clone()?))
        });
        let alone = report.stats.history.iter();
        let alone = alone.map(|history| (report.engine.to_owned(), history.clone()));
        let mut found: Vec<(String, History)> = alone.chain(group).collect();
        found.retain(|(_, history)| history.moments().len() > 1);
        let ends = |end: fn(&[Moment]) -> Option<&Moment>| {
            let times = found
                .iter()
                .filter_map(move |(_, history)| end(history.moments()));
            times.map(|moment| moment.time.as_secs_f64())
        };
        let first = ends(<[Moment]>::first).fold(f64::MAX, f64::min);
        let last = ends(<[Moment]>::last).fold(0.0, f64::max);
        // The beginning is of interest if it is not most of the time.
        let first = if first < 0.25 * last { 0.0 } else { first };
        let courses = found.into_iter().map(|(name, history)| Course {
            name,
            span: (first, last),
            history,
        });
        courses.collect()
    }

    /// The same, of a search about something.
    pub(crate) fn about(self, what: &str) -> Course {
        Course {
            name: format!("{what}: {}", self.name),
            ..self
        }
    }

    /// Is it that of the same search?
    pub(crate) fn is_same(&self, other: &Course) -> bool {
        self.history == other.history
    }

    fn height(&self) -> f64 {
        let rows = 3.0 + f64::from(u8::from(self.history.precision().is_some()));
        HEADING + LEVELS + rows * (GAP + ROW) + FOOT
    }
}

/// The picture. If nothing is to be seen, it says why.
pub(crate) fn picture(title: &str, courses: &[Course], why_empty: &str) -> String {
    let shown = &courses[..courses.len().min(MOST)];
    let left_out = courses.len() - shown.len();
    let body: f64 = match shown {
        [] => 60.0,
        _ => shown.iter().map(Course::height).sum(),
    };
    let note = if left_out > 0 { 26.0 } else { 0.0 };
    let mut svg = Svg::new(WIDTH, TITLE + body + note);
    let bold = "class=\"ink\" font-size=\"17\" font-weight=\"bold\"";
    svg.text((LEFT - 50.0, 34.0), Anchor::Start, bold, title);
    if shown.is_empty() {
        let place = (LEFT - 50.0, TITLE + 14.0);
        svg.text(place, Anchor::Start, "class=\"ink\"", why_empty);
    }
    let mut top = TITLE;
    for course in shown {
        Drawing::new(course).draw(&mut svg, top);
        top += course.height();
    }
    if left_out > 0 {
        let text = format!("{left_out} more searches are not shown");
        svg.text(
            (LEFT - 50.0, top + 8.0),
            Anchor::Start,
            "class=\"note\"",
            &text,
        );
    }
    svg.finish()
}

/// A course on its way to paper.
struct Drawing<'a> {
    course: &'a Course,
    moments: &'a [Moment],
    /// The unit of time, and how many of it a second has.
    unit: (&'static str, f64),
    x: Axis,
}

impl<'a> Drawing<'a> {
    fn new(course: &'a Course) -> Drawing<'a> {
        let (first, last) = course.span;
        let unit = if last < 1.0 { ("ms", 1e3) } else { ("s", 1.0) };
        Drawing {
            course,
            moments: course.history.moments(),
            unit,
            x: Axis::linear((first * unit.1, last * unit.1), (LEFT, RIGHT)),
        }
    }

    fn time(&self, i: usize) -> f64 {
        self.moments[i].time.as_secs_f64() * self.unit.1
    }

    fn draw(&self, svg: &mut Svg, top: f64) {
        self.heading(svg, top + 8.0);
        let mut top = top + HEADING;
        self.levels(svg, top);
        top += LEVELS + GAP;
        self.lemmas(svg, top);
        top += ROW + GAP;
        if let Some(precision) = self.course.history.precision() {
            self.precision(svg, top, precision.name());
            top += ROW + GAP;
        }
        self.obligations(svg, top);
        top += ROW + GAP;
        let last = self.queries(svg, top);
        last.name_x(svg, &format!("time [{}]", self.unit.0));
    }

    fn end(&self) -> &Moment {
        &self.moments[self.moments.len() - 1]
    }

    fn heading(&self, svg: &mut Svg, y: f64) {
        let bold = "class=\"ink\" font-size=\"14\" font-weight=\"bold\"";
        svg.text((LEFT - 50.0, y), Anchor::Start, bold, &self.course.name);
        let seconds = self.end().time.as_secs_f64();
        let text = format!(
            "until {seconds:.3} s, after {} queries",
            count(self.end().queries)
        );
        svg.text((RIGHT, y), Anchor::End, "class=\"note\"", &text);
    }

    /// Values that hold from each moment to the next one.
    fn steps(&self, panel: &Panel, value: impl Fn(&Moment) -> f64) -> Vec<(f64, f64)> {
        let mut points: Vec<(f64, f64)> = Vec::new();
        for (i, moment) in self.moments.iter().enumerate() {
            let (x, y) = panel.at(self.time(i), value(moment));
            if let Some(&(_, before)) = points.last() {
                points.push((x, before));
            }
            points.push((x, y));
        }
        points
    }

    fn row(&self, y: Axis, name: &str, svg: &mut Svg) -> Panel {
        let panel = Panel {
            has_times: false,
            ..Panel::new(self.x, y)
        };
        panel.draw(svg);
        panel.name_y(svg, name);
        panel
    }

    fn levels(&self, svg: &mut Svg, top: f64) {
        let history = &self.course.history;
        let highest = heat::highest(history).max(1);
        let y = Axis::whole((0.5, highest as f64 + 0.5), (top + LEVELS, top));
        let panel = self.row(y, "level", svg);
        heat::draw(svg, &panel, history, |i| self.time(i));
        let frontier = self.steps(&panel, |moment| moment.level as f64);
        line(svg, 1, "frontier", &frontier);
        panel.frame(svg);
        words(svg, top, 1, &format!("frontier {}", self.end().level), "");
        heat::legend(svg, (WORDS, top + 52.0), history);
    }

    fn lemmas(&self, svg: &mut Svg, top: f64) {
        let most = self.most(|moment| moment.all_lemmas() as u64);
        let panel = self.row(axis(most, top), "lemmas", svg);
        let points = self.steps(&panel, |moment| moment.all_lemmas() as f64);
        area(svg, 0, "lemmas", &points, &panel);
        let text = plural(self.end().all_lemmas() as u64, "lemma");
        words(svg, top, 0, &text, "in all frames");
    }

    fn precision(&self, svg: &mut Svg, top: f64, name: &str) {
        let panel = self.row(axis(self.most(|m| m.precision), top), name, svg);
        let points = self.steps(&panel, |moment| moment.precision as f64);
        area(svg, 2, name, &points, &panel);
        let refined: Vec<usize> = (1..self.moments.len())
            .filter(|&i| self.moments[i].refinements > self.moments[i - 1].refinements)
            .collect();
        svg.begin(&series(2), "refinements");
        for &i in &refined {
            let (x, y) = panel.at(self.time(i), self.moments[i].precision as f64);
            if refined.len() <= MARKS {
                svg.mark(0, (x, y), "fill=\"currentColor\"");
            } else {
                let style = "stroke=\"currentColor\" stroke-opacity=\"0.8\"";
                svg.line((x, panel.y.from), (x, panel.y.from - 7.0), style);
            }
        }
        svg.end();
        let end = self.end();
        let text = format!("{} {name}", count(end.precision));
        words(svg, top, 2, &text, "");
        let mark = if refined.len() <= MARKS { "●" } else { "|" };
        let refinements = format!("{mark} {}", plural(end.refinements, "refinement"));
        note(svg, top + 31.0, &refinements);
        note(svg, top + 47.0, &plural(end.spurious, "spurious run"));
    }

    fn obligations(&self, svg: &mut Svg, top: f64) {
        let most = self.most(|moment| moment.obligations as u64);
        let y = Axis::counts_of_any_size(most as usize, (top + ROW, top + 4.0));
        let panel = self.row(y, "obligations", svg);
        // The most since the moment before.
        let mut points: Vec<(f64, f64)> = Vec::new();
        for i in 1..self.moments.len() {
            let value = self.moments[i].obligations as f64;
            points.extend([i - 1, i].map(|end| panel.at(self.time(end), value)));
        }
        area(svg, 3, "obligations", &points, &panel);
        words(
            svg,
            top,
            3,
            &format!("at most {}", count(most)),
            "wait at a time",
        );
    }

    fn queries(&self, svg: &mut Svg, top: f64) -> Panel {
        let y = axis(self.most(|moment| moment.queries), top);
        let panel = Panel::new(self.x, y);
        panel.draw(svg);
        panel.name_y(svg, "queries");
        let points = 0..self.moments.len();
        let points = points.map(|i| panel.at(self.time(i), self.moments[i].queries as f64));
        let points: Vec<(f64, f64)> = points.collect();
        area(svg, 4, "queries", &points, &panel);
        words(svg, top, 4, &count(self.end().queries), "queries");
        panel
    }

    fn most(&self, value: impl Fn(&Moment) -> u64) -> u64 {
        self.moments.iter().map(value).max().unwrap_or(0)
    }
}

/// The axis of a row.
fn axis(most: u64, top: f64) -> Axis {
    Axis::counts_below(most, (top + ROW, top))
}

fn line(svg: &mut Svg, number: usize, name: &str, points: &[(f64, f64)]) {
    svg.begin(&series(number), name);
    let style = "stroke=\"currentColor\" stroke-width=\"1.8\" stroke-linejoin=\"round\"";
    svg.polyline(points, style);
    svg.end();
}

fn area(svg: &mut Svg, number: usize, name: &str, points: &[(f64, f64)], panel: &Panel) {
    let fill = format!(
        "{} fill=\"currentColor\" fill-opacity=\"0.16\"",
        series(number)
    );
    svg.area(points, panel.y.from, &fill);
    line(svg, number, name, points);
    panel.frame(svg);
}

/// What a line has come to, beside its panel.
fn words(svg: &mut Svg, top: f64, number: usize, text: &str, small: &str) {
    let style = format!(
        "{} fill=\"currentColor\" font-weight=\"bold\"",
        series(number)
    );
    svg.text((WORDS, top + 14.0), Anchor::Start, &style, text);
    if !small.is_empty() {
        note(svg, top + 31.0, small);
    }
}

fn note(svg: &mut Svg, y: f64, text: &str) {
    let style = "class=\"note\" font-size=\"11\"";
    svg.text((WORDS, y), Anchor::Start, style, text);
}

fn count(n: u64) -> String {
    number(n as f64)
}

fn plural(n: u64, what: &str) -> String {
    format!("{} {what}{}", count(n), if n == 1 { "" } else { "s" })
}
