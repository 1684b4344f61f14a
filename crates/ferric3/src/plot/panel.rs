//! Two axes with what belongs to them: lines of the grid, ticks, texts, a frame.

use super::axis::Axis;
use super::svg::{Anchor, Svg};

/// A rectangle between two axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Panel {
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    /// How far it goes beyond its axes, to the right and upwards: a border for what is on no scale.
    pub(crate) border: f64,
    /// Are there texts at the ticks of the x axis?
    pub(crate) has_times: bool,
}

impl Panel {
    /// A panel.
    pub(crate) fn new(x: Axis, y: Axis) -> Panel {
        Panel {
            x,
            y,
            border: 0.0,
            has_times: true,
        }
    }

    /// Its right end.
    pub(crate) fn right(&self) -> f64 {
        self.x.to + self.border
    }

    /// Its upper end.
    pub(crate) fn top(&self) -> f64 {
        self.y.to - self.border
    }

    /// The place of a point.
    pub(crate) fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x.at(x), self.y.at(y))
    }

    /// What has to be drawn before the data.
    pub(crate) fn draw(&self, svg: &mut Svg) {
        let (left, right, top, bottom) = (self.x.from, self.right(), self.top(), self.y.from);
        for tick in self.x.ticks() {
            let x = tick.place;
            let length = if tick.name.is_some() { 6.0 } else { 3.0 };
            if let Some(name) = tick.name {
                svg.line((x, top), (x, bottom), "class=\"grid\"");
                if self.has_times {
                    svg.text((x, bottom + 20.0), Anchor::Middle, "class=\"ink\"", &name);
                }
            }
            if self.has_times {
                svg.line((x, bottom), (x, bottom + length), "class=\"axis\"");
            }
        }
        for tick in self.y.ticks() {
            let y = tick.place;
            let length = if tick.name.is_some() { 6.0 } else { 3.0 };
            if let Some(name) = tick.name {
                svg.line((left, y), (right, y), "class=\"grid\"");
                svg.text((left - 10.0, y + 4.5), Anchor::End, "class=\"ink\"", &name);
            }
            svg.line((left - length, y), (left, y), "class=\"axis\"");
        }
    }

    /// What has to be drawn after the data.
    pub(crate) fn frame(&self, svg: &mut Svg) {
        let size = (self.right() - self.x.from, self.y.from - self.top());
        let style = "class=\"axis\" fill=\"none\"";
        svg.rectangle((self.x.from, self.top()), size, style);
    }

    /// What the x axis is about.
    pub(crate) fn name_x(&self, svg: &mut Svg, name: &str) {
        let place = ((self.x.from + self.x.to) / 2.0, self.y.from + 42.0);
        svg.text(place, Anchor::Middle, "class=\"ink\"", name);
    }

    /// What the y axis is about.
    pub(crate) fn name_y(&self, svg: &mut Svg, name: &str) {
        let place = (self.x.from - 50.0, (self.y.from + self.y.to) / 2.0);
        svg.upward_text(place, name);
    }
}
