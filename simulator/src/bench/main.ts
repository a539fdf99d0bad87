/** The bench: connects to a device, shows its report for builders, and saves it as one file. */
import '../look/look.css';
import '../page/style.css';
import './style.css';
import { download, make } from '../look/dom.ts';
import { Connection, get, say } from '../usb/connection.ts';
import type { Line } from '../usb/lines.ts';
import { type Finding, Report } from '../usb/report.ts';

/** Interval between requests to count contacts: after each request the device counts for a minute. */
const WATCH_AGAIN_MS = 45_000;

let report = new Report();
let watching: number | undefined;
const connection = new Connection(take);

function take(line: Line): void {
  if (line.hello) measure();
  if (line.error) {
    say(`The device refuses: ${line.error}.`);
    watch(false);
  }
  if (report.take(line)) show();
}

/** Asks for a new report. The previous one stays visible until it arrives. */
function measure(): void {
  const { hello, contacts } = report;
  report = Object.assign(new Report(), { hello, contacts });
  void connection.ask('bench');
}

function watch(on: boolean): void {
  window.clearInterval(watching);
  const ask = () => void connection.ask('contacts');
  watching = on ? window.setInterval(ask, WATCH_AGAIN_MS) : undefined;
  if (on) ask();
  get('#watch').setAttribute('aria-pressed', String(on));
}

function rows(of: Finding[]): HTMLElement[] {
  return of.map(({ what, found, wrong }) =>
    make(
      'tr',
      { class: wrong ? 'wrong' : undefined },
      make('th', { scope: 'row' }, what),
      make('td', {}, wrong ? `⚠ ${found}` : found),
    ),
  );
}

function show(): void {
  document.body.classList.add('measured');
  get('#wiring').replaceChildren(...rows(report.wiring()));
  get('#knobs').replaceChildren(...rows(report.knobs()));
  get('#rest').replaceChildren(...rows(report.rest()));
  const wrong = [...report.wiring(), ...report.rest()].filter((one) => one.wrong).length;
  if (!report.complete) say('Measuring…');
  else if (wrong > 0) say(`Something is wrong in ${wrong} ${wrong === 1 ? 'line' : 'lines'}, marked with ⚠.`);
  else say('Everything that was measured is as it should be.');
  get('#device').textContent = report.hello
    ? `${report.hello.board}, ${report.hello.chip}, version ${report.hello.version}, serial ${report.hello.serial}`
    : '';
}

function save(): void {
  const now = new Date();
  const notes = get('#notes') as HTMLTextAreaElement;
  const name = `dixit-bench-${report.hello?.board ?? 'device'}-${now.toISOString().slice(0, 10)}.json`;
  download(name, report.json(notes.value, now), 'application/json');
}

get('#measure').addEventListener('click', measure);
get('#watch').addEventListener('click', () => watch(watching === undefined));
get('#save').addEventListener('click', save);
