//! What the definition of a command line is good for besides parsing: completions for shells and the man page.
//! The page is put together by hand: `clap_mangen` makes one for each subcommand, in a folder, and `man` prints one
//! for all of them.

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
    /// Write the completions for a shell to standard output
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the man page to standard output
    Man,
}

impl Manual {
    /// The text for the command line `command`, whose man page belongs in `section`.
    ///
    /// # Errors
    /// None in practice: the text is made in memory.
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
    /// If it cannot be written. That nobody reads it to its end is none.
    pub fn print(self, command: Command, section: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let printed = out.write_all(&self.text(command, section)?).and_then(|()| out.flush());
        match printed {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }
}

/// One page for the program and all its subcommands.
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
    // Every part defines anew how an apostrophe is written.
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

/// What a subcommand does and takes, without the options that every subcommand has.
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
    // Each part brings a heading of its own, which would end the section; a paragraph takes its place.
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

/// The text below the options: `Heading:` begins a section, what is indented keeps its lines.
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
