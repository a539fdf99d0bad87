/**
 * A guided first round, in words beside the table. A visitor does each step, has it done, or watches a demo of all
 * steps. The guide follows the game by the text of the shared screen, whoever turned the knobs.
 */
import type { Board } from '../board.ts';
import { countLit, firstRound, type Player, type Step } from '../demo.ts';
import { button, make } from '../look/dom.ts';
import type { Device } from './device.ts';
import type { ToWorker } from './messages.ts';
import { sign } from './sign.ts';
import type { Stage } from './stage.ts';

const PRESS_MS = 90;
const HOLD_MS = 1100;
const DETENT_MS = 45;
/** Reading time for a few lines of text, and for a picture on a screen. */
const READ_MS = 2600;
const PICTURE_MS = 3500;

/** Where the game is: the index of the next step (the number of steps after the last), or outside this round. */
type Place = number | 'elsewhere';

export interface GuideOptions {
  board: Board;
  device: Device;
  stage: Stage;
  /** Whether the device starts with an empty memory. */
  blank: boolean;
  /** Restarts the device with an empty memory, unless the visitor wants to keep the game. Returns true if it did. */
  anew: () => Promise<boolean>;
}

export class Guide {
  private readonly steps: Step[];
  private at: Place = 0;
  /**
   * The shared screen's texts, each reduced by `sign`, in each step and after the last. Null until the rehearsal is
   * done.
   */
  private signs: Set<string>[] | null = null;
  private heard = '';
  /** Incremented to cancel the demo or step that is being shown. */
  private wish = 0;
  private busy = false;
  private closed = false;
  /** Whether a demo of the whole round is running. */
  private watching = false;
  /** True while nobody but the guide has pressed a knob. Only then can it do the next step. */
  private scripted: boolean;

  constructor(
    private readonly root: HTMLElement,
    private readonly options: GuideOptions,
  ) {
    this.steps = firstRound(options.board);
    this.scripted = options.blank;
    if (!options.blank) this.at = 'elsewhere';
    this.draw();
  }

  rehearsed(signs: string[][]): void {
    this.signs = signs.map((said) => new Set(said));
    this.follow();
  }

  /** Called when the text of the shared screen has changed. */
  says(text: string): void {
    this.heard = sign(text);
    this.follow();
  }

  /** Called when a visitor has used a knob. Turning does not change the game, a press does. */
  touched({ to }: ToWorker): void {
    if (to === 'turn' || !this.scripted) return;
    this.scripted = false;
    if (this.busy) this.stop();
    else this.draw();
  }

  /** Called when the device has been restarted with an empty memory. */
  anew(): void {
    this.scripted = true;
    this.at = 0;
    this.draw();
  }

  close(): void {
    this.end();
    this.closed = true;
    this.options.stage.point([]);
    this.root.replaceChildren(
      button('Show the guide', () => {
        this.closed = false;
        this.draw();
      }),
    );
    this.root.dataset['state'] = 'closed';
  }

  end(): void {
    this.wish++;
    this.busy = false;
    this.watching = false;
  }

  private get done(): boolean {
    return this.at === this.steps.length;
  }

  private follow(): void {
    // Later rounds look alike, but the guide covers only the first.
    if (!this.signs || this.busy || this.done || this.heard === '') return;
    const places = this.signs.flatMap((known, place) => (known.has(this.heard) ? [place] : []));
    const from = typeof this.at === 'number' ? this.at : 0;
    // The first clue and the end of the round have the same text: prefer the place that lies ahead.
    const next = places.find((place) => place >= from) ?? places[0] ?? 'elsewhere';
    if (next === this.at) return;
    this.at = next;
    this.draw();
  }

  private draw(): void {
    if (this.closed) return;
    const { at, steps, busy } = this;
    const step = typeof at === 'number' ? steps[at] : undefined;
    const said = step ?? (this.done ? DONE : ELSEWHERE);
    const count = step ? `A first round, step ${steps.indexOf(step) + 1} of ${steps.length}` : 'A first round';
    const row = make('div', { class: 'row' });
    if (busy) row.append(button('Stop the demo', () => this.stop()));
    else {
      if (step && this.scripted) row.append(button('Do it for me', () => void this.doStep(step)));
      row.append(
        button(this.done ? 'Watch it again' : 'Watch a demo round', () => void this.watch()),
        button('Close', () => this.close()),
      );
    }
    row.querySelector('button')?.classList.add('first');
    const words = (this.watching && step?.told) || said.words;
    this.root.replaceChildren(
      make('p', { class: 'count' }, count),
      make('h2', {}, said.title),
      make('p', {}, words),
      row,
    );
    this.root.dataset['state'] = busy ? 'showing' : 'open';
    this.root.dataset['step'] = this.done ? 'done' : String(at);
    // If the guide has not played the game, only the device knows whose turn it is.
    this.options.stage.point(step && (this.scripted || this.at === 0) ? step.knobs : []);
  }

  private stop(): void {
    this.end();
    this.draw();
    this.follow();
  }

  private doStep(step: Step): Promise<void> {
    return this.show((player) => step.do(player));
  }

  /** Restarts the device and plays the whole round. */
  async watch(): Promise<void> {
    if (!(await this.options.anew())) return;
    this.watching = true;
    await this.show(async (player) => {
      await player.wait(700);
      for (const [place, step] of this.steps.entries()) {
        this.at = place;
        this.draw();
        await player.wait(READ_MS);
        await step.do(player);
      }
      this.at = this.steps.length;
      this.watching = false;
    });
  }

  private async show(act: (player: Player) => Promise<void>): Promise<void> {
    const wish = ++this.wish;
    this.busy = true;
    this.draw();
    try {
      await act(this.player(wish));
      // The screen shows the result a moment later.
      await this.options.device.passed(READ_MS / 4);
    } catch (stopped) {
      if (!(stopped instanceof Stopped)) throw stopped;
      return;
    }
    if (this.wish !== wish) return;
    this.busy = false;
    this.draw();
    this.follow();
  }

  private player(wish: number): Player {
    const { device, stage } = this.options;
    const wait = async (ms: number) => {
      await device.passed(ms);
      if (this.wish !== wish) throw new Stopped();
    };
    return {
      wait,
      look: () => wait(PICTURE_MS),
      turn: async (knob, by) => {
        device.say({ to: 'turn', knob, by, ms: DETENT_MS });
        await wait(Math.abs(by) * DETENT_MS + 120);
      },
      press: async (knob) => {
        device.say({ to: 'press', knob, ms: PRESS_MS });
        await wait(450);
      },
      hold: async (knob) => {
        device.say({ to: 'press', knob, ms: HOLD_MS });
        await wait(HOLD_MS + 400);
      },
      lit: async (screen) => countLit(stage.pictures[screen]),
      pointer: async (knob) => stage.pointers[knob],
    };
  }
}

const DONE = {
  title: 'That was a whole round',
  words: 'The rest is yours. Hold the storyteller’s knob for the menu: back one step, scores, seats, settings.',
};
const ELSEWHERE = {
  title: 'Your own way',
  words:
    'The game has left the path of this first round. The screen says who acts and how; the guide goes on when the game is back.',
};

class Stopped extends Error {}
