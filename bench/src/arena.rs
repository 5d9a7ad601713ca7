//! `arena`: two bots play each other from random openings, each opening with either colour.

mod bots;
mod contest;
mod dice;
mod effort;
mod elo;
mod game;
mod opening;
mod report;
mod tally;

use std::time::{Duration, Instant};

use anyhow::ensure;
pub(crate) use dice::Dice;
use elo::Elo;
use game::Terms;
pub(crate) use opening::Openings;
use opening::default_plies;
use report::{Report, Settings};
use tengen_shared::rules::{Bot, Variant};

use crate::{cli::ArenaArgs, proc::Machine, tell};

/// The most games of a match: all openings are held in memory.
const MOST_GAMES: usize = 100_000;
/// The time between two words on how far a match has come.
const PATIENCE: Duration = Duration::from_secs(10);
/// The stream of chance from which openings are drawn; games have those from 0 up.
const OPENINGS: u64 = u64::MAX;

/// Plays the match, or all matches of the ladder, and prints the report.
///
/// # Errors
/// If a bot cannot play the variant, there is no opening, or a game was lost by a fault.
pub(crate) fn run(args: &ArenaArgs) -> anyhow::Result<()> {
    ensure!(args.games <= MOST_GAMES, "{} games are too many: choose at most {MOST_GAMES}", args.games);
    let machine = Machine::now();
    let duels = duels(args)?;
    // Whoever cannot play shall be known before anybody does.
    for bot in duels.iter().flatten() {
        bots::make(*bot, args.variant)?;
    }
    let settings = settings(args, machine.cores);
    if settings.games != args.games {
        tell(&format!("{} games, so that each opening is played with either colour", settings.games));
    }
    let mut dice = Dice::new(args.seed, OPENINGS);
    let openings = Openings::draw(args.variant, settings.opening, settings.games / 2, &mut dice)?;
    if openings.distinct < openings.positions.len() {
        tell(&format!(
            "there are only {} openings, so they come again: between bots without chance the games repeat, \
             and the interval is narrower than it ought to be",
            openings.distinct
        ));
    }
    let mut report = Report::new(settings, machine);
    for [a, b] in duels {
        let played = play(args, [a, b], &openings, report.settings.threads)?;
        report.matches.push(played);
    }
    report.print()?;
    ensure!(report.faults() == 0, "{} games were lost by a fault", report.faults());
    Ok(())
}

/// Plays one match.
fn play(
    args: &ArenaArgs,
    [a, b]: [Bot; 2],
    openings: &Openings,
    threads: usize,
) -> anyhow::Result<report::Match> {
    let Openings { positions, distinct } = openings;
    let terms = Terms { nodes: args.nodes, time: args.move_ms.map(Duration::from_millis) };
    let [make_a, make_b] = [a, b].map(|bot| move || bots::make(bot, args.variant));
    let contest = contest::Match { a: &make_a, b: &make_b, openings: positions, terms, seed: args.seed };
    let all = positions.len();
    let mut told = Instant::now();
    let tally = contest.play(threads, |done| {
        if told.elapsed() >= PATIENCE {
            tell(&format!("{a} against {b}: {done} of {all} pairs"));
            told = Instant::now();
        }
    })?;
    let elo = Elo::from_pairs(tally.pairs);
    Ok(report::Match { a: a.to_string(), b: b.to_string(), openings: *distinct, elo, tally })
}

/// Who plays whom.
fn duels(args: &ArenaArgs) -> anyhow::Result<Vec<[Bot; 2]>> {
    if let (Some(a), Some(b)) = (args.a, args.b) {
        return Ok(vec![[a, b]]);
    }
    let rungs = ladder(args.variant);
    ensure!(!rungs.is_empty(), "{} has a single level, so there is no ladder", args.variant);
    Ok(rungs)
}

/// Each level of a variant with the next weaker one.
fn ladder(variant: Variant) -> Vec<[Bot; 2]> {
    bots::levels(variant).windows(2).map(|pair| [Bot::Level(pair[1]), Bot::Level(pair[0])]).collect()
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
        repeatable: args.move_ms.is_none(),
    }
}

#[cfg(test)]
mod tests {
    use tengen_shared::rules::Level;

    use super::*;

    #[test]
    fn a_ladder_has_every_level_above_the_next_weaker_one() {
        let expected = [
            [Level::Medium, Level::Easy],
            [Level::Hard, Level::Medium],
            [Level::Expert, Level::Hard],
            [Level::Master, Level::Expert],
        ];
        assert_eq!(ladder(Variant::TICTACTOE), expected.map(|pair| pair.map(Bot::Level)));
    }
}
