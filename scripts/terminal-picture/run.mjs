// A command in a terminal: what it has written at its end, or what stands on its screen after some keys.
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';

/** Lines that a command may write. */
const MOST_LINES = 400;

const keys = {
  enter: '\r',
  escape: '\u001b',
  tab: '\t',
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  space: ' ',
};

function open(command, columns, rows) {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const environment = { ...process.env, TERM: 'xterm-256color', COLORTERM: 'truecolor' };
  delete environment.NO_COLOR;
  const child = pty.spawn('bash', ['-c', command], { cols: columns, rows, env: environment });
  const watchers = new Set();
  let written = Promise.resolve();
  child.onData((data) => {
    written = written.then(() => new Promise((resolve) => terminal.write(data, resolve)));
    void written.then(() => watchers.forEach((look) => look()));
  });
  return { terminal, child, watchers, written: () => written };
}

function linesOf({ buffer }, from, count) {
  return Array.from({ length: count }, (_, row) => buffer.active.getLine(from + row));
}

/** All lines of a command that ends by itself. */
export async function linesOfCommand(command, columns) {
  const { terminal, child, written } = open(command, columns, MOST_LINES);
  await new Promise((resolve) => child.onExit(resolve));
  await written();
  return linesOf(terminal, 0, terminal.buffer.active.length);
}

/**
 * The screen of a command after some steps, which then is ended: `wait TEXT` until the screen holds it, `press NAME` for
 * a key (`ctrl+r` too), anything else is typed.
 */
export async function linesAfterSteps(command, columns, rows, steps) {
  const { terminal, child, watchers, written } = open(command, columns, rows);
  const text = () =>
    linesOf(terminal, terminal.buffer.active.baseY, rows)
      .map((line) => line.translateToString(true))
      .join('\n');
  for (const step of steps) {
    const [, verb, rest] = /^(wait|press) (.+)$/.exec(step) ?? [];
    if (verb === 'wait')
      await until(
        () => text().includes(rest),
        watchers,
        () => `${rest}\n${text()}`,
      );
    else if (verb === 'press') child.write(sequenceOf(rest));
    else child.write(step);
  }
  // What is still being drawn, such as a picture.
  await new Promise((resolve) => setTimeout(resolve, 600));
  await written();
  const lines = linesOf(terminal, terminal.buffer.active.baseY, rows);
  child.kill();
  return lines;
}

function sequenceOf(name) {
  const control = /^ctrl\+(\w)$/.exec(name)?.[1];
  return control ? String.fromCharCode(control.charCodeAt(0) - 96) : (keys[name] ?? name);
}

function until(holds, watchers, describe) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Never came: ${describe()}`)), 30_000);
    const look = () => {
      if (!holds()) return;
      clearTimeout(late);
      watchers.delete(look);
      resolve();
    };
    watchers.add(look);
    look();
  });
}
