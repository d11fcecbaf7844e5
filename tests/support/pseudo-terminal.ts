import type { ReadStream } from 'node:tty';
import { spawn, type IPty } from '@lydell/node-pty';
import { afterEveryFile } from './hooks.ts';
import { launcher } from './built-cli.ts';
import { isolatedEnvironment, temporaryFolder } from './cli.ts';
import { emulator, placeOf, styleAt, textOf, type CellStyle, type Place } from './screen-buffer.ts';
import { keySequence, pasteSequence } from './terminal-keys.ts';
import { timeLeft } from './test-time.ts';

/** What a screen is waited for: a pattern in it, or anything else that can be told of it. */
export type Expected = RegExp | ((screen: string) => boolean);

/** The command line in a terminal of its own, and what a person would see of it. */
export interface TerminalSession {
  /** Types characters, or sends what a terminal would. */
  type(keys: string): void;
  /**
   * Presses keys by name, one after the other: `enter`, `up`, `ctrl+r`, `alt+enter`, `?`. Esc is a key of its own only
   * when nothing follows: wait for what it does before the next key.
   */
  press(...names: string[]): void;
  /** Pastes a text, marked as terminals mark it. */
  paste(text: string): void;
  /** At least 2 columns. */
  resize(columns: number, rows: number): void;
  /**
   * The lines on the screen, without empty ones at the end: of a full-screen app those in sight, else with those that
   * were scrolled away.
   */
  screen(): string;
  /** The text of the main screen and what was scrolled away: what stays when a full-screen app has been left. */
  scrollback(): string;
  /** Whether the alternate screen is shown. */
  isFullScreen(): boolean;
  /** How the first character of a text on the screen looks. */
  styleOf(text: string): CellStyle;
  /** Where a text begins on the screen. */
  placeOf(text: string): Place;
  /** How the character at a place of the screen looks. */
  styleAt(place: Place): CellStyle;
  /** Where the cursor stands on the screen, shown or not. */
  cursor(): Place;
  /** Whether the cursor is shown. */
  cursorShown(): boolean;
  /** Whether the app asks for marks around pasted text. */
  pasteMarked(): boolean;
  /** All that was written, as it came. */
  written(): string;
  /** Waits until the screen is as expected; fails with the screen when the command ends before, or time is up. */
  until(expected: Expected): Promise<string>;
  /** The same for all that was written, which holds control sequences. */
  untilWritten(expected: Expected): Promise<string>;
  /** Sends a signal to the command, by default SIGTERM. */
  signal(name?: NodeJS.Signals): void;
  /** The exit code, once the command has ended. */
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

/** Starts the command line in a terminal. What is left running ends with the tests of its file. */
export function inTerminal(words: readonly string[], options: TerminalOptions = {}): TerminalSession {
  const { folder = temporaryFolder(), environment = {}, columns = 80, rows = 24 } = options;
  const terminal = emulator(columns, rows);
  const pty: IPty = spawn(process.execPath, [launcher, ...words], {
    cols: columns,
    rows,
    cwd: folder,
    env: isolatedEnvironment(folder, { TERM: 'xterm-256color', ...environment }),
  });
  readToTheEnd(pty);
  let written = '';
  let isOver = false;
  const waiting = new Set<() => void>();
  const look = () => {
    // What is written to be shown at once is looked at as a whole.
    if (terminal.modes.synchronizedOutputMode && !isOver) return;
    for (const check of waiting) check();
  };
  pty.onData((data) => {
    written += data;
    terminal.write(data, look);
  });
  // Terminals answer what they are asked.
  terminal.onData((answer) => {
    if (!isOver) pty.write(answer);
  });
  const ended = new Promise<number>((resolve) =>
    pty.onExit(({ exitCode }) => {
      isOver = true;
      // What was written last is drawn first.
      terminal.write('', () => {
        look();
        resolve(exitCode);
      });
    }),
  );
  running.add(() => {
    if (!isOver) pty.kill('SIGKILL');
  });
  const screen = () => textOf(terminal.buffer.active);
  const waitFor = (look: () => string, expected: Expected) =>
    new Promise<string>((resolve, reject) => {
      const fail = (why: string) =>
        reject(new Error(`${why} before ${String(expected)} was seen; the screen shows:\n${screen()}`));
      const isMet = (seen: string) => (expected instanceof RegExp ? expected.test(seen) : expected(seen));
      const check = () => {
        const seen = look();
        const isThere = isMet(seen);
        if (!isThere && !isOver) return;
        stop();
        if (isThere) resolve(seen);
        else fail('The command ended');
      };
      const late = setTimeout(() => {
        stop();
        fail('Time was up');
      }, timeLeft());
      const stop = () => {
        clearTimeout(late);
        waiting.delete(check);
      };
      waiting.add(check);
      check();
    });
  return {
    type: (keys) => pty.write(keys),
    press(...names) {
      if (names.slice(0, -1).includes('escape'))
        throw new Error('Wait for what Esc does before the next key');
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
    styleOf: (text) => styleAt(terminal, placeOf(terminal, text)),
    placeOf: (text) => placeOf(terminal, text),
    styleAt: (place) => styleAt(terminal, place),
    cursor: () => ({ row: terminal.buffer.active.cursorY, column: terminal.buffer.active.cursorX }),
    cursorShown: () => written.lastIndexOf(HIDE_CURSOR) <= written.lastIndexOf(SHOW_CURSOR),
    pasteMarked: () => terminal.modes.bracketedPasteMode,
    written: () => written,
    until: (expected) => waitFor(screen, expected),
    untilWritten: (expected) => waitFor(() => written, expected),
    signal: (name) => pty.kill(name),
    ended,
  };
}

/** Turns of the event loop in which nothing has come: then nothing does any more. */
const QUIET_TURNS = 200;

/** node-pty gives up reading a fifth of a second after the end of a command, when a busy machine has not read all. */
function readToTheEnd(pty: IPty): void {
  const { _socket: socket } = pty as unknown as { readonly _socket: ReadStream };
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    let quiet = 0;
    socket.on('data', () => (quiet = 0));
    const look = () => {
      quiet += 1;
      if (quiet > QUIET_TURNS) destroy(error);
      else setImmediate(look);
    };
    look();
    return socket;
  };
}
