//! Two games in step, and an onlooker that compares them.

use dixit_dials::app::{App, Effect};
use dixit_dials::board::{Board, Voting};
use dixit_dials::dial::Input;
use dixit_dials::game::Phase;
use dixit_dials::rules::{Card, MAX_SEATS, Ruleset, Seat, SeatSet};
use dixit_dials::save::Store;
use dixit_dials::scene::{Item, Shared, SharedScene, SharedScreenScene, shared};
use dixit_dials::voting::{Dialling, Question, questions};
use testkit::twin_plan::{Event, KINDS, Plan, Secret, Starts};

use crate::onlooker::{Difference, Leak, compare_flash, observe};

use embassy_futures::block_on;
use testkit::dice::Dice;
use testkit::flash_chip::FlashChip;

/// One of the two games.
pub struct Twin {
    pub app: App,
    starts: Starts,
    secret: Secret,
    store: Option<Store<FlashChip>>,
    /// Positions of the pointers on a ring.
    pointers: [i16; MAX_SEATS],
    pub effects: Vec<Effect>,
    /// The number locked last. Used only to plant leaks.
    pub locked_number: Option<u8>,
}

/// Counts of what was compared, so that a comparison of nothing is noticed.
#[derive(Default)]
pub struct Seen {
    looks: usize,
    different_votes: usize,
    writes: usize,
    happened: std::collections::BTreeSet<&'static str>,
    /// Number of twins of each ruleset.
    rulesets: std::collections::BTreeMap<&'static str, usize>,
}

impl Seen {
    pub fn add(&mut self, more: &Self) {
        self.looks += more.looks;
        self.different_votes += more.different_votes;
        self.writes += more.writes;
        self.happened.extend(&more.happened);
        for (ruleset, twins) in &more.rulesets {
            *self.rulesets.entry(ruleset).or_default() += twins;
        }
    }

    pub fn assert_all_happened(&self, board: &Board) {
        for event in Event::ALL {
            assert!(self.happened.contains(event.name()), "{} never happened", event.name());
        }
        for ruleset in Ruleset::ALL {
            let fits = ruleset.player_counts().any(|players| ruleset.seats_for(players) <= board.seats.most);
            assert_eq!(self.rulesets.contains_key(ruleset.name()), fits, "{}", ruleset.name());
        }
        assert!(self.different_votes > 0 && self.writes > 0);
    }
}

impl std::fmt::Display for Seen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} looks at {} votes that differ, {} flash writes, {}",
            self.looks,
            self.different_votes,
            self.writes,
            self.rulesets.iter().map(|(name, twins)| format!("{name} {twins}")).collect::<Vec<_>>().join(", ")
        )
    }
}

/// Plays a plan twice in step.
pub fn compare(plan: &Plan, leak: Leak) -> Result<Seen, Difference> {
    let mut pair = Pair::new(plan, leak);
    pair.play()?;
    Ok(pair.seen)
}

struct Pair<'a> {
    plan: &'a Plan,
    leak: Leak,
    twins: [Twin; 2],
    /// Number of questions that each seat has answered.
    given: [usize; MAX_SEATS],
    /// Seats that have unlocked on a board where a screen shows their number.
    again: SeatSet,
    dice: Dice,
    ms: u64,
    seen: Seen,
}

impl<'a> Pair<'a> {
    fn new(plan: &'a Plan, leak: Leak) -> Self {
        let twin = |secret: &Secret| {
            let mut starts = Starts::default();
            let app = App::new(plan.board, plan.settings, KINDS, &plan.journal, 0, &mut starts);
            let store = plan.with_flash.then(|| {
                let chip = FlashChip::new();
                let range = chip.range();
                block_on(Store::open(chip, range))
            });
            Twin {
                app,
                starts,
                secret: secret.clone(),
                store,
                pointers: [0; MAX_SEATS],
                effects: vec![],
                locked_number: None,
            }
        };
        let twins = [twin(&plan.secrets[0]), twin(&plan.secrets[1])];
        Self {
            plan,
            leak,
            twins,
            given: [0; MAX_SEATS],
            again: SeatSet::EMPTY,
            dice: Dice(plan.seed),
            ms: 0,
            seen: Seen::default(),
        }
    }

    fn play(&mut self) -> Result<(), Difference> {
        self.seen.rulesets.insert(self.plan.ruleset().name(), 1);
        self.home()?;
        let storyteller = self.plan.storyteller().index() as u8;
        self.expect_starts_of_all();
        self.both(Input::Pressed { knob: storyteller })?;
        assert_eq!(self.twins[0].app.state().phase, Phase::Vote);
        let mut events = self.plan.events.clone();
        let mut steps = 0;
        while !self.revealed() {
            steps += 1;
            assert!(steps < 500, "{}: stuck at {:?}", self.plan, self.twins[0].app.public_view());
            if let Some(at) = events.iter().position(|(when, _)| *when == self.answers()) {
                let (_, event) = events.remove(at);
                self.seen.happened.insert(event.name());
                self.interrupt(event)?;
            }
            match self.plan.board.voting {
                Voting::Pass => self.answer_in_hand()?,
                _ => self.answer_somewhere()?,
            }
        }
        self.check_votes();
        Ok(())
    }

    fn answers(&self) -> usize {
        self.given.iter().sum()
    }

    fn revealed(&self) -> bool {
        let revealed = self.twins.each_ref().map(|twin| matches!(twin.app.state().phase, Phase::Reveal(_)));
        assert_eq!(revealed[0], revealed[1], "one reveals before the other");
        revealed[0]
    }

    /// Gives both twins the same input, then compares them.
    fn both(&mut self, input: Input) -> Result<(), Difference> {
        self.wait(150)?;
        for twin in &mut self.twins {
            twin.take(input, self.ms);
            if let (Input::Turned { knob, by }, Voting::Ring { positions, .. }) = (input, self.plan.board.voting) {
                let pointer = &mut twin.pointers[usize::from(knob)];
                *pointer = (*pointer + i16::from(by)).rem_euclid(i16::from(positions));
            }
        }
        self.look()
    }

    /// Advances time for both twins, stopping wherever something changes by itself.
    fn wait(&mut self, ms: u64) -> Result<(), Difference> {
        let end = self.ms + ms;
        while let Some(at) = self.twins[0].app.alarm().filter(|at| *at <= end && *at > self.ms) {
            self.ms = at;
            self.pass_time()?;
        }
        self.ms = end;
        self.pass_time()
    }

    fn pass_time(&mut self) -> Result<(), Difference> {
        for twin in &mut self.twins {
            twin.app.pass_time(self.ms, &mut twin.starts);
            twin.do_effects();
        }
        self.look()
    }

    fn look(&mut self) -> Result<(), Difference> {
        if self.revealed() {
            return Ok(());
        }
        self.seen.looks += 1;
        let [a, b] = self.twins.each_ref().map(|twin| observe(twin, self.plan, self.leak));
        a.compare(&b, self.ms)?;
        let [a, b] = &mut self.twins;
        if let (Some(a), Some(b)) = (&mut a.store, &mut b.store) {
            compare_flash(&a.flash().bytes, &b.flash().bytes, self.ms)?;
        }
        Ok(())
    }

    fn home(&mut self) -> Result<(), Difference> {
        if matches!(self.plan.board.voting, Voting::Ring { .. }) {
            for seat in self.plan.seats().iter() {
                self.both(Input::Pressed { knob: seat.index() as u8 })?;
            }
            for twin in &mut self.twins {
                twin.pointers = [0; MAX_SEATS];
            }
        }
        Ok(())
    }

    fn question(&self, seat: Seat) -> Option<Question> {
        questions(self.twins[0].app.state(), seat).get(self.given[seat.index()]).copied()
    }

    /// Sets where the next dial of this seat starts, so that `clicks` lead to the secret.
    fn expect_start(&mut self, seat: Seat, clicks: i16) {
        if self.question(seat).is_none() {
            return;
        }
        let nth = self.given[seat.index()];
        for twin in &mut self.twins {
            let start = self.plan.start(seat, nth, &twin.secret, clicks);
            twin.starts.chosen.push_back(start);
        }
    }

    /// How far a seat turns for its nth answer. After unlocking, its dial still shows the old answer.
    fn clicks(&self, seat: Seat, nth: usize) -> i16 {
        if self.again.has(seat) { 0 } else { self.plan.clicks(seat, nth) }
    }

    fn expect_starts_of_all(&mut self) {
        if self.plan.board.voting == Voting::Pods {
            self.given = [0; MAX_SEATS];
            self.again = SeatSet::EMPTY;
            for seat in self.plan.seats().iter() {
                self.expect_start(seat, self.plan.clicks(seat, 0));
            }
        }
        self.given = [0; MAX_SEATS];
    }

    /// A seat that has not locked gives its next answer; when none is left, the countdown runs.
    fn answer_somewhere(&mut self) -> Result<(), Difference> {
        let open: Vec<_> = self.plan.seats().iter().filter(|seat| self.question(*seat).is_some()).collect();
        if open.is_empty() {
            return self.wait(500);
        }
        let seat = open[self.dice.below(open.len() as u32) as usize];
        self.dial(seat)?;
        self.press_answer(seat, seat.index() as u8)
    }

    fn answer_in_hand(&mut self) -> Result<(), Difference> {
        let scenes = self.twins.each_ref().map(|twin| twin.app.shared_view().scene);
        match &scenes[0] {
            SharedScreenScene::Everyone(SharedScene {
                picture: Shared::HandOver(shared::HandOver { to, .. }), ..
            }) => {
                self.given[to.index()] = 0;
                self.expect_start(*to, self.plan.clicks(*to, 0));
                self.both(Input::Pressed { knob: 0 })
            }
            SharedScreenScene::Holder(Dialling { seat, .. }) => {
                let seat = *seat;
                self.dial(seat)?;
                self.press_answer(seat, 0)
            }
            SharedScreenScene::Everyone(SharedScene {
                picture: Shared::AllReady(shared::AllReady { change: None }),
                ..
            }) => self.both(Input::Pressed { knob: 0 }),
            _ => self.wait(500),
        }
    }

    /// Turns the knob to the secret number: with a dial on a screen by the same clicks for both twins, on a ring each
    /// by its own.
    fn dial(&mut self, seat: Seat) -> Result<(), Difference> {
        let nth = self.given[seat.index()];
        let knob = if self.plan.board.voting == Voting::Pass { 0 } else { seat.index() as u8 };
        let Voting::Ring { positions, .. } = self.plan.board.voting else {
            let clicks = self.clicks(seat, nth);
            for _ in 0..clicks.abs() {
                self.both(Input::Turned { knob, by: clicks.signum() as i8 })?;
            }
            return Ok(());
        };
        self.wait(150)?;
        let before = self.twins.each_ref().map(|twin| observe(twin, self.plan, self.leak));
        for (twin, before) in self.twins.iter_mut().zip(before) {
            let way = i16::from(twin.secret[seat.index()][nth]) - twin.pointers[seat.index()];
            let way = if self.plan.seed.is_multiple_of(2) { way } else { way.rem_euclid(i16::from(positions)) };
            // Everyone sees whether a hand moves at all, so it must move in both: by a full turn, if need be.
            let way = if way == 0 { i16::from(positions) } else { way };
            twin.pointers[seat.index()] += way;
            for _ in 0..way.abs() {
                twin.take(Input::Turned { knob, by: way.signum() as i8 }, self.ms);
                // A moving hand is visible; nothing else may show that it moved.
                before.compare_but_for_a_touch(&observe(twin, self.plan, self.leak), self.ms)?;
            }
            twin.pointers[seat.index()] = twin.pointers[seat.index()].rem_euclid(i16::from(positions));
        }
        Ok(())
    }

    fn press_answer(&mut self, seat: Seat, knob: u8) -> Result<(), Difference> {
        let nth = self.given[seat.index()];
        self.given[seat.index()] += 1;
        if self.question(seat).is_some() {
            if !matches!(self.plan.board.voting, Voting::Ring { .. }) {
                self.expect_start(seat, self.clicks(seat, nth + 1));
            }
        } else {
            for twin in &mut self.twins {
                twin.locked_number = Some(twin.secret[seat.index()][nth]);
            }
        }
        self.both(Input::Pressed { knob })
    }

    fn interrupt(&mut self, event: Event) -> Result<(), Difference> {
        let storyteller =
            if self.plan.board.voting == Voting::Pass { 0 } else { self.plan.storyteller().index() as u8 };
        match event {
            Event::Menu => {
                self.both(Input::Held { knob: storyteller })?;
                self.both(Input::Held { knob: storyteller })?;
            }
            Event::SelfTest => {
                self.both(Input::Held { knob: storyteller })?;
                self.choose(storyteller, &[Item::Settings, Item::SelfTest])?;
                assert!(matches!(self.twins[0].app.public_view().scene.picture, Shared::SelfTest(_)));
                self.wait(1_000)?;
                if !matches!(self.plan.board.voting, Voting::Pass) {
                    let open = self
                        .plan
                        .seats()
                        .iter()
                        .find(|&seat| self.question(seat).is_some() && seat != self.plan.storyteller());
                    if let Some(seat) = open {
                        self.dial(seat)?;
                        self.undial(seat)?;
                    }
                }
                for _ in 0..3 {
                    self.both(Input::Held { knob: storyteller })?;
                }
            }
            Event::ChangeLanguage => {
                self.both(Input::Held { knob: storyteller })?;
                self.choose(storyteller, &[Item::Settings, Item::Language])?;
                self.both(Input::Turned { knob: storyteller, by: 1 })?;
                self.both(Input::Pressed { knob: storyteller })?;
                for _ in 0..2 {
                    self.both(Input::Held { knob: storyteller })?;
                }
            }
            Event::Unlock => self.unlock_somebody()?,
            Event::Rest => self.wait(3 * 60_000)?,
            Event::PowerCut => {
                for twin in &mut self.twins {
                    twin.effects.clear();
                    twin.starts.chosen.clear();
                    twin.locked_number = None;
                    twin.pointers = [0; MAX_SEATS];
                }
                self.expect_starts_of_all();
                for twin in &mut self.twins {
                    let (settings, journal) = (*twin.app.settings(), twin.app.journal().clone());
                    twin.app = App::new(self.plan.board, settings, KINDS, &journal, self.ms, &mut twin.starts);
                }
                self.look()?;
                self.wait(5_000)?;
                self.home()?;
            }
        }
        Ok(())
    }

    fn choose(&mut self, knob: u8, items: &[Item]) -> Result<(), Difference> {
        for &item in items {
            let Shared::Menu(shared::Menu { rows, selected, .. }) = self.twins[0].app.public_view().scene.picture
            else {
                panic!("no menu to choose {item:?} from");
            };
            let row = rows.iter().position(|row| row.item == item).expect("the menu has this row");
            let by = row as i8 - selected as i8;
            self.both(Input::Turned { knob, by })?;
            self.both(Input::Pressed { knob })?;
        }
        Ok(())
    }

    /// Turns the dial back to where it was before [`Pair::dial`].
    fn undial(&mut self, seat: Seat) -> Result<(), Difference> {
        if self.plan.board.voting == Voting::Pods {
            let clicks = self.clicks(seat, self.given[seat.index()]);
            for _ in 0..clicks.abs() {
                self.both(Input::Turned { knob: seat.index() as u8, by: -clicks.signum() as i8 })?;
            }
        }
        Ok(())
    }

    fn unlock_somebody(&mut self) -> Result<(), Difference> {
        let locked = self.twins[0].app.game().locked();
        let Some(seat) = locked.iter().next() else { return Ok(()) };
        if self.plan.board.voting == Voting::Pass {
            return Ok(());
        }
        self.given[seat.index()] = 0;
        if self.plan.board.voting == Voting::Pods {
            self.again = self.again.with(seat);
            self.expect_start(seat, 0);
        }
        self.both(Input::Pressed { knob: seat.index() as u8 })
    }

    /// Checks that the twins voted as planned; otherwise nothing was compared.
    fn check_votes(&mut self) {
        for twin in &self.twins {
            let Phase::Reveal(round) = &twin.app.state().phase else { panic!("not revealed") };
            for seat in self.plan.seats().iter() {
                let asked = &self.plan.asked[seat.index()];
                let mut votes = vec![];
                for (question, &number) in asked.iter().zip(&twin.secret[seat.index()]) {
                    match question {
                        Question::StoryCard => assert_eq!(round.story_card.map(Card::number), Some(number)),
                        Question::Red => assert_eq!(round.red.map(Card::number), Some(number)),
                        Question::Vote | Question::Second | Question::Green if number > 0 => votes.push(number),
                        _ => {}
                    }
                }
                votes.sort();
                let ballot = round.ballot(seat);
                let mut opened: Vec<_> =
                    [ballot.first(), ballot.second()].iter().flatten().map(|c| c.number()).collect();
                opened.sort();
                assert_eq!(opened, votes, "seat {}", seat.number());
            }
        }
        self.seen.different_votes += self.plan.differ().len() as usize;
        self.seen.writes += self.twins[0].store.as_mut().map_or(0, |store| store.flash().programs);
    }
}

impl Twin {
    fn take(&mut self, input: Input, ms: u64) {
        self.app.take(input, ms, &mut self.starts);
        self.do_effects();
    }

    fn do_effects(&mut self) {
        while let Some(effect) = self.app.next_effect() {
            // What the reveal has shown may be saved.
            let revealed = matches!(self.app.state().phase, Phase::Reveal(_));
            if let Some(store) = self.store.as_mut().filter(|_| !revealed) {
                match effect {
                    Effect::SaveGame => block_on(store.save_game(self.app.journal())).unwrap(),
                    Effect::SaveSettings => block_on(store.save_settings(self.app.settings())).unwrap(),
                    _ => {}
                }
            }
            self.effects.push(effect);
        }
    }
}
