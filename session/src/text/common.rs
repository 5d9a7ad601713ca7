//! Words that many parts of the program use.

use crate::text::messages;

messages! {
    too_small(width: u16, height: u16, least_width: u16, least_height: u16):
        "This terminal is {width} x {height}.\nTengen needs {least_width} x {least_height}: make it larger. Your game is safe.",
        "终端大小为 {width} x {height}。\nTengen 需要 {least_width} x {least_height}：请放大窗口，对局不会丢失。";
    waited(seconds: u64): " {seconds} s", " {seconds} 秒";
    server_not_kept(why: &str): "Could not save the server's address: {why}", "无法保存服务器地址：{why}";
    game_not_kept(why: &str): "Could not save the way back to this game: {why}", "无法记住这盘棋：{why}";
}
