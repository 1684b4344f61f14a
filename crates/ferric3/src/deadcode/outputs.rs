//! Files that are made of a report.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use ferric3_coverage::baseline::Baseline;
use ferric3_coverage::{Report, csv, html, minimise, sarif, test_comp, unit_tests};
use sha2::{Digest, Sha256};

use super::print::PrintedFile;
use super::work::{Analysed, Giver};
use crate::cli::deadcode::DeadcodeArgs;
use crate::exit::Exit;
use crate::output;
use crate::prepare::writable;
use crate::printed::is_stdout;

/// Can they be written? Better to know now than after an hour.
pub(super) fn check_outputs(args: &DeadcodeArgs) -> Result<(), Exit> {
    let files = [&args.html, &args.json, &args.sarif, &args.write_baseline];
    for file in files.into_iter().flatten() {
        if !is_stdout(file) {
            writable(file)?;
        }
    }
    for folder in [&args.csv, &args.tests, &args.test_comp]
        .into_iter()
        .flatten()
    {
        make_folder(folder)?;
    }
    baseline(args).map(|_| ())
}

/// The baseline that the user names.
pub(super) fn baseline(args: &DeadcodeArgs) -> Result<Option<Baseline>, Exit> {
    let Some(path) = &args.baseline else {
        return Ok(None);
    };
    let fail = |error: &dyn std::fmt::Display| {
        output::bad_input(&format!("cannot read {}: {error}", path.display()))
    };
    let text = std::fs::read_to_string(path).map_err(|error| fail(&error))?;
    Baseline::parse(&text)
        .map(Some)
        .map_err(|error| fail(&error))
}

/// Writes everything that was asked for.
pub(super) fn write_outputs(
    args: &DeadcodeArgs,
    analysed: &Analysed,
    baseline: Option<&Baseline>,
) -> Result<(), Exit> {
    let (report, sources) = (&analysed.report, &analysed.sources);
    if let Some(path) = &args.html {
        write(path, &html::page(report, sources))?;
    }
    if let Some(path) = &args.json {
        match is_stdout(path) {
            true => output::out(&report.to_json()),
            false => write(path, &report.to_json())?,
        }
    }
    if let Some(path) = &args.sarif {
        write(path, &sarif::sarif(report, sources, baseline))?;
    }
    if let Some(path) = &args.write_baseline {
        write(path, &Baseline::of(report).to_text())?;
    }
    if let Some(folder) = &args.csv {
        write(&folder.join("vectors.csv"), &csv::vectors(report))?;
        write(&folder.join("goals.csv"), &csv::goals(report))?;
    }
    if args.tests.is_none() && args.test_comp.is_none() {
        return Ok(());
    }
    let mut small = report.clone();
    let kept = minimise::minimise(&small);
    minimise::keep(&mut small, &kept);
    if let Some(folder) = &args.test_comp {
        for (name, text) in test_comp::suite(&small, &metadata(&small)) {
            write(&folder.join(name), &text)?;
        }
    }
    if let (Some(folder), Some(parts)) = (&args.tests, &analysed.suite) {
        let mut readers = Vec::new();
        for (test, &number) in small.tests.iter_mut().zip(&kept) {
            let (values, of): (Vec<_>, Vec<_>) = std::mem::take(&mut test.inputs)
                .into_iter()
                .zip(&parts.readers[number])
                .filter(|(_, giver)| **giver != Giver::Chance)
                .map(|(value, giver)| match giver {
                    Giver::Function(name) => (value, Some(name.clone())),
                    Giver::Chance | Giver::Nobody => (value, None),
                })
                .unzip();
            test.inputs = values;
            readers.push(of);
        }
        let suite = unit_tests(&small, &parts.units, &readers);
        for file in &suite.files {
            write(&folder.join(&file.name), &file.text)?;
        }
        for (test, why) in &suite.left_out {
            output::err(&format!(
                "warning: test {} is not in {}: {why}\n",
                kept[*test] + 1,
                folder.display()
            ));
        }
    }
    Ok(())
}

/// What Test-Comp wants to know of the program.
fn metadata(report: &Report) -> test_comp::Metadata {
    let files = &report.subject.files;
    let mut hash = Sha256::new();
    for file in files {
        hash.update(std::fs::read(&file.name).unwrap_or_default());
    }
    let hash: String = hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let entry = report.subject.entry.as_deref().unwrap_or("main");
    test_comp::Metadata {
        program_file: names.join(" "),
        program_hash: hash,
        specification: format!("COVER( init({entry}()), FQL(COVER EDGES(@DECISIONEDGE)) )"),
        creation_time: now(),
    }
}

/// `2026-11-19T21:44:11Z`
fn now() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |now| now.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days as i64);
    let (hour, minute) = (second / 3600, second / 60 % 60);
    format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}Z",
        second % 60
    )
}

/// The date so many days after 1 January 1970: years begin in March here, so that the leap day is the last one.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let of_month = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + 400 * era + i64::from(month <= 2), month, of_month)
}

/// Writes the files of a harness.
pub(super) fn write_harness(folder: &Path, files: &[PrintedFile]) -> Result<(), Exit> {
    make_folder(folder)?;
    for file in files {
        write(&folder.join(&file.name), &file.text)?;
    }
    Ok(())
}

fn make_folder(folder: &Path) -> Result<(), Exit> {
    std::fs::create_dir_all(folder)
        .map_err(|error| output::bad_usage(&format!("cannot make {}: {error}", folder.display())))
}

pub(super) fn write(path: &Path, text: &str) -> Result<(), Exit> {
    std::fs::write(path, text)
        .map_err(|error| output::bad_usage(&format!("cannot write {}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_776), (2026, 11, 19));
    }
}
