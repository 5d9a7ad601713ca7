//! `arena`: two levels, engines or external programs play each other from random openings, each opening once with
//! either colour.

mod args;
mod bots;
mod contest;
mod dice;
mod effort;
mod elo;
mod game;
mod gomocup;
mod lines;
mod move_limits;
mod opening;
mod player;
mod report;
mod sprt;
mod tally;

use std::{
    ops::ControlFlow,
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::ensure;
pub(crate) use args::ArenaArgs;
pub(crate) use dice::Dice;
pub(crate) use elo::Elo;
use move_limits::MoveLimits;
use opening::default_plies;
pub(crate) use opening::{Fairness, Openings, candidates};
use player::Player;
use report::{Report, Settings};
pub(crate) use sprt::Sprt;
use sprt::Verdict;
use tengen_shared::rules::{Bot, Variant};

use crate::{proc::Machine, tell};

/// The maximum number of games in a match, because all openings are in memory.
const MOST_GAMES: usize = 100_000;
/// The time between two progress messages.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The random stream for the openings. Game n uses stream n, from 0 up.
const OPENINGS: u64 = u64::MAX;

/// Plays the match, or all matches of the ladder, and prints the report.
///
/// # Errors
/// Returns an error if a player cannot play the variant, if no opening is found, or if a game was lost by a fault.
pub(crate) fn run(args: &ArenaArgs) -> anyhow::Result<()> {
    ensure!(args.games <= MOST_GAMES, "{} games are too many: choose at most {MOST_GAMES}", args.games);
    let machine = Machine::now();
    let duels = duels(args)?;
    // Check every player before the first game begins.
    for player in duels.iter().flatten() {
        player.check(args.variant, limits(args))?;
    }
    let settings = settings(args, machine.cores);
    if settings.games != args.games {
        tell(&format!("{} games, so that each opening is played with either colour", settings.games));
    }
    let mut dice = Dice::new(args.seed, OPENINGS);
    let openings =
        Openings::draw(args.variant, settings.opening, settings.games / 2, fairness(args), &mut dice)?;
    if openings.distinct < openings.positions.len() {
        tell(&format!(
            "there are only {} openings, so they come again: between bots without chance the games repeat, \
             and the interval is narrower than it ought to be",
            openings.distinct
        ));
    }
    let mut report = Report::new(settings, machine);
    for duel in &duels {
        let played = play(args, duel, &openings, report.settings.threads)?;
        report.matches.push(played);
    }
    report.print()?;
    ensure!(report.faults() == 0, "{} games were lost by a fault", report.faults());
    Ok(())
}

fn play(
    args: &ArenaArgs,
    duel: &[Player; 2],
    openings: &Openings,
    threads: usize,
) -> anyhow::Result<report::Match> {
    let Openings { positions, distinct } = openings;
    let (limits, [a, b]) = (limits(args), duel);
    let [make_a, make_b] = [a, b].map(|player| move || player.sit(args.variant, limits));
    let contest = contest::Match { a: &make_a, b: &make_b, openings: positions, limits, seed: args.seed };
    let all = positions.len();
    let mut told = Instant::now();
    let tally = contest.play(threads, |tally| {
        let done = tally.games / 2;
        let finding = args.sprt.map(|sprt| sprt.judge(tally.pairs));
        if told.elapsed() >= TIMEOUT {
            let llr = finding.map_or_else(String::new, |it| format!(", LLR {:.2}", it.llr));
            tell(&format!("{a} against {b}: {done} of {all} pairs{llr}"));
            told = Instant::now();
        }
        let open = finding.is_none_or(|it| it.verdict == Verdict::NoDecision);
        if open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    let elo = Elo::from_pairs(tally.pairs);
    let sprt = args.sprt.map(|sprt| sprt.judge(tally.pairs));
    // The distinct openings come first.
    let openings = usize::try_from(tally.games / 2).map_or(*distinct, |pairs| pairs.min(*distinct));
    Ok(report::Match { a: a.to_string(), b: b.to_string(), openings, elo, sprt, tally })
}

/// Returns the pairs of players.
fn duels(args: &ArenaArgs) -> anyhow::Result<Vec<[Player; 2]>> {
    let player = |bot: Option<Bot>, program: &Option<PathBuf>| {
        bot.map(Player::Bot).or_else(|| program.clone().map(Player::Program))
    };
    if let (Some(a), Some(b)) = (player(args.a, &args.a_program), player(args.b, &args.b_program)) {
        return Ok(vec![[a, b]]);
    }
    let rungs = ladder(args.variant);
    ensure!(!rungs.is_empty(), "{} has a single level, so there is no ladder", args.variant);
    Ok(rungs)
}

fn limits(args: &ArenaArgs) -> MoveLimits {
    MoveLimits { nodes: args.nodes, time: args.move_ms.map(Duration::from_millis) }
}

/// Returns each level of a variant with the next weaker one.
fn ladder(variant: Variant) -> Vec<[Player; 2]> {
    let player = |level| Player::Bot(Bot::Level(level));
    bots::levels(variant).windows(2).map(|pair| [player(pair[1]), player(pair[0])]).collect()
}

const fn fairness(args: &ArenaArgs) -> Fairness {
    if args.balanced { Fairness::Balanced } else { Fairness::Quiet }
}

fn settings(args: &ArenaArgs, cores: usize) -> Settings {
    Settings {
        variant: args.variant.to_string(),
        ladder: args.ladder,
        games: args.games.next_multiple_of(2),
        opening: args.opening.map_or_else(|| default_plies(args.variant), usize::from),
        nodes: args.nodes,
        move_ms: args.move_ms,
        seed: args.seed,
        threads: if args.threads == 0 { cores } else { args.threads },
        repeatable: args.move_ms.is_none() && args.a_program.is_none() && args.b_program.is_none(),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use tengen_shared::rules::Level;

    use super::*;
    use crate::cli::{Args, Command};

    fn parse(options: &str) -> Result<ArenaArgs, String> {
        let words = ["tengen-bench", "arena"].into_iter().chain(options.split_whitespace());
        match Args::try_parse_from(words).map_err(|error| error.to_string())?.command {
            Command::Arena(args) => Ok(args),
            other => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn either_side_is_a_bot_or_a_program() {
        let program = |path: &str| Player::Program(path.into());
        let hard = || Player::Bot(Bot::Level(Level::Hard));
        for (options, duel) in [
            ("--a hard --b hard", [hard(), hard()]),
            ("--a-program x/y --b hard", [program("x/y"), hard()]),
            ("--a hard --b-program z --sprt -10,0", [hard(), program("z")]),
            ("--a-program x --b-program z", [program("x"), program("z")]),
        ] {
            let args = parse(options).unwrap();
            assert_eq!(duels(&args).unwrap(), [duel], "{options}");
            assert_eq!(settings(&args, 2).repeatable, !options.contains("program"), "{options}");
        }
        for options in [
            "",
            "--a hard",
            "--b-program x",
            "--a hard --a-program x --b hard",
            "--ladder --b-program x",
            "--a hard --b hard --sprt 10,0",
        ] {
            assert!(parse(options).is_err(), "{options}");
        }
    }

    #[test]
    fn a_program_that_cannot_play_is_told_before_the_match() {
        let args = parse("--a-program /nowhere/engine --b hard").unwrap();
        let error = format!("{:#}", run(&args).unwrap_err());
        assert_eq!(error, "the program /nowhere/engine: there is no such file");
    }

    #[test]
    fn a_ladder_has_every_level_above_the_next_weaker_one() {
        let expected = [
            [Level::Medium, Level::Easy],
            [Level::Hard, Level::Medium],
            [Level::Expert, Level::Hard],
            [Level::Master, Level::Expert],
        ];
        assert_eq!(
            ladder(Variant::TICTACTOE),
            expected.map(|pair| pair.map(|level| Player::Bot(Bot::Level(level))))
        );
    }
}
