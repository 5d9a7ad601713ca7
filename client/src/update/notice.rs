//! Removes a notice that does not fit the screen any more.

use tengen_session::link::Link;

use crate::model::{Model, Notice, Tone};

/// The notice before a message is applied, and what it depends on.
pub(super) struct Seen {
    notice: Option<Notice>,
    has_overlay: bool,
    is_connected: bool,
}

impl Seen {
    pub(super) fn of(model: &Model) -> Self {
        let has_overlay = model.overlay.is_some();
        Self { notice: model.notice.clone(), has_overlay, is_connected: is_connected(model) }
    }

    /// Removes the refusal of an action after an overlay has opened, or the connection of a room was lost or restored
    /// since then. A new notice stays.
    pub(super) fn drop_stale(self, model: &mut Model) {
        let Some(notice) = &model.notice else { return };
        let is_new = self.notice.is_none_or(|old| old.text != notice.text || old.left < notice.left);
        let opened = model.overlay.is_some() && !self.has_overlay;
        let turned = model.screen.room().is_some() && is_connected(model) != self.is_connected;
        if notice.tone == Tone::Problem && !is_new && (opened || turned) {
            model.notice = None;
        }
    }
}

const fn is_connected(model: &Model) -> bool {
    !matches!(model.session.link(), Link::Down { .. })
}
