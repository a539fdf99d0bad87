/** The two ends that a page can talk to: a real device by Web Serial, or the emulated one in this browser. */
import type { Device } from '../page/device.ts';

export interface Port {
  /** Opens the port and passes bytes on until it is closed or the device is gone. */
  open(read: (bytes: Uint8Array) => void, gone: () => void): Promise<void>;
  send(text: string): Promise<void>;
  close(): Promise<void>;
}

/** The part of Web Serial that is used here. */
interface SerialPort {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
  setSignals?(signals: { dataTerminalReady: boolean }): Promise<void>;
}
interface Serial {
  requestPort(options: { filters: { usbVendorId: number; usbProductId: number }[] }): Promise<SerialPort>;
}

/** The ids of the device's port. */
const USB = { usbVendorId: 0x2e8a, usbProductId: 0x000a };

export const serial = (): Serial | undefined => (navigator as { serial?: Serial }).serial;

export class SerialDevice implements Port {
  private port: SerialPort | null = null;
  private reader: ReadableStreamDefaultReader<Uint8Array> | null = null;

  async open(read: (bytes: Uint8Array) => void, gone: () => void): Promise<void> {
    const port = await serial()?.requestPort({ filters: [USB] });
    if (!port) throw new Error('no port');
    await port.open({ baudRate: 115_200 });
    await port.setSignals?.({ dataTerminalReady: true });
    this.port = port;
    void this.readOn(port, read).finally(gone);
  }

  private async readOn(port: SerialPort, read: (bytes: Uint8Array) => void): Promise<void> {
    try {
      this.reader = port.readable?.getReader() ?? null;
      for (let next = await this.reader?.read(); next && !next.done; next = await this.reader?.read()) read(next.value);
    } catch {
      // The device was unplugged, which is not an error.
    }
  }

  async send(text: string): Promise<void> {
    const writer = this.port?.writable?.getWriter();
    await writer?.write(new TextEncoder().encode(text));
    writer?.releaseLock();
  }

  async close(): Promise<void> {
    await this.reader?.cancel().catch(() => {});
    this.reader?.releaseLock();
    await this.port?.close().catch(() => {});
    this.port = null;
  }
}

export class EmulatedDevice implements Port {
  constructor(private readonly device: Device) {}

  open(read: (bytes: Uint8Array) => void): Promise<void> {
    this.device.on('usb', ({ bytes }) => read(bytes));
    this.device.say({ to: 'usb', plugged: true });
    return Promise.resolve();
  }

  send(text: string): Promise<void> {
    this.device.say({ to: 'send', bytes: new TextEncoder().encode(text) });
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.device.say({ to: 'usb', plugged: false });
    return Promise.resolve();
  }
}
