//! What the page shows, as a tree of plain values. The screens build it, and `page` makes the browser show
//! it. Tests read it without a browser.

use std::{borrow::Cow, fmt, rc::Rc};

/// A text: a constant or a string.
pub type Text = Cow<'static, str>;

/// A part of the page. Text is always shown as text, so that nothing that another person has typed can be markup.
#[derive(Clone, Debug)]
pub enum Node<M> {
    Text(Text),
    Element(Element<M>),
}

/// An element of HTML.
#[derive(Clone, Debug)]
pub struct Element<M> {
    pub tag: &'static str,
    /// What the element stands for among its siblings. An element with a key keeps its identity when it moves.
    pub key: Option<Text>,
    pub attributes: Vec<(&'static str, Text)>,
    pub handlers: Vec<Handler<M>>,
    pub children: Vec<Node<M>>,
}

/// What a key means on the element with this id; `None` if it means nothing.
type OnKey<M> = Rc<dyn Fn(&str, &str) -> Option<M>>;

/// What an event of the browser means: a message `M`.
#[derive(Clone)]
pub enum Handler<M> {
    /// A click, a tap, or Enter or the space bar on a button.
    Click(M),
    /// The text of a field, after each change.
    Input(Rc<dyn Fn(String) -> M>),
    /// A form was sent.
    Submit(M),
    /// A dialog was closed with the Escape key, or in another way that the browser has.
    Cancel(M),
    /// A key; `None` leaves the key to the browser.
    Key(OnKey<M>),
    /// A mouse, pen or finger on the element.
    Pointer(Rc<dyn Fn(Pointer) -> M>),
}

/// A mouse, pen or finger on an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    pub phase: Phase,
    /// Whether it is a finger, which hides what it points at.
    pub finger: bool,
    /// Where it is: 0 to 1 from left to right and from top to bottom within the element, and beyond that outside.
    pub at: (f64, f64),
    /// The size of the element in pixels of CSS.
    pub size: (f64, f64),
}

/// What a pointer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Down,
    /// Moves while it is down.
    Drag,
    Up,
    /// The browser has taken the pointer for something else, such as scrolling.
    Cancel,
}

/// Creates an empty element; `tag` is a name of HTML or SVG, such as `div` or `circle`.
#[must_use]
pub const fn el<M>(tag: &'static str) -> Element<M> {
    Element { tag, key: None, attributes: Vec::new(), handlers: Vec::new(), children: Vec::new() }
}

/// Creates a button with a label.
#[must_use]
pub fn button<M>(label: impl Into<Text>, msg: M) -> Element<M> {
    el("button").attr("type", "button").text(label).on(Handler::Click(msg))
}

impl<M> Element<M> {
    /// Sets what the element stands for among its siblings.
    #[must_use]
    pub fn key(mut self, key: impl Into<Text>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Adds an attribute. Its value is plain text, so it needs no escapes.
    #[must_use]
    pub fn attr(mut self, name: &'static str, value: impl Into<Text>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// Sets the classes, separated by blanks.
    #[must_use]
    pub fn class(self, class: impl Into<Text>) -> Self {
        self.attr("class", class)
    }

    /// Sets an attribute without a value, such as `disabled`, if `set`.
    #[must_use]
    pub fn flag(self, name: &'static str, set: bool) -> Self {
        if set { self.attr(name, "") } else { self }
    }

    /// Adds an attribute that says `true` or `false`, such as `aria-pressed`.
    #[must_use]
    pub fn says(self, name: &'static str, yes: bool) -> Self {
        self.attr(name, if yes { "true" } else { "false" })
    }

    /// Adds what an event means.
    #[must_use]
    pub fn on(mut self, handler: Handler<M>) -> Self {
        self.handlers.push(handler);
        self
    }

    /// Adds the message for each change of a field.
    #[must_use]
    pub fn on_input(self, msg: impl Fn(String) -> M + 'static) -> Self {
        self.on(Handler::Input(Rc::new(msg)))
    }

    /// Adds the message for a key and the id of the element that has the keyboard; `None` leaves the key to the browser.
    #[must_use]
    pub fn on_key(self, msg: impl Fn(&str, &str) -> Option<M> + 'static) -> Self {
        self.on(Handler::Key(Rc::new(msg)))
    }

    /// Adds the message for a mouse, pen or finger on the element.
    #[must_use]
    pub fn on_pointer(self, msg: impl Fn(Pointer) -> M + 'static) -> Self {
        self.on(Handler::Pointer(Rc::new(msg)))
    }

    /// Adds a text as the last child.
    #[must_use]
    pub fn text(self, text: impl Into<Text>) -> Self {
        self.child(Node::Text(text.into()))
    }

    /// Adds a child as the last one.
    #[must_use]
    pub fn child(mut self, child: impl Into<Node<M>>) -> Self {
        self.children.push(child.into());
        self
    }

    /// Adds children as the last ones.
    #[must_use]
    pub fn children<N: Into<Node<M>>>(mut self, children: impl IntoIterator<Item = N>) -> Self {
        self.children.extend(children.into_iter().map(Into::into));
        self
    }

    /// Returns the value of an attribute.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_ref())
    }

    /// Returns all text in the element.
    #[must_use]
    pub fn inner_text(&self) -> String {
        let text = |child: &Node<M>| match child {
            Node::Text(text) => text.to_string(),
            Node::Element(element) => element.inner_text(),
        };
        self.children.iter().map(text).collect()
    }
}

impl<M> From<Element<M>> for Node<M> {
    fn from(element: Element<M>) -> Self {
        Self::Element(element)
    }
}

impl<M: fmt::Debug> fmt::Debug for Handler<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Click(msg) => write!(f, "Click({msg:?})"),
            Self::Cancel(msg) => write!(f, "Cancel({msg:?})"),
            Self::Submit(msg) => write!(f, "Submit({msg:?})"),
            Self::Input(_) => f.write_str("Input"),
            Self::Key(_) => f.write_str("Key"),
            Self::Pointer(_) => f.write_str("Pointer"),
        }
    }
}
