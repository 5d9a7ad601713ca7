//! What the screen says about a room and the connection, in words.

use std::time::Duration;

use tengen_shared::{
    game::{ClockRule, ClockState, Game, GameEnd, Phase, PlayerId, Room, RoomCode, Seat, Thinking},
    protocol::Attending,
    rules::{Stone, Value},
};

use super::results;
use crate::{
    model::{Link, RoomView, Standing},
    terms,
    text::Lang,
};

/// How a line about the game is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    Good,
    Plain,
}

/// The first line of a room: its code comes first, so that it is never cut.
pub(super) fn room_title(code: &RoomCode, view: Option<&RoomView>) -> String {
    let mut parts = vec![code.to_string()];
    if let Some(view) = view
        && let Some(room) = view.room()
    {
        parts.push(room.settings().variant.to_string());
        if room.settings().clock != ClockRule::None {
            parts.push(terms::clock(room.settings().clock));
        }
        if let Some(game) = room.game() {
            parts.push(format!("game {}", game.number()));
        }
        match view.spectators.count {
            0 => {}
            count => parts.push(format!("{count} watching")),
        }
    }
    format!("room {}", parts.join(" · "))
}

/// Whose turn it is, or how the game ended, in about `space` columns.
pub(super) fn state(standing: &Standing<'_>, space: usize) -> (String, Mood) {
    let (room, mine) = (standing.room, standing.mine());
    let (text, mood) = match room.phase() {
        Phase::Waiting if room.seats().first_empty().is_some() => {
            ("waiting for a second player".to_owned(), Mood::Plain)
        }
        Phase::Waiting => ("the next game has not begun".to_owned(), Mood::Plain),
        Phase::Turn(seat) if mine == [seat] => ("your turn".to_owned(), Mood::Good),
        Phase::Turn(seat) if mine.contains(&seat) => (format!("{} to move", standing.name(seat)), Mood::Good),
        Phase::Turn(seat) => (others_turn(standing, seat), Mood::Plain),
        Phase::Over => match room.game().and_then(Game::end) {
            Some(end) => (
                results::result(standing.view, room, end, space),
                if is_good(end, &mine) { Mood::Good } else { Mood::Plain },
            ),
            None => (String::new(), Mood::Plain),
        },
    };
    let clocks = match room.clock().map(|clock| clock.state) {
        Some(ClockState::Paused {}) => " (clocks paused)",
        Some(ClockState::Held {}) => " (clocks held)",
        Some(ClockState::Runs { .. } | ClockState::Stopped {}) | None => "",
    };
    (format!("{text}{clocks}"), mood)
}

fn others_turn(standing: &Standing<'_>, seat: Seat) -> String {
    let who = standing.name(seat);
    let is_ai = standing.room.ai_to_move().is_some();
    let queued = standing.view.thinking.is_some_and(|thinking| thinking.seat == seat && thinking.queued);
    match (is_ai, queued) {
        (true, true) => format!("{who} waits for its turn to think"),
        (true, false) => format!("{who} is thinking"),
        (false, _) if is_away(standing.view, seat) => format!("{who} to move, but away"),
        (false, _) => format!("{who} to move"),
    }
}

fn is_good(end: &GameEnd, mine: &[Seat]) -> bool {
    end.winner.is_some_and(|winner| mine.contains(&winner))
}

/// Whether the person in `seat` has no connection.
pub(super) fn is_away(view: &RoomView, seat: Seat) -> bool {
    let [one, two] = view.presence;
    let connected = match seat {
        Seat::One => one,
        Seat::Two => two,
    };
    matches!(connected, Some(Attending::Away { .. }))
}

/// What the room waits for and what the user can do about it.
pub(super) fn prompt(standing: &Standing<'_>) -> String {
    let (room, mine) = (standing.room, standing.mine());
    let empty = room.seats().first_empty();
    let unready = mine.iter().any(|seat| !room.seats()[*seat].ready);
    let between = !room.is_playing();
    if !between {
        let known = thoughts(standing, &mine);
        let watching = known.is_empty() && mine.is_empty();
        return if watching { "you are watching".to_owned() } else { known };
    }
    if room.is_paused() {
        return match Some(room.host()) == standing.me {
            true => {
                let games = counted(room.settings().ai_games.games().into(), "game");
                format!("paused after {games}; press g to go on")
            }
            false => "paused until the maker of the room lets them go on".to_owned(),
        };
    }
    if mine.is_empty() {
        return match empty {
            Some(_) if between => "you are watching; press t to take the free seat".to_owned(),
            Some(_) | None => "you are watching".to_owned(),
        };
    }
    match (unready, empty) {
        (true, _) if results::is_uncounted(room) => "counts for nobody; Enter when ready".to_owned(),
        (true, _) if room.game().is_some() => "press Enter when ready, e for thinking".to_owned(),
        (true, _) => "press Enter when ready".to_owned(),
        (false, Some(_)) => format!("tell a friend the code {}, or press a for the AI", room.code()),
        (false, None) => {
            let other = mine.first().map(|seat| standing.name(seat.other())).unwrap_or_default();
            format!("you are ready; waiting for {other}")
        }
    }
}

/// What calls the user back to the room from another screen.
pub(super) fn call_back(view: &RoomView, me: Option<PlayerId>) -> Option<String> {
    let turn = view.room().and_then(Room::turn);
    let mine = turn.is_some_and(|seat| view.my_seats(me).contains(&seat));
    mine.then(|| "it is your turn in the game: Esc goes back".to_owned())
}

/// What is known about a game that is on: the hint asked for, a proven win, or the AI's last thought.
fn thoughts(standing: &Standing<'_>, mine: &[Seat]) -> String {
    let room = standing.room;
    let Some(game) = room.game() else { return String::new() };
    if let Some(hint) = game.hint() {
        return format!("hint: {} ({})", hint.point, hint.outlook);
    }
    if game.wants_hint() && room.turn().is_some_and(|seat| mine.contains(&seat)) {
        return "looking for a hint".to_owned();
    }
    if let Some(foreseen) = game.foreseen().filter(|foreseen| foreseen.ply > game.ply()) {
        return format!("forced win for {} in {}", standing.name(foreseen.winner), foreseen.ply - game.ply());
    }
    let Some(thought) = game.thoughts().last() else { return String::new() };
    let black = thought.ply % 2 == 1;
    let stone = if black { Stone::Black } else { Stone::White };
    let who = game.seat_of(stone).map(|seat| standing.name(seat)).unwrap_or_default();
    format!("{who} {}", thinking(&thought.thinking))
}

/// What an AI thought about its move.
pub(super) fn thinking(thinking: &Thinking) -> String {
    let Thinking { value, depth, nodes, .. } = thinking;
    let value = match value {
        Value::Win(plies) => format!("saw a win in {plies}"),
        Value::Loss(plies) => format!("saw a loss in {plies}"),
        Value::Estimate(units) => format!("thought {units:+}"),
    };
    match (*nodes, *depth) {
        (0, 0) => "moved without a search".to_owned(),
        (0, _) => value,
        (nodes, depth) => format!("{value} at depth {depth} ({})", counted(nodes, "node")),
    }
}

/// So many of something.
pub(super) fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// How the connection stands, unless all is well.
pub(super) fn connection(lang: Lang, link: &Link, local: Duration) -> Option<String> {
    match link {
        Link::Idle | Link::Online { .. } => None,
        Link::Silent { since, .. } => {
            let silence = local.saturating_sub(*since).as_secs();
            Some(format!("no sign of the server for {silence} s"))
        }
        Link::Dialling => Some("connecting".to_owned()),
        Link::Greeting { .. } => Some("saying hello".to_owned()),
        Link::Down { why, left } => {
            let seconds = left.as_secs_f64().ceil();
            Some(format!("you are offline; reconnecting in {seconds} s: {}", lang.loss(why)))
        }
    }
}
