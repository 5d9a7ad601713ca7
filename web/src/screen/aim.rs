//! Pointing at a board, with a mouse, a finger or the keyboard.

use std::time::Duration;

use tengen_shared::rules::{Point, Variant};

use crate::tree::{Phase, Pointer};

/// What the user does on a board.
#[derive(Clone, Copy, Debug)]
pub enum Msg {
    /// A mouse, pen or finger.
    Pointer(Pointer),
    /// A key has moved the keyboard to this point.
    Cursor(Point),
    /// The point is chosen with the keyboard or by a screen reader.
    Choose(Point),
    /// A letter or digit of a point that is being typed.
    Type(char),
}

/// What follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Nothing,
    /// The keyboard goes to this point.
    Focus(Point),
    /// The user has chosen this point.
    Chosen(Point),
    /// A finger may have meant this point: a second tap chooses it.
    Unsure(Point),
}

/// Where the user points.
#[derive(Clone, Debug, Default)]
pub struct Aim {
    /// The point that the keyboard is on; `None` until a key has moved it.
    pub cursor: Option<Point>,
    /// A finger or a mouse button on the board.
    pub hand: Option<Hand>,
    /// A point that was tapped once and waits for the second tap.
    pub preview: Option<Point>,
    /// A point that is being typed, such as `h1`.
    typed: String,
}

impl Aim {
    /// Takes in what the user does at the local time `now`.
    pub fn update(&mut self, msg: &Msg, variant: Variant, now: Duration) -> Outcome {
        match msg {
            Msg::Pointer(pointer) => self.pointer(pointer, variant, now),
            Msg::Cursor(point) => {
                self.cursor = Some(*point);
                self.typed.clear();
                Outcome::Focus(*point)
            }
            Msg::Choose(point) => Outcome::Chosen(*point),
            Msg::Type(letter) => self.typed(*letter, variant),
        }
    }

    /// Returns the point that the keyboard is on: the one it was moved to, else the last stone, else the centre.
    #[must_use]
    pub fn cursor_on(&self, variant: Variant, last: Option<Point>) -> Point {
        let known = self.cursor.filter(|point| variant.contains(*point));
        known.or(last.filter(|point| variant.contains(*point))).unwrap_or_else(|| variant.centre())
    }

    fn pointer(&mut self, pointer: &Pointer, variant: Variant, now: Duration) -> Outcome {
        let at = point_at(variant, pointer);
        match pointer.phase {
            Phase::Down => self.hand = Some(Hand { at, finger: pointer.finger, since: now }),
            Phase::Drag => {
                if let Some(hand) = &mut self.hand {
                    hand.at = at;
                }
            }
            Phase::Cancel => self.hand = None,
            Phase::Up => {
                let (Some(hand), Some(point)) = (self.hand.take(), at) else { return Outcome::Nothing };
                let cell = pointer.size.0 / f64::from(variant.width());
                let sure = !hand.finger || hand.has_loupe(now) || cell >= SURE_CELL;
                self.cursor = Some(point);
                let second = self.preview.take() == Some(point);
                return if sure || second { Outcome::Chosen(point) } else { Outcome::Unsure(point) };
            }
        }
        Outcome::Nothing
    }

    /// Takes in a letter or digit, such as the `8` of `h8`. Moves the keyboard there once it is a point.
    fn typed(&mut self, letter: char, variant: Variant) -> Outcome {
        if letter.is_ascii_alphabetic() {
            self.typed = letter.to_ascii_lowercase().to_string();
        } else {
            self.typed.push(letter);
        }
        let point = self.typed.parse::<Point>().ok().filter(|point| variant.contains(*point));
        if self.typed.len() >= 3 {
            self.typed.clear();
        }
        self.cursor = point.or(self.cursor);
        point.map_or(Outcome::Nothing, Outcome::Focus)
    }
}

/// How long a finger must lie on the board before the enlarged view shows where it is.
const LOUPE_AFTER: Duration = Duration::from_millis(250);
/// The smallest cell that a finger hits without a second tap, in pixels of CSS: the least size of a target in the Web
/// Content Accessibility Guidelines 2.2, success criterion 2.5.8.
const SURE_CELL: f64 = 24.0;
/// The part of a cell at each of its sides where a finger means neither of two points.
const DEAD: f64 = 0.08;

/// A finger or a mouse button on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// The point under it; `None` between two points and beside the board.
    pub at: Option<Point>,
    pub finger: bool,
    /// The local time when it went down.
    since: Duration,
}

impl Hand {
    /// Whether the enlarged view is shown at the local time `now`.
    #[must_use]
    pub fn has_loupe(&self, now: Duration) -> bool {
        self.finger && now.saturating_sub(self.since) >= LOUPE_AFTER
    }

    /// Returns the time until the enlarged view appears; `None` if it is there, or never comes.
    #[must_use]
    pub fn loupe_in(&self, now: Duration) -> Option<Duration> {
        let waits = self.finger && !self.has_loupe(now);
        waits.then(|| (self.since + LOUPE_AFTER).saturating_sub(now))
    }
}

/// Returns the point under a pointer; `None` beside the board, and for a finger also between two points.
fn point_at(variant: Variant, pointer: &Pointer) -> Option<Point> {
    let cell = |part: f64, count: u8| {
        let place = part * f64::from(count);
        let inside = place - place.floor();
        let is_clear = !pointer.finger || (DEAD..=1.0 - DEAD).contains(&inside);
        let hit = (0..count).find(|index| (f64::from(*index)..f64::from(*index) + 1.0).contains(&place));
        hit.filter(|_| is_clear)
    };
    let (col, row) = (cell(pointer.at.0, variant.width())?, cell(pointer.at.1, variant.height())?);
    variant.point_from_top(row + 1, col + 1)
}

/// Returns the point to which a key moves the keyboard; `None` if the key does not move it.
pub(crate) fn moved(from: Point, key: &str, variant: Variant) -> Option<Point> {
    let (width, height) = (variant.width(), variant.height());
    let (col, row) = (from.col(), from.row());
    let (col, row) = match key {
        "ArrowLeft" => (col.saturating_sub(1), row),
        "ArrowRight" => ((col + 1).min(width - 1), row),
        "ArrowUp" => (col, (row + 1).min(height - 1)),
        "ArrowDown" => (col, row.saturating_sub(1)),
        "Home" => (0, row),
        "End" => (width - 1, row),
        "PageUp" => (col, height - 1),
        "PageDown" => (col, 0),
        _ => return None,
    };
    Point::new(col, row)
}
