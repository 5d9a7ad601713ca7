//! The session with the manager: handles commands one after another and replies with moves.

use std::{
    collections::VecDeque,
    io::{self, Write},
    sync::mpsc::{Receiver, SyncSender},
    time::Instant,
};

use tengen_engine::{StopFlag, pvs::PvsEngine};
use tengen_shared::rules::{Point, Position, RuleSet};

use crate::{
    brain::Keeper,
    command::{self, Command, Spot},
    event::{Event, Found},
    game::{Game, GameError, Goal},
    settings::Settings,
    think::{self, Task},
    time,
};

const ABOUT: &str = concat!(
    "name=\"Tengen\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"the Tengen authors\", country=\"\", mnk=\"1\""
);
/// The maximum number of stones of a `BOARD`.
const MOST_STONES: usize = 26 * 26;
/// The maximum number of commands that may wait for the end of a search.
const MOST_WAITING: usize = 1024;

/// A line from the manager, or the reason why it was lost.
enum Heard {
    Line(String),
    /// A line that was too long, or came when too many others were waiting.
    Lost(&'static str),
}

/// Stones that the manager lists, one a line.
enum Listed {
    /// The stones of a `BOARD`, and whether it asks for no reply (`quiet`).
    Board { stones: Vec<(Spot, u8)>, quiet: bool },
    /// The stones of a `SWAP2BOARD`.
    Opening { stones: Vec<Spot> },
}

/// Whether the session continues.
#[derive(PartialEq, Eq)]
enum Next {
    Go,
    End,
}

pub(crate) struct Session<W> {
    out: W,
    events: SyncSender<Event>,
    game: Option<Game>,
    settings: Settings,
    brain: Keeper,
    /// The stones before `DONE`.
    listed: Option<Listed>,
    /// The flag that stops the current search, if there is one.
    thinking: Option<StopFlag>,
    /// The lines that came during the search.
    waiting: VecDeque<Heard>,
    /// How many of the waiting lines came before a `STOP`. Searches that they start stop at once.
    hurried: usize,
}

impl<W: Write> Session<W> {
    pub(crate) fn new(out: W, events: SyncSender<Event>) -> Self {
        Self {
            out,
            events,
            game: None,
            settings: Settings::default(),
            brain: Keeper::default(),
            listed: None,
            thinking: None,
            waiting: VecDeque::new(),
            hurried: 0,
        }
    }

    /// Handles events until the manager ends the session.
    ///
    /// # Errors
    /// Returns an error if the output cannot be written.
    pub(crate) fn run(mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        for event in inbox {
            let next = match event {
                Event::Line(line) => self.hear(Heard::Line(line))?,
                Event::TooLong => self.hear(Heard::Lost("the line is too long"))?,
                Event::Closed => Next::End,
                Event::Message(text) => self.say(&format!("MESSAGE {text}"))?,
                Event::Thought { brain, found } => self.thought(brain, found)?,
            };
            if next == Next::End {
                break;
            }
        }
        if let Some(stop) = self.thinking {
            stop.stop();
        }
        Ok(())
    }

    /// Handles a line. During a search, only `END`, `STOP` and settings take effect at once. Other lines wait.
    fn hear(&mut self, heard: Heard) -> io::Result<Next> {
        let Some(stop) = &self.thinking else { return self.obey(&heard) };
        let Heard::Line(line) = &heard else {
            self.wait(heard);
            return Ok(Next::Go);
        };
        match Command::parse(line) {
            Ok(Some(Command::End)) => return Ok(Next::End),
            Ok(Some(Command::Stop)) => {
                stop.stop();
                self.hurried = self.waiting.len();
            }
            // Settings must not overtake waiting lines.
            Ok(Some(Command::Info { key, value })) if self.waiting.is_empty() => {
                self.settings.set(&key, &value);
            }
            Ok(None) => {}
            _ => self.wait(heard),
        }
        Ok(Next::Go)
    }

    /// Queues a line until the search ends. If the queue is full, an error replaces its last line.
    fn wait(&mut self, heard: Heard) {
        if self.waiting.len() < MOST_WAITING {
            self.waiting.push_back(heard);
        } else if let Some(last) = self.waiting.back_mut() {
            *last = Heard::Lost("too many commands while I think");
        }
    }

    fn obey(&mut self, heard: &Heard) -> io::Result<Next> {
        let line = match heard {
            Heard::Line(line) => line,
            Heard::Lost(why) => return self.error(why),
        };
        if let Some(listed) = &mut self.listed
            && line.starts_with(|it: char| it.is_ascii_digit())
        {
            let added = match listed {
                Listed::Board { stones, .. } => command::stone(line).map(|stone| add(stones, stone)),
                Listed::Opening { stones } => command::spot(line).map(|spot| add(stones, spot)),
            };
            return match added {
                Ok(Ok(())) => Ok(Next::Go),
                Ok(Err(error)) => self.fail(&error),
                Err(error) => self.fail(&error),
            };
        }
        let command = match Command::parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(Next::Go),
            Err(error) => return self.fail(&error),
        };
        match command {
            Command::Info { key, value } => {
                self.settings.set(&key, &value);
                self.build_tables(&[self.settings.goal.runs]);
                Ok(Next::Go)
            }
            Command::About => self.say(ABOUT),
            Command::End => Ok(Next::End),
            Command::Stop => Ok(Next::Go),
            Command::Unknown(word) if self.listed.is_some() => {
                self.error(&format!("{word} is no stone: send the board anew"))
            }
            Command::Unknown(word) => self.say(&format!("UNKNOWN {word} is no command of mine")),
            other => self.play(&other),
        }
    }

    /// Handles the commands about the game.
    fn play(&mut self, command: &Command) -> io::Result<Next> {
        // Report a bad setting only after a whole board. Otherwise its lines would not be read as stones.
        if !matches!(command, Command::Board { .. } | Command::Swap2Board)
            && let Some(trouble) = self.settings.trouble()
        {
            return self.fail(&trouble);
        }
        if !matches!(command, Command::Done) {
            self.listed = None;
        }
        match self.try_play(command) {
            Ok(Answer::Silence) => Ok(Next::Go),
            Ok(Answer::Ok) => self.say("OK"),
            Ok(Answer::Fresh) => self.get_ready(),
            Ok(Answer::Think) => self.think(),
            Ok(Answer::Open(position)) => self.search(Task::Swap2(position)),
            Err(error) => self.fail(&error),
        }
    }

    fn try_play(&mut self, command: &Command) -> Result<Answer, GameError> {
        if let Command::Start { width, height } = *command {
            self.game = Some(Game::new(width, height)?);
            return Ok(Answer::Fresh);
        }
        let game = self.game.as_mut().ok_or(GameError::NoBoard)?;
        match *command {
            Command::Restart => {
                game.clear();
                Ok(Answer::Fresh)
            }
            Command::Begin if !game.is_empty() => Err(GameError::NotEmpty),
            Command::Begin => Ok(Answer::Think),
            Command::Turn(spot) => {
                game.position(self.settings.goal)?;
                game.play(spot).map(|()| Answer::Think)
            }
            Command::Takeback(spot) => game.take_back(spot).map(|()| Answer::Ok),
            Command::Board { quiet } => {
                self.listed = Some(Listed::Board { stones: Vec::new(), quiet });
                Ok(Answer::Silence)
            }
            Command::Swap2Board => {
                self.listed = Some(Listed::Opening { stones: Vec::new() });
                Ok(Answer::Silence)
            }
            Command::Done => match self.listed.take() {
                None => Ok(Answer::Silence),
                Some(Listed::Board { stones, quiet }) => {
                    game.set(&stones)?;
                    Ok(if quiet { Answer::Silence } else { Answer::Think })
                }
                Some(Listed::Opening { stones }) => {
                    game.opening(&stones, self.settings.goal).map(Answer::Open)
                }
            },
            Command::ClearHash => {
                self.brain.forget(self.settings.table());
                Ok(Answer::Silence)
            }
            _ => Ok(Answer::Silence),
        }
    }

    /// Prepares for a game while no clock is running.
    fn get_ready(&mut self) -> io::Result<Next> {
        // The manager sends the rule after this command, so build the tables for all.
        self.build_tables(&RuleSet::ALL);
        let wanted = self.settings.table();
        let found = self.brain.forget(wanted);
        if found <= wanted / 2 {
            let (wanted, found) = (wanted >> 10, found >> 10);
            self.say(&format!("MESSAGE no memory for a table of {wanted} KiB: it has {found}"))?;
        }
        self.say("OK")
    }

    /// Builds the pattern tables for these rules, if they do not exist yet.
    fn build_tables(&self, rules: &[RuleSet]) {
        for runs in rules {
            let goal = Goal { runs: *runs, ..self.settings.goal };
            if let Some(Ok(variant)) = self.game.as_ref().map(|game| game.variant(goal)) {
                PvsEngine::get_ready_for(variant);
            }
        }
    }

    fn think(&mut self) -> io::Result<Next> {
        let Some(game) = &self.game else { return self.fail(&GameError::NoBoard) };
        match game.position(self.settings.goal) {
            Ok(position) => self.search(Task::Move(position)),
            Err(error) => self.fail(&error),
        }
    }

    fn search(&mut self, task: Task) -> io::Result<Next> {
        let began = Instant::now();
        let limits = time::limits(&self.settings, task.free_points(), began);
        let mut brain = self.brain.take(self.settings.table());
        brain.set_threads(self.settings.threads);
        brain.set_max_depth(self.settings.max_depth);
        let stop = StopFlag::default();
        match think::begin(brain, task, limits, stop.clone(), self.events.clone()) {
            Ok(()) => self.thinking = Some(stop),
            Err(error) => {
                return self.error(&format!("I cannot think ({error}): is there memory for a thread?"));
            }
        }
        Ok(Next::Go)
    }

    fn thought(&mut self, brain: Box<PvsEngine>, found: Found) -> io::Result<Next> {
        self.brain.put(brain);
        self.thinking = None;
        let answer = match found {
            Found::Move(point) => point.and_then(|point| self.made(point)).map(|spot| spot.to_string()),
            Found::Swap2(answer) => answer.map(|answer| answer.to_string()),
        };
        match answer {
            Some(answer) => self.say(&answer)?,
            None => self.error("I have found no move")?,
        };
        self.brain.grow(self.settings.table());
        while self.thinking.is_none()
            && let Some(heard) = self.waiting.pop_front()
        {
            if self.obey(&heard)? == Next::End {
                return Ok(Next::End);
            }
            if let Some(stop) = self.thinking.as_ref().filter(|_| self.hurried > 0) {
                stop.stop();
            }
            self.hurried = self.hurried.saturating_sub(1);
        }
        Ok(Next::Go)
    }

    /// Makes a move of the engine on the manager's board.
    fn made(&mut self, point: Point) -> Option<Spot> {
        let game = self.game.as_mut()?;
        let spot = game.spot(point);
        game.play(spot).ok().map(|()| spot)
    }

    fn fail(&mut self, error: &impl std::error::Error) -> io::Result<Next> {
        self.error(&error.to_string())
    }

    /// Reports an error. It drops an unfinished board, because the line may have been one of its stones.
    fn error(&mut self, text: &str) -> io::Result<Next> {
        self.listed = None;
        self.say(&format!("ERROR {text}"))
    }

    fn say(&mut self, text: &str) -> io::Result<Next> {
        writeln!(self.out, "{text}")?;
        self.out.flush()?;
        Ok(Next::Go)
    }
}

/// The reply to a command about the game.
enum Answer {
    Silence,
    Ok,
    /// `OK`, after an engine is ready for a new game.
    Fresh,
    Think,
    /// A search for the answer in a swap2 opening.
    Open(Position),
}

fn add<T>(stones: &mut Vec<T>, stone: T) -> Result<(), GameError> {
    if stones.len() >= MOST_STONES {
        return Err(GameError::TooMany);
    }
    stones.push(stone);
    Ok(())
}
