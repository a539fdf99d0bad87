/** A page's connection: to one device at a time, a real one by Web Serial or the emulated one on the page. */
import { chipInAddress, Device, fetchBoard, listBoards } from '../page/device.ts';
import { Stage } from '../page/stage.ts';
import { type Line, LineReader, PROTOCOL } from './lines.ts';
import { EmulatedDevice, type Port, serial, SerialDevice } from './port.ts';

export function get(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page lacks ${selector}`);
  return found;
}

export function say(text: string): void {
  get('#status').textContent = text;
}

export class Connection {
  private port: Port | null = null;

  /** Serves the page's buttons `#connect` and `#emulated`; `take` gets every line. */
  constructor(private readonly take: (line: Line) => void) {
    get('#connect').hidden = !serial();
    get('#unable').hidden = serial() !== undefined;
    get('#connect').addEventListener('click', () => void this.connectSerial());
    get('#emulated').addEventListener(
      'click',
      () => void this.connectEmulated().catch((error: unknown) => say(String(error))),
    );
  }

  async ask(request: string): Promise<void> {
    await this.port?.send(`${JSON.stringify({ ask: request })}\n`);
  }

  private async connect(made: Port, what: string): Promise<void> {
    await this.port?.close();
    const reader = new LineReader();
    await made.open(
      (bytes) => {
        for (const line of reader.take(bytes)) this.hear(line);
      },
      () => {
        say('The device is gone. Plug it in and connect again.');
        document.body.classList.remove('connected');
      },
    );
    this.port = made;
    document.body.classList.add('connected');
    say(what);
  }

  private hear(line: Line): void {
    if (line.hello && line.hello.protocol !== PROTOCOL) {
      say(`This device speaks version ${line.hello.protocol} of the protocol; this page knows version ${PROTOCOL}.`);
    }
    this.take(line);
  }

  private async connectSerial(): Promise<void> {
    try {
      await this.connect(new SerialDevice(), 'Connected.');
    } catch (error) {
      // Closing the browser's list of ports without a choice is no error and needs no message.
      if (!(error instanceof DOMException && error.name === 'NotFoundError')) {
        say(`The port could not be opened: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  /** Puts an emulated table into `#stage` and connects to it. */
  private async connectEmulated(): Promise<void> {
    const asked = new URLSearchParams(location.search).get('board') ?? 'table';
    const boards = await listBoards();
    const name = boards.find((one) => one === asked) ?? boards[0];
    const files = await fetchBoard(name, chipInAddress(), (part) =>
      say(`Loading the firmware: ${Math.round(part * 100)} %`),
    );
    const device = new Device();
    const stage = new Stage(get('#stage'), files.board, device);
    device.on('frame', (frame) => {
      stage.show(frame);
      document.body.dataset['now'] = frame.now.toFixed(0);
    });
    const { board, elf, block } = files;
    device.say({ to: 'open', board, elf: elf.slice(), block, seed: 7 });
    get('#simulator').hidden = false;
    await this.connect(new EmulatedDevice(device), 'Connected to the emulated device below.');
  }
}
