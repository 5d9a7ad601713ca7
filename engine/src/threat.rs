//! Threat search: forced wins in which every move of the attacker is a threat, so the tree has few branches.

mod fours;
mod proof;

pub(crate) use self::{
    fours::{FourTable, Fours},
    proof::{MAX_PROOF_PLY, Proof, ProofTable},
};
