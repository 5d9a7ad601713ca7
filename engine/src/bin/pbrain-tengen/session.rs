//! The session with the manager: handles commands one after another and replies with moves.

use std::{
    collections::VecDeque,
    io::{self, Write},
    sync::mpsc::{Receiver, SyncSender},
    time::Instant,
};

use tengen_engine::{Choice, StopFlag, pvs::PvsEngine};
use tengen_shared::rules::RuleSet;

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
    /// The stones of an unfinished `BOARD`, and whether it asks for no reply.
    stones: Option<(Vec<(Spot, u8)>, bool)>,
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
            stones: None,
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

    /// Handles the commands about the game.
    fn play(&mut self, command: &Command) -> io::Result<Next> {
        // Report a bad setting only after a whole board. Otherwise its lines would not be read as stones.
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

    /// Prepares for a game while no clock is running.
    fn get_ready(&mut self) -> io::Result<Next> {
        // The manager sends the rule after this command, so build the tables for both.
        self.build_tables(&[RuleSet::Freestyle, RuleSet::Standard]);
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

    fn thought(&mut self, brain: Box<PvsEngine>, choice: Option<Choice>) -> io::Result<Next> {
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

    /// Reports an error. It drops an unfinished board, because the line may have been one of its stones.
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

/// The reply to a command about the game.
enum Answer {
    Silence,
    Ok,
    /// `OK`, after an engine is ready for a new game.
    Fresh,
    Think,
}
