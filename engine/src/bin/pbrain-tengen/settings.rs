//! The settings that `INFO` lines make.

use std::{num::NonZero, thread, time::Duration};

use tengen_engine::level::Strong;
use tengen_shared::rules::Runs;
use thiserror::Error;

use crate::game::Goal;

/// The table's size unless told otherwise, in bytes.
const TABLE: usize = 64 << 20;
/// The smallest and the largest table.
const TABLES: std::ops::RangeInclusive<usize> = 1 << 20..=4 << 30;

/// A value that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum SettingError {
    #[error("rule {0} is not supported: 0 is five or more in a row, 1 exactly five")]
    Rule(i64),
    #[error("INFO {key} {value:?} makes no sense")]
    Value { key: String, value: String },
}

/// All that has been set.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) goal: Goal,
    /// For one move; 0 asks for a move at once.
    pub(crate) turn: Duration,
    /// For the rest of the game, if it is limited.
    pub(crate) left: Option<Duration>,
    pub(crate) threads: usize,
    pub(crate) max_depth: u8,
    pub(crate) max_nodes: Option<u64>,
    table: usize,
    memory: Option<usize>,
    /// The first value that could not be used, told with the next command.
    trouble: Option<SettingError>,
    /// A rule that is not supported, told until there is another.
    unknown_rule: Option<i64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            goal: Goal { length: 5, runs: Runs::AtLeast },
            turn: Duration::from_secs(30),
            left: None,
            threads: 1,
            max_depth: u8::MAX,
            max_nodes: None,
            table: TABLE,
            memory: None,
            trouble: None,
            unknown_rule: None,
        }
    }
}

impl Settings {
    /// The size of the table, in bytes, within what memory allows.
    pub(crate) fn table(&self) -> usize {
        let most = self.memory.map_or(usize::MAX, |memory| memory.saturating_sub(Strong::BESIDE_TABLE));
        self.table.min(most).clamp(*TABLES.start(), *TABLES.end())
    }

    /// What could not be used, told once; a rule that is not supported is told until there is another.
    pub(crate) fn trouble(&mut self) -> Option<SettingError> {
        self.unknown_rule.map(SettingError::Rule).or_else(|| self.trouble.take())
    }

    /// Takes one `INFO key value`. Unknown keys are passed over, as the protocol wants it.
    pub(crate) fn set(&mut self, key: &str, value: &str) {
        match self.try_set(key, value) {
            Err(SettingError::Rule(rule)) => self.unknown_rule = Some(rule),
            Err(error) => _ = self.trouble.get_or_insert(error),
            Ok(()) if key == "rule" => self.unknown_rule = None,
            Ok(()) => {}
        }
    }

    fn try_set(&mut self, key: &str, value: &str) -> Result<(), SettingError> {
        let bad = || SettingError::Value { key: key.into(), value: value.chars().take(24).collect() };
        let number = || value.parse::<i64>().map_err(|_| bad());
        let count = || number().map(|it| u64::try_from(it).unwrap_or(0));
        let limit = |it: u64| (it > 0).then_some(it);
        match key {
            "timeout_turn" => self.turn = Duration::from_millis(count()?),
            "timeout_match" => self.left = limit(count()?).map(Duration::from_millis),
            // 2147483647 says that there is no limit; what is overdrawn is negative.
            "time_left" => {
                let left = Some(number()?).filter(|it| *it < 2_147_483_647);
                self.left = left.map(|it| Duration::from_millis(u64::try_from(it).unwrap_or(0)));
            }
            "max_memory" => self.memory = limit(count()?).map(|it| usize::try_from(it).unwrap_or(usize::MAX)),
            "rule" => {
                self.goal.runs = match number()? {
                    0 => Runs::AtLeast,
                    1 => Runs::Exactly,
                    other => return Err(SettingError::Rule(other)),
                };
            }
            "win_length" => {
                self.goal.length = value.parse().ok().filter(|it| (3..=26).contains(it)).ok_or_else(bad)?;
            }
            "thread_num" => self.threads = usize::try_from(count()?).unwrap_or(1).clamp(1, cores()),
            "max_depth" => {
                self.max_depth = limit(count()?).map_or(u8::MAX, |it| u8::try_from(it).unwrap_or(u8::MAX));
            }
            "max_node" => self.max_nodes = limit(count()?),
            "hash_size" => {
                let kib = usize::try_from(count()?).map_err(|_| bad())?;
                self.table = kib.saturating_mul(1024);
            }
            // Nothing is kept on disk, and who the opponent is makes no difference.
            _ => {}
        }
        Ok(())
    }
}

/// Threads that can run at the same time: with more, each would wait for the others, and a stop for them all.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
