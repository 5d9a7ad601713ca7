//! Shows the list of finished games, and a replay.

use std::iter::once;

use tengen_session::{
    ending::Ending, evaluation::EvaluatedGame, opening, study::Pages, terms::plural, text::Lang,
};
use tengen_shared::{
    game::Seat,
    protocol::GameSummary,
    rules::{Point, Stone},
};

use crate::{
    line::{board_lines, wording},
    model::Model,
    screen::{
        history::HistoryScreen,
        replay::{Playback, Replay, ReplayScreen},
    },
    zone::Zone,
};

/// Returns the number of games in a list, and a line for each game from the index `first` on.
pub(in crate::line) fn list(screen: &HistoryScreen, first: usize, lang: Lang, zone: &Zone) -> Vec<String> {
    if let Pages::Refused(why) = screen.list.pages() {
        return vec![lang.shown_refused(why)];
    }
    let count = screen.list.games().len();
    let head = match (count, screen.list.pages()) {
        (0, _) => lang.shown_no_games().to_owned(),
        (_, Pages::Whole) => lang.shown_games(count),
        (_, _) => lang.shown_more_games(count),
    };
    let games = screen.list.games().iter().enumerate().skip(first);
    once(head).chain(games.map(|(index, game)| line(index + 1, game, lang, zone))).collect()
}

fn line(number: usize, game: &GameSummary, lang: Lang, zone: &Zone) -> String {
    let who = format!("{} - {}", game.label(Seat::One), game.label(Seat::Two));
    // A list does not include the winning line.
    let how = wording::result(Ending::of_summary(game), &[], |seat| game.label(seat), lang);
    let what = format!("{}, {} {}, {}", zone.moment(game.ended), game.room, game.number, game.variant);
    let moves = lang.moves(game.moves.into(), plural(game.moves.into()));
    lang.shown_game(number, &what, &who, &how, &moves)
}

/// Returns the description of a game whose replay was opened, and its current position.
pub(in crate::line) fn opened(screen: &ReplayScreen, model: &Model) -> Vec<String> {
    let lang = model.lang;
    let playback = match &screen.shown {
        Replay::Awaited => return Vec::new(),
        Replay::Refused(why) => return vec![lang.shown_refused(why)],
        Replay::Shown(playback) => playback,
    };
    let record = &playback.record;
    let who = format!("{} - {}", record.label(Seat::One), record.label(Seat::Two));
    let board = opening::after_board(&record.variant.to_string(), record.opening, lang);
    let mut lines = vec![lang.shown_replay(record.room.as_str(), record.number, &board, &who)];
    let how = wording::result(Ending::of_record(record), &record.end.line, |seat| record.label(seat), lang);
    lines.push(lang.told_over(&how));
    lines.extend(position(playback, model));
    lines
}

/// Returns the name of the player who made move number `ply`, in the game or in a branch.
fn mover(playback: &Playback, ply: usize) -> String {
    let record = &playback.record;
    // In an opening, a player may place stones of both colours.
    let turn = ply.checked_sub(1).and_then(|index| record.turns.get(index));
    let turn = turn.filter(|_| playback.tree.follows_game(ply));
    record.label(turn.map_or_else(|| Seat::of_stone(Stone::of_ply(ply), record.black), |turn| turn.seat))
}

/// Returns a line about each choice in the opening that was made after move number `ply` of the game.
fn chosen(playback: &Playback, ply: usize, lang: Lang) -> impl Iterator<Item = String> {
    let record = &playback.record;
    let choices = if playback.tree.follows_game(ply) { &record.choices[..] } else { &[] };
    opening::chosen_at(ply, choices, |seat| record.label(seat), lang)
}

/// Returns the current position of a replay: the last move, its evaluation, the recorded moves from here, and the board
/// if it is 3x3.
pub(in crate::line) fn position(playback: &Playback, model: &Model) -> Vec<String> {
    let lang = model.lang;
    let (tree, record) = (&playback.tree, &playback.record);
    let path = tree.path();
    let what = match path.last() {
        None => lang.shown_start().to_owned(),
        Some(point) => format!("{}: {point}", mover(playback, path.len())),
    };
    let mut lines = vec![match tree.left_game_at() {
        None => lang.shown_position(path.len(), tree.game_len(), &what),
        Some(left) => lang.shown_branch(path.len(), left, &what),
    }];
    lines.extend(chosen(playback, path.len(), lang));
    if let Some(thought) = record.thoughts.iter().find(|thought| usize::from(thought.ply) == path.len())
        && tree.left_game_at().is_none()
    {
        lines.extend(EvaluatedGame::of_record(record).text(thought, model.settings.evaluation, lang));
    }
    let options = tree.options();
    if options.len() > 1 {
        lines.push(lang.shown_options(&wording::points(&options)));
    }
    if record.variant.is_3x3() {
        lines.extend(board_lines::lines(&tree.position(), Some(record.black)));
    }
    lines
}

/// Returns the moves up to the current position of a replay.
pub(super) fn moves(playback: &Playback, lang: Lang) -> Vec<String> {
    let path = playback.tree.path();
    if path.is_empty() {
        return vec![lang.shown_no_moves().to_owned()];
    }
    let played = path.iter().zip(1_u16..);
    let lines = |(point, number): (&Point, u16)| {
        let ply = usize::from(number);
        let played = lang.told_move(number, &mover(playback, ply), &point.to_string());
        once(played).chain(chosen(playback, ply, lang))
    };
    played.flat_map(lines).collect()
}
