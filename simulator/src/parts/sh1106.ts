/**
 * The controller of most 1.3-inch panels: 132 columns, of which the glass shows the middle 128, and no automatic step
 * to the next page.
 */
import { Panel, type PanelOptions } from './panel.ts';

const COLUMNS = 132;
const ARGUMENTS: Record<number, number> = { 0x81: 1, 0xa8: 1, 0xad: 1, 0xd3: 1, 0xd5: 1, 0xd9: 1, 0xda: 1, 0xdb: 1 };

export class Sh1106 extends Panel {
  constructor(options: PanelOptions) {
    super(options, COLUMNS, 2);
  }

  override powerUp(): void {
    super.powerUp();
    this.pump = true;
  }

  protected get identity(): number {
    return 0x8;
  }

  protected argumentsOf(command: number): number {
    return ARGUMENTS[command] ?? 0;
  }

  protected perform(command: number, [first]: number[]): void {
    if (command < 0x10) this.column = (this.column & 0xf0) | command;
    else if (command < 0x20) this.column = (this.column & 0x0f) | ((command & 0x0f) << 4);
    else if (command === 0xad) this.pump = (first & 1) !== 0;
  }

  protected advance(): void {
    // The pointer stays on the last column: further data are lost, as on the real panel.
    if (this.column < COLUMNS - 1) this.column++;
  }
}
