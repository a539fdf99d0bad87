/** The controller of most small OLED panels, with its three addressing modes and its charge pump. */
import { Panel, type PanelOptions, WIDTH } from './panel.ts';

type Addressing = 'horizontal' | 'vertical' | 'page';

const ARGUMENTS: Record<number, number> = {
  0x20: 1,
  0x21: 2,
  0x22: 2,
  0x23: 1,
  0x26: 6,
  0x27: 6,
  0x29: 5,
  0x2a: 5,
  0x81: 1,
  0x8d: 1,
  0xa3: 2,
  0xa8: 1,
  0xd3: 1,
  0xd5: 1,
  0xd6: 1,
  0xd9: 1,
  0xda: 1,
  0xdb: 1,
};

export class Ssd1306 extends Panel {
  private addressing: Addressing = 'page';
  private window = { left: 0, right: 127, top: 0, bottom: 7 };

  constructor(options: PanelOptions) {
    super(options, WIDTH, 0);
  }

  override powerUp(): void {
    super.powerUp();
    this.pump = false;
    this.addressing = 'page';
    this.window = { left: 0, right: 127, top: 0, bottom: 7 };
  }

  protected get identity(): number {
    return 0x3;
  }

  protected argumentsOf(command: number): number {
    return ARGUMENTS[command] ?? 0;
  }

  protected perform(command: number, [first, second]: number[]): void {
    if (command < 0x10) {
      if (this.addressing === 'page') this.column = (this.column & 0x70) | command;
    } else if (command < 0x20) {
      if (this.addressing === 'page') this.column = (this.column & 0x0f) | ((command & 7) << 4);
    } else if (command === 0x20) {
      this.addressing = (['horizontal', 'vertical', 'page', 'page'] as const)[first & 3];
    } else if (command === 0x21) {
      this.window.left = this.column = first & 0x7f;
      this.window.right = second & 0x7f;
    } else if (command === 0x22) {
      this.window.top = this.page = first & 7;
      this.window.bottom = second & 7;
    } else if (command === 0x8d) {
      // Without the charge pump these modules have no voltage for the pixels: the glass stays dark.
      this.pump = (first & 4) !== 0;
    }
  }

  protected advance(): void {
    const { left, right, top, bottom } = this.window;
    if (this.addressing === 'page') {
      this.column = (this.column + 1) & 0x7f;
    } else if (this.addressing === 'horizontal') {
      if (this.column !== right) {
        this.column = (this.column + 1) & 0x7f;
        return;
      }
      this.column = left;
      this.page = this.page === bottom ? top : (this.page + 1) & 7;
    } else {
      if (this.page !== bottom) {
        this.page = (this.page + 1) & 7;
        return;
      }
      this.page = top;
      this.column = this.column === right ? left : (this.column + 1) & 0x7f;
    }
  }
}
