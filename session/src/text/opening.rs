//! Openings: their names, and what each asks for.

use crate::text::messages;

messages! {
    form_opening: "Opening", "开局";
    change_opening: "opening ", "开局 ";
    about_opening: "The rule for the first stones, which makes the game fair.", "开头几手的规则，使双方机会均等。";
    with_opening(opening: &str): "opening {opening}", "{opening} 开局";
    opening_none: "free", "自由";
    opening_pro: "pro", "职业";
    opening_long_pro: "long pro", "远职业";
    opening_swap: "swap", "Swap（一换）";
    opening_swap2: "swap2", "Swap2（二换）";
    about_opening_none: "Free: black begins, and every stone can be anywhere.", "自由：黑棋先手，任意落子。";
    about_opening_pro:
        "Pro: black begins in the centre, and again at least 3 lines away from it.",
        "职业：黑棋第一手下天元，第二手离天元至少 3 路。";
    about_opening_long_pro:
        "Long pro: black begins in the centre, and again at least 4 lines away.",
        "远职业：黑棋第一手下天元，第二手离天元至少 4 路。";
    about_opening_swap:
        "Swap: one player places 3 stones, and the other chooses a colour.",
        "Swap：一方摆三子，另一方选择执黑或执白。";
    about_opening_swap2:
        "Swap2: like swap, but the other may place 2 more and let the first choose.",
        "Swap2：同 Swap，但另一方也可再摆两子，让先摆的一方选色。";

    form_fouls: "Forbidden move", "禁手";
    change_fouls: "forbidden move ", "禁手 ";
    about_fouls: "In renju: whether a forbidden stone is refused, or loses the game.", "连珠：黑棋下在禁手点时，不允许还是判负。";
    fouls_refused: "refused", "不允许";
    fouls_loses: "loses", "判负";
    a_foul_loses: "a forbidden move loses", "下禁手判负";

    choose_black: "play black", "执黑";
    choose_white: "play white", "执白";
    choose_two: "place 2 more stones", "再摆两子";
    choose_two_short: "two more stones", "再摆两子";
    has_chosen_black(who: &str): "{who} plays black", "{who} 执黑";
    has_chosen_white(who: &str): "{who} plays white", "{who} 执白";
    has_chosen_two(who: &str): "{who} places 2 more stones", "{who} 再摆两子";

    you_choose: "Choose your colour", "请选择执黑或执白";
    chooses(who: &str): "{who} chooses a colour", "{who} 正在选色";
    you_place(left: usize, s: &str, colour: &str):
        "You place {left} stone{s}, the next one {colour}", "请摆 {left} 子，下一子为{colour}";
    places(who: &str, left: usize, s: &str, colour: &str):
        "{who} places {left} stone{s}, the next one {colour}", "{who} 摆 {left} 子，下一子为{colour}";
    opening_in_centre(point: &str): "The opening asks for the centre, {point}.", "开局规则：下在天元 {point}。";
    opening_from_centre(least: u8): "The opening asks for at least {least} lines from the centre.", "开局规则：离天元至少 {least} 路。";
    the_choice: "the choice", "选择";
    with_the_choice(moves: &str): "{moves}, and the choice", "{moves}，连同选择";

    why_foul(loser: &str): "{loser} made a forbidden move", "{loser} 下了禁手";
    you_lost_foul: "You lost: your move was forbidden", "你输了：下了禁手";
    loses_here(point: &str, why: &str): "{point} loses, forbidden to black: {why}", "{point} 是黑棋禁手，下则判负：{why}";
    forbidden_here(point: &str, why: &str): "{point} is forbidden to black: {why}", "{point} 是黑棋禁手：{why}";
}
