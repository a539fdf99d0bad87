/** Records made on request while a table runs: pins, contacts, and every picture that was visible. */
import type { Contact } from './parts/knob.ts';
import type { Panel } from './parts/panel.ts';

export interface PinChange {
  ns: number;
  pin: number;
  level: number;
}

export interface ContactChange {
  ns: number;
  knob: number;
  contact: Contact;
  level: 0 | 1;
}

/** A picture as seen after it has changed. */
export interface Sight {
  ns: number;
  screen: number;
  on: boolean;
  contrast: number;
  pixels: Uint8Array;
}

export class Recorders {
  readonly pins: PinChange[] = [];
  readonly contacts: ContactChange[] = [];
  /** Worn contacts move millions of times in a game, so they are recorded only on request. */
  keepsContacts = false;
  readonly sights: Sight[] = [];
  keepsSights = false;
  readonly watchedPins = new Set<number>();
  private readonly looked: { revision: number; sight: Sight }[] = [];

  contact(change: ContactChange): void {
    if (this.keepsContacts) this.contacts.push(change);
  }

  pin(change: PinChange): void {
    this.pins.push(change);
  }

  /** Records a screen if it shows something new. */
  look(panel: Panel, screen: number, ns: number): void {
    if (!this.keepsSights || panel.revision === this.looked[screen]?.revision) return;
    const { on, contrast } = panel;
    const pixels = panel.pixels();
    const before = this.looked[screen]?.sight;
    const same =
      before &&
      before.on === on &&
      before.contrast === contrast &&
      before.pixels.every((byte, i) => byte === pixels[i]);
    const sight = same ? before : { ns, screen, on, contrast, pixels };
    this.looked[screen] = { revision: panel.revision, sight };
    if (!same) this.sights.push(sight);
  }
}
