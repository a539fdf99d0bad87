/**
 * The controller of the 2.42-inch panels: an SSD1306 without a charge pump, since the module supplies the voltage, and
 * with a command lock that ignores everything but the unlock command.
 */
import { Ssd1306 } from './ssd1306.ts';

const LOCK = 0xfd;
const LOCKED = 0x16;
const PUMP = 0x8d;

export class Ssd1309 extends Ssd1306 {
  private locked = false;

  override powerUp(): void {
    super.powerUp();
    this.pump = true;
    this.locked = false;
  }

  /** The data sheet marks these bits as reserved. */
  protected override get identity(): number {
    return 0x0;
  }

  protected override argumentsOf(command: number): number {
    if (command === LOCK) return 1;
    // It lacks this command, so the argument is taken for the next command.
    return command === PUMP ? 0 : super.argumentsOf(command);
  }

  protected override obeys(command: number): boolean {
    return !this.locked || command === LOCK;
  }

  protected override perform(command: number, argument: number[]): void {
    if (command === LOCK) this.locked = argument[0] === LOCKED;
    else if (command !== PUMP) super.perform(command, argument);
  }
}
