/** The pin picker: a picture of the Pico on which impossible pins are grey and say why. */
import type { Keys, Pins } from './answers.ts';
import { make } from '../look/dom.ts';

const EDGE = 20;

export interface Picked {
  pin: number;
  /** The key that uses the pin now and gets the other one in exchange. */
  swap?: string;
}

/** Resolves to the chosen pin, or to undefined if cancelled. */
export function pick(title: string, now: number, { free, refused }: Pins, keys: Keys): Promise<Picked | undefined> {
  const why = make('p', { class: 'why', role: 'status' });
  const reasons = new Map(refused.map(({ pin, reason }) => [pin, reason]));
  // The two lines of a bus form a pair, so neither is swapped with another key.
  const others = new Map(
    refused.map(({ pin, taken_by }) => [pin, /^buses\[\d\]\.s/.test(taken_by ?? '') ? null : taken_by]),
  );
  const swap = make('button', { type: 'button', id: 'swap', hidden: true }, 'Let the two change places');
  const dialog = make('dialog', { class: 'picker', 'aria-label': title });
  const holes: HTMLButtonElement[] = [];

  const say = (pin: number) => {
    const reason = reasons.get(pin);
    why.textContent = reason ?? `GP${pin} can be it.`;
    why.classList.toggle('refused', reason !== undefined);
  };
  let picked: Picked | undefined;
  const done = (choice: Picked) => {
    picked = choice;
    dialog.close();
  };
  const hole = (pin: number, words = `GP${pin}`) => {
    const reason = reasons.get(pin);
    const state = pin === now ? ', now' : reason ? `, cannot be: ${reason}` : '';
    const made = make(
      'button',
      {
        type: 'button',
        'data-pin': pin,
        tabindex: -1,
        'aria-label': `${words}${state}`,
        'aria-disabled': Boolean(reason) && 'true',
      },
      words,
    );
    if (pin === now) made.setAttribute('aria-current', 'true');
    made.addEventListener('focus', () => say(pin));
    made.addEventListener('pointerenter', () => say(pin));
    made.addEventListener('click', () => {
      say(pin);
      if (reason === undefined) {
        done({ pin });
        return;
      }
      const other = others.get(pin);
      swap.hidden = !other || now === pin;
      swap.onclick = () => done({ pin, ...(other ? { swap: other } : {}) });
    });
    holes.push(made);
    return made;
  };
  const side = (numbers: number[], className: string) =>
    make(
      'ol',
      { class: className },
      ...numbers.map((number) => {
        const found = keys.holes.find((one) => one.hole === number);
        return make('li', {}, make('span', { class: 'number' }, String(number)), found && hole(found.pin));
      }),
    );

  const counted = Array.from({ length: EDGE }, (_, at) => at + 1);
  const left = side(counted, 'left');
  const right = side(
    counted.map((number) => 2 * EDGE + 1 - number),
    'right',
  );
  const body = make('div', { class: 'pico' }, left, make('span', { class: 'usb' }, 'USB'), right);
  const light =
    [...free, ...reasons.keys()].includes(keys.led) && hole(keys.led, `GP${keys.led}, the Pico’s own light`);
  const close = make('button', { type: 'button', class: 'plain' }, `Keep GP${now}`);
  close.addEventListener('click', () => dialog.close());
  dialog.append(make('h2', {}, title), light || '', body, why, make('p', { class: 'buttons' }, swap, close));
  dialog.addEventListener('keydown', (event) => move(event, holes, left));
  document.body.append(dialog);
  dialog.showModal();
  (holes.find((one) => Number(one.dataset['pin']) === now) ?? holes[0])?.focus();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(picked);
    });
  });
}

/** Arrow keys move along an edge, and across to the other one. */
function move(event: KeyboardEvent, holes: HTMLButtonElement[], left: HTMLElement): void {
  const at = holes.findIndex((hole) => hole === document.activeElement);
  const here = holes[at];
  if (!here) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  let to: HTMLButtonElement | undefined;
  if (step) to = holes[at + step];
  else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
    const other = holes.filter((hole) => left.contains(hole) !== left.contains(here));
    const far = (hole: HTMLButtonElement) => Math.abs(hole.offsetTop - here.offsetTop);
    to = other.sort((one, another) => far(one) - far(another))[0];
  }
  if (!to) return;
  event.preventDefault();
  to.focus();
}
