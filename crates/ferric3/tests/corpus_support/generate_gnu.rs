//! What GNU C has beyond the standard: computed jumps, and builtins for atomic accesses.

use super::Generator;

impl Generator {
    /// A few instructions that jump to one another by a table, for a number of rounds.
    pub(super) fn computed_goto(&mut self) {
        let (table, counter, end) = (self.name("j"), self.name("n"), self.name("l"));
        let labels: Vec<String> = (0..2 + self.rng.below(3)).map(|_| self.name("l")).collect();
        let relative = self.rng.one_in(2);
        let first = labels[0].clone();
        let entries = labels.iter().map(|label| match relative {
            true => format!("&&{label} - &&{first}"),
            false => format!("&&{label}"),
        });
        let entries: Vec<String> = entries.collect();
        let ty = if relative { "int" } else { "void *" };
        let rounds = self.rounds();
        self.line(&format!("int {counter} = {rounds};"));
        self.line(&format!(
            "static {ty} const {table}[] = {{ {} }};",
            entries.join(", ")
        ));
        let jump = |this: &mut Self| {
            let index = this.pure(1, None);
            let entry = format!("{table}[(unsigned)({index}) % {}u]", labels.len());
            match relative {
                true => this.line(&format!("goto *(&&{first} + {entry});")),
                false => this.line(&format!("goto *{entry};")),
            }
        };
        jump(self);
        self.loops += 1;
        for label in &labels {
            self.line(&format!("{label}:;"));
            let scope = self.vars.len();
            if self.rng.one_in(3) {
                self.braces(1);
            } else {
                let effect = self.effect(1);
                self.line(&format!("{effect};"));
            }
            self.vars.truncate(scope);
            // Some instructions go on with the next one.
            if self.rng.below(4) > 0 {
                self.line(&format!("if (--{counter} <= 0) goto {end};"));
                jump(self);
            }
        }
        self.loops -= 1;
        self.line(&format!("{end}:;"));
    }

    /// Do the builtins work on a variable?
    pub(super) fn is_atomic(&self, var: &str) -> bool {
        // The last one of the name hides the others.
        let found = self.vars.iter().rfind(|v| v.name == var);
        found.is_some_and(|v| v.ty.width <= 64 && v.ty.name != "_Bool")
    }

    /// A builtin that changes a variable.
    pub(super) fn atomic_effect(&mut self, var: &str, depth: u32) -> String {
        let op = *self.rng.pick(&["add", "sub", "and", "or", "xor", "nand"]);
        let value = self.pure(depth, None);
        match self.rng.below(7) {
            0 => format!("__atomic_fetch_{op}(&{var}, {value}, 5)"),
            1 => format!("__atomic_{op}_fetch(&{var}, {value}, 0)"),
            2 => format!("__sync_fetch_and_{op}(&{var}, {value})"),
            3 => format!("__sync_{op}_and_fetch(&{var}, {value})"),
            4 => format!("__atomic_exchange_n(&{var}, {value}, 2)"),
            swap => {
                let expected = match self.rng.one_in(2) {
                    true => self.pure(depth, None),
                    false => var.to_owned(),
                };
                let kind = if swap == 5 { "bool" } else { "val" };
                format!("__sync_{kind}_compare_and_swap(&{var}, {expected}, {value})")
            }
        }
    }
}
