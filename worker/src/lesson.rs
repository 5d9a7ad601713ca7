//! The tasks of the lessons: search trees, values taken apart, and what an article's program does in a position, as printed
//! and repaired.

use serde::{Deserialize, Serialize};
use tengen_shared::rules::{
    Board, Bot, Point, Stone, Variant,
    search::{Cuts, LineWeights, Parts, RunWorths, Tree, Verdict},
};

use crate::question::{Ask, Setup};

/// A task of the lessons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Task {
    /// Asks for the search tree of an AI. The answer is [`Taught::Tree`], or [`Taught::Refused`].
    Explain { setup: Setup, bot: Bot, cuts: Cuts },
    /// Asks for the search of a tree that somebody has typed in. The answer is [`Taught::Tree`], or [`Taught::Refused`].
    Typed { text: String, cuts: Cuts },
    /// Asks what the static value of an AI is made of, where `path` leads to in its search. The answer is [`Taught::Parts`], or
    /// [`Taught::Refused`].
    Parts { setup: Setup, bot: Bot, path: Vec<Point> },
    /// Asks what an article's program does in a position. The answer is [`Taught::Study`].
    Study(Exercise),
}

impl Ask for Task {
    const KIND: u8 = 1;
    type Answer = Taught;
}

/// An answer to a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Taught {
    Tree(Tree),
    Parts(Parts),
    Study(Study),
    /// There is no answer, for this reason.
    Refused(String),
    /// There is no answer: the moves are illegal.
    Nothing,
}

/// An article about game search; 002 is a translation of 000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Article {
    /// 000 and 002: open lines and alpha-beta.
    Alphabeta,
    /// 001: depth as difficulty.
    Levels,
    /// 003: greedy play by line scores.
    Greedy,
    /// 004: alpha-beta near the last stone.
    Domain,
}

impl Article {
    /// Every article, in the order of the lessons.
    pub const ALL: [Self; 4] = [Self::Alphabeta, Self::Levels, Self::Greedy, Self::Domain];

    /// Returns the article's number, which is the lesson's address, too.
    #[must_use]
    pub const fn number(self) -> &'static str {
        match self {
            Self::Alphabeta => "000",
            Self::Levels => "001",
            Self::Greedy => "003",
            Self::Domain => "004",
        }
    }
}

/// The program of an article, with what can be changed in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Program {
    /// `layers` is 1 to 9 stones.
    Alphabeta {
        layers: u8,
    },
    /// `depth` is 1 to 9 stones.
    Levels {
        depth: u8,
    },
    Greedy(LineWeights),
    /// `depth` is 1 to 3 stones.
    Domain {
        depth: u8,
        worths: RunWorths,
    },
}

impl Program {
    /// Returns the program as the article has it. Levels and domain get the greatest depth that the article names.
    #[must_use]
    pub fn of(article: Article) -> Self {
        match article {
            Article::Alphabeta => Self::Alphabeta { layers: 2 },
            Article::Levels => Self::Levels { depth: 3 },
            Article::Greedy => Self::Greedy(LineWeights::default()),
            Article::Domain => Self::Domain { depth: 3, worths: RunWorths::default() },
        }
    }

    #[must_use]
    pub const fn article(&self) -> Article {
        match self {
            Self::Alphabeta { .. } => Article::Alphabeta,
            Self::Levels { .. } => Article::Levels,
            Self::Greedy(_) => Article::Greedy,
            Self::Domain { .. } => Article::Domain,
        }
    }

    /// Returns the article's board.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        match self {
            Self::Alphabeta { .. } | Self::Levels { .. } => Variant::TICTACTOE,
            Self::Greedy(_) => Variant::GOMOKU15,
            Self::Domain { .. } => Variant::GOMOKU19,
        }
    }

    /// Returns the colour of the computer's stones. Article 003 gives it black and article 004 white; on tic-tac-toe it is only
    /// a name.
    #[must_use]
    pub const fn computer(&self) -> Stone {
        match self {
            Self::Greedy(_) => Stone::Black,
            Self::Alphabeta { .. } | Self::Levels { .. } | Self::Domain { .. } => Stone::White,
        }
    }

    /// Returns the depth; `None` if the program does not look ahead.
    #[must_use]
    pub const fn depth(&self) -> Option<u8> {
        match self {
            Self::Alphabeta { layers: depth } | Self::Levels { depth } | Self::Domain { depth, .. } => {
                Some(*depth)
            }
            Self::Greedy(_) => None,
        }
    }

    /// Returns the greatest depth that a lesson shows; 0 if the program does not look ahead.
    #[must_use]
    pub const fn deepest(&self) -> u8 {
        match self {
            Self::Alphabeta { .. } | Self::Levels { .. } => 9,
            Self::Domain { .. } => 3,
            Self::Greedy(_) => 0,
        }
    }

    /// Returns the program at another depth, within 1 and [`deepest`](Self::deepest).
    #[must_use]
    pub fn at_depth(mut self, to: u8) -> Self {
        let to = to.min(self.deepest()).max(1);
        match &mut self {
            Self::Alphabeta { layers: depth } | Self::Levels { depth } | Self::Domain { depth, .. } => {
                *depth = to;
            }
            Self::Greedy(_) => {}
        }
        self
    }
}

/// A position of a lesson. The computer is to move. The stones need not be those of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exercise {
    pub program: Program,
    pub stones: Vec<(Point, Stone)>,
    /// The person's last stone, the middle of the domain.
    pub last: Option<Point>,
    /// An empty point whose score is to be explained.
    pub point: Option<Point>,
}

impl Exercise {
    /// Returns the board. Points that are not on it are left out.
    #[must_use]
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.program.variant());
        for (point, stone) in self.stones.iter().filter(|(point, _)| self.program.variant().contains(*point))
        {
            board.set(*point, Some(*stone));
        }
        board
    }
}

/// The program as the article prints it, or without its defects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edition {
    Printed,
    Repaired,
}

/// A value for each edition of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Editions<T> {
    pub printed: T,
    pub repaired: T,
}

impl<T> Editions<T> {
    /// Returns the value for `edition`.
    pub const fn of(&self, edition: Edition) -> &T {
        match edition {
            Edition::Printed => &self.printed,
            Edition::Repaired => &self.repaired,
        }
    }
}

/// The move that a program chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pick {
    /// The point. As printed, it can have a stone already.
    pub point: Point,
    /// Its value, in the article's numbers.
    pub value: i64,
    /// What article 001's program announces; then it ends the game.
    pub announces: Option<Verdict>,
}

/// What a program makes of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Study {
    pub picks: Editions<Option<Pick>>,
    /// The static value of the whole position, in the article's sign. Article 003 has none.
    pub value: Option<Editions<i64>>,
    /// What that value adds up, as repaired.
    pub parts: Option<Parts>,
    /// The lines through the point that is to be explained, as repaired, and the score as printed.
    pub point: Option<(Parts, i64)>,
    /// The repaired score of each empty point, in article 003.
    pub scores: Vec<(Point, i32)>,
    /// The points that article 004 searches.
    pub domain: Vec<Point>,
}
