//! Shell completions and the man page, made from the definition of a command line.
//!
//! The page is assembled by hand: `clap_mangen` makes one page per subcommand, in a folder, and `man` prints one page
//! for all.

use std::io::{self, Write as _};

use clap::{Command, Subcommand};
use clap_complete::Shell;
use clap_mangen::{
    Man,
    roff::{Roff, roman},
};

/// A text made from the definition of a command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum Manual {
    /// Print shell completions
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page
    Man,
}

impl Manual {
    /// Returns the text for the command line `command`, whose man page belongs in `section`.
    ///
    /// # Errors
    /// Returns no error in practice: the text is made in memory.
    pub fn text(self, mut command: Command, section: &str) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        match self {
            Self::Completions { shell } => {
                let name = command.get_name().to_owned();
                clap_complete::generate(shell, &mut command, name, &mut text);
            }
            Self::Man => man(command, section, &mut text)?,
        }
        Ok(text)
    }

    /// Writes the text to standard output.
    ///
    /// # Errors
    /// Returns an error if writing fails. A closed pipe is not an error.
    pub fn print(self, command: Command, section: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let printed = out.write_all(&self.text(command, section)?).and_then(|()| out.flush());
        match printed {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }
}

/// Writes one page for the program and all its subcommands.
fn man(mut command: Command, number: &str, text: &mut Vec<u8>) -> io::Result<()> {
    command = command.disable_help_subcommand(true);
    command.build();
    let page = Man::new(command.clone()).section(number);
    let mut parts = Vec::new();
    page.render_title(&mut parts)?;
    page.render_name_section(&mut parts)?;
    page.render_synopsis_section(&mut parts)?;
    page.render_description_section(&mut parts)?;
    page.render_options_section(&mut parts)?;
    heading("SH", "COMMANDS").to_writer(&mut parts)?;
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        section(subcommand, &mut parts)?;
    }
    if let Some(after) = command.get_after_long_help() {
        closing(&after.to_string()).to_writer(&mut parts)?;
    }
    page.render_version_section(&mut parts)?;
    // Every part defines the apostrophe again; keep only the first definition.
    let mut defined = false;
    for line in String::from_utf8_lossy(&parts).lines() {
        let is_definition = line.contains(".ds Aq ");
        if !(is_definition && defined) {
            writeln!(text, "{line}")?;
        }
        defined |= is_definition && line.starts_with(".el");
    }
    Ok(())
}

/// Writes what a subcommand does and takes, without the options that every subcommand has.
fn section(subcommand: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    let subcommand = subcommand.clone().mut_args(|arg| {
        let is_common = arg.is_global_set() || matches!(arg.get_id().as_str(), "help" | "version");
        if is_common { arg.hide(true) } else { arg }
    });
    heading("SS", subcommand.get_name()).to_writer(text)?;
    let page = Man::new(subcommand);
    let mut body = Vec::new();
    page.render_synopsis_section(&mut body)?;
    page.render_description_section(&mut body)?;
    page.render_options_section(&mut body)?;
    // Each part starts with its own heading, which would end the section; a paragraph replaces it.
    for line in String::from_utf8_lossy(&body).lines() {
        writeln!(text, "{}", if line.starts_with(".SH") { ".PP" } else { line })?;
    }
    Ok(())
}

fn heading(level: &str, text: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control(level, [text]);
    roff
}

/// Formats the text after the options: `Heading:` starts a section, indented lines keep their breaks.
fn closing(text: &str) -> Roff {
    let mut roff = Roff::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        match (line.strip_prefix("  "), line.strip_suffix(':')) {
            (Some(line), _) => {
                roff.control("nf", []).text([roman(line)]).control("fi", []);
            }
            (None, Some(heading)) => {
                roff.control("SH", [heading.to_uppercase().as_str()]);
            }
            (None, None) => {
                roff.text([roman(line)]);
            }
        }
    }
    roff
}
