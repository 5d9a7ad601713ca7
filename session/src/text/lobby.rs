//! The room list, and entering and leaving a room.

use tengen_shared::game::{Name, RoomCode};

use crate::text::messages;

messages! {
    title_name: "Your name", "你的名字";
    title_new_room: "New room", "新建房间";
    title_change(room: &RoomCode): "Settings of {room}", "{room} 的设置";
    title_rooms: "Rooms", "房间";
    title_rooms_to_watch: "Rooms to watch", "可观战的房间";
    title_quick: "Quick match", "快速匹配";
    title_passphrase(room: &RoomCode): "Passphrase of {room}", "{room} 的口令";
    title_knocking(room: &RoomCode): "Waiting to watch {room}", "等待进入 {room}";

    which_game: "Choose a board", "选择棋盘";
    rules_plain(width: u8, height: u8, run: u8):
        "{width}x{height}, {run} in a row", "{width}x{height}，连成 {run} 子";
    rules_or_more(width: u8, height: u8, run: u8):
        "{width}x{height}, {run} or more in a row", "{width}x{height}，连成 {run} 子或更多";
    rules_exactly(width: u8, height: u8, run: u8):
        "{width}x{height}, exactly {run} in a row", "{width}x{height}，恰好连成 {run} 子";
    rules_caro(width: u8, height: u8):
        "{width}x{height}, exactly 5 in a row with an open end", "{width}x{height}，恰好连成 5 子且两端不全被堵";
    rules_long_caro(width: u8, height: u8):
        "{width}x{height}, 5 in a row with an open end, or more", "{width}x{height}，连成 5 子且两端不全被堵，或更多";
    rules_renju(width: u8, height: u8):
        "{width}x{height}, renju: 5 in a row, with forbidden moves", "{width}x{height}，连珠：连成 5 子，黑棋有禁手";

    asking_rooms: "Loading rooms", "正在获取房间列表";
    no_rooms(key: &str): "No public room is in use. Press {key} to create a room.", "没有正在使用的公开房间：按 {key} 新建房间";
    list_join_keys(sit: &str, watch: &str): "{sit} takes a free seat. {watch} watches.", "{sit} 入座，{watch} 观战。";
    list_watch_keys(key: &str): "{key} watches.", "{key} 观战。";
    list_return(key: &str): "You have a game here. Press {key} to return to it.", "你在这里有一盘棋，按 {key} 返回。";
    list_kept(room: &str, key: &str): "Your seat in {room} is kept. Press {key} to return.", "{room} 中你的座位已保留，按 {key} 返回。";
    list_yours: "your game", "你的对局";
    head_room: "Room", "房间";
    head_state: "State", "状态";
    head_board: "Board", "棋盘";
    head_players: "Players", "棋手";
    list_match: "matching", "匹配中";
    list_open: "open", "可加入";
    list_playing: "playing", "对局中";
    list_between: "waiting", "等待";
    list_lock: "lock", "密";
    list_free: "free", "空位";
    list_away(name: &Name): "{name} (away)", "{name}（断线）";
    list_ai(bot: &str): "AI {bot}", "AI {bot}";
    list_played(games: u32): "{games} played", "已下 {games} 局";
    list_watched(watching: u32): "{watching} watching", "{watching} 人观战";

    finding_match: "Looking for someone to play", "正在寻找对手";
    making_room: "Creating the room", "正在创建房间";
    taking_seat(room: &RoomCode): "Joining {room}", "正在加入 {room}";
    going_to_watch(room: &RoomCode): "Opening {room} to watch", "正在进入 {room} 观战";
    going_on(room: &RoomCode): "Going back to {room}", "正在回到 {room}";
    waiting_for_news(room: &RoomCode): "Loading {room}", "正在获取 {room} 的状态";
    seat_gone: "You no longer have a seat in this room", "你在这个房间已没有座位";
    seat_kept(room: &RoomCode):
        "Your seat in {room} is kept. Join {room} to continue.",
        "{room} 中你的座位已保留：重新加入即可继续";
    room_kept(room: &RoomCode, address: &str):
        "Room {room} is kept. Go back with: tengen join {address} --room {room}",
        "房间 {room} 已保留：tengen join {address} --room {room}";
    game_kept: "Your game is kept. Continue it with: tengen local", "对局已保存：运行 tengen local 可继续";
    local_room_kept: "The room is kept. Return with: tengen local", "房间已保留：运行 tengen local 可返回";
    local_game_kept:
        "Your game is kept: choose Continue to go back",
        "对局已保存：选“继续上次的对局”可返回";
}
