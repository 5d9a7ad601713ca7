//! Threat search: wins by force that need few moves to be looked at.

mod fours;
mod proof;

pub(crate) use self::{
    fours::{FourTable, Fours},
    proof::{Proof, ProofTable},
};
