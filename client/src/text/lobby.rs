//! The menu, the room list, and the ways into a room and out again.

use tengen_shared::game::{Name, RoomCode};

use super::messages;

messages! {
    welcome: "Welcome.", "欢迎。";
    welcome_name(name: &Name): "Welcome, {name}.", "欢迎，{name}。";

    menu_play_ai: "Play the AI", "人机对弈";
    menu_make_room: "Make a room for a friend", "创建房间，邀请好友";
    menu_join_code: "Join by code", "凭房间号加入";
    menu_rooms: "Room list", "房间列表";
    menu_quick_match: "Quick match", "快速匹配";
    menu_watch: "Watch a game", "观战";
    menu_play_here: "Play a friend here, at this keyboard", "双人对弈（共用键盘）";
    menu_my_games: "My games", "我的对局";
    menu_rename: "Change name", "修改名字";
    menu_quit: "Quit", "退出";
    no_server_yet(address: &str):
        "no server at {address} yet; to play without one, run: tengen local",
        "{address} 尚无服务器；要单机游戏，请运行：tengen local";
    local_not_ready:
        "the server in this program is not ready yet: wait a moment",
        "内置服务器尚未就绪，请稍候";

    which_game: "Which game?", "选择棋盘";
    rules_plain(width: u8, height: u8, run: u8):
        "{width}x{height}, {run} in a row", "{width}x{height}，连成 {run} 子";
    rules_or_more(width: u8, height: u8, run: u8):
        "{width}x{height}, {run} or more in a row", "{width}x{height}，连成 {run} 子或更多";
    rules_exactly(width: u8, height: u8, run: u8):
        "{width}x{height}, exactly {run} in a row", "{width}x{height}，恰好连成 {run} 子";

    asking_rooms: "asking for the rooms", "正在获取房间列表";
    no_rooms: "no rooms yet: press n to make one", "还没有房间：按 n 创建";
    list_join_keys: "Enter takes a seat, w watches", "Enter 入座，w 观战";
    list_watch_keys: "Enter watches", "Enter 观战";
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
    local_game_kept:
        "the game is kept: tengen local goes on with it at its next start",
        "对局已保存：下次运行 tengen local 即可继续";
}
