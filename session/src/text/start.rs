//! The start screen, finding servers, and moving between screens.

use crate::text::messages;

messages! {
    menu_go_on: "Continue your game", "继续上次的对局";
    menu_play_ai: "Play the AI", "人机对弈";
    menu_play_here: "Play a friend here", "双人对弈（共用键盘）";
    menu_find: "Find a game on this network", "查找局域网对局";
    menu_join_code: "Enter a code or address", "输入房间号或地址";
    menu_watch: "Watch a game", "观战";
    menu_my_games: "My games", "我的对局";
    menu_rename: "Change name", "修改名字";
    menu_settings: "Settings", "设置";
    menu_quit: "Quit", "退出";
    welcome(name: &str): "Welcome, {name}.", "欢迎，{name}。";
    motto: "n in a row, among friends", "和朋友下棋，n 子连线";
    go_on_local(room: &str): "Continue in {room}, on this machine", "继续本机房间 {room}";
    go_on_at(room: &str, address: &str): "Continue in {room} at {address}", "继续 {address} 的房间 {room}";
    local_failed(why: &str): "Cannot start a game on this machine: {why}", "无法在本机对局：{why}";
    find_opening: "Looking for servers on this network", "正在搜索局域网";
    find_none: "No servers found yet. New ones appear here by themselves.", "尚未发现服务器，出现后会自动显示";
    find_deaf: "No servers found on this network. Enter a code or address.", "此网络没有发现服务器。请输入房间号或地址。";
    find_some(count: usize): "Servers on this network: {count}", "局域网服务器：{count}";
    find_last(address: &str): "Last server: {address}", "上次使用的服务器：{address}";
    find_asking: "loading rooms", "正在获取房间列表";
    find_no_answer: "no answer", "服务器没有回应";
    find_busy: "busy", "服务器繁忙";
    find_too_much: "many rooms: connect to see them", "房间很多：连接后查看";
    find_strange: "not a Tengen server, or a much newer one", "不是 Tengen 服务器，或版本太新";
    find_no_rooms: "no rooms yet", "暂无房间";
    find_auto(seconds: u64): "Waiting {seconds} s for a server on this network, then trying this machine", "等待局域网服务器 {seconds} 秒，之后尝试本机";
    seeking(room: &str): "Looking for {room} on this network", "正在局域网中查找 {room}";
    seek_nowhere(room: &str): "No server here has the room {room}. Check the code, or type the address of its server.", "没有服务器有房间 {room}：请核对房间号，或输入服务器地址";
    type_a_code: "Type a code such as amber-fox-42, or an address such as 192.168.1.20", "请输入房间号（如 amber-fox-42）或地址（如 192.168.1.20）";
    seek_busy(room: &str): "The servers here are too busy to look for {room}. Try again in a minute.", "服务器繁忙，暂时无法查找 {room}：请稍后再试";
    seek_no_server: "No servers found on this network. Enter the server's address, then the code.", "此网络没有发现服务器：请先输入服务器地址，再输入房间号";
    server_is_away(address: &str, key: &str): "No server at {address}. Press {key} for games on this machine.", "暂时连不上 {address}；按 {key} 可在本机对局";
    you_are(name: &str): "You are {name}", "你的名字：{name}";
    title_find: "Find a game", "查找对局";
    title_watch: "Watch a game", "观战";
    title_seek: "Looking for a room", "查找房间";

    local_no_port(why: &str):
        "cannot open a port for the local game: {why}", "无法打开本机端口：{why}";
    local_held(holder: &str):
        "another local game is running ({holder}): close it, or set TENGEN_HOME to another folder",
        "已有本机对局在运行（{holder}）：请关闭它，或把 TENGEN_HOME 设为别的文件夹";
    local_folder(path: &str, why: &str):
        "cannot use {path} ({why}): check it, or set TENGEN_HOME to another folder",
        "无法使用 {path}（{why}）：请检查，或把 TENGEN_HOME 设为别的文件夹";
}
