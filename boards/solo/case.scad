// Solo: one dial that goes round. Made from the board file by `cargo xtask guide`.
// Choose what to print: base, lid.
part = "base";

$fn = 64;

// Box: print 1, floor down.
if (part == "base")
  translate([77, 37, 0])
    translate([0, 0, 0])
      difference() {
        union() {
          difference() {
            translate([-77, -37, 0]) cube([154, 74, 52]);
            translate([-74.6, -34.6, 2.4]) cube([149.2, 69.2, 50.6]);
          }
          translate([-72.4, -32.4, 0]) cylinder(r = 3.5, h = 52);
          translate([72.4, -32.4, 0]) cylinder(r = 3.5, h = 52);
          translate([-72.4, 32.4, 0]) cylinder(r = 3.5, h = 52);
          translate([72.4, 32.4, 0]) cylinder(r = 3.5, h = 52);
        }
        translate([-72.4, -32.4, 38]) cylinder(r = 1.25, h = 15);
        translate([72.4, -32.4, 38]) cylinder(r = 1.25, h = 15);
        translate([-72.4, 32.4, 38]) cylinder(r = 1.25, h = 15);
        translate([72.4, 32.4, 38]) cylinder(r = 1.25, h = 15);
        translate([-78, -7.5, 9.95]) cube([4.4, 15, 16.9]);
        translate([73.6, 16.5, 28]) cube([4.4, 7, 4]);
      }

// Lid with its hood: print 1, flat side down, walls up.
if (part == "lid")
  translate([77, 37, -52])
    translate([0, 0, 0])
      difference() {
        union() {
          translate([-77, -37, 52]) cube([154, 74, 2]);
          difference() {
            translate([-35.65, -0.25, 54]) cube([27.3, 16.5, 24]);
            translate([-34.05, 1.35, 53]) cube([24.1, 13.3, 26]);
          }
        }
        translate([-72.4, -32.4, 51]) cylinder(r = 1.6, h = 4);
        translate([72.4, -32.4, 51]) cylinder(r = 1.6, h = 4);
        translate([-72.4, 32.4, 51]) cylinder(r = 1.6, h = 4);
        translate([72.4, 32.4, 51]) cylinder(r = 1.6, h = 4);
        translate([40, -4, 51]) cylinder(r = 3.65, h = 4);
        translate([8, 24, 51]) cylinder(r = 1, h = 4);
        translate([12, 24, 51]) cylinder(r = 1, h = 4);
        translate([16, 24, 51]) cylinder(r = 1, h = 4);
        translate([-34.05, 1.35, 51]) cube([24.1, 13.3, 4]);
      }
