//! Whose turn it is, what others ask for, and what the user can do.

use tengen_session::{
    offers, opening,
    room::{Mood, RoomAction, Viewer},
};
use tengen_shared::game::{Access, Phase};

use crate::{
    model::Model,
    msg::{Element, Msg as Top},
    route::Route,
    screen::room::{Msg, RoomScreen},
    tree::{button, el},
    view::parts::link,
};

/// What is asked of the user, as large buttons.
const FIRST: [RoomAction; 6] = [
    RoomAction::Accept,
    RoomAction::Decline,
    RoomAction::Ready,
    RoomAction::GoOn,
    RoomAction::Sit,
    RoomAction::Withdraw,
];

/// What the user may want to do otherwise.
const OTHER: [RoomAction; 15] = [
    RoomAction::Claim,
    RoomAction::TakeBack,
    RoomAction::Hint,
    RoomAction::Draw,
    RoomAction::Pause,
    RoomAction::GiveTime,
    RoomAction::AddAi,
    RoomAction::Settings,
    RoomAction::Swap,
    RoomAction::Kick,
    RoomAction::Recognize,
    RoomAction::Abort,
    RoomAction::Restart,
    RoomAction::Stand,
    RoomAction::Resign,
];

pub(super) fn view(model: &Model, screen: &RoomScreen, viewer: &Viewer<'_>) -> Element {
    let lang = model.lang;
    let (status, mood) = viewer.status(None, lang);
    let class = if mood == Mood::Good { "status good" } else { "status" };
    let choices = viewer
        .choices()
        .into_iter()
        .map(|choice| button(opening::button(choice, lang), Top::Room(Msg::Choose(choice))).class("primary"));
    let first =
        FIRST.into_iter().filter_map(|action| deed(model, viewer, action)).map(|deed| deed.class("primary"));
    // On this device nobody else could take the seat.
    let is_possible = |action: &RoomAction| !screen.is_alone() || *action != RoomAction::Stand;
    let other = OTHER.into_iter().filter(is_possible).filter_map(|action| deed(model, viewer, action));
    let games = (!screen.is_alone())
        .then(|| link(Route::GamesOf(screen.code.clone()), lang.games_here()).class("button"));
    let analyse = (viewer.room.phase() == Phase::Over)
        .then(|| button(lang.board_analyse_game(), Top::Room(Msg::Analyse)));
    let leave = button(lang.leave_room(), Top::Room(Msg::Leave(false)));
    let more = button(lang.web_more_actions(), Top::Room(Msg::More))
        .attr("id", "more")
        .says("aria-expanded", screen.more);
    el("div")
        .class("actions")
        .child(el("p").class(class).text(status))
        .child(spoken(model, viewer))
        .children(notes(model, viewer).into_iter().map(|note| el("p").class("note").text(note)))
        .children(invitation(model, screen, viewer))
        .child(el("div").class("buttons").children(choices).children(first).children(analyse))
        .child(more)
        .children(
            screen.more.then(|| el("div").class("buttons menu").children(other).children(games).child(leave)),
        )
}

/// Returns the button of an action, if it is possible.
fn deed(model: &Model, viewer: &Viewer<'_>, action: RoomAction) -> Option<Element> {
    let command = viewer.attempt(action).ok()?;
    // The seats are known, even where the server alone knows whether the user may take one.
    let is_full = viewer.room.seats().first_empty().is_none() && viewer.stood_in().is_none();
    if action == RoomAction::Sit && is_full {
        return None;
    }
    let lang = model.lang;
    let label = viewer.label(action, &command, lang, |seat| viewer.seat_name(seat, lang));
    // The label changes, for example by a countdown in it, and the button stays.
    let number = FIRST.iter().chain(&OTHER).position(|known| *known == action);
    Some(button(label, Top::Room(Msg::Consider(action))).key(number.unwrap_or_default().to_string()))
}

/// Returns what else is to be known: requests, hints, and what the opening asks for.
fn notes(model: &Model, viewer: &Viewer<'_>) -> Vec<String> {
    let (lang, room) = (model.lang, viewer.room);
    let name = |seat| viewer.seat_name(seat, lang);
    let mut notes = Vec::new();
    if let Some((seat, made)) = viewer.offered() {
        notes.push(offers::made_by(&name(seat.other()), &made.offer, room, lang));
    }
    if let Some((_, asker)) = viewer.asker() {
        notes.push(lang.wants_to_watch(asker.name.as_str()));
    }
    if let Some((_, made)) = viewer.offers() {
        notes.push(offers::made_by_you(&made.offer, room, lang));
    }
    if viewer.is_my_turn() {
        notes.extend(viewer.opening_area(lang));
    }
    notes.extend(viewer.thoughts(tengen_session::evaluation::Detail::Words, lang));
    notes
}

/// What a screen reader says after each move.
fn spoken(model: &Model, viewer: &Viewer<'_>) -> Element {
    let lang = model.lang;
    let game = viewer.room.game();
    let last = game.and_then(|game| Some((game.turns().last()?.seat, game.position().last()?)));
    let moved = last.map(|(seat, point)| lang.web_moved(&viewer.player_name(seat, lang), &point.to_string()));
    let text = format!("{} {}", moved.unwrap_or_default(), viewer.turn_or_end(None, lang).0);
    el("p").class("spoken").attr("aria-live", "polite").text(text)
}

/// Returns the link for a friend, while the room waits for one.
fn invitation(model: &Model, screen: &RoomScreen, viewer: &Viewer<'_>) -> Option<Element> {
    let (lang, room) = (model.lang, viewer.room);
    let waits = viewer.sits() && room.seats().first_empty().is_some() && !room.is_playing();
    let link = screen.link(&model.origin);
    let passphrase =
        (room.settings().access == Access::Passphrase).then(|| el("p").text(lang.and_passphrase()));
    waits.then(|| {
        el("div")
            .class("invite")
            .child(el("p").text(lang.web_invite()))
            .child(el("code").text(link))
            .child(
                el("img")
                    .class("qr")
                    .attr("src", screen.qr_code(&model.origin))
                    .attr("alt", lang.web_qr())
                    .attr("width", "160")
                    .attr("height", "160"),
            )
            .children(passphrase)
            .child(button(lang.web_copy(), Top::Room(Msg::Copy)))
    })
}
