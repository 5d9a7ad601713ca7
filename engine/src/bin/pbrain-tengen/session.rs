//! The conversation with the manager: one command after another, and a move when one is asked for.

use std::{
    collections::VecDeque,
    io::{self, Write},
    sync::mpsc::{Receiver, SyncSender},
    time::Instant,
};

use tengen_engine::{Choice, StopFlag, level::Strong};
use tengen_shared::rules::Runs;

use crate::{
    brain::Keeper,
    command::{self, Command, Spot},
    event::Event,
    game::{Game, GameError, Goal},
    settings::Settings,
    think, time,
};

const ABOUT: &str = concat!(
    "name=\"Tengen\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"the Tengen authors\", country=\"\", mnk=\"1\""
);
/// The most stones of a `BOARD`.
const MOST_STONES: usize = 26 * 26;
/// Commands that may wait until a move is found.
const MOST_WAITING: usize = 1024;

/// What the manager has said, as far as it could be taken.
enum Heard {
    Line(String),
    /// A line was too long, or came when too many were waiting.
    Lost(&'static str),
}

/// Whether the conversation goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Go,
    End,
}

/// A conversation.
pub(crate) struct Session<W> {
    out: W,
    events: SyncSender<Event>,
    game: Option<Game>,
    settings: Settings,
    brain: Keeper,
    /// The stones of a `BOARD` so far, and whether it asks for no answer.
    stones: Option<(Vec<(Spot, u8)>, bool)>,
    /// Ends the thinking, if there is some.
    thinking: Option<StopFlag>,
    /// What came meanwhile.
    waiting: VecDeque<Heard>,
    /// How many of them came before a `STOP`, so that what they ask for is answered at once.
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
            stones: None,
            thinking: None,
            waiting: VecDeque::new(),
            hurried: 0,
        }
    }

    /// Talks until the manager ends it.
    ///
    /// # Errors
    /// If nothing can be written any more.
    pub(crate) fn run(mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        for event in inbox {
            let next = match event {
                Event::Line(line) => self.hear(Heard::Line(line))?,
                Event::TooLong => self.hear(Heard::Lost("the line is too long"))?,
                Event::Closed => Next::End,
                Event::Message(text) => self.say(&format!("MESSAGE {text}"))?,
                Event::Thought { brain, choice } => self.thought(brain, choice)?,
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

    /// What the manager says waits if there is thinking and it is nothing that concerns it.
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
            // Behind what waits, a setting has to wait, too.
            Ok(Some(Command::Info { key, value })) if self.waiting.is_empty() => {
                self.settings.set(&key, &value);
            }
            Ok(None) => {}
            _ => self.wait(heard),
        }
        Ok(Next::Go)
    }

    /// Keeps what was heard until the move is found; where there is no room, that something was lost.
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
        if let Some((stones, _)) = &mut self.stones
            && line.starts_with(|it: char| it.is_ascii_digit())
        {
            match command::stone(line) {
                Ok(stone) if stones.len() < MOST_STONES => stones.push(stone),
                Ok(_) => return self.fail(&GameError::TooMany),
                Err(error) => return self.fail(&error),
            }
            return Ok(Next::Go);
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
            Command::Unknown(word) if self.stones.is_some() => {
                self.error(&format!("{word} is no stone: send BOARD anew"))
            }
            Command::Unknown(word) => self.say(&format!("UNKNOWN {word} is no command of mine")),
            other => self.play(&other),
        }
    }

    /// The commands about the game.
    fn play(&mut self, command: &Command) -> io::Result<Next> {
        // A board is heard to its end first.
        if !matches!(command, Command::Board { .. })
            && let Some(trouble) = self.settings.trouble()
        {
            return self.fail(&trouble);
        }
        if !matches!(command, Command::Done) {
            self.stones = None;
        }
        match self.try_play(command) {
            Ok(Answer::Silence) => Ok(Next::Go),
            Ok(Answer::Ok) => self.say("OK"),
            Ok(Answer::Fresh) => self.get_ready(),
            Ok(Answer::Think) => self.think(),
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
                self.stones = Some((Vec::new(), quiet));
                Ok(Answer::Silence)
            }
            Command::Done => {
                let Some((stones, quiet)) = self.stones.take() else { return Ok(Answer::Silence) };
                game.set(&stones)?;
                Ok(if quiet { Answer::Silence } else { Answer::Think })
            }
            Command::ClearHash => {
                self.brain.forget(self.settings.table());
                Ok(Answer::Silence)
            }
            _ => Ok(Answer::Silence),
        }
    }

    /// Gets ready for a game while no clock runs.
    fn get_ready(&mut self) -> io::Result<Next> {
        // The rule comes later.
        self.build_tables(&[Runs::AtLeast, Runs::Exactly]);
        let wanted = self.settings.table();
        let found = self.brain.forget(wanted);
        if found <= wanted / 2 {
            let (wanted, found) = (wanted >> 10, found >> 10);
            self.say(&format!("MESSAGE no memory for a table of {wanted} KiB: it has {found}"))?;
        }
        self.say("OK")
    }

    /// Builds what searches by these rules need, if it is not there yet.
    fn build_tables(&self, rules: &[Runs]) {
        for runs in rules {
            let goal = Goal { runs: *runs, ..self.settings.goal };
            if let Some(Ok(variant)) = self.game.as_ref().map(|game| game.variant(goal)) {
                Strong::get_ready_for(variant);
            }
        }
    }

    fn think(&mut self) -> io::Result<Next> {
        let began = Instant::now();
        let Some(game) = &self.game else { return self.fail(&GameError::NoBoard) };
        let position = match game.position(self.settings.goal) {
            Ok(position) => position,
            Err(error) => return self.fail(&error),
        };
        let limits = time::limits(&self.settings, game.free(), began);
        let mut brain = self.brain.take(self.settings.table());
        brain.set_threads(self.settings.threads);
        brain.set_max_depth(self.settings.max_depth);
        let stop = StopFlag::default();
        match think::begin(brain, position, limits, stop.clone(), self.events.clone()) {
            Ok(()) => self.thinking = Some(stop),
            Err(error) => {
                return self.error(&format!("I cannot think ({error}): is there memory for a thread?"));
            }
        }
        Ok(Next::Go)
    }

    fn thought(&mut self, brain: Box<Strong>, choice: Option<Choice>) -> io::Result<Next> {
        self.brain.put(brain);
        self.thinking = None;
        let played = choice.and_then(|choice| {
            let game = self.game.as_mut()?;
            let spot = game.spot(choice.point);
            game.play(spot).ok().map(|()| spot)
        });
        match played {
            Some(Spot { x, y }) => self.say(&format!("{x},{y}"))?,
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

    fn fail(&mut self, error: &impl std::error::Error) -> io::Result<Next> {
        self.error(&error.to_string())
    }

    /// An error; a board that was being told is dropped, as the line may have been one of its stones.
    fn error(&mut self, text: &str) -> io::Result<Next> {
        self.stones = None;
        self.say(&format!("ERROR {text}"))
    }

    fn say(&mut self, text: &str) -> io::Result<Next> {
        writeln!(self.out, "{text}")?;
        self.out.flush()?;
        Ok(Next::Go)
    }
}

/// What a command about the game is answered with.
enum Answer {
    Silence,
    Ok,
    /// The same, with a brain that is ready for a new game.
    Fresh,
    Think,
}
