//! The settings of the program: their names, their values, and the problems with their files.

use crate::text::messages;

messages! {
    title_settings: "Settings", "设置";
    title_keys: "Keys", "按键";
    title_problems: "Problems in the settings", "设置中的问题";
    pref_language: "Language", "语言";
    pref_language_help: "Display language. Auto follows your locale.", "程序使用的语言；自动即系统语言。";
    pref_theme: "Theme", "主题";
    pref_theme_help: "The colours of the screen. The themes light and paper are for terminals with a light background.",
        "界面配色。light 和 paper 用于浅色背景的终端。";
    pref_background: "Background", "背景";
    pref_background_help: "Whether your terminal is dark or light. The theme auto follows it.", "终端背景的深浅；自动主题据此选择配色。";
    pref_colours: "Colours", "颜色数";
    pref_colours_help: "How many colours to use. Auto follows your terminal.", "使用多少种颜色；自动即按终端能力。";
    pref_characters: "Characters", "字符";
    pref_characters_help: "Choose ASCII if lines or stones look wrong.", "线条或棋子显示不正常时请选 ASCII。";
    pref_misclick: "Misclick guard", "防误点";
    pref_misclick_help: "Against wrong clicks: ask before a stone is placed, or place it only when you choose the point twice.",
        "防止误落子：落子前询问，或同一点选两次才落子。";
    pref_mouse: "Mouse", "鼠标";
    pref_mouse_help: "Turn off to select and copy text with the mouse.", "关闭后鼠标交给终端，可选择和复制文字。";
    pref_evaluation: "AI evaluation", "局面评价";
    pref_evaluation_help: "How the AI's evaluation is shown: in words, or also in figures (value, depth and nodes).", "只用文字，或加上搜索数据：评分、深度、节点数。";
    pref_typing: "While you type", "操作时";
    pref_typing_help: "Whether notifications also come within two seconds of your last key.", "按键后两秒内是否也提醒。";
    pref_turn: "Notify: turn", "提醒：轮到你";
    pref_turn_help: "When your opponent has moved.", "对手落子时提醒。";
    pref_join: "Notify: joined", "提醒：有人入座";
    pref_join_help: "When someone joins your room.", "有人入座时提醒。";
    pref_end: "Notify: end", "提醒：对局结束";
    pref_end_help: "When your game ends.", "对局结束时提醒。";
    pref_keys: "Keys", "按键";
    pref_keys_help: "See and change what each key does.", "各按键的功能，可自行更改。";
    pref_problems: "Problems", "文件中的问题";
    pref_problems_help: "Settings that could not be read. The defaults are used instead.", "无法识别的设置，已使用默认值。";
    pref_count(count: usize): "{count}", "{count} 处";
    pref_own_keys(count: usize): "{count} changed", "已改 {count} 项";
    pref_no_own_keys: "default", "默认";

    value_auto: "auto", "自动";
    value_dark: "dark", "深色";
    value_light: "light", "浅色";
    value_none: "none", "无";
    value_all: "all", "全部";
    value_off: "off", "关";
    value_on: "on", "开";
    value_confirm: "ask first", "先询问";
    value_ghost: "choose twice", "选两次";
    value_words: "words", "文字";
    value_figures: "figures", "数据";
    value_silent: "quiet", "不提醒";
    value_notify: "notify", "提醒";
    value_bell: "bell", "响铃";
    value_desktop: "desktop notification", "桌面通知";
    value_both: "bell and notification", "响铃和通知";

    preview_turn: "Your turn", "轮到你";

    place_chat: "Chat", "聊天";
    place_games: "Finished games", "历史对局";
    place_replay: "Replay", "复盘";
    place_analysis: "Analysis", "分析";
    place_start: "Start screen", "开始界面";
    place_list: "Room lists", "房间列表";
    place_form: "Room form", "房间设置";
    place_text: "Text fields", "文字输入";
    place_popup: "Popups", "弹出窗口";
    place_settings: "Settings", "设置";
    place_room: "Room", "房间";
    place_everywhere: "Most screens", "多数界面";
    keys_press(what: &str): "Press the new key for \"{what}\" (Esc cancels)", "请按“{what}”的新键；Esc 取消";
    keys_bound(what: &str, key: &str): "\"{what}\" is now {key}", "“{what}”现在是 {key}";
    keys_default(what: &str): "\"{what}\" is back to its default key", "“{what}”已恢复默认";
    keys_cannot: "this key cannot be bound: press another one", "此键不能绑定：请按其他键";
    keys_star: "* = changed.", "* = 已更改。";
    keys_in_file(name: &str): "Name in settings.toml: {name}", "settings.toml 中的名称：{name}";

    settings_not_saved(why: &str): "the settings could not be saved: {why}", "无法保存设置：{why}";
    disk_too_slow: "the disk is too slow: your last changes may be lost", "磁盘太慢：最近的选择可能没有保存";
    settings_aside(path: &str): "settings.toml could not be understood: the old file is {path} now", "settings.toml 无法识别：旧文件已改名为 {path}";
    settings_more(problem: &str, more: usize): "{problem} (and {more} more: see Settings)", "{problem}（另有 {more} 处，见设置）";

    wrong_unreadable(why: &str): "cannot be read: {why}", "无法读取：{why}";
    wrong_too_long(limit: u64): "is longer than {limit} KiB, so it was not read", "超过 {limit} KiB，未读取";
    wrong_too_many(limit: usize): "more than {limit} themes: the rest were not read", "主题超过 {limit} 个，其余未读取";
    wrong_not_toml(why: &str): "is not TOML ({why}); the defaults are used", "不是有效的 TOML（{why}），已使用默认值";
    wrong_theme_name: "is not a valid theme name: use 1 to 32 letters, digits, hyphens and underscores, but not auto",
        "不能作为主题名：请用 1 到 32 个字母、数字、连字符或下划线，且不能是 auto";
    wrong_key(key: &str): "there is no setting \"{key}\"", "没有“{key}”这项设置";
    wrong_key_near(key: &str, near: &str): "there is no setting \"{key}\"; did you mean \"{near}\"?", "没有“{key}”这项设置，是否为“{near}”？";
    wrong_value(key: &str, found: &str, allowed: &str): "{key} cannot be {found}: use {allowed}", "{key} 不能是 {found}：可用 {allowed}";
    wrong_colour(key: &str, found: &str): "{key} cannot be {found}: use #rrggbb, such as #d7af5f, or default",
        "{key} 不能是 {found}：请写 #rrggbb（如 #d7af5f）或 default";
    wrong_keys(name: &str): "{name} needs a key such as \"i\", or a list such as [\"i\", \"F2\"]",
        "{name} 需要一个键，如 \"i\"，或列表，如 [\"i\", \"F2\"]";
    wrong_key_name(name: &str, key: &str): "{name}: \"{key}\" is not a key; use one character, or a name such as Up, Enter, F2, Ctrl-a",
        "{name}：“{key}”不是按键；请写一个字符，或 Up、Enter、F2、Ctrl-a 等名称";
    wrong_key_reserved(name: &str, key: &str): "{name}: {key} cannot be assigned, because terminals use it for something else",
        "{name}：{key} 已被终端占用，不能绑定";
    fault_unknown(name: &str): "there is no action \"{name}\": the settings screen and docs/keys.md list all names",
        "没有“{name}”这个操作：名称见设置界面或 docs/keys.md";
    fault_unknown_near(name: &str, near: &str): "there is no action \"{name}\"; did you mean \"{near}\"?", "没有“{name}”这个操作，是否为“{near}”？";
    fault_clash(name: &str, key: &str, with: &str): "{name}: {key} is already the key for \"{with}\"; choose another key",
        "{name}：{key} 已用于“{with}”，请换一个键";
    fault_kept(name: &str, key: &str): "{name}: {key} cannot be changed on that screen; choose another key", "{name}：{key} 在那里是固定键，请换一个键";
    fault_typed(name: &str, key: &str): "{name}: {key} is typed as text on that screen; choose a key such as F2 or Ctrl-a",
        "{name}：{key} 在那里用于输入文字，请用 F2 或 Ctrl-a 等键";
    fault_needs_key(name: &str): "{name} needs at least one key", "{name} 至少要有一个键，否则无法操作";
    fault_too_many(name: &str, limit: usize): "{name}: at most {limit} keys", "{name}：最多 {limit} 个键";
}
