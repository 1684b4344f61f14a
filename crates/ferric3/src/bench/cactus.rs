//! Cactus plots: how many tasks an engine solves if each may take so long.

use super::row::Row;
use crate::plot::{Anchor, Axis, Panel, Svg, series};

const SIZE: (f64, f64) = (680.0, 440.0);
const LEFT: f64 = 70.0;
const RIGHT: f64 = 655.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 385.0;

const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];

/// The plot of these engines.
pub(crate) fn cactus(engines: &[String], rows: &[&Row], limit: f64) -> String {
    let times: Vec<Vec<f64>> = engines
        .iter()
        .map(|engine| {
            let of_engine = rows.iter().filter(|row| row.engine == *engine);
            let mut times: Vec<f64> = of_engine.filter_map(|row| row.solved_seconds()).collect();
            times.sort_by(f64::total_cmp);
            times
        })
        .collect();
    let most = times.iter().map(Vec::len).max().unwrap_or(0);
    let panel = Panel::new(
        Axis::counts(most, (LEFT, RIGHT)),
        Axis::times_up_to(limit, (BOTTOM, TOP)),
    );

    let mut svg = Svg::new(SIZE.0, SIZE.1);
    panel.draw(&mut svg);
    panel.frame(&mut svg);
    panel.name_x(&mut svg, "solved tasks");
    panel.name_y(&mut svg, "time for each [s]");

    for (number, times) in times.iter().enumerate() {
        let points: Vec<(f64, f64)> = times
            .iter()
            .enumerate()
            .map(|(index, &time)| panel.at((index + 1) as f64, time))
            .collect();
        svg.polyline(&points, &stroke(number));
        // Marks tell lines apart without colours; as many as there is room for.
        let every = points.len().div_ceil(16).max(1);
        for &point in points.iter().rev().step_by(every) {
            svg.mark(number, point, &fill(number));
        }
    }
    legend(&mut svg, engines, &times);
    svg.finish()
}

fn legend(svg: &mut Svg, engines: &[String], times: &[Vec<f64>]) {
    let names: Vec<String> = engines
        .iter()
        .zip(times)
        .map(|(engine, times)| format!("{engine} ({})", times.len()))
        .collect();
    let longest = names.iter().map(|name| name.chars().count()).max();
    let width = 56.0 + 7.2 * longest.unwrap_or(0) as f64;
    let height = 12.0 + 20.0 * names.len() as f64;
    let (x, y) = (LEFT + 14.0, TOP + 14.0);
    let sheet = "class=\"sheet faint\"";
    svg.rectangle((x, y), (width, height), sheet);
    for (number, name) in names.iter().enumerate() {
        let y = y + 16.0 + 20.0 * number as f64;
        svg.line((x + 8.0, y), (x + 38.0, y), &stroke(number));
        svg.mark(number, (x + 23.0, y), &fill(number));
        svg.text((x + 46.0, y + 4.5), Anchor::Start, "class=\"ink\"", name);
    }
}

fn stroke(number: usize) -> String {
    format!(
        "{} stroke=\"currentColor\" stroke-width=\"1.8\" stroke-linejoin=\"round\" \
         stroke-dasharray=\"{}\"",
        series(number),
        DASHES[number % DASHES.len()]
    )
    .replace(" stroke-dasharray=\"\"", "")
}

fn fill(number: usize) -> String {
    format!("{} fill=\"currentColor\"", series(number))
}

#[cfg(test)]
mod tests {
    use super::super::row::{Said, sample};
    use super::*;
    use crate::plot::assert_well_formed;

    #[test]
    fn plots_are_well_formed() {
        let engines = ["a<b".to_owned(), "bmc --max-depth 3".to_owned()];
        let rows: Vec<Row> = (0..50)
            .map(|n| {
                let engine = &engines[n % 2];
                let said = if n % 5 == 0 {
                    Said::Unknown
                } else {
                    Said::True
                };
                sample(&format!("{n}.c"), engine, true, said, n as f64 / 10.0)
            })
            .collect();
        let rows: Vec<&Row> = rows.iter().collect();
        let svg = cactus(&engines, &rows, 60.0);
        assert_well_formed(&svg);
        assert!(svg.contains("a&lt;b (20)"), "{svg}");
        for limit in [0.001, 60.0] {
            assert_well_formed(&cactus(&engines, &[], limit));
        }
    }
}
