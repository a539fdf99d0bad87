// Pods: a dial and a screen for every seat. Made from the board file by `cargo xtask guide`.
// Choose what to print: hub-base, hub-slope, hub-ridge, pod-base, pod-lid.
part = "hub-base";

$fn = 64;

// Box of the hub: print 1, floor down.
if (part == "hub-base")
  translate([91.5, 59.787, 0])
    translate([0, 0, 0])
      difference() {
        union() {
          translate([-91.5, -59.787, 0]) cube([183, 119.575, 2.4]);
          translate([-91.5, -59.787, 0]) cube([183, 2.4, 32]);
          difference() {
            translate([0, 0, 0]) rotate([0, 0, 90])
              translate([0, 0, 0]) rotate([90, 0, 0])
                translate([0, 0, -91.5]) linear_extrude(9) polygon([[-59.787, 0], [59.787, 0], [59.787, 32], [9, 67.562], [-9, 67.562], [-59.787, 32]]);
            translate([0, 0, 0]) rotate([0, 0, 90])
              translate([0, 0, 0]) rotate([90, 0, 0])
                translate([0, 0, -89.1]) linear_extrude(180.6) polygon([[-49.787, 2.4], [49.787, 2.4], [49.787, 26.794], [5.847, 57.562], [-5.847, 57.562], [-49.787, 26.794]]);
          }
          translate([-91.5, 57.387, 0]) cube([183, 2.4, 32]);
          difference() {
            translate([0, 0, 0]) rotate([0, 0, 90])
              translate([0, 0, 0]) rotate([90, 0, 0])
                translate([0, 0, 82.5]) linear_extrude(9) polygon([[-59.787, 0], [59.787, 0], [59.787, 32], [9, 67.562], [-9, 67.562], [-59.787, 32]]);
            translate([0, 0, 0]) rotate([0, 0, 90])
              translate([0, 0, 0]) rotate([90, 0, 0])
                translate([0, 0, -91.5]) linear_extrude(180.6) polygon([[-49.787, 2.4], [49.787, 2.4], [49.787, 26.794], [5.847, 57.562], [-5.847, 57.562], [-49.787, 26.794]]);
          }
          translate([-79, -53, 0]) cylinder(r = 3, h = 7.4);
          translate([79, -53, 0]) cylinder(r = 3, h = 7.4);
          translate([-79, 53, 0]) cylinder(r = 3, h = 7.4);
          translate([79, 53, 0]) cylinder(r = 3, h = 7.4);
        }
        translate([-79, -53, 1]) cylinder(r = 1.25, h = 20);
        translate([79, -53, 1]) cylinder(r = 1.25, h = 20);
        translate([-79, 53, 1]) cylinder(r = 1.25, h = 20);
        translate([79, 53, 1]) cylinder(r = 1.25, h = 20);
        translate([0, 0, 0]) rotate([0, 0, 180])
          translate([0, -59.787, 32]) rotate([35, 0, 0])
            translate([-87, 9, -9]) cylinder(r = 1.25, h = 10);
        translate([0, -59.787, 32]) rotate([35, 0, 0])
          translate([-87, 9, -9]) cylinder(r = 1.25, h = 10);
        translate([0, 0, 0]) rotate([0, 0, 180])
          translate([0, -59.787, 32]) rotate([35, 0, 0])
            translate([-87, 53, -9]) cylinder(r = 1.25, h = 10);
        translate([0, -59.787, 32]) rotate([35, 0, 0])
          translate([-87, 53, -9]) cylinder(r = 1.25, h = 10);
        translate([0, 0, 0]) rotate([0, 0, 180])
          translate([0, -59.787, 32]) rotate([35, 0, 0])
            translate([87, 9, -9]) cylinder(r = 1.25, h = 10);
        translate([0, -59.787, 32]) rotate([35, 0, 0])
          translate([87, 9, -9]) cylinder(r = 1.25, h = 10);
        translate([0, 0, 0]) rotate([0, 0, 180])
          translate([0, -59.787, 32]) rotate([35, 0, 0])
            translate([87, 53, -9]) cylinder(r = 1.25, h = 10);
        translate([0, -59.787, 32]) rotate([35, 0, 0])
          translate([87, 53, -9]) cylinder(r = 1.25, h = 10);
        translate([-92.5, -7.5, 16.45]) cube([11.5, 15, 12]);
        translate([-74.934, 56.387, 8.6]) cube([17.1, 4.4, 15.3]);
        translate([-48.518, 56.387, 8.6]) cube([17.1, 4.4, 15.3]);
        translate([-21.848, 56.387, 8.6]) cube([17.1, 4.4, 15.3]);
        translate([4.822, 56.387, 8.6]) cube([17.1, 4.4, 15.3]);
        translate([31.238, 56.387, 8.6]) cube([17.1, 4.4, 15.3]);
        translate([57.908, 56.387, 8.6]) cube([17.1, 4.4, 15.3]);
        translate([-74.924, -60.787, 8.6]) cube([17.1, 4.4, 15.3]);
        translate([-48.508, -60.787, 8.6]) cube([17.1, 4.4, 15.3]);
        translate([-21.838, -60.787, 8.6]) cube([17.1, 4.4, 15.3]);
        translate([4.832, -60.787, 8.6]) cube([17.1, 4.4, 15.3]);
        translate([31.248, -60.787, 8.6]) cube([17.1, 4.4, 15.3]);
        translate([57.918, -60.787, 8.6]) cube([17.1, 4.4, 15.3]);
        translate([-87, 0, 55.562]) cylinder(r = 1.25, h = 14);
        translate([87, 0, 55.562]) cylinder(r = 1.25, h = 14);
      }

// Slope of the roof with a screen: print 2, outer side down.
if (part == "hub-slope")
  translate([91.5, 31.379, 63.506])
    translate([0, 0, 0]) rotate([145, 0, 0])
      translate([0, -59.787, 32]) rotate([35, 0, 0])
        difference() {
          translate([-91.5, -3, 0]) cube([183, 65, 3]);
          translate([-87, 9, -1]) cylinder(r = 1.6, h = 5);
          translate([-87, 53, -1]) cylinder(r = 1.6, h = 5);
          translate([87, 9, -1]) cylinder(r = 1.6, h = 5);
          translate([87, 53, -1]) cylinder(r = 1.6, h = 5);
          translate([-30.65, 12.1, -1]) cube([61.3, 37.8, 5]);
          translate([-33, 5.3, -1]) cylinder(r = 1.25, h = 5);
          translate([33, 5.3, -1]) cylinder(r = 1.25, h = 5);
          translate([-33, 56.7, -1]) cylinder(r = 1.25, h = 5);
          translate([33, 56.7, -1]) cylinder(r = 1.25, h = 5);
        }

// Ridge of the roof: print 1, outer side down.
if (part == "hub-ridge")
  translate([91.5, 9, 70.562])
    translate([0, 0, 0]) rotate([180, 0, 0])
      difference() {
        translate([-91.5, -9, 67.562]) cube([183, 18, 3]);
        translate([-87, 0, 66.562]) cylinder(r = 1.6, h = 5);
        translate([87, 0, 66.562]) cylinder(r = 1.6, h = 5);
        translate([-4, 0, 66.562]) cylinder(r = 1, h = 5);
        translate([0, 0, 66.562]) cylinder(r = 1, h = 5);
        translate([4, 0, 66.562]) cylinder(r = 1, h = 5);
      }

// Box of a pod: print 12, floor down.
if (part == "pod-base")
  translate([38.4, 16, 0])
    translate([0, 0, 0])
      difference() {
        union() {
          difference() {
            translate([-38.4, -16, 0]) cube([76.8, 76.7, 24]);
            translate([-36, -13.6, 2.4]) cube([72, 71.9, 22.6]);
          }
          translate([-32, -7, 0]) cylinder(r = 3, h = 7.4);
          translate([32, -7, 0]) cylinder(r = 3, h = 7.4);
          translate([-32, 55, 0]) cylinder(r = 3, h = 7.4);
          translate([32, 55, 0]) cylinder(r = 3, h = 7.4);
        }
        translate([-32, -7, 1]) cylinder(r = 1.25, h = 7.4);
        translate([32, -7, 1]) cylinder(r = 1.25, h = 7.4);
        translate([-32, 55, 1]) cylinder(r = 1.25, h = 7.4);
        translate([32, 55, 1]) cylinder(r = 1.25, h = 7.4);
        translate([-8.63, 57.3, 8.6]) cube([17.1, 4.4, 16.4]);
      }

// Lid of a pod with its hood: print 12, flat side down, walls up.
if (part == "pod-lid")
  translate([38.4, 16, -24])
    translate([0, 0, 0])
      difference() {
        union() {
          translate([-38.4, -16, 24]) cube([76.8, 76.7, 2]);
          difference() {
            translate([-17.4, 15.5, 26]) cube([34.8, 25.4, 38]);
            translate([-15.8, 14.5, 25]) cube([31.6, 24.8, 40]);
          }
        }
        translate([-32, -7, 23]) cylinder(r = 1.6, h = 4);
        translate([32, -7, 23]) cylinder(r = 1.6, h = 4);
        translate([-32, 55, 23]) cylinder(r = 1.6, h = 4);
        translate([32, 55, 23]) cylinder(r = 1.6, h = 4);
        translate([0, 0, 23]) cylinder(r = 3.65, h = 4);
        translate([-15.8, 26.7, 23]) cube([31.6, 12.6, 4]);
      }
