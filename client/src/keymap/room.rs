//! The keys of a room and of an AI's search tree.

use tengen_session::room::RoomAction;

use super::{
    Action, Binding, C, Context, Key, Lang, always, bind,
    bindings::{DOWN, ENTER, ESC, LEFT, PAGE_DOWN, PAGE_UP, RIGHT, UP, c},
    hint,
};

/// The contexts in which the actions of a room have keys: the room, and the menu that lists the actions.
pub(super) const DEEDS: &[Context] = &[C::Room, C::Game];

const fn deed(deed: RoomAction) -> Action {
    Action::Do(deed)
}

pub(super) static TABLE: &[Binding] = &[
    bind("place", &[C::Room], &[ENTER, c(' ')], Action::Select, Lang::key_place),
    bind("cursor-up", &[C::Room], &[UP, c('k')], Action::Up, Lang::key_cursor_up),
    bind("cursor-down", &[C::Room], &[DOWN, c('j')], Action::Down, Lang::key_cursor_down),
    bind("cursor-left", &[C::Room], &[LEFT, c('h')], Action::Left, Lang::key_cursor_left),
    bind("cursor-right", &[C::Room], &[RIGHT, c('l')], Action::Right, Lang::key_cursor_right),
    always(&[C::Room], &[Key::Digits], Action::Digit(0), Lang::key_digits),
    bind("type-point", &[C::Room], &[c('/'), c(':')], Action::TypePoint, Lang::key_type_point),
    bind("menu", &[C::Room], &[c('m')], Action::Menu, Lang::key_menu),
    bind("yes", DEEDS, &[c('y')], Action::Yes, Lang::key_say_yes),
    bind("no", DEEDS, &[c('n')], Action::No, Lang::key_say_no),
    bind("withdraw", DEEDS, &[c('x')], deed(RoomAction::Withdraw), Lang::key_withdraw),
    bind("take-back", DEEDS, &[c('z')], deed(RoomAction::TakeBack), Lang::key_take_back),
    bind("draw", DEEDS, &[c('d')], deed(RoomAction::Draw), Lang::key_draw),
    bind("pause", DEEDS, &[c('p')], deed(RoomAction::Pause), Lang::key_pause),
    bind("give-time", DEEDS, &[c('+')], deed(RoomAction::GiveTime), Lang::key_give_time),
    bind("claim", DEEDS, &[c('w')], deed(RoomAction::Claim), Lang::key_claim),
    bind("abort", DEEDS, &[c('A')], deed(RoomAction::Abort), Lang::key_abort),
    bind("restart", DEEDS, &[c('N')], deed(RoomAction::Restart), Lang::key_restart),
    bind("room-settings", DEEDS, &[c('s')], deed(RoomAction::Settings), Lang::key_room_settings),
    bind("swap", DEEDS, &[c('S')], deed(RoomAction::Swap), Lang::key_swap),
    bind("kick", DEEDS, &[c('K')], deed(RoomAction::Kick), Lang::key_kick),
    bind("resign", DEEDS, &[c('R')], Action::Do(RoomAction::Resign), Lang::key_resign),
    bind("sit", DEEDS, &[c('t')], Action::Do(RoomAction::Sit), Lang::key_sit),
    bind("stand", DEEDS, &[c('u')], Action::Do(RoomAction::Stand), Lang::key_stand),
    bind("ai", DEEDS, &[c('a')], Action::Do(RoomAction::AddAi), Lang::key_ai),
    bind("hint", DEEDS, &[c('i')], Action::Do(RoomAction::Hint), Lang::key_hint),
    bind("go-on", DEEDS, &[c('g')], Action::Do(RoomAction::GoOn), Lang::key_go_on),
    bind("explain", DEEDS, &[c('e')], Action::Explain, Lang::key_explain),
    bind("chat", DEEDS, &[c('c')], Action::Chat, Lang::key_chat),
    bind("mute", DEEDS, &[c('M')], Action::Mutes, Lang::key_mutes),
    bind("moves", &[C::Room], &[c('o')], Action::Moves, Lang::key_moves),
    bind("games", DEEDS, &[c('v')], Action::History, Lang::key_games),
    bind("leave", &[C::Room], &[ESC], Action::Back, Lang::key_leave),
    bind("thinking.page-up", &[C::Thinking], &[PAGE_UP], Action::PageUp, Lang::key_page_up),
    bind("thinking.page-down", &[C::Thinking], &[PAGE_DOWN], Action::PageDown, Lang::key_page_down),
    hint("thinking.fold", &[C::Thinking], &[ENTER, c(' ')], Action::Select, Lang::key_fold),
    bind("thinking.left", &[C::Thinking], &[LEFT, c('h')], Action::Left, Lang::key_fold_or_above),
    bind("thinking.right", &[C::Thinking], &[RIGHT, c('l')], Action::Right, Lang::key_unfold_or_below),
    hint("thinking.earlier", &[C::Thinking], &[c('['), c('<')], Action::Earlier, Lang::key_move_back),
    hint("thinking.later", &[C::Thinking], &[c(']'), c('>')], Action::Later, Lang::key_move_on),
    bind("thinking.deeper", &[C::Thinking], &[c('+'), c('=')], Action::Deeper, Lang::key_deeper),
    bind("thinking.shallower", &[C::Thinking], &[c('-')], Action::Shallower, Lang::key_shallower),
    bind("thinking.cuts", &[C::Thinking], &[c('x')], Action::Cuts, Lang::key_cuts),
    hint("thinking.ai", &[C::Thinking], &[c('b')], Action::OtherBot, Lang::key_next_ai),
];
