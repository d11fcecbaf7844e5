import { emitKeypressEvents } from 'node:readline';
import { PassThrough } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { keyOf, pasteKey, type Key, type Keypress } from './key.ts';
import { replyFilter } from './replies.ts';

/** Milliseconds after which an ESC that nothing follows is the Esc key. */
const ESCAPE_ALONE = 50;
/** Milliseconds that the rest of a terminal's answer may take. */
const REPLY_WHOLE = 100;

/** Pasted text comes between two marks, so that it is no typing (XTerm, bracketed paste mode). */
const PASTE_ON = '\u001b[?2004h';
const PASTE_OFF = '\u001b[?2004l';

/** Called with each key and each answer of the terminal. */
export interface KeyboardListener {
  onKey(key: Key): void;
  onReply(reply: string): void;
}

/** The keys of a terminal in raw mode. */
export interface Keyboard {
  /** Takes the keyboard: keys are no longer shown, Ctrl-C is a key. */
  start(): void;
  /** Gives it back as it was. */
  stop(): void;
}

/**
 * Reads the keys of a terminal one by one, however they come in pieces: Node's readline takes the sequences apart, also
 * those of a paste. An Enter that came with other keys stays a key of its own.
 * @param output where to ask for marks around pasted text
 */
export function keyboardOf(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
  { onKey, onReply }: KeyboardListener,
): Keyboard {
  const keys = new PassThrough();
  const decoder = new StringDecoder('utf8');
  let pasted: string | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const { keysIn, rest } = replyFilter(onReply);
  emitKeypressEvents(keys, { escapeCodeTimeout: ESCAPE_ALONE } as never);
  keys.on('keypress', (_text: string | undefined, pressed: Keypress) => {
    if (pressed.name === 'paste-start') pasted = '';
    else if (pressed.name === 'paste-end') {
      const text = pasted ?? '';
      pasted = undefined;
      if (text !== '') onKey(pasteKey(text));
    } else if (pasted !== undefined) pasted += pressed.sequence;
    else onKey(keyOf(pressed));
  });
  keys.resume();
  const send = (text: string) => {
    if (text !== '') keys.write(text);
  };
  const onData = (bytes: Buffer | string) => {
    clearTimeout(waiting);
    send(keysIn(typeof bytes === 'string' ? bytes : decoder.write(bytes)));
    waiting = setTimeout(() => send(rest()), REPLY_WHOLE);
    waiting.unref();
  };
  return {
    start() {
      input.setRawMode(true);
      input.on('data', onData);
      input.resume();
      output.write(PASTE_ON);
    },
    stop() {
      clearTimeout(waiting);
      input.off('data', onData);
      input.pause();
      input.setRawMode(false);
      output.write(PASTE_OFF);
    },
  };
}
