//! The form that creates or changes a room, and the screens with a text field.

use tengen_shared::game::RoomCode;

use crate::text::messages;

messages! {
    form_board: "Board", "棋盘";
    form_width: "  Columns", "  列数";
    form_height: "  Rows", "  行数";
    form_win_length: "  In a row", "  连子数";
    form_runs: "  Rules", "  规则";
    form_opponent: "Players", "棋手";
    form_level: "  AI level", "  AI 级别";
    form_second_level: "  Other AI", "  另一个 AI";
    form_guest: "  Friend's name", "  好友名字";
    form_starter: "First move", "首局先手";
    form_first_move: "Later games", "之后各局";
    form_think_time: "AI time", "AI 用时";
    form_depth: "  Depth", "  深度";
    form_own_clock: "  Custom clock", "  自定义棋钟";
    form_clock_custom: "custom", "自定义";
    form_depth_usual: "usual", "默认";
    form_more: "More options", "更多选项";
    form_hints: "Hints", "提示";
    form_evaluation: "Evaluation", "局面评价";
    form_ai_games: "Pause after", "连下局数";
    form_clock: "Clock", "棋钟";
    form_access: "Access", "进入";
    form_passphrase: "Passphrase", "口令";
    form_spectators: "Spectators", "观战";

    about_players: "Who plays in this room.", "谁在这个房间下棋。";
    about_guest: "The name of your friend at this keyboard.", "同机好友的名字。";
    about_starter: "Who moves first in the first game.", "首局由谁先手。";
    about_depth: "How many stones ahead the engine searches.", "引擎搜索多少步。";
    about_more: "Hints, evaluation, clock and who may join.", "提示、局面评价、棋钟和进入方式。";
    about_more_here: "Hints, evaluation and clock.", "提示、局面评价和棋钟。";
    about_own_clock:
        "10s = 10 s a move. 5+3 = 5 min + 3 s a move. 10+3x30 = 10 min, then 3 x 30 s.",
        "10s = 每步 10 秒；5+3 = 5 分钟，每步加 3 秒；10+3x30 = 10 分钟，之后 3 次 30 秒读秒。";
    about_passphrase: "8 to 64 characters. Others type it to join.", "8 到 64 个字符，加入时输入。";
    guest_name: "Player 2", "玩家 2";
    about_clock: "The time that each player has.", "双方的用时。";
    about_access: "Who can see the room in the list, and who can join.", "谁能找到并进入房间。";
    about_spectators: "Who may watch the games.", "谁可以观战。";
    about_first_move: "Who moves first after the first game.", "之后各局由谁先手。";
    about_think_time: "The AI moves after this time. The level master thinks for all of it.", "AI 在这段时间之后落子；master 级别会用足这段时间思考。";
    about_hints: "When players may ask for a hint.", "什么时候可以请求提示。";
    about_evaluation: "When you see what the AI thinks of the position.", "什么时候显示 AI 对局面的判断。";
    about_ai_games: "How many games the two AIs play before they pause.", "两个 AI 连下几局后暂停。";

    form_start: "Start", "开始";
    form_change: "Save", "更改";
    form_ask: "Ask the other player", "请对方同意";

    form_own_board: "custom size", "自定义大小";
    form_the_ai: "the AI", "AI";
    form_ai: "you and the AI", "你与 AI";
    form_whoever: "you and anyone who joins", "你与任何加入者";
    form_friend_here: "you and a friend here", "你与同机好友";
    form_two_ais: "AI against AI", "AI 对 AI";
    form_you: "you", "你";
    form_other: "the other", "对方";
    form_shown: "shown", "显示";
    form_hidden: "hidden", "隐藏";
    form_as_it_is: "(unchanged)", "（不变）";

    nothing_changed: "Nothing has changed", "没有更改";

    ask_name: "Choose the name that other players see:", "请取一个其他玩家能看到的名字：";
    ask_code: "A room code such as amber-fox-42, or a server's address:", "房间号（如 amber-fox-42）或地址：";
    ask_passphrase(room: &RoomCode): "Passphrase of room {room}:", "房间 {room} 的口令：";
    knocking(room: &RoomCode):
        "You asked the players of {room} to let you watch. Waiting for an answer",
        "已请求 {room} 的棋手允许观战，等待答复";
}
