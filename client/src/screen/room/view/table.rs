//! The messages about other people: offers, requests to watch, and absent players.

use std::time::Duration;

use tengen_session::{offers, room::Deed};
use tengen_shared::game::Seat;
use unicode_width::UnicodeWidthStr;

use crate::{
    action::Action,
    model::{MenuState, Standing},
    view::columns::cut,
};

/// The longest name, in columns, where space is short.
const SHORT_NAME: usize = 12;

/// Returns the most urgent message about other people, in several wordings from the longest to the shortest.
pub(crate) fn call(standing: &Standing<'_>) -> Option<Vec<String>> {
    let gone = standing.gone().filter(|_| standing.room.is_playing());
    // A player who is gone does not wait for an answer.
    gone.and_then(|_| absent(standing))
        .or_else(|| asked(standing))
        .or_else(|| asking(standing))
        .or_else(|| replaced(standing))
        .or_else(|| absent(standing))
}

/// Returns the first wording that fits. If none fits, cuts the last one.
pub(crate) fn longest(said: &[String], width: usize) -> String {
    let fitting = said.iter().find(|text| text.width() <= width);
    fitting.cloned().unwrap_or_else(|| cut(said.last().map_or("", String::as_str), width))
}

/// Returns the message that somebody waits for an answer, for use on other screens. `key` goes back to the room.
pub(crate) fn call_back(standing: &Standing<'_>, key: &str) -> Option<String> {
    let who = match (standing.offered(), standing.asker()) {
        (Some((seat, _)), _) => standing.name(seat.other()),
        (None, Some((_, asker))) => asker.name.to_string(),
        (None, None) => return None,
    };
    Some(standing.lang.asks_call_back(&cut(&who, SHORT_NAME), key))
}

/// Returns what another person asks of the user.
fn asked(standing: &Standing<'_>) -> Option<Vec<String>> {
    let lang = standing.lang;
    let (yes, no) = (standing.key(Action::Yes), standing.key(Action::No));
    if let Some((seat, made)) = standing.offered() {
        let who = standing.name(seat.other());
        let what = offers::in_full(&made.offer, standing.room.settings(), lang);
        let (name, short) = (cut(&who, SHORT_NAME), offers::in_short(&made.offer, lang));
        return Some(vec![
            lang.asks(&who, &what, &yes, &no),
            lang.asks_for(&name, &short, &yes, &no),
            lang.asks_shorter(&name, &short, &yes, &no, &standing.key(Action::Menu)),
            lang.asks_shortest(&cut(&who, SHORT_NAME / 2), &short, &yes, &no),
        ]);
    }
    let (_, asker) = standing.asker()?;
    let name = cut(asker.name.as_str(), SHORT_NAME);
    Some(vec![lang.asks_to_watch(asker.name.as_str(), &yes, &no), lang.asks_to_watch_short(&name, &yes, &no)])
}

/// Returns what the user has offered.
fn asking(standing: &Standing<'_>) -> Option<Vec<String>> {
    let lang = standing.lang;
    let (_, made) = standing.offers()?;
    let what = offers::in_full(&made.offer, standing.room.settings(), lang);
    let short = offers::in_short(&made.offer, lang);
    let key = standing.key(Action::Do(Deed::Withdraw));
    Some(vec![lang.you_ask(&what, &key), lang.you_ask_for(&short, &key), lang.you_ask_short(&short, &key)])
}

/// Returns the message that a stand-in plays in the user's seat.
fn replaced(standing: &Standing<'_>) -> Option<Vec<String>> {
    standing.stood_in()?;
    let lang = standing.lang;
    let said = if standing.room.is_playing() {
        [lang.replaced_now().to_owned(), lang.replaced_now_short().to_owned()]
    } else {
        let key = standing.key(Action::Do(Deed::Sit));
        [lang.replaced_then(&key), lang.replaced_then_short(&key)]
    };
    Some(said.to_vec())
}

/// Returns who is away, and what the user can do about it.
fn absent(standing: &Standing<'_>) -> Option<Vec<String>> {
    // A hint or the user's own readiness is more important, and the player's line shows their absence anyway.
    let hint = standing.room.game().is_some_and(|game| game.hint().is_some() || game.wants_hint());
    if hint || matches!(standing.can(Action::Select), MenuState::Offered(_)) {
        return None;
    }
    let others = Seat::BOTH.into_iter().filter(|seat| !standing.mine().contains(seat));
    let (seat, left) =
        others.filter_map(|seat| Some((seat, standing.kept_for(seat)?))).min_by_key(|(_, left)| *left)?;
    let (who, playing, lang) = (standing.name(seat), standing.room.is_playing(), standing.lang);
    let name = cut(&who, SHORT_NAME);
    Some(match (left, standing.gone()) {
        (Duration::ZERO, Some(_)) if playing => {
            let key = standing.key(Action::Do(Deed::Claim));
            vec![lang.gone_claim(&who, &key), lang.gone_claim_short(&name, &key)]
        }
        (Duration::ZERO, _) => vec![lang.is_gone(&who), lang.is_gone(&name)],
        (left, _) => {
            let seconds = left.as_secs_f64().ceil();
            vec![lang.reconnecting(&who, seconds), lang.reconnecting(&name, seconds)]
        }
    })
}
