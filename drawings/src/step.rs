//! A solid as commands for Open CASCADE's Draw, which writes it as STEP: true cylinders and planes, not facets.

use std::fmt::Write;

use crate::solid::{Solid, Vec3, sub};

/// A script that builds a solid, checks that it is valid, prints its volume (`Mass`, in cubic millimetres) and writes
/// it to a file.
pub fn script(solid: &Solid, file: &str) -> String {
    let mut draw = Draw { text: String::from("pload MODELING XDE\n"), shapes: 0 };
    let name = draw.build(solid);
    let _ =
        writeln!(draw.text, "puts [checkshape {name}]\nputs [vprops {name} 1e-4]\nstepwrite a {name} {{{file}}}\nexit");
    draw.text
}

struct Draw {
    text: String,
    shapes: usize,
}

impl Draw {
    fn command(&mut self, words: &str) -> String {
        let name = format!("s{}", self.shapes);
        self.shapes += 1;
        let _ = writeln!(self.text, "{}", words.replace("NEW", &name));
        name
    }

    /// Adds the commands that build a solid, and returns the name of its shape.
    fn build(&mut self, solid: &Solid) -> String {
        match solid {
            Solid::Block(from, to) => self.command(&format!("box NEW {} {}", list(*from), list(sub(*to, *from)))),
            Solid::Cylinder { foot, radius, height } => {
                self.command(&format!("pcylinder NEW {radius} {height}\nttranslate NEW {}", list(*foot)))
            }
            Solid::Prism { outline, from, to } => {
                let corners = outline.iter().chain(outline.first());
                let corners: Vec<String> = corners.map(|[x, y]| list([*x, *y, *from])).collect();
                let height = to - from;
                self.command(&format!(
                    "polyline NEW.w {}\nmkplane NEW.f NEW.w\nprism NEW NEW.f 0 0 {height}",
                    corners.join(" ")
                ))
            }
            Solid::All(solids) => self.folded("bfuse", solids.iter()),
            Solid::Cut(solid, cuts) => self.folded("bcut", [solid.as_ref()].into_iter().chain(cuts)),
            Solid::Placed(place, solid) => {
                let name = self.build(solid);
                let axis: [u8; 3] = std::array::from_fn(|at| u8::from(at == place.axis));
                let _ = writeln!(
                    self.text,
                    "trotate {name} 0 0 0 {} {} {} {}\nttranslate {name} {}",
                    axis[0],
                    axis[1],
                    axis[2],
                    place.degrees,
                    list(place.by)
                );
                name
            }
        }
    }

    /// The first with all others joined to it or cut from it, one after the other.
    fn folded<'a>(&mut self, verb: &str, solids: impl Iterator<Item = &'a Solid>) -> String {
        let names: Vec<String> = solids.map(|solid| self.build(solid)).collect();
        let mut names = names.into_iter();
        let first = names.next().unwrap_or_default();
        names.fold(first, |so_far, next| self.command(&format!("{verb} NEW {so_far} {next}")))
    }
}

fn list([x, y, z]: Vec3) -> String {
    format!("{x} {y} {z}")
}
