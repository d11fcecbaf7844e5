import { EventEmitter } from 'node:events';
import { emitKeypressEvents } from 'node:readline';

/** A key press, or pasted text. */
export interface Key {
  /**
   * The character that it types (`a`, `A`, `?`, `é`), or a name (`enter`, `escape`, `up`, `page-down`, `f1`, `space`)
   * after `ctrl+`, `alt+` and `shift+` in this order; `paste` for pasted text.
   */
  readonly name: string;
  /** What it types; empty for other keys. Pasted text has newlines as line ends. */
  readonly text: string;
  /** The characters that the terminal sent. */
  readonly sequence: string;
}

interface Modifiers {
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  readonly shift?: boolean;
}

function characterKey(character: string): Key {
  return { name: character === ' ' ? 'space' : character, text: character, sequence: character };
}

function namedKey(name: string, { ctrl, alt, shift }: Modifiers, sequence: string): Key {
  const before = [ctrl && 'ctrl+', alt && 'alt+', shift && 'shift+'];
  return { name: before.filter(Boolean).join('') + name, text: '', sequence };
}

/** Terminals send pasted line ends as carriage returns. */
export function pasteKey(text: string): Key {
  return { name: 'paste', text: text.replace(/\r\n?/g, '\n'), sequence: text };
}

const words: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Esc',
  tab: 'Tab',
  space: 'Space',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  home: 'Home',
  end: 'End',
  backspace: 'Backspace',
  delete: 'Del',
  'page-up': 'PgUp',
  'page-down': 'PgDn',
};
const asciiArrows: Readonly<Record<string, string>> = {
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
};
const modifiers: Readonly<Record<string, string>> = { ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' };

/** The label of a key: `Ctrl-R`, `Enter`, `↑`. @param name as in `Key` */
export function keyLabel(name: string, { unicode }: { readonly unicode: boolean }): string {
  // A plus sign at the end is a key.
  const parts = name.split(/\+(?=.)/);
  const key = parts.at(-1) ?? '';
  const before = parts.slice(0, -1).map((part) => modifiers[part] ?? part);
  const word = (unicode ? undefined : asciiArrows[key]) ?? words[key] ?? key;
  const last = before.length > 0 || /^f\d+$/.test(word) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  return [...before, last].join('-');
}

interface Keypress {
  readonly name?: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
}

const names: Readonly<Record<string, string>> = { return: 'enter', pageup: 'page-up', pagedown: 'page-down' };

/** Control characters without a name in Node, and the newline, which Node calls Enter. */
const controls: Readonly<Record<string, string>> = {
  '\u0000': 'space',
  '\n': 'j',
  '\u001c': '\\',
  '\u001d': ']',
  '\u001e': '^',
  '\u001f': '_',
};

const ESCAPE = '\u001b';
/** The sequences Node recognizes; it would type the rest of others as text. */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const keys = /^(?:[\u0000-\u001a\u007f]|\u001bO\d?[A-Za-z]|\u001b\[(?:\[[A-E]|\d{0,2}(?:;\d)?[A-Za-z~^$]))$/;
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const control = /^[\u0000-\u001f\u007f-\u009f]/;

/** Parses a complete sequence; undefined for unknown keys. */
type KeyReader = (sequence: string) => Key | undefined;

/** Names keys with Node's readline. */
export function keyReader(): KeyReader {
  const input = new EventEmitter();
  let lastKeypress: Keypress | undefined;
  // An emitter is enough, and delivers events synchronously, unlike a stream.
  emitKeypressEvents(input as NodeJS.ReadableStream);
  input.on('keypress', (_text: string | undefined, keypress: Keypress) => (lastKeypress = keypress));

  function readName(sequence: string): Key | undefined {
    const letter = controls[sequence];
    if (letter !== undefined) return namedKey(letter, { ctrl: true }, sequence);
    if (!keys.test(sequence)) return undefined;
    lastKeypress = undefined;
    input.emit('data', sequence);
    const { name, ctrl, meta, shift } = lastKeypress ?? ({} as Partial<Keypress>);
    if (name === undefined || name === 'undefined') return undefined;
    return namedKey(names[name] ?? name, { ctrl, alt: meta, shift }, sequence);
  }

  return (sequence) => {
    if (sequence === ESCAPE) return namedKey('escape', {}, sequence);
    const isAlternate = sequence.startsWith(ESCAPE) && !/^[[O]./s.test(sequence.slice(1));
    if (isAlternate) return withAlt(sequence, readName);
    return control.test(sequence) ? readName(sequence) : characterKey(sequence);
  };
}

/** Alt, sent as an ESC before the key. */
function withAlt(sequence: string, readName: KeyReader): Key | undefined {
  const rest = sequence.slice(1);
  if (rest === '\n') return namedKey('enter', { alt: true }, sequence);
  if (!control.test(rest)) {
    const shift = /^[A-Z]$/.test(rest);
    return namedKey(shift ? rest.toLowerCase() : characterKey(rest).name, { alt: true, shift }, sequence);
  }
  const plain = readName(rest);
  if (!plain) return undefined;
  const [, ctrl = '', name = ''] = /^(ctrl\+)?(?:alt\+)?(.+)$/s.exec(plain.name) ?? [];
  return { name: `${ctrl}alt+${name}`, text: '', sequence };
}
