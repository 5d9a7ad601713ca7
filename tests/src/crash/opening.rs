//! The setup of each room by its number: boards, seats, and the levels of AIs.

use rand::{RngExt, rngs::SmallRng};
use tengen_shared::{
    game::{
        Access, AiGames, ClockRule, FirstMove, HintRule, PerSeat, SeatPlan, Settings, ThinkTime, ThoughtRule,
        VerdictRule,
    },
    protocol::{Cmd, Request},
    rules::{Bot, FoulRule, Level, Opening, Variant},
};

/// The boards, with every rule set. Small ones make many games and so checkpoints, large ones make long tails of records.
const BOARDS: [&str; 8] =
    ["3x3k3", "5x5k4", "7x7k4", "15x15k5", "9x9k5 renju", "9x9k5 caro", "9x9k5 longcaro", "9x9k5 exact"];

/// The levels that may play in AI seats.
pub(super) const BOTS: [Bot; 3] =
    [Bot::Level(Level::Easy), Bot::Level(Level::Medium), Bot::Level(Level::Hard)];

fn pick<T: Copy>(rng: &mut SmallRng, of: &[T]) -> T {
    of[rng.random_range(0..of.len())]
}

/// Returns a clock of any kind. The minimum time is one second, which a long game of short turns uses up.
fn clock(number: usize) -> ClockRule {
    let rule = match number % 6 {
        0 => return ClockRule::None,
        1 => ClockRule::per_move(1_000),
        2 => ClockRule::fischer(1_000, 0),
        3 => ClockRule::fischer(1_500, 20),
        4 => ClockRule::byo_yomi(500, 1_000, 1),
        _ => ClockRule::byo_yomi(0, 1_000, 2),
    };
    rule.expect("a clock")
}

/// Returns the same settings with another clock, or listed or unlisted. The visibility of evaluations
/// stays, so that a finished game looks as before.
pub(super) fn other_settings(settings: &Settings, rng: &mut SmallRng) -> Settings {
    match rng.random_range(0..2) {
        0 => Settings { clock: clock(rng.random_range(0..6)), ..*settings },
        _ => Settings { access: pick(rng, &[Access::Listed, Access::Unlisted]), ..*settings },
    }
}

/// Returns the command that creates room `number`.
pub(super) fn create(number: usize, rng: &mut SmallRng) -> Cmd {
    let variant: Variant = BOARDS[number % BOARDS.len()].parse().expect("a board");
    let thoughts = [ThoughtRule::Live, ThoughtRule::AfterGame, ThoughtRule::Never];
    let firsts = [FirstMove::Alternate, FirstMove::LoserFirst, FirstMove::WinnerFirst, FirstMove::Fixed];
    let opening = pick(rng, &Opening::ALL);
    let settings = Settings {
        opening: if opening.fits(variant) { opening } else { Opening::None },
        fouls: pick(rng, &[FoulRule::Refused, FoulRule::Loses]),
        first_move: pick(rng, &firsts),
        // Long enough for a kill while the AI's move is due, or short.
        think_time: ThinkTime::try_from(pick(rng, &[0, 20, 20, 200])).expect("a time"),
        hints: pick(rng, &[HintRule::Always, HintRule::AgainstAi, HintRule::Never]),
        thoughts: pick(rng, &thoughts),
        verdicts: pick(rng, &[VerdictRule::Always, VerdictRule::Classic]),
        ai_games: AiGames::try_from(2).expect("a number"),
        clock: clock(number / BOARDS.len()),
        access: pick(rng, &[Access::Listed, Access::Unlisted]),
        ..Settings::new(variant)
    };
    let ai = || SeatPlan::Ai { bot: BOTS[0] };
    let guest = || SeatPlan::Guest { name: "Guest".parse().expect("a name") };
    let seats = match number % 10 {
        5 => [SeatPlan::Open {}, SeatPlan::Me {}],
        6 => [SeatPlan::Me {}, ai()],
        7 => [ai(), SeatPlan::Me {}],
        8 => [SeatPlan::Me {}, guest()],
        9 => [ai(), ai()],
        _ => [SeatPlan::Me {}, SeatPlan::Open {}],
    };
    Cmd::Request(Request::Create { settings, seats: PerSeat(seats), passphrase: None })
}
