import { expect, TestRunner } from 'vitest';
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

/** The command line in a terminal. */
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
  /** Waits until the screen matches. */
  showing(expected: Expected): Promise<TerminalSession>;
  /** Presses keys, and waits until the screen matches. */
  pressUntil(names: string | readonly string[], expected: Expected): Promise<string>;
  /** Types characters, and waits until the screen matches. */
  typeUntil(keys: string, expected: Expected): Promise<string>;
  /** Pastes a text, and waits until the screen matches. */
  pasteUntil(text: string, expected: Expected): Promise<string>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
  /** Presses keys that end the command. Resolves with the exit code. */
  endBy(...names: string[]): Promise<number>;
  /** Waits for the end; fails for another exit code. */
  endedWith(code: number): Promise<TerminalSession>;
}

export interface TerminalOptions {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly columns?: number;
  readonly rows?: number;
}

/** The command that a terminal shows. */
interface TerminalCommand {
  /** Sends typed keys, pastes and the terminal's replies to queries. */
  send(keys: string): void;
  /** Changes the size that the command sees. */
  resize(columns: number, rows: number): void;
}

const SHOW_CURSOR = '\u001b[?25h';
const HIDE_CURSOR = '\u001b[?25l';

/**
 * A session in an emulated terminal.
 * @returns with the functions that take the command's output and its exit code
 */
export function connectTerminal(columns: number, rows: number, command: TerminalCommand) {
  const terminal = createTerminal(columns, rows);
  let written = '';
  let isOver = false;
  const checks = new Set<() => void>();
  const checkAll = () => {
    // In synchronized output mode the screen may be half drawn.
    if (terminal.modes.synchronizedOutputMode && !isOver) return;
    for (const check of checks) check();
  };
  const send = (keys: string) => {
    if (!isOver) command.send(keys);
  };
  // Replies to terminal queries.
  terminal.onData(send);
  let end: (exitCode: number) => void = () => undefined;
  const ended = new Promise<number>((resolve) => {
    end = (exitCode) => {
      isOver = true;
      // Runs after all earlier output has been processed.
      terminal.write('', () => {
        checkAll();
        resolve(exitCode);
      });
    };
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
  const session: TerminalSession = {
    type: send,
    press(...names) {
      if (names.slice(0, -1).includes('escape'))
        throw new Error('Wait for the effect of Esc before the next key');
      send(names.map(keySequence).join(''));
    },
    paste: (text) => send(pasteSequence(text)),
    resize(newColumns, newRows) {
      command.resize(newColumns, newRows);
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
    async showing(expected) {
      await session.until(expected);
      return session;
    },
    pressUntil(names, expected) {
      session.press(...[names].flat());
      return session.until(expected);
    },
    typeUntil(keys, expected) {
      session.type(keys);
      return session.until(expected);
    },
    pasteUntil(text, expected) {
      session.paste(text);
      return session.until(expected);
    },
    ended,
    endBy(...names) {
      session.press(...names);
      return ended;
    },
    async endedWith(code) {
      expect(await ended, screen()).toBe(code);
      return session;
    },
  };
  return {
    session,
    /** Shows output of the command. */
    show(text: string): void {
      written += text;
      terminal.write(text, checkAll);
    },
    /** The command has exited. */
    end,
    isOver: () => isOver,
  };
}

/** Milliseconds until just before the current test times out, so that waiting can still fail with a message. */
function timeLeft(): number {
  const test = TestRunner.getCurrentTest();
  if (!test?.result?.startTime) return 60_000;
  // Each attempt has the whole time.
  const { startTime, retryCount = 0 } = test.result;
  return Math.max(0, startTime + (retryCount + 1) * test.timeout - Date.now() - 500);
}
