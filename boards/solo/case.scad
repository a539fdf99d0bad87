// Solo: one dial that goes round. Made from the board file by `cargo xtask guide`; nobody has printed one yet.
// Choose what to print: plate-lid, plate-base.
part = "plate-lid";

ring = 54;
knob = 20;
neck = 7.2;
screw = 3.2;

wall = 2.4;
floor_height = 2.4;
lid_height = 3;
$fn = 48;

module hole(at, diameter) translate([at[0], at[1], -1]) cylinder(d = diameter, h = lid_height + 2);

module slot(at, size) translate([at[0] - size[0] / 2, at[1] - size[1] / 2, -1]) cube([size[0], size[1], lid_height + 2]);

module rounded(size, height) linear_extrude(height) offset(3) offset(-3) square(size);

// A flat lid, less whatever goes through it.
module lid(size) difference() {
  rounded(size, lid_height);
  children();
}

// Puts what follows at the middle of the wall where USB comes out: the far one, or the right one where jacks take the
// long walls. Outwards is +y.
module at_usb(size, jacks)
  if (jacks > 1) translate([size[0], size[1] / 2, 0]) rotate(-90) children();
  else translate([size[0] / 2, size[1], 0]) children();

// An opening for an RJ45 jack on its breakout.
module jack(at) translate([at[0] - 8.2, at[1] - wall - 1, floor_height + 1.5]) cube([16.4, 2 * wall + 2, 14]);

// An open box with a post for a screw in each corner. The Pico lies on four pegs.
module base(size, depth, pico = false, jacks = 0) {
  height = depth + floor_height;
  a_side = ceil(jacks / 2);
  step = (size[0] - 24) / max(1, a_side);
  difference() {
    rounded(size, height);
    translate([wall, wall, floor_height]) cube([size[0] - 2 * wall, size[1] - 2 * wall, height]);
    if (pico) at_usb(size, jacks) translate([-6, -wall - 1, floor_height + 2]) cube([12, wall + 2, 9]);
    if (jacks == 1) jack([size[0] / 2, size[1]]);
    if (jacks > 1) for (at = [0 : jacks - 1])
      jack([12 + (at % a_side + 0.5) * step, at < a_side ? size[1] : wall]);
  }
  for (x = [6, size[0] - 6], y = [6, size[1] - 6]) translate([x, y, 0]) difference() {
    cylinder(d = 7.5, h = height);
    translate([0, 0, floor_height]) cylinder(d = 2.6, h = height);
  }
  if (pico) at_usb(size, jacks) for (x = [-5.7, 5.7], y = [0, 47]) translate([x, -wall - 2.5 - y, 0]) {
    cylinder(d = 4.5, h = floor_height + 3);
    cylinder(d = 1.8, h = floor_height + 5);
  }
}

// Half a circle round the ring, open towards the player, with a foot to glue or screw down.
module shield() difference() {
  union() {
    cylinder(d = ring + 4.4, h = 40, $fn = 128);
    cylinder(d = ring + 7, h = 1.6, $fn = 128);
  }
  translate([0, 0, -1]) cylinder(d = ring + 2, h = 42, $fn = 128);
  translate([-ring, -2 * ring, -1]) cube([2 * ring, 2 * ring, 42]);
}

module plate_lid() lid([96, 62]) {
  hole([6, 56], screw);
  hole([90, 56], screw);
  hole([6, 6], screw);
  hole([90, 6], screw);
  slot([28, 31], [25, 14.5]);
  hole([70, 31], neck);
  hole([44, 50], 2);
  hole([48, 50], 2);
  hole([52, 50], 2);
}
module plate_base() base([96, 62], 26, pico = true, jacks = 0);

if (part == "plate-lid") plate_lid();
if (part == "plate-base") plate_base();
