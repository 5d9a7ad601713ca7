//! The messages about other people: offers, requests to watch, and absent players.

use std::time::Duration;

use tengen_session::{offers, room::RoomAction, terms};
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
    returned(standing)
        // A player who is gone does not wait for an answer.
        .or_else(|| gone.and_then(|_| absent(standing)))
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
pub(crate) fn request_reminder(standing: &Standing<'_>, key: &str) -> Option<String> {
    let who = match (standing.offered(), standing.asker()) {
        (Some((seat, _)), _) => standing.name(seat.other()),
        (None, Some((_, asker))) => asker.name.to_string(),
        (None, None) => return None,
    };
    Some(standing.lang.asks_reminder(&cut(&who, SHORT_NAME), key))
}

/// Returns what another person asks of the user.
fn asked(standing: &Standing<'_>) -> Option<Vec<String>> {
    let lang = standing.lang;
    let names = |who: &str| [SHORT_NAME, SHORT_NAME / 2].map(|width| cut(who, width));
    if let Some((seat, made)) = standing.offered() {
        let who = standing.name(seat.other());
        let long = offers::made_by(&who, &made.offer, standing.room, lang);
        let short = names(&who).map(|who| offers::made_by_in_short(&who, &made.offer, standing.room, lang));
        return Some([long].into_iter().chain(short).collect());
    }
    let (_, asker) = standing.asker()?;
    let who = asker.name.as_str();
    let short = names(who).map(|who| lang.wants_to_watch(&who));
    Some([lang.wants_to_watch(who)].into_iter().chain(short).collect())
}

/// Returns what the user has offered.
fn asking(standing: &Standing<'_>) -> Option<Vec<String>> {
    let lang = standing.lang;
    let (_, made) = standing.offers()?;
    let request = offers::made_by_you(&made.offer, standing.room, lang);
    let short = offers::in_short(&made.offer, standing.room, lang);
    Some(vec![request, lang.asked_short(&short)])
}

/// Returns the message that a stand-in plays in the user's seat.
fn replaced(standing: &Standing<'_>) -> Option<Vec<String>> {
    standing.stood_in()?;
    let lang = standing.lang;
    let key = standing.key(Action::Do(RoomAction::Sit));
    Some(vec![lang.stood_in_then(&key), lang.stood_in_short(&key)])
}

/// Returns who may be a player who is gone, for the host.
fn returned(standing: &Standing<'_>) -> Option<Vec<String>> {
    let pair = standing.namesake()?;
    let (lang, key) = (standing.lang, standing.key(Action::Do(RoomAction::Recognize)));
    let (new, old) = (pair.name.as_str(), pair.was.name.as_str());
    Some(vec![lang.may_be_back(new, old, &key), lang.may_be_back_short(&cut(new, SHORT_NAME), &key)])
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
            let key = standing.key(Action::Do(RoomAction::Claim));
            vec![lang.gone_claim(&who, &key), lang.gone_claim_short(&name, &key)]
        }
        (Duration::ZERO, _) => vec![lang.is_gone(&who), lang.is_gone(&name)],
        (left, _) => {
            let seconds = terms::seconds_left(left);
            vec![lang.reconnecting(&who, seconds), lang.reconnecting(&name, seconds)]
        }
    })
}
