import { readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';
import { spawn, type IPty } from '@lydell/node-pty';
import { TestRunner } from 'vitest';
import { launcher } from './built-cli.ts';
import { requireCapability } from './capabilities.ts';
import { isolatedEnvironment, temporaryFolder } from './cli.ts';
import { afterEveryFile } from './hooks.ts';
import {
  createTerminal,
  positionOf,
  styleAt,
  textOf,
  type CellStyle,
  type Position,
} from './terminal-emulator.ts';
import { keySequence, pasteSequence } from './terminal-keys.ts';

/** A pattern or predicate that the screen must match. */
type Expected = RegExp | ((screen: string) => boolean);

/** The command line in a pseudo-terminal. */
export interface TerminalSession {
  /** Types characters, or sends raw sequences. */
  type(keys: string): void;
  /**
   * Presses keys by name: `enter`, `up`, `ctrl+r`, `alt+enter`, `?`. After `escape`, wait for its effect before the next
   * key: together they would be read as an Alt key.
   */
  press(...names: string[]): void;
  /** Pastes a text in bracketed paste mode. */
  paste(text: string): void;
  /** At least 2 columns. */
  resize(columns: number, rows: number): void;
  /** The text of the active screen without trailing empty lines; outside full-screen mode, with the scrollback. */
  screen(): string;
  /** The text of the main screen with its scrollback: what stays after a full-screen app has ended. */
  scrollback(): string;
  /** Whether the alternate screen is shown. */
  isFullScreen(): boolean;
  /** The style of the first character of a text on the screen. */
  styleOf(text: string): CellStyle;
  /** Where a text starts on the screen. */
  positionOf(text: string): Position;
  styleAt(position: Position): CellStyle;
  /** The cursor's position, visible or not. */
  cursor(): Position;
  isCursorVisible(): boolean;
  /** Whether the app has turned on bracketed paste mode. */
  isBracketedPasteOn(): boolean;
  /** All output so far, unprocessed. */
  written(): string;
  /** Waits until the screen matches; fails with the screen when the command ends first or the test times out. */
  until(expected: Expected): Promise<string>;
  /** Like `until`, for the unprocessed output with its control sequences. */
  untilWritten(expected: Expected): Promise<string>;
  /** Sends a signal to the command, by default SIGTERM. */
  signal(name?: NodeJS.Signals): void;
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
}

export interface TerminalOptions {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly columns?: number;
  readonly rows?: number;
}

const SHOW_CURSOR = '\u001b[?25h';
const HIDE_CURSOR = '\u001b[?25l';

const running = new Set<() => void>();

afterEveryFile(() => {
  for (const end of running) end();
  running.clear();
});

/** Starts the command line in a terminal. It is killed after the tests of its file. */
export function inTerminal(words: readonly string[], options: TerminalOptions = {}): TerminalSession {
  requireCapability('a pseudo-terminal with its own file');
  const { folder = temporaryFolder(), environment = {}, columns = 80, rows = 24 } = options;
  const terminal = createTerminal(columns, rows);
  const pty: IPty = spawn(process.execPath, [launcher, ...words], {
    cols: columns,
    rows,
    cwd: folder,
    env: isolatedEnvironment(folder, { TERM: 'xterm-256color', ...environment }),
    // Output is decoded here: characters may be split between two reads.
    encoding: null,
  });
  const decoder = new StringDecoder('utf8');
  let written = '';
  let isOver = false;
  const checks = new Set<() => void>();
  const checkAll = () => {
    // In synchronized output mode the screen may be half drawn.
    if (terminal.modes.synchronizedOutputMode && !isOver) return;
    for (const check of checks) check();
  };
  const onData = (bytes: Buffer) => {
    const text = decoder.write(bytes);
    written += text;
    terminal.write(text, checkAll);
  };
  // Without an encoding, node-pty emits bytes.
  pty.onData((bytes) => onData(bytes as unknown as Buffer));
  readRestBeforeClose(pty, onData);
  // Replies to terminal queries.
  terminal.onData((reply) => {
    if (!isOver) pty.write(reply);
  });
  const ended = new Promise<number>((resolve) =>
    pty.onExit(({ exitCode }) => {
      isOver = true;
      // Runs after all earlier output has been processed.
      terminal.write('', () => {
        checkAll();
        resolve(exitCode);
      });
    }),
  );
  running.add(() => {
    if (!isOver) pty.kill('SIGKILL');
  });
  const screen = () => textOf(terminal.buffer.active);
  const waitFor = (read: () => string, expected: Expected) =>
    new Promise<string>((resolve, reject) => {
      const fail = (why: string) =>
        reject(new Error(`${why} before ${String(expected)} matched; the screen shows:\n${screen()}`));
      const matches = (text: string) => (expected instanceof RegExp ? expected.test(text) : expected(text));
      const check = () => {
        const text = read();
        const isMatch = matches(text);
        if (!isMatch && !isOver) return;
        stop();
        if (isMatch) resolve(text);
        else fail('The command ended');
      };
      const timer = setTimeout(() => {
        stop();
        fail('The test timed out');
      }, timeLeft());
      const stop = () => {
        clearTimeout(timer);
        checks.delete(check);
      };
      checks.add(check);
      check();
    });
  return {
    type: (keys) => pty.write(keys),
    press(...names) {
      if (names.slice(0, -1).includes('escape'))
        throw new Error('Wait for the effect of Esc before the next key');
      pty.write(names.map(keySequence).join(''));
    },
    paste: (text) => pty.write(pasteSequence(text)),
    resize(newColumns, newRows) {
      pty.resize(newColumns, newRows);
      terminal.resize(newColumns, newRows);
    },
    screen,
    scrollback: () => textOf(terminal.buffer.normal),
    isFullScreen: () => terminal.buffer.active.type === 'alternate',
    styleOf: (text) => styleAt(terminal, positionOf(terminal, text)),
    positionOf: (text) => positionOf(terminal, text),
    styleAt: (position) => styleAt(terminal, position),
    cursor: () => ({ row: terminal.buffer.active.cursorY, column: terminal.buffer.active.cursorX }),
    isCursorVisible: () => written.lastIndexOf(HIDE_CURSOR) <= written.lastIndexOf(SHOW_CURSOR),
    isBracketedPasteOn: () => terminal.modes.bracketedPasteMode,
    written: () => written,
    until: (expected) => waitFor(screen, expected),
    untilWritten: (expected) => waitFor(() => written, expected),
    signal: (name) => pty.kill(name),
    ended,
  };
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

/** Milliseconds until just before the current test times out, so that waiting can still fail with a message. */
function timeLeft(): number {
  const test = TestRunner.getCurrentTest();
  if (!test?.result?.startTime) return 60_000;
  // Each attempt has the whole time.
  const { startTime, retryCount = 0 } = test.result;
  return Math.max(0, startTime + (retryCount + 1) * test.timeout - Date.now() - 500);
}
