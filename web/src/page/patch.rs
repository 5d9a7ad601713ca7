//! Makes the browser show a tree, and changes it where the next tree differs.

use std::collections::{HashSet, VecDeque};

use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{
    Document, Element as DomElement, HtmlElement, HtmlInputElement, HtmlOptionElement, Node as DomNode,
    ScrollIntoViewOptions, ScrollLogicalPosition,
};

use crate::tree::{Element, Handler, Node, Text};

/// How close to its end an element counts as scrolled there, in pixels.
const NEAR: i32 = 40;

/// The tree that the browser shows.
pub(super) struct Shown<M> {
    document: Document,
    root: Live<M>,
}

/// A node of the tree with the browser's node.
struct Live<M> {
    node: Node<M>,
    dom: DomNode,
    children: Vec<Live<M>>,
}

impl<M: Clone> Shown<M> {
    /// Shows `tree` in place of everything in `place`.
    pub(super) fn new(document: &Document, place: &DomNode, tree: Element<M>) -> Self {
        place.set_text_content(None);
        let root = Live::new(document, tree.into());
        append(place, &root.dom);
        Self { document: document.clone(), root }
    }

    /// Shows `tree` in place of the present one.
    pub(super) fn update(&mut self, tree: Element<M>) {
        self.root.update(&self.document, tree.into());
    }

    /// Returns the handlers that an event at `target` concerns, the innermost first, each with its element.
    pub(super) fn handlers(&self, target: &DomNode) -> Vec<(Handler<M>, DomElement)> {
        let mut path = vec![target.clone()];
        while let Some(parent) = path.last().and_then(DomNode::parent_node) {
            if parent == self.root.dom {
                break;
            }
            path.push(parent);
        }
        let (mut live, mut found) = (&self.root, Vec::new());
        for dom in path.iter().rev() {
            let Some(child) = live.children.iter().find(|child| child.dom == *dom) else { break };
            live = child;
            if let Node::Element(element) = &live.node {
                let dom: &DomElement = dom.unchecked_ref();
                found.extend(element.handlers.iter().map(|handler| (handler.clone(), dom.clone())));
            }
        }
        found.reverse();
        found
    }
}

impl<M> Live<M> {
    fn new(document: &Document, mut node: Node<M>) -> Self {
        match &mut node {
            Node::Text(text) => {
                let dom = document.create_text_node(text).into();
                Self { node, dom, children: Vec::new() }
            }
            Node::Element(element) => {
                let dom = document.create_element(element.tag);
                // `expect` would need the `Debug` form of `JsValue`, which makes the page larger.
                let dom = dom.unwrap_or_else(|_| unreachable!("every tag here is the name of an element"));
                for (name, value) in &element.attributes {
                    set(&dom, name, value);
                }
                if element.handlers.iter().any(|handler| matches!(handler, Handler::Pointer(_))) {
                    // With a listener of its own, Firefox offers screen readers an action for it. The page listens elsewhere.
                    let nothing = Closure::<dyn FnMut()>::new(|| {}).into_js_value();
                    dom.unchecked_ref::<HtmlElement>().set_onclick(Some(nothing.unchecked_ref()));
                }
                let children = std::mem::take(&mut element.children);
                let children: Vec<Self> =
                    children.into_iter().map(|child| Self::new(document, child)).collect();
                let dom: DomNode = dom.into();
                children.iter().for_each(|child| append(&dom, &child.dom));
                Self { node, dom, children }
            }
        }
    }

    fn key(&self) -> Option<&Text> {
        key(&self.node)
    }

    /// Whether the browser's node can become `new`.
    fn is_like(&self, new: &Node<M>) -> bool {
        match (&self.node, new) {
            (Node::Text(_), Node::Text(_)) => true,
            (Node::Element(old), Node::Element(new)) => old.tag == new.tag && old.key == new.key,
            _ => false,
        }
    }

    /// Returns a child that has become another one.
    fn updated(document: &Document, (mut child, new): (Self, Node<M>)) -> Self {
        child.update(document, new);
        child
    }

    fn update(&mut self, document: &Document, mut new: Node<M>) {
        match (&self.node, &mut new) {
            (Node::Text(old), Node::Text(new)) if old != new => self.dom.set_text_content(Some(new)),
            (Node::Element(old), Node::Element(new)) => {
                let dom: &DomElement = self.dom.unchecked_ref();
                for (name, value) in &new.attributes {
                    // The user changes these two as well.
                    if old.attribute(name) != Some(value) || matches!(*name, "value" | "selected") {
                        set(dom, name, value);
                    }
                }
                for (name, _) in &old.attributes {
                    if new.attribute(name).is_none() {
                        let _ = dom.remove_attribute(name);
                    }
                }
                let children = std::mem::take(&mut new.children);
                let dom = dom.clone();
                let follows = new.attribute("data-end").is_some() && is_at_end(&dom);
                if self.update_children(document, children) && follows {
                    dom.set_scroll_top(dom.scroll_height());
                }
            }
            _ => {}
        }
        self.node = new;
    }

    /// Makes the children of this node those of the new tree. Children with a key are moved instead of made anew. Returns
    /// true if a child was added.
    fn update_children(&mut self, document: &Document, new: Vec<Node<M>>) -> bool {
        let mut old: VecDeque<Self> = std::mem::take(&mut self.children).into();
        let mut new: VecDeque<Node<M>> = new.into();
        let (mut head, mut tail) = (Vec::with_capacity(new.len()), Vec::new());
        let mut added = false;
        // Children that go away go first, so that those behind them need not be moved.
        let kept: HashSet<&Text> = new.iter().filter_map(key).collect();
        old.retain(|child| {
            let stays = child.key().is_none_or(|key| kept.contains(key));
            if !stays {
                remove(&self.dom, &child.dom);
            }
            stays
        });
        loop {
            let alike = |child: Option<&Self>, node: Option<&Node<M>>| {
                child.zip(node).is_some_and(|(child, node)| child.is_like(node))
            };
            // Only what has a key is moved from one end to the other: a field that moves loses the keyboard.
            let moved = |child: Option<&Self>, node: Option<&Node<M>>| {
                alike(child, node) && child.is_some_and(|child| child.key().is_some())
            };
            let next = old.front().or(tail.last()).map(|next: &Self| next.dom.clone());
            if alike(old.front(), new.front()) {
                head.extend(old.pop_front().zip(new.pop_front()).map(|pair| Self::updated(document, pair)));
            } else if alike(old.back(), new.back()) {
                tail.extend(old.pop_back().zip(new.pop_back()).map(|pair| Self::updated(document, pair)));
            } else if moved(old.front(), new.back()) {
                let last = tail.last().map(|next: &Self| next.dom.clone());
                let child = old.pop_front().zip(new.pop_back()).map(|pair| Self::updated(document, pair));
                tail.extend(child.inspect(|child| insert(&self.dom, &child.dom, last.as_ref())));
            } else if moved(old.back(), new.front()) {
                let child = old.pop_back().zip(new.pop_front()).map(|pair| Self::updated(document, pair));
                head.extend(child.inspect(|child| insert(&self.dom, &child.dom, next.as_ref())));
            } else if let Some(node) = new.pop_front() {
                let same_key = |child: &Self| child.key().is_some() && child.is_like(&node);
                let known = old.iter().position(same_key).and_then(|at| old.remove(at));
                let child = match known {
                    Some(child) => Self::updated(document, (child, node)),
                    None => {
                        added = true;
                        Self::new(document, node)
                    }
                };
                let next = old.front().or(tail.last()).map(|next| &next.dom);
                insert(&self.dom, &child.dom, next);
                head.push(child);
            } else {
                break;
            }
        }
        old.iter().for_each(|child| remove(&self.dom, &child.dom));
        head.extend(tail.into_iter().rev());
        self.children = head;
        added
    }
}

fn key<M>(node: &Node<M>) -> Option<&Text> {
    match node {
        Node::Element(element) => element.key.as_ref(),
        Node::Text(_) => None,
    }
}

// These calls fail only for nodes that are not there, or for names that are none, which this program does not have.

fn append(parent: &DomNode, child: &DomNode) {
    let _ = parent.append_child(child);
}

fn insert(parent: &DomNode, child: &DomNode, before: Option<&DomNode>) {
    let _ = parent.insert_before(child, before);
}

fn remove(parent: &DomNode, child: &DomNode) {
    let _ = parent.remove_child(child);
}

/// Sets an attribute. What a field contains is a property, and its attribute only the first value.
fn set(dom: &DomElement, name: &str, value: &str) {
    match (name, dom.dyn_ref::<HtmlInputElement>()) {
        ("value", Some(field)) => {
            if field.value() != value {
                field.set_value(value);
            }
        }
        ("selected", _) => dom.unchecked_ref::<HtmlOptionElement>().set_selected(true),
        // The page's security policy allows styles that a program sets, but none in attributes.
        ("style", _) => {
            let dom: &HtmlElement = dom.unchecked_ref();
            dom.style().set_css_text(value);
        }
        _ => {
            let _ = dom.set_attribute(name, value);
        }
    }
}

/// Whether an element that shows its end, such as a chat, is scrolled there. Whoever reads further up is not disturbed.
fn is_at_end(dom: &DomElement) -> bool {
    dom.scroll_height() - dom.scroll_top() - dom.client_height() < NEAR
}

/// Scrolls to the element that is marked as the present place, once for each place.
pub(super) fn scroll_to_here(document: &Document) {
    let Ok(Some(dom)) = document.query_selector("[data-here='']") else { return };
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    options.set_inline(ScrollLogicalPosition::Nearest);
    dom.scroll_into_view_with_scroll_into_view_options(&options);
    set(&dom, "data-here", "shown");
}

/// Scrolls the elements to their end that ask for it and are new in the document.
pub(super) fn scroll_new_to_end(document: &Document) {
    let Ok(found) = document.query_selector_all("[data-end='']") else { return };
    for index in 0..found.length() {
        let Some(dom) = found.get(index).and_then(|node| node.dyn_into::<DomElement>().ok()) else {
            continue;
        };
        dom.set_scroll_top(dom.scroll_height());
        set(&dom, "data-end", "shown");
    }
}
