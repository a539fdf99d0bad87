/** A passive buzzer: derives the tone from the time between the edges on its pin. */
export interface Tone {
  ns: number;
  /** 0 when it falls silent. */
  hz: number;
}

const SILENCE_NANOS = 30_000_000;

export class Buzzer {
  readonly trace: Tone[] = [];
  onTone: (tone: Tone) => void = () => {};
  private hz = 0;
  private rose: number | null = null;

  edge(level: number, ns: number): void {
    if (level === 0) return;
    if (this.rose !== null && ns - this.rose < SILENCE_NANOS) {
      const hz = Math.round(1e9 / (ns - this.rose));
      // The first period after a change may mix two tones: only a steady one is a new tone.
      if (Math.abs(hz - this.hz) > Math.max(2, this.hz / 100)) this.change(this.rose, hz);
    }
    this.rose = ns;
  }

  /** Must be called regularly, because silence causes no edges. */
  listen(ns: number): void {
    if (this.hz !== 0 && this.rose !== null && ns - this.rose >= SILENCE_NANOS) {
      this.change(this.rose, 0);
      this.rose = null;
    }
  }

  private change(ns: number, hz: number): void {
    this.hz = hz;
    const tone = { ns, hz };
    this.trace.push(tone);
    this.onTone(tone);
  }
}
