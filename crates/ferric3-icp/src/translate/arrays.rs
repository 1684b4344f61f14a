//! Arrays: no variables, but one for each element that is read.
//!
//! A read of a store or of a choice is pushed down to the symbols below it. Two reads of one symbol agree where their
//! indices do: candidates for models are made so, and the search is told once a candidate would have been
//! another one without that ([`crate::search::Search::add_read`]).

use ferric3_term::{Op, Sort, TermId, Terms};

use super::{Translation, Truth, constant_of, is_represented};
use crate::search::Search;
use crate::{Domain, Literal, Operator, VarId, View};

/// Equations of arrays with more index bits are not represented.
const MAX_EQUATION: u32 = 10;

/// Where an array is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Index {
    /// As an unsigned number.
    var: VarId,
    /// Its value, if it is always the same.
    constant: Option<u64>,
}

/// An element of an array in a view.
pub(super) type Element = (TermId, Index, View);

impl Translation {
    /// The variable of `(select array index)`, whose arguments are translated; `None` if it has none.
    pub(super) fn select(
        &mut self,
        search: &mut Search,
        terms: &Terms,
        args: &[TermId],
        view: View,
    ) -> Option<VarId> {
        let index = self.index(search, terms, args[1])?;
        self.read(search, terms, args[0], index, view)
    }

    /// Whether two arrays are equal: element by element. `None` if there are too many.
    pub(super) fn equal_arrays(
        &mut self,
        search: &mut Search,
        terms: &Terms,
        a: TermId,
        b: TermId,
    ) -> Option<Truth> {
        let Sort::Array { index, .. } = terms.sort(a) else {
            return None;
        };
        if index > MAX_EQUATION {
            return None;
        }
        let domain = Domain::unsigned(index);
        let mut equal = Vec::new();
        for i in 0..=domain.greatest() {
            let index = Index {
                var: self.constant(search, domain, i),
                constant: Some(i),
            };
            let x = self.read(search, terms, a, index, View::Unsigned)?;
            let y = self.read(search, terms, b, index, View::Unsigned)?;
            equal.push(match x == y {
                true => Truth::Known(true),
                false => self.predicate(search, Operator::Eq, &[x, y]),
            });
        }
        Some(self.and(search, &equal))
    }

    fn index(&mut self, search: &mut Search, terms: &Terms, term: TermId) -> Option<Index> {
        let constant = constant_of(terms, term);
        let var = match constant {
            Some(word) => self.constant(search, Domain::unsigned(terms.width(term)), word),
            None => self.view(search, term, View::Unsigned)?,
        };
        Some(Index { var, constant })
    }

    /// The element of an array at an index. Everything below the array has been translated.
    fn read(
        &mut self,
        search: &mut Search,
        terms: &Terms,
        array: TermId,
        index: Index,
        view: View,
    ) -> Option<VarId> {
        if !is_readable(terms.sort(array)) {
            return None;
        }
        let mut stack = vec![array];
        while let Some(&top) = stack.last() {
            if self.elements.contains_key(&(top, index, view)) {
                stack.pop();
                continue;
            }
            match self.read_node(search, terms, top, index, view)? {
                Node::Element(element) => {
                    self.elements.insert((top, index, view), element);
                    stack.pop();
                }
                Node::Missing(below) => stack.push(below),
            }
        }
        self.elements.get(&(array, index, view)).copied()
    }

    /// The element of one node, or the array below it that has to be read first.
    fn read_node(
        &mut self,
        search: &mut Search,
        terms: &Terms,
        array: TermId,
        index: Index,
        view: View,
    ) -> Option<Node> {
        let Sort::Array { element, .. } = terms.sort(array) else {
            return None;
        };
        let width = element;
        let domain = Domain { width, view };
        let below = |translation: &Translation, array: TermId| {
            let element = translation.elements.get(&(array, index, view)).copied();
            element.map_or(Node::Missing(array), Node::Element)
        };
        Some(match (terms.op(array), terms.args(array)) {
            (Op::Symbol(symbol), _) => {
                // All reads of a symbol are in one view, so that they can be compared.
                let of_symbol = *self.array_views.entry(*symbol).or_insert(view);
                if of_symbol != view {
                    let read = self.read(search, terms, array, index, of_symbol)?;
                    return Some(Node::Element(self.same_word(search, read, domain)));
                }
                Node::Element(search.add_read(symbol.index(), index.var, domain))
            }
            (Op::ConstArray { .. }, &[element]) => {
                Node::Element(self.element(search, terms, element, domain)?)
            }
            (Op::Store, &[array, written, element]) => {
                let written = self.index(search, terms, written)?;
                let same = match (written.constant, index.constant) {
                    _ if written.var == index.var => Truth::Known(true),
                    (Some(a), Some(b)) => Truth::Known(a == b),
                    _ => self.same_index(search, written, index),
                };
                if same == Truth::Known(true) {
                    return Some(Node::Element(self.element(search, terms, element, domain)?));
                }
                match (below(self, array), same) {
                    (Node::Element(other), Truth::Literal(same)) => {
                        let element = self.element(search, terms, element, domain)?;
                        Node::Element(self.choose(search, domain, same, element, other))
                    }
                    (node, _) => node,
                }
            }
            (Op::Ite, &[condition, then, otherwise]) => match self.truths[&condition] {
                Truth::Known(true) => below(self, then),
                Truth::Known(false) => below(self, otherwise),
                Truth::Literal(condition) => match (below(self, then), below(self, otherwise)) {
                    (Node::Element(a), Node::Element(b)) => {
                        Node::Element(self.choose(search, domain, condition, a, b))
                    }
                    (Node::Missing(array), _) | (_, Node::Missing(array)) => Node::Missing(array),
                },
            },
            _ => return None,
        })
    }

    /// Whether an index is one that was written to; indices that are asked about twice have one truth value.
    fn same_index(&mut self, search: &mut Search, a: Index, b: Index) -> Truth {
        let key = (a.var.min(b.var), a.var.max(b.var));
        if let Some(&same) = self.same_indices.get(&key) {
            return same;
        }
        let domain = search.domain(a.var);
        let same = match (a, b) {
            (
                Index {
                    constant: Some(key),
                    ..
                },
                Index { var, .. },
            )
            | (
                Index { var, .. },
                Index {
                    constant: Some(key),
                    ..
                },
            ) => {
                debug_assert_eq!(search.domain(var), domain);
                self.within(search, var, key, Some(key))
            }
            _ => self.predicate(search, Operator::Eq, &[a.var, b.var]),
        };
        self.same_indices.insert(key, same);
        same
    }

    /// The variable of something written, in a domain.
    fn element(
        &mut self,
        search: &mut Search,
        terms: &Terms,
        element: TermId,
        domain: Domain,
    ) -> Option<VarId> {
        match constant_of(terms, element) {
            Some(word) => Some(self.constant(search, domain, word)),
            None => self.view(search, element, domain.view),
        }
    }

    fn choose(
        &mut self,
        search: &mut Search,
        domain: Domain,
        condition: Literal,
        then: VarId,
        otherwise: VarId,
    ) -> VarId {
        if then == otherwise {
            return then;
        }
        let condition = self.truth_var(search, condition);
        let domains = [domain, Domain::BOOL, domain, domain];
        self.result(
            search,
            Operator::Ite,
            &domains,
            &[condition, then, otherwise],
        )
    }
}

/// What reading a node of an array comes to.
enum Node {
    /// This variable.
    Element(VarId),
    /// This array has to be read first.
    Missing(TermId),
}

/// Are elements and indices of this sort words that are represented?
pub(super) fn is_readable(sort: Sort) -> bool {
    match sort {
        Sort::Array { index, element } => {
            is_represented(Sort::BitVec(index)) && is_represented(Sort::BitVec(element))
        }
        _ => false,
    }
}
