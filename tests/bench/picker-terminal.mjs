// Programs in a terminal of their own, measured as a person meets them: what is written after a key, and the CPU time of
// the process (Linux: /proc).
import { readFile } from 'node:fs/promises';
import { spawn } from '@lydell/node-pty';
import { environment } from './measure.mjs';

/** Milliseconds without output after which a frame is finished. */
const QUIET = 40;
/** Milliseconds in one of the kernel's ticks, in which it counts CPU time. */
const TICK = 10;

/** That of all measurements, but with colors, which the picker has in a terminal. */
export function terminalEnvironment(more) {
  const { NODE_EXTRA_CA_CERTS: _certificates, NO_COLOR: _colors, ...rest } = environment;
  return { ...rest, TERM: 'xterm-256color', ...more };
}

/** Starts a command of Node's at 80 x 24. */
export function startInTerminal(args, env = {}) {
  const pty = spawn(process.execPath, args, { cols: 80, rows: 24, env: terminalEnvironment(env) });
  let written = '';
  let lastAt = performance.now();
  let onOutput = () => undefined;
  pty.onData((data) => {
    written += data;
    lastAt = performance.now();
    onOutput();
  });
  const ended = new Promise((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)));

  /** Resolves when nothing has been written for a while. @returns when the last piece came */
  const quiet = () =>
    new Promise((resolve) => {
      let timer = setTimeout(done, QUIET);
      onOutput = () => {
        clearTimeout(timer);
        timer = setTimeout(done, QUIET);
      };
      function done() {
        onOutput = () => undefined;
        resolve(lastAt);
      }
    });

  return {
    ended,
    /** @returns what was written for the new size */
    async resize(columns, rows) {
      written = '';
      pty.resize(columns, rows);
      await quiet();
      return written;
    },
    /** Resolves when a text has been written. */
    until: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if (written.includes(text)) resolve();
          else setTimeout(look, 10);
        };
        look();
      }),
    quiet,
    /** Presses a key. @returns milliseconds to the finished frame, and what was written for it */
    async press(keys) {
      written = '';
      const started = performance.now();
      lastAt = started;
      pty.write(keys);
      const finished = await quiet();
      return { milliseconds: finished - started, written };
    },
    /** CPU milliseconds that the process has used. */
    async cpu() {
      const stat = await readFile(`/proc/${pty.pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) * TICK;
    },
    async stop() {
      pty.kill('SIGKILL');
      await ended;
    },
  };
}
