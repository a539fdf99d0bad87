// Pods: a dial and a screen for every seat. Made from the board file by `cargo xtask guide`; nobody has printed one yet.
// Choose what to print: hub-base, hub-slope, hub-ridge, pod-base, pod-lid.
part = "hub-base";

$fn = 64;

// Box of the hub: print 1, floor down.
if (part == "hub-base")
  translate([92, 68, 0])
    translate([0, 0, 0])
      difference() {
        difference() {
          union() {
            translate([-92, -68, 0]) cube([184, 136, 2.4]);
            translate([-92, -68, 0]) cube([184, 2.4, 32]);
            difference() {
              translate([0, 0, 0]) rotate([0, 0, 90])
                translate([0, 0, 0]) rotate([90, 0, 0])
                  translate([0, 0, -92]) linear_extrude(9) polygon([[-68, 0], [68, 0], [68, 32], [17.213, 67.562], [-17.213, 67.562], [-68, 32]]);
              translate([0, 0, 0]) rotate([0, 0, 90])
                translate([0, 0, 0]) rotate([90, 0, 0])
                  translate([0, 0, -89.6]) linear_extrude(181.6) polygon([[-58, 2.4], [58, 2.4], [58, 26.794], [14.06, 57.562], [-14.06, 57.562], [-58, 26.794]]);
            }
            translate([-92, 65.6, 0]) cube([184, 2.4, 32]);
            difference() {
              translate([0, 0, 0]) rotate([0, 0, 90])
                translate([0, 0, 0]) rotate([90, 0, 0])
                  translate([0, 0, 83]) linear_extrude(9) polygon([[-68, 0], [68, 0], [68, 32], [17.213, 67.562], [-17.213, 67.562], [-68, 32]]);
              translate([0, 0, 0]) rotate([0, 0, 90])
                translate([0, 0, 0]) rotate([90, 0, 0])
                  translate([0, 0, -92]) linear_extrude(181.6) polygon([[-58, 2.4], [58, 2.4], [58, 26.794], [14.06, 57.562], [-14.06, 57.562], [-58, 26.794]]);
            }
            translate([-85.6, -47, 0]) cylinder(r = 3.25, h = 7.4);
            translate([68.4, -47, 0]) cylinder(r = 3.25, h = 7.4);
            translate([-85.6, 47, 0]) cylinder(r = 3.25, h = 7.4);
            translate([68.4, 47, 0]) cylinder(r = 3.25, h = 7.4);
          }
          translate([-85.6, -47, 1]) cylinder(r = 1.25, h = 20);
          translate([68.4, -47, 1]) cylinder(r = 1.25, h = 20);
          translate([-85.6, 47, 1]) cylinder(r = 1.25, h = 20);
          translate([68.4, 47, 1]) cylinder(r = 1.25, h = 20);
          translate([0, 0, 0]) rotate([0, 0, 180])
            translate([0, -68, 32]) rotate([35, 0, 0])
              translate([-87.5, 9, -9]) cylinder(r = 1.25, h = 10);
          translate([0, -68, 32]) rotate([35, 0, 0])
            translate([-87.5, 9, -9]) cylinder(r = 1.25, h = 10);
          translate([0, 0, 0]) rotate([0, 0, 180])
            translate([0, -68, 32]) rotate([35, 0, 0])
              translate([-87.5, 53, -9]) cylinder(r = 1.25, h = 10);
          translate([0, -68, 32]) rotate([35, 0, 0])
            translate([-87.5, 53, -9]) cylinder(r = 1.25, h = 10);
          translate([0, 0, 0]) rotate([0, 0, 180])
            translate([0, -68, 32]) rotate([35, 0, 0])
              translate([87.5, 9, -9]) cylinder(r = 1.25, h = 10);
          translate([0, -68, 32]) rotate([35, 0, 0])
            translate([87.5, 9, -9]) cylinder(r = 1.25, h = 10);
          translate([0, 0, 0]) rotate([0, 0, 180])
            translate([0, -68, 32]) rotate([35, 0, 0])
              translate([87.5, 53, -9]) cylinder(r = 1.25, h = 10);
          translate([0, -68, 32]) rotate([35, 0, 0])
            translate([87.5, 53, -9]) cylinder(r = 1.25, h = 10);
          translate([-93, -7.5, 10]) cube([11, 15, 20]);
          translate([-75.217, -69, 8.6]) cube([17.1, 4.4, 15.3]);
          translate([-48.55, -69, 8.6]) cube([17.1, 4.4, 15.3]);
          translate([-21.883, -69, 8.6]) cube([17.1, 4.4, 15.3]);
          translate([4.783, -69, 8.6]) cube([17.1, 4.4, 15.3]);
          translate([31.45, -69, 8.6]) cube([17.1, 4.4, 15.3]);
          translate([58.117, -69, 8.6]) cube([17.1, 4.4, 15.3]);
          translate([0, 0, 0]) rotate([0, 0, 180])
            translate([-75.217, -69, 8.6]) cube([17.1, 4.4, 15.3]);
          translate([0, 0, 0]) rotate([0, 0, 180])
            translate([-48.55, -69, 8.6]) cube([17.1, 4.4, 15.3]);
          translate([0, 0, 0]) rotate([0, 0, 180])
            translate([-21.883, -69, 8.6]) cube([17.1, 4.4, 15.3]);
          translate([0, 0, 0]) rotate([0, 0, 180])
            translate([4.783, -69, 8.6]) cube([17.1, 4.4, 15.3]);
          translate([0, 0, 0]) rotate([0, 0, 180])
            translate([31.45, -69, 8.6]) cube([17.1, 4.4, 15.3]);
          translate([0, 0, 0]) rotate([0, 0, 180])
            translate([58.117, -69, 8.6]) cube([17.1, 4.4, 15.3]);
        }
        translate([-87.5, 0, 55.562]) cylinder(r = 1.25, h = 14);
        translate([87.5, 0, 55.562]) cylinder(r = 1.25, h = 14);
      }

// Slope of the roof with a screen: print 2, outer side down.
if (part == "hub-slope")
  translate([92, 24.652, 68.216])
    translate([0, 0, 0]) rotate([145, 0, 0])
      translate([0, -68, 32]) rotate([35, 0, 0])
        difference() {
          translate([-92, -3, 0]) cube([184, 65, 3]);
          translate([-87.5, 9, -1]) cylinder(r = 1.6, h = 5);
          translate([-87.5, 53, -1]) cylinder(r = 1.6, h = 5);
          translate([87.5, 9, -1]) cylinder(r = 1.6, h = 5);
          translate([87.5, 53, -1]) cylinder(r = 1.6, h = 5);
          translate([-30.65, 12.1, -1]) cube([61.3, 37.8, 5]);
          translate([-33, 5.3, -1]) cylinder(r = 1.25, h = 5);
          translate([33, 5.3, -1]) cylinder(r = 1.25, h = 5);
          translate([-33, 56.7, -1]) cylinder(r = 1.25, h = 5);
          translate([33, 56.7, -1]) cylinder(r = 1.25, h = 5);
        }

// Ridge of the roof: print 1, outer side down.
if (part == "hub-ridge")
  translate([92, 17.213, 70.562])
    translate([0, 0, 0]) rotate([180, 0, 0])
      difference() {
        translate([-92, -17.213, 67.562]) cube([184, 34.425, 3]);
        translate([-87.5, 0, 66.562]) cylinder(r = 1.6, h = 5);
        translate([87.5, 0, 66.562]) cylinder(r = 1.6, h = 5);
        translate([-4, 0, 66.562]) cylinder(r = 1, h = 5);
        translate([0, 0, 66.562]) cylinder(r = 1, h = 5);
        translate([4, 0, 66.562]) cylinder(r = 1, h = 5);
      }

// Box of a pod: print 12, floor down.
if (part == "pod-base")
  translate([38.4, 27, 0])
    translate([0, 0, 0])
      difference() {
        union() {
          difference() {
            translate([-38.4, -27, 0]) cube([76.8, 80, 36]);
            translate([-36, -24.6, 2.4]) cube([72, 75.2, 34.6]);
          }
          difference() {
            translate([-36.9, -25.5, 0]) cube([7, 7, 36]);
            translate([-35.5, -4.5, 3.9]) cube([71, 51, 6.1]);
          }
          difference() {
            translate([29.9, -25.5, 0]) cube([7, 7, 36]);
            translate([-35.5, -4.5, 3.9]) cube([71, 51, 6.1]);
          }
          difference() {
            translate([-36.9, 44.5, 0]) cube([7, 7, 36]);
            translate([-35.5, -4.5, 3.9]) cube([71, 51, 6.1]);
          }
          difference() {
            translate([29.9, 44.5, 0]) cube([7, 7, 36]);
            translate([-35.5, -4.5, 3.9]) cube([71, 51, 6.1]);
          }
          translate([-32, -1, 0]) cylinder(r = 3, h = 6.4);
          translate([32, -1, 0]) cylinder(r = 3, h = 6.4);
          translate([-32, 43, 0]) cylinder(r = 3, h = 6.4);
          translate([32, 43, 0]) cylinder(r = 3, h = 6.4);
        }
        translate([-33.4, -22, 22]) cylinder(r = 1.25, h = 20);
        translate([33.4, -22, 22]) cylinder(r = 1.25, h = 20);
        translate([-33.4, 48, 22]) cylinder(r = 1.25, h = 20);
        translate([33.4, 48, 22]) cylinder(r = 1.25, h = 20);
        translate([-32, -1, 1]) cylinder(r = 0.9, h = 20);
        translate([32, -1, 1]) cylinder(r = 0.9, h = 20);
        translate([-32, 43, 1]) cylinder(r = 0.9, h = 20);
        translate([32, 43, 1]) cylinder(r = 0.9, h = 20);
        translate([-8.55, 49.6, 7.6]) cube([17.1, 4.4, 15.3]);
      }

// Lid of a pod with its hood: print 12, flat side down, walls up.
if (part == "pod-lid")
  translate([38.4, 27, -36])
    translate([0, 0, 0])
      difference() {
        union() {
          translate([-38.4, -27, 36]) cube([76.8, 80, 2]);
          difference() {
            translate([-17.4, 15.5, 38]) cube([34.8, 25.4, 38]);
            translate([-15.8, 14.5, 37]) cube([31.6, 24.8, 40]);
          }
        }
        translate([-33.4, -22, 35]) cylinder(r = 1.6, h = 4);
        translate([33.4, -22, 35]) cylinder(r = 1.6, h = 4);
        translate([-33.4, 48, 35]) cylinder(r = 1.6, h = 4);
        translate([33.4, 48, 35]) cylinder(r = 1.6, h = 4);
        translate([0, 0, 35]) cylinder(r = 3.65, h = 4);
        translate([-15.8, 26.7, 35]) cube([31.6, 12.6, 4]);
      }
