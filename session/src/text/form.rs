//! The form that creates or changes a room, and the screens with a text field.

use tengen_shared::game::RoomCode;

use crate::text::messages;

messages! {
    form_board: "Board", "棋盘";
    form_width: "  Columns", "  列数";
    form_height: "  Rows", "  行数";
    form_win_length: "  In a row", "  连子数";
    form_runs: "  Longer runs", "  长连";
    form_opponent: "Opponent", "对手";
    form_level: "  Level", "  级别";
    form_second_level: "  Against", "  另一方";
    form_guest: "  Their name", "  对方名字";
    form_starter: "Begins", "首局先手";
    form_first_move: "Then begins", "此后先手";
    form_think_time: "AI takes", "AI 用时";
    form_more: "More settings", "更多设置";
    form_hints: "Hints", "提示";
    form_thoughts: "AI's thoughts", "AI 思路";
    form_verdicts: "Win foretold", "必胜预告";
    form_ai_games: "Pause after", "连下局数";
    form_clock: "Clock", "棋钟";
    form_access: "Access", "进入";
    form_passphrase: "Passphrase", "口令";
    form_spectators: "Watching", "观战";

    about_clock: "How time is measured.", "计时方式。";
    about_access: "Who finds the room, and who may enter.", "谁能找到并进入房间。";
    about_spectators: "Who may watch the games.", "谁可以观战。";
    about_first_move: "Who moves first in the later games.", "之后各局由谁先手。";
    about_think_time: "The least time of an AI's move.", "AI 每手的最短用时。";
    about_hints: "When a player may ask for a hint.", "什么时候可以请求提示。";
    about_thoughts: "When you see how an AI judges moves.", "什么时候显示 AI 的判断。";
    about_verdicts: "Which AI may say that a win is sure.", "哪些 AI 可以预告必胜。";
    about_ai_games: "Games in a row before two AIs pause.", "两个 AI 连下几局后暂停。";

    form_start: "Start", "开始";
    form_change: "Change", "更改";
    form_ask: "Ask the other player", "请对方同意";

    form_own_board: "your own", "自定义";
    form_runs_win: "win, too", "也算赢";
    form_runs_do_not: "do not win", "不算赢";
    form_ai: "the AI", "AI";
    form_whoever: "whoever joins", "等人加入";
    form_friend_here: "a friend here", "同机好友";
    form_two_ais: "none: two AIs", "无：两个 AI 对弈";
    form_you: "you", "你";
    form_other: "the other", "对方";
    form_shown: "shown", "显示";
    form_hidden: "hidden", "隐藏";
    form_as_it_is: "(as it is) ", "（不变）";

    nothing_changed: "nothing is changed", "没有更改";

    ask_name: "What shall others call you?", "别人怎么称呼你？";
    ask_code: "A room's code such as amber-fox-42, or a server's address:", "房间号（如 amber-fox-42）或地址：";
    ask_passphrase(room: &RoomCode): "Room {room} has a passphrase. What is it?", "房间 {room} 需要口令。请输入：";
    knocking(room: &RoomCode):
        "You have asked the players of {room} to let you watch. Waiting for them",
        "已请求 {room} 的棋手允许观战，等待答复";
}
