//! The notifications of the program, and the messages about pasted text.

use crate::text::messages;

messages! {
    call_turn(who: &str, room: &str): "Your turn in {room}: {who} has moved", "轮到你了：{who} 已在 {room} 落子";
    call_join(who: &str, room: &str): "{who} joined {room}", "{who} 在 {room} 入座";
    call_end(room: &str): "Game over in {room}", "{room} 的对局已结束";
    paste_nowhere: "Text cannot be pasted here. Open a text field first.", "此处不能粘贴：请先打开输入框";
}
