//! The reports of events that the board does not show.

use tengen_shared::rules::Bot;

use crate::text::messages;

messages! {
    news_changed(what: &str): "changed: {what}", "已更改：{what}";
    news_swapped: "the seats are swapped", "双方已交换座位";
    news_back_to_start: "back to the start", "已退回开局";
    news_back_to_move(to: u16): "back to move {to}", "已退回第 {to} 手";
    news_sent_away:
        "the host has sent you away from the table: you may sit again after the next game",
        "房主请你离座：下一局之后可以再入座";
    news_host: "you are the host of this room now", "你现在是房主";
    news_not_let_in: "whoever asked to watch is not let in", "观战请求未获同意";
    news_agreed(who: &str): "{who} agreed", "{who} 同意了";
    news_declined(who: &str): "{who} declined", "{who} 拒绝了";
    news_withdrawn(who: &str): "{who} took the offer back", "{who} 撤回了请求";
    news_stood_in(bot: Bot, owner: &str):
        "AI {bot} plays on for {owner}; this game counts for nobody",
        "AI {bot} 代 {owner} 继续下；本局不计分";
    news_gift(to: &str, from: &str): "{to} got 15 s from {from}", "{from} 给 {to} 加了 15 秒";

    too_many_questions:
        "too many questions wait for an answer: go back and try again in a moment",
        "等待回答的请求太多：请返回稍后再试";
}
