//! The form that makes a room, or changes one.

mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::{Change, ChangeBy, CreateForm, Custom, Field, FormFor, VariantChoice};
