//! How a check was called, as its document says it.

use serde::Serialize;

/// A program that was called.
#[derive(Debug, Serialize)]
pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) version: String,
}

/// The member `options` of a document.
#[derive(Debug, Serialize)]
pub(crate) struct Options<'a> {
    pub(crate) data_model: String,
    pub(crate) entry: &'a str,
    pub(crate) preprocessor: &'a [String],
    /// Are integers mathematical ones?
    pub(crate) arith: bool,
    pub(crate) malloc_may_fail: bool,
    pub(crate) check: Vec<&'static str>,
    pub(crate) all: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) cover: Vec<&'static str>,
    /// Goals that were selected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) goal: Vec<String>,
    pub(crate) spec: Option<String>,
    pub(crate) property: Option<&'a str>,
    pub(crate) engine: &'static str,
    pub(crate) with: Vec<&'static str>,
    pub(crate) without: Vec<&'static str>,
    pub(crate) facts: bool,
    /// Those that run, whether by default or because somebody asked.
    pub(crate) passes: Vec<&'static str>,
    pub(crate) blocks: String,
    pub(crate) cores: usize,
    pub(crate) deterministic: bool,
    pub(crate) max_depth: Option<usize>,
    pub(crate) sat: &'a str,
    pub(crate) solver: Option<Program>,
    pub(crate) certify: Vec<Program>,
    pub(crate) timeout_seconds: Option<f64>,
    pub(crate) memory_megabytes: Option<u64>,
}
