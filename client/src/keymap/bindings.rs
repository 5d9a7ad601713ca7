//! The keys of the start screen, the lists, the form, the settings, the popups and the text fields.

use crossterm::event::KeyCode;

use super::{ALL, Action, Binding, C, Context, Key, Lang, bind, fixed, fixed_hint, hint};
use crate::intent::MenuItem;

pub(super) const fn c(c: char) -> Key {
    Key::Code(KeyCode::Char(c))
}

pub(super) const UP: Key = Key::Code(KeyCode::Up);
pub(super) const DOWN: Key = Key::Code(KeyCode::Down);
pub(super) const LEFT: Key = Key::Code(KeyCode::Left);
pub(super) const RIGHT: Key = Key::Code(KeyCode::Right);
pub(super) const ENTER: Key = Key::Code(KeyCode::Enter);
pub(super) const ESC: Key = Key::Code(KeyCode::Esc);
pub(super) const TAB: Key = Key::Code(KeyCode::Tab);
pub(super) const BACK_TAB: Key = Key::Code(KeyCode::BackTab);
pub(super) const PAGE_UP: Key = Key::Code(KeyCode::PageUp);
pub(super) const PAGE_DOWN: Key = Key::Code(KeyCode::PageDown);
pub(super) const HOME: Key = Key::Code(KeyCode::Home);
pub(super) const END: Key = Key::Code(KeyCode::End);
pub(super) const F1: Key = Key::Code(KeyCode::F(1));
pub(super) const BACKSPACE: Key = Key::Code(KeyCode::Backspace);
pub(super) const DELETE: Key = Key::Code(KeyCode::Delete);

/// The contexts with a list of rows and the common keys to move in it.
const ROWS: &[Context] = &[
    C::Menu,
    C::Find,
    C::Quick,
    C::List,
    C::Devices,
    C::Levels,
    C::RoomMenu,
    C::Confirm,
    C::SearchTree,
    C::Parts,
];
/// The contexts with a text field.
pub(super) const TEXTS: &[Context] =
    &[C::Name, C::FormText, C::FormSecret, C::Secret, C::Code, C::DeviceCode, C::Entry, C::Chat];
const POPUPS: &[Context] = &[C::Confirm, C::Levels, C::RoomMenu];
/// The screens on which letters are commands.
const LETTERS: &[Context] = &[
    C::Menu,
    C::Find,
    C::Seek,
    C::Form,
    C::Quick,
    C::List,
    C::Devices,
    C::Opening,
    C::Room,
    C::SearchTree,
    C::Parts,
    C::History,
    C::Replay,
    C::Settings,
    C::Keys,
    C::Problems,
];
/// The screens that Esc closes to go back.
const GOES_BACK: &[Context] = &[
    C::Find,
    C::Seek,
    C::Form,
    C::Quick,
    C::List,
    C::Devices,
    C::Opening,
    C::SearchTree,
    C::Parts,
    C::History,
    C::Settings,
    C::Keys,
    C::Problems,
];

pub(super) static TABLE: &[Binding] = &[
    hint(
        "select",
        &[C::Menu, C::Find, C::Quick, C::Levels, C::RoomMenu, C::Confirm],
        &[ENTER, c(' ')],
        Action::Select,
        Lang::key_choose,
    ),
    hint("list.enter", &[C::List], &[ENTER, c(' ')], Action::Select, Lang::key_open_room),
    hint("form.next", &[C::Form], &[ENTER, c(' ')], Action::Select, Lang::key_next_or_start),
    fixed_hint(&[C::FormText, C::FormSecret], &[ENTER], Action::Select, Lang::key_next_or_start),
    fixed_hint(
        &[C::Name, C::Code, C::DeviceCode, C::Secret, C::Entry],
        &[ENTER],
        Action::Select,
        Lang::key_accept,
    ),
    bind("up", ROWS, &[UP, c('k')], Action::Up, Lang::key_up),
    bind("down", ROWS, &[DOWN, c('j'), TAB], Action::Down, Lang::key_down),
    bind("first", ROWS, &[HOME], Action::First, Lang::key_first),
    bind("last", ROWS, &[END], Action::Last, Lang::key_last),
    bind("form.up", &[C::Form], &[UP, c('k'), BACK_TAB], Action::Up, Lang::key_line_up),
    bind("form.down", &[C::Form], &[DOWN, c('j'), TAB], Action::Down, Lang::key_line_down),
    bind("form.first", &[C::Form], &[HOME], Action::First, Lang::key_first),
    bind("form.last", &[C::Form], &[END], Action::Last, Lang::key_last),
    hint("form.before", &[C::Form], &[LEFT, c('h')], Action::Left, Lang::key_value_before),
    hint("form.after", &[C::Form], &[RIGHT, c('l')], Action::Right, Lang::key_value_after),
    bind("text.up", &[C::FormText, C::FormSecret], &[UP, BACK_TAB], Action::Up, Lang::key_line_up),
    bind("text.down", &[C::FormText, C::FormSecret], &[DOWN, TAB], Action::Down, Lang::key_line_down),
    bind("levels.other", &[C::Levels], &[LEFT, RIGHT, c('h'), c('l')], Action::Left, Lang::key_other_seat),
    hint("list.watch", &[C::List, C::Find], &[c('w')], Action::Watch, Lang::key_watch),
    hint("list.new", &[C::List], &[c('n')], Action::New, Lang::key_new_room),
    hint("list.code", &[C::List], &[c('c'), c('/')], Action::Code, Lang::key_code),
    hint("list.quick", &[C::List], &[c('m')], Action::Quick, Lang::key_quick),
    bind("list.devices", &[C::List], &[c('d')], Action::Devices, Lang::key_devices),
    hint("devices.code", &[C::Devices], &[c('n')], Action::New, Lang::key_device_code),
    hint("devices.enter-code", &[C::Devices], &[c('c'), c('/')], Action::Code, Lang::key_enter_device_code),
    hint("devices.remove", &[C::Devices], &[c('x'), DELETE], Action::Remove, Lang::key_remove_device),
    bind("list.games", &[C::List], &[c('v')], Action::History, Lang::key_your_games),
    hint("find.type", &[C::Find], &[c('c'), c('/')], Action::TypePoint, Lang::key_code),
    bind("start.go-on", &[C::Menu, C::List], &[c('g')], Action::Go(MenuItem::GoOn), Lang::key_go_on_game),
    bind("start.ai", &[C::Menu, C::List], &[c('a')], Action::Go(MenuItem::PlayAi), Lang::key_play_ai),
    bind("start.friend", &[C::Menu, C::List], &[c('f')], Action::Go(MenuItem::PlayHere), Lang::key_play_here),
    bind("start.network", &[C::Menu], &[c('n')], Action::Go(MenuItem::Find), Lang::key_find),
    bind("start.code", &[C::Menu], &[c('c')], Action::Go(MenuItem::JoinCode), Lang::key_code),
    bind("start.watch", &[C::Menu], &[c('w')], Action::Go(MenuItem::Watch), Lang::key_watch),
    bind("start.games", &[C::Menu], &[c('m')], Action::Go(MenuItem::MyGames), Lang::key_your_games),
    bind("start.name", &[C::Menu, C::List], &[c('r')], Action::Go(MenuItem::Rename), Lang::key_rename),
    bind("start.settings", &[C::Menu], &[c('s')], Action::Go(MenuItem::Settings), Lang::key_settings),
    bind("text.erase", TEXTS, &[BACKSPACE], Action::Erase, Lang::key_erase),
    bind("text.delete", TEXTS, &[DELETE], Action::Delete, Lang::key_delete),
    bind("text.erase-word", TEXTS, &[Key::Ctrl('w')], Action::EraseWord, Lang::key_erase_word),
    bind("text.erase-all", TEXTS, &[Key::Ctrl('u')], Action::EraseAll, Lang::key_erase_all),
    bind("text.left", TEXTS, &[LEFT], Action::TextLeft, Lang::key_cursor_left),
    bind("text.right", TEXTS, &[RIGHT], Action::TextRight, Lang::key_cursor_right),
    bind("text.home", TEXTS, &[HOME, Key::Ctrl('a')], Action::TextStart, Lang::key_line_start),
    bind("text.end", TEXTS, &[END, Key::Ctrl('e')], Action::TextEnd, Lang::key_line_end),
    bind("confirm.yes", &[C::Confirm], &[c('y')], Action::Yes, Lang::key_yes),
    bind("confirm.no", &[C::Confirm], &[c('n')], Action::No, Lang::key_no),
    bind("help.up", &[C::Help], &[UP, c('k')], Action::Up, Lang::key_scroll_up),
    hint("help.down", &[C::Help], &[DOWN, c('j')], Action::Down, Lang::key_scroll_down),
    bind("help.page-up", &[C::Help], &[PAGE_UP], Action::PageUp, Lang::key_page_up),
    bind("help.page-down", &[C::Help], &[PAGE_DOWN, c(' ')], Action::PageDown, Lang::key_page_down),
    hint("help.close", &[C::Help], &[ESC, ENTER, c('?'), c('q'), F1], Action::Back, Lang::key_close),
    bind(
        "settings.up",
        &[C::Settings, C::Keys, C::Problems],
        &[UP, c('k'), BACK_TAB],
        Action::Up,
        Lang::key_up,
    ),
    bind(
        "settings.down",
        &[C::Settings, C::Keys, C::Problems],
        &[DOWN, c('j'), TAB],
        Action::Down,
        Lang::key_down,
    ),
    bind("settings.page-up", &[C::Keys, C::Problems], &[PAGE_UP], Action::PageUp, Lang::key_page_up),
    bind("settings.page-down", &[C::Keys, C::Problems], &[PAGE_DOWN], Action::PageDown, Lang::key_page_down),
    bind("settings.first", &[C::Settings, C::Keys, C::Problems], &[HOME], Action::First, Lang::key_first),
    bind("settings.last", &[C::Settings, C::Keys, C::Problems], &[END], Action::Last, Lang::key_last),
    hint("settings.before", &[C::Settings], &[LEFT, c('h')], Action::Left, Lang::key_value_before),
    hint("settings.after", &[C::Settings], &[RIGHT, c('l')], Action::Right, Lang::key_value_after),
    hint("settings.select", &[C::Settings], &[ENTER, c(' ')], Action::Select, Lang::key_change_or_open),
    hint("settings.rebind", &[C::Keys], &[ENTER, c(' ')], Action::Select, Lang::key_rebind),
    hint("settings.default", &[C::Keys, C::Settings], &[DELETE, BACKSPACE], Action::Erase, Lang::key_default),
    bind("settings", &[C::Room, C::List], &[c(',')], Action::Preferences, Lang::key_preferences),
    hint("back", GOES_BACK, &[ESC], Action::Back, Lang::key_back),
    fixed_hint(
        &[C::FormText, C::FormSecret, C::Code, C::DeviceCode, C::Secret],
        &[ESC],
        Action::Back,
        Lang::key_back,
    ),
    fixed_hint(&[C::Name, C::Entry], &[ESC], Action::Back, Lang::key_never_mind),
    hint("text.reveal", &[C::Secret, C::FormSecret], &[Key::Ctrl('r')], Action::Reveal, Lang::key_reveal),
    hint("popup.close", POPUPS, &[ESC, c('q')], Action::Back, Lang::key_never_mind),
    bind("popup.close-menu", &[C::RoomMenu], &[c('m')], Action::Back, Lang::key_never_mind),
    hint("help", LETTERS, &[c('?'), F1], Action::Help, Lang::key_help),
    hint(
        "popup.help",
        &[C::Confirm, C::Levels, C::RoomMenu, C::Mutes, C::Invitation],
        &[c('?'), F1],
        Action::Help,
        Lang::key_help,
    ),
    // Codes and points contain no question mark, so it can open the help.
    fixed_hint(&[C::Code, C::DeviceCode, C::Entry], &[F1, c('?')], Action::Help, Lang::key_help),
    hint(
        "text.help",
        &[C::Name, C::FormText, C::FormSecret, C::Secret, C::Chat],
        &[F1],
        Action::Help,
        Lang::key_help,
    ),
    hint("quit", LETTERS, &[c('q')], Action::Quit, Lang::key_quit),
];

/// The key that always ends the program. It is the last key in every help.
pub(super) static ALWAYS: &[Binding] = &[fixed(ALL, &[Key::Ctrl('c')], Action::QuitNow, Lang::key_quit_now)];
