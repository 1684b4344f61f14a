//! Cactus plots: how many tasks an engine solves if each may take so long.

use super::row::Row;
use super::svg::{Anchor, COLOURS, LogAxis, Svg, counts};

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
    let x_ticks = counts(times.iter().map(Vec::len).max().unwrap_or(0));
    let most = x_ticks.last().copied().unwrap_or(1) as f64;
    let x_at = |count: usize| LEFT + count as f64 / most * (RIGHT - LEFT);
    let y = LogAxis {
        limit,
        from: BOTTOM,
        to: TOP,
    };

    let mut svg = Svg::new(SIZE.0, SIZE.1);
    for &count in &x_ticks {
        let x = x_at(count);
        svg.line((x, TOP), (x, BOTTOM), "stroke=\"#e4e4e4\"");
        svg.line((x, BOTTOM), (x, BOTTOM + 5.0), "stroke=\"black\"");
        svg.text((x, BOTTOM + 20.0), Anchor::Middle, "", &count.to_string());
    }
    for (place, name) in y.ticks() {
        let length = if name.is_some() { 6.0 } else { 3.0 };
        if let Some(name) = name {
            svg.line((LEFT, place), (RIGHT, place), "stroke=\"#e4e4e4\"");
            svg.text((LEFT - 10.0, place + 4.5), Anchor::End, "", &name);
        }
        svg.line((LEFT - length, place), (LEFT, place), "stroke=\"black\"");
    }
    let frame = "fill=\"none\" stroke=\"black\"";
    svg.rectangle((LEFT, TOP), (RIGHT - LEFT, BOTTOM - TOP), frame);
    let middle = (LEFT + RIGHT) / 2.0;
    svg.text((middle, SIZE.1 - 12.0), Anchor::Middle, "", "solved tasks");
    svg.upward_text((20.0, (TOP + BOTTOM) / 2.0), "time for each [s]");

    for (number, times) in times.iter().enumerate() {
        let points: Vec<(f64, f64)> = times
            .iter()
            .enumerate()
            .map(|(index, &time)| (x_at(index + 1), y.at(time)))
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
    let sheet = "fill=\"white\" stroke=\"#999999\"";
    svg.rectangle((x, y), (width, height), sheet);
    for (number, name) in names.iter().enumerate() {
        let y = y + 16.0 + 20.0 * number as f64;
        svg.line((x + 8.0, y), (x + 38.0, y), &stroke(number));
        svg.mark(number, (x + 23.0, y), &fill(number));
        svg.text((x + 46.0, y + 4.5), Anchor::Start, "", name);
    }
}

fn stroke(number: usize) -> String {
    format!(
        "stroke=\"{}\" stroke-width=\"1.8\" stroke-linejoin=\"round\" stroke-dasharray=\"{}\"",
        COLOURS[number % COLOURS.len()],
        DASHES[number % DASHES.len()]
    )
    .replace(" stroke-dasharray=\"\"", "")
}

fn fill(number: usize) -> String {
    format!("fill=\"{}\"", COLOURS[number % COLOURS.len()])
}

#[cfg(test)]
mod tests {
    use super::super::row::{Said, sample};
    use super::super::svg::assert_well_formed;
    use super::*;

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
