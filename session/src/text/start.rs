//! The start screen, finding servers, and moving between screens.

use crate::text::messages;

messages! {
    menu_go_on: "Go on with your game", "继续上次的对局";
    menu_play_ai: "Play the AI", "人机对弈";
    menu_play_here: "Play a friend here", "双人对弈（共用键盘）";
    menu_find: "Find a game on this network", "查找局域网对局";
    menu_join_code: "Join by code or address", "输入房间号或地址加入";
    menu_watch: "Watch a game", "观战";
    menu_my_games: "My games", "我的对局";
    menu_rename: "Change name", "修改名字";
    menu_settings: "Settings", "设置";
    menu_quit: "Quit", "退出";
    welcome(name: &str): "Welcome, {name}.", "欢迎，{name}。";
    motto: "n in a row, among friends", "和朋友下棋，n 子连线";
    go_on_local(room: &str): "Go on in {room}, on this machine", "继续本机房间 {room}";
    go_on_at(room: &str, address: &str): "Go on in {room} at {address}", "继续 {address} 的房间 {room}";
    local_failed(why: &str): "games on this machine cannot be played: {why}", "无法在本机对局：{why}";
    find_opening: "listening on this network", "正在搜索局域网";
    find_none: "no server has announced itself yet; they appear here by themselves", "尚未发现服务器，出现后会自动显示";
    find_deaf: "nobody can be heard on this network: type an address or a code", "此网络无法自动发现服务器，请输入地址或房间号";
    find_some(count: usize): "servers on this network: {count}", "局域网服务器：{count}";
    find_type: "Type an address or a code", "输入地址或房间号";
    find_last(address: &str): "the server last used: {address}", "上次使用的服务器：{address}";
    find_asking: "asking for its rooms", "正在获取房间列表";
    find_no_answer: "it does not answer", "服务器没有回应";
    find_busy: "it is busy", "服务器繁忙";
    find_too_much: "many rooms: connect to see them", "房间很多：连接后查看";
    find_strange: "what answers there is no Tengen server that this program understands", "该地址不是本程序认识的 Tengen 服务器";
    find_no_rooms: "no rooms yet", "暂无房间";
    find_auto(seconds: u64): "waiting {seconds} s for a server on this network; then this machine is tried", "等待局域网服务器 {seconds} 秒，之后尝试本机";
    seeking(room: &str): "looking for {room} on this network", "正在局域网中查找 {room}";
    seek_nowhere(room: &str): "no server here knows {room}: check the code, or type the server's address", "没有服务器有房间 {room}：请核对房间号，或输入服务器地址";
    type_a_code: "type a code such as amber-fox-42, or an address such as 192.168.1.20", "请输入房间号（如 amber-fox-42）或地址（如 192.168.1.20）";
    seek_busy(room: &str): "the servers here are too busy to say who has {room}: try again in a while", "服务器繁忙，暂时无法查找 {room}：请稍后再试";
    seek_no_server(room: &str): "no server was found that could know {room}: type the server's address", "未找到服务器，无法查找 {room}：请输入服务器地址";
    server_is_away(address: &str, key: &str): "no server at {address} yet; {key} leads to games on this machine", "暂时连不上 {address}；按 {key} 可在本机对局";
    you_are(name: &str): "you are {name}", "你的名字：{name}";
    title_find: "find a game", "查找对局";
    title_seek: "looking for a room", "查找房间";

    local_no_port(why: &str):
        "no port of this machine can be opened for the local game: {why}", "无法打开本机端口：{why}";
    local_held(holder: &str):
        "a local game is running already ({holder}): close it, or set TENGEN_HOME to another folder",
        "已有本机对局在运行（{holder}）：请关闭它，或把 TENGEN_HOME 设为别的文件夹";
}
