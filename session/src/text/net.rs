//! The connection, and the key files.

use tengen_shared::game::RoomCode;

use crate::{
    link::{KeyTrouble, Loss},
    text::{Lang, messages},
};

messages! {
    room_unreadable(room: &RoomCode):
        "Room {room} needs a newer version of this program",
        "房间 {room} 需要更新版本的程序";
    device(system: &str):
        "terminal, {system}",
        "终端，{system}";
    other_server:
        "A different server answers here now",
        "这个地址现在是另一台服务器";
    old_room(room: &RoomCode):
        "If it still has your room {room}, join it by its code.",
        "如果房间 {room} 还在，请输入房间号加入。";
}

impl Lang {
    /// Returns the message for a missing connection.
    #[must_use]
    pub fn loss(self, loss: &Loss) -> String {
        match (self, loss) {
            (Self::English, loss) => loss.to_string(),
            (Self::Chinese, Loss::Refused(address)) => {
                format!("{address} 无人应答：请核对地址，或询问服务器是否在运行")
            }
            (Self::Chinese, Loss::TimedOut(address)) => {
                format!("{address} 在 5 秒内没有应答：请检查地址和网络")
            }
            (Self::Chinese, Loss::IncompleteCode(address)) => {
                let host = address.host();
                format!("没有名为 {host} 的服务器：房间号以数字结尾，如 {host}-42")
            }
            (Self::Chinese, Loss::UnknownHost(address)) => {
                format!("没有名为 {} 的服务器：请核对名字，或输入 IP 地址，如 192.168.1.20", address.host())
            }
            (Self::Chinese, Loss::Unreachable(address, why)) => format!("无法连接 {address}：{why}"),
            (Self::Chinese, Loss::Http(address, status)) => {
                format!("{address} 上不是 Tengen 服务器：它返回 {status}")
            }
            (Self::Chinese, Loss::Handshake(address, why)) => {
                format!("{address} 上不是 Tengen 服务器：{why}")
            }
            (Self::Chinese, Loss::TooOld) => "这台服务器版本太旧：请让管理员更新".to_owned(),
            (Self::Chinese, Loss::Unproven) => "这台服务器无法证明身份：可能有人在冒充它".to_owned(),
            (Self::Chinese, Loss::OtherServer) => "这个地址上是另一个服务器".to_owned(),
            (Self::Chinese, Loss::Strange) => "这不是 Tengen 服务器，或它的版本太新".to_owned(),
            (Self::Chinese, Loss::NotWelcome { code, text }) => {
                format!("服务器拒绝：{}", self.refusal(*code, text.as_str(), None))
            }
            (Self::Chinese, Loss::Silent) => "服务器没有回应".to_owned(),
            (Self::Chinese, Loss::Stuck) => "服务器不再接收数据".to_owned(),
            (Self::Chinese, Loss::TooSlow) => "连接太慢".to_owned(),
            (Self::Chinese, Loss::Closed) => "服务器关闭了连接".to_owned(),
            (Self::Chinese, Loss::Removed) => "你的另一台设备移除了这台设备：重新连接后你是新玩家".to_owned(),
            (Self::Chinese, Loss::ClosedFor(why)) => format!("服务器关闭了连接：{why}"),
            (Self::Chinese, Loss::BrokenOff) => "连接突然断开".to_owned(),
            (Self::Chinese, Loss::Broken(why)) => format!("连接断开：{why}"),
            (Self::Chinese, Loss::Unreadable(_)) => "服务器发来了无法识别的数据".to_owned(),
        }
    }

    /// Returns the message for a problem with the files of the profile.
    #[must_use]
    pub fn key_trouble(self, trouble: &KeyTrouble) -> String {
        match (self, trouble) {
            (Self::English, trouble) => trouble.to_string(),
            (Self::Chinese, KeyTrouble::OtherServer { name }) => {
                format!("{name} 的密钥与以前不同：确认管理员重装过服务器后再继续")
            }
            (Self::Chinese, KeyTrouble::Unusable(why)) => format!("密钥文件不可用，你将是新玩家：{why}"),
            (Self::Chinese, KeyTrouble::TooMany(count)) => {
                format!("已有 {count} 个客户端在运行，你将是新玩家")
            }
            (Self::Chinese, KeyTrouble::Unreadable { path, why }) => {
                format!("无法读取密钥 {}：{why}", path.display())
            }
            (Self::Chinese, KeyTrouble::Damaged { aside }) => {
                format!("密钥已损坏，你将是新玩家；旧文件在 {}", aside.display())
            }
            (Self::Chinese, KeyTrouble::Stuck { path, why }) => {
                format!("密钥 {} 已损坏且无法移走：{why}", path.display())
            }
            (Self::Chinese, KeyTrouble::NotKept(why)) => format!("无法保存密钥：{why}"),
            (Self::Chinese, KeyTrouble::ServerNotKept(why)) => format!("无法保存服务器的密钥：{why}"),
            (Self::Chinese, KeyTrouble::MutedNotKept(why)) => format!("无法保存屏蔽名单：{why}"),
        }
    }
}
