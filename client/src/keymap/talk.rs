//! The keys of the talk, of the lists of finished games and of the replay.

use crossterm::event::KeyCode;

use super::{BACK_TAB, Binding, C, DOWN, ENTER, ESC, Key, LEFT, RIGHT, TAB, UP, bind, c, hint};
use crate::action::Action;

const PAGE_UP: Key = Key::Code(KeyCode::PageUp);
const PAGE_DOWN: Key = Key::Code(KeyCode::PageDown);
const HOME: Key = Key::Code(KeyCode::Home);
const END: Key = Key::Code(KeyCode::End);
const HELP: Key = Key::Code(KeyCode::F(1));

const fn nudge(right: i8, up: i8) -> Action {
    Action::Nudge { right, up }
}

pub(super) static TABLE: &[Binding] = &[
    hint(&[C::Chat], &[ENTER], Action::Select, "say it"),
    hint(&[C::Chat], &[UP], Action::Up, "older"),
    bind(&[C::Chat], &[DOWN], Action::Down, "newer"),
    bind(&[C::Chat], &[PAGE_UP], Action::PageUp, "a page older"),
    bind(&[C::Chat], &[PAGE_DOWN], Action::PageDown, "a page newer"),
    hint(&[C::Chat], &[TAB], Action::Mutes, "mute"),
    hint(&[C::Chat], &[ESC], Action::Back, "close"),
    hint(&[C::Mutes], &[ENTER, c(' ')], Action::Select, "mute or hear"),
    bind(&[C::Mutes], &[UP, c('k')], Action::Up, "up"),
    bind(&[C::Mutes], &[DOWN, c('j')], Action::Down, "down"),
    hint(&[C::Mutes], &[ESC, c('q')], Action::Back, "close"),
    hint(&[C::History], &[ENTER, c(' ')], Action::Select, "replay"),
    bind(&[C::History], &[UP, c('k')], Action::Up, "up"),
    bind(&[C::History], &[DOWN, c('j'), TAB], Action::Down, "down"),
    bind(&[C::History], &[HOME], Action::First, "to the latest"),
    bind(&[C::History], &[END], Action::Last, "to the last one known, and ask for more"),
    bind(&[C::History], &[PAGE_UP], Action::PageUp, "ten up"),
    bind(&[C::History], &[PAGE_DOWN], Action::PageDown, "ten down"),
    bind(&[C::Replay], &[RIGHT], Action::Right, "one move on"),
    hint(&[C::Replay], &[LEFT], Action::Left, "step"),
    hint(&[C::Replay], &[c(' ')], Action::Autoplay, "play"),
    bind(&[C::Replay], &[c('+'), c('=')], Action::Faster, "play faster"),
    bind(&[C::Replay], &[c('-')], Action::Slower, "play slower"),
    bind(&[C::Replay], &[HOME], Action::First, "to the empty board"),
    bind(&[C::Replay], &[END], Action::Last, "to the end"),
    bind(&[C::Replay], &[PAGE_UP], Action::PageUp, "ten moves back"),
    bind(&[C::Replay], &[PAGE_DOWN], Action::PageDown, "ten moves on"),
    hint(&[C::Replay], &[c('n'), c('#')], Action::Numbers, "numbers"),
    hint(&[C::Replay], &[c('/'), c(':')], Action::TypePoint, "try a move"),
    bind(&[C::Replay], &[ENTER], Action::Select, "try a move at the cursor"),
    bind(&[C::Replay], &[c('h')], nudge(-1, 0), "cursor left"),
    bind(&[C::Replay], &[c('j')], nudge(0, -1), "cursor down"),
    bind(&[C::Replay], &[c('k')], nudge(0, 1), "cursor up"),
    bind(&[C::Replay], &[c('l')], nudge(1, 0), "cursor right"),
    bind(&[C::Replay], &[Key::Digits], Action::Digit(0), "try a move on 3x3, from the top left"),
    bind(&[C::Replay], &[DOWN, TAB], Action::Down, "the next branch here"),
    bind(&[C::Replay], &[UP, BACK_TAB], Action::Up, "the branch before"),
    bind(&[C::Replay], &[Key::Code(KeyCode::Backspace)], Action::Erase, "take a move of a branch away"),
    bind(&[C::Replay], &[c('b')], Action::ToGame, "from a branch back to the game"),
    hint(&[C::History], &[ESC], Action::Back, "back"),
    hint(&[C::Replay], &[ESC], Action::Back, "to the game, or back"),
    hint(&[C::History, C::Replay], &[c('?'), HELP], Action::Help, "help"),
    hint(&[C::History, C::Replay], &[c('q')], Action::Quit, "quit"),
];
