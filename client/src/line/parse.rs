//! Parses a line into a command.

use tengen_session::points::PointText;

use super::{
    command::{Command, Topic},
    complaint::Complaint,
    reader::Reader,
    words::Words,
};

/// The maximum number of characters of a line. It is more than any sensible command has.
pub const MAX_LINE: usize = 600;

/// Parses a line.
///
/// # Errors
/// Returns the reason if the line is not a command.
pub fn command(line: &str) -> Result<Command, Complaint> {
    let line = line.trim();
    if line.chars().nth(MAX_LINE).is_some() {
        return Err(Complaint::TooLong);
    }
    if let Ok(point) = line.parse::<PointText>() {
        return Ok(Command::Point(point));
    }
    let mut words = Words::new(line);
    let unknown = || Complaint::Unknown(line.to_owned());
    let topic = words.next()?.and_then(Topic::of).ok_or_else(unknown)?;
    let mut reader = Reader { usage: topic.as_typed(), words };
    let command = Command::read(topic, &mut reader)?;
    match reader.words.take_rest() {
        "" => Ok(command),
        more => Err(Complaint::TooMuch(reader.usage, more.to_owned())),
    }
}

#[cfg(test)]
mod tests;
