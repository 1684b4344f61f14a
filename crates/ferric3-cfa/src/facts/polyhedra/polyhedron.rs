//! Convex polyhedra (Cousot, Halbwachs 1978), by constraints and generators at once.
//!
//! A polyhedron of `n` variables is the part of a cone of `n + 1` dimensions where the first coordinate is 1:
//! a constraint is `c₀ + c₁·x₁ + … ≥ 0`, a ray whose first coordinate is positive is a point. Polyhedra are
//! closed: `x < c` of real numbers counts as `x ≤ c`. Where variables are integers, constraints are moved to the
//! next integer point.

use std::cell::Cell;

use super::cone::{Generators, TooLarge, Vector, dot, gcd, generators, reduced};

/// Constraints are moved to integer points so often.
const TIGHTENINGS: usize = 3;

/// The space in which polyhedra lie.
#[derive(Debug)]
pub(super) struct Space {
    /// Number of variables.
    pub(super) variables: usize,
    /// Are they integers?
    pub(super) is_integral: bool,
    /// What has been done so far.
    pub(super) effort: Cell<u64>,
}

/// A polyhedron with a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Polyhedron {
    /// Equations (`lines`) and inequalities (`rays`), none of which could be left out.
    pub(super) constraints: Generators,
    generators: Generators,
}

impl Polyhedron {
    /// Does `c·(1, x) ≥ 0` hold in all points?
    pub(super) fn satisfies(&self, c: &[i64]) -> bool {
        let generators = &self.generators;
        generators.lines.iter().all(|line| dot(c, line) == 0)
            && generators.rays.iter().all(|ray| dot(c, ray) >= 0)
    }

    /// Is every point one of `other`?
    pub(super) fn is_within(&self, other: &Polyhedron) -> bool {
        let Generators { lines, rays } = &other.constraints;
        let both = |line: &Vector| self.satisfies(line) && self.satisfies(&negated(line));
        lines.iter().all(both) && rays.iter().all(|ray| self.satisfies(ray))
    }

    /// The constraints as inequalities.
    fn inequalities(&self) -> Vec<Vector> {
        let Generators { lines, rays } = &self.constraints;
        let both = lines.iter().flat_map(|line| [line.clone(), negated(line)]);
        both.chain(rays.iter().cloned()).collect()
    }

    /// The generators for which an inequality is an equation, by number.
    fn zeros(&self, c: &[i64]) -> Vec<bool> {
        let rays = self.generators.rays.iter();
        rays.map(|ray| dot(c, ray) == 0).collect()
    }
}

pub(super) fn negated(vector: &[i64]) -> Vector {
    vector.iter().map(|entry| -entry).collect()
}

impl Space {
    fn convert(
        &self,
        equations: &[Vector],
        inequalities: &[Vector],
    ) -> Result<Generators, TooLarge> {
        let mut effort = self.effort.get();
        let found = generators(self.variables + 1, equations, inequalities, &mut effort);
        self.effort.set(effort);
        found
    }

    /// `1 ≥ 0`.
    fn positive(&self) -> Vector {
        (0..=self.variables).map(|i| i64::from(i == 0)).collect()
    }

    /// All points.
    pub(super) fn top(&self) -> Polyhedron {
        let whole = self.constrained(Generators::default());
        whole.ok().flatten().expect("it is small and has points")
    }

    /// The points that satisfy constraints; `None` if there are none.
    fn constrained(&self, constraints: Generators) -> Result<Option<Polyhedron>, TooLarge> {
        let mut inequalities = constraints.rays;
        inequalities.push(self.positive());
        let generators = self.convert(&constraints.lines, &inequalities)?;
        if !generators.rays.iter().any(|ray| ray[0] > 0) {
            return Ok(None);
        }
        let constraints = self.constraints_of(&generators)?;
        Ok(Some(Polyhedron {
            constraints,
            generators,
        }))
    }

    fn constraints_of(&self, generators: &Generators) -> Result<Generators, TooLarge> {
        let mut found = self.convert(&generators.lines, &generators.rays)?;
        found
            .rays
            .retain(|ray| ray[1..].iter().any(|&entry| entry != 0));
        Ok(found)
    }

    fn tightened(&self, constraints: &Generators) -> Tightened {
        if !self.is_integral {
            return Tightened::Same;
        }
        let divisor = |c: &[i64]| c[1..].iter().fold(0, |d, &entry| gcd(d, i128::from(entry)));
        if constraints.lines.iter().any(|line| divisor(line) > 1) {
            // Entries have no common divisor, so the constant is no multiple.
            return Tightened::Empty;
        }
        let mut tighter = constraints.clone();
        let mut changed = false;
        for ray in &mut tighter.rays {
            let divisor = divisor(ray);
            if divisor > 1 {
                let divisor = i64::try_from(divisor).expect("it divides one");
                let constant = ray[0].div_euclid(divisor);
                ray.iter_mut().for_each(|entry| *entry /= divisor);
                ray[0] = constant;
                changed = true;
            }
        }
        if changed {
            Tightened::To(tighter)
        } else {
            Tightened::Same
        }
    }

    /// The polyhedron of some points and directions.
    fn generated(&self, generators: &Generators) -> Result<Polyhedron, TooLarge> {
        let constraints = self.constraints_of(generators)?;
        let found = self.constrained(constraints)?;
        Ok(found.expect("it has the points that generate it"))
    }

    /// The points that satisfy `c·(1, x) ≥ 0` too, or `= 0`.
    pub(super) fn meet(
        &self,
        polyhedron: &Polyhedron,
        c: Vector,
        is_equation: bool,
    ) -> Result<Option<Polyhedron>, TooLarge> {
        if polyhedron.satisfies(&c) && (!is_equation || polyhedron.satisfies(&negated(&c))) {
            return Ok(Some(polyhedron.clone()));
        }
        let mut constraints = polyhedron.constraints.clone();
        if is_equation {
            constraints.lines.push(c);
        } else {
            constraints.rays.push(c);
        }
        let mut found = self.constrained(constraints)?;
        // Only here: join and widening must contain all points that they are given.
        for _ in 0..TIGHTENINGS {
            let Some(now) = &found else { break };
            found = match self.tightened(&now.constraints) {
                Tightened::Same => break,
                Tightened::Empty => None,
                Tightened::To(tighter) => self.constrained(tighter)?,
            };
        }
        Ok(found)
    }

    /// The smallest polyhedron around both.
    pub(super) fn join(&self, a: &Polyhedron, b: &Polyhedron) -> Result<Polyhedron, TooLarge> {
        if a.is_within(b) {
            return Ok(b.clone());
        }
        if b.is_within(a) {
            return Ok(a.clone());
        }
        let both = |a: &[Vector], b: &[Vector]| a.iter().chain(b).cloned().collect();
        self.generated(&Generators {
            lines: both(&a.generators.lines, &b.generators.lines),
            rays: both(&a.generators.rays, &b.generators.rays),
        })
    }

    /// Any value for a variable.
    pub(super) fn forget(
        &self,
        polyhedron: &Polyhedron,
        variable: usize,
    ) -> Result<Polyhedron, TooLarge> {
        let mut generators = polyhedron.generators.clone();
        let line = (0..=self.variables).map(|i| i64::from(i == variable + 1));
        generators.lines.push(line.collect());
        self.generated(&generators)
    }

    /// The variable becomes `value·(1, x) / divisor`, for a positive divisor.
    pub(super) fn assign(
        &self,
        polyhedron: &Polyhedron,
        variable: usize,
        (value, divisor): (&[i64], i64),
    ) -> Result<Polyhedron, TooLarge> {
        let image = |vector: &Vector| {
            let mut entries: Vec<i128> = vector
                .iter()
                .map(|&entry| i128::from(entry) * i128::from(divisor))
                .collect();
            entries[variable + 1] = dot(value, vector);
            reduced(&entries)
        };
        let images = |vectors: &[Vector]| -> Result<Vec<Vector>, TooLarge> {
            let images = vectors.iter().map(image).collect::<Result<Vec<_>, _>>()?;
            // A direction may become nothing.
            let is_some = |vector: &Vector| vector.iter().any(|&entry| entry != 0);
            Ok(images.into_iter().filter(is_some).collect())
        };
        self.generated(&Generators {
            lines: images(&polyhedron.generators.lines)?,
            rays: images(&polyhedron.generators.rays)?,
        })
    }

    /// A polyhedron around `newer`, which contains `old`: the constraints of `old` that hold in it, in their old
    /// form or in one that says the same about `old` (Halbwachs 1979), and those of `landmarks`.
    pub(super) fn widen(
        &self,
        old: &Polyhedron,
        newer: &Polyhedron,
        landmarks: &[Vector],
    ) -> Result<Polyhedron, TooLarge> {
        let before = old.inequalities();
        let zeros: Vec<Vec<bool>> = before.iter().map(|c| old.zeros(c)).collect();
        let mut kept: Vec<Vector> = before.into_iter().filter(|c| newer.satisfies(c)).collect();
        for c in newer.inequalities() {
            if !kept.contains(&c) && zeros.contains(&old.zeros(&c)) {
                kept.push(c);
            }
        }
        for c in landmarks {
            if !kept.contains(c) && newer.satisfies(c) {
                kept.push(c.clone());
            }
        }
        let wide = self.constrained(Generators {
            lines: Vec::new(),
            rays: kept,
        })?;
        Ok(wide.expect("it contains the newer one"))
    }
}

enum Tightened {
    Same,
    Empty,
    To(Generators),
}
