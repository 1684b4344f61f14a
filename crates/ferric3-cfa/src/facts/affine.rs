//! Affine relations modulo `2^width` (Müller-Olm and Seidl, Analysis of Modular Arithmetic, 2007).
//!
//! The vectors `(1, x)` of all states lie in a module over the integers modulo `2^width`. It is
//! kept by generators in Howell form: at most one for each leading position, the leading entry a
//! power of two, and every vector of the module that starts with zeros is made of the generators
//! that start with as many. A relation `a0 + a1·x1 + … = 0` is a vector that is orthogonal to all
//! of them, and a module is determined by its relations: so they lose nothing.
//!
//! Chains of modules are at most `width · (n + 1)` long: no widening is needed.

use super::bits::mask;

/// A module of vectors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Module {
    width: u32,
    /// By leading position.
    rows: Vec<Option<Vec<u64>>>,
}

/// A linear form `a0 + a1·x1 + …`: its coefficients.
pub(super) type Form = Vec<u64>;

impl Module {
    /// The module of the zero vector.
    pub(super) fn empty(dimension: usize, width: u32) -> Module {
        Module {
            width,
            rows: vec![None; dimension],
        }
    }

    /// All vectors.
    pub(super) fn full(dimension: usize, width: u32) -> Module {
        let mut module = Module::empty(dimension, width);
        for i in 0..dimension {
            module.rows[i] = Some(unit(dimension, i));
        }
        module
    }

    pub(super) fn is_full(&self) -> bool {
        let is_one = |(i, row): (usize, &Option<Vec<u64>>)| row.as_ref().is_some_and(|r| r[i] == 1);
        self.rows.iter().enumerate().all(is_one)
    }

    fn dimension(&self) -> usize {
        self.rows.len()
    }

    fn generators(&self) -> impl Iterator<Item = &Vec<u64>> {
        self.rows.iter().flatten()
    }

    /// Has it a vector whose first entry is 1, that is, does any state exist?
    pub(super) fn has_states(&self) -> bool {
        self.rows[0].as_ref().is_some_and(|row| row[0] == 1)
    }

    /// Take a vector into the module. Returns whether that was news.
    pub(super) fn insert(&mut self, vector: Vec<u64>) -> bool {
        let mask = mask(self.width);
        let mut changed = false;
        let mut open = vec![vector];
        while let Some(mut vector) = open.pop() {
            while let Some(at) = vector.iter().position(|&entry| entry != 0) {
                // The leading entry is made a power of two.
                let inverse = inverse(vector[at] >> vector[at].trailing_zeros());
                for entry in &mut vector {
                    *entry = entry.wrapping_mul(inverse) & mask;
                }
                let power = vector[at].trailing_zeros();
                vector[at] = 1 << power;
                let Some(row) = &mut self.rows[at] else {
                    changed = true;
                    if power > 0 {
                        open.push(shifted(&vector, self.width - power, mask));
                    }
                    self.rows[at] = Some(vector);
                    break;
                };
                if power < row[at].trailing_zeros() {
                    changed = true;
                    std::mem::swap(row, &mut vector);
                    if power > 0 {
                        open.push(shifted(row, self.width - power, mask));
                    }
                }
                let factor = vector[at] / row[at];
                for (entry, &other) in vector.iter_mut().zip(&*row) {
                    *entry = entry.wrapping_sub(other.wrapping_mul(factor)) & mask;
                }
            }
        }
        changed
    }

    /// The module of both; `None` if that is this one.
    pub(super) fn join(&self, other: &Module) -> Option<Module> {
        let mut both = self.clone();
        let mut changed = false;
        for row in other.generators() {
            changed |= both.insert(row.clone());
        }
        changed.then_some(both)
    }

    /// Is every vector of this one in the other?
    pub(super) fn is_within(&self, other: &Module) -> bool {
        other.join(self).is_none()
    }

    /// `x_at := form`.
    pub(super) fn assign(&self, at: usize, form: &Form) -> Module {
        let mut after = Module::empty(self.dimension(), self.width);
        for row in self.generators() {
            let mut row = row.clone();
            row[at] = product(&row, form, self.width);
            after.insert(row);
        }
        after
    }

    /// `x_at` gets any value.
    pub(super) fn forget(&self, at: usize) -> Module {
        let mut after = self.clone();
        after.insert(unit(self.dimension(), at));
        after
    }

    /// The vectors where the form is zero.
    pub(super) fn meet(&self, form: &Form) -> Module {
        let mut values = Module::empty(self.dimension() + 1, self.width);
        for row in self.generators() {
            let mut longer = vec![product(row, form, self.width)];
            longer.extend(row);
            values.insert(longer);
        }
        let mut met = Module::empty(self.dimension(), self.width);
        for row in values.rows[1..].iter().flatten() {
            met.insert(row[1..].to_vec());
        }
        met
    }

    /// Is the form zero on all vectors?
    pub(super) fn implies(&self, form: &Form) -> bool {
        self.generators()
            .all(|row| product(row, form, self.width) == 0)
    }

    /// The module of the vectors without the entries that are not kept.
    pub(super) fn project(&self, kept: &[usize]) -> Module {
        let mut projected = Module::empty(kept.len(), self.width);
        for row in self.generators() {
            projected.insert(kept.iter().map(|&i| row[i]).collect());
        }
        projected
    }

    /// Forms that are zero on all vectors, and of which all such forms are made.
    pub(super) fn relations(&self) -> Module {
        let generators: Vec<&Vec<u64>> = self.generators().collect();
        let (count, dimension) = (generators.len(), self.dimension());
        let mut products = Module::empty(count + dimension, self.width);
        for i in 0..dimension {
            let mut row: Vec<u64> = generators.iter().map(|g| g[i]).collect();
            row.extend(unit(dimension, i));
            products.insert(row);
        }
        let mut relations = Module::empty(dimension, self.width);
        for row in products.rows[count..].iter().flatten() {
            relations.insert(row[count..].to_vec());
        }
        relations
    }

    /// The generators with entries as small as others can make them, from the first position.
    pub(super) fn into_reduced(mut self) -> Vec<Vec<u64>> {
        let mask = mask(self.width);
        for at in 0..self.dimension() {
            let Some(pivot) = self.rows[at].clone() else {
                continue;
            };
            for row in self.rows[..at].iter_mut().flatten() {
                let factor = row[at] / pivot[at];
                for (entry, &other) in row.iter_mut().zip(&pivot) {
                    *entry = entry.wrapping_sub(other.wrapping_mul(factor)) & mask;
                }
            }
        }
        self.rows.into_iter().flatten().collect()
    }
}

fn unit(dimension: usize, at: usize) -> Vec<u64> {
    let mut vector = vec![0; dimension];
    vector[at] = 1;
    vector
}

fn shifted(vector: &[u64], by: u32, mask: u64) -> Vec<u64> {
    vector.iter().map(|&entry| entry << by & mask).collect()
}

fn product(a: &[u64], b: &[u64], width: u32) -> u64 {
    let products = a.iter().zip(b).map(|(x, y)| x.wrapping_mul(*y));
    products.fold(0u64, u64::wrapping_add) & mask(width)
}

/// The inverse of an odd number modulo `2^64`, by Newton's iteration: each step doubles the bits.
pub(super) fn inverse(odd: u64) -> u64 {
    let mut inverse = odd; // Right in the last three bits.
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const WIDTH: u32 = 3;
    const SIZE: u64 = 1 << WIDTH;

    /// All vectors with three entries.
    fn vectors() -> Vec<Vec<u64>> {
        (0..SIZE.pow(3))
            .map(|code| vec![code % SIZE, code / SIZE % SIZE, code / SIZE / SIZE])
            .collect()
    }

    /// All vectors of a module, by definition.
    fn members(module: &Module) -> BTreeSet<Vec<u64>> {
        let mut all = BTreeSet::from([vec![0; module.dimension()]]);
        for row in module.generators() {
            let mut more = BTreeSet::new();
            for vector in &all {
                for factor in 0..SIZE {
                    let sum = vector.iter().zip(row).map(|(v, r)| (v + factor * r) % SIZE);
                    more.insert(sum.collect::<Vec<u64>>());
                }
            }
            all = more;
        }
        all
    }

    fn modules() -> Vec<Module> {
        let mut seed = 1u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 40) % SIZE
        };
        (0..60)
            .map(|i| {
                let mut module = Module::empty(3, WIDTH);
                for _ in 0..=i % 3 {
                    let even = if i % 2 == 0 { 1 } else { 2 };
                    module.insert(vec![next() * even % SIZE, next(), next() * even % SIZE]);
                }
                module
            })
            .collect()
    }

    #[test]
    fn relations_determine_a_module() {
        for module in modules() {
            let all = members(&module);
            let relations = module.relations();
            let forms = members(&relations);
            for vector in vectors() {
                let orthogonal = forms.iter().all(|form| product(&vector, form, WIDTH) == 0);
                assert_eq!(orthogonal, all.contains(&vector), "{module:?} {vector:?}");
            }
            for form in vectors() {
                assert_eq!(module.implies(&form), forms.contains(&form));
            }
            let mut again = Module::empty(3, WIDTH);
            for row in module.clone().into_reduced() {
                again.insert(row);
            }
            assert_eq!(members(&again), all);
        }
    }

    #[test]
    fn operations_are_those_of_sets_of_vectors() {
        let modules = modules();
        for (i, module) in modules.iter().enumerate() {
            let all = members(module);
            let form = vec![i as u64 % SIZE, 3, i as u64 / 3 % SIZE];
            let zeros = all.iter().filter(|v| product(v, &form, WIDTH) == 0);
            assert_eq!(
                members(&module.meet(&form)),
                zeros.cloned().collect::<BTreeSet<_>>()
            );
            let assigned = all.iter().map(|vector| {
                let mut after = vector.clone();
                after[2] = product(vector, &form, WIDTH);
                after
            });
            assert_eq!(members(&module.assign(2, &form)), assigned.collect());
            let projected = all.iter().map(|vector| vec![vector[0], vector[2]]);
            assert_eq!(members(&module.project(&[0, 2])), projected.collect());
            for other in &modules {
                let within = members(other).is_subset(&all);
                assert_eq!(other.is_within(module), within, "{other:?} {module:?}");
                let both = module.join(other).unwrap_or_else(|| module.clone());
                assert!(module.is_within(&both) && other.is_within(&both));
            }
        }
    }
}
