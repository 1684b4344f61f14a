//! Pictures: plots of `bench` and of `check --plot`.
//!
//! | file         | what                                              |
//! |--------------|---------------------------------------------------|
//! | `svg.rs`     | elements of a picture, and its colours            |
//! | `axis.rs`    | scales, and their ticks                           |
//! | `panel.rs`   | two axes with what belongs to them                |
//! | `history.rs` | the course of a search, in panels one below another |
//! | `heat.rs`    | lemmas by level over time                         |
//!
//! `bench/{cactus,scatter}.rs` draw the other plots.

mod axis;
mod heat;
mod history;
mod panel;
mod svg;

pub(crate) use self::axis::Axis;
pub(crate) use self::history::{Course, picture};
pub(crate) use self::panel::Panel;
#[cfg(test)]
pub(crate) use self::svg::assert_well_formed;
pub(crate) use self::svg::{Anchor, Svg, series};
