/** Plays the buzzer as sound. Off until a visitor switches it on, as browsers require. */
export class Sound {
  private audio: { context: AudioContext; oscillator: OscillatorNode; gain: GainNode } | null = null;
  private hz = 0;

  get on(): boolean {
    return this.audio !== null;
  }

  switch(on: boolean): void {
    if (on && !this.audio) {
      const context = new AudioContext();
      const [oscillator, gain] = [context.createOscillator(), context.createGain()];
      oscillator.type = 'square';
      gain.gain.value = 0;
      oscillator.connect(gain).connect(context.destination);
      oscillator.start();
      this.audio = { context, oscillator, gain };
      this.tone(this.hz);
    } else if (!on && this.audio) {
      void this.audio.context.close();
      this.audio = null;
    }
  }

  tone(hz: number): void {
    this.hz = hz;
    if (!this.audio) return;
    const { context, oscillator, gain } = this.audio;
    if (hz > 0) oscillator.frequency.setValueAtTime(hz, context.currentTime);
    // Fade over a few milliseconds; a step would click.
    gain.gain.setTargetAtTime(hz > 0 ? 0.05 : 0, context.currentTime, 0.004);
  }
}
