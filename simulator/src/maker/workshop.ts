/** The page's side of the connection to the Rust worker. */
import type { Keys, Review, Opened, Sheet } from './answers.ts';
import type { FromRust, ToRust } from './rust.worker.ts';

export class Workshop {
  private readonly worker = new Worker(new URL('./rust.worker.ts', import.meta.url), { type: 'module' });
  private readonly waiting = new Map<number, { resolve: (value: unknown) => void; reject: (why: Error) => void }>();
  private asked = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<FromRust>) => {
      const who = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if (data.failed === undefined) who?.resolve(data.value);
      else who?.reject(new Error(data.failed));
    };
  }

  private ask(method: ToRust['method'], ...args: unknown[]): Promise<unknown> {
    const number = ++this.asked;
    this.worker.postMessage({ number, base: document.baseURI, method, args } satisfies ToRust);
    return new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject }));
  }

  keys = () => this.ask('keys') as Promise<Keys>;
  review = (board: unknown) => this.ask('review', board) as Promise<Review>;
  draw = (board: unknown, sheet: string) => this.ask('draw', board, sheet) as Promise<Sheet[]>;
  open = (name: string, text: string) => this.ask('open', name, text) as Promise<Opened>;
  uf2 = (board: unknown, firmware: Uint8Array) => this.ask('uf2', board, firmware) as Promise<Uint8Array<ArrayBuffer>>;
  alone = (board: unknown) => this.ask('alone', board) as Promise<Uint8Array<ArrayBuffer>>;
}
