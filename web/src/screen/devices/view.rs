//! Shows the user's devices.

use tengen_session::{
    devices::{Known, label},
    terms::plural,
};
use tengen_shared::protocol::ListedKey;

use crate::{
    model::Model,
    msg::{Element, Msg as Top},
    screen::devices::{DevicesScreen, Msg},
    tree::{Handler, button, el},
    view::parts::{back, name_form},
};

pub(crate) fn view(model: &Model, screen: &DevicesScreen) -> Element {
    let lang = model.lang;
    let main = el("main").child(el("header").child(back(lang)).child(el("h1").text(lang.title_devices())));
    let Some(name) = model.name.as_ref() else { return main.child(name_form(model)) };
    let keys = screen.devices.keys();
    let known = match screen.devices.known() {
        Known::Nothing => lang.asking_for_devices().to_owned(),
        Known::Refused(why) => lang.no_devices(why),
        Known::All(_) => {
            lang.devices_of(name.as_str(), keys.len(), plural(u64::try_from(keys.len()).unwrap_or(u64::MAX)))
        }
    };
    let code = match screen.devices.code() {
        Some((code, left)) => vec![
            el("p").child(el("b").text(lang.device_code(&code.to_string(), left.as_secs().div_ceil(60)))),
            el("p").text(lang.web_device_code_how()),
        ],
        None => vec![button(lang.web_device_code(), Top::Devices(Msg::Code)).class("primary")],
    };
    let field = el("input")
        .attr("id", "device-code")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "none")
        .attr("spellcheck", "false")
        .attr("value", screen.typed.clone())
        .on_input(|text| Top::Devices(Msg::Type(text)));
    let form = el("form")
        .on(Handler::Submit(Top::Devices(Msg::Pair)))
        .child(el("label").attr("for", "device-code").text(lang.ask_device_code(name.as_str())))
        .child(
            el("div")
                .class("line")
                .child(field)
                .child(el("button").attr("type", "submit").text(lang.web_device_pair())),
        );
    main.child(
        el("section")
            .class("rooms")
            .child(el("p").attr("role", "status").text(known))
            .child(el("ul").children(keys.iter().map(|key| row(model, screen, key))))
            .children(code)
            .child(form),
    )
}

fn row(model: &Model, screen: &DevicesScreen, key: &ListedKey) -> Element {
    let lang = model.lang;
    let (name, id) = (label(key, lang), key.key);
    let act = |label: &'static str, msg| button(label, Top::Devices(msg));
    let row = el("li").key(id.0.to_string());
    if screen.removing == Some(id) {
        return row
            .child(el("span").class("what").text(lang.q_remove_device(&name)))
            .child(act(lang.remove(), Msg::Remove(id)))
            .child(act(lang.keep(), Msg::Ask(None)));
    }
    // A device cannot remove itself.
    let remove = (!key.current).then(|| {
        act(lang.remove(), Msg::Ask(Some(id))).attr("aria-label", format!("{}: {name}", lang.remove()))
    });
    row.child(el("span").class("what").text(name)).children(remove)
}
