//! The form for changing an existing room: it starts with the room's settings.

use tengen_session::{opponent::Opponent, settings::Setting};
use tengen_shared::{game::Settings, rules::Variant};

use crate::{
    intent::Mode,
    screen::{
        form::{CreateForm, Field, VariantChoice},
        room::RoomScreen,
    },
};

/// The purpose of the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormFor {
    /// Create a room, with any occupant of the other seat.
    Room,
    /// Change a room between its games.
    Change(Box<Change>),
}

/// The room to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The room screen to go back to.
    pub screen: RoomScreen,
    /// The present settings of the room.
    pub old: Settings,
    /// Whether the change needs consent.
    pub by: ChangeBy,
}

/// Whose consent a change needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeBy {
    /// Nobody's, since the user is the host.
    Host,
    /// That of the other player, who is asked.
    Consent,
}

impl CreateForm {
    /// Creates a form with the settings of an existing room. `opponent` says who plays there, which decides on the
    /// fields.
    #[must_use]
    pub fn change(mode: Mode, change: Change, opponent: Opponent) -> Self {
        let old = change.old;
        let named = Variant::NAMED.iter().position(|(_, variant)| *variant == old.variant);
        Self {
            cursor: Field::Variant,
            variant: named.map_or(VariantChoice::Custom, VariantChoice::Named),
            custom: old.variant.into(),
            more: true,
            settings: old,
            purpose: FormFor::Change(Box::new(change)),
            ..Self::new(mode, opponent, "")
        }
    }

    /// The room to change; `None` if the form creates one.
    #[must_use]
    pub const fn changed(&self) -> Option<&Change> {
        match &self.purpose {
            FormFor::Room => None,
            FormFor::Change(change) => Some(change),
        }
    }

    /// Returns the fields for changing a room. The seats are not among them.
    pub(crate) fn fields_to_change(&self, by: ChangeBy) -> Vec<Field> {
        let mut fields = self.board_fields();
        fields.extend(self.often_changed());
        // An offer is public, so a passphrase cannot be part of one.
        let secret = |field: &Field| matches!(field, Field::Setting(Setting::Access) | Field::Passphrase);
        fields
            .extend(self.seldom_changed().into_iter().filter(|field| by == ChangeBy::Host || !secret(field)));
        fields.push(Field::Start);
        fields
    }
}
