//! The one table of keys: it turns key presses into actions and writes the help.

mod talk;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::{
    action::{Action, Deed},
    model::{Field, MenuItem, Model, Overlay, Screen},
};

/// What the keys are meant for just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// The name is typed.
    Name,
    /// The start screen.
    Menu,
    /// The servers on this network.
    Find,
    /// A room is looked for.
    Seek,
    /// The form, on a line with a value.
    Form,
    /// The form, on a line of text.
    FormText,
    /// The choice of a board for a quick match.
    Quick,
    /// The room list.
    List,
    /// A code is typed.
    Code,
    /// A room is awaited.
    Opening,
    /// A room.
    Room,
    /// How an AI thinks.
    Thinking,
    /// A point is typed.
    Entry,
    /// A question.
    Confirm,
    /// The choice of a level, or of how a game goes on.
    Levels,
    /// What can be done in a room.
    Game,
    /// A secret is typed.
    Secret,
    /// The form, on a line of text that is hidden.
    FormSecret,
    /// The talk of a room.
    Chat,
    /// The choice whom not to hear.
    Mutes,
    /// A list of finished games.
    History,
    /// A finished game.
    Replay,
    /// The help.
    Help,
}

/// The key of a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Code(KeyCode),
    Ctrl(char),
    /// Any of the digits 1 to 9, which fills [`Action::Digit`].
    Digits,
}

/// A line of the table.
struct Binding {
    contexts: &'static [Context],
    keys: &'static [Key],
    action: Action,
    what: &'static str,
    /// Whether the line at the bottom of the screen shows it.
    hint: bool,
}

/// A line of the help: the keys and what they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpLine {
    /// The keys.
    pub keys: String,
    /// What they do.
    pub what: &'static str,
}

use Context as C;

const fn c(c: char) -> Key {
    Key::Code(KeyCode::Char(c))
}

const UP: Key = Key::Code(KeyCode::Up);
const DOWN: Key = Key::Code(KeyCode::Down);
const LEFT: Key = Key::Code(KeyCode::Left);
const RIGHT: Key = Key::Code(KeyCode::Right);
const ENTER: Key = Key::Code(KeyCode::Enter);
const ESC: Key = Key::Code(KeyCode::Esc);
const TAB: Key = Key::Code(KeyCode::Tab);
const BACK_TAB: Key = Key::Code(KeyCode::BackTab);

const ALL: &[Context] = &[
    C::Name,
    C::Menu,
    C::Find,
    C::Seek,
    C::Form,
    C::FormText,
    C::Quick,
    C::List,
    C::Code,
    C::Opening,
    C::Room,
    C::Thinking,
    C::Entry,
    C::Confirm,
    C::Levels,
    C::Game,
    C::Secret,
    C::FormSecret,
    C::Chat,
    C::Mutes,
    C::History,
    C::Replay,
    C::Help,
];
const ROWS: &[Context] = &[C::Menu, C::Find, C::Quick, C::List, C::Levels, C::Game, C::Confirm, C::Thinking];
const TEXTS: &[Context] = &[C::Name, C::FormText, C::FormSecret, C::Secret, C::Code, C::Entry, C::Chat];
/// Where the deeds of a room have their keys: in the room, and in the menu that lists them.
const DEEDS: &[Context] = &[C::Room, C::Game];
/// Where letters are commands and no name is typed.
const LETTERS: &[Context] =
    &[C::Menu, C::Find, C::Seek, C::Form, C::Quick, C::List, C::Opening, C::Room, C::Thinking];

/// Where Esc leads to the screen before.
const GOES_BACK: &[Context] = &[
    C::Find,
    C::Seek,
    C::Form,
    C::FormText,
    C::FormSecret,
    C::Quick,
    C::List,
    C::Code,
    C::Secret,
    C::Opening,
    C::Thinking,
];

const fn bind(
    contexts: &'static [Context],
    keys: &'static [Key],
    action: Action,
    what: &'static str,
) -> Binding {
    Binding { contexts, keys, action, what, hint: false }
}

const fn hint(
    contexts: &'static [Context],
    keys: &'static [Key],
    action: Action,
    what: &'static str,
) -> Binding {
    Binding { contexts, keys, action, what, hint: true }
}

static TABLE: &[Binding] = &[
    hint(
        &[C::Menu, C::Find, C::Quick, C::Levels, C::Game, C::Confirm],
        &[ENTER, c(' ')],
        Action::Select,
        "choose",
    ),
    hint(&[C::List], &[ENTER, c(' ')], Action::Select, "go in"),
    bind(&[C::Room], &[ENTER, c(' ')], Action::Select, "place or ready"),
    hint(&[C::Form], &[ENTER, c(' ')], Action::Select, "next line, or start"),
    hint(&[C::FormText, C::FormSecret], &[ENTER], Action::Select, "next line"),
    hint(&[C::Name, C::Code, C::Secret, C::Entry], &[ENTER], Action::Select, "accept"),
    bind(ROWS, &[UP, c('k')], Action::Up, "up"),
    bind(ROWS, &[DOWN, c('j'), TAB], Action::Down, "down"),
    bind(ROWS, &[Key::Code(KeyCode::Home)], Action::First, "to the first"),
    bind(ROWS, &[Key::Code(KeyCode::End)], Action::Last, "to the last"),
    bind(&[C::Thinking], &[Key::Code(KeyCode::PageUp)], Action::PageUp, "page up"),
    bind(&[C::Thinking], &[Key::Code(KeyCode::PageDown)], Action::PageDown, "page down"),
    hint(&[C::Thinking], &[ENTER, c(' ')], Action::Select, "fold/unfold"),
    bind(&[C::Thinking], &[LEFT, c('h')], Action::Left, "fold, or to the node above"),
    bind(&[C::Thinking], &[RIGHT, c('l')], Action::Right, "unfold, or to the node below"),
    hint(&[C::Thinking], &[c('['), c('<')], Action::Earlier, "move back"),
    hint(&[C::Thinking], &[c(']'), c('>')], Action::Later, "move on"),
    hint(&[C::Thinking], &[c('b')], Action::OtherBot, "next AI"),
    bind(&[C::Form], &[UP, c('k'), BACK_TAB], Action::Up, "line up"),
    bind(&[C::Form], &[DOWN, c('j'), TAB], Action::Down, "line down"),
    hint(&[C::Form], &[LEFT, c('h')], Action::Left, "value before"),
    hint(&[C::Form], &[RIGHT, c('l')], Action::Right, "next value"),
    bind(&[C::FormText, C::FormSecret], &[UP, BACK_TAB], Action::Up, "line up"),
    bind(&[C::FormText, C::FormSecret], &[DOWN, TAB], Action::Down, "line down"),
    bind(&[C::Room], &[UP, c('k')], Action::Up, "cursor up"),
    bind(&[C::Room], &[DOWN, c('j')], Action::Down, "cursor down"),
    bind(&[C::Room], &[LEFT, c('h')], Action::Left, "cursor left"),
    bind(&[C::Room], &[RIGHT, c('l')], Action::Right, "cursor right"),
    bind(&[C::Room], &[Key::Digits], Action::Digit(0), "place on 3x3, from the top left"),
    bind(&[C::Room], &[c('/'), c(':')], Action::TypePoint, "type h8, or row col"),
    bind(&[C::Room], &[c('m')], Action::Do(Deed::Menu), "menu"),
    bind(DEEDS, &[c('y')], Action::Yes, "yes to what the other asks"),
    bind(DEEDS, &[c('n')], Action::No, "no to what the other asks"),
    bind(DEEDS, &[c('x')], Action::Do(Deed::Withdraw), "take your own offer back"),
    bind(DEEDS, &[c('z')], Action::Do(Deed::TakeBack), "take your move back, or ask to"),
    bind(DEEDS, &[c('d')], Action::Do(Deed::Draw), "offer a draw"),
    bind(DEEDS, &[c('p')], Action::Do(Deed::Pause), "pause the clocks, or go on"),
    bind(DEEDS, &[c('+')], Action::Do(Deed::GiveTime), "give the other 15 s"),
    bind(DEEDS, &[c('w')], Action::Do(Deed::Claim), "claim, when the other is gone"),
    bind(DEEDS, &[c('A')], Action::Do(Deed::Abort), "abort before both have moved"),
    bind(DEEDS, &[c('N')], Action::Do(Deed::Restart), "begin anew (no other person)"),
    bind(DEEDS, &[c('s')], Action::Do(Deed::Settings), "change settings between games"),
    bind(DEEDS, &[c('S')], Action::Do(Deed::Swap), "swap seats between games"),
    bind(DEEDS, &[c('K')], Action::Do(Deed::Kick), "send the other away (host)"),
    bind(DEEDS, &[c('R')], Action::Resign, "resign"),
    bind(DEEDS, &[c('t')], Action::Sit, "take a seat, or yours back"),
    bind(DEEDS, &[c('u')], Action::Stand, "stand up"),
    bind(DEEDS, &[c('a')], Action::AddAi, "choose or change the AI"),
    bind(&[C::Levels], &[LEFT, RIGHT, c('h'), c('l')], Action::Left, "the other AI's seat"),
    bind(DEEDS, &[c('i')], Action::Hint, "hint"),
    bind(DEEDS, &[c('g')], Action::GoOn, "let paused AIs go on"),
    bind(DEEDS, &[c('e')], Action::Explain, "show how the AI thinks"),
    bind(DEEDS, &[c('c')], Action::Chat, "chat"),
    bind(DEEDS, &[c('M')], Action::Mutes, "choose whom not to hear"),
    bind(DEEDS, &[c('v')], Action::History, "view the games played here"),
    hint(&[C::List, C::Find], &[c('w')], Action::Watch, "watch"),
    hint(&[C::List], &[c('n')], Action::New, "make a room"),
    hint(&[C::List], &[c('m')], Action::Quick, "quick match"),
    hint(&[C::List], &[c('c'), c('/')], Action::Code, "code"),
    bind(&[C::List], &[c('v')], Action::History, "your games"),
    hint(&[C::Find], &[c('c'), c('/')], Action::TypePoint, "type it"),
    bind(&[C::Menu], &[c('g')], Action::Go(MenuItem::GoOn), "go on with your game"),
    bind(&[C::Menu, C::List], &[c('a')], Action::Go(MenuItem::PlayAi), "play the AI"),
    bind(&[C::Menu, C::List], &[c('f')], Action::Go(MenuItem::PlayHere), "play a friend here"),
    bind(&[C::Menu], &[c('n')], Action::Go(MenuItem::Find), "find a game on this network"),
    bind(&[C::Menu], &[c('c')], Action::Go(MenuItem::JoinCode), "join by code or address"),
    bind(&[C::Menu], &[c('w')], Action::Go(MenuItem::Watch), "watch"),
    bind(&[C::Menu], &[c('m')], Action::Go(MenuItem::MyGames), "your finished games"),
    bind(&[C::Menu, C::List], &[c('r')], Action::Go(MenuItem::Rename), "change name"),
    bind(&[C::Menu], &[c('s')], Action::Go(MenuItem::Settings), "settings"),
    bind(TEXTS, &[Key::Code(KeyCode::Backspace)], Action::Erase, "erase a character"),
    bind(TEXTS, &[Key::Ctrl('u')], Action::EraseAll, "erase the line"),
    bind(&[C::Confirm], &[c('y')], Action::Yes, "yes"),
    bind(&[C::Confirm], &[c('n')], Action::No, "no"),
    bind(&[C::Help], &[UP, c('k')], Action::Up, "scroll up"),
    bind(&[C::Help], &[DOWN, c('j')], Action::Down, "scroll down"),
    hint(&[C::Help], &[ESC, ENTER, c('?'), c('q'), Key::Code(KeyCode::F(1))], Action::Back, "close"),
    hint(GOES_BACK, &[ESC], Action::Back, "back"),
    bind(&[C::Room], &[ESC], Action::Back, "leave"),
    hint(&[C::Name, C::Entry, C::Confirm, C::Levels, C::Game], &[ESC], Action::Back, "never mind"),
    bind(&[C::Confirm, C::Levels, C::Game], &[c('q')], Action::Back, "never mind"),
    bind(&[C::Game], &[c('m')], Action::Back, "never mind"),
    hint(LETTERS, &[c('?'), Key::Code(KeyCode::F(1))], Action::Help, "help"),
    hint(&[C::Code, C::Entry], &[c('?'), Key::Code(KeyCode::F(1))], Action::Help, "help"),
    hint(&[C::Secret, C::FormSecret], &[Key::Ctrl('r')], Action::Reveal, "show or hide it"),
    hint(
        &[C::Name, C::FormText, C::FormSecret, C::Secret],
        &[Key::Code(KeyCode::F(1))],
        Action::Help,
        "help",
    ),
    hint(LETTERS, &[c('q')], Action::Quit, "quit"),
    bind(ALL, &[Key::Ctrl('c')], Action::QuitNow, "quit at once"),
];

/// What the keys are meant for on `model`'s screen.
#[must_use]
pub fn context(model: &Model) -> Context {
    match &model.overlay {
        Some(Overlay::Help { .. }) => Context::Help,
        Some(Overlay::Confirm { .. }) => Context::Confirm,
        Some(Overlay::Levels { .. } | Overlay::Claim { .. }) => Context::Levels,
        Some(Overlay::Game { .. }) => Context::Game,
        Some(Overlay::Chat(_)) => Context::Chat,
        Some(Overlay::Mutes(_)) => Context::Mutes,
        None => screen_context(&model.screen),
    }
}

/// What the keys are meant for on `screen` when nothing lies over it.
#[must_use]
pub fn screen_context(screen: &Screen) -> Context {
    match screen {
        Screen::Name(_) => Context::Name,
        Screen::Menu(_) => Context::Menu,
        Screen::Find(_) => Context::Find,
        Screen::Seek(_) => Context::Seek,
        Screen::Create(form) if form.cursor == Field::Guest => Context::FormText,
        Screen::Create(form) if form.cursor == Field::Passphrase => Context::FormSecret,
        Screen::Create(_) => Context::Form,
        Screen::List(_) => Context::List,
        Screen::Quick(_) => Context::Quick,
        Screen::Code(_) => Context::Code,
        Screen::Passphrase(_) => Context::Secret,
        Screen::Opening(_) | Screen::Knocking(_) => Context::Opening,
        Screen::Room(room) if room.entry.is_some() => Context::Entry,
        Screen::Room(_) => Context::Room,
        Screen::Thinking(_) => Context::Thinking,
        Screen::History(_) => Context::History,
        Screen::Replay(replay) if replay.is_typing() => Context::Entry,
        Screen::Replay(_) => Context::Replay,
    }
}

/// What `key` means in `context`; `None` if nothing.
#[must_use]
pub fn action(context: Context, key: &KeyEvent) -> Option<Action> {
    let bound = bindings(context).find(|binding| binding.keys.iter().any(|bound| bound.matches(key)));
    match (bound, key.code) {
        (Some(Binding { action: Action::Digit(_), .. }), KeyCode::Char(digit)) => {
            digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok()).map(Action::Digit)
        }
        (Some(binding), _) => Some(binding.action),
        (None, KeyCode::Char(c)) if TEXTS.contains(&context) && is_plain(key.modifiers) => {
            Some(Action::Type(c))
        }
        (None, _) => None,
    }
}

/// The lines of all tables for `context`.
fn bindings(context: Context) -> impl Iterator<Item = &'static Binding> {
    talk::TABLE.iter().chain(TABLE).filter(move |binding| binding.contexts.contains(&context))
}

/// All that can be done in `context`, for the help.
#[must_use]
pub fn help(context: Context) -> Vec<HelpLine> {
    let mut help = lines(context, |_| true, usize::MAX);
    let mouse = match context {
        C::Room => "point; let the left button go to place, or be ready",
        C::Menu | C::Find | C::Quick | C::List => "point; let the left button go to choose",
        C::Game => "let the left button go to do it",
        C::Form | C::FormText | C::FormSecret => "let the left button go for the next value",
        C::Thinking => "let the left button go to fold or unfold",
        C::History => "let the left button go to replay",
        C::Replay => "let the left button go to try a move; turn the wheel to step",
        C::Name
        | C::Code
        | C::Seek
        | C::Secret
        | C::Opening
        | C::Entry
        | C::Confirm
        | C::Levels
        | C::Chat
        | C::Mutes
        | C::Help => {
            return help;
        }
    };
    help.push(HelpLine { keys: "mouse".to_owned(), what: mouse });
    if context == C::Room {
        help.push(HelpLine { keys: "right button".to_owned(), what: "menu" });
    }
    help
}

/// The most useful keys in `context`, for the bottom line.
#[must_use]
pub fn hints(context: Context) -> Vec<HelpLine> {
    lines(context, |binding| binding.hint, 1)
}

/// Whether `action` is one that the menu of a room lists.
#[must_use]
pub fn is_deed(action: Action) -> bool {
    TABLE.iter().any(|binding| binding.contexts == DEEDS && binding.action == action)
}

/// The key of `action` in `context`; of several the first.
#[must_use]
pub fn key_of(context: Context, action: Action) -> Option<String> {
    let bound = TABLE.iter().find(|binding| binding.contexts.contains(&context) && binding.action == action);
    bound?.keys.first().map(|key| key.name())
}

fn lines(context: Context, wanted: impl Fn(&Binding) -> bool, keys: usize) -> Vec<HelpLine> {
    bindings(context)
        .filter(|binding| wanted(binding))
        .map(|binding| {
            let names: Vec<String> = binding.keys.iter().take(keys).map(|key| key.name()).collect();
            HelpLine { keys: names.join(" "), what: binding.what }
        })
        .collect()
}

fn is_plain(modifiers: KeyModifiers) -> bool {
    (modifiers - KeyModifiers::SHIFT).is_empty()
}

impl Key {
    fn matches(self, event: &KeyEvent) -> bool {
        match self {
            Self::Ctrl(c) => {
                event.modifiers.contains(KeyModifiers::CONTROL)
                    && matches!(event.code, KeyCode::Char(typed) if typed.eq_ignore_ascii_case(&c))
            }
            Self::Code(code) => event.code == code && is_plain(event.modifiers),
            Self::Digits => matches!(event.code, KeyCode::Char('1'..='9')) && is_plain(event.modifiers),
        }
    }

    fn name(self) -> String {
        match self {
            Self::Digits => "1-9".to_owned(),
            Self::Ctrl(c) => format!("Ctrl-{}", c.to_ascii_uppercase()),
            Self::Code(KeyCode::Char(' ')) => "Space".to_owned(),
            Self::Code(KeyCode::Char(c)) => c.to_string(),
            Self::Code(KeyCode::Up) => "↑".to_owned(),
            Self::Code(KeyCode::Down) => "↓".to_owned(),
            Self::Code(KeyCode::Left) => "←".to_owned(),
            Self::Code(KeyCode::Right) => "→".to_owned(),
            Self::Code(KeyCode::BackTab) => "Shift-Tab".to_owned(),
            Self::Code(code) => code.to_string(),
        }
    }
}

#[cfg(test)]
mod tests;
