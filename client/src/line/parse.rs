//! From a line to a command.

use std::time::Duration;

use tengen_session::points::PointText;
use tengen_shared::{
    game::{Name, Passphrase, RoomCode},
    rules::{Bot, Level, Variant},
};

use super::{
    command::{Awaited, Claiming, Command, Extent, Sure, Who},
    complaint::Complaint,
    options::{NewRoom, Options},
    topic::Topic,
    words::Words,
};

/// The most characters of a line that can make sense: a chat line in quotation marks with its word.
pub const MAX_LINE: usize = 600;

/// What a line asks for.
///
/// # Errors
/// Why it asks for nothing that is known.
pub fn command(line: &str) -> Result<Command, Complaint> {
    let line = line.trim();
    if line.chars().nth(MAX_LINE).is_some() {
        return Err(Complaint::TooLong);
    }
    let unknown = || Complaint::Unknown(line.to_owned());
    if let Ok(point) = line.parse::<PointText>() {
        return Ok(Command::Point(point));
    }
    let mut words = Words::new(line);
    let topic = words.next()?.and_then(Topic::of).ok_or_else(unknown)?;
    Reader { topic, words }.command()
}

/// What follows the first word.
struct Reader<'a> {
    topic: Topic,
    words: Words<'a>,
}

impl<'a> Reader<'a> {
    fn command(self) -> Result<Command, Complaint> {
        match self.alone() {
            Some(command) => self.end().map(|()| command),
            None => self.with_words(),
        }
    }

    /// The command of a word that stands alone; none where words follow, or may.
    const fn alone(&self) -> Option<Command> {
        Some(match self.topic {
            Topic::Board => Command::Board,
            Topic::Moves => Command::Moves,
            Topic::Score => Command::Score,
            Topic::Clock => Command::Clock,
            Topic::Who => Command::Who,
            Topic::Ready => Command::Ready,
            Topic::TakeBack => Command::TakeBack,
            Topic::Pause => Command::Pause,
            Topic::Resume => Command::Resume,
            Topic::Yes => Command::Yes,
            Topic::No => Command::No,
            Topic::Withdraw => Command::Withdraw,
            Topic::Abort => Command::Abort,
            Topic::Hint => Command::Hint,
            Topic::Rooms => Command::Rooms,
            Topic::Sit => Command::Sit,
            Topic::Stand => Command::Stand,
            Topic::Swap => Command::Swap,
            Topic::History => Command::History,
            Topic::Mine => Command::Mine,
            Topic::More => Command::More,
            Topic::First => Command::First,
            Topic::Last => Command::Last,
            Topic::Erase => Command::Erase,
            Topic::Other => Command::Other,
            Topic::Game => Command::Game,
            Topic::Play => Command::Play(true),
            Topic::Stop => Command::Play(false),
            Topic::Find => Command::Find,
            Topic::Continue => Command::Continue,
            _ => return None,
        })
    }

    /// The command of a word with those that follow it.
    fn with_words(self) -> Result<Command, Complaint> {
        match self.topic {
            Topic::Help => self.help(),
            Topic::Boards => Ok(Command::Boards(self.on_or_off()?)),
            Topic::Point => Ok(Command::Point(self.point()?)),
            Topic::Resign => Ok(Command::Resign(self.sure()?)),
            Topic::Draw => Ok(Command::Draw(self.sure()?)),
            Topic::Give => self.one_of(&[("time", Command::GiveTime)]),
            Topic::Restart => Ok(Command::Restart(self.sure()?)),
            Topic::Claim => self.claim(),
            Topic::Say => self.say(),
            Topic::Talk => Ok(Command::Talk(self.extent()?)),
            Topic::Mute | Topic::Unmute => self.muting(),
            Topic::Ai => self.ai(),
            Topic::New => Ok(Command::New(NewRoom::read(self.words.all()?)?)),
            Topic::Quick => Ok(Command::Quick(self.board()?)),
            Topic::Join | Topic::Watch => self.entering(),
            Topic::Leave => Ok(Command::Leave(self.sure()?)),
            Topic::Kick => Ok(Command::Kick(self.sure()?)),
            Topic::Settings => Ok(Command::Settings(Options::read(self.words.all()?)?)),
            Topic::Replay => self.replay(),
            Topic::Next | Topic::Back => self.stepping(),
            Topic::Go => self.go(),
            Topic::Try => Ok(Command::Try(self.point()?)),
            Topic::Explain => self.explain(),
            Topic::Connect => self.connect(),
            Topic::Name => Ok(Command::Name(self.name()?)),
            Topic::Wait => self.wait(),
            Topic::Quit => Ok(Command::Quit(self.sure()?)),
            // None is forgotten: a test types every word.
            _ => Err(Complaint::Unknown(self.topic.word().to_owned())),
        }
    }

    /// Nothing more may follow.
    fn end(self) -> Result<(), Complaint> {
        let rest = self.words.rest();
        if rest.is_empty() { Ok(()) } else { Err(Complaint::TooMuch(self.topic, rest.to_owned())) }
    }

    fn needed(&mut self, what: &str) -> Result<&'a str, Complaint> {
        let missing = Complaint::Incomplete(self.topic, what.to_owned());
        self.words.next()?.filter(|word| !word.is_empty()).ok_or(missing)
    }

    fn number<T: std::str::FromStr>(&self, word: &str) -> Result<T, Complaint> {
        let plain = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.parse().ok().filter(|_| plain);
        number.ok_or_else(|| Complaint::NoNumber(self.topic, word.to_owned()))
    }

    /// The number in `word`, after which nothing may follow.
    fn last_number<T: std::str::FromStr>(self, word: &str) -> Result<T, Complaint> {
        let number = self.number(word)?;
        self.end().map(|()| number)
    }

    /// How many, one if not said.
    fn count(mut self) -> Result<u16, Complaint> {
        match self.words.next()? {
            None => Ok(1),
            Some(word) => self.last_number(word),
        }
    }

    /// The one of some words that follows, and nothing after it.
    fn one_of<T: Clone>(mut self, choices: &[(&str, T)]) -> Result<T, Complaint> {
        let names = || choices.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
        let word = self.needed(&names())?;
        match choices.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)) {
            Some((_, chosen)) => self.end().map(|()| chosen.clone()),
            None => Err(Complaint::NoChoice { topic: self.topic, typed: word.to_owned(), choices: names() }),
        }
    }

    fn on_or_off(self) -> Result<bool, Complaint> {
        self.one_of(&[("on", true), ("off", false)])
    }

    fn sure(self) -> Result<Sure, Complaint> {
        if self.words.rest().is_empty() { Ok(Sure::Ask) } else { self.one_of(&[("yes", Sure::Yes)]) }
    }

    fn extent(self) -> Result<Extent, Complaint> {
        if self.words.rest().is_empty() { Ok(Extent::Short) } else { self.one_of(&[("all", Extent::All)]) }
    }

    fn help(mut self) -> Result<Command, Complaint> {
        match self.words.next()? {
            None => Ok(Command::Help(None)),
            Some(word) => {
                let topic = Topic::of(word).ok_or_else(|| Complaint::Unknown(word.to_owned()))?;
                self.end().map(|()| Command::Help(Some(topic)))
            }
        }
    }

    fn point(self) -> Result<PointText, Complaint> {
        match self.words.rest() {
            "" => Err(Complaint::Incomplete(self.topic, "h8".to_owned())),
            text => text.parse().map_err(|_| Complaint::NoPoint(self.topic, text.to_owned())),
        }
    }

    /// All that is left, without quotation marks round it.
    fn text(&self) -> Result<&'a str, Complaint> {
        let rest = self.words.rest();
        let inner = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        match inner.unwrap_or(rest) {
            "" => Err(Complaint::Incomplete(self.topic, "...".to_owned())),
            text => Ok(text),
        }
    }

    /// `text` as a value, or why it is none.
    fn value<T>(&self, text: &str) -> Result<T, Complaint>
    where
        T: std::str::FromStr,
        T::Err: std::fmt::Display,
    {
        text.parse().map_err(|error: T::Err| Complaint::Bad(self.topic, error.to_string()))
    }

    fn name(&self) -> Result<Name, Complaint> {
        self.value(self.text()?)
    }

    fn who(&self) -> Result<Who, Complaint> {
        match self.words.rest() {
            "everybody" => Ok(Who::Everybody),
            _ => self.name().map(Who::Named),
        }
    }

    fn muting(&self) -> Result<Command, Complaint> {
        let who = self.who()?;
        Ok(if self.topic == Topic::Mute { Command::Mute(who) } else { Command::Unmute(who) })
    }

    fn entering(self) -> Result<Command, Complaint> {
        let watches = self.topic == Topic::Watch;
        let (code, secret) = self.room()?;
        Ok(if watches { Command::Watch(code, secret) } else { Command::Join(code, secret) })
    }

    fn stepping(self) -> Result<Command, Complaint> {
        let onwards = self.topic == Topic::Next;
        let count = self.count()?;
        Ok(if onwards { Command::Next(count) } else { Command::Back(count) })
    }

    fn say(&self) -> Result<Command, Complaint> {
        Ok(Command::Say(self.value(self.words.rest())?))
    }

    fn replay(mut self) -> Result<Command, Complaint> {
        let number = self.needed("1, 2, 3 ...")?;
        Ok(Command::Replay(self.last_number(number)?))
    }

    fn claim(mut self) -> Result<Command, Complaint> {
        let choices = "win, draw, ai";
        let word = self.needed(choices)?;
        if word.eq_ignore_ascii_case("ai") {
            let bot = self.words.next()?.map_or(Ok(Bot::Level(Level::Medium)), |word| self.bot(word))?;
            return self.end().map(|()| Command::Claim(Claiming::Ai(bot)));
        }
        let claiming = match word.to_ascii_lowercase().as_str() {
            "win" => Claiming::Win,
            "draw" => Claiming::Draw,
            _ => {
                let (typed, choices) = (word.to_owned(), choices.to_owned());
                return Err(Complaint::NoChoice { topic: self.topic, typed, choices });
            }
        };
        self.end().map(|()| Command::Claim(claiming))
    }

    fn bot(&self, word: &str) -> Result<Bot, Complaint> {
        self.value(word)
    }

    fn board(self) -> Result<Variant, Complaint> {
        self.value(self.text()?)
    }

    fn ai(mut self) -> Result<Command, Complaint> {
        let Some(word) = self.words.next()? else {
            return Ok(Command::Ai(Bot::Level(Level::Medium), None));
        };
        let bot = self.bot(word)?;
        let board = if self.words.rest().is_empty() { None } else { Some(self.board()?) };
        Ok(Command::Ai(bot, board))
    }

    fn room(mut self) -> Result<(RoomCode, Option<Passphrase>), Complaint> {
        let code = self.needed("amber-fox-42")?;
        let code = self.value(code)?;
        if self.words.rest().is_empty() {
            return Ok((code, None));
        }
        let secret = self.value(self.text()?)?;
        Ok((code, Some(secret)))
    }

    fn connect(mut self) -> Result<Command, Complaint> {
        let word = self.needed("192.168.1.20")?;
        let command = if word.eq_ignore_ascii_case("here") {
            Command::Here
        } else {
            Command::Connect(self.value(word)?)
        };
        self.end().map(|()| command)
    }

    fn go(mut self) -> Result<Command, Complaint> {
        let word = self.needed("on, 0, 1, 2 ...")?;
        if word.eq_ignore_ascii_case("on") {
            return self.end().map(|()| Command::GoOn);
        }
        Ok(Command::Go(self.last_number(word)?))
    }

    fn explain(mut self) -> Result<Command, Complaint> {
        let (mut ply, mut bot, mut extent) = (None, None, Extent::Short);
        while let Some(word) = self.words.next()? {
            if word.eq_ignore_ascii_case("all") {
                extent = Extent::All;
            } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
                ply = Some(self.number(word)?);
            } else {
                bot = Some(self.bot(word)?);
            }
        }
        Ok(Command::Explain { ply, bot, extent })
    }

    fn wait(mut self) -> Result<Command, Complaint> {
        let word = self.needed("turn, end, game, online, for TEXT")?;
        let awaited = match word.to_ascii_lowercase().as_str() {
            "turn" => Awaited::Turn,
            "end" => Awaited::End,
            "game" => Awaited::Game,
            "online" => Awaited::Online,
            "for" => Awaited::Text(self.needed("\"TEXT\"")?.to_owned()),
            _ => Awaited::Text(word.to_owned()),
        };
        let limit = match self.words.next()? {
            None => None,
            Some(word) => Some(Duration::from_secs(self.number::<u32>(word)?.into())),
        };
        self.end().map(|()| Command::Wait(awaited, limit))
    }
}

#[cfg(test)]
mod tests;
