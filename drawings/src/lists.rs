//! The lists of the guide that are no drawings: the parts of each way to build a board, and what its lines of sight came to.

use boards::{
    Board, Route, Voting,
    parts::{self, Effort},
};

use crate::body::sight;

/// The work and the parts of every route.
pub fn parts(board: &Board) -> String {
    let routes = parts::routes(board);
    let mut page =
        String::from("| way to build it | solder joints | wires | hours | parts |\n|---|---:|---:|---:|---:|\n");
    for &route in &routes {
        let effort = parts::effort(board, route);
        let price = parts::list_for(board, route).about_euros();
        page += &format!(
            "| [{}](#{}) | {} | {} | {} | {price} € |\n",
            route.title(),
            anchor(route),
            effort.joints,
            effort.wires,
            hours(&effort)
        );
    }
    page += "\nCounted from the board file; hours are those of somebody who does it for the first time, without printing. Choose \
             one way, order its list, and follow the steps that name it.\n";
    for &route in &routes {
        page += &format!("\n### {}\n{}\n", route.title(), parts::list_for(board, route).markdown());
    }
    page.trim_end().to_string()
}

fn hours(effort: &Effort) -> String {
    format!("about {}", effort.hours())
}

/// As a heading is linked to.
fn anchor(route: Route) -> String {
    route.title().to_lowercase().replace(',', "").replace(' ', "-")
}

/// What was measured by following lines of sight.
pub fn sight(board: &Board) -> String {
    let report = sight::check(board);
    let (length, width) = (board.body.table_length / 10, board.body.table_width / 10);
    let table = if length == width {
        format!("round a table of {length} cm")
    } else {
        format!("at a table of {length} × {width} cm, one at each end and the others along the sides")
    };
    let mut page = format!(
        "Lines of sight from {} people {table}: a child of eight on a cushion, a short and a tall adult, eyes 30, 39 and 53 cm \
         above the table, leaning in and sitting back, and 5 cm to either side.\n\n| what | worst place | wanted |\n|---|---:|---:|\n",
        board.seats.most
    );
    let own = if board.voting == Voting::Ring { "number" } else { "screen" };
    let figure =
        if board.voting == Voting::Pass { "in one's hands" } else { "on the shared screen, at the farthest seat" };
    page += &format!("| own {own} in sight | {:.0} % | 100 % |\n", 100.0 * report.least_own);
    page += &format!("| of somebody else's {own} in sight | {:.0} % | 10 % at most |\n", 100.0 * report.most_seen);
    page += &format!(
        "| smallest figure {figure} | {:.1} arc minutes | {:.0} at least |",
        report.least_arc_minutes,
        sight::LEAST_ARC_MINUTES
    );
    if board.voting != Voting::Pass {
        page += "\n| shared screen in sight | 100 % | 100 % |";
    }
    page
}
