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

/** A key as Node's readline tells it (`readline.emitKeypressEvents`). */
export interface Keypress {
  readonly name?: string;
  readonly sequence: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
}

/** Node's names that are not the ones people know. */
const names: Readonly<Record<string, string>> = {
  return: 'enter',
  enter: 'ctrl+j',
  pageup: 'page-up',
  pagedown: 'page-down',
};

/** Controls in a text that no key of its own has; typing them would put what nobody sees into an input. */
// eslint-disable-next-line no-control-regex -- these are the characters to find
const control = /[\u0000-\u001f\u007f-\u009f]/;

/** The key behind what Node's readline tells. */
export function keyOf({ name, sequence, ctrl, meta, shift }: Keypress): Key {
  const types = !ctrl && !meta && sequence !== '' && !control.test(sequence);
  if (types) return { name: sequence === ' ' ? 'space' : sequence, text: sequence, sequence };
  const plain = names[name ?? ''] ?? name ?? '';
  const modifiers = [ctrl && 'ctrl+', meta && name !== 'escape' && 'alt+', shift && 'shift+'];
  return { name: modifiers.filter(Boolean).join('') + plain, text: '', sequence };
}

/** A pasted text as a key. Terminals send its line ends as carriage returns. */
export function pasteKey(pasted: string): Key {
  return { name: 'paste', text: pasted.replace(/\r\n?/g, '\n'), sequence: pasted };
}
