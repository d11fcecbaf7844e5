// The picker from its start until it has ended, in a terminal of its own: `node picker-start.mjs`-like commands are
// measured as a person meets them, with a token and a hub that never answers.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { spawn } from '@lydell/node-pty';
import { terminalEnvironment } from './picker-terminal.mjs';

const LEAVE = '\u0003';
const LEFT = 130;

/** A hub that takes requests and never answers them. */
export async function silentHub() {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Starts a command of Node's in a terminal, leaves it as soon as it shows something, and waits for its end.
 * @param shown what its first frame holds; without it the command ends of itself
 * @returns milliseconds until the frame was there, and until the process had ended
 */
export function terminalTime(args, env, shown) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const pty = spawn(process.execPath, args, { cols: 80, rows: 24, env: terminalEnvironment(env) });
    let written = '';
    let first = 0;
    pty.onData((data) => {
      written += data;
      if (first > 0 || shown === undefined || !written.includes(shown)) return;
      first = performance.now() - started;
      pty.write(LEAVE);
    });
    pty.onExit(({ exitCode }) => {
      const whole = performance.now() - started;
      if (shown === undefined || (first > 0 && exitCode === LEFT)) resolve({ first, whole });
      else reject(new Error(`${args.join(' ')} ended with ${exitCode}:\n${written}`));
    });
  });
}
