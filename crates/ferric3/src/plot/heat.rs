//! Lemmas by level over time: the more stand at a level, the stronger its colour.

use ferric3_engine::History;

use super::panel::Panel;
use super::svg::{Anchor, Svg};

/// Shades are told apart up to so many.
const SHADES: usize = 9;

/// How strong the colour of so many lemmas is, by orders of magnitude; none has none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shades {
    most: usize,
}

impl Shades {
    /// For numbers up to this one.
    pub(super) fn up_to(most: usize) -> Shades {
        Shades { most: most.max(1) }
    }

    fn of(self, count: usize) -> usize {
        let share = (count as f64).ln_1p() / (self.most as f64).ln_1p();
        (share * SHADES as f64).ceil() as usize
    }

    fn opacity(shade: usize) -> f64 {
        0.1 + 0.85 * shade as f64 / SHADES as f64
    }
}

/// The most lemmas that a history has in one band of levels.
pub(super) fn most_in_band(history: &History) -> usize {
    let bands = history.moments().iter().flat_map(|moment| &moment.lemmas);
    bands.copied().max().unwrap_or(0)
}

/// Highest level with a lemma or a frontier.
pub(super) fn highest(history: &History) -> usize {
    let levels = history.moments().iter().map(|moment| {
        let band = moment.lemmas.len().saturating_sub(1) * history.band();
        moment.level.max(band)
    });
    levels.max().unwrap_or(0)
}

/// Fill a panel: from each moment to the next one, each band has the shade of its lemmas.
pub(super) fn draw(svg: &mut Svg, panel: &Panel, history: &History, time: impl Fn(usize) -> f64) {
    let shades = Shades::up_to(most_in_band(history));
    let moments = history.moments();
    let bands = moments.iter().map(|moment| moment.lemmas.len()).max();
    let band = history.band();
    svg.begin(
        "class=\"c0\" fill=\"currentColor\" shape-rendering=\"crispEdges\"",
        "lemmas by level",
    );
    for b in 0..bands.unwrap_or(0) {
        // A level has its place in the middle.
        let low = panel.y.at((b * band) as f64 - 0.5);
        let high = panel.y.at(((b + 1) * band) as f64 - 0.5);
        let shade = |i: usize| shades.of(moments[i].lemmas.get(b).copied().unwrap_or(0));
        let mut start = 0;
        for i in 1..moments.len() {
            // Neighbours of the same shade are one rectangle.
            if i + 1 < moments.len() && shade(i) == shade(start) {
                continue;
            }
            if shade(start) > 0 {
                let (from, to) = (panel.x.at(time(start)), panel.x.at(time(i)));
                let style = format!("fill-opacity=\"{:.2}\"", Shades::opacity(shade(start)));
                svg.rectangle((from, high), (to - from, low - high), &style);
            }
            start = i;
        }
    }
    svg.end();
}

/// What the shades mean, in a column.
pub(super) fn legend(svg: &mut Svg, (x, y): (f64, f64), history: &History) {
    let most = most_in_band(history);
    let shades = Shades::up_to(most);
    let powers = (0..9).map(|power| 10_usize.pow(power));
    let mut counts: Vec<usize> = powers.take_while(|&power| power * 2 <= most).collect();
    counts.push(most.max(1));
    let what = match history.band() {
        1 => "lemmas at a level".to_owned(),
        band => format!("lemmas at {band} levels"),
    };
    svg.text(
        (x, y),
        Anchor::Start,
        "class=\"note\" font-size=\"11\"",
        &what,
    );
    for (row, &count) in counts.iter().rev().enumerate() {
        let y = y + 8.0 + 15.0 * row as f64;
        let opacity = Shades::opacity(shades.of(count));
        let style = format!("class=\"c0\" fill=\"currentColor\" fill-opacity=\"{opacity:.2}\"");
        svg.rectangle((x, y), (18.0, 11.0), &style);
        let place = (x + 25.0, y + 10.0);
        svg.text(
            place,
            Anchor::Start,
            "class=\"ink\" font-size=\"11\"",
            &count.to_string(),
        );
    }
}
