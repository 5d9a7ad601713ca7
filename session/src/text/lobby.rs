//! The room list, and entering and leaving a room.

use tengen_shared::game::{Name, RoomCode};

use crate::text::messages;

messages! {
    title_name: "your name", "你的名字";
    title_new_room: "new room", "新建房间";
    title_change(room: &RoomCode): "settings of {room}", "{room} 的设置";
    title_rooms: "rooms", "房间";
    title_rooms_to_watch: "rooms to watch", "可观战的房间";
    title_quick: "quick match", "快速匹配";
    title_code: "join by code or address", "凭房间号或地址加入";
    title_passphrase(room: &RoomCode): "passphrase of {room}", "{room} 的口令";
    title_knocking(room: &RoomCode): "at the door of {room}", "等待进入 {room}";

    which_game: "Which game?", "选择棋盘";
    rules_plain(width: u8, height: u8, run: u8):
        "{width}x{height}, {run} in a row", "{width}x{height}，连成 {run} 子";
    rules_or_more(width: u8, height: u8, run: u8):
        "{width}x{height}, {run} or more in a row", "{width}x{height}，连成 {run} 子或更多";
    rules_exactly(width: u8, height: u8, run: u8):
        "{width}x{height}, exactly {run} in a row", "{width}x{height}，恰好连成 {run} 子";

    asking_rooms: "asking for the rooms", "正在获取房间列表";
    no_rooms(key: &str): "no rooms yet: press {key} to make one", "还没有房间：按 {key} 创建";
    list_join_keys(sit: &str, watch: &str): "{sit} takes a seat, {watch} watches", "{sit} 入座，{watch} 观战";
    list_watch_keys(key: &str): "{key} watches", "{key} 观战";
    list_match: "match", "匹配中";
    list_open: "open", "可加入";
    list_playing: "playing", "对局中";
    list_between: "between", "局间";
    list_lock: "lock", "密";
    list_free: "free", "空位";
    list_away(name: &Name): "{name} (away)", "{name}（离线）";
    list_ai(bot: &str): "AI {bot}", "AI {bot}";
    list_counts(games: u32, watching: u32): "{games} played, {watching} watch", "已下 {games} 局，{watching} 人观战";

    finding_match: "looking for somebody to play", "正在寻找对手";
    making_room: "making the room", "正在创建房间";
    taking_seat(room: &RoomCode): "taking a seat in {room}", "正在加入 {room}";
    going_to_watch(room: &RoomCode): "going to watch {room}", "正在进入 {room} 观战";
    going_on(room: &RoomCode): "going on in {room}", "正在回到 {room}";
    waiting_for_news(room: &RoomCode): "waiting for news of {room}", "正在获取 {room} 的状态";
    seat_kept(room: &RoomCode):
        "your seat in {room} is kept: join {room} to go on",
        "{room} 中你的座位已保留：重新加入即可继续";
    room_kept(room: &RoomCode, address: &str):
        "room {room} is kept: tengen join {address} --room {room}",
        "房间 {room} 已保留：tengen join {address} --room {room}";
    game_kept: "the game is kept: tengen local goes on with it", "对局已保存：运行 tengen local 可继续";
    local_game_kept:
        "the game is kept: Go on leads back to it",
        "对局已保存：选“继续上次的对局”可返回";
}
