//! The state of a room in words.

use tengen_session::{
    opening,
    room::{RoomAction, RoomView},
    terms::{self, plural},
    text::Lang,
};
use tengen_shared::{
    game::{Access, ClockRule, RoomCode},
    rules::Opening,
};
use unicode_width::UnicodeWidthStr;

use crate::{
    action::Action,
    model::{MenuState, Standing},
};

/// Returns the title of a room in at most `width` columns. The code comes first, and parts that do not fit are left
/// out.
pub(crate) fn room_title(code: &RoomCode, view: Option<&RoomView>, width: usize, lang: Lang) -> String {
    let mut title = lang.room_title(code.as_str());
    let mut parts = Vec::new();
    if let Some(view) = view
        && let Some(room) = view.room()
    {
        parts.push(terms::board(room.settings().variant, lang));
        if room.settings().opening != Opening::None {
            parts.push(opening::name(room.settings().opening, lang).to_owned());
        }
        if room.settings().clock != ClockRule::None {
            parts.push(terms::clock(room.settings().clock, lang));
        }
        if let Some(game) = room.game() {
            parts.push(lang.title_game(game.number()));
        }
        match view.spectators.count {
            0 => {}
            count => parts.push(lang.title_watching(count)),
        }
    }
    for part in parts {
        if title.width() + 3 + part.width() <= width {
            title = format!("{title} · {part}");
        }
    }
    title
}

/// Returns what the room waits for, and what the user can do about it.
pub(crate) fn prompt(standing: &Standing<'_>) -> String {
    let (room, mine, lang) = (standing.room, standing.mine(), standing.lang);
    let empty = room.seats().first_empty();
    let unready = mine.iter().any(|seat| !room.seats()[*seat].ready);
    if room.is_playing() {
        if let Some(text) = paused(standing) {
            return text;
        }
        if let Some(text) = asked_by_opening(standing) {
            return text;
        }
        let known = standing.thoughts(standing.detail, lang).unwrap_or_default();
        let my_turn = room.turn().is_some_and(|seat| mine.contains(&seat));
        if known.is_empty() && standing.first_game && my_turn {
            let run = room.settings().variant.win_length();
            let key = |action| standing.key(action);
            return lang.first_game(run, &key(Action::Select), &key(Action::Menu), &key(Action::Help));
        }
        let watching = known.is_empty() && mine.is_empty();
        return if watching { lang.you_watch().to_owned() } else { known };
    }
    if room.ai_games_paused() {
        let games = room.settings().ai_games.games().into();
        let games = lang.games(games, plural(games));
        return lang.paused_press_g(&games, &standing.key(Action::Do(RoomAction::GoOn)));
    }
    if mine.is_empty() {
        return match standing.can(Action::Do(RoomAction::Sit)) {
            MenuState::Offered(_) => lang.you_watch_sit(&standing.key(Action::Do(RoomAction::Sit))),
            MenuState::Missing(_) | MenuState::Hidden(_) => lang.you_watch().to_owned(),
        };
    }
    match (unready, empty) {
        (_, Some(_)) if room.is_quick() && room.game().is_none() => {
            lang.quick_wait(&standing.key(Action::Back))
        }
        (true, _) if standing.is_uncounted() => lang.uncounted_ready(&standing.key(Action::Select)),
        (true, _) if room.game().is_some_and(|game| game.ply() > 0) => {
            lang.ready_or_analysis(&standing.key(Action::Select), &standing.key(Action::Explain))
        }
        (true, _) => lang.press_ready(&standing.key(Action::Select)),
        (false, Some(_)) => {
            lang.tell_code(room.code().as_str(), &standing.key(Action::Do(RoomAction::AddAi)))
        }
        (false, None) => {
            let other = mine.first().map(|seat| standing.name(seat.other())).unwrap_or_default();
            lang.ready_waiting(&other)
        }
    }
}

/// Returns what the opening asks of the user now; `None` if it asks nothing special.
fn asked_by_opening(standing: &Standing<'_>) -> Option<String> {
    if !standing.is_my_turn() {
        return None;
    }
    let key = |choice| standing.key(Action::Do(RoomAction::Choose(choice)));
    let choices: Vec<String> = standing
        .choices()
        .into_iter()
        .map(|choice| format!("{}: {}", key(choice), opening::in_short(choice, standing.lang)))
        .collect();
    if choices.is_empty() { standing.opening_area(standing.lang) } else { Some(choices.join("  ")) }
}

/// Returns what a friend needs to join, while the user waits for one on a server; `None` at other times.
pub(crate) fn invitation(standing: &Standing<'_>) -> Option<String> {
    let (room, lang, address) = (standing.room, standing.lang, standing.address?.to_string());
    let is_ready = standing.mine().iter().all(|seat| room.seats()[*seat].ready);
    let waits =
        standing.sits() && is_ready && !room.is_playing() && !(room.is_quick() && room.game().is_none());
    room.seats().first_empty().filter(|_| waits)?;
    let (code, key) = (room.code().as_str(), standing.key(Action::Do(RoomAction::AddAi)));
    Some(match room.settings().access {
        Access::Passphrase => {
            let known = standing.passphrase.map(|passphrase| lang.this_passphrase(passphrase.expose()));
            let passphrase = known.unwrap_or_else(|| lang.the_passphrase().to_owned());
            lang.tell_friend_all(&address, code, &passphrase, &key)
        }
        Access::Listed | Access::Unlisted => lang.tell_friend(&address, code, &key),
    })
}

/// Returns how a player restarts paused clocks; `None` if they run.
fn paused(standing: &Standing<'_>) -> Option<String> {
    if !standing.room.clocks_paused() || !standing.sits() {
        return None;
    }
    let key = standing.key(Action::Do(RoomAction::Pause));
    let asks = standing.asks_to_restart_clocks();
    Some(if asks { standing.lang.press_ask_clocks_on(&key) } else { standing.lang.press_clocks_on(&key) })
}

/// Returns the reminder, for other screens, that it is the user's turn. `key` goes back to the room.
pub(crate) fn turn_reminder(standing: &Standing<'_>, key: &str) -> Option<String> {
    let mine = standing.room.turn().is_some_and(|seat| standing.mine().contains(&seat));
    mine.then(|| standing.lang.turn_reminder(key))
}

/// Returns the time waited so far, in words; empty while it is short.
pub(crate) fn waited(seconds: Option<u64>, lang: Lang) -> String {
    seconds.map(|seconds| lang.waited(seconds)).unwrap_or_default()
}
