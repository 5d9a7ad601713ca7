//! Draws a replay.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::Line,
    widgets::{Paragraph, Widget},
};
use tengen_session::{
    ending::Ending,
    evaluation::{Detail, EvaluatedGame},
    opening,
    terms::{plural, thousandths},
    text::Lang,
};
use tengen_shared::{
    game::{ClockRule, Seat},
    rules::{Outcome, Point, Position, Stone},
};

use crate::{
    action::Action,
    keymap::Context,
    layout::{board_layout::BoardLayout, wrap::break_words},
    model::Model,
    screen::replay::{Autoplay, Marks, Playback, Replay, ReplayScreen, layout::Parts},
    theme::Theme,
    view::{
        board_view,
        columns::cut,
        evaluation_bars::{self, EvaluationBars},
        moves::{self, Moves},
        parts::{line_of, paragraph},
        picture::Picture,
        record, signs,
    },
};

pub(crate) fn draw(screen: &ReplayScreen, parts: &Parts, buffer: &mut Buffer, model: &Model) {
    let (theme, lang) = (model.theme, model.lang);
    let Parts { info, board, evaluations, moves } = parts;
    let playback = match &screen.shown {
        Replay::Awaited => return paragraph(lang.asking_for_game(), Style::new(), *info, buffer),
        Replay::Refused(why) => {
            let told = lang.not_shown(why, &model.key(Context::Replay, Action::Back));
            return paragraph(told, Style::new(), *info, buffer);
        }
        Replay::Shown(playback) => playback,
    };
    let position = playback.tree.position();
    words(playback, &position, (*info, board.as_ref()), buffer, model);
    let (record, follows_seat) = (&playback.record, playback.variant().marks_follow_seat());
    let black = Some(record.black);
    let at = if playback.tree.left_game_at().is_none() { playback.tree.ply() } else { 0 };
    if let Some(area) = evaluations {
        evaluation_bars::draw(
            EvaluationBars {
                thoughts: &record.thoughts,
                game: EvaluatedGame::of_record(record),
                follows_seat,
                winner: record.end.winner,
            },
            *area,
            buffer,
            theme,
            lang,
        );
    }
    if let Some(area) = moves {
        let figures = model.settings.evaluation == Detail::Figures;
        let (thoughts, turns) = (if figures { &record.thoughts[..] } else { &[] }, &record.turns);
        let shown = Moves { moves: &record.moves, thoughts, turns, black, follows_seat, at };
        moves::draw(shown, *area, buffer, theme, lang);
    }
    if let Some(layout) = board {
        let line = position.winning_line();
        let picture = Picture {
            stones: Some(&position),
            black,
            won: &line,
            cursor: playback.cursor,
            numbered: playback.marks == Marks::Numbers,
            ..Picture::default()
        };
        board_view::draw(&picture, layout, buffer, theme);
    }
}

/// Draws the text. Lines are wrapped beside the board, and cut above it.
fn words(
    playback: &Playback,
    position: &Position,
    (info, layout): (Rect, Option<&BoardLayout>),
    buffer: &mut Buffer,
    model: &Model,
) {
    let (theme, lines) = (model.theme, lines(playback, position, model));
    let style = |row: usize| if row == 0 { theme.title() } else { theme.text() };
    if layout.is_some_and(|layout| info.x >= layout.area.right()) {
        // Wraps by columns, because Chinese text has no spaces.
        let broken = |(row, text): (usize, String)| {
            break_words(&text, info.width.into(), 0)
                .into_iter()
                .map(move |text| Line::styled(text, style(row)))
        };
        let text: Vec<Line> = lines.into_iter().enumerate().flat_map(broken).collect();
        return Paragraph::new(text).render(info, buffer);
    }
    for (row, text) in lines.into_iter().enumerate() {
        let line = line_of(info, u16::try_from(row).unwrap_or(u16::MAX));
        Line::styled(cut(&text, info.width.into()), style(row)).render(line, buffer);
    }
}

/// Returns the text: the result, the current move, its notes, and the branches.
fn lines(playback: &Playback, position: &Position, model: &Model) -> Vec<String> {
    let (theme, lang) = (model.theme, model.lang);
    let lines = [
        ending(playback, theme, lang),
        here(playback, position, theme, lang),
        notes(playback, model),
        tried(playback, position, model),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

fn ending(playback: &Playback, theme: Theme, lang: Lang) -> String {
    let record = &playback.record;
    let [black, white] = [record.black, record.black.other()].map(|seat| record.label(seat));
    let ending = Ending::of_record(record).full_text(|seat| record.label(seat), lang);
    let sign = |stone| sign(playback, stone, theme);
    format!("{} {black} - {} {white} · {ending}", sign(Stone::Black), sign(Stone::White))
}

/// Returns the sign of the side that plays `stone`.
fn sign(playback: &Playback, stone: Stone, theme: Theme) -> &'static str {
    let seat = Seat::of_stone(stone, playback.record.black);
    signs::side(Some(seat), stone, playback.variant().marks_follow_seat(), theme).0
}

/// Returns the number of the current move, in the game or in a branch.
fn here(playback: &Playback, position: &Position, theme: Theme, lang: Lang) -> String {
    let (ply, count) = (playback.tree.ply(), playback.tree.game_len());
    let moves = u64::try_from(count).unwrap_or(u64::MAX);
    let Some(point) = position.last() else { return lang.before_first(&lang.moves(moves, plural(moves))) };
    let stone = position.to_move().other();
    let played = format!("{} {point}", sign(playback, stone, theme));
    if let Some(left) = playback.tree.left_game_at() {
        let decided = match position.outcome() {
            Some(Outcome::Win(_)) => lang.which_wins(),
            Some(Outcome::Draw) => lang.which_draws(),
            None => "",
        };
        let (first, played) = (left + 1, format!("{played}{decided}"));
        return match ply == first {
            true => lang.in_branch(first, &played),
            false => lang.in_long_branch(first, ply, &played),
        };
    }
    let time = time(playback, ply, lang).unwrap_or_default();
    lang.in_game(ply, count, &format!("{played}{time}"))
}

/// Returns the time used for a move of the game, and the time left after it.
fn time(playback: &Playback, ply: usize, lang: Lang) -> Option<String> {
    let turn = playback.record.turns.get(ply.checked_sub(1)?)?;
    let used = record::used(turn.used_ms, lang);
    Some(match playback.record.clock {
        ClockRule::None => lang.time_used(&used),
        _ => lang.time_left(&used, &record::left(turn.left)),
    })
}

/// Returns what is known about the current move: the choices in the opening after it, the AI's evaluation, and whether
/// the player asked for a hint before it. In a branch, returns how to get back to the game.
fn notes(playback: &Playback, model: &Model) -> String {
    let (record, ply, lang) = (&playback.record, playback.tree.ply(), model.lang);
    if playback.tree.left_game_at().is_some() {
        return lang.goes_back(&model.key(Context::Replay, Action::ToGame));
    }
    let thought = record.thoughts.iter().find(|thought| usize::from(thought.ply) == ply);
    let detail = model.settings.evaluation;
    let thought = thought.and_then(|thought| EvaluatedGame::of_record(record).text(thought, detail, lang));
    let thought = thought.map(|thought| lang.ai_thought(&thought));
    let hint = record.hints.iter().find(|mark| usize::from(mark.ply) + 1 == ply);
    let hint = hint.map(|mark| lang.asked_for_hint(&record.label(mark.seat)));
    let chosen = opening::chosen_at(ply, &record.choices, |seat| record.label(seat), lang);
    chosen.chain(thought).chain(hint).collect::<Vec<_>>().join("; ")
}

/// Returns the speed of a running autoplay, and the moves tried in place of the current one and after it.
fn tried(playback: &Playback, position: &Position, model: &Model) -> String {
    let lang = model.lang;
    let mut parts = Vec::new();
    if let Autoplay::On(_) = playback.autoplay {
        parts.push(lang.autoplaying(&thousandths(playback.speed.ms())));
    }
    if let Some((which, count)) = playback.tree.choice().filter(|(_, count)| *count > 1) {
        let [up, down] = [Action::Up, Action::Down].map(|action| model.key(Context::Replay, action));
        parts.push(lang.which_of(which, count, &up, &down));
    }
    let options = playback.tree.options();
    let own = playback.tree.left_game_at().is_none() && position.moves().len() < playback.tree.game_len();
    let tried: Vec<String> = options.iter().skip(usize::from(own)).map(Point::to_string).collect();
    if !tried.is_empty() {
        parts.push(lang.tried_next(&tried.join(" ")));
    }
    parts.join("; ")
}
