//! Shows a question over the room.

use tengen_session::{
    alone::Alone,
    room::{Returning, Viewer},
    terms,
    text::Lang,
};
use tengen_shared::game::Claim;

use crate::{
    model::Model,
    msg::{Element, Msg as Top},
    screen::room::{Dialog, Msg},
    tree::{Handler, button, el},
};

pub(super) fn view(model: &Model, dialog: Dialog) -> Element {
    let lang = model.lang;
    let viewer = model.code().and_then(|code| model.session.viewer(code));
    let (question, answers): (String, Vec<Element>) = match dialog {
        Dialog::Sure(action) => {
            let yes = button(lang.yes(), Top::Room(Msg::Do(action.action()))).class("primary");
            (action.question(lang).to_owned(), vec![yes])
        }
        Dialog::Leave => {
            let is_alone = model.code().is_some_and(Alone::is);
            let question = match viewer.filter(|viewer| viewer.sits() && viewer.room.is_playing()) {
                Some(_) if is_alone => lang.web_end_alone(),
                Some(viewer) if viewer.running().is_some() => lang.q_leave_clock(),
                Some(_) => lang.q_leave(),
                None => lang.web_leave_question(),
            };
            (question.to_owned(), vec![button(lang.leave(), Top::Room(Msg::Leave(true))).class("primary")])
        }
        Dialog::Claim => claim(viewer, lang),
        Dialog::Returning => {
            let pairs = viewer.map(|viewer| viewer.returning()).unwrap_or_default();
            let lines = Returning::lines(&pairs, lang);
            let answer = |(pair, line): (&Returning, String)| {
                button(line, Top::Room(Msg::Recognize(pair.was.player, pair.now)))
            };
            (lang.recognize_question().to_owned(), pairs.iter().zip(lines).map(answer).collect())
        }
        Dialog::Level { stand_in } => level(model, stand_in),
    };
    // The browser keeps the keyboard inside a dialog, and covers the page behind it.
    el("dialog")
        .key(dialog.name())
        .attr("aria-label", question.clone())
        .attr("id", "dialog")
        .on(Handler::Cancel(Top::Room(Msg::Dismiss)))
        .child(el("p").text(question))
        .child(el("div").class("answers").children(answers))
        // Enter in a dialog that has just opened does nothing that cannot be undone.
        .child(button(lang.web_cancel(), Top::Room(Msg::Dismiss)).flag("autofocus", true))
}

/// Returns how the game of a player who is gone can end.
fn claim(viewer: Option<Viewer<'_>>, lang: Lang) -> (String, Vec<Element>) {
    let other = viewer.and_then(|viewer| Some((viewer, viewer.opponent()?)));
    let who = other.map(|(viewer, seat)| viewer.seat_name(seat, lang)).unwrap_or_default();
    let left = other.and_then(|(viewer, seat)| viewer.kept_for(seat)).filter(|left| !left.is_zero());
    let question = match left {
        Some(left) => lang.may_return(&who, terms::seconds_left(left)),
        None => lang.did_not_return(&who),
    };
    let answers = vec![
        button(lang.claim_win(), Top::Room(Msg::Claim(Some(Claim::Win)))),
        button(lang.claim_draw(), Top::Room(Msg::Claim(Some(Claim::Draw)))),
        button(lang.claim_ai(&who), Top::Room(Msg::Claim(None))),
    ];
    (question, answers)
}

/// Returns the AIs that can play in the room.
fn level(model: &Model, stand_in: bool) -> (String, Vec<Element>) {
    let lang = model.lang;
    let viewer = model.code().and_then(|code| model.session.viewer(code));
    let question = if stand_in { lang.who_plays_on() } else { lang.form_level().trim() };
    let variant = viewer.map(|viewer| viewer.room.settings().variant);
    let bots = variant.map(|variant| model.bots(variant)).unwrap_or_default();
    let answers = bots.iter().map(|bot| button(bot.to_string(), Top::Room(Msg::Seat(*bot)))).collect();
    (question.to_owned(), answers)
}
