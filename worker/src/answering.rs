//! Answers the page's questions, with the engines.

use std::{cmp::Reverse, time::Duration};

use tengen_engine::{
    Act, Choice, Engine, HINT_TIME, Limits, MIN_DEPTH, Observer, Purpose, StopFlag, Turn, Value, available,
    engine_for, promising, pvs::PvsEngine, threats,
};
use tengen_shared::{
    game::Thinking,
    rules::{Bot, Level, Opening, Outcome, Point, Position, Progress, Stone, Threat},
};
use web_time::Instant;

use crate::question::{Answer, Line, Question, Seen, Setup};

/// The most that a level whose strength is a number of nodes may take. A slow phone needs less.
const PATIENCE: Duration = Duration::from_secs(20);
/// The search for the best move of a position.
const BEST_TIME: Duration = Duration::from_millis(2_500);
/// The searches for the moves beside the best: how many are tried, and the nodes for each.
const TRIED: usize = 12;
const TRIED_NODES: u64 = 60_000;
/// The nodes for each position of a game.
const GAME_NODES: u64 = 30_000;
/// The nodes for each further move of a forced win, and the time for all of them.
const PROOF_NODES: u64 = 200_000;
const PROOF_TIME: Duration = Duration::from_secs(2);
/// The size of the transposition table, in bytes.
const TABLE: usize = 16 << 20;

/// Answers a question. Calls `tell` with each answer; the last one is the best.
pub fn answer(question: &Question, tell: &mut dyn FnMut(Answer)) {
    let found = match question {
        Question::Turn { setup, bot, step, seed, ms } => turn(setup, (*bot, *step), *seed, *ms),
        Question::Hint { setup } => hint(setup),
        Question::Analyse { setup, lines } => {
            let spend = Spend { best: within(BEST_TIME), proof: PROOF_TIME };
            return analyse(setup, usize::from(*lines), spend, tell);
        }
        Question::Game { setup, from } => return game(setup, usize::from(*from), tell),
    };
    tell(found.unwrap_or(Answer::Nothing));
}

fn within(time: Duration) -> Limits {
    Limits { deadline: Some(Instant::now() + time), min_depth: MIN_DEPTH, ..Limits::default() }
}

/// Returns what an AI does in its turn.
fn turn(setup: &Setup, (bot, step): (Bot, Option<(Opening, u8)>), seed: u64, ms: u32) -> Option<Answer> {
    let position = setup.position(usize::MAX).ok()?;
    let by_time = bot.level().is_some_and(Level::is_by_time);
    let time = if by_time { Duration::from_millis(ms.into()) } else { PATIENCE };
    let (limits, stop) = (Limits { seed, ..within(time) }, StopFlag::default());
    let (opening, choices) = step.unwrap_or((Opening::None, 0));
    let done = Progress { stones: position.moves().len(), choices: choices.into() };
    let step = step.and_then(|_| opening.step(done));
    let turn = Turn { position, opening, step, choices: done.choices };
    let act = match turn.special_step() {
        Some(step) => turn.open(step, limits, &stop),
        None => {
            let engine = engine_for(bot, setup.variant).ok();
            let choice = engine.and_then(|mut engine| engine.choose(&turn.position, &limits, &stop, &mut ()));
            if let Some(Choice { point, value, depth, nodes, pace, .. }) = choice {
                return Some(Answer::Stone { point, thinking: Some(Thinking { value, depth, nodes, pace }) });
            }
            turn.any_act()
        }
    };
    act.map(|act| match act {
        Act::Stone(point) => Answer::Stone { point, thinking: None },
        Act::Choice(choice) => Answer::Choice(choice),
    })
}

/// Returns the move that the strongest level suggests.
fn hint(setup: &Setup) -> Option<Answer> {
    let position = setup.position(usize::MAX).ok()?;
    let (limits, stop) = (within(HINT_TIME), StopFlag::default());
    let mut levels = available(setup.variant).levels.iter().rev();
    let (point, outlook) =
        levels.find_map(|level| tengen_engine::hint(Bot::Level(*level), &position, &limits, &stop))?;
    Some(Answer::Hint { point, outlook })
}

/// Passes on what a search has found, depth by depth.
struct Progressing<'a> {
    seen: Seen,
    tell: &'a mut dyn FnMut(Answer),
}

impl Observer for Progressing<'_> {
    fn depth_done(&mut self, choice: &Choice) {
        self.seen.take(choice);
        (self.tell)(Answer::Seen(self.seen.clone()));
    }
}

impl Seen {
    fn take(&mut self, choice: &Choice) {
        self.lines = vec![Line { value: choice.value, moves: choice.line.clone() }];
        (self.depth, self.nodes) = (choice.depth, choice.nodes);
    }
}

/// The limits of an analysis.
#[derive(Clone, Copy)]
struct Spend {
    /// For the best move.
    best: Limits,
    /// The time to play a forced win out.
    proof: Duration,
}

fn analyse(setup: &Setup, lines: usize, spend: Spend, tell: &mut dyn FnMut(Answer)) {
    let Ok(position) = setup.position(usize::MAX) else { return tell(Answer::Nothing) };
    let mut progress = Progressing { seen: Seen::default(), tell };
    if position.outcome().is_none() {
        progress.seen.threats = [Stone::Black, Stone::White].map(|stone| threats(&position, stone));
        if setup.variant.win_length() != 5 {
            // The other names are those of five in a row.
            progress.seen.threats.iter_mut().for_each(|it| it.retain(|(_, threat)| *threat == Threat::Five));
        }
        let mut engine = PvsEngine::new(TABLE, u8::MAX);
        let limits = Limits { purpose: Purpose::Value, ..spend.best };
        if let Some(best) = engine.choose(&position, &limits, &StopFlag::default(), &mut progress) {
            progress.seen.take(&best);
            play_out(&mut engine, &position, spend.proof, &mut progress);
            compare(&mut engine, &position, lines, &mut progress);
        }
    }
    progress.seen.done = true;
    (progress.tell)(Answer::Seen(progress.seen));
}

/// Continues the best line to the end if it is a forced win: the winner plays what wins, and the other side resists.
fn play_out(engine: &mut PvsEngine, position: &Position, time: Duration, progress: &mut Progressing<'_>) {
    let best = &mut progress.seen.lines[0];
    let (plies, winner) = match best.value {
        Value::Win(plies) => (plies, position.to_move()),
        Value::Loss(plies) => (plies, position.to_move().other()),
        Value::Estimate(_) => return,
    };
    let mut after = position.clone();
    if best.moves.iter().any(|point| after.play(*point).is_err()) {
        return;
    }
    let limits = Limits { max_nodes: Some(PROOF_NODES), ..within(time) };
    while after.outcome().is_none() && best.moves.len() < usize::from(plies) {
        let found = engine.choose(&after, &limits, &StopFlag::default(), &mut ());
        // On the winner's turn, the win must be proven again. The other side may not see yet that it has lost.
        let is_proven = |choice: &Choice| after.to_move() != winner || matches!(choice.value, Value::Win(_));
        let Some(choice) = found.filter(is_proven) else { return };
        if after.play(choice.point).is_err() {
            return;
        }
        best.moves.push(choice.point);
    }
}

/// Adds the first moves that come closest to the best one.
fn compare(engine: &mut PvsEngine, position: &Position, lines: usize, progress: &mut Progressing<'_>) {
    if lines < 2 {
        return;
    }
    let best = progress.seen.lines[0].clone();
    // If the position is lost, so is every move, and an estimate only says that the proof was not found.
    let is_lost = matches!(best.value, Value::Loss(_));
    let mut others: Vec<Line> = Vec::new();
    for point in promising(position, TRIED).into_iter().filter(|point| best.moves.first() != Some(point)) {
        let Some((found, nodes)) = first_move(engine, position, point, TRIED_NODES) else { continue };
        progress.seen.nodes += nodes;
        if is_lost && !matches!(found.value, Value::Loss(_)) {
            continue;
        }
        others.push(found);
        others.sort_by_key(|line| Reverse(line.value));
        others.truncate(lines - 1);
        progress.seen.lines = [&best].into_iter().chain(&others).cloned().collect();
        (progress.tell)(Answer::Seen(progress.seen.clone()));
    }
}

/// Returns the line that begins with `point`, and the number of nodes searched for it.
fn first_move(engine: &mut PvsEngine, position: &Position, point: Point, nodes: u64) -> Option<(Line, u64)> {
    let mut after = position.clone();
    after.play(point).ok()?;
    let reply = worth(engine, &after, nodes)?;
    let moves = [point].into_iter().chain(reply.line).collect();
    Some((Line { value: before(reply.value), moves }, reply.nodes))
}

/// The value of a position for the side to move, and how it was found.
struct Worth {
    /// In a decided position, a win or loss at ply 0.
    value: Value,
    line: Vec<Point>,
    nodes: u64,
}

fn worth(engine: &mut PvsEngine, position: &Position, nodes: u64) -> Option<Worth> {
    let decided = |value| Some(Worth { value, line: Vec::new(), nodes: 0 });
    match position.outcome() {
        Some(Outcome::Win(winner)) if winner != position.to_move() => decided(Value::Loss(0)),
        // The last stone was forbidden, and loses.
        Some(Outcome::Win(_)) => decided(Value::Win(0)),
        Some(Outcome::Draw) => decided(Value::Estimate(0)),
        None => {
            let purpose = Purpose::Value;
            let limits = Limits { max_nodes: Some(nodes), min_depth: 1, purpose, ..Limits::default() };
            let choice = engine.choose(position, &limits, &StopFlag::default(), &mut ())?;
            Some(Worth { value: choice.value, line: choice.line, nodes: choice.nodes })
        }
    }
}

/// Returns the value for the side that has just moved, one ply before.
const fn before(value: Value) -> Value {
    match value {
        Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
        Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
        Value::Estimate(units) => Value::Estimate(units.saturating_neg()),
    }
}

/// Evaluates the undecided positions of a game, from the one after `from` moves to the first. What the engine learns in a
/// late one helps in those before it.
fn game(setup: &Setup, from: usize, tell: &mut dyn FnMut(Answer)) {
    let mut engine = PvsEngine::new(TABLE, u8::MAX);
    let mut value_of = |ply: usize| worth(&mut engine, &setup.position(ply).ok()?, GAME_NODES);
    let mut next = (from < setup.moves.len()).then(|| value_of(from + 1)).flatten().map(|it| it.value);
    for ply in (0..=from.min(setup.moves.len())).rev() {
        let Some(Worth { mut value, line, .. }) = value_of(ply) else { return tell(Answer::Nothing) };
        let mut best = line.first().copied();
        // The move that was played may win where a short search has found nothing.
        let played = next.map(before).filter(|played| matches!(played, Value::Win(_)) && *played > value);
        if let Some(played) = played {
            (value, best) = (played, setup.moves.get(ply).copied());
        }
        next = Some(value);
        if let Some(best) = best {
            tell(Answer::Worth { ply: u16::try_from(ply).unwrap_or(u16::MAX), value, best });
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]
mod tests {
    use tengen_shared::rules::{FoulRule, Variant};

    use super::*;

    fn setup(moves: &str) -> Setup {
        let moves = moves.split_whitespace().map(|point| point.parse().unwrap()).collect();
        Setup { variant: Variant::GOMOKU15, fouls: FoulRule::Refused, moves }
    }

    fn answers(question: &Question) -> Vec<Answer> {
        let mut all = Vec::new();
        answer(question, &mut |answer| all.push(answer));
        all
    }

    fn analysed(moves: &str, lines: usize) -> Seen {
        // Nodes decide, not the clock.
        let best = Limits { max_nodes: Some(200_000), ..Limits::default() };
        let mut last = Answer::Nothing;
        let spend = Spend { best, proof: Duration::from_secs(600) };
        analyse(&setup(moves), lines, spend, &mut |answer| last = answer);
        match last {
            Answer::Seen(seen) => seen,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_forced_win_is_played_out_and_compared_with_other_moves() {
        // Black has an open three.
        let seen = analysed("h8 a1 h9 a15 h10 o1", 3);
        assert!(seen.done && seen.nodes > 0);
        assert_eq!((seen.lines.len(), seen.lines[0].value), (3, Value::Win(3)));
        assert_eq!(seen.lines[0].moves.len(), 3, "{:?}", seen.lines[0]);
        assert!(seen.lines.is_sorted_by(|a, b| a.value >= b.value));
    }

    #[test]
    fn in_a_lost_position_each_move_shown_is_lost_and_shown_once() {
        // Black has an open four.
        let seen = analysed("h8 a1 h9 a15 h10 o1 h11", 4);
        let firsts: Vec<Point> = seen.lines.iter().map(|line| line.moves[0]).collect();
        assert!(seen.lines.iter().all(|line| matches!(line.value, Value::Loss(_))), "{seen:?}");
        assert!(
            firsts.iter().enumerate().all(|(index, point)| !firsts[..index].contains(point)),
            "{firsts:?}"
        );
    }

    #[test]
    fn a_finished_game_has_neither_moves_nor_threats() {
        let seen = analysed("h8 a1 h9 a2 h10 a3 h11 a4 h12", 3);
        assert_eq!(seen, Seen { done: true, ..Seen::default() });
    }

    #[test]
    fn a_game_is_valued_from_a_late_position_to_the_first() {
        let moves = "h8 a1 h9 a15 h10 o1 a8";
        let of = |from| answers(&Question::Game { setup: setup(moves), from });
        let all = of(7);
        assert_eq!(all.len(), 8);
        // Before the last move, Black wins in three plies.
        assert!(matches!(all[1], Answer::Worth { ply: 6, value: Value::Win(3), .. }), "{:?}", all[1]);
        assert!(matches!(of(6)[0], Answer::Worth { ply: 6, value: Value::Win(3), .. }));
        let over = setup("h8 a1 h9 a2 h10 a3 h11 a4 h12");
        let over = answers(&Question::Game { setup: over, from: 9 });
        assert!(matches!(over[0], Answer::Worth { ply: 8, value: Value::Win(1), .. }), "{:?}", over[0]);
    }

    #[test]
    fn illegal_moves_have_no_answer() {
        let broken = setup("h8 h8");
        for question in [
            Question::Hint { setup: broken.clone() },
            Question::Analyse { setup: broken.clone(), lines: 1 },
            Question::Game { setup: broken, from: 2 },
        ] {
            assert_eq!(answers(&question), [Answer::Nothing]);
        }
    }
}
