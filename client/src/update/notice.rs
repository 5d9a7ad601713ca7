//! Removes a notice that does not fit the screen any more.

use std::mem::{Discriminant, discriminant};

use crate::{
    model::{Model, Notice, Overlay, Tone},
    screen::Screen,
};

/// The notice before a message is applied, and what it depends on.
pub(super) struct Seen {
    notice: Option<Notice>,
    screen: Discriminant<Screen>,
    has_dialog: bool,
    is_connected: bool,
}

impl Seen {
    pub(super) fn of(model: &Model) -> Self {
        let has_dialog = has_dialog(model);
        let screen = discriminant(&model.screen);
        Self { notice: model.notice.clone(), screen, has_dialog, is_connected: is_connected(model) }
    }

    /// Removes the refusal of an action after another screen or a dialog has opened, or the connection of a room was
    /// lost or restored since then. A new notice stays.
    pub(super) fn drop_stale(self, model: &mut Model) {
        let Some(notice) = &model.notice else { return };
        let is_new = self.notice.is_none_or(|old| old.text != notice.text || old.left < notice.left);
        let opened = has_dialog(model) && !self.has_dialog;
        let turned = model.screen.room().is_some() && is_connected(model) != self.is_connected;
        let left = discriminant(&model.screen) != self.screen;
        if notice.tone == Tone::Problem && !is_new && (left || opened || turned) {
            model.notice = None;
        }
    }
}

/// Whether an overlay other than the help is open.
const fn has_dialog(model: &Model) -> bool {
    !matches!(model.overlay, None | Some(Overlay::Help { .. }))
}

const fn is_connected(model: &Model) -> bool {
    !model.session.link().is_lost()
}
