// Draws the terminal output of a command as an SVG. The command really runs, in a pseudo-terminal.
//
//   node scripts/terminal-image.mjs out.svg [columns] -- command
//   node scripts/terminal-image.mjs out.svg columns rows 'wait TEXT' 'press down' 'typed' … -- command
import { writeFile } from 'node:fs/promises';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { drawLines } from './terminal-svg.mjs';

/** Maximum lines of a command's output. */
const MAX_LINES = 400;

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

function startCommand(command, columns, rows) {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const environment = { ...process.env, TERM: 'xterm-256color', COLORTERM: 'truecolor' };
  delete environment.NO_COLOR;
  const child = pty.spawn('bash', ['-c', command], { cols: columns, rows, env: environment });
  const watchers = new Set();
  let written = Promise.resolve();
  child.onData((data) => {
    written = written.then(() => new Promise((resolve) => terminal.write(data, resolve)));
    void written.then(() => watchers.forEach((check) => check()));
  });
  return { terminal, child, watchers, written: () => written };
}

function getLines({ buffer }, from, count) {
  return Array.from({ length: count }, (_, row) => buffer.active.getLine(from + row));
}

/** The output of a command, once it has ended. */
async function linesOfCommand(command, columns) {
  const { terminal, child, written } = startCommand(command, columns, MAX_LINES);
  await new Promise((resolve) => child.onExit(resolve));
  await written();
  return getLines(terminal, 0, terminal.buffer.active.length);
}

/**
 * The screen of a command after some steps: `wait TEXT` waits until the screen shows it, `press NAME` presses a key (such
 * as `ctrl+r`), anything else is typed. Then kills the command.
 */
async function linesAfterSteps(command, columns, rows, steps) {
  const { terminal, child, watchers, written } = startCommand(command, columns, rows);
  const text = () =>
    getLines(terminal, terminal.buffer.active.baseY, rows)
      .map((line) => line.translateToString(true))
      .join('\n');
  for (const step of steps) {
    const [, verb, rest] = /^(wait|press) (.+)$/.exec(step) ?? [];
    if (verb === 'wait')
      await waitFor(
        () => text().includes(rest),
        watchers,
        () => `${rest}\n${text()}`,
      );
    else if (verb === 'press') child.write(sequenceOf(rest));
    else child.write(step);
  }
  // Images are drawn after the text.
  await new Promise((resolve) => setTimeout(resolve, 600));
  await written();
  const lines = getLines(terminal, terminal.buffer.active.baseY, rows);
  child.kill();
  return lines;
}

function sequenceOf(name) {
  const control = /^ctrl\+(\w)$/.exec(name)?.[1];
  return control ? String.fromCharCode(control.charCodeAt(0) - 96) : (keys[name] ?? name);
}

function waitFor(condition, watchers, describe) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Timed out waiting for ${describe()}`)), 30_000);
    const check = () => {
      if (!condition()) return;
      clearTimeout(timer);
      watchers.delete(check);
      resolve();
    };
    watchers.add(check);
    check();
  });
}

const [out, ...rest] = process.argv.slice(2);
const separator = rest.indexOf('--');
const [columns = '90', rows, ...steps] = rest.slice(0, separator);
const command = rest.slice(separator + 1).join(' ');
const width = Number(columns);
const prompt = `printf '\\033[1;32m$\\033[0m %s\\n' ${JSON.stringify(command)}`;
const lines =
  rows === undefined
    ? await linesOfCommand(`${prompt}; ${command}`, width)
    : await linesAfterSteps(command, width, Number(rows), steps);
await writeFile(out, drawLines(lines, width));
