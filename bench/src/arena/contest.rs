//! A match: every opening with either colour, on several threads.

use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use tengen_shared::rules::Position;

use super::{
    dice::Dice,
    game::play,
    move_limits::MoveLimits,
    player::GamePlayer,
    tally::{Pair, Tally},
};

/// A function that creates a player; called for each game.
pub(super) type Maker<'a> = &'a (dyn Fn() -> anyhow::Result<GamePlayer> + Sync);

/// The players and conditions of a match.
#[derive(Clone, Copy)]
pub(super) struct Match<'a> {
    pub(super) a: Maker<'a>,
    pub(super) b: Maker<'a>,
    pub(super) openings: &'a [Position],
    pub(super) limits: MoveLimits,
    pub(super) seed: u64,
}

impl Match<'_> {
    /// Plays pairs on this number of threads. It stops after the last opening, or when `after` says that there are
    /// enough pairs. `after` is called with the tally after each pair. The number of threads changes only the
    /// times.
    ///
    /// # Errors
    /// Returns an error if a player cannot be created.
    pub(super) fn play(
        &self,
        threads: usize,
        after: impl FnMut(&Tally) -> ControlFlow<()>,
    ) -> anyhow::Result<Tally> {
        let next = &AtomicUsize::new(0);
        let (done, results) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads.clamp(1, self.openings.len().max(1)) {
                let done = done.clone();
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(opening) = self.openings.get(number) else { break };
                        // The receiver is gone once there are enough pairs, or once a pair failed.
                        if done.send((number, self.pair(number, opening))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(done);
            count(results, after)
        })
    }

    /// Plays both games of an opening. The random choices depend only on the seed and the game's number.
    fn pair(&self, number: usize, opening: &Position) -> anyhow::Result<Pair> {
        let first = 2 * number as u64;
        let game = |seats, number| play(opening, seats, self.limits, &mut Dice::new(self.seed, number));
        Ok([game([(self.a)()?, (self.b)()?], first), game([(self.b)()?, (self.a)()?], first + 1)])
    }
}

/// Counts pairs in the order of their openings until there are enough, so the result does not depend on which thread
/// ends first.
fn count(
    results: mpsc::Receiver<(usize, anyhow::Result<Pair>)>,
    mut after: impl FnMut(&Tally) -> ControlFlow<()>,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (number, pair) in results {
        early.insert(number, pair?);
        while let Some(pair) = early.remove(&next) {
            next += 1;
            tally.add(pair);
            if after(&tally).is_break() {
                return Ok(tally);
            }
        }
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use tengen_engine::{Choice, Engine, Limits, Observer, StopFlag, Value};
    use tengen_shared::rules::{Bot, Level, Point, Variant};

    use super::*;
    use crate::arena::{Fairness, bots::make, opening::Openings};

    const ALL: fn(&Tally) -> ControlFlow<()> = |_| ControlFlow::Continue(());

    type Think = fn(&Position, &Limits) -> Option<Point>;

    /// An engine whose moves the test determines.
    struct Puppet(Think);

    impl Engine for Puppet {
        fn choose(
            &mut self,
            at: &Position,
            limits: &Limits,
            _: &StopFlag,
            _: &mut dyn Observer,
        ) -> Option<Choice> {
            let point = (self.0)(at, limits)?;
            Some(Choice {
                point,
                value: Value::Estimate(0),
                depth: 2,
                nodes: 10,
                line: vec![point],
                pace: tengen_engine::Pace::Full,
            })
        }
    }

    fn random_move(position: &Position, limits: &Limits) -> Option<Point> {
        let points: Vec<Point> = position.legal_points().collect();
        Dice::new(limits.seed, 0).pick(&points)
    }

    fn first(position: &Position, _: &Limits) -> Option<Point> {
        position.legal_points().next()
    }

    fn openings(count: usize, seed: u64) -> Vec<Position> {
        Openings::draw(Variant::TICTACTOE, 2, count, Fairness::Quiet, &mut Dice::new(seed, u64::MAX))
            .unwrap()
            .positions
    }

    fn puppets(a: Think, b: Think, seed: u64, threads: usize) -> Tally {
        let (a, b) =
            (|| Ok(GamePlayer::Bot(Box::new(Puppet(a)))), || Ok(GamePlayer::Bot(Box::new(Puppet(b)))));
        let openings = openings(40, seed);
        let contest = Match { a: &a, b: &b, openings: &openings, limits: MoveLimits::default(), seed };
        timeless(contest.play(threads, ALL).unwrap())
    }

    fn timeless(tally: Tally) -> Tally {
        let (effort_a, effort_b) = (tally.effort_a.without_times(), tally.effort_b.without_times());
        Tally { effort_a, effort_b, ..tally }
    }

    #[test]
    fn a_seed_gives_one_result_on_any_number_of_threads() {
        let once = puppets(random_move, random_move, 9, 1);
        assert_eq!(once.games, 80);
        assert!(once.wins > 0 && once.losses > 0, "{once:?}");
        assert_eq!(puppets(random_move, random_move, 9, 1), once);
        assert_eq!(puppets(random_move, random_move, 9, 2), once);
        assert_eq!(puppets(random_move, random_move, 9, 64), once);
        assert_ne!(puppets(random_move, random_move, 10, 1), once);
    }

    #[test]
    fn real_bots_give_one_result_on_any_number_of_threads() {
        let bot = |level| move || make(Bot::Level(level), Variant::TICTACTOE).map(GamePlayer::Bot);
        let (a, b) = (bot(Level::Easy), bot(Level::Hard));
        let openings = openings(72, 1);
        let contest = Match { a: &a, b: &b, openings: &openings, limits: MoveLimits::default(), seed: 1 };
        let run = |threads| timeless(contest.play(threads, ALL).unwrap());
        let once = run(1);
        assert_eq!(once.games, 144);
        assert_eq!(run(2), once);
        assert_eq!(once.faults, []);
        assert!(once.losses > once.wins, "{once:?}");
    }

    #[test]
    fn a_match_that_ends_early_counts_the_same_pairs_on_any_number_of_threads() {
        let bot = || Ok(GamePlayer::Bot(Box::new(Puppet(random_move))));
        let openings = openings(60, 5);
        let contest = Match { a: &bot, b: &bot, openings: &openings, limits: MoveLimits::default(), seed: 5 };
        let enough = |tally: &Tally| {
            if tally.wins < 9 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let run = |threads| timeless(contest.play(threads, enough).unwrap());
        let once = run(1);
        assert!((9..=10).contains(&once.wins) && once.games < 120, "{once:?}");
        assert_eq!(run(2), once);
        assert_eq!(run(64), once);
    }

    #[test]
    fn a_deterministic_bot_scores_half_against_itself() {
        let tally = puppets(first, first, 1, 2);
        assert_eq!(tally.pairs, [0, 0, 40, 0, 0]);
        assert_eq!(tally.effort_a, tally.effort_b);
    }

    #[test]
    fn both_games_of_a_pair_begin_alike_with_the_colours_swapped() {
        let bot = |think| move || Ok(GamePlayer::Bot(Box::new(Puppet(think))));
        let last: Think = |position, _| position.legal_points().last();
        let (a, b) = (bot(first), bot(last));
        let openings = openings(30, 4);
        let contest = Match { a: &a, b: &b, openings: &openings, limits: MoveLimits::default(), seed: 1 };
        for (number, opening) in openings.iter().enumerate() {
            let points: Vec<Point> = opening.legal_points().collect();
            let [one, two] = contest.pair(number, opening).unwrap();
            for (game, answer) in [(one, points.first()), (two, points.last())] {
                assert!(game.moves.starts_with(opening.moves()));
                // Black is to move after two plies: A in the first game, B in the second.
                assert_eq!(game.moves.get(2), answer);
            }
        }
    }

    #[test]
    fn no_move_an_illegal_move_and_a_panic_lose_and_are_reported() {
        let cheats: [(Think, &str); 4] = [
            (|_, _| None, "gave no move"),
            (|position, _| position.last(), "already has a stone"),
            (|_, _| Point::new(25, 25), "is off the board"),
            (|_, _| panic!("on purpose"), "panicked"),
        ];
        for (cheat, told) in cheats {
            let tally = puppets(cheat, first, 1, 2);
            assert_eq!([tally.wins, tally.losses], [0, 80], "{told}");
            assert_eq!(tally.faults.len(), 80);
            for fault in &tally.faults {
                assert!(fault.by == 'a' && fault.what.contains(told), "{fault:?}");
                assert!(fault.moves.split(' ').count() >= 2, "{fault:?}");
            }
            let other = puppets(first, cheat, 1, 2);
            assert!(other.wins == 80 && other.faults.iter().all(|fault| fault.by == 'b'), "{told}");
        }
    }

    #[test]
    fn limits_reach_both_bots() {
        let think: Think = |position, limits| {
            let told = limits.max_nodes == Some(77) && limits.deadline.is_some();
            position.legal_points().next().filter(|_| told)
        };
        let bot = || Ok(GamePlayer::Bot(Box::new(Puppet(think))));
        let limits = MoveLimits { nodes: Some(77), time: Some(std::time::Duration::from_secs(9)) };
        let openings = openings(3, 1);
        let contest = Match { a: &bot, b: &bot, openings: &openings, limits, seed: 1 };
        let mut done = Vec::new();
        let tally = contest.play(1, |tally| {
            done.push(tally.games);
            ControlFlow::Continue(())
        });
        assert_eq!(tally.unwrap().faults, []);
        assert_eq!(done, [2, 4, 6]);
    }

    #[test]
    fn a_bot_that_cannot_be_made_ends_the_match() {
        let good = || Ok(GamePlayer::Bot(Box::new(Puppet(first))));
        let bad = || anyhow::bail!("no such engine");
        let openings = openings(20, 1);
        let contest =
            Match { a: &good, b: &bad, openings: &openings, limits: MoveLimits::default(), seed: 1 };
        assert_eq!(contest.play(2, ALL).unwrap_err().to_string(), "no such engine");
    }
}
