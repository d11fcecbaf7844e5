/* oxlint-disable no-control-regex -- these are the characters to find */

/** A complete unit of terminal input. */
export type Unit =
  | { readonly kind: 'key'; readonly sequence: string }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'reply'; readonly sequence: string };

/** Milliseconds after which a lone ESC is the Esc key. */
const ESCAPE_TIMEOUT = 50;
/** Milliseconds to wait for the rest of a longer sequence. */
const SEQUENCE_TIMEOUT = 100;

/** Bracketed paste mode (XTerm Control Sequences). */
const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';
const CTRL_C = '\u0003';

/** In characters; more than keys queued while the program was busy. Dispatched one by one, they would take minutes. */
const MIN_PASTE = 40;

/**
 * Replies to queries: control sequences with a private mark, reports of sizes, and strings that end with ST or BEL
 * (ECMA-48, 5.4 and 5.6; XTerm Control Sequences).
 */
const reply = /\u001b(?:\[[<=>?][0-?]*[ -/]*[@-~]|\[[\d;]*t|[\]P_^X][^\u0007\u001b]*(?:\u0007|\u001b\\))/;
/** Keys that send more than a character, including those of rxvt and the Linux console, which are irregular. */
const special = /\u001b{1,2}(?:\[\d+\$|\[\[[A-E]|\[[0-?]*[ -/]*[@-Z\\-~]|O\d?[A-Za-z])/;
/** A character, also with Alt if it does not start a longer sequence. */
const character = /\u001b[^\u001b[O\]P_^X]|[^\u001b]/;
/** Text that arrives at once. */
const run = new RegExp(`[^\\u0000-\\u001f\\u007f-\\u009f]{${MIN_PASTE},}`);
const complete = new RegExp(`(${reply.source})|(${run.source})|${special.source}|${character.source}`, 'uy');
/** The beginning of an incomplete reply, which must not be inserted as text. */
const broken = /^\u001b(?:\[.|_G|\]\d|P[\d>!=])/;

/** Several lines at once are a paste in a terminal without bracketed paste mode. */
function isUnmarkedPaste(text: string): boolean {
  return (
    text.length >= MIN_PASTE &&
    /[\r\n][^\r\n]/.test(text) &&
    !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)
  );
}

/** Splits terminal input into units. */
export function unitReader() {
  let buffer = '';
  let paste: string | undefined;

  /** @returns the text after the paste; undefined if the paste is incomplete */
  function readPaste(text: string, units: Unit[]): string | undefined {
    const end = text.indexOf(PASTE_END);
    if (end === -1) {
      // The end mark may be incomplete.
      const length = Math.max(0, text.length - PASTE_END.length + 1);
      paste += text.slice(0, length);
      buffer = text.slice(length);
      return undefined;
    }
    units.push({ kind: 'paste', text: paste + text.slice(0, end) });
    paste = undefined;
    return text.slice(end + PASTE_END.length);
  }

  /** @returns the text after a paste's start mark; undefined without one */
  function readKeys(text: string, units: Unit[]): string | undefined {
    let at = 0;
    complete.lastIndex = 0;
    for (let match = complete.exec(text); match; match = complete.exec(text)) {
      const [sequence, answer, pasted] = match;
      at = complete.lastIndex;
      if (sequence === PASTE_START) {
        paste = '';
        return text.slice(at);
      }
      if (pasted !== undefined) units.push({ kind: 'paste', text: pasted });
      else units.push({ kind: answer === undefined ? 'key' : 'reply', sequence });
    }
    buffer = text.slice(at);
    return undefined;
  }

  function next(piece: string): Unit[] {
    const units: Unit[] = [];
    // A paste without an end mark must not block the keyboard.
    if (paste !== undefined && piece === CTRL_C) {
      paste = undefined;
      buffer = '';
    }
    if (paste === undefined && buffer === '' && isUnmarkedPaste(piece))
      return [{ kind: 'paste', text: piece }];
    let text: string | undefined = buffer + piece;
    buffer = '';
    while (text !== undefined && text !== '')
      text = paste === undefined ? readKeys(text, units) : readPaste(text, units);
    return units;
  }

  function rest(): Unit[] {
    const text = buffer;
    buffer = '';
    if (text === '' || paste !== undefined || broken.test(text)) return [];
    // Alt with a character that starts sequences, or Esc itself.
    const length = text.startsWith('\u001b\u001b') ? 1 : 2;
    return [{ kind: 'key', sequence: text.slice(0, length) }, ...next(text.slice(length)), ...rest()];
  }

  return {
    /** Returns the units that are now complete. */
    next,
    /** Milliseconds to wait for the rest of an incomplete unit; undefined if there is none, or within a paste. */
    timeout(): number | undefined {
      if (buffer === '' || paste !== undefined) return undefined;
      return buffer.length > 2 ? SEQUENCE_TIMEOUT : ESCAPE_TIMEOUT;
    },
    /** Returns the incomplete unit after the timeout. */
    rest,
  };
}
