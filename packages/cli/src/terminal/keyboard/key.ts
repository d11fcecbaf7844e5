import { EventEmitter } from 'node:events';
import { emitKeypressEvents } from 'node:readline';

/** A key as a person pressed it, or a text that was pasted. */
export interface Key {
  /**
   * What it is called: the character itself where it types one (`a`, `A`, `?`, `é`), else a name (`enter`, `escape`,
   * `up`, `page-down`, `f1`, `space`), with `ctrl+`, `alt+` and `shift+` in this order before it; `paste` for pasted text.
   */
  readonly name: string;
  /** What it types; empty for keys that type nothing. Pasted text as it came, its line ends as newlines. */
  readonly text: string;
  /** The bytes that the terminal sent for it, as text. */
  readonly sequence: string;
}

/** What is held down with a key. */
export interface Modifiers {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** A key that types one character. */
export function typedKey(character: string): Key {
  return { name: character === ' ' ? 'space' : character, text: character, sequence: character };
}

/** A key that types nothing. */
export function namedKey(name: string, { ctrl, alt, shift }: Modifiers, sequence: string): Key {
  const before = [ctrl && 'ctrl+', alt && 'alt+', shift && 'shift+'];
  return { name: before.filter(Boolean).join('') + name, text: '', sequence };
}

/** A pasted text as a key. Terminals send its line ends as carriage returns. */
export function pasteKey(pasted: string): Key {
  return { name: 'paste', text: pasted.replace(/\r\n?/g, '\n'), sequence: pasted };
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
const asciiWords: Readonly<Record<string, string>> = { up: 'Up', down: 'Down', left: 'Left', right: 'Right' };
const modifiers: Readonly<Record<string, string>> = { ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' };

/** A key as people write it: `Ctrl-R`, `Enter`, `↑`. @param name as in `Key` */
export function keyLabel(name: string, { unicode }: { readonly unicode: boolean }): string {
  // A plus sign of its own is a key, not a joint.
  const parts = name.split(/\+(?=.)/);
  const key = parts.at(-1) ?? '';
  const before = parts.slice(0, -1).map((part) => modifiers[part] ?? part);
  const word = (unicode ? undefined : asciiWords[key]) ?? words[key] ?? key;
  const last = before.length > 0 || /^f\d+$/.test(word) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  return [...before, last].join('-');
}

/** A key event of Node's readline. */
interface Keypress {
  readonly name?: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
}

/** Node's names that are not the ones people know. */
const names: Readonly<Record<string, string>> = {
  return: 'enter',
  pageup: 'page-up',
  pagedown: 'page-down',
};

/** Controls that Node has no names for, and the newline, which Node calls Enter. */
const controls: Readonly<Record<string, string>> = {
  '\u0000': 'space',
  '\n': 'j',
  '\u001c': '\\',
  '\u001d': ']',
  '\u001e': '^',
  '\u001f': '_',
};

const ESCAPE = '\u001b';
/** The sequences that Node's reader takes as one; after others it would type what is left of them. */
// eslint-disable-next-line no-control-regex -- these are the characters to find
const known = /^(?:[\u0000-\u001a\u007f]|\u001bO\d?[A-Za-z]|\u001b\[(?:\[[A-E]|\d{0,2}(?:;\d)?[A-Za-z~^$]))$/;
// eslint-disable-next-line no-control-regex -- these are the characters to find
const control = /^[\u0000-\u001f\u007f-\u009f]/;

/** Names keys by what a terminal sends for each. */
export type KeyReader = (sequence: string) => Key | undefined;

/** Reads one whole sequence after another, with the names of Node's readline; undefined for keys that nobody knows. */
export function keyReader(): KeyReader {
  const input = new EventEmitter();
  let pressed: Keypress | undefined;
  // It asks for events alone; a stream would give them later.
  emitKeypressEvents(input as NodeJS.ReadableStream);
  input.on('keypress', (_text: string | undefined, keypress: Keypress) => (pressed = keypress));

  function named(sequence: string): Key | undefined {
    const letter = controls[sequence];
    if (letter !== undefined) return namedKey(letter, { ctrl: true, alt: false, shift: false }, sequence);
    if (!known.test(sequence)) return undefined;
    pressed = undefined;
    input.emit('data', sequence);
    const { name, ctrl = false, meta = false, shift = false } = pressed ?? ({} as Partial<Keypress>);
    if (name === undefined || name === 'undefined') return undefined;
    return namedKey(names[name] ?? name, { ctrl, alt: meta, shift }, sequence);
  }

  return (sequence) => {
    if (sequence === ESCAPE) return namedKey('escape', { ctrl: false, alt: false, shift: false }, sequence);
    const isAlternate = sequence.startsWith(ESCAPE) && !/^[[O]./s.test(sequence.slice(1));
    if (!isAlternate) return control.test(sequence) ? named(sequence) : typedKey(sequence);
    return withAlt(sequence, named);
  };
}

/** Alt, which comes as an ESC before the key. */
function withAlt(sequence: string, named: KeyReader): Key | undefined {
  const rest = sequence.slice(1);
  if (rest === '\n') return namedKey('enter', { ctrl: false, alt: true, shift: false }, sequence);
  if (!control.test(rest)) {
    const shift = /^[A-Z]$/.test(rest);
    const name = shift ? rest.toLowerCase() : typedKey(rest).name;
    return namedKey(name, { ctrl: false, alt: true, shift }, sequence);
  }
  const plain = named(rest);
  if (!plain) return undefined;
  const [, ctrl = '', name = ''] = /^(ctrl\+)?(?:alt\+)?(.+)$/s.exec(plain.name) ?? [];
  return { name: `${ctrl}alt+${name}`, text: '', sequence };
}
