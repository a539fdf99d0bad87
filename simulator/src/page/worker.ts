/** Runs the emulated table in a worker. */
import { Table } from '../table.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { Runner } from './runner.ts';

/** Yields between two pieces of work, so that messages are handled. */
const PAUSE_MS = 4;

const post = (message: FromWorker, transfer: Transferable[] = []) => self.postMessage(message, { transfer });
const failed = (error: unknown) =>
  post({ from: 'failed', why: error instanceof Error ? error.message : String(error) });

let runner: Runner | null = null;

/** Runs until another table is opened. */
function keepRunning(started: Runner): void {
  if (started !== runner) return;
  try {
    started.beat();
  } catch (error) {
    failed(error);
    return;
  }
  setTimeout(keepRunning, PAUSE_MS, started);
}

function handle(message: ToWorker): void {
  if (message.to === 'open') {
    const { board, elf, block, seed } = message;
    const table = new Table({ board, elf, block, seed });
    if (message.flash) {
      table.powerOff();
      table.loadFlash(message.flash);
      table.powerOn();
      table.events();
    }
    runner = new Runner(table, { post, wall: () => performance.now() });
    keepRunning(runner);
    return;
  }
  if (!runner) return;
  const { table } = runner;
  switch (message.to) {
    case 'turn':
      return runner.turn(message.knob, message.by, message.ms);
    case 'press':
      return runner.press(message.knob, message.ms);
    case 'down':
      return runner.down(message.knob);
    case 'up':
      return runner.up(message.knob);
    case 'power':
      return message.on ? table.powerOn() : table.powerOff();
    case 'reset':
      return table.pressReset();
    case 'screen':
      return message.plugged ? table.faults.plug(message.index) : table.faults.unplug(message.index);
    case 'wear':
      return table.hands.setWear(message.wear);
    case 'holdbus':
      return message.held ? table.faults.holdBus(message.bus, 3600e9) : table.faults.releaseBus(message.bus);
    case 'chain':
      return table.faults.breakChain(message.whole ? null : 16);
    case 'flash':
      return post({ from: 'flash', bytes: table.flash.bytes.slice() });
    case 'usb':
      if (!message.plugged) return table.computer.unplug();
      table.computer.open();
      return table.computer.plug();
    case 'send':
      return table.computer.send(message.bytes);
    case 'pause':
      return runner.pause(message.paused);
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  try {
    handle(data);
  } catch (error) {
    failed(error);
  }
};
