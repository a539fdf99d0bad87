//! The items to buy for a carrier, as CSV, and the legs of its nets.

use std::collections::BTreeMap;

use boards::parts::Part;

use super::carrier::Carrier;

/// What one carrier needs, by name, and the parts that it is for.
pub fn items(carrier: &Carrier) -> Vec<(Part, Vec<String>)> {
    let mut lines: BTreeMap<String, (Part, Vec<String>)> = BTreeMap::new();
    for part in &carrier.parts {
        for item in &part.items {
            let mut item = item.clone();
            if part.optional {
                item.name += " (may be left out)";
            }
            let line = lines.entry(item.name.clone()).or_insert((Part { count: 0, ..item.clone() }, Vec::new()));
            line.0.count += item.count;
            line.1.push(part.reference.clone());
        }
    }
    lines.into_values().collect()
}

/// What all carriers of a device need, as lines of its parts list.
pub fn parts(carriers: &[Carrier]) -> Vec<Part> {
    let mut lines: BTreeMap<String, Part> = BTreeMap::new();
    for carrier in carriers {
        for (item, parts) in items(carrier) {
            let count = item.count * carrier.copies as u32;
            let place = format!("{}: {}", carrier.name, ranges(&parts));
            match lines.get_mut(&item.name) {
                Some(line) => (line.count, line.place) = (line.count + count, format!("{}; {place}", line.place)),
                None => drop(lines.insert(item.name.clone(), Part { count, place, ..item })),
            }
        }
    }
    lines.into_values().collect()
}

/// `J1 to J12, J20`: consecutive names are shortened to the first and the last.
fn ranges(names: &[String]) -> String {
    let split = |name: &str| {
        let letters = name.trim_end_matches(|last: char| last.is_ascii_digit());
        (letters.to_string(), name[letters.len()..].parse::<usize>().unwrap_or(0))
    };
    let mut runs: Vec<(String, usize, usize)> = Vec::new();
    for name in names {
        let (letters, number) = split(name);
        match runs.last_mut() {
            Some(run) if run.0 == letters && run.2 + 1 == number => run.2 = number,
            _ => runs.push((letters, number, number)),
        }
    }
    let told = |(letters, from, to): &(String, usize, usize)| match to - from {
        0 => format!("{letters}{from}"),
        1 => format!("{letters}{from}, {letters}{to}"),
        _ => format!("{letters}{from} to {letters}{to}"),
    };
    runs.iter().map(told).collect::<Vec<_>>().join(", ")
}

/// The list of one carrier, with quantities for a whole device, as CSV.
pub fn csv(carrier: &Carrier) -> String {
    let quoted = |words: &str| format!("\"{}\"", words.replace('"', "\"\""));
    let mut text = String::from("part,order code,each board,all boards,where\n");
    for (Part { name, order, count, .. }, parts) in items(carrier) {
        let (what, order, place) = (quoted(&name), quoted(&order), quoted(&parts.join(" ")));
        text += &format!("{what},{order},{count},{},{place}\n", count as usize * carrier.copies);
    }
    text
}

/// `RN1.2`: a part and its leg.
pub fn legs(carrier: &Carrier, net: usize) -> Vec<String> {
    let name = |&(part, pad): &(usize, usize)| {
        let part = &carrier.parts[part];
        format!("{}.{}", part.reference, part.footprint.pads[pad].name)
    };
    carrier.nets[net].pads.iter().map(name).collect()
}
