//! The lessons: each article's program on its examples and its defects, and the search step by step.

use tengen_tests::Lessons;
use tengen_web::learn::route::Route;

#[test]
fn a_search_goes_step_by_step_with_its_cuts() {
    let mut page = Lessons::open("/search");
    page.sees("Nodes: 0 of 11 · plain minimax: 13");
    page.click("one step on");
    page.sees("root: max to move, α -∞, β +∞");
    page.click("Next cut");
    page.sees("b: value <=2. cut by ba: 2 <= α 3, 2 not searched");
    page.sees("2 not searched: 2 <= α 3");
    page.click("to the end");
    page.sees("root: value 3. searched all, best a");
    page.sees("Nodes: 11 of 11");
    // What was unfolded by hand stays so.
    page.click("to the beginning");
    let label = page.tree().inner_text();
    assert!(!label.contains("cmin"), "{label}");
    page.click("rootmax");
    for _ in 0..3 {
        page.click("one step on");
        page.sees("cmin");
    }
    // It plays by itself, from the beginning.
    page.click("to the end");
    page.click("Play");
    page.sees("Pause");
    for _ in 0..2 {
        page.wait(page.model.next_change().expect("the next step"));
    }
    page.sees("aa: a leaf");
    page.click("Alpha-beta cuts");
    page.sees("Nodes: 0 of 13");
    page.type_into("Tree", "((1 2) (3 x))");
    page.click("Search");
    page.sees("\"x\" is neither a bracket nor a whole number");
    page.click("A position");
    page.sees("Nodes: 0 of 82");
    page.click("Alpha-beta cuts");
    page.sees("Nodes: 0 of 36 · plain minimax: 82");
    page.type_into("Moves", "h8");
    page.click("Search");
    page.sees("These moves do not fit this board.");
}

#[test]
fn the_address_says_what_is_searched() {
    let mut page = Lessons::open("/search?tree=((1,2),%283%204%29)&cuts=off");
    page.sees("Nodes: 0 of 7");
    page.click("Alpha-beta cuts");
    let route = page.history.last().cloned();
    assert_eq!(route, Some(Route::Search("tree=((1,2),(3,4))".to_owned())));
    // What is being typed is not searched yet.
    page.type_into("Tree", "((1 2) (3 5))");
    assert_eq!(page.history.last().cloned(), route);
    // From the analysis board.
    let page = Lessons::open("/search?board=gomoku15&moves=h8i9h9");
    page.sees("pvs");
    page.sees("Nodes: 0 of");
    let page = Lessons::open("/search?engine=levels:1&board=tictactoe&moves=");
    page.sees("Nodes: 0 of 10");
    let page = Lessons::open("/search?board=9x9k5,exact&moves=e5");
    page.sees("pvs");
    let page = Lessons::open("/search?board=no&moves=&engine=x&cuts=maybe&more");
    page.sees("Nodes: 0 of 11");
    Lessons::open("/search?tree=(((").sees("each bracket closed");
}

#[test]
fn a_leaf_is_taken_apart() {
    let mut page = Lessons::open("/search?board=tictactoe&moves=&engine=alphabeta:1");
    for _ in 0..3 {
        page.click("one step on");
    }
    page.sees("a3: value");
    page.click("What this value is made of");
    // The first stone in the corner closes three lines to MIN.
    page.sees("static value 3: the sum of");
    page.sees("a3 b3 c3open for MAX1");
    page.click("one step on");
    assert!(!page.tree().inner_text().contains("static value"));
}

#[test]
fn the_lessons_list_every_article() {
    let mut page = Lessons::open("/learn");
    for title in [
        "Open lines and alpha-beta",
        "Depth as difficulty",
        "Greedy play by line scores",
        "Alpha-beta near the last stone",
    ] {
        page.click(title);
        page.sees("Defects and repairs");
        page.click("Learn");
    }
    assert_eq!(page.history.len(), 8);
    Lessons::open("/learn/005").sees("no page");
}

#[test]
fn article_000_counts_open_lines_and_plays_on_a_stone_in_a_lost_position() {
    let mut page = Lessons::open("/learn/000");
    // The worked example of the article.
    page.sees("static value 1: the sum of");
    page.sees("Movec3c3");
    page.show_defect("With three layers");
    page.sees("Movea3, on a stoneb1");
    page.sees("Value−200");
    page.show_defect("In a lost position");
    page.sees("Movea3, on a stoneb3");
    page.sees("Value−20−20");
    // Beside the article's program stands its search, on the same position.
    page.click("Go through this search");
    page.sees("A search, step by step");
    page.sees("root");
}

#[test]
fn a_program_that_cannot_go_on_does_not_end_the_lesson() {
    let mut page = Lessons::open("/learn/000");
    page.show_defect("In a lost position");
    page.click("as printed");
    page.click("Computer moves");
    page.sees("The program plays on a stone");
    page.click("repaired");
    page.click("Computer moves");
    page.sees("computer b3");
    // Article 004 has no move without a stone of the person. The repaired program has.
    let mut page = Lessons::open("/learn/004");
    page.click("Empty board");
    page.click("as printed");
    page.click("Computer moves");
    page.sees("The program has no move here.");
    page.activate("k10");
    assert_eq!(page.stones().len(), 2);
    page.click("Empty board");
    page.click("repaired");
    for stones in 1..=2 {
        page.click("Computer moves");
        assert_eq!(page.stones().len(), stones);
    }
}

#[test]
fn article_001_announces_wins_and_draws_that_are_none() {
    let mut page = Lessons::open("/learn/001");
    page.sees("Movec3c3");
    page.sees("Announcesthe computer winsthe computer wins");
    page.click("The same at depth 1: it does not block");
    page.sees("Movea1a1");
    page.show_defect("The ninth stone completes a line");
    page.sees("Announcesa drawthe computer wins");
    page.show_defect("while points are empty");
    page.sees("Announcesa draw");
    assert!(!page.tree().inner_text().contains("a drawthe computer wins"));
    page.show_defect("and you win");
    page.sees("Announcesthe computer wins");
    // The announcement ends the game, as in the article.
    page.click("as printed");
    page.click("Computer moves");
    page.sees("The program announces that it wins, and ends the game.");
    let stones = page.stones().len();
    page.activate("a3");
    assert_eq!(page.stones().len(), stones);
    // A row on the board says more than an announcement.
    page.type_into("Position", "CC.HH....");
    page.click("Show");
    page.click("Computer moves");
    page.sees("You lose: the computer wins.");
}

#[test]
fn article_003_scores_a_window_and_misses_a_five() {
    let mut page = Lessons::open("/learn/003");
    page.sees("score 723 of h8: the sum of");
    page.sees("d8-l8LXXXLOOLL attack, row of 4, 1 open end (X 3/5, O 2/5)720");
    page.show_defect("The count to the left");
    page.sees("As printed, this point scores 4.");
    page.sees("Movej9h8");
    page.sees("Value5346,083");
    // Other weights change the score, and the article's come back.
    page.click("The article's window LXXXLOOLL scores 720");
    page.type_into("attack, row of 4", "x");
    page.sees("For \"attack, row of 4\", type a whole number from 0 to 65,535.");
    page.type_into("attack, row of 4", "7");
    page.sees("score 10 of h8: the sum of");
    page.click("The article's weights");
    page.sees("score 723 of h8: the sum of");
}

#[test]
fn article_004_blocks_instead_of_winning() {
    let mut page = Lessons::open("/learn/004");
    page.sees("Depth 3");
    page.sees("static value 500,000: the sum of");
    page.sees("you: row of 3, 2 open ends, 100,000 counted 5 times");
    page.show_defect("The search goes on after a five");
    page.sees("Movej10l14");
    page.show_defect("At the edge, a stone counts itself");
    page.sees("Movef17j15");
    page.click("An open three to block");
    page.type_into("factor of your rows", "0");
    page.sees("type a whole number from 1 to 100.");
    page.type_into("factor of your rows", "1");
    page.sees("static value 100,000: the sum of");
    page.sees("The search has the article's weights.");
    page.click("The article's weights");
    page.sees("static value 500,000: the sum of");
}

#[test]
fn a_game_is_played_against_a_program_to_its_end() {
    let mut page = Lessons::open("/learn/001");
    page.click("Empty board");
    page.click("Computer moves");
    assert_eq!(page.stones().len(), 1);
    // Without the forced block, depth 1 loses to a simple threat.
    page.click("previous value");
    page.click("previous value");
    page.sees("Depth 1");
    page.click("Empty board");
    page.activate("b2");
    assert_eq!(page.stones().len(), 2);
    page.sees("you b2, static value");
    let shown = page.history.last().map(Route::path).expect("an address");
    assert_eq!(Lessons::open(&shown).stones(), page.stones());
    page.sees(", value ");
    for point in ["b1", "b3", "a2", "c2", "a1", "a3", "c1", "c3"] {
        page.activate(point);
    }
    page.sees("You win.");
    page.click("Empty board");
    assert!(page.stones().is_empty());
}

#[test]
fn what_the_page_says_belongs_to_one_position_while_the_program_thinks() {
    let mut page = Lessons::open("/learn/003");
    page.answers = false;
    page.activate("f9");
    page.sees("score 723 of h8: the sum of");
    page.answer();
    page.sees("of f9: the sum of");
    page.click("Empty board");
    page.answer();
    page.click("Play");
    page.activate("h8");
    page.sees("The program is thinking.");
    // Nobody plays twice in a row.
    page.activate("h9");
    assert_eq!(page.stones().len(), 1);
    page.answer();
    assert_eq!(page.stones().len(), 2);
    let shown = page.tree().inner_text();
    assert!(!shown.contains("on a stone"), "{shown}");
    // The answer to an earlier position does not count.
    page.click("The article's window LXXXLOOLL scores 720");
    page.answer();
    page.sees("score 723 of h8: the sum of");
}

#[test]
fn a_position_is_set_up_by_hand_and_as_text() {
    let mut page = Lessons::open("/learn/000");
    page.click("Empty board");
    page.click("Computer's stones");
    page.activate("b2");
    page.activate("a1");
    page.click("Your stones");
    page.activate("a3");
    page.activate("a1");
    assert_eq!(page.stones().len(), 2);
    page.sees("static value 1: the sum of");
    page.activate("b1");
    page.activate("b3");
    page.sees("The search needs as many stones");
    page.type_into("Position", "HH..C..");
    page.click("Show");
    page.sees("This is not a position.");
    page.activate("c1");
    assert!(!page.tree().inner_text().contains("This is not a position."));
    page.type_into("Position", "hh. .c. ..c");
    page.click("Show");
    assert_eq!(page.stones().len(), 4);
    page.type_into("Position", "HHHCC....");
    page.click("Show");
    page.sees("You win.");
    page.sees("Movenonenone");
}

#[test]
fn a_position_stays_in_the_address() {
    let mut page = Lessons::open("/learn/002");
    page.sees("Articles 000 and 002");
    page.click("Empty board");
    page.click("Your stones");
    page.activate("b2");
    page.click("next value");
    let shown = page.history.last().map(Route::path).expect("an address");
    assert_eq!(shown, "/learn/000?position=....H....&depth=3");
    let again = Lessons::open(&shown);
    again.sees("Depth 3");
    assert_eq!(again.stones(), page.stones());
    let domain = Lessons::open("/learn/004?position=C,k9,H,k10&depth=2");
    domain.sees("Depth 2");
    assert_eq!(domain.stones().len(), 2);
    Lessons::open("/learn/003?position=nothing&depth=x").sees("score 723 of h8");
}
