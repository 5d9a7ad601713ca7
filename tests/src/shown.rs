//! Finds in what the page shows what a user would read, click or type into.

use tengen_web::tree::{Element, Handler, Node};

/// Calls `look` with an element and everything in it.
pub(crate) fn each<M>(element: &Element<M>, look: &mut dyn FnMut(&Element<M>)) {
    look(element);
    for child in &element.children {
        if let Node::Element(child) = child {
            each(child, look);
        }
    }
}

/// Returns the first element that `is_it` accepts.
pub(crate) fn find<M: Clone>(
    element: &Element<M>,
    is_it: &dyn Fn(&Element<M>) -> bool,
) -> Option<Element<M>> {
    let mut found = None;
    each(element, &mut |element| {
        if found.is_none() && is_it(element) {
            found = Some(element.clone());
        }
    });
    found
}

/// Returns the button or link with this label.
pub(crate) fn labelled<M: Clone>(page: &Element<M>, label: &str) -> Option<Element<M>> {
    find(page, &|element| {
        let name = element.attribute("aria-label").map_or_else(|| element.inner_text(), str::to_owned);
        (element.tag == "button" || element.tag == "a") && name == label
    })
}

/// Returns the element of a point of the board.
pub(crate) fn cell<M: Clone>(page: &Element<M>, point: &str) -> Option<Element<M>> {
    let id = format!("p-{point}");
    find(page, &|element| element.attribute("id") == Some(&id))
}

/// Returns what a click on an element does, or what its form does when it is sent.
pub(crate) fn pressed<M: Clone>(page: &Element<M>, element: &Element<M>) -> Option<M> {
    let click = element.handlers.iter().find_map(|handler| match handler {
        Handler::Click(msg) => Some(msg.clone()),
        _ => None,
    });
    click.or_else(|| submit(page, element))
}

/// Returns what the form does in which `button` stands.
fn submit<M: Clone>(page: &Element<M>, button: &Element<M>) -> Option<M> {
    let text = button.inner_text();
    let mut found = None;
    each(page, &mut |form| {
        let is_in = |element: &Element<M>| {
            element.attribute("type") == Some("submit") && element.inner_text() == text
        };
        if form.tag == "form" && find(form, &is_in).is_some() {
            found = form.handlers.iter().find_map(|handler| match handler {
                Handler::Submit(msg) => Some(msg.clone()),
                _ => None,
            });
        }
    });
    found
}

/// Returns what follows from `text` in the field with this label; `None` if there is no such field.
pub(crate) fn typed<M: Clone>(page: &Element<M>, label: &str, text: &str) -> Option<M> {
    let named = find(page, &|element| element.tag == "label" && element.inner_text() == label);
    let id = named.as_ref().and_then(|named| named.attribute("for"));
    let input = |element: &Element<M>| {
        element.handlers.iter().find_map(|handler| match handler {
            Handler::Input(msg) => Some(msg(text.to_owned())),
            _ => None,
        })
    };
    let is_named = |element: &Element<M>| {
        element.attribute("aria-label") == Some(label) || id.is_some() && element.attribute("id") == id
    };
    let field = find(page, &|element| input(element).is_some() && is_named(element));
    // A label may also be around its field.
    let inside = || find(named.as_ref()?, &|element| input(element).is_some());
    input(&field.or_else(inside)?)
}

/// Returns the labels of all points with a stone.
pub(crate) fn stones<M>(page: &Element<M>) -> Vec<String> {
    let mut found = Vec::new();
    each(page, &mut |element| {
        let label = element.attribute("aria-label").unwrap_or_default();
        let class = element.attribute("class").unwrap_or_default();
        let has = |name: &str| class.split(' ').any(|it| it == name);
        // A stone that waits for the server is drawn as pressed.
        let has_stone = ["black", "white", "cross", "nought"].into_iter().any(has) && !has("pressed");
        if has_stone && element.attribute("role") == Some("gridcell") {
            found.push(label.to_owned());
        }
    });
    found
}
