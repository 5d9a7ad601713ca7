//! The results of a match, from the point of view of player A.

use serde::Serialize;
use tengen_shared::rules::Stone;

use super::{effort::Effort, elo::Pairs, game::Game};

/// Both games of an opening: A plays Black in the first and White in the second.
pub(super) type Pair = [Game; 2];

/// The results of all pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Tally {
    pub(super) games: u64,
    /// Games that A has won.
    pub(super) wins: u64,
    pub(super) draws: u64,
    /// Games that A has lost.
    pub(super) losses: u64,
    /// Games that Black has won.
    pub(super) black_wins: u64,
    /// Games that White has won.
    pub(super) white_wins: u64,
    /// Pairs by the score of A: 0, 1/4, 1/2, 3/4, 1.
    pub(super) pairs: Pairs,
    pub(super) effort_a: Effort,
    pub(super) effort_b: Effort,
    /// Games that were lost by a fault: no move, an illegal one or a panic.
    pub(super) faults: Vec<Fault>,
}

/// A game that was not lost on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Fault {
    /// The player at fault, `a` or `b`.
    pub(super) by: char,
    pub(super) what: String,
    /// The moves until then, so that the position can be set up again.
    pub(super) moves: String,
}

impl Tally {
    pub(super) fn add(&mut self, pair: Pair) {
        let before = 2 * self.wins + self.draws;
        for (game, stone) in pair.into_iter().zip([Stone::Black, Stone::White]) {
            self.add_game(game, stone);
        }
        // A pair has at most two wins, worth two half points each.
        if let Some(count) = usize::try_from(2 * self.wins + self.draws - before)
            .ok()
            .and_then(|half_points| self.pairs.get_mut(half_points))
        {
            *count += 1;
        }
    }

    /// Adds a game in which A played the colour `a`.
    fn add_game(&mut self, game: Game, a: Stone) {
        self.games += 1;
        match game.winner {
            None => self.draws += 1,
            Some(stone) if stone == a => self.wins += 1,
            Some(_) => self.losses += 1,
        }
        self.black_wins += u64::from(game.winner == Some(Stone::Black));
        self.white_wins += u64::from(game.winner == Some(Stone::White));
        let [black, white] = &game.efforts;
        let (of_a, of_b) = if a == Stone::Black { (black, white) } else { (white, black) };
        self.effort_a.merge(of_a);
        self.effort_b.merge(of_b);
        if let Some(what) = game.fault {
            let by = if game.winner == Some(a) { 'b' } else { 'a' };
            let moves = game.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            self.faults.push(Fault { by, what, moves });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(winner: Option<Stone>) -> Game {
        Game { winner, fault: None, efforts: [Effort::default(); 2], moves: Vec::new() }
    }

    #[test]
    fn a_win_belongs_to_the_bot_and_not_to_the_colour() {
        let mut tally = Tally::default();
        // A wins both; Black wins both; a win of A and a draw; two draws; a draw and a loss; B wins both.
        for winners in [
            [Some(Stone::Black), Some(Stone::White)],
            [Some(Stone::Black), Some(Stone::Black)],
            [None, Some(Stone::White)],
            [None, None],
            [None, Some(Stone::Black)],
            [Some(Stone::White), Some(Stone::Black)],
        ] {
            tally.add(winners.map(game));
        }
        assert_eq!([tally.games, tally.wins, tally.draws, tally.losses], [12, 4, 4, 4]);
        assert_eq!([tally.black_wins, tally.white_wins], [5, 3]);
        assert_eq!(tally.pairs, [1, 1, 2, 1, 1]);
    }

    #[test]
    fn a_fault_is_laid_at_the_loser() {
        let mut tally = Tally::default();
        let fault = |winner| Game { fault: Some("gave no move".to_owned()), ..game(Some(winner)) };
        tally.add([fault(Stone::White), fault(Stone::White)]);
        assert_eq!(tally.faults.iter().map(|fault| fault.by).collect::<String>(), "ab");
    }
}
