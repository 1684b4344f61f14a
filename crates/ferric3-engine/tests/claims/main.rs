//! Engines that have to stop early: whatever they claim all the same is true. An explicit-state
//! search judges.

mod early;
mod engines;
mod programs;
