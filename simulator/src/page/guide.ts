/** The first round in words beside the table: read and do it, have one step done, or watch it all. Can be closed. */
import type { Board } from '../board.ts';
import { countLit, firstRound, type Player, type Step } from '../demo.ts';
import type { Device } from './device.ts';
import type { Stage } from './stage.ts';

const PRESS_MS = 90;
const HOLD_MS = 1100;
const DETENT_MS = 45;
const READ_MS = 2600;

export class Guide {
  private readonly steps: Step[];
  private at = 0;
  /** Grows when something else is wanted, which ends whatever is being shown. */
  private wish = 0;
  private busy = false;

  constructor(
    private readonly root: HTMLElement,
    board: Board,
    private readonly device: Device,
    private readonly stage: Stage,
    /** Starts the device anew, with an empty memory. */
    private readonly anew: () => Promise<void>,
  ) {
    this.steps = firstRound(board);
    this.draw();
  }

  close(): void {
    this.wish++;
    this.stage.point([]);
    this.root.replaceChildren(button('Show the guide', () => this.draw()));
    this.root.dataset['state'] = 'closed';
  }

  end(): void {
    this.wish++;
  }

  private draw(): void {
    const step = this.steps[this.at];
    const heading = document.createElement('h2');
    heading.textContent = step.title;
    const count = document.createElement('p');
    count.className = 'count';
    count.textContent = `A first round, step ${this.at + 1} of ${this.steps.length}`;
    const words = document.createElement('p');
    words.textContent = step.words;
    const row = document.createElement('div');
    row.className = 'row';
    if (this.busy) {
      row.append(button('Stop the demo', () => this.stop()));
    } else {
      row.append(
        button('Do it for me', () => void this.doStep()),
        button('Back', () => this.go(this.at - 1), this.at === 0),
        button('Next', () => this.go(this.at + 1), this.at === this.steps.length - 1),
      );
    }
    const watch = document.createElement('div');
    watch.className = 'row';
    if (!this.busy)
      watch.append(
        button('Watch a demo round', () => void this.watch()),
        button('Close', () => this.close()),
      );
    this.root.replaceChildren(count, heading, words, row, watch);
    this.root.dataset['state'] = this.busy ? 'showing' : 'open';
    this.root.dataset['step'] = String(this.at);
    this.stage.point(step.knobs);
  }

  private go(to: number): void {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
    this.draw();
  }

  private stop(): void {
    this.wish++;
    this.busy = false;
    this.draw();
  }

  private async doStep(): Promise<void> {
    await this.show(async (hands) => {
      await this.steps[this.at].do(hands);
    });
    this.go(this.at + 1);
  }

  /** The whole round from a fresh start. */
  async watch(): Promise<void> {
    this.at = 0;
    await this.show(async (hands) => {
      await this.anew();
      await hands.wait(700);
      for (; ; this.at++) {
        this.draw();
        await hands.wait(READ_MS);
        await this.steps[this.at].do(hands);
        if (this.at === this.steps.length - 1) break;
      }
    });
  }

  private async show(act: (hands: Player) => Promise<void>): Promise<void> {
    const wish = ++this.wish;
    this.busy = true;
    this.draw();
    try {
      await act(this.hands(wish));
    } catch (stopped) {
      if (!(stopped instanceof Stopped)) throw stopped;
      return;
    }
    this.busy = false;
    this.draw();
  }

  private hands(wish: number): Player {
    const wait = async (ms: number) => {
      await this.device.passed(ms);
      if (this.wish !== wish) throw new Stopped();
    };
    const { device, stage } = this;
    return {
      wait,
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

class Stopped extends Error {}

function button(text: string, act: () => void, disabled = false): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.disabled = disabled;
  made.addEventListener('click', act);
  return made;
}
