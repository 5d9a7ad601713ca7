//! The moves and the chat beside the board.

use tengen_session::{opening, pairs::Pairs, room::Viewer};
use tengen_shared::game::{Game, MAX_CHAT_CHARS, PlayerId, Said};

use crate::{
    model::Model,
    msg::{Element, Msg as Top},
    screen::room::{Msg, RoomScreen, Talk},
    tree::{Handler, button, el},
};

/// Returns the lines that the user sees, oldest first.
fn heard<'a>(model: &'a Model, viewer: &Viewer<'a>) -> impl Iterator<Item = &'a Said> + use<'a> {
    let channel = viewer.me.map(|me| viewer.room.channel_of(me));
    let (session, me) = (&model.session, viewer.me);
    let lines = channel.into_iter().flat_map(|channel| viewer.view.talk.lines(channel));
    lines.filter(move |said| Some(said.line.player) == me || session.muted().hears(said.line.player))
}

/// Returns the number of lines that have come since the user last looked.
pub(super) fn unread(model: &Model, viewer: &Viewer<'_>) -> usize {
    let is_new = |said: &&Said| viewer.view.talk.is_new(said) && Some(said.line.player) != viewer.me;
    heard(model, viewer).filter(is_new).count()
}

pub(super) fn chat(model: &Model, screen: &RoomScreen, viewer: &Viewer<'_>) -> Element {
    let lang = model.lang;
    let line = |said: &Said| {
        el("p")
            .key(said.seq.0.to_string())
            .child(el("b").text(format!("{}: ", said.line.name)))
            .text(said.line.text.to_string())
    };
    let mut lines: Vec<Element> = heard(model, viewer).map(line).collect();
    if lines.is_empty() {
        lines.push(el("p").class("quiet").text(lang.nothing_said()));
    }
    let field = el("input")
        .attr("aria-label", lang.web_message())
        .attr("placeholder", lang.web_message())
        .attr("autocomplete", "off")
        .attr("maxlength", MAX_CHAT_CHARS.to_string())
        .attr("value", screen.message.clone())
        .on_input(|text| Top::Room(Msg::Talk(Talk::Message(text))));
    el("div")
        .class("chat")
        .child(
            el("div")
                .class("lines")
                .attr("role", "log")
                .attr("data-end", "")
                .attr("tabindex", "0")
                .children(lines),
        )
        .child(
            el("form")
                .class("line")
                .on(Handler::Submit(Top::Room(Msg::Talk(Talk::Say))))
                .child(field)
                .child(el("button").attr("type", "submit").text(lang.web_send())),
        )
        .child(
            button(lang.web_mute(), Top::Room(Msg::Talk(Talk::List)))
                .class("quiet")
                .says("aria-expanded", screen.muting),
        )
        .children(screen.muting.then(|| mutes(model, viewer)))
}

/// Shows whom the user can mute: everybody, and everyone who has said something.
fn mutes(model: &Model, viewer: &Viewer<'_>) -> Element {
    let (lang, muted) = (model.lang, model.session.muted());
    let channel = viewer.me.map(|me| viewer.room.channel_of(me));
    let said = channel.into_iter().flat_map(|channel| viewer.view.talk.lines(channel));
    let others = said.filter(|said| Some(said.line.player) != viewer.me);
    let mut people: Pairs<PlayerId, &str> = Pairs::default();
    others.for_each(|said| people.insert(said.line.player, said.line.name.as_str()));
    let toggle = |name: &str, is_muted: bool, whom: Option<PlayerId>| {
        let label = if is_muted { lang.mute_on(name) } else { lang.mute_off(name) };
        button(label, Top::Room(Msg::Talk(Talk::Mute(whom)))).says("aria-pressed", is_muted)
    };
    let people = people.iter().map(|(player, name)| toggle(name, muted.contains(*player), Some(*player)));
    el("div")
        .class("buttons menu")
        .child(el("p").text(lang.whom_not_to_hear()))
        .child(toggle(lang.everybody(), muted.is_everybody(), None))
        .children(people)
}

pub(super) fn moves(model: &Model, viewer: &Viewer<'_>) -> Element {
    let lang = model.lang;
    let list = el("ol")
        .class("moves")
        .attr("data-end", "")
        .attr("tabindex", "0")
        .attr("aria-label", lang.panel_moves());
    let Some(game) = viewer.room.game().filter(|game| game.ply() > 0) else {
        return list.child(el("li").class("quiet").text(lang.no_moves()));
    };
    let points = game.position().moves().iter().zip(1_usize..);
    let items = points.flat_map(|(point, number)| {
        let played = el("li").key(number.to_string()).text(format!("{number}. {point}"));
        let chosen =
            opening::chosen_at(number, Game::choices(game), |seat| viewer.seat_name(seat, lang), lang);
        std::iter::once(played)
            .chain(chosen.map(|text| el("li").class("chosen").text(text)).collect::<Vec<_>>())
    });
    list.children(items)
}
