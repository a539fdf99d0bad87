// Table: a hub and eight hand dials. Made from the board file by `cargo xtask guide`.
// Choose what to print: hub-base, hub-slope, hub-ridge, dial-base, dial-deck, dial-lid.
part = "hub-base";

$fn = 64;

// Box of the hub: print 1, floor down.
if (part == "hub-base")
  translate([61, 59.787, 0])
    translate([0, 0, 0])
      difference() {
        union() {
          translate([-61, -59.787, 0]) cube([122, 119.575, 2.4]);
          translate([-61, -59.787, 0]) cube([122, 2.4, 26]);
          difference() {
            translate([0, 0, 0]) rotate([0, 0, 90])
              translate([0, 0, 0]) rotate([90, 0, 0])
                translate([0, 0, -61]) linear_extrude(9) polygon([[-59.787, 0], [59.787, 0], [59.787, 26], [9, 61.562], [-9, 61.562], [-59.787, 26]]);
            translate([0, 0, 0]) rotate([0, 0, 90])
              translate([0, 0, 0]) rotate([90, 0, 0])
                translate([0, 0, -58.6]) linear_extrude(119.6) polygon([[-49.787, 2.4], [49.787, 2.4], [49.787, 20.794], [5.847, 51.562], [-5.847, 51.562], [-49.787, 20.794]]);
          }
          translate([-61, 57.387, 0]) cube([122, 2.4, 26]);
          difference() {
            translate([0, 0, 0]) rotate([0, 0, 90])
              translate([0, 0, 0]) rotate([90, 0, 0])
                translate([0, 0, 52]) linear_extrude(9) polygon([[-59.787, 0], [59.787, 0], [59.787, 26], [9, 61.562], [-9, 61.562], [-59.787, 26]]);
            translate([0, 0, 0]) rotate([0, 0, 90])
              translate([0, 0, 0]) rotate([90, 0, 0])
                translate([0, 0, -61]) linear_extrude(119.6) polygon([[-49.787, 2.4], [49.787, 2.4], [49.787, 20.794], [5.847, 51.562], [-5.847, 51.562], [-49.787, 20.794]]);
          }
          translate([-54.6, -32, 0]) cylinder(r = 3, h = 7.4);
          translate([29.4, -32, 0]) cylinder(r = 3, h = 7.4);
          translate([-54.6, 32, 0]) cylinder(r = 3, h = 7.4);
          translate([29.4, 32, 0]) cylinder(r = 3, h = 7.4);
        }
        translate([-54.6, -32, 1]) cylinder(r = 1.25, h = 20);
        translate([29.4, -32, 1]) cylinder(r = 1.25, h = 20);
        translate([-54.6, 32, 1]) cylinder(r = 1.25, h = 20);
        translate([29.4, 32, 1]) cylinder(r = 1.25, h = 20);
        translate([0, 0, 0]) rotate([0, 0, 180])
          translate([0, -59.787, 26]) rotate([35, 0, 0])
            translate([-56.5, 9, -9]) cylinder(r = 1.25, h = 10);
        translate([0, -59.787, 26]) rotate([35, 0, 0])
          translate([-56.5, 9, -9]) cylinder(r = 1.25, h = 10);
        translate([0, 0, 0]) rotate([0, 0, 180])
          translate([0, -59.787, 26]) rotate([35, 0, 0])
            translate([-56.5, 53, -9]) cylinder(r = 1.25, h = 10);
        translate([0, -59.787, 26]) rotate([35, 0, 0])
          translate([-56.5, 53, -9]) cylinder(r = 1.25, h = 10);
        translate([0, 0, 0]) rotate([0, 0, 180])
          translate([0, -59.787, 26]) rotate([35, 0, 0])
            translate([56.5, 9, -9]) cylinder(r = 1.25, h = 10);
        translate([0, -59.787, 26]) rotate([35, 0, 0])
          translate([56.5, 9, -9]) cylinder(r = 1.25, h = 10);
        translate([0, 0, 0]) rotate([0, 0, 180])
          translate([0, -59.787, 26]) rotate([35, 0, 0])
            translate([56.5, 53, -9]) cylinder(r = 1.25, h = 10);
        translate([0, -59.787, 26]) rotate([35, 0, 0])
          translate([56.5, 53, -9]) cylinder(r = 1.25, h = 10);
        translate([-62, -7.5, 9.95]) cube([5.4, 15, 18.5]);
        union() {
          translate([-41.75, -60.787, 20.4]) cube([10, 4.4, 6.6]);
          translate([-43.75, -54.387, -1]) cube([2.5, 1.6, 4.4]);
          translate([-31.75, -54.387, -1]) cube([2.5, 1.6, 4.4]);
        }
        union() {
          translate([-17.25, -60.787, 20.4]) cube([10, 4.4, 6.6]);
          translate([-19.25, -54.387, -1]) cube([2.5, 1.6, 4.4]);
          translate([-7.25, -54.387, -1]) cube([2.5, 1.6, 4.4]);
        }
        union() {
          translate([7.25, -60.787, 20.4]) cube([10, 4.4, 6.6]);
          translate([5.25, -54.387, -1]) cube([2.5, 1.6, 4.4]);
          translate([17.25, -54.387, -1]) cube([2.5, 1.6, 4.4]);
        }
        union() {
          translate([31.75, -60.787, 20.4]) cube([10, 4.4, 6.6]);
          translate([29.75, -54.387, -1]) cube([2.5, 1.6, 4.4]);
          translate([41.75, -54.387, -1]) cube([2.5, 1.6, 4.4]);
        }
        translate([0, 0, 0]) rotate([0, 0, 180])
          union() {
            translate([-41.75, -60.787, 20.4]) cube([10, 4.4, 6.6]);
            translate([-43.75, -54.387, -1]) cube([2.5, 1.6, 4.4]);
            translate([-31.75, -54.387, -1]) cube([2.5, 1.6, 4.4]);
          }
        translate([0, 0, 0]) rotate([0, 0, 180])
          union() {
            translate([-17.25, -60.787, 20.4]) cube([10, 4.4, 6.6]);
            translate([-19.25, -54.387, -1]) cube([2.5, 1.6, 4.4]);
            translate([-7.25, -54.387, -1]) cube([2.5, 1.6, 4.4]);
          }
        translate([0, 0, 0]) rotate([0, 0, 180])
          union() {
            translate([7.25, -60.787, 20.4]) cube([10, 4.4, 6.6]);
            translate([5.25, -54.387, -1]) cube([2.5, 1.6, 4.4]);
            translate([17.25, -54.387, -1]) cube([2.5, 1.6, 4.4]);
          }
        translate([0, 0, 0]) rotate([0, 0, 180])
          union() {
            translate([31.75, -60.787, 20.4]) cube([10, 4.4, 6.6]);
            translate([29.75, -54.387, -1]) cube([2.5, 1.6, 4.4]);
            translate([41.75, -54.387, -1]) cube([2.5, 1.6, 4.4]);
          }
        translate([-56.5, 0, 49.562]) cylinder(r = 1.25, h = 14);
        translate([56.5, 0, 49.562]) cylinder(r = 1.25, h = 14);
      }

// Slope of the roof with a screen: print 2, outer side down.
if (part == "hub-slope")
  translate([61, 27.938, 58.591])
    translate([0, 0, 0]) rotate([145, 0, 0])
      translate([0, -59.787, 26]) rotate([35, 0, 0])
        difference() {
          translate([-61, -3, 0]) cube([122, 65, 3]);
          translate([-56.5, 9, -1]) cylinder(r = 1.6, h = 5);
          translate([-56.5, 53, -1]) cylinder(r = 1.6, h = 5);
          translate([56.5, 9, -1]) cylinder(r = 1.6, h = 5);
          translate([56.5, 53, -1]) cylinder(r = 1.6, h = 5);
          translate([-30.65, 12.1, -1]) cube([61.3, 37.8, 5]);
          translate([-33, 5.3, -1]) cylinder(r = 1.25, h = 5);
          translate([33, 5.3, -1]) cylinder(r = 1.25, h = 5);
          translate([-33, 56.7, -1]) cylinder(r = 1.25, h = 5);
          translate([33, 56.7, -1]) cylinder(r = 1.25, h = 5);
        }

// Ridge of the roof: print 1, outer side down.
if (part == "hub-ridge")
  translate([61, 9, 64.562])
    translate([0, 0, 0]) rotate([180, 0, 0])
      difference() {
        translate([-61, -9, 61.562]) cube([122, 18, 3]);
        translate([-56.5, 0, 60.562]) cylinder(r = 1.6, h = 5);
        translate([56.5, 0, 60.562]) cylinder(r = 1.6, h = 5);
      }

// Box of a dial: print 8, floor down.
if (part == "dial-base")
  translate([38.4, 38.4, 0])
    translate([0, 0, 0])
      difference() {
        union() {
          difference() {
            translate([-38.4, -38.4, 0]) cube([76.8, 86.8, 27]);
            translate([-36, -36, 2.4]) cube([72, 82, 25.6]);
          }
          translate([-32.5, -32.5, 0]) cylinder(r = 3.5, h = 18);
          translate([32.5, -32.5, 0]) cylinder(r = 3.5, h = 18);
          translate([-32.5, 42.5, 0]) cylinder(r = 3.5, h = 18);
          translate([32.5, 42.5, 0]) cylinder(r = 3.5, h = 18);
        }
        translate([-32.5, -32.5, 2.4]) cylinder(r = 1.25, h = 18);
        translate([32.5, -32.5, 2.4]) cylinder(r = 1.25, h = 18);
        translate([-32.5, 42.5, 2.4]) cylinder(r = 1.25, h = 18);
        translate([32.5, 42.5, 2.4]) cylinder(r = 1.25, h = 18);
        translate([-7.2, 45, 3.4]) cube([14.4, 4.4, 4]);
        translate([-9, 34.4, -1]) cube([3, 1.6, 4.4]);
        translate([6, 34.4, -1]) cube([3, 1.6, 4.4]);
      }

// Deck of a dial, which the knob hangs from: print 8, flat side down, tubes up.
if (part == "dial-deck")
  translate([35.7, 35.7, -18])
    translate([0, 0, 0])
      difference() {
        union() {
          translate([-35.7, -35.7, 18]) cube([71.4, 81.4, 2]);
          translate([-32.5, -32.5, 18]) cylinder(r = 3.2, h = 9);
          translate([32.5, -32.5, 18]) cylinder(r = 3.2, h = 9);
          translate([-32.5, 42.5, 18]) cylinder(r = 3.2, h = 9);
          translate([32.5, 42.5, 18]) cylinder(r = 3.2, h = 9);
        }
        translate([-32.5, -32.5, 17]) cylinder(r = 1.6, h = 11);
        translate([32.5, -32.5, 17]) cylinder(r = 1.6, h = 11);
        translate([-32.5, 42.5, 17]) cylinder(r = 1.6, h = 11);
        translate([32.5, 42.5, 17]) cylinder(r = 1.6, h = 11);
        translate([0, 0, 17]) cylinder(r = 3.65, h = 4);
      }

// Lid of a dial with its window: print 8, flat side down, walls up.
if (part == "dial-lid")
  translate([38.4, 38.4, -27])
    translate([0, 0, 0])
      difference() {
        union() {
          translate([-38.4, -38.4, 27]) cube([76.8, 86.8, 2]);
          difference() {
            translate([-8.4, 15, 29]) cube([16.8, 20.6, 18]);
            translate([-6.8, 14, 28]) cube([13.6, 20, 20]);
          }
        }
        translate([-32.5, -32.5, 26]) cylinder(r = 1.6, h = 4);
        translate([32.5, -32.5, 26]) cylinder(r = 1.6, h = 4);
        translate([-32.5, 42.5, 26]) cylinder(r = 1.6, h = 4);
        translate([32.5, 42.5, 26]) cylinder(r = 1.6, h = 4);
        translate([0, 0, 26]) cylinder(r = 11, h = 4);
        translate([-6.8, 20, 26]) cube([13.6, 14, 4]);
      }
