//! What the screen says about a room and the connection, in words.

use tengen_session::{
    link::Link,
    room::{Deed, RoomView},
    terms::{self, plural},
    text::Lang,
};
use tengen_shared::{
    game::{ClockRule, ClockState, Game, GameEnd, Phase, RoomCode, Seat, Thinking},
    rules::{Outlook, Stone, Value},
};
use unicode_width::UnicodeWidthStr;

use super::results;
use crate::{
    action::Action,
    model::{Model, Standing},
};

/// How a line about the game is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    Good,
    Plain,
}

/// The first line of a room in at most `width` columns: its code comes first, and no part is cut.
pub(crate) fn room_title(code: &RoomCode, view: Option<&RoomView>, width: usize, lang: Lang) -> String {
    let mut title = lang.room_title(code.as_str());
    let mut parts = Vec::new();
    if let Some(view) = view
        && let Some(room) = view.room()
    {
        parts.push(room.settings().variant.to_string());
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

/// Whose turn it is, or how the game ended, in about `space` columns.
pub(crate) fn state(standing: &Standing<'_>, space: usize) -> (String, Mood) {
    let (room, mine, lang) = (standing.room, standing.mine(), standing.lang);
    let (text, mood) = match room.phase() {
        Phase::Waiting if room.seats().first_empty().is_some() => {
            (lang.waiting_for_second().to_owned(), Mood::Plain)
        }
        Phase::Waiting => (lang.not_begun().to_owned(), Mood::Plain),
        Phase::Turn(seat) if mine == [seat] => (lang.your_turn().to_owned(), Mood::Good),
        Phase::Turn(seat) if mine.contains(&seat) => (lang.to_move(&standing.name(seat)), Mood::Good),
        Phase::Turn(seat) => (others_turn(standing, seat), Mood::Plain),
        Phase::Over => match room.game().and_then(Game::end) {
            Some(end) => (
                results::result(standing, end, space),
                if is_good(end, &mine) { Mood::Good } else { Mood::Plain },
            ),
            None => (String::new(), Mood::Plain),
        },
    };
    let clocks = match room.clock().map(|clock| clock.state) {
        Some(ClockState::Paused {}) => lang.clocks_paused(),
        Some(ClockState::Held {}) => lang.clocks_held(),
        Some(ClockState::Runs { .. } | ClockState::Stopped {}) | None => "",
    };
    (format!("{text}{clocks}"), mood)
}

fn others_turn(standing: &Standing<'_>, seat: Seat) -> String {
    let (who, lang) = (standing.name(seat), standing.lang);
    let is_ai = standing.room.ai_to_move().is_some();
    let queued = standing.view.thinking.is_some_and(|thinking| thinking.seat == seat && thinking.queued);
    match (is_ai, queued) {
        (true, true) => lang.waits_to_think(&who),
        (true, false) => {
            format!("{}{}", lang.is_thinking(&who), waited(standing.waited, lang))
        }
        (false, _) if standing.is_away(seat) => lang.to_move_but_away(&who),
        (false, _) => lang.to_move(&who),
    }
}

fn is_good(end: &GameEnd, mine: &[Seat]) -> bool {
    end.winner.is_some_and(|winner| mine.contains(&winner))
}

/// What the room waits for and what the user can do about it.
pub(crate) fn prompt(standing: &Standing<'_>) -> String {
    let (room, mine, lang) = (standing.room, standing.mine(), standing.lang);
    let empty = room.seats().first_empty();
    let unready = mine.iter().any(|seat| !room.seats()[*seat].ready);
    if room.is_playing() {
        let known = thoughts(standing, &mine);
        let watching = known.is_empty() && mine.is_empty();
        return if watching { lang.you_watch().to_owned() } else { known };
    }
    if room.is_paused() {
        let games = room.settings().ai_games.games().into();
        return match Some(room.host()) == standing.me {
            true => {
                lang.paused_press_g(&lang.games(games, plural(games)), &standing.key(Action::Do(Deed::GoOn)))
            }
            false => lang.paused_by_host().to_owned(),
        };
    }
    if mine.is_empty() {
        return match empty {
            Some(_) => lang.you_watch_sit(&standing.key(Action::Do(Deed::Sit))),
            None => lang.you_watch().to_owned(),
        };
    }
    match (unready, empty) {
        (_, Some(_)) if room.is_quick() && room.game().is_none() => {
            lang.quick_wait(&standing.key(Action::Back))
        }
        (true, _) if results::is_uncounted(room) => lang.uncounted_ready(&standing.key(Action::Select)),
        (true, _) if room.game().is_some() => {
            lang.ready_or_thinking(&standing.key(Action::Select), &standing.key(Action::Explain))
        }
        (true, _) => lang.press_ready(&standing.key(Action::Select)),
        (false, Some(_)) => lang.tell_code(room.code().as_str(), &standing.key(Action::Do(Deed::AddAi))),
        (false, None) => {
            let other = mine.first().map(|seat| standing.name(seat.other())).unwrap_or_default();
            lang.ready_waiting(&other)
        }
    }
}

/// What calls the user back to the room from another screen by `key`.
pub(crate) fn call_back(standing: &Standing<'_>, key: &str) -> Option<String> {
    let mine = standing.room.turn().is_some_and(|seat| standing.mine().contains(&seat));
    mine.then(|| standing.lang.turn_call_back(key))
}

/// What is known about a game that is on: the hint asked for, a proven win, or the AI's last thought.
fn thoughts(standing: &Standing<'_>, mine: &[Seat]) -> String {
    let (room, lang) = (standing.room, standing.lang);
    let Some(game) = room.game() else { return String::new() };
    if let Some(hint) = game.hint() {
        return lang.hint_is(&hint.point.to_string(), &outlook(hint.outlook, lang));
    }
    if game.wants_hint() && room.turn().is_some_and(|seat| mine.contains(&seat)) {
        return lang.looking_for_hint().to_owned();
    }
    if let Some(foreseen) = game.foreseen().filter(|foreseen| foreseen.ply > game.ply()) {
        return lang.forced_win(&standing.name(foreseen.winner), foreseen.ply - game.ply());
    }
    let Some(thought) = game.thoughts().last() else { return String::new() };
    let seat = game.seat_of(Stone::of_ply(thought.ply.into()));
    let who = seat.map(|seat| standing.name(seat)).unwrap_or_default();
    lang.thought_of(&who, &thinking(&thought.thinking, lang))
}

fn outlook(outlook: Outlook, lang: Lang) -> String {
    match outlook {
        Outlook::Wins { plies: 1 } => lang.outlook_wins_at_once().to_owned(),
        Outlook::Wins { plies } => lang.outlook_wins(plies),
        Outlook::Loses { plies } => lang.outlook_loses(plies),
        Outlook::Drawn {} => lang.outlook_drawn().to_owned(),
        Outlook::MuchBetter {} => lang.outlook_much_better().to_owned(),
        Outlook::Better {} => lang.outlook_better().to_owned(),
        Outlook::Even {} => lang.outlook_even().to_owned(),
        Outlook::Worse {} => lang.outlook_worse().to_owned(),
        Outlook::MuchWorse {} => lang.outlook_much_worse().to_owned(),
    }
}

/// What an AI thought about its move.
pub(crate) fn thinking(thinking: &Thinking, lang: Lang) -> String {
    let Thinking { value, depth, nodes, .. } = *thinking;
    let value = match value {
        Value::Win(plies) => lang.thought_win(plies),
        Value::Loss(plies) => lang.thought_loss(plies),
        Value::Estimate(units) => lang.thought_units(units),
    };
    match (nodes, depth) {
        (0, 0) => lang.thought_nothing().to_owned(),
        (0, _) => value,
        (nodes, depth) => lang.thought_depth(&value, depth, &lang.nodes(nodes, plural(nodes))),
    }
}

/// For how many seconds something has been waited for, once that is worth saying.
pub(crate) fn waited(seconds: Option<u64>, lang: Lang) -> String {
    seconds.map(|seconds| lang.waited(seconds)).unwrap_or_default()
}

/// How the connection stands, unless all is well.
pub(crate) fn connection(model: &Model) -> Option<String> {
    let (lang, local) = (model.lang, model.session.time().local());
    match model.session.link() {
        Link::Idle | Link::Online => None,
        Link::Silent { last_heard } => Some(lang.no_sign(local.saturating_sub(*last_heard).as_secs())),
        Link::Dialling | Link::Opened => {
            Some(format!("{}{}", lang.connecting(), waited(model.waited(), lang)))
        }
        Link::Greeting { .. } => Some(lang.saying_hello().to_owned()),
        Link::Down { why, left } => Some(lang.offline(left.as_secs_f64().ceil(), &lang.loss(why))),
    }
}
