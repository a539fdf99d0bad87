/** A lit OLED, drawn pixel by pixel with the dark lines that real glass has between pixels. */
import type { GlassFrame } from './messages.ts';

/** Canvas pixels for each of the panel's. */
const SCALE = 4;
/** Below this size of a pixel, the dark lines would only flicker and are left out. */
const LINES_FROM = 2.6;
const DARK = [7, 10, 16] as const;
/** The blue-white of the common panels. */
const LIT = [196, 232, 255] as const;

export class Glass {
  readonly canvas = document.createElement('canvas');
  private readonly context: CanvasRenderingContext2D;
  private readonly image: ImageData;
  private frame: GlassFrame;
  private lines = true;

  constructor(
    readonly width: number,
    readonly height: number,
    private readonly label: string,
  ) {
    this.canvas.width = width * SCALE;
    this.canvas.height = height * SCALE;
    this.canvas.className = 'glass';
    this.canvas.style.aspectRatio = `${width} / ${height}`;
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', label);
    const context = this.canvas.getContext('2d');
    if (!context) throw new Error('this browser draws no pictures');
    this.context = context;
    this.image = context.createImageData(this.canvas.width, this.canvas.height);
    this.frame = { index: 0, on: false, contrast: 0, pixels: new Uint8Array((width * height) / 8) };
    this.show(this.frame);
    new ResizeObserver(() => this.resized()).observe(this.canvas);
  }

  /** Sets the text that a screen reader reads for this screen. */
  says(text: string): void {
    this.canvas.setAttribute('aria-label', text ? `${this.label}: ${text.replaceAll('\n', ', ')}` : this.label);
  }

  private resized(): void {
    const lines = (this.canvas.clientWidth * devicePixelRatio) / this.width >= LINES_FROM;
    if (lines === this.lines) return;
    this.lines = lines;
    this.show(this.frame);
  }

  show(frame: GlassFrame): void {
    this.frame = frame;
    const { on, contrast, pixels } = frame;
    const side = this.lines ? SCALE - 1 : SCALE;
    const out = new Uint32Array(this.image.data.buffer);
    const dark = rgba(DARK, 1);
    const brightness = 0.45 + 0.55 * Math.sqrt(contrast / 255);
    const lit = rgba(LIT, brightness);
    // Light spills a little over the line beside each pixel.
    const spill = rgba(LIT, brightness * 0.3);
    out.fill(dark);
    if (on) {
      const stride = this.width * SCALE;
      for (let y = 0; y < this.height; y++) {
        for (let x = 0; x < this.width; x++) {
          if (!((pixels[(y * this.width + x) >> 3] >> (7 - (x & 7))) & 1)) continue;
          const at = y * SCALE * stride + x * SCALE;
          if (this.lines)
            for (let row = 0; row < SCALE; row++) out.fill(spill, at + row * stride, at + row * stride + SCALE);
          for (let row = 0; row < side; row++) out.fill(lit, at + row * stride, at + row * stride + side);
        }
      }
    }
    this.context.putImageData(this.image, 0, 0);
    this.canvas.classList.toggle('lit', on);
    this.canvas.style.setProperty('--glow', String(brightness));
    this.canvas.dataset['picture'] = on ? fingerprint(pixels) : 'dark';
  }
}

function rgba([r, g, b]: readonly [number, number, number], brightness: number): number {
  const part = (value: number) => Math.round(value * brightness);
  return ((255 << 24) | (part(b) << 16) | (part(g) << 8) | part(r)) >>> 0;
}

/** A short hash of a picture, so that tests can wait for a change. */
function fingerprint(pixels: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of pixels) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16);
}
