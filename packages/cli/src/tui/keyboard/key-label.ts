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
