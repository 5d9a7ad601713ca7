//! A lesson: the program of an article, on any position.

pub mod examples;
mod text;
pub(crate) mod update;
pub(crate) mod view;
pub mod weights;
pub mod words;

use tengen_session::text::Lang;
use tengen_shared::rules::{
    Board, Point, Stone,
    search::{RunWorths, Verdict},
    wins_at,
};
use tengen_worker::{Article, Edition, Exercise, Pick, Program, Study, Task, Taught};

use self::{examples::Example, weights::Weight};
use crate::{
    learn::route::{Route, value_of},
    route::query_value,
    screen::aim::{self, Aim},
};

/// The state of the screen.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What followed the question mark in the address that led here.
    pub(super) came_by: String,
    pub program: Program,
    /// The stones, in the order in which they were placed.
    pub stones: Vec<(Point, Stone)>,
    /// The text in the field for the position.
    pub typed: String,
    /// Whether that text was refused.
    pub is_refused: bool,
    pub tool: Tool,
    /// The edition that the user plays against.
    pub edition: Edition,
    pub weights: Vec<Weight>,
    pub(crate) aim: Aim,
    /// The point that is explained.
    pub point: Option<Point>,
    /// What the program makes of a position. It stays while the program thinks about the next one.
    pub study: Option<Studied>,
    /// Whether the program is still to think about the position.
    is_wanted: bool,
    /// Why the program cannot think about the position.
    pub failed: Option<String>,
    /// Whether the program is to place a stone once it has thought.
    is_to_move: bool,
    /// The stones of this game, each with the static value after it once that is known.
    pub log: Vec<Logged>,
    pub over: Option<Over>,
}

/// What the program makes of an exercise.
#[derive(Clone, Debug)]
pub struct Studied {
    pub exercise: Exercise,
    pub study: Study,
}

impl Studied {
    /// Returns whether a program plays on a stone.
    #[must_use]
    pub fn is_on_stone(&self, pick: Pick) -> bool {
        self.exercise.stones.iter().any(|(at, _)| *at == pick.point)
    }
}

/// What a click on the board does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// The user places a stone and the program answers.
    Play,
    /// Stones of the user are placed, or taken away.
    Person,
    /// Stones of the computer are placed, or taken away.
    Computer,
    /// A point is explained.
    Explain,
}

/// A stone of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Logged {
    pub point: Point,
    pub stone: Stone,
    /// The value of the move, if the program has chosen it.
    pub chosen: Option<i64>,
    /// The static value after it.
    pub value: Option<i64>,
}

/// Why a game does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The stones of this colour are in a row.
    Won(Stone),
    /// The board is full.
    Draw,
    /// The program announces the end.
    Announced(Verdict),
    /// The program has no move.
    Stuck,
    /// The program plays on a stone.
    OnStone,
}

/// What the user does on the screen.
#[derive(Clone, Debug)]
pub enum Msg {
    Aim(aim::Msg),
    Tool(Tool),
    Example(Example),
    Clear,
    /// Let the computer place a stone.
    Begin,
    Against(Edition),
    /// The text in the field for the position.
    Type(String),
    /// Show the position in the field.
    Set,
    /// Search one stone deeper, or with `false` one less.
    Depth(bool),
    /// The text in the field of the weight with this number.
    Weight(usize, String),
    /// Take the article's weights again.
    OwnWeights,
    /// Go through the search of this position.
    Walk,
}

/// Why there is no search of the position to go through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWalk {
    /// The program does not search.
    NoSearch,
    /// The game is over.
    Over,
    /// The stones cannot be those of a game in which the computer is to move.
    Counts,
    /// The search has the article's weights, and the lesson has others.
    Weights,
}

impl Lesson {
    /// Creates the lesson of an article, with the `position` and the `depth` that an address has after its question mark, or with
    /// the first example.
    #[must_use]
    pub fn new(article: Article, query: &str) -> Self {
        let program = Program::of(article);
        let mut lesson = Self {
            came_by: String::new(),
            weights: weights::of(&program),
            program,
            stones: Vec::new(),
            typed: String::new(),
            is_refused: false,
            tool: Tool::Play,
            edition: Edition::Repaired,
            aim: Aim::default(),
            point: None,
            study: None,
            is_wanted: true,
            failed: None,
            is_to_move: false,
            log: Vec::new(),
            over: None,
        };
        if let Some(first) = examples::of(article).first() {
            lesson.show(*first);
        }
        let position = value_of(query, "position").map(|text| text.replace(',', " "));
        if let Some(stones) = position.and_then(|text| text::read(&text, &lesson.program)) {
            lesson.tool = Tool::Play;
            lesson.set(stones);
        }
        if let Some(depth) = value_of(query, "depth").and_then(|depth| depth.parse().ok()) {
            lesson.program = lesson.program.at_depth(depth);
        }
        query.clone_into(&mut lesson.came_by);
        lesson
    }

    /// Returns the position and the depth as an address has them after its question mark.
    pub(super) fn query(&self) -> String {
        let depth = self.program.depth().map(|depth| format!("&depth={depth}")).unwrap_or_default();
        let position = text::write(&self.stones, &self.program);
        format!("position={}{depth}", query_value(&position))
    }

    /// Returns the article whose program is shown.
    #[must_use]
    pub const fn article(&self) -> Article {
        self.program.article()
    }

    /// Returns what the program is asked; `None` if the answer is there.
    pub(super) fn task(&self) -> Option<Task> {
        self.is_wanted.then(|| Task::Study(self.exercise()))
    }

    fn exercise(&self) -> Exercise {
        let point = self.point.filter(|point| !self.has_stone(*point));
        Exercise { program: self.program.clone(), stones: self.stones.clone(), last: self.last(), point }
    }

    /// Whether a game has begun on the board.
    #[must_use]
    pub fn is_game(&self) -> bool {
        self.tool == Tool::Play && !self.log.is_empty()
    }

    /// The person's last stone.
    #[must_use]
    pub fn last(&self) -> Option<Point> {
        let is_person = |(_, stone): &&(Point, Stone)| *stone != self.program.computer();
        self.stones.iter().rev().find(is_person).map(|(point, _)| *point)
    }

    /// Returns the stones on the article's board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.exercise().board()
    }

    pub(super) fn has_stone(&self, point: Point) -> bool {
        self.stones.iter().any(|(at, _)| *at == point)
    }

    /// Shows an example with the article's weights, in place of everything on the board.
    fn show(&mut self, example: Example) {
        let Some(stones) = text::read(example.stones, &self.program) else { return };
        let depth = example.depth.or(self.program.depth()).unwrap_or(0);
        self.program = Program::of(self.article()).at_depth(depth);
        self.weights = weights::of(&self.program);
        self.tool = if example.point.is_some() { Tool::Explain } else { Tool::Play };
        self.set(stones);
        self.point = example.point.and_then(|point| point.parse().ok());
    }

    /// Puts these stones on the board in place of the present ones.
    fn set(&mut self, stones: Vec<(Point, Stone)>) {
        (self.stones, self.point) = (stones, None);
        self.log.clear();
        self.changed();
    }

    /// The stones have changed.
    fn changed(&mut self) {
        self.typed = text::write(&self.stones, &self.program);
        (self.is_refused, self.is_to_move) = (false, false);
        self.think_again();
    }

    /// Something has changed on which the program's thoughts depend. What it has announced does not count any more.
    fn think_again(&mut self) {
        self.over = self.ended();
        (self.is_wanted, self.failed) = (true, None);
    }

    /// Returns how the game has ended on the board.
    fn ended(&self) -> Option<Over> {
        let board = self.board();
        let won = self.stones.iter().find(|(point, stone)| wins_at(&board, *point, *stone));
        won.map(|(_, stone)| Over::Won(*stone)).or_else(|| board.is_full().then_some(Over::Draw))
    }

    /// Places a stone as a move of the game.
    fn play(&mut self, point: Point, stone: Stone, chosen: Option<i64>) {
        self.stones.push((point, stone));
        self.log.push(Logged { point, stone, chosen, value: None });
        self.changed();
    }

    /// The program has answered, or failed. Returns true if it has placed a stone.
    pub(super) fn answered(&mut self, answer: Result<Taught, String>, lang: Lang) -> bool {
        self.is_wanted = false;
        let study = match answer {
            Ok(Taught::Study(study)) => Ok(study),
            Ok(Taught::Refused(why)) | Err(why) => Err(why),
            Ok(Taught::Tree(_) | Taught::Parts(_) | Taught::Nothing) => Err(lang.search_illegal().to_owned()),
        };
        let study = study.map_err(|why| (self.failed, self.is_to_move) = (Some(why), false));
        let Ok(study) = study else { return false };
        let value = study.value.map(|value| *value.of(self.edition));
        if let Some(last) = self.log.last_mut() {
            last.value = last.value.or(value);
        }
        let pick = *study.picks.of(self.edition);
        self.study = Some(Studied { exercise: self.exercise(), study });
        if !std::mem::take(&mut self.is_to_move) || self.over.is_some() {
            return false;
        }
        let Some(pick) = pick else {
            self.over = Some(Over::Stuck);
            return false;
        };
        if self.has_stone(pick.point) {
            self.over = Some(Over::OnStone);
            return false;
        }
        self.play(pick.point, self.program.computer(), Some(pick.value));
        self.over = match (pick.announces, self.over) {
            (Some(Verdict::Draw), _) | (Some(Verdict::Win), None) => pick.announces.map(Over::Announced),
            (_, over) => over,
        };
        true
    }

    /// Returns the search of the position as an address.
    ///
    /// # Errors
    /// Returns the reason why there is none.
    pub fn walk(&self) -> Result<Route, NoWalk> {
        let (engine, own) = match self.program {
            Program::Alphabeta { layers } => (format!("alphabeta:{layers}"), true),
            Program::Levels { depth } => (format!("levels:{depth}"), true),
            Program::Domain { depth, worths } => {
                (format!("domain-article:{depth}"), worths == RunWorths::default())
            }
            Program::Greedy(_) => return Err(NoWalk::NoSearch),
        };
        if self.ended().is_some() {
            return Err(NoWalk::Over);
        }
        if !own {
            return Err(NoWalk::Weights);
        }
        let of = |computer: bool| {
            let is_its = move |stone: Stone| (stone == self.program.computer()) == computer;
            self.stones.iter().filter(move |(_, stone)| is_its(*stone)).map(|(point, _)| *point)
        };
        let (computer, person): (Vec<Point>, Vec<Point>) = (of(true).collect(), of(false).collect());
        let is_first = computer.len() == person.len();
        if !is_first && computer.len() + 1 != person.len() {
            return Err(NoWalk::Counts);
        }
        let (first, second) = if is_first { (computer, person) } else { (person, computer) };
        let mut rest = second.into_iter();
        let moves: String = first
            .into_iter()
            .flat_map(|point| [Some(point), rest.next()])
            .flatten()
            .map(|point| point.to_string())
            .collect();
        Ok(Route::Search(format!("board={}&moves={moves}&engine={engine}", self.program.variant())))
    }
}
