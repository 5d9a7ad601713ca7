//! The names of nodes.

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};
use tengen_shared::game::RunId;
use thiserror::Error;

/// The name of a node: 1 to 32 lower-case letters, digits and hyphens. It stays the same when the node is restarted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NodeName(Arc<str>);

/// The error for a text that cannot be the name of a node.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} cannot name a node: use 1 to 32 lower-case letters, digits and hyphens, as in club-1")]
pub struct NodeNameError(String);

impl NodeName {
    const MOST: usize = 32;

    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns a machine's name with everything else in it replaced by hyphens; `node` if nothing is left.
    #[must_use]
    pub fn of_machine(host: &str) -> Self {
        let host = host.split('.').next().unwrap_or_default().to_ascii_lowercase();
        let letters = host.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
        let name: String = letters.take(Self::MOST).collect();
        name.trim_matches('-').parse().unwrap_or_else(|_| Self("node".into()))
    }
}

impl FromStr for NodeName {
    type Err = NodeNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if (1..=Self::MOST).contains(&text.len()) && text.bytes().all(known) {
            Ok(Self(text.into()))
        } else {
            Err(NodeNameError(text.chars().take(80).collect()))
        }
    }
}

impl TryFrom<String> for NodeName {
    type Error = NodeNameError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<NodeName> for String {
    fn from(name: NodeName) -> Self {
        name.as_str().to_owned()
    }
}

impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One run of a node's program, from its start to its end. Two runs of the same node are two owners: what the first has
/// sent may still be on its way when the second starts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeRun {
    pub name: NodeName,
    pub run: RunId,
}

impl NodeRun {
    /// Returns a new run of this node.
    #[must_use]
    pub fn begin(name: NodeName) -> Self {
        Self { name, run: RunId(rand::random()) }
    }
}

impl fmt::Display for NodeRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.name, self.run)
    }
}

impl FromStr for NodeRun {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, run) = text.split_once('.').ok_or(())?;
        let run = RunId(u64::from_str_radix(run, 16).map_err(|_| ())?);
        Ok(Self { name: name.parse().map_err(|_| ())?, run })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn every_machine_has_a_name() {
        for (host, name) in
            [("Club-1.example.org", "club-1"), ("Anna's PC", "anna-s-pc"), ("__", "node"), ("", "node")]
        {
            assert_eq!(NodeName::of_machine(host).as_str(), name);
        }
        assert_eq!(NodeName::of_machine(&"x".repeat(99)).as_str().len(), NodeName::MOST);
        for bad in ["", "a.b", "A", "a b", "*", &"x".repeat(33)] {
            assert!(bad.parse::<NodeName>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_run_is_read_as_it_was_written() {
        let run = NodeRun { name: "club-1".parse().unwrap(), run: RunId(0x1f) };
        assert_eq!(run.to_string().parse(), Ok(run));
        assert!("club-1".parse::<NodeRun>().is_err());
    }
}
