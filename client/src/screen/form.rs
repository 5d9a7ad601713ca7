//! The form that creates or changes a room.

mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::{Change, ChangeBy, CreateForm, Custom, Field, FormFor, VariantChoice};
