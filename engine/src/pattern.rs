//! What a stone would make: shapes along one line, and the threat class of a point from its four shapes.

mod class;
mod line;
mod shape;
mod tables;

pub(crate) use self::{
    class::Class,
    line::Line,
    shape::Shape,
    tables::{Patterns, Worth},
};
