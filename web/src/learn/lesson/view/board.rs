//! The board of a lesson.

use tengen_shared::{
    game::Seat,
    rules::{Point, Stone, winning_line},
};
use tengen_worker::{Article, Edition, Program, Study};

use crate::{
    learn::{
        Element, Model, Msg as Top,
        lesson::{Lesson, Msg, Over, Studied, Tool},
    },
    view::board::{self, Note, Picture},
};

/// How far article 003's window reaches from a point.
const REACH: i16 = 4;

pub(super) fn view(model: &Model, lesson: &Lesson) -> Element {
    let (stones, program) = (lesson.board(), &lesson.program);
    let won = match lesson.over {
        Some(Over::Won(_)) => {
            let lines = lesson.stones.iter().map(|(point, _)| winning_line(&stones, *point));
            lines.max_by_key(Vec::len).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let ghost = match lesson.tool {
        Tool::Play => lesson.over.is_none().then(|| program.computer().other()),
        Tool::Person => Some(program.computer().other()),
        Tool::Computer => Some(program.computer()),
        Tool::Explain => None,
    };
    // A number on every point would hide those that matter.
    let scores = lesson.study.iter().flat_map(|studied| &studied.study.scores);
    let least = scores.map(|(_, score)| *score).min();
    let note = |point| note(lesson, least, point);
    board::view(&Picture {
        lang: model.lang,
        variant: program.variant(),
        board: Some(&stones),
        // On tic-tac-toe, Black is the person, whose sign is X: the computer has the article's circle.
        black: Some(Seat::One),
        won: &won,
        last: lesson
            .stones
            .last()
            .map(|(point, _)| *point)
            .filter(|_| !program.variant().is_3x3() || !lesson.log.is_empty()),
        ghost,
        pending: None,
        hint: lesson.point.filter(|_| lesson.tool == Tool::Explain),
        forbidden: Vec::new(),
        threats: None,
        cover: None,
        aim: &lesson.aim,
        now: model.now,
        note: Some(&note),
        act: |aim| Top::Lesson(Msg::Aim(aim)),
    })
}

/// Returns what is shown on a point besides its stone: among others its score, if it is more than `least`.
fn note(lesson: &Lesson, least: Option<i32>, point: Point) -> Note {
    let stone = lesson.stones.iter().find(|(at, _)| *at == point).map(|(_, stone)| *stone);
    let Some(Studied { study, .. }) = &lesson.study else { return Note::default() };
    let is_in = match lesson.program {
        Program::Domain { .. } => study.domain.contains(&point),
        Program::Greedy(_) => is_near(lesson, point),
        Program::Alphabeta { .. } | Program::Levels { .. } => false,
    };
    let class = match (is_in, picked(lesson, study, point)) {
        (true, Some(Edition::Repaired)) => "within pick",
        (true, Some(Edition::Printed)) => "within slip",
        (true, None) => "within",
        (false, Some(Edition::Repaired)) => "pick",
        (false, Some(Edition::Printed)) => "slip",
        (false, None) => "",
    };
    let text = match (lesson.article(), stone) {
        // The console of article 001 writes its stones as numbers.
        (Article::Levels, Some(Stone::White)) => "1".into(),
        (Article::Levels, Some(Stone::Black)) => "-1".into(),
        (Article::Greedy, None) => {
            let score = study.scores.iter().find(|(at, _)| *at == point).map(|(_, score)| *score);
            score.filter(|score| Some(*score) > least).map(|score| short(score).into()).unwrap_or_default()
        }
        _ => "".into(),
    };
    Note { class, text }
}

/// Returns a score that fits on a point, in thousands if it is long.
fn short(score: i32) -> String {
    if score < 1_000 { score.to_string() } else { format!("{}k", score / 1_000) }
}

/// Returns which edition of the program plays a point. During a game nobody is told, and the next answer takes the place of an
/// old one.
fn picked(lesson: &Lesson, study: &Study, point: Point) -> Option<Edition> {
    if lesson.is_game() || lesson.task().is_some() {
        return None;
    }
    let is_of = |edition: &Edition| study.picks.of(*edition).is_some_and(|pick| pick.point == point);
    [Edition::Repaired, Edition::Printed].into_iter().find(is_of)
}

/// Whether the last stone can change the score of a point.
fn is_near(lesson: &Lesson, point: Point) -> bool {
    let Some((last, _)) = lesson.stones.last() else { return false };
    let along = |a: u8, b: u8| i16::from(a) - i16::from(b);
    let (cols, rows) = (along(point.col(), last.col()), along(point.row(), last.row()));
    let is_on_line = cols == 0 || rows == 0 || cols.abs() == rows.abs();
    is_on_line && (cols, rows) != (0, 0) && cols.abs().max(rows.abs()) <= REACH
}
