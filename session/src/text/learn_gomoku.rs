//! The lessons of articles 003 and 004, on gomoku.

use crate::text::messages;

messages! {
    greedy_name: "Article 003", "文章 003";
    greedy_title: "Greedy play by line scores", "按线评分的贪心法";
    greedy_teaches: "The program does not look ahead. It scores every empty point on the four lines through it, and plays the highest score.", "程序不看后续，给每个空点所在的四条线评分，下得分最高的点。";
    greedy_how_value: "On each line the program looks at nine cells. X is the computer, O is you, L is empty and E is off the board. From the middle outward, it counts the cells that X can use, and those that O can use. If neither has room for five, the line scores 1.", "每条线看九格：X 是电脑，O 是你，L 是空，E 是盘外。从中心向外数 X 可用的格和 O 可用的格。若都不足五格，该线得 1 分。";
    greedy_how_search: "The side with the greater share of stones in its cells gets a stone on the point: an attack, or a defence against you. Equal shares are an attack. The row through the point then gives the score. A five must outrank four lines to block: 4 x 11,520 = 46,080. The article does not say which of equal points it plays; here it is the one nearest to the centre.", "在可用格中棋子比例大的一方在该点得一子：进攻，或防守你；比例相同算进攻。再按经过该点的连子查表得分。成五必须高于四条要防的线：4 x 11,520 = 46,080。同分的点下哪个文章没有说明，这里取离中心最近的。";
    greedy_example_window: "The article's window LXXXLOOLL scores 720", "文中的窗口 LXXXLOOLL 得 720 分";
    greedy_example_edge: "A window at the edge", "边上的窗口";
    greedy_defect_left: "The program never notices that the left end of a row is open. So open threes and fours count as closed ones.", "程序从不发现左端是空的，所以活三、活四都按眠三、冲四计分。";
    greedy_repair_left: "both ends count.", "两端都计。";
    greedy_defect_first: "The count to the left stops before the first cell of the window. So the program misses some fives: XXXXLOXLL scores 1.", "向左数时漏掉窗口的第一格，因此漏看一些五连：XXXXLOXLL 只得 1 分。";
    greedy_repair_first: "all nine cells count.", "九格都计。";
    domain_name: "Article 004", "文章 004";
    domain_title: "Alpha-beta near the last stone", "最后一手附近的 α-β 搜索";
    domain_teaches: "The program searches with alpha-beta, but only the nine by nine points around your last stone. That keeps the tree small.", "程序用 α-β 搜索，但只看你最后一手周围 9x9 的点，使树保持很小。";
    domain_how_value: "The value adds up the rows of both sides by their stones and open ends. Your rows count five times, so the program defends more than it attacks. Small values are good for the computer.", "值按棋子数和空端累加双方的连子。你的连子按五倍计，所以程序重防守。值越小对电脑越好。";
    domain_how_search: "The computer takes the minimum and you the maximum, to a fixed depth. The article's figure has depth 3: computer, you, computer. The first of equal moves stays, column by column from the left, each from the top.", "电脑取最小值，你取最大值，深度固定。文中的图是深度 3：电脑、你、电脑。同值时取先遇到的点，从左起逐列、每列自上而下扫描。";
    domain_example_block: "An open three to block", "要防的活三";
    domain_example_win: "A four to complete", "可以连五的四";
    domain_defect_edge: "At the edge, a stone counts itself once more. Your four there counts as a five, so the program does not block it.", "在棋盘边上，棋子把自己多算一次：你的四被当成五，程序就不防了。";
    domain_repair_edge: "a point off the board is a blocked end.", "盘外视为被堵的一端。";
    domain_defect_on: "The search goes on after a five. If you have a four, too, your answer weighs five times, and the program blocks instead of winning.", "成五之后搜索还在继续：若你也有四，你的应手按五倍计，程序就去防守而不取胜。";
    domain_repair_on: "a five ends the line, and quick wins count more.", "成五即终止，越快取胜值越高。";
    domain_defect_far: "The program does not see a win outside the domain. The repaired search does not, either.", "程序看不到范围之外的胜着，修正后的搜索也一样。";
    domain_repair_far: "in rooms, the engine completes and blocks fives anywhere.", "在房间里，引擎会在任何位置成五或挡五。";
}
