/** The form: every key of a board file, in the order in which a builder decides. */
import type { Board } from '../board-file.ts';
import { seatLetter } from '../board.ts';
import { button, make } from '../look/dom.ts';
import { type Desk, field, pin, slot } from './fields.ts';
import { addKnob, firstFree, freePins, readKnobs, setSeats, setVoting } from './shape.ts';

export interface FormDesk extends Desk {
  /** The bundled boards: a change of voting copies its wiring from one of them. */
  bundled: Board[];
  /** Restarts the form with another board. */
  replace: (board: Board) => void;
}

const VOTING: [Board['voting'], string, string][] = [
  ['ring', 'A disc of numbers at each knob', 'Everyone dials behind a hood, like with the cardboard dial.'],
  ['pass', 'One device that goes round', 'The fewest parts: whoever holds it is the only one to see the screen.'],
  ['pods', 'A screen at each seat', 'Everyone sees their own number and their own result.'],
];

export function form(desk: FormDesk): HTMLElement[] {
  const { board } = desk;
  return [
    names(desk),
    voting(desk),
    section('How many play', 'seats', [
      field(desk, 'seats.least', { label: 'Fewest' }),
      field(desk, 'seats.most', {
        label: 'Most',
        set: (board, value) => {
          if (typeof value === 'number' && value >= 3 && value <= 12) setSeats(board, value);
          else board.seats.most = value as number;
        },
        then: () => true,
      }),
    ]),
    knobs(desk),
    board.ring && ring(desk),
    screens(desk),
    section('Buses', 'buses', [...board.buses.map((_, at) => bus(desk, at)), addBus(desk)]),
    soundAndLight(desk),
    power(desk),
    board.knobs.pins && board.voting !== 'pass' && leads(desk),
    board.voting === 'pods' && cable(desk),
    boxes(desk),
  ].filter((part): part is HTMLElement => part instanceof HTMLElement);
}

function section(title: string, key: string, parts: (Node | null | undefined | false)[]): HTMLElement {
  return make('fieldset', { 'data-section': key }, make('legend', {}, title), slot(key), ...parts);
}

/** A section for keys that few people need. */
function more(title: string, ...parts: Node[]): HTMLElement {
  return make('details', { class: 'more' }, make('summary', {}, title), ...parts);
}

function names(desk: FormDesk): HTMLElement {
  const input = make('input', { id: 'field-name', 'data-key': 'name', 'aria-describedby': 'field-name-wrong' });
  [input.value, input.autocomplete, input.spellcheck] = [desk.board.name, 'off', false];
  input.addEventListener('input', () => {
    desk.board.name = input.value;
    desk.changed(false);
  });
  const name = make(
    'div',
    { class: 'field' },
    make('label', { for: 'field-name' }, 'Name of its folder'),
    input,
    slot('name'),
  );
  return section('What it is called', '', [field(desk, 'title', { label: 'Title' }), name]);
}

function voting(desk: FormDesk): HTMLElement {
  const choices = VOTING.map(([word, title, about]) => {
    const input = make('input', { type: 'radio', name: 'voting', value: word, 'data-key': `voting-${word}` });
    input.checked = desk.board.voting === word;
    input.addEventListener('change', () => {
      const like = desk.bundled.find((one) => one.voting === word);
      if (like) desk.replace(setVoting(desk.board, like));
    });
    return make('label', { class: 'option' }, input, make('b', {}, title), make('span', {}, about));
  });
  return section('How a vote stays secret', 'voting', [make('div', { class: 'cards' }, ...choices)]);
}

function knobs(desk: FormDesk): HTMLElement {
  const { board } = desk;
  const how = (['pins', 'chain'] as const).map((word) => {
    const input = make('input', { type: 'radio', name: 'contacts', value: word, 'data-key': `contacts-${word}` });
    input.checked = (word === 'chain') === Boolean(board.knobs.chain);
    input.addEventListener('change', () => {
      readKnobs(board, word);
      desk.changed(true);
    });
    return make('label', {}, input, word === 'pins' ? 'on pins of the Pico' : 'through 74HC165 shift registers');
  });
  return section('Knobs', 'knobs', [
    field(desk, 'knobs.detents', {
      label: 'Clicks in a turn',
      set: (board, value) => {
        board.knobs.detents = value as number;
        if (board.ring && typeof value === 'number') board.ring.positions = value;
      },
    }),
    make('div', { class: 'choice', role: 'radiogroup', 'aria-label': 'How they are read' }, 'Read ', ...how),
    board.knobs.pins ? knobPins(desk) : null,
    board.knobs.chain ? chain(desk) : null,
    more(
      'If your knobs differ',
      field(desk, 'knobs.detents_per_cycle', { label: 'Clicks in a cycle of the contacts' }),
      field(desk, 'knobs.rest', { label: 'Contacts in a click' }),
      field(desk, 'knobs.reverse', { label: 'They count backwards' }),
    ),
  ]);
}

function knobPins(desk: FormDesk): HTMLElement {
  const { board } = desk;
  const pins = board.knobs.pins ?? [];
  const rows = pins.map((_, at) => {
    const name = `Knob ${seatLetter(at)}`;
    const contact = (key: string, label: string) => pin(desk, `knobs.pins[${at}].${key}`, { label, of: name });
    const remove = button(
      'Remove',
      () => {
        pins.splice(at, 1);
        desk.changed(true);
      },
      { class: 'plain', 'aria-label': `Remove knob ${seatLetter(at)}` },
    );
    return make(
      'div',
      { class: 'row', role: 'group', 'aria-label': name },
      make('b', {}, name),
      contact('a', 'CLK (A)'),
      contact('b', 'DT (B)'),
      contact('push', 'SW (push)'),
      pins.length > 1 && remove,
    );
  });
  const add = button(
    'Add a knob',
    () => {
      addKnob(board);
      desk.changed(true);
    },
    { class: 'plain', 'data-key': 'add-knob' },
  );
  add.disabled = freePins(board).length < 3 || pins.length >= 12;
  const none = add.disabled && pins.length < 12 && make('p', { class: 'help' }, 'No three pins are left for another.');
  return make('div', {}, slot('knobs.pins'), ...rows, add, none);
}

function chain(desk: FormDesk): HTMLElement {
  const key = (name: string) => `knobs.chain.${name}`;
  return make(
    'div',
    {},
    slot('knobs.chain'),
    make(
      'div',
      { class: 'row' },
      pin(desk, key('clock'), { label: 'Clock' }),
      pin(desk, key('load'), { label: 'Load' }),
      pin(desk, key('data'), { label: 'Data' }),
    ),
    field(desk, key('registers'), { label: 'Registers' }),
    field(desk, key('count'), { label: 'Knobs on them' }),
    more(
      'Bits and resistors',
      field(desk, key('first_bit'), { label: 'First bit of the first knob' }),
      field(desk, key('proof.first_bit'), { label: 'First input that is tied to a level' }),
      levels(desk),
      field(desk, key('pull_up_ohm'), { label: 'Pull-up of each contact, Ω' }),
      field(desk, key('series_ohm'), { label: 'Resistor in the line of each contact, Ω' }),
    ),
  );
}

/** Levels of the proof bits of a chain: `1 0 1 0`. */
function levels(desk: FormDesk): HTMLElement {
  const [id, key] = ['field-levels', 'knobs.chain.proof.levels'];
  const input = make('input', { id, 'data-key': key, inputmode: 'numeric', 'aria-describedby': `${id}-wrong` });
  input.value = desk.board.knobs.chain?.proof.levels.join(' ') ?? '';
  input.addEventListener('input', () => {
    const { chain } = desk.board.knobs;
    if (chain) chain.proof.levels = (input.value.match(/\d+/g) ?? []).map(Number);
    desk.changed(false);
  });
  return make('div', { class: 'field' }, make('label', { for: id }, 'Their levels, in a row'), input, slot(key));
}

function ring(desk: FormDesk): HTMLElement {
  return section('The disc of numbers', 'ring', [
    field(desk, 'ring.numbers', { label: 'Numbers on it' }),
    more('Positions', field(desk, 'ring.positions', { label: 'Positions' })),
  ]);
}

const CONTROLLERS = { ssd1306: 'SSD1306 (0.96", 0.91")', sh1106: 'SH1106 (1.3")', ssd1309: 'SSD1309 (2.42")' };

function screens(desk: FormDesk): HTMLElement {
  const { board } = desk;
  const at = board.screens.findIndex((screen) => screen.for === 'shared');
  const seats = board.screens.flatMap((screen, at) => (screen.for === 'seat' ? [at] : []));
  return section('Screens', 'screens', [
    at >= 0 && make('h2', {}, 'The shared one'),
    ...(at >= 0 ? screen(desk, [at]) : []),
    seats.length > 0 && make('h2', {}, 'Those of the seats, all alike'),
    ...(seats.length > 0 ? screen(desk, seats) : []),
    seats.length > 0 && more('Where each is', ...seats.map((at) => whereabouts(desk, at))),
  ]);
}

/** One set of fields for screens that are alike. */
function screen(desk: FormDesk, all: number[]): HTMLElement[] {
  const [at] = all;
  const one = (name: string, label: string, words?: Record<string, string>) =>
    field(desk, `screens[${at}].${name}`, {
      label,
      ...(words ? { words } : {}),
      set: (board, value) => {
        for (const each of all) {
          const screen = board.screens[each] as unknown as Record<string, unknown>;
          if (value === undefined) Reflect.deleteProperty(screen, name);
          else screen[name] = value;
        }
      },
    });
  const shared = desk.board.screens[at].for === 'shared';
  return [
    one('controller', 'Controller', CONTROLLERS),
    one('size', 'Size'),
    ...(shared ? [one('copies', 'How many show the same'), one('bus', 'On bus'), one('address', 'Address')] : []),
    more(
      'If your module differs',
      one('com_pins', 'Rows of the glass'),
      one('pull_up_ohm', 'Pull-up on the module, Ω'),
      one('current_ma', 'Current with all pixels lit, mA'),
    ),
  ];
}

function whereabouts(desk: FormDesk, at: number): HTMLElement {
  const brief = { brief: true };
  const key = (name: string) => `screens[${at}].${name}`;
  return make(
    'div',
    { class: 'row' },
    field(desk, key('seat'), { label: 'Seat', ...brief }),
    field(desk, key('bus'), { label: 'Bus', ...brief }),
    field(desk, key('mux'), { label: 'Mux', ...brief }),
    field(desk, key('channel'), { label: 'Channel', ...brief }),
    field(desk, key('address'), { label: 'Address', ...brief }),
  );
}

function bus(desk: FormDesk, at: number): HTMLElement {
  const { board } = desk;
  const here = board.buses[at];
  const key = (name: string) => `buses[${at}].${name}`;
  const muxes = here.mux.map((_, mux) => {
    const remove = button(
      'Remove',
      () => {
        here.mux.splice(mux, 1);
        desk.changed(true);
      },
      { class: 'plain', 'aria-label': `Remove mux ${mux} of bus ${here.id}` },
    );
    return make(
      'div',
      { class: 'row', role: 'group', 'aria-label': `Mux ${mux}` },
      make('b', {}, `Mux ${mux}`),
      field(desk, key(`mux[${mux}].address`), { label: 'Address', brief: true }),
      pin(desk, key(`mux[${mux}].reset`), { label: 'Reset', of: `Mux ${mux}` }),
      field(desk, key(`mux[${mux}].pull_up_ohm`), { label: 'Pull-up on it, Ω', brief: true }),
      field(desk, key(`mux[${mux}].channel_pull_up_ohm`), { label: 'Pull-up of a channel, Ω', brief: true }),
      remove,
    );
  });
  const addMux = button(
    'Add a mux',
    () => {
      const address = 0x70 + here.mux.length;
      here.mux.push({ address, reset: firstFree(board), pull_up_ohm: 10_000, channel_pull_up_ohm: 0 });
      desk.changed(true);
    },
    { class: 'plain', 'data-key': `add-mux-${at}` },
  );
  addMux.disabled = here.mux.length >= 4;
  const remove = button(
    'Remove this bus',
    () => {
      board.buses.splice(at, 1);
      desk.changed(true);
    },
    { class: 'plain' },
  );
  return make(
    'div',
    { class: 'part' },
    make('h2', {}, `Bus ${here.id}`),
    slot(`buses[${at}]`),
    make(
      'div',
      { class: 'row' },
      field(desk, key('id'), { label: 'I2C block', brief: true, then: () => true }),
      pin(desk, key('sda'), { label: 'SDA', then: (board, chosen) => (board.buses[at].scl = chosen + 1) }),
      make(
        'div',
        { class: 'field' },
        make('span', { class: 'label' }, 'SCL'),
        make('output', {}, `GP${here.scl}`),
        slot(key('scl')),
      ),
    ),
    ...muxes,
    more(
      'Speed, resistors, muxes',
      field(desk, key('hz'), { label: 'Hz' }),
      field(desk, key('pull_up_ohm'), { label: 'Pull-up beside the Pico, Ω' }),
      addMux,
    ),
    board.buses.length > 1 ? remove : '',
  );
}

function addBus(desk: FormDesk): HTMLElement {
  const { board } = desk;
  const add = button(
    'Add a bus',
    () => {
      const id = board.buses[0]?.id === 0 ? 1 : 0;
      const free = freePins(board);
      const sda = free.find((pin) => pin % 2 === 0 && (pin / 2) % 2 === id && free.includes(pin + 1)) ?? 2 * id;
      board.buses.push({ id, sda, scl: sda + 1, hz: 400_000, pull_up_ohm: 0, mux: [] });
      desk.changed(true);
    },
    { class: 'plain', 'data-key': 'add-bus' },
  );
  add.disabled = board.buses.length >= 2;
  return add;
}

/** A checkbox and fields for an optional part of a board. */
function optional<K extends 'buzzer' | 'led' | 'leads' | 'cable'>(
  desk: FormDesk,
  key: K,
  label: string,
  usual: () => NonNullable<Board[K]>,
): HTMLElement {
  const input = make('input', { type: 'checkbox', id: `field-has-${key}`, 'data-key': `has-${key}` });
  input.checked = desk.board[key] !== undefined;
  input.addEventListener('change', () => {
    if (input.checked) desk.board[key] = usual();
    else Reflect.deleteProperty(desk.board, key);
    desk.changed(true);
  });
  return make('div', { class: 'flag' }, input, make('label', { for: input.id }, label));
}

function soundAndLight(desk: FormDesk): HTMLElement {
  const { board } = desk;
  return section('Sound and light', 'buzzer', [
    optional(desk, 'buzzer', 'A buzzer', () => ({
      pin: firstFree(board),
      kind: 'piezo',
      series_ohm: 220,
      transistor: false,
    })),
    ...(board.buzzer
      ? [
          make('div', { class: 'row' }, pin(desk, 'buzzer.pin', { label: 'Buzzer' })),
          field(desk, 'buzzer.kind', { label: 'Kind' }),
          field(desk, 'buzzer.transistor', { label: 'Driven by a transistor' }),
          more('Resistor', field(desk, 'buzzer.series_ohm', { label: 'Resistor, Ω' })),
        ]
      : []),
    slot('led'),
    optional(desk, 'led', 'A light', () => ({ pin: board.pico === 'pico' ? desk.keys.led : firstFree(board) })),
    board.led && make('div', { class: 'row' }, pin(desk, 'led.pin', { label: 'Light' })),
  ]);
}

function power(desk: FormDesk): HTMLElement {
  const supplies = { 'usb-port': 'a USB port or power bank', 'usb-charger': 'a wall supply' };
  const regulators = { pico: 'the Pico’s own', mcp1826s: 'MCP1826S', ld1117v33: 'LD1117V33', ams1117: 'AMS1117-3.3' };
  return section('Pico and power', 'power', [
    field(desk, 'pico', {
      label: 'Pico',
      words: { pico: 'Pico or Pico 2', 'pico-w': 'Pico W or Pico 2 W' },
      then: () => true,
    }),
    field(desk, 'power.supply', { label: 'Supply', words: supplies }),
    field(desk, 'power.regulator', { label: '3.3 V for the screens from', words: regulators }),
    field(desk, 'battery', { label: 'Three AA cells' }),
    more('Flash', field(desk, 'flash', { label: 'MiB of flash' })),
  ]);
}

function leads(desk: FormDesk): HTMLElement {
  return section('Leads to hand dials', 'leads', [
    optional(desk, 'leads', 'Knobs at the end of leads', () => ({
      centimetres: 100,
      series_ohm: 1_000,
      pull_up_ohm: 10_000,
    })),
    ...(desk.board.leads
      ? [
          field(desk, 'leads.centimetres', { label: 'Length, cm' }),
          more(
            'Resistors',
            field(desk, 'leads.series_ohm', { label: 'In each line, Ω' }),
            field(desk, 'leads.pull_up_ohm', { label: 'Pull-up, Ω' }),
          ),
        ]
      : []),
  ]);
}

function cable(desk: FormDesk): HTMLElement {
  return section('Cables to the seats', 'cable', [
    optional(desk, 'cable', 'Seats at the end of cables', () => ({ kind: 'patch', centimetres: 100, series_ohm: 47 })),
    ...(desk.board.cable
      ? [
          field(desk, 'cable.kind', { label: 'Kind' }),
          field(desk, 'cable.centimetres', { label: 'Length, cm' }),
          more('Resistors', field(desk, 'cable.series_ohm', { label: 'In SDA and SCL, Ω' })),
        ]
      : []),
  ]);
}

function boxes(desk: FormDesk): HTMLElement {
  return section('Boxes and table', 'body', [
    more(
      'Sizes, in mm and degrees',
      field(desk, 'body.table_length', { label: 'Table, longer side' }),
      field(desk, 'body.table_width', { label: 'Table, shorter side' }),
      field(desk, 'body.slope', { label: 'Slope of the shared screen' }),
      field(desk, 'body.hood', { label: 'Height of the hoods' }),
    ),
  ]);
}
