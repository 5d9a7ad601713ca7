//! The notifications of the program, and the messages about pasted text.

use crate::text::messages;

messages! {
    call_turn(who: &str, room: &str): "{who} has moved in {room}: it is your turn", "{who} 已在 {room} 落子，轮到你了";
    call_join(who: &str, room: &str): "{who} has sat down in {room}", "{who} 在 {room} 入座";
    call_end(room: &str): "the game in {room} is over", "{room} 的对局已结束";
    paste_nowhere: "pasted text is not taken here: open a line of text first", "此处不能粘贴：请先打开输入框";
}
