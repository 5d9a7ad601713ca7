//! The user's devices, and the code that brings another one in.

use crate::text::messages;

messages! {
    title_devices: "My devices", "我的设备";
    asking_for_devices: "Loading your devices …", "正在获取设备列表…";
    no_devices(why: &str): "The server does not list your devices: {why}", "服务器不列出设备：{why}";
    devices_of(name: &str, count: usize, s: &str): "{count} device{s} can play here as {name}.", "{count} 台设备可用 {name} 的身份对局";
    device_code(code: &str, minutes: u64):
        "Code: {code} (once, {minutes} min)",
        "配对码：{code}（一次，{minutes} 分钟内）";
    device_code_how(key: &str):
        "On the other device, open this page and press {key}.",
        "在另一台设备上打开此页面，按 {key} 输入";
    device_keys(show: &str, enter: &str):
        "Add a device: {show} shows a code here, {enter} takes it there.",
        "添加设备：在这里按 {show} 显示配对码，在那里按 {enter} 输入";
    device_unnamed: "without a name", "未命名";
    device_here: "This device", "本机";
    device_old_client: "older client", "旧版客户端";
    head_device: "Device", "设备";
    head_added: "Added", "添加";
    head_used: "Last used", "最近使用";
    ask_device_code(name: &str):
        "Enter the code from your other device. {name} is then no longer your player here.",
        "输入另一台设备的配对码。此后 {name} 不再是你在这里的身份。";
    device_added(device: &str): "Added: {device}", "已添加：{device}";
    device_removed(device: &str): "Removed: {device}", "已移除：{device}";
    device_paired(name: &str): "This device now plays as {name}", "本机现在的身份：{name}";
    device_code_bad: "A code has 12 letters and digits, such as k7m2-9qtx-4bhw", "配对码有 12 个字母和数字，如 k7m2-9qtx-4bhw";
    q_remove_device(device: &str): "Remove {device}? It can then no longer play as you.", "移除 {device}？它将不能再以你的身份对局。";
    device_not_itself: "a device cannot remove itself: remove it from another of your devices", "不能移除本机：请在另一台设备上移除它";
    remove: "Remove", "移除";
    keep: "Keep", "保留";
    key_devices: "your devices", "我的设备";
    key_device_code: "code for another device", "给另一台设备的配对码";
    key_enter_device_code: "enter a code from another device", "输入另一台设备的配对码";
    key_remove_device: "remove the device", "移除设备";
    foot_device_code: "show a code", "显示配对码";
    foot_enter_code: "enter a code", "输入配对码";
    foot_remove: "remove", "移除";
    line_about_devices:
        "list your devices; code: a code for another one; use: play here as you do on the device with this code; remove: take one out",
        "列出你的设备；code：给另一台设备的配对码；use：使用另一台设备的配对码；remove：移除";
    shown_device(number: usize, device: &str, added: &str, used: &str):
        "{number}: {device}, added {added}, last used {used}",
        "{number}：{device}，添加 {added}，最近使用 {used}";
    shown_device_code(code: &str, minutes: u64):
        "code for another device: {code} (works once, within {minutes} min; type devices use {code} there)",
        "另一台设备的配对码：{code}（{minutes} 分钟内有效，只能用一次；在那里输入 devices use {code}）";
    told_sure_remove_device(question: &str): "{question} Type yes or no.", "{question} 请输入 yes 或 no";
    line_no_such_device: "there is no such device in the list: type devices", "列表中没有这台设备：请输入 devices";
    never: "unknown", "未知";
}
