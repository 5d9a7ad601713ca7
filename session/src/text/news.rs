//! The reports of events that the board does not show.

use tengen_shared::rules::Bot;

use crate::text::messages;

messages! {
    news_swapped: "You and your opponent swapped seats", "双方已交换座位";
    you_took_back(moves: &str): "You took back {moves}", "你悔棋：{moves}";
    took_back(who: &str, moves: &str): "{who} took back {moves}", "{who} 悔棋：{moves}";
    news_recognized(who: &str): "{who} is back, with the old seat and score", "{who} 回来了，座位和战绩照旧";
    news_sent_away:
        "The host removed you from your seat. You may sit again after the next game.",
        "房主请你离座：下一局之后可以再入座";
    news_new_host(who: &str): "{who} is now the host of this room", "{who} 现在是房主";
    news_host: "You are now the host of this room", "你现在是房主";
    news_not_let_in: "The request to watch is closed", "观战请求已结束";
    news_waits_for_other(other: &str): "{other} must agree, too", "还需要 {other} 同意";
    news_agreed(who: &str): "{who} accepted", "{who} 同意了";
    news_declined(who: &str): "{who} declined", "{who} 拒绝了";
    news_withdrawn(who: &str): "{who} cancelled the request", "{who} 撤回了请求";
    news_stood_in(bot: Bot, owner: &str):
        "AI {bot} plays on for {owner}. This game will not count.",
        "AI {bot} 代 {owner} 继续下；本局不计分";
    news_ai_plays(bot: &str): "AI {bot} plays now. Each AI has a score of its own.", "现在由 AI {bot} 对弈，每个 AI 单独计分。";
    news_gift(to: &str, from: &str): "{from} gave {to} 15 s", "{from} 给 {to} 加了 15 秒";
    news_your_gift(to: &str): "You gave {to} 15 s", "你给 {to} 加了 15 秒";
    news_gift_to_you(from: &str): "{from} gave you 15 s", "{from} 给你加了 15 秒";

    too_many_questions:
        "Too many requests are waiting for the server. Try again in a moment.",
        "等待回答的请求太多：请返回稍后再试";
}
