//! Plays a script in terminals against a real server. Records an asciicast of one terminal, and screens of all as
//! text.

mod cast;
mod script;

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use thiserror::Error;

use super::{
    PATIENCE, ServerProcess,
    pty::{Launch, Pty, PtyError, Seen},
    term::has,
};
use cast::Cast;
pub use script::{Script, Step};

/// The time between two keys for a viewer, in milliseconds.
const BETWEEN_KEYS: u64 = 120;
/// The time to wait for late output. It only makes a capture nicer: a screen is complete without it.
const SETTLED: Duration = Duration::from_millis(60);
/// The end of a frame: the program hides the cursor.
const FRAME_END: &[u8] = b"\x1b[?25l";

/// The reason why a script failed.
#[derive(Debug, Error)]
pub enum RecordError {
    /// A terminal does not show the expected text.
    #[error("step {step}: {error}")]
    Terminal {
        /// The number of the step, from 1.
        step: usize,
        /// The error of the terminal.
        error: Box<PtyError>,
    },
    /// The script asks for something impossible.
    #[error("step {step}: {why}")]
    Script {
        /// The number of the step, from 1.
        step: usize,
        why: String,
    },
    /// Reading or writing a file or folder failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// The programs to play with.
#[derive(Clone, Debug)]
pub struct Programs {
    /// The path of the client.
    pub client: PathBuf,
    /// The path of the server.
    pub server: PathBuf,
    /// The address for the server to listen on; port 0 picks a free one.
    pub bind: String,
}

/// The recording of a script.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// The asciicast, version 2.
    pub cast: String,
    /// The screens by name.
    pub screens: BTreeMap<String, String>,
}

impl Recording {
    /// Writes the cast to `file`, and each screen as a text file into `folder`.
    ///
    /// # Errors
    /// Returns an error if they cannot be written.
    pub fn write(&self, file: &Path, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        fs::write(file, &self.cast)?;
        self.screens.iter().try_for_each(|(name, text)| fs::write(folder.join(format!("{name}.txt")), text))
    }
}

/// Plays a script.
///
/// # Errors
/// Returns an error if a terminal does not show what the script waits for, or if the script is wrong.
///
/// # Panics
/// Panics if the server does not start.
pub async fn record(script: &Script, programs: &Programs) -> Result<Recording, RecordError> {
    let folder = tempfile::tempdir()?;
    let server = programs.server.to_string_lossy();
    let data = folder.path().join("server");
    let args = ["--bind", &programs.bind, "--data", &data.to_string_lossy()];
    let server = ServerProcess::start(&server, &args, &[]).await;
    let mut words = BTreeMap::new();
    words.insert("addr".to_owned(), server.addr.to_string());
    let stage = Stage {
        client: programs.client.canonicalize()?,
        folder: folder.path().to_owned(),
        recorded: script.record.clone(),
        terms: BTreeMap::new(),
        words,
        cast: Cast::new(script.cols, script.rows),
        size: (script.cols, script.rows),
        taken: 0,
        screens: BTreeMap::new(),
    };
    let recording = stage.play(script);
    server.kill().await;
    recording
}

/// The state of a script while it plays.
struct Stage {
    client: PathBuf,
    folder: PathBuf,
    /// The terminal that is recorded.
    recorded: String,
    terms: BTreeMap<String, Pty>,
    /// The values for `{name}` in the script.
    words: BTreeMap<String, String>,
    cast: Cast,
    size: (u16, u16),
    /// The number of reads of the recorded terminal that are in the cast.
    taken: usize,
    screens: BTreeMap<String, String>,
}

impl Stage {
    fn play(mut self, script: &Script) -> Result<Recording, RecordError> {
        for (number, step) in (1..).zip(&script.steps) {
            self.step(step).map_err(|failure| match failure {
                Failure::Terminal(error) => RecordError::Terminal { step: number, error: Box::new(error) },
                Failure::Script(why) => RecordError::Script { step: number, why },
                Failure::Io(error) => RecordError::Io(error),
            })?;
        }
        Ok(Recording { cast: self.cast.text(&script.title), screens: self.screens })
    }

    fn step(&mut self, step: &Step) -> Result<(), Failure> {
        match step {
            Step::Start { term, args } => self.start(term, args)?,
            Step::Wait { term, texts, pause } => {
                let texts: Vec<String> = texts.iter().map(|text| self.filled(text)).collect();
                self.see(term, &format!("{texts:?}"), |seen| {
                    let screen = seen.screen();
                    texts.iter().all(|text| has(&screen, text))
                })?;
                self.shown(term, *pause);
            }
            Step::Keys { term, keys } => {
                for key in script::keys(&self.filled(keys)).map_err(Failure::Script)? {
                    self.press(term, &key)?;
                }
            }
            Step::Type { term, text } => self.type_text(term, &self.filled(text))?,
            Step::Read { term, name, after, until } => {
                let word = self.term(term)?.wait(&format!("{name} behind {after:?}"), PATIENCE, |seen| {
                    let screen = seen.screen();
                    let (word, _) = screen.split_once(after)?.1.split_once(until)?;
                    Some(word.trim().to_owned())
                })?;
                self.words.insert(name.clone(), word);
            }
            Step::Pause { seconds } => self.cast.pass(millis(*seconds)),
            Step::Capture { term, name } => {
                let (pty, taken) = (self.term(term)?, self.taken);
                pty.settle(SETTLED, PATIENCE);
                // Take both in one look: later output is then in neither the screen nor the cast.
                let (screen, new) = pty.wait("a whole frame", PATIENCE, |seen| {
                    is_whole(seen).then(|| (seen.screen(), New::since(taken, seen)))
                })?;
                self.keep(term, &new);
                let lines: Vec<&str> = screen.lines().map(str::trim_end).collect();
                self.screens.insert(name.clone(), lines.join("\n").trim_end().to_owned() + "\n");
                if *term == self.recorded {
                    self.cast.mark(name);
                }
            }
            Step::End { term } => {
                self.see(term, "the end", Seen::is_over)?;
                self.shown(term, 1.0);
            }
        }
        Ok(())
    }

    /// Replaces the names in `text` with their values.
    fn filled(&self, text: &str) -> String {
        self.words
            .iter()
            .fold(text.to_owned(), |text, (name, word)| text.replace(&format!("{{{name}}}"), word))
    }

    fn term(&self, name: &str) -> Result<&Pty, Failure> {
        self.terms.get(name).ok_or_else(|| Failure::Script(format!("there is no terminal {name:?} yet")))
    }

    fn start(&mut self, name: &str, args: &[String]) -> Result<(), Failure> {
        let home = self.folder.join(format!("home-{name}"));
        fs::create_dir_all(&home)?;
        let args: Vec<String> = args.iter().map(|arg| self.filled(arg)).collect();
        let launch = Launch::new(&self.client, &home).args(args).size(self.size.0, self.size.1);
        let before = self.terms.insert(name.to_owned(), launch.start()?);
        if before.is_some() && name == self.recorded {
            self.taken = 0;
        }
        Ok(())
    }

    fn see(&self, term: &str, what: &str, wanted: impl Fn(&Seen) -> bool) -> Result<(), Failure> {
        Ok(self.term(term)?.wait(what, PATIENCE, |seen| wanted(seen).then_some(()))?)
    }

    fn press(&mut self, term: &str, key: &str) -> Result<(), Failure> {
        if term == self.recorded {
            self.cast.pass(BETWEEN_KEYS);
        }
        Ok(self.term(term)?.send(key.as_bytes())?)
    }

    /// Types letter by letter into a line that shows its text.
    fn type_text(&mut self, term: &str, text: &str) -> Result<(), Failure> {
        for (at, letter) in text.char_indices() {
            self.press(term, letter.encode_utf8(&mut [0; 4]))?;
            let typed = text[..at + letter.len_utf8()].trim_end();
            self.see(term, &format!("{typed:?}"), |seen| seen.screen().contains(typed))?;
            self.shown(term, 0.0);
        }
        Ok(())
    }

    /// Adds new output of the recorded terminal to the cast, and gives viewers time to read it.
    fn shown(&mut self, term: &str, pause: f64) {
        if term != self.recorded {
            return;
        }
        let Some(pty) = self.terms.get(term) else { return };
        let new = pty.look(|seen| New::since(self.taken, seen));
        self.keep(term, &new);
        self.cast.pass(millis(pause));
    }

    /// Adds new output to the cast, if it is from the recorded terminal.
    fn keep(&mut self, term: &str, new: &New) {
        if term == self.recorded {
            self.taken = new.count;
            self.cast.output(&new.bytes);
        }
    }
}

/// The output of a terminal since the last look.
struct New {
    bytes: Vec<u8>,
    /// The total number of reads.
    count: usize,
}

impl New {
    fn since(taken: usize, seen: &Seen) -> Self {
        let new = seen.chunks.get(taken..).unwrap_or_default();
        let bytes = new.iter().flat_map(|chunk| chunk.bytes.iter().copied()).collect();
        Self { bytes, count: seen.chunks.len() }
    }
}

/// Whether no frame is half drawn: the program has not moved the cursor since the last end of a frame.
fn is_whole(seen: &Seen) -> bool {
    let bytes = seen.bytes();
    let end = bytes.windows(FRAME_END.len()).rposition(|part| part == FRAME_END);
    seen.is_over() || end.is_some_and(|end| !bytes[end..].contains(&b'H'))
}

/// The reason why a step failed.
enum Failure {
    Terminal(PtyError),
    Script(String),
    Io(io::Error),
}

impl From<PtyError> for Failure {
    fn from(error: PtyError) -> Self {
        Self::Terminal(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

fn millis(seconds: f64) -> u64 {
    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    u64::try_from(time.as_millis()).unwrap_or_default()
}
