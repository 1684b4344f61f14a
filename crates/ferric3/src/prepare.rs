//! What can be checked before a check begins: property file, C file, output file.

use std::path::Path;

use ferric3_c::FrontendOptions;

use crate::cli::{CheckArgs, FrontendArgs};
use crate::exit::Exit;
use crate::printed::is_stdout;
use crate::{frontend, output, spec};

/// The options of the front end for a check. What is wrong is said here.
pub(crate) fn prepare(
    args: &CheckArgs,
    preprocessor_args: Vec<String>,
) -> Result<FrontendOptions, Exit> {
    let options = frontend_options(&args.frontend, args.spec.as_deref(), preprocessor_args)?;
    if let Some(path) = args.json.as_deref().filter(|path| !is_stdout(path)) {
        writable(path)?;
    }
    Ok(options)
}

/// The options of the front end, given a property file. What is wrong is said here.
pub(crate) fn frontend_options(
    args: &FrontendArgs,
    spec: Option<&Path>,
    preprocessor_args: Vec<String>,
) -> Result<FrontendOptions, Exit> {
    let mut options = frontend::options(args, preprocessor_args);
    if let Some(path) = spec {
        let text = std::fs::read_to_string(path).map_err(|error| {
            output::bad_input(&format!("cannot read {}: {error}", path.display()))
        })?;
        let spec = spec::parse(&path.display().to_string(), &text).map_err(|text| {
            output::err(&text);
            Exit::BadInput
        })?;
        if args
            .entry
            .as_ref()
            .is_some_and(|entry| *entry != spec.entry)
        {
            return Err(output::bad_usage(&format!(
                "--entry {} contradicts the property file, which says init({}())",
                options.entry, spec.entry
            )));
        }
        options.errors = spec.errors();
        options.entry = spec.entry;
    }
    frontend::check_readable(&args.file).map_err(|text| output::bad_input(&text))?;
    Ok(options)
}

/// Can the file be written? Better to know now than after an hour.
pub(crate) fn writable(path: &Path) -> Result<(), Exit> {
    let opened = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path);
    match opened {
        Ok(_) => Ok(()),
        Err(error) => Err(output::bad_usage(&format!(
            "cannot write {}: {error}",
            path.display()
        ))),
    }
}
