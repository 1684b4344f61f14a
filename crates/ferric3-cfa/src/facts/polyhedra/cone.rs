//! Cones by the double description method (Motzkin, Raiffa, Thompson, Thrall 1953; Chernikova 1965).
//!
//! A cone is `{y : e·y = 0 for equations e, c·y ≥ 0 for inequalities c}`, and also the sums of any multiples of
//! its lines and positive multiples of its rays. Each description is found from the other by the same
//! algorithm, since the inequalities that hold on a cone are a cone themselves.

/// Entries have no common divisor.
pub(super) type Vector = Vec<i64>;

/// Numbers or descriptions have become too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooLarge;

/// Entries are smaller, so that products of a vector with a product of two fit into 128 bits.
const MAX_ENTRY: i128 = 1 << 40;
/// A cone has at most so many rays.
const MAX_RAYS: usize = 160;

/// Lines and rays of a cone; or the equations and inequalities that hold on one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Generators {
    pub(super) lines: Vec<Vector>,
    pub(super) rays: Vec<Vector>,
}

/// A ray, and the inequalities that are equations for it.
struct Ray {
    vector: Vector,
    zeros: Vec<u64>,
}

/// The sum of products.
pub(super) fn dot(a: &[i64], b: &[i64]) -> i128 {
    let products = a
        .iter()
        .zip(b)
        .map(|(&a, &b)| i128::from(a) * i128::from(b));
    products.sum()
}

/// Without a common divisor of the entries.
pub(super) fn reduced(entries: &[i128]) -> Result<Vector, TooLarge> {
    let divisor = entries.iter().fold(0, |d, &entry| gcd(d, entry)).max(1);
    let small = |&entry: &i128| {
        let entry = entry / divisor;
        if entry.abs() >= MAX_ENTRY {
            return Err(TooLarge);
        }
        i64::try_from(entry).map_err(|_| TooLarge)
    };
    entries.iter().map(small).collect()
}

/// The greatest common divisor, not negative.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// `f·a + g·b`.
fn combined(f: i128, a: &[i64], g: i128, b: &[i64]) -> Result<Vector, TooLarge> {
    let entries = a.iter().zip(b);
    let entries: Vec<i128> = entries
        .map(|(&a, &b)| f * i128::from(a) + g * i128::from(b))
        .collect();
    reduced(&entries)
}

/// The generators of a cone in a space of `dim` dimensions, none of which could be left out. Adds to
/// `effort` the products that it took.
pub(super) fn generators(
    dim: usize,
    equations: &[Vector],
    inequalities: &[Vector],
    effort: &mut u64,
) -> Result<Generators, TooLarge> {
    let unit = |i: usize| (0..dim).map(|j| i64::from(i == j)).collect();
    let mut cone = Cone {
        lines: (0..dim).map(unit).collect(),
        rays: Vec::new(),
        words: inequalities.len().div_ceil(64),
    };
    for equation in equations {
        cone.restrict(equation, None, effort)?;
    }
    for (number, inequality) in inequalities.iter().enumerate() {
        cone.restrict(inequality, Some(number), effort)?;
    }
    Ok(Generators {
        lines: cone.lines,
        rays: cone.rays.into_iter().map(|ray| ray.vector).collect(),
    })
}

struct Cone {
    lines: Vec<Vector>,
    /// Extreme ones only, up to lines.
    rays: Vec<Ray>,
    /// Length of sets of inequalities.
    words: usize,
}

impl Cone {
    /// Intersects with `c·y ≥ 0` for the inequality of this number, or with `c·y = 0`.
    fn restrict(
        &mut self,
        c: &[i64],
        number: Option<usize>,
        effort: &mut u64,
    ) -> Result<(), TooLarge> {
        *effort += (self.lines.len() + self.rays.len()) as u64;
        match self.lines.iter().position(|line| dot(c, line) != 0) {
            Some(position) => self.cut_line(c, number, position),
            None => self.cut_rays(c, number, effort),
        }
    }

    /// A line leaves the plane `c·y = 0`: it takes everything else there.
    fn cut_line(
        &mut self,
        c: &[i64],
        number: Option<usize>,
        position: usize,
    ) -> Result<(), TooLarge> {
        let mut line = self.lines.remove(position);
        if dot(c, &line) < 0 {
            line.iter_mut().for_each(|entry| *entry = -*entry);
        }
        let height = dot(c, &line);
        for other in &mut self.lines {
            *other = combined(height, other, -dot(c, other), &line)?;
        }
        for ray in &mut self.rays {
            ray.vector = combined(height, &ray.vector, -dot(c, &ray.vector), &line)?;
            if let Some(number) = number {
                insert(&mut ray.zeros, number);
            }
        }
        if let Some(number) = number {
            let mut zeros = vec![0; self.words];
            (0..number).for_each(|before| insert(&mut zeros, before));
            self.rays.push(Ray {
                vector: line,
                zeros,
            });
        }
        Ok(())
    }

    /// Rays on the wrong side go; where an edge of the cone leaves the half-space there is a new one.
    fn cut_rays(
        &mut self,
        c: &[i64],
        number: Option<usize>,
        effort: &mut u64,
    ) -> Result<(), TooLarge> {
        let heights: Vec<i128> = self.rays.iter().map(|ray| dot(c, &ray.vector)).collect();
        let side = |sign: i128| {
            let all = heights.iter().enumerate();
            all.filter(move |(_, height)| height.signum() == sign)
                .map(|(i, _)| i)
        };
        let mut added = Vec::new();
        for above in side(1) {
            for below in side(-1) {
                let (p, n) = (&self.rays[above], &self.rays[below]);
                let common: Vec<u64> = p.zeros.iter().zip(&n.zeros).map(|(a, b)| a & b).collect();
                *effort += self.rays.len() as u64;
                let between = |(i, ray): (usize, &Ray)| {
                    i != above && i != below && contains(&ray.zeros, &common)
                };
                if self.rays.iter().enumerate().any(between) {
                    continue;
                }
                let vector = combined(heights[above], &n.vector, -heights[below], &p.vector)?;
                let mut zeros = common;
                if let Some(number) = number {
                    insert(&mut zeros, number);
                }
                added.push(Ray { vector, zeros });
            }
        }
        let mut kept = Vec::new();
        for (mut ray, height) in std::mem::take(&mut self.rays).into_iter().zip(heights) {
            match (height.signum(), number) {
                (0, Some(number)) => insert(&mut ray.zeros, number),
                (0, None) | (1, Some(_)) => {}
                _ => continue,
            }
            kept.push(ray);
        }
        kept.extend(added);
        if kept.len() > MAX_RAYS {
            return Err(TooLarge);
        }
        self.rays = kept;
        Ok(())
    }
}

fn insert(set: &mut [u64], number: usize) {
    set[number / 64] |= 1 << (number % 64);
}

fn contains(set: &[u64], part: &[u64]) -> bool {
    set.iter().zip(part).all(|(set, part)| part & !set == 0)
}
