//! Where the parts of a picture go: layers, order within layers, coordinates (Sugiyama, Tagawa and
//! Toda: Methods for Visual Understanding of Hierarchical System Structures, 1981).

/// Sweeps over the layers, down and up in turn.
const SWEEPS: usize = 12;

/// A box that gets a place: a node, or a piece of an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Its layer, from the top.
    pub(super) layer: usize,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Where the parts are.
#[derive(Debug)]
pub(super) struct Layout {
    /// Centres by part.
    pub(super) centre: Vec<(f64, f64)>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Places parts such that `links`, which go from one layer to the next, are short and cross rarely.
pub(super) fn layout(parts: &[Part], links: &[(usize, usize)], gap: (f64, f64)) -> Layout {
    let count = parts.iter().map(|part| part.layer + 1).max().unwrap_or(0);
    let mut layers: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (id, part) in parts.iter().enumerate() {
        layers[part.layer].push(id);
    }
    let mut above = vec![Vec::new(); parts.len()];
    let mut below = vec![Vec::new(); parts.len()];
    for &(from, to) in links {
        below[from].push(to);
        above[to].push(from);
    }
    let mut x = vec![0.0; parts.len()];
    for sweep in 0..=SWEEPS {
        let down = sweep % 2 == 0;
        let near = if down { &above } else { &below };
        for step in 0..count {
            let layer = &mut layers[if down { step } else { count - 1 - step }];
            place(parts, layer, near, gap.0, &mut x);
        }
    }
    let left = |id: usize| x[id] - parts[id].width / 2.0;
    let leftmost = (0..parts.len()).map(left).fold(f64::INFINITY, f64::min);
    let mut centre = vec![(0.0, 0.0); parts.len()];
    let (mut width, mut top) = (0.0, gap.1);
    for layer in &layers {
        let height = layer.iter().map(|&id| parts[id].height).fold(0.0, f64::max);
        for &id in layer {
            let at = x[id] - leftmost + gap.0;
            centre[id] = (at, top + height / 2.0);
            width = f64::max(width, at + parts[id].width / 2.0 + gap.0);
        }
        top += height + gap.1;
    }
    Layout {
        centre,
        width,
        height: top,
    }
}

/// Orders a layer by the barycentres of the neighbours, and puts each part as near to its own as
/// those to its left and right allow.
fn place(parts: &[Part], layer: &mut [usize], near: &[Vec<usize>], gap: f64, x: &mut [f64]) {
    let wish = |id: usize| {
        let near = &near[id];
        if near.is_empty() {
            return x[id];
        }
        near.iter().map(|&other| x[other]).sum::<f64>() / near.len() as f64
    };
    let mut order: Vec<(f64, usize)> = layer.iter().map(|&id| (wish(id), id)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let apart = |a: usize, b: usize| (parts[a].width + parts[b].width) / 2.0 + gap;
    // From the left nobody is further left than wished, from the right nobody further right; the
    // middle of both keeps the distances.
    let (mut from_left, mut from_right) = (Vec::new(), vec![0.0; order.len()]);
    for (position, &(wish, id)) in order.iter().enumerate() {
        let bound = position
            .checked_sub(1)
            .map(|left| from_left[left] + apart(order[left].1, id));
        from_left.push(bound.map_or(wish, |bound| f64::max(bound, wish)));
    }
    for (position, &(wish, id)) in order.iter().enumerate().rev() {
        let bound = order
            .get(position + 1)
            .map(|right| from_right[position + 1] - apart(id, right.1));
        from_right[position] = bound.map_or(wish, |bound| f64::min(bound, wish));
    }
    for (position, &(_, id)) in order.iter().enumerate() {
        x[id] = f64::midpoint(from_left[position], from_right[position]);
        layer[position] = id;
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, layout};

    /// Parts of one layer never overlap, and a chain is straight.
    #[test]
    fn parts_keep_their_distance() {
        let part = |layer, width| Part {
            layer,
            width,
            height: 10.0,
        };
        let parts = [
            part(0, 30.0),
            part(1, 50.0),
            part(1, 20.0),
            part(1, 70.0),
            part(2, 10.0),
            part(3, 10.0),
        ];
        let links = [(0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 4), (4, 5)];
        let found = layout(&parts, &links, (5.0, 20.0));
        for a in 1..4 {
            for b in 1..a {
                let distance = (found.centre[a].0 - found.centre[b].0).abs();
                let least = (parts[a].width + parts[b].width) / 2.0 + 5.0;
                assert!(distance >= least - 1e-9, "{a} and {b} overlap");
            }
        }
        assert_eq!(found.centre[4].0, found.centre[5].0);
        for (part, centre) in parts.iter().zip(&found.centre) {
            assert!(centre.0 >= part.width / 2.0 && centre.0 + part.width / 2.0 <= found.width);
            assert!(centre.1 >= 5.0 && centre.1 + 5.0 <= found.height);
        }
    }
}
