//! The keys of the chat, the list of people to mute, the lists of finished games and the replay.

use super::{
    Action, Binding, C, Key, Lang, bind,
    bindings::{
        BACK_TAB, BACKSPACE, DOWN, END, ENTER, ESC, HOME, LEFT, PAGE_DOWN, PAGE_UP, RIGHT, TAB, UP, c,
    },
    fixed, fixed_hint, hint,
};

const fn nudge(right: i8, up: i8) -> Action {
    Action::Nudge { right, up }
}

pub(super) static TABLE: &[Binding] = &[
    fixed_hint(&[C::Chat], &[ENTER], Action::Select, Lang::key_say),
    hint("chat.older", &[C::Chat], &[UP], Action::Up, Lang::key_older),
    bind("chat.newer", &[C::Chat], &[DOWN], Action::Down, Lang::key_newer),
    bind("chat.page-up", &[C::Chat], &[PAGE_UP], Action::PageUp, Lang::key_page_older),
    bind("chat.page-down", &[C::Chat], &[PAGE_DOWN], Action::PageDown, Lang::key_page_newer),
    hint("chat.mute", &[C::Chat], &[TAB], Action::Mutes, Lang::key_mute),
    fixed_hint(&[C::Chat], &[ESC], Action::Back, Lang::key_close),
    hint("mute.toggle", &[C::Mutes], &[ENTER, c(' ')], Action::Select, Lang::key_mute_or_hear),
    bind("mute.up", &[C::Mutes], &[UP, c('k')], Action::Up, Lang::key_up),
    bind("mute.down", &[C::Mutes], &[DOWN, c('j')], Action::Down, Lang::key_down),
    hint("mute.close", &[C::Mutes], &[ESC, c('q')], Action::Back, Lang::key_close),
    hint("invite.close", &[C::Invitation], &[ESC, ENTER, c('q')], Action::Back, Lang::key_close),
    hint("games.replay", &[C::History], &[ENTER, c(' ')], Action::Select, Lang::key_replay),
    bind("games.up", &[C::History], &[UP, c('k')], Action::Up, Lang::key_up),
    bind("games.down", &[C::History], &[DOWN, c('j'), TAB], Action::Down, Lang::key_down),
    bind("games.first", &[C::History], &[HOME], Action::First, Lang::key_to_latest),
    bind("games.last", &[C::History], &[END], Action::Last, Lang::key_to_oldest),
    bind("games.page-up", &[C::History], &[PAGE_UP], Action::PageUp, Lang::key_ten_up),
    bind("games.page-down", &[C::History], &[PAGE_DOWN], Action::PageDown, Lang::key_ten_down),
    hint("replay.backward", &[C::Replay], &[LEFT], Action::Left, Lang::key_one_back),
    hint("replay.forward", &[C::Replay], &[RIGHT], Action::Right, Lang::key_one_on),
    hint("replay.play", &[C::Replay], &[c(' ')], Action::Autoplay, Lang::key_play),
    bind("replay.faster", &[C::Replay], &[c('+'), c('=')], Action::Faster, Lang::key_faster),
    bind("replay.slower", &[C::Replay], &[c('-')], Action::Slower, Lang::key_slower),
    bind("replay.first", &[C::Replay], &[HOME], Action::First, Lang::key_to_start),
    bind("replay.last", &[C::Replay], &[END], Action::Last, Lang::key_to_end),
    bind("replay.page-up", &[C::Replay], &[PAGE_UP], Action::PageUp, Lang::key_ten_back),
    bind("replay.page-down", &[C::Replay], &[PAGE_DOWN], Action::PageDown, Lang::key_ten_on),
    hint("replay.numbers", &[C::Replay], &[c('n'), c('#')], Action::Numbers, Lang::key_numbers),
    hint("replay.type-point", &[C::Replay], &[c('/'), c(':')], Action::TypePoint, Lang::key_try_move),
    bind("replay.try", &[C::Replay], &[ENTER], Action::Select, Lang::key_try_here),
    bind("replay.cursor-left", &[C::Replay], &[c('h')], nudge(-1, 0), Lang::key_cursor_left),
    bind("replay.cursor-down", &[C::Replay], &[c('j')], nudge(0, -1), Lang::key_cursor_down),
    bind("replay.cursor-up", &[C::Replay], &[c('k')], nudge(0, 1), Lang::key_cursor_up),
    bind("replay.cursor-right", &[C::Replay], &[c('l')], nudge(1, 0), Lang::key_cursor_right),
    fixed(&[C::Replay], &[Key::Digits], Action::Digit(0), Lang::key_try_digits),
    bind("replay.next-branch", &[C::Replay], &[DOWN, TAB], Action::Down, Lang::key_next_branch),
    bind("replay.branch-before", &[C::Replay], &[UP, BACK_TAB], Action::Up, Lang::key_branch_before),
    bind("replay.erase", &[C::Replay], &[BACKSPACE], Action::Erase, Lang::key_erase_move),
    bind("replay.to-game", &[C::Replay], &[c('b')], Action::ToGame, Lang::key_to_game),
    hint("replay.back", &[C::Replay], &[ESC], Action::Back, Lang::key_to_game_or_back),
];
