//! Faults of a device while a secret number is on one of its screens, and what can be seen afterwards. The screens lose
//! power so briefly that they keep their memory: the worst case.

use serde_json::{Value, json};

use dixit_dials::board::{Board, Voting};
use testkit::emulator::Emulator;

use super::record::{ON_ITS_WAY_MS, Sight};
use super::script::Script;
use super::{Bench, act, arm};
use testkit::twin_plan::Plan;

#[derive(Clone, Copy, Debug)]
pub enum Mishap {
    /// No fault: the number is locked, and the device is passed to the next player.
    Locked,
    Reset,
    PowerCut,
    /// The screen is unplugged, and plugged in again once the number is locked. Only where all share one screen: a seat
    /// whose own screen is missing cannot lock.
    LockedUnplugged,
    Crash,
    /// The game stalls until the watchdog resets the chip.
    Stall,
}

/// What a fault leaves behind: the memory of the screens before and after it, and what was visible in between. After a
/// lock only the screen of the player who locked counts, since the others are still dialling.
pub struct Aftermath {
    pub before: Vec<Value>,
    pub after: Vec<Value>,
    pub sights: Vec<Sight>,
}

/// True if the plan can be used here: the storyteller is asked one question, and the twins answer it differently.
pub fn fits(plan: &Plan) -> bool {
    let storyteller = plan.storyteller().index();
    plan.asked[storyteller].len() == 1 && plan.secrets[0][storyteller] != plan.secrets[1][storyteller]
}

impl Mishap {
    const ALL: [Self; 6] = [Self::Locked, Self::Reset, Self::PowerCut, Self::LockedUnplugged, Self::Crash, Self::Stall];

    /// All mishaps that can happen on a board.
    pub fn on(board: Board) -> impl Iterator<Item = Self> {
        let seats_see_alone = board.voting == Voting::Pods;
        Self::ALL.into_iter().filter(move |mishap| !(seats_see_alone && matches!(mishap, Self::LockedUnplugged)))
    }

    pub fn happens(self, bench: &Bench, plan: &Plan, twin: usize) -> Aftermath {
        let mut device = bench.device(plan);
        for request in &Script::until_dialled(plan).requests[twin] {
            act(&mut device, request);
        }
        device.ask(&json!({ "remember": true })).unwrap();
        let before = memories(&mut device);
        device.ask(&json!({ "trace": "sights" })).unwrap();
        let (knob, screen): (usize, usize) = match plan.board.voting {
            Voting::Pass => (0, 0),
            _ => (plan.storyteller().index(), 1 + plan.storyteller().index()),
        };
        let mut ask = |request: Value| drop(device.ask(&request).unwrap());
        match self {
            Self::Locked => ask(json!({ "press": { "knob": knob } })),
            Self::Reset => ask(json!({ "warm": true })),
            Self::PowerCut => {
                ask(json!({ "off": true }));
                ask(json!({ "run": 50 }));
                ask(json!({ "power": true }));
            }
            Self::LockedUnplugged => {
                ask(json!({ "unplug": { "screen": screen } }));
                ask(json!({ "run": 400 }));
                ask(json!({ "press": { "knob": knob } }));
                ask(json!({ "plug": { "screen": screen } }));
            }
            Self::Crash => arm(&mut device, 1),
            Self::Stall => arm(&mut device, 2),
        }
        device.run_ms(4_000.0).unwrap();
        let mut after = memories(&mut device);
        let mut sights: Vec<Sight> =
            serde_json::from_value(device.ask(&json!({ "trace": "sights" })).unwrap()).unwrap();
        if let Self::Locked | Self::LockedUnplugged = self {
            // The other players are still dialling.
            after = vec![after.swap_remove(screen)];
            sights.retain(|sight| sight.screen == screen);
        }
        if let Self::Locked = self {
            // The number stays visible while the picture that replaces it is being sent.
            let begun = sights[0].ns;
            let last = sights.len() - 1;
            sights = sights
                .split_off(sights.iter().position(|sight| sight.ns > begun + ON_ITS_WAY_MS * 1e6).unwrap_or(last));
        }
        // The order of pictures on different screens does not matter here.
        sights.sort_by_key(|sight| sight.screen);
        Aftermath { before, after, sights }
    }
}

fn memories(device: &mut Emulator) -> Vec<Value> {
    let screens = device.screens().unwrap().len();
    (0..screens).map(|screen| device.ask(&json!({ "memory": screen })).unwrap()).collect()
}
