//! What is asked for, as a tree: each node is a key within the object of the node above it.

/// The paths to the values that are wanted.
#[derive(Clone, Debug)]
pub struct Keys {
    /// The first is the object itself.
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// Sorted by key.
    children: Vec<(Box<[u8]>, usize)>,
    /// The place of its value, if that is wanted.
    pub(super) place: Option<usize>,
}

impl Node {
    /// Whether something within it is wanted.
    pub(super) fn has_children(&self) -> bool {
        !self.children.is_empty()
    }
}

impl Keys {
    /// Each path has a place for its value: that in which it stands here. Of two that are the same, the last has the value.
    pub fn new<'a, Path: IntoIterator<Item = &'a str>>(paths: impl IntoIterator<Item = Path>) -> Self {
        let mut keys = Self { nodes: vec![Node::default()] };
        for (place, path) in paths.into_iter().enumerate() {
            let node = path.into_iter().fold(0, |node, key| keys.child_or_new(node, key.as_bytes()));
            keys.nodes[node].place = Some(place);
        }
        keys
    }

    fn child_or_new(&mut self, node: usize, key: &[u8]) -> usize {
        let new = self.nodes.len();
        let children = &mut self.nodes[node].children;
        match children.binary_search_by(|(each, _)| (**each).cmp(key)) {
            Ok(found) => children[found].1,
            Err(found) => {
                children.insert(found, (key.into(), new));
                self.nodes.push(Node::default());
                new
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, node: usize) -> &Node {
        &self.nodes[node]
    }

    /// The node of a key within that of another.
    pub(super) fn child(&self, node: usize, key: &[u8]) -> Option<usize> {
        let children = &self.nodes[node].children;
        let found = children.binary_search_by(|(each, _)| (**each).cmp(key)).ok()?;
        Some(children[found].1)
    }
}
