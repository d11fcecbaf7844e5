// Presses keys in the whole app, from the bytes of a key to the bytes of the frame: ink-select-input or the picker's own
// list, over so many rows. Tells CPU and wall milliseconds a key.
import { EventEmitter } from 'node:events';
import { pickerModule } from './picker-list-build.mjs';

// React is slower while it is developed with.
process.env.NODE_ENV = 'production';
const [kind, count] = process.argv.slice(2);
const ROWS_SHOWN = 15;
const WARM_UP = 100;
const PRESSES = 200;
const DOWN = '\u001b[B';
const ERASE = '\u0015';
const WORDS = ['bert-bas', 'gogvit16', 'llama ins', 'whisper t', 'sst2engl', 'zzqxvwkj'];

const {
  createSession,
  memoryTokenStore,
  SelectInput,
  createElement,
  render,
  InkInput,
  InkOutput,
  createPicker,
  mount,
  createRedraws,
  createPickList,
  terminalOf,
} = await import(pickerModule);

const organisations = [
  'google',
  'facebook',
  'microsoft',
  'distilbert',
  'sentence-transformers',
  'meta-llama',
  'Qwen',
];
const families = [
  'bert',
  'roberta',
  'vit',
  'resnet',
  'whisper',
  'llama-3',
  'qwen2.5',
  't5',
  'opus-mt',
  'wav2vec2',
];
const endings = [
  '',
  '-uncased',
  '-finetuned-sst-2-english',
  '-patch16-224',
  '-en-de',
  '-960h',
  '-8b-Instruct',
];
const names = Array.from(
  { length: Number(count) },
  (_, index) =>
    `${organisations[index % 7]}/${families[(index * 7) % 10]}-base${endings[((index * 3) % 11) % 7]}-${index.toString(36)}`,
);

const input = Object.assign(new EventEmitter(), {
  isTTY: true,
  setRawMode: () => undefined,
  resume: () => undefined,
  pause: () => undefined,
});
let onPaint = () => undefined;
const output = Object.assign(new EventEmitter(), {
  isTTY: true,
  columns: 80,
  rows: 24,
  writableNeedDrain: false,
  write: () => (onPaint(), true),
});

const redraws = createRedraws();
const environment = { TERM: 'xterm-256color' };
const { picker, ...created } = createPicker({
  session: createSession({ store: memoryTokenStore(), connect: () => undefined }),
  surroundings: { input, output, environment },
  redraws,
  connection: () => undefined,
  isSandbox: true,
  isRead: false,
  folder: '',
  hubUrl: 'http://bench',
  terminal: () => terminalOf(output, environment),
  device: { write: () => undefined, onReply: () => () => undefined },
  onEnd: () => undefined,
});

/** The picker's list, in the whole app. */
async function startPicker() {
  const list = createPickList({
    picker,
    noun: 'model',
    placeholder: () => 'Select a model',
    keyOf: (name) => name,
    nameOf: (name) => name,
    onChoose: () => undefined,
  });
  list.setItems(names);
  picker.open({
    commands: () => list.commands('choose'),
    onKey: list.onKey,
    takesText: () => list.typed !== '',
    onBack: list.onBack,
    draw: ({ columns }) => ({ lines: list.draw({ columns, rows: ROWS_SHOWN + 1 }) }),
  });
  const mounted = mount({ picker, ...created }, redraws, () => undefined);
  return { press: (bytes) => input.emit('data', Buffer.from(bytes)), stop: mounted.stop };
}

/** ink-select-input, alone on the screen. */
async function startSelect() {
  const keys = new InkInput();
  const items = names.map((name) => ({ label: name, value: name }));
  const app = render(createElement(SelectInput, { items, limit: ROWS_SHOWN }), {
    stdin: keys,
    stdout: new InkOutput({ columns: 80, rows: 24 }, output.write),
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return {
    press: (sequence) => void keys.press({ name: 'down', text: '', sequence }),
    stop: () => app.unmount(),
  };
}

const app = await (kind === 'select' ? startSelect() : startPicker());

/** Presses a key and waits for the frame that shows it, or for the moment at which there is none to be painted. */
async function press(bytes) {
  const painted = new Promise((resolve) => (onPaint = resolve));
  app.press(bytes);
  // A key that changes nothing paints nothing.
  await Promise.race([painted, new Promise((resolve) => setTimeout(resolve, 20))]);
}

async function measure(keys) {
  const times = [];
  const cpu = process.cpuUsage();
  for (const key of keys) {
    const started = performance.now();
    await press(key);
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  return {
    cpu: (user + system) / 1000 / keys.length,
    middle: times[times.length >> 1],
    slow: times[Math.floor(times.length * 0.95)],
  };
}

const keys =
  kind === 'typing' ? WORDS.flatMap((word) => [...word, ERASE]) : Array.from({ length: PRESSES }, () => DOWN);
await measure(kind === 'typing' ? keys : keys.slice(0, WARM_UP));
console.log(JSON.stringify(await measure(keys)));
app.stop();
