//! The lessons of articles 000 to 002, on tic-tac-toe.

use crate::text::messages;

messages! {
    alphabeta_name: "Articles 000 and 002", "文章 000 与 002";
    alphabeta_title: "Open lines and alpha-beta", "活线与 α-β 剪枝";
    alphabeta_teaches: "The program grows the game tree two stones deep. It leaves out branches that cannot change the result.", "程序把博弈树展开两层，剪去不会改变结果的分支。";
    alphabeta_how_value: "A position is worth the lines that are still open for the computer, minus those open for you. A win of the computer is worth 60, and yours -20: so the computer takes its win, whatever you could do.", "局面的值等于电脑还能连成的线数减去你还能连成的线数。电脑胜为 60，你胜为 -20：这样无论你能做什么，电脑都会取胜。";
    alphabeta_how_search: "MAX, the computer, raises alpha; MIN, you, lowers beta. A branch is cut when alpha reaches beta. At each position, the side to move first looks for a win with the next stone.", "MAX（电脑）提高 α，MIN（你）降低 β。一旦 α 达到 β 就剪枝。在每个局面，轮到的一方先看下一手能否获胜。";
    alphabeta_example_value: "The worked example: 5 - 4 = 1", "文中的例子：5 - 4 = 1";
    alphabeta_example_win: "A win with the next stone", "下一手获胜";
    alphabeta_defect_lost: "In a lost position the program plays the first point, a3, even on a stone. Its root window begins at -20, the value of a loss, so no move is better.", "败局中程序总下第一格，哪怕那里已有棋子：根窗口从 -20（输的值）开始，没有更好的着法。";
    alphabeta_repair_lost: "the window at the root is open.", "根窗口不设界。";
    alphabeta_defect_full: "With three layers, a draw looks lost. A full board has no moves, so the node returns its starting bound.", "三层时和棋看似输棋：满盘没有着法，节点返回初始界。";
    alphabeta_repair_full: "a full board without a line is worth 0.", "满盘且无连线时值为 0。";
    levels_name: "Article 001", "文章 001";
    levels_title: "Depth as difficulty", "以深度为难度";
    levels_teaches: "The program builds all levels of the tree without cuts. Easy looks one stone ahead, medium two and hard three.", "程序逐层生成整棵树，不剪枝。简单看一步，中等两步，困难三步。";
    levels_how_value: "The value counts open lines, too. A win is worth 1000 and a loss -1000. Among equal moves the last one counts, but a win with the next stone comes first.", "值同样是活线之差。胜为 1000，负为 -1000。同值时取最后一着，但下一手能胜时取第一着。";
    levels_how_search: "If the program finds a forced win for itself, it announces it and ends the game. On the article's console, the computer's stones are 1 and yours -1. The empty board gives 9, 81 and 585 nodes without the root at depths 1, 2 and 3; the search here counts the root, too.", "程序若在搜索中找到自己的必胜，就宣布并结束对局。文章的控制台里电脑为 1，你为 -1。空棋盘在深度 1、2、3 时除根外有 9、81、585 个节点；这里的搜索把根也算上。";
    levels_example: "The article's two threats: seen at depth 3 only", "文中的双重威胁：深度 3 才看到";
    levels_example_easy: "The same at depth 1: it does not block", "同一局面，深度 1：不防守";
    levels_defect_full: "The ninth stone completes a line, and the program announces a draw. It looks for a full board before it looks for lines.", "第九子连成一线，程序却宣布和棋：它先查满盘，后查连线。";
    levels_repair_full: "lines come first.", "先查连线。";
    levels_defect_draw: "The program announces a draw while points are empty. A full board is worth -1001, less than a loss, and that value at the root means a draw.", "还有空位时程序就宣布和棋：满盘的值是 -1001，比输还小，而根上的这个值表示和棋。";
    levels_repair_draw: "a full board is worth 0, and only a full board is a draw.", "满盘值为 0，只有满盘才是和棋。";
    levels_defect_false: "The program announces that it wins, and you win. It searches on after a finished line, and counts the first of two lines that it meets.", "程序宣布获胜，其实是你赢：它在已成的线之后继续搜索，并只认先遇到的那条线。";
    levels_repair_false: "no move follows a finished line.", "连成之后不再展开。";
}
