//! What an article's program makes of a position, as printed and repaired.

use tengen_engine::{
    classic::{Printed, alphabeta, domain, greedy, levels},
    explain::listed,
};
use tengen_shared::rules::{
    Board, Point, Stone,
    search::{LineWeights, Part, Parts, RunWorths, Verdict},
    wins_at,
};

use crate::lesson::{Editions, Exercise, Pick, Program, Study};

/// Returns what the program of an exercise makes of its position. If there is a row already, it plays nowhere.
pub(crate) fn study(exercise: &Exercise) -> Study {
    let (board, computer) = (exercise.board(), exercise.program.computer());
    if exercise.stones.iter().any(|(point, stone)| wins_at(&board, *point, *stone)) {
        // The worth of a five is no sum of runs.
        return Study::default();
    }
    match &exercise.program {
        Program::Alphabeta { layers } => study_alphabeta(&board, computer, *layers),
        Program::Levels { depth } => study_levels(&board, computer, *depth),
        Program::Greedy(weights) => study_greedy(&board, computer, weights, exercise.point),
        Program::Domain { depth, worths } => study_domain(&board, computer, exercise.last, *depth, worths),
    }
}

/// Returns the sum of parts with the first of them.
fn summed(parts: Vec<Part>) -> Parts {
    listed(parts.iter().map(|part| part.adds).sum(), parts)
}

fn pick(point: Point, value: impl Into<i64>) -> Pick {
    Pick { point, value: value.into(), announces: None }
}

fn as_printed(Printed { point, value, announces }: Printed) -> Pick {
    Pick { point, value, announces }
}

/// Returns the value of a tic-tac-toe board by its open lines, and its parts.
fn open_lines(board: &Board, computer: Stone, picks: Editions<Option<Pick>>) -> Study {
    let parts = alphabeta::parts_of(board, computer).map(summed);
    let value = parts.as_ref().map(|parts| Editions { printed: parts.value, repaired: parts.value });
    Study { picks, value, parts, ..Study::default() }
}

fn study_alphabeta(board: &Board, computer: Stone, layers: u8) -> Study {
    let repaired = alphabeta::rank_board(board, computer, layers);
    let printed = alphabeta::printed(board, computer, layers).map(as_printed);
    let repaired = repaired.map(|ranking| pick(ranking.pick, ranking.value));
    open_lines(board, computer, Editions { printed, repaired })
}

fn study_levels(board: &Board, computer: Stone, depth: u8) -> Study {
    let printed = levels::printed(board, computer, depth).map(as_printed);
    let repaired = levels::rank_board(board, computer, depth).map(|ranking| {
        let announces = (ranking.value == levels::WIN).then_some(Verdict::Win);
        Pick { announces, ..pick(ranking.pick, ranking.value) }
    });
    open_lines(board, computer, Editions { printed, repaired })
}

fn study_greedy(board: &Board, computer: Stone, weights: &LineWeights, point: Option<Point>) -> Study {
    let printed = greedy::printed_scores(board, computer, weights).unwrap_or_default();
    let table = greedy::ScoreTable::weighted(board, computer, weights);
    let scores: Vec<(Point, i32)> = table.iter().flat_map(greedy::ScoreTable::scores).collect();
    let explained = point.and_then(|point| {
        let table = table.as_ref()?;
        let parts = listed(table.score(point)?.into(), table.parts(point)?);
        let (_, printed) = printed.iter().find(|(at, _)| *at == point)?;
        Some((parts, i64::from(*printed)))
    });
    let picks = Editions { printed: highest(board, &printed), repaired: highest(board, &scores) };
    Study { picks, point: explained, scores, ..Study::default() }
}

/// Returns the point with the highest score. The article does not say which of equal points it plays: here it is the one that
/// is nearest to the centre.
fn highest(board: &Board, scores: &[(Point, i32)]) -> Option<Pick> {
    let centre = board.variant().centre();
    let distance = |point: Point| {
        u16::from(point.col().abs_diff(centre.col())) + u16::from(point.row().abs_diff(centre.row()))
    };
    let nearest = scores.iter().max_by_key(|(point, score)| (*score, std::cmp::Reverse(distance(*point))));
    nearest.map(|(point, score)| pick(*point, *score))
}

fn study_domain(board: &Board, computer: Stone, last: Option<Point>, depth: u8, worths: &RunWorths) -> Study {
    let person = computer.other();
    let [of_person, of_computer] =
        [person, computer].map(|stone| domain::printed_side_score(board, stone, worths));
    let printed = worths.human_times.saturating_mul(of_person).saturating_sub(of_computer);
    // The engine's parts add up for the side to move, the article's for the person.
    let mut parts = domain::parts_of(board, computer, worths);
    parts.iter_mut().for_each(|part| part.adds = -part.adds);
    let parts = summed(parts);
    // The article's person begins. Without a stone of the person, the repaired program plays around the centre.
    let middle = last.unwrap_or(board.variant().centre());
    let picks = Editions {
        printed: last.and_then(|last| domain::printed(board, computer, last, depth, worths)).map(as_printed),
        repaired: domain::rank_weighted(board, computer, middle, depth, worths)
            .map(|ranking| pick(ranking.pick, ranking.value)),
    };
    Study {
        picks,
        value: Some(Editions { printed, repaired: parts.value }),
        parts: Some(parts),
        domain: domain::domain_of(board, middle),
        ..Study::default()
    }
}
