import { StringDecoder } from 'node:string_decoder';
import { pasteKey, type Key } from './key.ts';
import { keyReader } from './read-key.ts';
import { unitReader, type Unit } from './units.ts';

/** Pasted text comes between two marks, so that it is no typing (XTerm, bracketed paste mode). */
const PASTE_ON = '\u001b[?2004h';
const PASTE_OFF = '\u001b[?2004l';

/** Called with each key and each answer of the terminal. */
export interface KeyboardListener {
  onKey(key: Key): void;
  onReply(reply: string): void;
  /** The terminal has gone: there will be no more keys. */
  onGone(): void;
}

/** The part of standard input that is used here. */
export type KeyboardInput = Pick<NodeJS.ReadStream, 'on' | 'off' | 'pause' | 'resume' | 'setRawMode'>;

/** The keys of a terminal in raw mode. */
export interface Keyboard {
  /** Takes the keyboard: keys are no longer shown, Ctrl-C is a key. */
  start(): void;
  /** Gives it back as it was. */
  stop(): void;
}

/**
 * Reads the keys of a terminal one by one, however they come in pieces. An Enter that came with other keys stays a key
 * of its own; a paste is one key.
 * @param output where to ask for marks around pasted text
 */
export function keyboardOf(
  input: KeyboardInput,
  output: Pick<NodeJS.WriteStream, 'write'>,
  { onKey, onReply, onGone }: KeyboardListener,
): Keyboard {
  const decoder = new StringDecoder('utf8');
  const units = unitReader();
  const read = keyReader();
  let waiting: NodeJS.Timeout | undefined;
  const take = (unit: Unit) => {
    if (unit.kind === 'reply') return onReply(unit.sequence);
    const key = unit.kind === 'paste' ? unit.text !== '' && pasteKey(unit.text) : read(unit.sequence);
    if (key) onKey(key);
  };
  const onData = (bytes: Buffer | string) => {
    clearTimeout(waiting);
    units.next(typeof bytes === 'string' ? bytes : decoder.write(bytes)).forEach(take);
    const patience = units.patience();
    if (patience !== undefined) waiting = setTimeout(() => units.rest().forEach(take), patience);
  };
  // Stays when the keyboard is given back: a terminal that has gone fails once more then.
  input.on('error', onGone);
  return {
    start() {
      input.setRawMode(true);
      input.on('data', onData);
      input.on('end', onGone);
      input.resume();
      output.write(PASTE_ON);
    },
    stop() {
      clearTimeout(waiting);
      input.off('data', onData);
      input.off('end', onGone);
      input.pause();
      input.setRawMode(false);
      output.write(PASTE_OFF);
    },
  };
}
