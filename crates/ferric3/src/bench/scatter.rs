//! Scatter plots: two times for each task. What one side does not solve is on the border.

use super::row::{Row, Said};
use crate::plot::{Anchor, Axis, Panel, Svg, series};

const SIZE: (f64, f64) = (520.0, 545.0);
const LEFT: f64 = 70.0;
const BOTTOM: f64 = 455.0;
/// Length of the scale; beyond it lies the border.
const SCALE: f64 = 400.0;
const BORDER: f64 = 22.0;

/// The plot of pairs of results of the same task: the first one to the right, the second one
/// upwards.
pub(crate) fn scatter(pairs: &[(&Row, &Row)], names: (&str, &str), limit: f64) -> String {
    let panel = Panel {
        border: BORDER,
        ..Panel::new(
            Axis::times_up_to(limit, (LEFT, LEFT + SCALE)),
            Axis::times_up_to(limit, (BOTTOM, BOTTOM - SCALE)),
        )
    };
    let Panel { x, y, .. } = panel;
    let (right, top) = (panel.right(), panel.top());

    let mut svg = Svg::new(SIZE.0, SIZE.1);
    panel.draw(&mut svg);
    let dashed = "class=\"faint\" stroke-dasharray=\"4 3\"";
    svg.line((x.to, top), (x.to, BOTTOM), dashed);
    svg.line((LEFT, y.to), (right, y.to), dashed);
    svg.line((LEFT, BOTTOM), (x.to, y.to), "class=\"faint\"");
    // Ten times faster, either way.
    let faint = "class=\"faint\" stroke-opacity=\"0.7\" stroke-dasharray=\"2 3\"";
    let tenth = limit / 10.0;
    svg.line((x.at(0.1), BOTTOM), (x.to, y.at(tenth)), faint);
    svg.line((LEFT, y.at(0.1)), (x.at(tenth), y.to), faint);
    panel.frame(&mut svg);
    panel.name_x(&mut svg, &format!("{} [s]", names.0));
    panel.name_y(&mut svg, &format!("{} [s]", names.1));

    let mut neither = 0;
    let mut shown = [0, 0];
    for (first, second) in pairs {
        let (a, b) = (first.solved_seconds(), second.solved_seconds());
        if (a, b) == (None, None) {
            neither += 1;
            continue;
        }
        let kind = kind(first, second);
        shown[kind] += 1;
        let place = (
            a.map_or(right, |seconds| x.at(seconds)),
            b.map_or(top, |seconds| y.at(seconds)),
        );
        svg.mark(kind, place, &style(kind));
    }
    let row = BOTTOM + 68.0;
    for (kind, (name, left)) in [("TRUE", LEFT), ("FALSE", LEFT + 95.0)]
        .into_iter()
        .enumerate()
    {
        svg.mark(kind, (left + 6.0, row - 4.5), &style(kind));
        let text = format!("{name} ({})", shown[kind]);
        svg.text((left + 16.0, row), Anchor::Start, "class=\"ink\"", &text);
    }
    let note = format!("on the border: unsolved; neither: {neither}");
    let grey = "class=\"note\" font-size=\"11\"";
    svg.text((right, row), Anchor::End, grey, &note);
    svg.finish()
}

fn kind(first: &Row, second: &Row) -> usize {
    let solved = if first.is_solved() { first } else { second };
    usize::from(solved.said != Said::True)
}

fn style(kind: usize) -> String {
    let series = series(kind);
    format!("{series} fill=\"currentColor\" fill-opacity=\"0.55\" stroke=\"currentColor\"")
}

#[cfg(test)]
mod tests {
    use super::super::row::sample;
    use super::*;
    use crate::plot::assert_well_formed;

    #[test]
    fn plots_are_well_formed() {
        let solved = sample("a.c", "x", true, Said::True, 0.0);
        let slow = sample("a.c", "x", false, Said::False, 1e6);
        let unsolved = sample("a.c", "y", true, Said::Unknown, 60.0);
        let pairs = [
            (&solved, &unsolved),
            (&unsolved, &solved),
            (&slow, &slow),
            (&unsolved, &unsolved),
        ];
        for limit in [0.001, 0.1, 60.0] {
            let svg = scatter(&pairs, ("x & y", "<y>"), limit);
            assert_well_formed(&svg);
            for part in ["x &amp; y [s]", "TRUE (2)", "FALSE (1)", "neither: 1"] {
                assert!(svg.contains(part), "{part} should be in {svg}");
            }
        }
        assert_well_formed(&scatter(&[], ("x", "y"), 60.0));
    }
}
