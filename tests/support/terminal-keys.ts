const ESC = '\u001b';

/** What xterm sends for named keys. */
const sequences: Readonly<Record<string, string>> = {
  enter: '\r',
  escape: ESC,
  tab: '\t',
  space: ' ',
  backspace: '\u007f',
  up: `${ESC}[A`,
  down: `${ESC}[B`,
  right: `${ESC}[C`,
  left: `${ESC}[D`,
  home: `${ESC}[H`,
  end: `${ESC}[F`,
  delete: `${ESC}[3~`,
  'page-up': `${ESC}[5~`,
  'page-down': `${ESC}[6~`,
  f1: `${ESC}OP`,
  f2: `${ESC}OQ`,
  f3: `${ESC}OR`,
  f4: `${ESC}OS`,
  f5: `${ESC}[15~`,
  f6: `${ESC}[17~`,
  f7: `${ESC}[18~`,
  'shift+tab': `${ESC}[Z`,
};

/** xterm's modifier codes. */
const modifiers: Readonly<Record<string, number>> = { shift: 2, alt: 3, ctrl: 5 };

/**
 * The sequence that a terminal sends for a key.
 * @param name a character, a name (`enter`, `page-down`, `f1`), or either with `ctrl+`, `alt+` or `shift+` before it
 * @throws Error for an unknown key
 */
export function keySequence(name: string): string {
  const known = sequences[name];
  if (known !== undefined) return known;
  if ([...name].length === 1) return name;
  const [, modifier = '', key = ''] = /^(ctrl|alt|shift)\+(.+)$/.exec(name) ?? [];
  if (modifier === 'ctrl' && /^[a-z[\]\\^_]$/.test(key))
    return String.fromCharCode(key.toUpperCase().charCodeAt(0) & 31);
  const plain = key === '' ? undefined : (sequences[key] ?? ([...key].length === 1 ? key : undefined));
  // oxlint-disable-next-line no-control-regex -- an escape sequence
  const [, digits = '', final = ''] = /^\u001b\[(\d*)([A-Z~])$/.exec(plain ?? '') ?? [];
  if (final !== '') return `${ESC}[${digits || '1'};${modifiers[modifier]}${final}`;
  if (modifier === 'alt' && plain !== undefined) return ESC + plain;
  throw new Error(`Unknown key '${name}'`);
}

/** What a terminal sends for a pasted text in bracketed paste mode. */
export function pasteSequence(text: string): string {
  return `${ESC}[200~${text.replaceAll('\n', '\r')}${ESC}[201~`;
}
