//! Tests the adapter against small engines written in shell.

use std::ops::ControlFlow;

use tengen_engine::Choice;
use tengen_shared::rules::Point;

use super::*;
use crate::arena::{
    Fairness,
    contest::Match,
    dice::Dice,
    opening::Openings,
    player::GamePlayer,
    tally::{Fault, Tally},
};

/// An engine that plays the first free point, column by column from the top left. Tests can replace its answer to
/// START and its moves.
const ENGINE: &str = r#"
free() {
    for x in 0 1 2 3 4; do for y in 0 1 2 3 4; do
        case $taken in *" $x,$y "*) ;; *) echo $x,$y; return ;; esac
    done; done
}
while read -r line; do
    [ -z "$LOG" ] || echo "$line" >>"$LOG"
    case $line in
        ABOUT) echo "name=\"fake\"$ABOUT" ;;
        START*) eval "$READY" ;;
        BOARD) taken=" " ;;
        DONE) eval "$MOVE" ;;
        END) exit ;;
        *,*,*) taken="$taken${line%,*} " ;;
    esac
done
"#;

/// Long enough that only the tests about timeouts ever time out.
const LONG_TIMEOUTS: Timeouts =
    Timeouts { start: Duration::from_secs(600), grace: Duration::ZERO, answer: Duration::from_secs(600) };
const READY: &str = "echo MESSAGE hello; echo; echo ok";
const MOVE: &str = "echo MESSAGE depth 3 nodes 42; echo DEBUG 0,0 is good; echo nonsense; free";

/// Returns the engine with these scripts.
fn engine(ready: &str, at_move: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", ENGINE]).env("READY", ready).env("MOVE", at_move).env("ABOUT", "").env("LOG", "");
    command
}

fn five() -> Variant {
    "5x5k5".parse().unwrap()
}

fn begin(command: &mut Command, variant: Variant) -> anyhow::Result<Gomocup> {
    let limits = MoveLimits { nodes: Some(77), time: None };
    Gomocup::start(command, variant, limits, LONG_TIMEOUTS)
}

/// A player that plays the last free point.
struct Last;

impl Engine for Last {
    fn choose(
        &mut self,
        position: &Position,
        _: &Limits,
        _: &StopFlag,
        _: &mut dyn Observer,
    ) -> Option<Choice> {
        let point = position.legal_points().last()?;
        let (value, line) = (Value::Estimate(0), vec![point]);
        Some(Choice { point, value, depth: 0, nodes: 0, line, pace: Pace::Full })
    }
}

/// Plays two games of an engine against [`Last`].
fn games(at_move: &'static str, patience: Timeouts) -> Tally {
    let program = || {
        let limits = MoveLimits::default();
        Ok(GamePlayer::Program(Gomocup::start(&mut engine(READY, at_move), five(), limits, patience)?))
    };
    let last = || Ok(GamePlayer::Bot(Box::new(Last)));
    let openings = Openings::draw(five(), 2, 1, Fairness::Quiet, &mut Dice::new(1, 0)).unwrap().positions;
    let limits = MoveLimits::default();
    let contest = Match { a: &program, b: &last, openings: &openings, limits, seed: 1 };
    contest.play(1, |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn an_engine_plays_whole_games_and_its_figures_are_read() {
    let tally = games(MOVE, LONG_TIMEOUTS);
    assert_eq!((tally.games, tally.faults), (2, Vec::new()));
    let effort = tally.effort_a.per_move();
    assert!(effort.moves > 5, "{effort:?}");
    assert_eq!((effort.mean_depth, effort.max_nodes), (3.0, 42));
}

#[test]
fn a_faulty_engine_loses_and_the_fault_is_reported() {
    for (at_move, told) in [
        ("echo ERROR I am lost", "gave no move: it answered ERROR I am lost"),
        ("exit 3", "gave no move: it closed its output"),
        ("exec >&-", "gave no move: it closed its output"),
        ("echo 9,9", "gave no move: it answered 9,9: off the board"),
        ("echo -1,-1", "off the board"),
        ("set -- $taken; echo $1", "already has a stone"),
    ] {
        faults(&games(at_move, LONG_TIMEOUTS), told);
    }
    let impatient = Timeouts { answer: Duration::ZERO, ..LONG_TIMEOUTS };
    faults(&games("while read -r line; do :; done", impatient), "gave no move: no answer in time");
    // An engine that never stops talking also runs out of time.
    let brief = Timeouts { answer: Duration::from_millis(20), ..LONG_TIMEOUTS };
    faults(&games("while echo MESSAGE well; do :; done", brief), "gave no move: no answer in time");
}

fn faults(tally: &Tally, told: &str) {
    assert_eq!([tally.games, tally.losses, tally.faults.len() as u64], [2, 2, 2], "{told}");
    for Fault { by, what, .. } in &tally.faults {
        assert!(*by == 'a' && what.contains(told), "{what:?} has no {told:?}");
    }
}

#[test]
fn the_engine_receives_rules_limits_and_positions() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut command = engine(READY, MOVE);
    let mut program = begin(command.env("LOG", &log), five()).unwrap();
    let mut position = Position::new(five());
    for (before, answer) in [(vec!["c3", "b1"], "a5"), (vec!["a5", "d4"], "a4"), (vec!["a4"], "a3")] {
        for name in before {
            position.play(name.parse().unwrap()).unwrap();
        }
        let choice = program.choose(&position, &Limits::default(), &StopFlag::default(), &mut ()).unwrap();
        assert_eq!(choice.point, answer.parse::<Point>().unwrap());
    }
    drop(program);
    let told = std::fs::read_to_string(log).unwrap();
    let told: Vec<&str> = told.lines().collect();
    let settings = "START 5|INFO rule 0|INFO timeout_turn 30000|INFO timeout_match 0|INFO time_left 2147483647|\
                    INFO max_node 77|INFO thread_num 1|BOARD|2,2,1|1,4,2|DONE|";
    // In the last position, White is to move.
    let boards = "BOARD|2,2,1|1,4,2|0,0,1|3,1,2|DONE|BOARD|2,2,2|1,4,1|0,0,2|3,1,1|0,1,2|DONE|END";
    assert_eq!(told.join("|"), format!("{settings}{boards}"));
}

#[test]
fn other_win_lengths_need_an_engine_that_declares_them() {
    let four: Variant = "5x5k4".parse().unwrap();
    let error = begin(&mut engine(READY, MOVE), four).unwrap_err().to_string();
    assert!(error.contains("does not play 4 in a row") && error.contains("mnk=\"1\""), "{error}");
    assert!(begin(engine(READY, MOVE).env("ABOUT", ", mnk=\"1\""), four).is_ok());
}

#[test]
fn a_missing_or_unready_program_is_an_error() {
    let error = |ready| format!("{:#}", begin(&mut engine(ready, MOVE), five()).unwrap_err());
    assert!(error("echo ERROR too small").contains("does not play 5x5k5: it answered ERROR too small"));
    assert!(error("echo UNKNOWN").contains("it answered UNKNOWN"));
    assert!(error("exit").contains("it was not ready to play: it closed its output"));
    let mute = Timeouts { start: Duration::ZERO, ..LONG_TIMEOUTS };
    let error = Gomocup::start(&mut engine(":", MOVE), five(), MoveLimits::default(), mute).unwrap_err();
    assert!(format!("{error:#}").contains("it was not ready to play: no answer in time"));
    let error = begin(&mut Command::new("/nowhere/engine"), five()).unwrap_err().to_string();
    assert!(error.contains("cannot be started"), "{error}");
    assert!(command(Path::new("/nowhere/engine")).unwrap_err().to_string().contains("no such file"));
}
