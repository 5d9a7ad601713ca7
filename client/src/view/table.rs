//! What goes on between the players beside the game: offers, people at the door, people who are gone.

use std::time::Duration;

use tengen_shared::game::{Phase, Seat};
use unicode_width::UnicodeWidthStr;

use super::cut;
use crate::{
    action::Action,
    model::{Can, Standing},
    terms,
};

/// Names longer than this are cut where space is short.
const SHORT_NAME: usize = 12;

/// What the user should know of the table before anything else, in at most `width` columns.
pub(super) fn line(standing: &Standing<'_>, width: usize) -> Option<String> {
    let gone = standing.gone().filter(|_| standing.room.is_playing());
    // Whoever is gone waits for no answer.
    let said = gone
        .and_then(|_| absent(standing))
        .or_else(|| asked(standing))
        .or_else(|| asking(standing))
        .or_else(|| replaced(standing))
        .or_else(|| absent(standing))?;
    Some(longest(&said, width))
}

/// The longest of `said` that fits; the last is cut if none does.
fn longest(said: &[String], width: usize) -> String {
    let fitting = said.iter().find(|text| text.width() <= width);
    fitting.cloned().unwrap_or_else(|| cut(said.last().map_or("", String::as_str), width))
}

/// What calls the user back to the room from another screen, if somebody waits for an answer.
pub(super) fn call_back(standing: &Standing<'_>) -> Option<String> {
    let who = match (standing.offered(), standing.asker()) {
        (Some((seat, _)), _) => standing.name(seat.other()),
        (None, Some((_, asker))) => asker.name.to_string(),
        (None, None) => return None,
    };
    Some(format!("{} asks you something: Esc goes back", cut(&who, SHORT_NAME)))
}

/// What others want of the user.
fn asked(standing: &Standing<'_>) -> Option<Vec<String>> {
    if let Some((seat, made)) = standing.offered() {
        let who = standing.name(seat.other());
        let what = terms::offer(&made.offer, standing.room.settings());
        let (name, short) = (cut(&who, SHORT_NAME), terms::offer_in_short(&made.offer));
        return Some(vec![
            format!("{who} asks {what}: y yes, n no"),
            format!("{name} asks for {short}: y yes, n no, m more"),
            format!("{name}: {short}? y/n, m more"),
            format!("{}: {short}? y/n", cut(&who, SHORT_NAME / 2)),
        ]);
    }
    let (_, asker) = standing.asker()?;
    let name = cut(asker.name.as_str(), SHORT_NAME);
    Some(vec![format!("{} asks to watch: y yes, n no", asker.name), format!("{name}: watch? y/n")])
}

/// What the user wants of the other.
fn asking(standing: &Standing<'_>) -> Option<Vec<String>> {
    let (_, made) = standing.offers()?;
    let what = terms::offer(&made.offer, standing.room.settings());
    let short = terms::offer_in_short(&made.offer);
    Some(vec![
        format!("you ask {what}: x takes it back"),
        format!("you ask for {short}: x takes it back"),
        format!("you ask: {short} (x: not so)"),
    ])
}

/// That a computer plays in the user's seat.
fn replaced(standing: &Standing<'_>) -> Option<Vec<String>> {
    standing.stood_in()?;
    Some(if standing.room.is_playing() {
        vec![
            "a computer plays for you until this game ends".to_owned(),
            "a computer plays for you".to_owned(),
        ]
    } else {
        vec![
            "a computer played for you: press t to take your seat back".to_owned(),
            "press t to take your seat".to_owned(),
        ]
    })
}

/// Who is away, and what can be done about it.
fn absent(standing: &Standing<'_>) -> Option<Vec<String>> {
    // What the user is to do, or has asked to see, is more to the point; the seat says that its person is away.
    let hint = standing.room.game().is_some_and(|game| game.hint().is_some() || game.wants_hint());
    if hint || matches!(standing.can(Action::Select), Can::Now(_)) {
        return None;
    }
    let others = Seat::BOTH.into_iter().filter(|seat| !standing.mine().contains(seat));
    let (seat, left) =
        others.filter_map(|seat| Some((seat, standing.kept_for(seat)?))).min_by_key(|(_, left)| *left)?;
    let (who, playing) =
        (standing.name(seat), standing.room.phase() != Phase::Over && standing.room.is_playing());
    let name = cut(&who, SHORT_NAME);
    Some(match (left, standing.gone()) {
        (Duration::ZERO, Some(_)) if playing => vec![
            format!("{who} is gone: w to claim or let an AI play on"),
            format!("{name} is gone: w claim or AI"),
        ],
        (Duration::ZERO, _) => vec![format!("{who} is gone"), format!("{name} is gone")],
        (left, _) => {
            let seconds = left.as_secs_f64().ceil();
            vec![
                format!("{who} is reconnecting, {seconds} s"),
                format!("{name} is reconnecting, {seconds} s"),
            ]
        }
    })
}
