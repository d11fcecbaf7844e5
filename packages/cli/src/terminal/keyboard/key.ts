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
