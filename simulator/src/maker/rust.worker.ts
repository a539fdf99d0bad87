/** Runs the Rust code in a worker, so that the page never waits for a drawing. */
import { Rust } from './rust.ts';

/** A method of `Rust` with its arguments; the number is returned with the result. */
export interface ToRust {
  number: number;
  base: string;
  method: Exclude<keyof Rust, symbol>;
  args: unknown[];
}
export interface FromRust {
  number: number;
  value?: unknown;
  failed?: string;
}

let rust: Promise<Rust> | undefined;

async function handle({ number, base, method, args }: ToRust): Promise<FromRust> {
  try {
    rust ??= Rust.load(base);
    const loaded = await rust;
    return { number, value: (loaded[method] as (...args: unknown[]) => unknown).apply(loaded, args) };
  } catch (error) {
    // After a trap the memory cannot be trusted. If the file was missing, the next call tries again.
    rust = undefined;
    return { number, failed: error instanceof Error ? error.message : String(error) };
  }
}

self.onmessage = ({ data }: MessageEvent<ToRust>) => {
  void handle(data).then((answer) => self.postMessage(answer));
};
