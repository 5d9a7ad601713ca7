//! The refusals of the server. English has the server's own text, other languages a text for each code.

use tengen_shared::{
    game::{Command, Reject, RejectCode},
    protocol::{Cmd, Frame},
    rules::{Opening, PlayError, Point},
};

use crate::text::Lang;

impl Lang {
    /// Returns a refusal in words. `text` is the server's own text, and `asked` the command that it answers.
    #[must_use]
    pub fn refusal(self, code: RejectCode, text: &str, asked: Option<&Frame>) -> String {
        let point = asked.and_then(|frame| point_of(&frame.cmd));
        match (self, code, point) {
            (Self::English, ..) => text.to_owned(),
            (Self::Chinese, RejectCode::Occupied, Some(point)) => {
                self.play_error(PlayError::Occupied { point })
            }
            (Self::Chinese, RejectCode::OffBoard, Some(point)) => format!("{point} 不在棋盘上"),
            (Self::Chinese, code, _) => by_code(code).unwrap_or(text).to_owned(),
        }
    }

    /// Returns a refusal that the client predicts, in words.
    #[must_use]
    pub fn reject(self, reject: &Reject) -> String {
        match (self, reject) {
            (Self::Chinese, Reject::Point(error)) => self.play_error(*error),
            (Self::Chinese, Reject::OutsideArea { point, .. }) => {
                format!("开局规则不允许下在 {point}：请换一点")
            }
            (Self::Chinese, Reject::OpeningNeedsBoard) => {
                let (side, win_length) = Opening::LEAST;
                format!("开局规则需要至少 {side}x{side} 的棋盘和 {win_length} 连：请不用开局规则，或换大棋盘")
            }
            (Self::Chinese, Reject::NothingToChoose) => "现在没有可选择的：请落子".to_owned(),
            (Self::Chinese, Reject::NoSuchChoice) => "开局规则现在不提供这一选择：请选黑或白".to_owned(),
            (Self::Chinese, Reject::NoPauseLeft) => "每局最多暂停三次，共十分钟：请继续对局".to_owned(),
            (_, reject) => self.refusal(reject.code(), &reject.to_string(), None),
        }
    }
}

const fn point_of(cmd: &Cmd) -> Option<Point> {
    match cmd {
        Cmd::Room(Command::Place { point, .. }) => Some(*point),
        _ => None,
    }
}

/// Returns the refusal in Chinese; `None` for a code that is newer than this program.
const fn by_code(code: RejectCode) -> Option<&'static str> {
    Some(match code {
        RejectCode::OffBoard => "该点不在棋盘上",
        RejectCode::Forbidden => "规则不允许在这里落子：请换一点",
        RejectCode::Choice => "现在不能这样选择：请按开局规则进行",
        RejectCode::NeedsFeature => "你的程序不认识这个房间的规则：请升级",
        RejectCode::Occupied => "该点已有棋子：请选择空位",
        RejectCode::NotYourTurn => "还没轮到你：请等对方落子",
        RejectCode::NotYourSeat => "这不是你的座位：只有座位上的棋手可以这样做",
        RejectCode::Spectator => "你正在观战：要下棋请先坐到空位上",
        RejectCode::Stale => "局面已经变化：请看清后再试",
        RejectCode::NoGame => "没有正在进行的对局：双方入座并准备后开始",
        RejectCode::GameOn => "对局正在进行：请先下完或认输",
        RejectCode::RoomFull => "两个座位都有人了：可以观战或换一个房间",
        RejectCode::SeatTaken => "这个座位有人了：请选择空位",
        RejectCode::SeatEmpty => "这个座位本来就空着",
        RejectCode::AlreadySeated => "你已经入座：要一人下双方，请添加同机棋手",
        RejectCode::BadSeats => "座位安排不成立：请检查双方座位",
        RejectCode::NoSuchBot => "这个 AI 不会下这种棋盘：请换一个",
        RejectCode::NoSuchRoom => "没有这个房间：请核对房间号",
        RejectCode::NotInRoom => "你不在这个房间里：请先加入或观战",
        RejectCode::BadHello => "登录顺序有误：请重新连接",
        RejectCode::BadValue => "其中有不允许的值：请改正后再试",
        RejectCode::Malformed => "服务器无法识别这条消息：客户端版本可能不符",
        RejectCode::UnknownCommand => "服务器不认识这个命令：它的版本可能较旧",
        RejectCode::WrongFrame => "消息的编码与连接不符：请重新连接",
        RejectCode::OldCommand => "这个命令太旧，无法再处理：请重试",
        RejectCode::RateLimited => "操作太频繁：请等几秒再试",
        RejectCode::TooMany => "数量已达上限：请稍后再试，或先离开别的房间",
        RejectCode::Busy => "服务器正忙：请稍后再试",
        RejectCode::Storage => "服务器无法保存：操作未生效，请稍后再试",
        RejectCode::Stopping => "服务器正在关闭：请稍后再来",
        RejectCode::NoHints => "本局不能使用提示",
        RejectCode::NotHost => "只有房主可以这样做：请房主来做，或自己创建房间",
        RejectCode::NotExplained => "无法显示：请换一个局面，或在对局结束后再看",
        RejectCode::TimeUp => "时间到，本局结束",
        RejectCode::NoClock => "本局没有计时，或计时已是这个状态",
        RejectCode::NoSuchOffer => "这个请求已失效：已被答复、撤回，或局面已变化",
        RejectCode::NoOffer => "现在不能这样请求，或已经请求过",
        RejectCode::NoTakeback => "没有可以悔的棋",
        RejectCode::TooLate => "双方都已落子，不能中止：可以认输或提和",
        RejectCode::NotAlone => "与真人对局时不能重新开始：可以提和或认输",
        RejectCode::TooEarly => "对方还在，或还可能回来：请稍候",
        RejectCode::Barred => "房主请你离开了座位：下一局之后才能再入座",
        RejectCode::NoKick => "不能请走这个座位上的棋手",
        RejectCode::Passphrase => "口令不对：请向邀请你的人确认",
        RejectCode::NoSpectators => "这个房间不允许观战",
        RejectCode::NeedsConsent => "观战须经棋手同意：请先申请",
        RejectCode::NotAsking => "无需申请，或没有这个申请",
        RejectCode::NoSuchGame => "没有这盘棋，或你不能查看它",
        RejectCode::NoSuchPlayer => "没有这个棋手，或此人不在房间里",
        RejectCode::BadProof => "服务器不接受你的密钥证明：请重新连接",
        RejectCode::BadPairingCode => "配对码不对、已用过或已过期：请在另一台设备上重新生成",
        RejectCode::NoSuchKey => "没有这个密钥，或本机正在使用它",
        RejectCode::Unknown => return None,
    })
}
