//! The last message for the user.

use std::time::Duration;

use tengen_session::{
    link::{Link, Loss},
    terms,
    text::Lang,
};
use tengen_shared::rules::Point;

use super::Model;

/// The kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something happened, or worked.
    Info,
    /// A warning that something is not possible or has failed.
    Problem,
}

/// A message of one line that disappears after a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The text of the message.
    pub text: String,
    /// The kind of the message.
    pub tone: Tone,
    /// The time until the message disappears.
    pub left: Duration,
    /// The point of the board to mark.
    pub point: Option<Point>,
}

impl Notice {
    /// Creates a message that stays for ten seconds.
    #[must_use]
    pub fn new(text: impl Into<String>, tone: Tone) -> Self {
        Self { text: text.into(), tone, left: Duration::from_secs(10), point: None }
    }
}

impl Model {
    /// Returns the messages to show: the last notice, and below it the state of a bad connection.
    #[must_use]
    pub fn notices(&self) -> Vec<(String, Tone)> {
        let notice = self.notice.iter().map(|notice| match notice.tone {
            Tone::Info => (notice.text.clone(), Tone::Info),
            Tone::Problem => (sentence(&notice.text), Tone::Problem),
        });
        notice.chain(self.connection().map(|text| (text, Tone::Problem))).collect()
    }

    /// Returns the state of the connection in words; `None` if it is good or not needed.
    #[must_use]
    pub fn connection(&self) -> Option<String> {
        let lang = self.lang;
        let waited = || self.waited().map(|seconds| lang.waited(seconds)).unwrap_or_default();
        match self.session.link() {
            Link::Idle | Link::Online => None,
            Link::Silent { last_heard_at: last_heard } => {
                let silent = self.session.time().local().saturating_sub(*last_heard);
                Some(lang.no_sign(silent.as_secs()))
            }
            Link::Dialling | Link::Opened => Some(format!("{}{}", lang.connecting(), waited())),
            Link::Greeting { .. } => Some(lang.saying_hello().to_owned()),
            Link::Down { why, retry_in: None } => Some(sentence(&lang.loss(why))),
            Link::Down { why, retry_in: Some(left) } => {
                let seconds = terms::seconds_left(*left);
                Some(match self.room_on_screen() {
                    Some((_, view)) => {
                        let sits = !view.my_seats(self.session.player()).is_empty();
                        lost_in_room(why, seconds, sits, lang)
                    }
                    None => lang.offline(seconds, &lang.loss(why)),
                })
            }
        }
    }
}

/// Returns that the connection of a room is lost, and the reason if it says more than that.
fn lost_in_room(why: &Loss, seconds: u64, sits: bool, lang: Lang) -> String {
    let lost = if why.is_special() {
        lang.connection_lost_because(&lang.loss(why))
    } else {
        lang.connection_lost().to_owned()
    };
    if sits { lang.trying_again_seated(&lost, seconds) } else { lang.trying_again(&lost, seconds) }
}

/// Capitalizes the first word. Errors begin in lower case, because they are often part of a longer text.
pub(crate) fn sentence(text: &str) -> String {
    let word = text.split(' ').next().unwrap_or_default();
    // A word with other characters is a point or the name of something, such as h8 or settings.toml.
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return text.to_owned();
    }
    let (first, rest) = text.split_at(1);
    format!("{}{rest}", first.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_begins_with_a_capital_and_a_point_keeps_its_letter() {
        assert_eq!(
            sentence("this game is over: start the next one"),
            "This game is over: start the next one"
        );
        assert_eq!(sentence("h8 already has a stone"), "h8 already has a stone");
        assert_eq!(sentence("hint: c is taken"), "hint: c is taken");
        assert_eq!(sentence("请"), "请");
        assert_eq!(sentence(""), "");
    }
}
