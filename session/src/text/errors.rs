//! The messages for invalid input. The English ones are those of the errors themselves.

use tengen_shared::{
    game::{ChatTextError, NameError, PassphraseError},
    rules::{Foul, PlayError, VariantError},
};

use crate::{
    form::FormError,
    link::{AddressError, OutboxFull},
    study::{MAX_TRIED, TryError},
    text::Lang,
};

impl Lang {
    /// Returns the message for an invalid name.
    #[must_use]
    pub fn name_error(self, error: NameError) -> String {
        match (self, error) {
            (Self::English, error) => error.to_string(),
            (Self::Chinese, NameError::Empty) => "名字为空：请输入 1 到 24 个字符".to_owned(),
            (Self::Chinese, NameError::TooLong(count)) => format!("名字有 {count} 个字符：最多 24 个"),
            (Self::Chinese, NameError::Reserved) => "这个名字像 AI 或程序的提示：请换一个".to_owned(),
            (Self::Chinese, NameError::Control) => "名字含有控制字符或不可见字符：请去掉".to_owned(),
        }
    }

    /// Returns the message for an invalid passphrase.
    #[must_use]
    pub fn passphrase_error(self, error: PassphraseError) -> String {
        match (self, error) {
            (Self::English, error) => error.to_string(),
            (Self::Chinese, PassphraseError::Length(count)) => {
                format!("口令有 {count} 个字符：应为 8 到 64 个")
            }
            (Self::Chinese, PassphraseError::TooShort(count)) => {
                format!("{count} 个字符的口令容易被猜到：请至少用 8 个")
            }
            (Self::Chinese, PassphraseError::Control) => "口令含有控制字符或不可见字符：请去掉".to_owned(),
        }
    }

    /// Returns the message for an invalid chat line.
    #[must_use]
    pub fn chat_error(self, error: ChatTextError) -> String {
        match (self, error) {
            (Self::English, error) => error.to_string(),
            (Self::Chinese, ChatTextError::Empty) => "没有内容：请输入 1 到 200 个字符".to_owned(),
            (Self::Chinese, ChatTextError::TooLong(count)) => format!("这句话有 {count} 个字符：最多 200 个"),
        }
    }

    /// Returns the message for an invalid board.
    #[must_use]
    pub fn variant_error(self, error: VariantError) -> String {
        match (self, error) {
            (Self::English, error) => error.to_string(),
            (Self::Chinese, VariantError::Side { width, height }) => {
                format!("{width}x{height} 的棋盘不可用：每边应为 3 到 26")
            }
            (Self::Chinese, VariantError::WinLength { win_length, longest }) => {
                format!("连成 {win_length} 子不可用：请选择 3 到 {longest}")
            }
            (Self::Chinese, VariantError::FixedLength { length }) => {
                format!("这种规则须连成 {length} 子：请选择 {length}，或改用其他规则")
            }
        }
    }

    /// Returns the message for an illegal move.
    #[must_use]
    pub fn play_error(self, error: PlayError) -> String {
        match (self, error) {
            (Self::English, error) => error.to_string(),
            (Self::Chinese, PlayError::OffBoard { point, last_col, rows }) => {
                format!("{point} 不在棋盘上：列为 a 到 {last_col}，行为 1 到 {rows}")
            }
            (Self::Chinese, PlayError::Occupied { point }) => format!("{point} 已有棋子：请选择空位"),
            (Self::Chinese, PlayError::Forbidden { point, foul }) => {
                format!("{point} 是黑棋的禁手（{}）：请换一点", self.foul(foul))
            }
            (Self::Chinese, PlayError::Decided) => "本局已结束：请开始下一局".to_owned(),
        }
    }

    /// Returns what a stone of Black would make and may not.
    #[must_use]
    pub fn foul(self, foul: Foul) -> String {
        match (self, foul) {
            (Self::English, foul) => foul.to_string(),
            (Self::Chinese, Foul::Overline) => "长连".to_owned(),
            (Self::Chinese, Foul::DoubleFour) => "四四".to_owned(),
            (Self::Chinese, Foul::DoubleThree) => "三三".to_owned(),
        }
    }

    /// Returns the message for an invalid server address.
    #[must_use]
    pub fn address_error(self, error: &AddressError) -> String {
        match (self, error) {
            (Self::English, error) => error.to_string(),
            (Self::Chinese, AddressError::Scheme(text)) => {
                format!(
                    "无法连接 {text:?}：只支持普通 WebSocket，请输入 主机、主机:端口 或 ws://主机:端口/ws"
                )
            }
            (Self::Chinese, AddressError::Path(text)) => {
                format!("{text:?} 的路径不是 /ws：请输入 主机、主机:端口 或 ws://主机:端口/ws")
            }
            (Self::Chinese, AddressError::Port(text)) => {
                format!("{text:?} 不是端口：请输入 1 到 65535，如 192.168.1.20:5151")
            }
            (Self::Chinese, AddressError::Host(text)) => {
                format!("{text:?} 不是主机：请输入名称或地址，如 192.168.1.20:5151 或 [::1]:5151")
            }
        }
    }

    /// Returns the message for a form that cannot be sent.
    #[must_use]
    pub fn form_error(self, error: FormError) -> String {
        match (self, error) {
            (Self::English, error) => error.to_string(),
            (Self::Chinese, FormError::Guest(error)) => format!("对方的{}", self.name_error(error)),
            (Self::Chinese, FormError::Passphrase(error)) => self.passphrase_error(error),
            (Self::Chinese, FormError::Clock) => {
                "棋钟格式不对：10s（每步）、5+3（分钟+秒）、10+3x30（分钟+次数x读秒）".to_owned()
            }
            (Self::Chinese, FormError::Variant(error)) => self.variant_error(error),
        }
    }

    /// Returns the message for a move that cannot be tried in a replay. `back` is the key that steps back, and `erase`
    /// the one that removes a tried move.
    #[must_use]
    pub fn try_error(self, error: TryError, back: &str, erase: &str) -> String {
        match error {
            TryError::Decided => self.try_decided(back),
            TryError::Rules(error) => self.play_error(error),
            TryError::Full => self.try_full(MAX_TRIED, erase),
        }
    }

    /// Returns the message for an outbox that is full.
    #[must_use]
    pub fn outbox_full(self, error: OutboxFull) -> String {
        match self {
            Self::English => error.to_string(),
            Self::Chinese => "服务器尚未回应：请稍候再试".to_owned(),
        }
    }
}
