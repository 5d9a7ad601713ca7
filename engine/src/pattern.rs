//! Patterns: the shape that a stone would make along one line, and the threat class of a point with four shapes.

mod class;
mod kind;
mod line;
mod shape;
mod tables;

pub(crate) use self::{
    class::{Class, Permission},
    kind::{KINDS, kind, kinds},
    line::Line,
    shape::Shape,
    tables::{MOST_RANK, Patterns, Style, Worth},
};
