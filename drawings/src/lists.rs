//! The lists in the guide: the parts of each way to build a board, and the results of its lines of sight.

use boards::{
    Board, Route, Voting,
    parts::{self, Effort, List},
};

use crate::{body::sight, pcb};

/// The ways to build a board. Sixty wires to registers and muxes are too many for a breadboard, and pods on perfboard
/// would take more than a thousand joints: those need circuit boards, where the board file allows them.
pub fn routes(board: &Board) -> Vec<Route> {
    match (pcb::carriers(board).is_ok(), board.voting) {
        (true, Voting::Pods) => vec![Route::CircuitBoard],
        (false, Voting::Pods) => vec![Route::ByHand],
        (true, _) => Route::ALL.to_vec(),
        (false, _) => vec![Route::NoSolder, Route::ByHand],
    }
}

/// Everything to buy for a route.
pub fn list(board: &Board, route: Route) -> List {
    let mut list = parts::list_for(board, route);
    if let (Route::CircuitBoard, Ok(carriers)) = (route, pcb::carriers(board)) {
        list.0.extend(pcb::parts(&carriers));
    }
    list
}

/// The amount of work for a route, counted from the board file and its circuit boards.
pub fn effort(board: &Board, route: Route) -> Effort {
    match route {
        Route::NoSolder => Effort::without_solder(board),
        Route::ByHand => Effort::by_hand(board),
        Route::CircuitBoard => {
            let joints = pcb::carriers(board).map_or(0, |carriers| pcb::joints(&carriers));
            let leads = if board.leads.is_some() { 5 } else { u32::from(board.cable.is_some()) };
            let shared = board.screens.iter().filter(|screen| screen.seat.is_none());
            let screens: u32 = shared.map(|screen| 4 * u32::from(screen.copies)).sum();
            Effort::plugged(board, joints as u32, leads * board.knobs.count() as u32 + screens)
        }
    }
}

/// The work and the parts of every route.
pub fn parts(board: &Board) -> String {
    let routes = routes(board);
    let mut page =
        String::from("| way to build it | solder joints | wires | hours | parts |\n|---|---:|---:|---:|---:|\n");
    for &route in &routes {
        let (effort, price) = (effort(board, route), list(board, route).about_euros());
        page += &format!(
            "| [{}](#{}) | {} | {} | about {} | {price} € |\n",
            route.title(),
            anchor(route),
            effort.joints,
            effort.wires,
            effort.hours()
        );
    }
    page += &format!(
        "\nJoints and wires are counted from the board file. Hours are reckoned from them, without printing, for somebody who does it for \
         the first time: {}. Legs that carry nothing are not counted: they may stay unsoldered.",
        Effort::rates()
    );
    if routes.len() > 1 {
        page += " Choose one way, order its list, and follow the steps that name it.";
    }
    page += "\n\nOrder codes are the manufacturers' part numbers, for the search box of any shop. Whether a shop has a part was not \
             looked up, so compare the description before you order. A part without a code is sold by many under the name given here; \
             what the description says must be right, all else may differ.";
    page.push('\n');
    for &route in &routes {
        page += &format!("\n### {}\n{}\n", route.title(), list(board, route).markdown());
    }
    page + "\n### For every way\n" + &parts::tools()
}

/// The anchor of the route's heading.
pub fn anchor(route: Route) -> String {
    route.title().to_lowercase().replace(',', "").replace(' ', "-")
}

/// Results of the lines of sight.
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
