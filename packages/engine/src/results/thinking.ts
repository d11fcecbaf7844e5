/** `restart`: all text so far was reasoning, since only its closing tag came. */
export type ThinkingPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'restart' };

const tag = /<(\/?)think(?:ing)?>/;
const tagNames = ['<think>', '<thinking>', '</think>', '</thinking>'];
/** A tag after more white space is text. */
const MAX_SPACE = 200;
const MAX_TAG = '</thinking>'.length;

const isQuote = (character = '') => /[`'"]/.test(character);

/** Where the beginning of a tag starts at the end of a string; its length if there is none. */
function startOfPartialTag(text: string): number {
  const at = text.lastIndexOf('<');
  return at >= 0 && tagNames.some((name) => name.startsWith(text.slice(at))) ? at : text.length;
}

/** Separates reasoning in `<think>` tags from a text that arrives in pieces. The tags may be split, or lack a partner. */
export function thinkingReader() {
  let state: 'start' | 'reasoning' | 'text' = 'start';
  let held = '';
  let lastCharacter = '';
  let skipsSpace = false;
  let hasTags = false;

  function read(piece: string, isEnd: boolean): ThinkingPiece[] {
    const pieces: ThinkingPiece[] = [];
    let rest = held + piece;
    held = '';
    const emit = (type: 'text' | 'reasoning', length: number) => {
      const text = rest.slice(0, length);
      rest = rest.slice(length);
      if (text !== '') pieces.push({ type, text });
      lastCharacter = text.at(-1) ?? lastCharacter;
    };
    const begin = (next: typeof state, skipped: number) => {
      state = next;
      rest = rest.slice(skipped);
      lastCharacter = '';
      skipsSpace = true;
      hasTags = true;
    };
    while (rest !== '') {
      if (skipsSpace) rest = rest.trimStart();
      if (rest === '') break;
      skipsSpace = false;
      const found = tag.exec(rest);
      const [name = '', slash] = found ?? [];
      const at = found?.index ?? (isEnd ? rest.length : startOfPartialTag(rest));
      if (state === 'start') {
        const isFirst = at < MAX_SPACE && rest.slice(0, at).trim() === '';
        if (slash === '' && isFirst) begin('reasoning', at + name.length);
        else if (!found && !isEnd && isFirst && rest.length < MAX_SPACE + MAX_TAG) break;
        else state = 'text';
      } else if (state === 'text' && hasTags) emit(state, rest.length);
      else {
        emit(state, at);
        // The next character shows whether the tag is quoted.
        if (!found || (rest === name && !isEnd)) break;
        if (slash === '/' && !isQuote(lastCharacter) && !isQuote(rest[name.length])) {
          if (state === 'text') pieces.push({ type: 'restart' });
          begin('start', name.length);
        } else {
          hasTags ||= slash === '';
          emit(state, name.length);
        }
      }
    }
    held = rest;
    return pieces;
  }

  return {
    next: (piece: string): ThinkingPiece[] => read(piece, false),
    end: (): ThinkingPiece[] => read('', true),
  };
}
