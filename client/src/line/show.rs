//! The answers to commands that ask for information.

mod games;
mod lobby;
mod thinking;

use std::iter::once;

use tengen_session::{link::Link, opening, terms, text::Lang};
use tengen_shared::{
    game::{Game, Seat, Turn},
    rules::Point,
};

use super::{Extent, Topic, board_lines, options, wording};
use crate::{
    model::{Model, Standing},
    screen::Screen,
};

pub(super) use games::{list, opened, position};
pub(super) use lobby::{device_code, devices, rooms, servers};
pub(super) use thinking::tree;

/// The number of chat lines that `talk` shows without `all`.
const TALK: usize = 10;

/// Returns the board on the screen: of the replay, the search tree or the room.
pub(super) fn board(model: &Model) -> Vec<String> {
    match &model.screen {
        Screen::Replay(replay) => replay.playback().map_or_else(Vec::new, |playback| {
            board_lines::lines(&playback.tree.position(), Some(playback.record.black))
        }),
        Screen::SearchTree(screen) => board_lines::lines(&screen.position, screen.black),
        _ => in_room(model, |standing| {
            let empty = tengen_shared::rules::Position::new(standing.room.settings().variant);
            match standing.room.game() {
                Some(game) => {
                    let mut lines = board_lines::lines(game.position(), game.black());
                    lines.extend(wording::forbidden(standing, model.lang));
                    lines
                }
                None => board_lines::lines(&empty, None),
            }
        }),
    }
}

/// Returns the lines of `show` for the room on the screen, or a line that says there is no room.
fn in_room(model: &Model, show: impl FnOnce(&Standing<'_>) -> Vec<String>) -> Vec<String> {
    match model.standing() {
        Some(standing) => show(&standing),
        None => vec![model.lang.shown_in_menu().to_owned()],
    }
}

/// Returns the moves of the game, or up to the current position of a replay.
pub(super) fn moves(model: &Model) -> Vec<String> {
    let lang = model.lang;
    if let Screen::Replay(replay) = &model.screen {
        return replay.playback().map_or_else(Vec::new, |playback| games::moves(playback, lang));
    }
    in_room(model, |standing| {
        let Some(game) = standing.room.game().filter(|game| game.ply() > 0) else {
            return vec![lang.shown_no_moves().to_owned()];
        };
        let turns = game.position().moves().iter().zip(game.turns()).zip(1_u16..);
        let name = |seat: Seat| wording::player(standing.view, seat, lang);
        let lines = |((point, turn), number): ((&Point, &Turn), u16)| {
            let played = lang.told_move(number, &name(turn.seat), &point.to_string());
            once(played).chain(opening::chosen_at(number.into(), game.choices(), name, lang))
        };
        turns.flat_map(lines).collect()
    })
}

/// Returns the score of the room.
pub(super) fn score(model: &Model) -> Vec<String> {
    let lang = model.lang;
    in_room(model, |standing| {
        let entries = standing.room.scores().entries();
        if entries.is_empty() {
            return vec![lang.told_no_score().to_owned()];
        }
        let line = |entry: &tengen_shared::game::ScoreEntry| {
            lang.told_score(&entry.who.label(), entry.wins, entry.draws, entry.losses)
        };
        entries.iter().map(line).collect()
    })
}

/// Returns the remaining time of each seat.
pub(super) fn clock(model: &Model) -> Vec<String> {
    let lang = model.lang;
    in_room(model, |standing| {
        let running = standing.running().map(|(seat, _)| seat);
        let line = |seat: Seat| {
            let left = terms::time_left(standing.shown(seat)?);
            let state = if running == Some(seat) { lang.shown_runs() } else { "" };
            Some(lang.shown_clock(&wording::who(standing.room, seat, lang), &left, state))
        };
        let lines: Vec<String> = Seat::BOTH.into_iter().filter_map(line).collect();
        if lines.is_empty() { vec![lang.shown_no_clock().to_owned()] } else { lines }
    })
}

/// Returns the players, the spectators, the turn or the result, and the state of the connection.
pub(super) fn who(model: &Model) -> Vec<String> {
    let lang = model.lang;
    let mut lines = in_room(model, |standing| {
        let room = standing.room;
        let mut lines = vec![lang.told_room(room.code().as_str(), &room.settings().variant.to_string())];
        let mine = standing.mine();
        lines.extend(Seat::BOTH.map(|seat| wording::seat(room, seat, &mine, lang)));
        lines.extend(state(standing, lang));
        lines.push(wording::watchers(&standing.view.spectators, lang));
        lines
    });
    let connection = match model.session.link() {
        Link::Online => lang.shown_connection_good(),
        Link::Silent { .. } => lang.shown_connection_silent(),
        _ => lang.shown_connection_bad(),
    };
    lines.push(connection.to_owned());
    lines
}

/// Returns lines about whose turn it is, or how the last game ended.
fn state(standing: &Standing<'_>, lang: Lang) -> Vec<String> {
    match standing.room.game().and_then(Game::end) {
        Some(end) => vec![lang.told_over(&wording::ending(standing.view, standing.room, end, lang))],
        None => wording::turn(standing, lang),
    }
}

/// Returns the settings of the room, as the options that would create it.
pub(super) fn settings(model: &Model) -> Vec<String> {
    in_room(model, |standing| vec![model.lang.shown_settings(&options::in_words(standing.room.settings()))])
}

/// Returns the chat of the room.
pub(super) fn talk(model: &Model, extent: Extent) -> Vec<String> {
    let lang = model.lang;
    in_room(model, |standing| {
        let heard: Vec<_> = model.heard(standing.view).collect();
        let skipped = match extent {
            Extent::Short => heard.len().saturating_sub(TALK),
            Extent::All => 0,
        };
        if heard.is_empty() {
            return vec![lang.shown_no_talk().to_owned()];
        }
        let lines = heard.iter().skip(skipped);
        lines.map(|said| lang.told_said(said.line.name.as_str(), said.line.text.as_str())).collect()
    })
}

/// Returns the help for one command.
pub(super) fn help_on(topic: Topic, lang: Lang) -> Vec<String> {
    let mut lines = vec![lang.shown_help(topic.usage(), topic.about(lang))];
    if matches!(topic, Topic::New | Topic::Settings) {
        lines.push(lang.line_options().to_owned());
    }
    if let [_, short @ ..] = topic.words()
        && !short.is_empty()
    {
        lines.push(lang.shown_short_forms(&short.join(", ")));
    }
    lines
}
