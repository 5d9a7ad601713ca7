//! The keys of a room and of an AI's search tree.

use tengen_session::room::RoomAction;

use super::{
    Action, Binding, C, Context, Key, Lang, bind,
    bindings::{DOWN, ENTER, ESC, LEFT, PAGE_DOWN, PAGE_UP, RIGHT, UP, c},
    fixed, hint,
};

/// The contexts in which the actions of a room have keys: the room, and the menu that lists the actions.
pub(super) const ROOM_AND_MENU: &[Context] = &[C::Room, C::RoomMenu];

const fn room_action(room_action: RoomAction) -> Action {
    Action::Do(room_action)
}

pub(super) static TABLE: &[Binding] = &[
    bind("place", &[C::Room], &[ENTER, c(' ')], Action::Select, Lang::key_place),
    bind("cursor-up", &[C::Room], &[UP, c('k')], Action::Up, Lang::key_cursor_up),
    bind("cursor-down", &[C::Room], &[DOWN, c('j')], Action::Down, Lang::key_cursor_down),
    bind("cursor-left", &[C::Room], &[LEFT, c('h')], Action::Left, Lang::key_cursor_left),
    bind("cursor-right", &[C::Room], &[RIGHT, c('l')], Action::Right, Lang::key_cursor_right),
    fixed(&[C::Room], &[Key::Digits], Action::Digit(0), Lang::key_digits),
    bind("type-point", &[C::Room], &[c('/'), c(':')], Action::TypePoint, Lang::key_type_point),
    bind("menu", &[C::Room], &[c('m')], Action::Menu, Lang::key_menu),
    bind("yes", ROOM_AND_MENU, &[c('y')], Action::Yes, Lang::key_say_yes),
    bind("no", ROOM_AND_MENU, &[c('n')], Action::No, Lang::key_say_no),
    bind("withdraw", ROOM_AND_MENU, &[c('x')], room_action(RoomAction::Withdraw), Lang::key_withdraw),
    bind("take-back", ROOM_AND_MENU, &[c('z')], room_action(RoomAction::TakeBack), Lang::key_take_back),
    bind("draw", ROOM_AND_MENU, &[c('d')], room_action(RoomAction::Draw), Lang::key_draw),
    bind("pause", ROOM_AND_MENU, &[c('p')], room_action(RoomAction::Pause), Lang::key_pause),
    bind("give-time", ROOM_AND_MENU, &[c('+')], room_action(RoomAction::GiveTime), Lang::key_give_time),
    bind("claim", ROOM_AND_MENU, &[c('w')], room_action(RoomAction::Claim), Lang::key_claim),
    bind("abort", ROOM_AND_MENU, &[c('A')], room_action(RoomAction::Abort), Lang::key_abort),
    bind("restart", ROOM_AND_MENU, &[c('N')], room_action(RoomAction::Restart), Lang::key_restart),
    bind(
        "room-settings",
        ROOM_AND_MENU,
        &[c('s')],
        room_action(RoomAction::Settings),
        Lang::key_room_settings,
    ),
    bind("swap", ROOM_AND_MENU, &[c('S')], room_action(RoomAction::Swap), Lang::key_swap),
    bind("kick", ROOM_AND_MENU, &[c('K')], room_action(RoomAction::Kick), Lang::key_kick),
    bind("recognize", ROOM_AND_MENU, &[c('B')], room_action(RoomAction::Recognize), Lang::key_recognize),
    bind("resign", ROOM_AND_MENU, &[c('R')], Action::Do(RoomAction::Resign), Lang::key_resign),
    bind("sit", ROOM_AND_MENU, &[c('t')], Action::Do(RoomAction::Sit), Lang::key_sit),
    bind("stand", ROOM_AND_MENU, &[c('u')], Action::Do(RoomAction::Stand), Lang::key_stand),
    bind("ai", ROOM_AND_MENU, &[c('a')], Action::Do(RoomAction::AddAi), Lang::key_ai),
    bind("hint", ROOM_AND_MENU, &[c('i')], Action::Do(RoomAction::Hint), Lang::key_hint),
    bind("go-on", ROOM_AND_MENU, &[c('g')], Action::Do(RoomAction::GoOn), Lang::key_go_on),
    bind("explain", ROOM_AND_MENU, &[c('e')], Action::Explain, Lang::key_explain),
    bind("chat", ROOM_AND_MENU, &[c('c')], Action::Chat, Lang::key_chat),
    bind("mute", ROOM_AND_MENU, &[c('M')], Action::Mutes, Lang::key_mutes),
    bind("invite", ROOM_AND_MENU, &[c('L')], Action::Invite, Lang::key_invite),
    bind("moves", &[C::Room], &[c('o')], Action::Moves, Lang::key_moves),
    bind("games", ROOM_AND_MENU, &[c('v')], Action::History, Lang::key_games),
    bind("leave", &[C::Room], &[ESC], Action::Back, Lang::key_leave),
    bind("thinking.page-up", &[C::SearchTree, C::Parts], &[PAGE_UP], Action::PageUp, Lang::key_page_up),
    bind(
        "thinking.page-down",
        &[C::SearchTree, C::Parts],
        &[PAGE_DOWN],
        Action::PageDown,
        Lang::key_page_down,
    ),
    hint("thinking.fold", &[C::SearchTree], &[ENTER, c(' ')], Action::Select, Lang::key_fold),
    bind("thinking.left", &[C::SearchTree], &[LEFT, c('h')], Action::Left, Lang::key_fold_or_above),
    bind("thinking.right", &[C::SearchTree], &[RIGHT, c('l')], Action::Right, Lang::key_unfold_or_below),
    hint("thinking.earlier", &[C::SearchTree], &[c('['), c('<')], Action::Earlier, Lang::key_move_back),
    hint("thinking.later", &[C::SearchTree], &[c(']'), c('>')], Action::Later, Lang::key_move_on),
    bind("thinking.deeper", &[C::SearchTree], &[c('+'), c('=')], Action::Deeper, Lang::key_deeper),
    bind("thinking.shallower", &[C::SearchTree], &[c('-')], Action::Shallower, Lang::key_shallower),
    bind("thinking.cuts", &[C::SearchTree], &[c('x')], Action::Cuts, Lang::key_cuts),
    hint("thinking.parts", &[C::SearchTree], &[c('v')], Action::TakeApart, Lang::key_parts),
    hint("thinking.ai", &[C::SearchTree], &[c('b')], Action::OtherBot, Lang::key_next_ai),
];
