//! What can be checked before a check begins: property file, C file, output file.

use ferric3_c::FrontendOptions;

use crate::cli::CheckArgs;
use crate::exit::Exit;
use crate::printed::is_stdout;
use crate::{frontend, output, spec};

/// The options of the front end. What is wrong is said here.
pub(crate) fn prepare(
    args: &CheckArgs,
    preprocessor_args: Vec<String>,
) -> Result<FrontendOptions, Exit> {
    let mut options = frontend::options(&args.frontend, preprocessor_args);
    if let Some(path) = &args.spec {
        let text = std::fs::read_to_string(path).map_err(|error| {
            output::bad_input(&format!("cannot read {}: {error}", path.display()))
        })?;
        let spec = spec::parse(&path.display().to_string(), &text).map_err(|text| {
            output::err(&text);
            Exit::BadInput
        })?;
        if args
            .frontend
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
    frontend::check_readable(&args.frontend.file).map_err(|text| output::bad_input(&text))?;
    if let Some(path) = args.json.as_deref().filter(|path| !is_stdout(path)) {
        // Better now than after an hour.
        let opened = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path);
        opened.map_err(|error| {
            output::bad_usage(&format!("cannot write {}: {error}", path.display()))
        })?;
    }
    Ok(options)
}
