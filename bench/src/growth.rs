//! How a figure grows with the number of players, and its plot: small panels side by side, one line for each board.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

/// One line of the drawing: a measured value of one board, plotted against the number of players.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Growth {
    pub figure: String,
    pub unit: String,
    pub board: String,
    pub points: Vec<(u8, f64)>,
}

const WIDTH: f64 = 250.0;
const HEIGHT: f64 = 170.0;
const LEFT: f64 = 44.0;
const TOP: f64 = 40.0;
const COLOURS: [&str; 4] = ["#2563a8", "#b8502d", "#3c8a4e", "#7a5ba6"];

pub fn plot(curves: &[&Growth]) -> String {
    let mut figures: Vec<&str> = Vec::new();
    for curve in curves {
        if !figures.contains(&curve.figure.as_str()) {
            figures.push(&curve.figure);
        }
    }
    let (width, height) = (figures.len() as f64 * (WIDTH + LEFT + 16.0), HEIGHT + TOP + 34.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for (place, figure) in figures.iter().enumerate() {
        let lines: Vec<&Growth> = curves.iter().filter(|curve| curve.figure == *figure).copied().collect();
        panel(&mut svg, place as f64 * (WIDTH + LEFT + 16.0) + LEFT, figure, &lines);
    }
    svg + "</svg>\n"
}

fn panel(svg: &mut String, left: f64, figure: &str, lines: &[&Growth]) {
    let most = lines.iter().flat_map(|line| line.points.iter().map(|&(_, value)| value)).fold(0.0, f64::max);
    let top = step(most) * (most / step(most)).ceil().max(1.0);
    let x = |players: u8| left + f64::from(players.saturating_sub(3)) / 9.0 * WIDTH;
    let y = |value: f64| TOP + HEIGHT * (1.0 - value / top);
    let unit = lines.first().map_or("", |line| &line.unit);
    let _ = writeln!(svg, "<text x=\"{left}\" y=\"14\" font-weight=\"bold\">{figure}, {unit}</text>");
    let mut value = 0.0;
    while value <= top * 1.001 {
        let at = y(value);
        let label = format!("{}", (value * 100.0).round() / 100.0);
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {at:.1}h{WIDTH}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{label}</text>",
            left - 6.0,
            at + 4.0
        );
        value += step(most);
    }
    for players in 3..=12 {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{players}</text>",
            x(players),
            TOP + HEIGHT + 16.0
        );
    }
    for (line, colour) in lines.iter().zip(COLOURS.iter().cycle()) {
        let points: Vec<String> =
            line.points.iter().map(|&(players, value)| format!("{:.1},{:.1}", x(players), y(value))).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
    }
    for (place, (line, colour)) in lines.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"30\" fill=\"{colour}\">{}</text>",
            left + 70.0 * place as f64,
            line.board
        );
    }
}

/// A round step that divides the axis into a few parts.
fn step(most: f64) -> f64 {
    let rough = (most / 4.0).max(1e-6);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|part| part * power).find(|&step| step >= rough).unwrap_or(rough)
}
