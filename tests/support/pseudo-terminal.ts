import { readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';
import { spawn, type IPty } from '@lydell/node-pty';
import { launcher } from './built-cli.ts';
import { requireCapability } from './capabilities.ts';
import { isolatedEnvironment, temporaryFolder } from './cli.ts';
import { afterEveryFile } from './hooks.ts';
import { connectTerminal, type TerminalOptions, type TerminalSession } from './terminal-session.ts';

export type { TerminalOptions, TerminalSession } from './terminal-session.ts';

/** The command line in a process of its own, in a pseudo-terminal. */
export interface TerminalProcess extends TerminalSession {
  /** Sends a signal to the command, by default SIGTERM. */
  signal(name?: NodeJS.Signals): void;
}

const running = new Set<() => void>();

afterEveryFile(() => {
  for (const end of running) end();
  running.clear();
});

/** Starts the command line in a terminal. It is killed after the tests of its file. */
export function inTerminal(words: readonly string[], options: TerminalOptions = {}): TerminalProcess {
  requireCapability('a pseudo-terminal with its own file');
  const { folder = temporaryFolder(), environment = {}, columns = 80, rows = 24 } = options;
  const pty: IPty = spawn(process.execPath, [launcher, ...words], {
    cols: columns,
    rows,
    cwd: folder,
    env: isolatedEnvironment(folder, { TERM: 'xterm-256color', ...environment }),
    // Output is decoded here: characters may be split between two reads.
    encoding: null,
  });
  const terminal = connectTerminal(columns, rows, {
    send: (keys) => pty.write(keys),
    resize: (newColumns, newRows) => pty.resize(newColumns, newRows),
  });
  const decoder = new StringDecoder('utf8');
  const onData = (bytes: Buffer) => terminal.show(decoder.write(bytes));
  // Without an encoding, node-pty emits bytes.
  pty.onData((bytes) => onData(bytes as unknown as Buffer));
  readRestBeforeClose(pty, onData);
  pty.onExit(({ exitCode }) => terminal.end(exitCode));
  running.add(() => {
    if (!terminal.isOver()) pty.kill('SIGKILL');
  });
  return { ...terminal.session, signal: (name) => pty.kill(name) };
}

/**
 * Reads the rest of the output before node-pty closes the terminal. The kernel hands out at most 4 KB per read, but
 * libuv takes such a partial read for the end of the output once the command has exited.
 */
function readRestBeforeClose(pty: IPty, onData: (bytes: Buffer) => void): void {
  const { _socket: socket, fd } = pty as unknown as { readonly _socket: ReadStream; readonly fd: number };
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    socket.destroy = destroy;
    for (let bytes = readSome(fd); bytes.length > 0; bytes = readSome(fd)) onData(bytes);
    return destroy(error);
  };
}

/** Empty if the command has exited (EIO) or a child process of it keeps the terminal open (EAGAIN). */
function readSome(fd: number): Buffer {
  const buffer = Buffer.alloc(4096);
  try {
    return buffer.subarray(0, readSync(fd, buffer));
  } catch {
    return buffer.subarray(0, 0);
  }
}
