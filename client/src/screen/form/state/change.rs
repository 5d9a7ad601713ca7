//! The form as it changes a room that there is already: the same lines, filled in as the room has them.

use tengen_session::settings::Setting;
use tengen_shared::{game::Settings, rules::Variant};

use crate::{
    intent::{Mode, Opponent},
    screen::{
        form::{CreateForm, Custom, Field, VariantChoice},
        room::RoomScreen,
    },
};

/// What the form is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormFor {
    /// It makes a room.
    Room,
    /// It changes a room between its games.
    Change(Box<Change>),
}

/// The room that a form changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The room as it was left, to go back to.
    pub screen: RoomScreen,
    /// The settings in force.
    pub old: Settings,
    /// Who decides.
    pub by: ChangeBy,
}

/// Whose consent a change needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeBy {
    /// The user is the host: nobody's.
    Host,
    /// The other player's.
    Consent,
}

impl CreateForm {
    /// A form with what the room of `change` has now; `opponent` says who plays there.
    #[must_use]
    pub fn change(mode: Mode, change: Change, opponent: Opponent) -> Self {
        let old = change.old;
        let named = Variant::NAMED.iter().position(|(_, variant)| *variant == old.variant);
        let board = old.variant;
        Self {
            cursor: Field::Variant,
            variant: named.map_or(VariantChoice::Custom, VariantChoice::Named),
            custom: Custom {
                width: board.width(),
                height: board.height(),
                win_length: board.win_length(),
                runs: board.runs(),
            },
            more: true,
            settings: old,
            purpose: FormFor::Change(Box::new(change)),
            ..Self::new(mode, opponent)
        }
    }

    /// The room that is to be changed, if this form makes none.
    #[must_use]
    pub const fn changed(&self) -> Option<&Change> {
        match &self.purpose {
            FormFor::Room => None,
            FormFor::Change(change) => Some(change),
        }
    }

    /// The lines of a form that changes a room: who sits where is not among them.
    pub(crate) fn fields_to_change(&self, by: ChangeBy) -> Vec<Field> {
        let mut fields = self.board_fields();
        fields.extend(self.often_changed());
        // A secret cannot be agreed on in the open.
        let secret = |field: &Field| matches!(field, Field::Setting(Setting::Access) | Field::Passphrase);
        fields
            .extend(self.seldom_changed().into_iter().filter(|field| by == ChangeBy::Host || !secret(field)));
        fields.push(Field::Start);
        fields
    }
}
