/* eslint-disable no-control-regex -- these are the characters to find */

/** A whole piece of what a terminal sends. */
export type Unit =
  | { readonly kind: 'key'; readonly sequence: string }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'reply'; readonly sequence: string };

/** Divides what a terminal sends into whole pieces. */
export interface UnitReader {
  /** The pieces that are whole now. */
  next(text: string): Unit[];
  /** Milliseconds to wait for the rest of what is not whole; undefined where nothing waits, and within a paste. */
  patience(): number | undefined;
  /** What was not whole, when the rest has not come. */
  rest(): Unit[];
}

/** Milliseconds after which an ESC that nothing follows is the Esc key. */
const ESCAPE_ALONE = 50;
/** Milliseconds that the rest of a longer sequence may take. */
const SEQUENCE_WHOLE = 100;

/** Pasted text is between two marks (XTerm Control Sequences, bracketed paste mode). */
const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';
const CTRL_C = '\u0003';

/** Characters: keys that were pressed while the program was busy are fewer. */
const SHORTEST_PASTE = 40;

/**
 * What answers a question: control sequences with a private mark, reports of sizes, and strings that end with ST or BEL
 * (ECMA-48, 5.4 and 5.6; XTerm Control Sequences).
 */
const reply = /\u001b(?:\[[<=>?][0-?]*[ -/]*[@-~]|\[[\d;]*t|[\]P_^X][^\u0007\u001b]*(?:\u0007|\u001b\\))/y;
/** Keys that send more than a character: those of rxvt and of the console of Linux break the rules. */
const special = /\u001b{1,2}(?:\[\d+\$|\[\[[A-E]|\[[0-?]*[ -/]*[@-Z\\-~]|O\d?[A-Za-z])/y;
/** Alt with a character; those that begin something longer are not whole yet. */
const alternate = /\u001b[^\u001b[O\]P_^X]/uy;
const character = /[^\u001b]/uy;
/** The beginning of an answer that came no further: it must not be typed. */
const broken = /^\u001b(?:\[.|_G|\]\d|P[\d>!=])/;

/**
 * Several lines at once: nobody types so fast, and a terminal that does not mark pastes sends them so. Their line ends
 * are not the Enter key.
 */
function isUnmarkedPaste(text: string): boolean {
  return (
    text.length >= SHORTEST_PASTE &&
    /[\r\n][^\r\n]/.test(text) &&
    !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)
  );
}

/** Reads whole pieces, however they are cut. */
export function unitReader(): UnitReader {
  let held = '';
  let pasted: string[] | undefined;

  /** @returns where the paste ends in the text, or undefined */
  function paste(text: string, units: Unit[]): string | undefined {
    const end = text.indexOf(PASTE_END);
    if (end === -1) {
      // The end itself may be cut.
      const whole = Math.max(0, text.length - PASTE_END.length + 1);
      pasted!.push(text.slice(0, whole));
      held = text.slice(whole);
      return undefined;
    }
    units.push({ kind: 'paste', text: pasted!.join('') + text.slice(0, end) });
    pasted = undefined;
    return text.slice(end + PASTE_END.length);
  }

  function next(piece: string): Unit[] {
    const units: Unit[] = [];
    // A paste that never ends would take the keyboard away for good.
    if (pasted && piece === CTRL_C) {
      pasted = undefined;
      held = '';
    }
    if (!pasted && held === '' && isUnmarkedPaste(piece)) return [{ kind: 'paste', text: piece }];
    let text: string | undefined = held + piece;
    held = '';
    while (text !== undefined && text !== '') text = pasted ? paste(text, units) : keys(text, units);
    return units;
  }

  /** @returns what follows the beginning of a paste, or undefined */
  function keys(text: string, units: Unit[]): string | undefined {
    let at = 0;
    while (at < text.length) {
      const isAnswer = matchAt(reply, text, at);
      const found =
        isAnswer ?? [special, alternate, character].map((form) => matchAt(form, text, at)).find(Boolean);
      if (found === undefined) break;
      at += found.length;
      if (found === PASTE_START) {
        pasted = [];
        return text.slice(at);
      }
      units.push({ kind: isAnswer === undefined ? 'key' : 'reply', sequence: found });
    }
    held = text.slice(at);
    return undefined;
  }

  return {
    next,
    patience() {
      if (held === '' || pasted) return undefined;
      return held.length > 2 ? SEQUENCE_WHOLE : ESCAPE_ALONE;
    },
    rest() {
      const text = held;
      held = '';
      if (text === '' || pasted || broken.test(text)) return [];
      // Alt with a character that begins sequences, or Esc itself.
      const length = text.startsWith('\u001b\u001b') ? 1 : 2;
      return [{ kind: 'key', sequence: text.slice(0, length) }, ...next(text.slice(length)), ...this.rest()];
    },
  };
}

function matchAt(form: RegExp, text: string, at: number): string | undefined {
  form.lastIndex = at;
  return form.exec(text)?.[0];
}
