//! Two emulated devices in step: one vote, with the same hand movements, that ends in different votes.

pub mod mishap;
pub mod record;
pub mod script;

use dixit_dials::app::App;
use dixit_dials::board::Voting;
use dixit_dials::dial::Input;
use dixit_dials::game::{Game, Move, Sealed};
use dixit_dials::rules::Card;
use dixit_dials::save::Store;
use dixit_dials::screen::{TallFrame, draw_shared, draw_shared_screen};
use dixit_dials::voting::Question;
use serde_json::{Value, json};
use testkit::chip::Chip;
use testkit::emulator::{Emulator, Glass};

use embassy_futures::block_on;
use record::{Compared, Difference, Leak, Record, Screens, compare};
use script::Script;
use testkit::flash_chip::FlashChip;
use testkit::image::Image;
use testkit::twin_plan::{KINDS, Plan, Secret, Starts};

/// Start of the statics. The ring buffer of contact samples lies before them: it records hand movements, not votes.
const STATICS: u64 = 0x2000_8000;

/// A board whose firmware is observed.
pub struct Bench<'a> {
    pub image: &'a Image,
    facts: Value,
    /// Cost of a flash cache miss; `None` is the chip's usual one.
    miss_cycles: Option<u32>,
}

impl<'a> Bench<'a> {
    pub fn new(image: &'a Image) -> Self {
        let facts = serde_json::from_slice(&std::fs::read(image.folder.join("board.json")).unwrap()).unwrap();
        Self { image, facts, miss_cycles: None }
    }

    pub fn with_miss_cycles(self, cycles: u32) -> Self {
        Self { miss_cycles: Some(cycles), ..self }
    }

    /// A device with a game saved in its flash, not yet running.
    pub fn device(&self, plan: &Plan) -> Emulator {
        let mut device = Emulator::start(&self.image.folder, 1 + plan.seed as u32).unwrap();
        device.restart_with(&flash_with(plan, self.image.chip)).unwrap();
        device.ask(&json!({ "sights": true })).unwrap();
        if let Some(cycles) = self.miss_cycles {
            device.ask(&json!({ "misscycles": cycles })).unwrap();
        }
        // A computer listens all the time.
        device.ask(&json!({ "usb": "plug" })).unwrap();
        for pin in self.outputs() {
            device.ask(&json!({ "watch": pin })).unwrap();
        }
        device.events.clear();
        device
    }

    /// Everything the chip drives except the buses. The lines of the register chain are clocked by hardware alone.
    fn outputs(&self) -> Vec<Value> {
        let facts = &self.facts;
        let muxes = facts["buses"].as_array().into_iter().flatten().flat_map(|bus| bus["mux"].as_array()).flatten();
        let pins = [&facts["led"]["pin"], &facts["buzzer"]["pin"]];
        pins.into_iter().chain(muxes.map(|mux| &mux["reset"])).filter(|pin| pin.is_u64()).cloned().collect()
    }

    fn screens(&self) -> Screens {
        let number = |value: &Value| value.as_u64().unwrap_or(0) as u8;
        let screen = |screen: &Value| {
            let bus = self.facts["buses"].as_array().into_iter().flatten().find(|bus| bus["id"] == screen["bus"]);
            let mux = screen["mux"].as_u64().and_then(|mux| Some(&bus?["mux"][mux as usize]["address"]));
            let path = mux.map(|address| format!("{}.{}", number(address), number(&screen["channel"])));
            (number(&screen["bus"]), number(&screen["address"]), path.into_iter().collect())
        };
        Screens(self.facts["screens"].as_array().into_iter().flatten().map(screen).collect())
    }

    /// Everything in memory except the stack, after `script`.
    pub fn statics_after(&self, plan: &Plan, script: &Script, twin: usize) -> Vec<u8> {
        let mut device = self.device(plan);
        for request in &script.requests[twin] {
            act(&mut device, request);
        }
        let end = device.ask(&json!({ "symbol": "__sheap" })).unwrap()["address"].as_u64().unwrap();
        let peek = json!({ "peek": { "address": STATICS, "length": end - STATICS } });
        serde_json::from_value(device.ask(&peek).unwrap()).unwrap()
    }

    /// Plays a plan on two devices and compares their output.
    pub fn twins(&self, plan: &Plan) -> (Compared, Vec<Difference>) {
        compare(&self.records(plan), &Script::new(plan), &self.screens())
    }

    /// Plants each leak into the recording of a plan. Returns the differences found.
    pub fn with_leaks(&self, plan: &Plan) -> Vec<(Leak, Vec<Difference>)> {
        let (script, screens, records) = (Script::new(plan), self.screens(), self.records(plan));
        let answers = plan.secrets.each_ref().map(|secret| secret.concat());
        let differ = answers[0].iter().zip(&answers[1]).find(|(one, other)| one != other);
        let (&one, &other) = differ.expect("twins that differ in a vote");
        let planted = |leak| {
            let mut records = records.clone();
            for (record, number) in records.iter_mut().zip([one, other]) {
                record.plant(leak, number, script.from_ms, &screens);
            }
            (leak, compare(&records, &script, &screens).1)
        };
        Leak::ALL.into_iter().map(planted).collect()
    }

    fn records(&self, plan: &Plan) -> [Record; 2] {
        let script = Script::new(plan);
        [0, 1].map(|twin| {
            let mut device = self.device(plan);
            script.requests[twin].iter().for_each(|request| act(&mut device, request));
            device.events.retain(|event| event["kind"] != "power cut");
            assert!(device.events.is_empty(), "{:?}", device.events);
            check_votes(&mut device, plan, &script, &plan.secrets[twin]);
            take(&mut device)
        })
    }
}

/// Requests a fault from the firmware's test hook.
pub fn arm(device: &mut Emulator, hook: u8) {
    let symbol = device.ask(&json!({ "symbol": "TEST_HOOK" })).unwrap();
    device.ask(&json!({ "poke": { "address": symbol["address"], "bytes": [hook, 0, 0, 0] } })).unwrap();
}

/// Performs one request of a script. The word that a number starts from is written where the test hook reads it.
pub fn act(device: &mut Emulator, request: &Value) {
    /// Marker for an empty queue; add one for each waiting word.
    const NO_WORDS: u32 = 0x776f_7200;
    let Some(word) = request["start"].as_u64() else { return drop(device.ask(request).unwrap()) };
    let words = device.ask(&json!({ "symbol": "TEST_WORDS" })).unwrap()["address"].as_u64().unwrap();
    let count = device.ask(&json!({ "peek": { "address": words, "length": 4 } })).unwrap();
    let count = u32::from_le_bytes(serde_json::from_value(count).unwrap());
    let waiting = count.checked_sub(NO_WORDS).filter(|&waiting| waiting < 32).unwrap_or(0);
    for (place, value) in [(1 + waiting, word as u32), (0, NO_WORDS + waiting + 1)] {
        let poke = json!({ "address": words + u64::from(4 * place), "bytes": value.to_le_bytes() });
        device.ask(&json!({ "poke": poke })).unwrap();
    }
}

fn take(device: &mut Emulator) -> Record {
    fn of<T: serde::de::DeserializeOwned>(device: &mut Emulator, what: &str) -> Vec<T> {
        serde_json::from_value(device.ask(&json!({ "trace": what })).unwrap()).unwrap()
    }
    Record {
        transfers: of(device, "bus"),
        flash: of(device, "flash"),
        edges: of(device, "gpio"),
        sights: of(device, "sights"),
        usb: of(device, "usb"),
    }
}

fn flash_with(plan: &Plan, chip: Chip) -> Vec<u8> {
    let part: FlashChip = FlashChip::new();
    let range = part.range();
    let mut store = block_on(Store::open(part, range));
    block_on(store.save_settings(&plan.settings)).unwrap();
    block_on(store.save_game(&plan.journal)).unwrap();
    let kept = store.into_flash().bytes;
    let mut flash = vec![0xFF; chip.family().flash_bytes as usize - kept.len()];
    flash.extend(kept);
    flash
}

/// Checks that the revealed votes are the secret ones; otherwise nothing was compared.
fn check_votes(device: &mut Emulator, plan: &Plan, script: &Script, secret: &Secret) {
    let mut game = Game::resume(&plan.journal, plan.settings.options);
    game.play(Move::Lay).unwrap();
    for seat in plan.seats().iter() {
        let mut vote = Sealed::default();
        for (question, &number) in plan.asked[seat.index()].iter().zip(&secret[seat.index()]) {
            let Some(card) = Card::from_number(number) else { continue };
            match question {
                Question::StoryCard => vote.add_story_card(card),
                Question::PartnerCard | Question::Own { .. } => vote.add_own(card),
                Question::Vote | Question::Second | Question::Green => vote.add_vote(card),
                Question::Red => vote.add_red(card),
            }
        }
        assert!(game.lock(seat, vote).is_ok());
    }
    game.reveal().unwrap();
    let mut rng = Starts::default();
    let mut app = App::new(plan.board, script.settings, KINDS, game.journal(), 0, &mut rng);
    // "Resumed" is shown for a while.
    let now_ms = script.running_ms.max(5_000);
    app.pass_time(now_ms, &mut rng);
    if let Voting::Ring { .. } = plan.board.voting {
        // The app starts by asking for the pointers' positions.
        for seat in plan.seats().iter() {
            app.take(Input::Pressed { knob: seat.index() as u8 }, now_ms, &mut rng);
        }
    }
    let mut frame = TallFrame::new();
    match plan.board.voting {
        Voting::Pass => draw_shared_screen(&app.shared_view(), &mut frame),
        _ => draw_shared(&app.public_view(), &mut frame),
    };
    let glass: &Glass = &device.screens().unwrap()[0];
    let same = (0..64).all(|y| (0..128).all(|x| frame.is_lit(x, y) == glass.is_lit(x, y)));
    assert!(same, "{plan}: the opened votes are not those of the plan");
}
