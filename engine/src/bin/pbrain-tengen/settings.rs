//! The settings that `INFO` lines change.

use std::{num::NonZero, thread, time::Duration};

use tengen_engine::pvs::PvsEngine;
use tengen_shared::rules::RuleSet;
use thiserror::Error;

use crate::game::Goal;

/// The default size of the transposition table, in bytes.
const TABLE: usize = 64 << 20;
/// The smallest and the largest size of the table, in bytes.
const TABLES: std::ops::RangeInclusive<usize> = 1 << 20..=4 << 30;

/// The error for a value that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum SettingError {
    #[error("rule {0} is not supported: send 0 freestyle, 1 exactly five, 4 renju, 8 or 9 caro")]
    Rule(i64),
    #[error("INFO {key} {value:?} makes no sense")]
    Value { key: String, value: String },
}

#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) goal: Goal,
    /// The time limit for one move; 0 asks for a move at once.
    pub(crate) turn: Duration,
    /// The time left for the game, if it is limited.
    pub(crate) left: Option<Duration>,
    pub(crate) threads: usize,
    pub(crate) max_depth: u8,
    pub(crate) max_nodes: Option<u64>,
    table: usize,
    memory: Option<usize>,
    /// The first bad value, which the next command about the game reports.
    trouble: Option<SettingError>,
    /// An unsupported rule, which every command about the game reports until the manager sends another.
    unknown_rule: Option<i64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            goal: Goal { length: 5, runs: RuleSet::Freestyle },
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
    /// Returns the size of the table in bytes, within the memory limit.
    pub(crate) fn table(&self) -> usize {
        let most = self.memory.map_or(usize::MAX, |memory| memory.saturating_sub(PvsEngine::BESIDE_TABLE));
        self.table.min(most).clamp(*TABLES.start(), *TABLES.end())
    }

    /// Returns the error to report. A bad value is returned once, an unsupported rule until the manager sends
    /// another.
    pub(crate) fn trouble(&mut self) -> Option<SettingError> {
        self.unknown_rule.map(SettingError::Rule).or_else(|| self.trouble.take())
    }

    /// Handles one `INFO key value`. It ignores unknown keys, as the protocol requires.
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
            // 2147483647 means no limit, and a negative number means that the time is overdrawn.
            "time_left" => {
                let left = Some(number()?).filter(|it| *it < 2_147_483_647);
                self.left = left.map(|it| Duration::from_millis(u64::try_from(it).unwrap_or(0)));
            }
            "max_memory" => self.memory = limit(count()?).map(|it| usize::try_from(it).unwrap_or(usize::MAX)),
            "rule" => {
                self.goal.runs = match number()? {
                    0 => RuleSet::Freestyle,
                    1 => RuleSet::Standard,
                    4 => RuleSet::Renju,
                    // In caro, 8 lets six or more win, and 9 does not.
                    8 => RuleSet::LongCaro,
                    9 => RuleSet::Caro,
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
            // The remaining keys have no effect: nothing is stored on disk, and the kind of opponent does not
            // matter.
            _ => {}
        }
        Ok(())
    }
}

/// Returns how many threads can run at the same time. More threads would wait for each other and delay a stop.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
