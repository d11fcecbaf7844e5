import type { JsonValue } from '../fields/index.ts';
import { hasValue, isRecord } from '../text/index.ts';

type Fields = Readonly<Record<string, unknown>>;

type TextKind = 'text' | 'reasoning' | 'refusal';

/** A part of a message; `other` is anything without a text. */
export type MessagePart =
  | { readonly type: TextKind; readonly text: string }
  | { readonly type: 'other'; readonly value: unknown };

/** The fields in which servers send the text of a part, best first. */
const textNames = ['text', 'thinking', 'reasoning', 'content', 'summary', 'output_text', 'refusal', 'value'];

/** Reads a content: a text, a part, or a list of these, as in Mistral's, Anthropic's and OpenAI's formats. */
function readParts(value: unknown, kind: TextKind = 'text'): readonly MessagePart[] {
  if (typeof value === 'string') return value === '' ? [] : [{ type: kind, text: value }];
  if (Array.isArray(value)) return value.flatMap((part) => readParts(part, kind));
  if (value === undefined || value === null || !hasValue(value)) return [];
  const fields: Fields = isRecord(value) ? value : {};
  const type = String(fields['type']);
  const isMedia = /image|audio|video|file/i.test(type);
  for (const name of isMedia ? [] : textNames) {
    const hint = `${type} ${name} ${fields['thought'] === true ? 'thought' : ''}`;
    const isReasoning = /think|reason|thought/i.test(hint);
    const parts = readParts(
      fields[name],
      isReasoning ? 'reasoning' : /refusal/i.test(hint) ? 'refusal' : kind,
    );
    if (parts.length > 0) return parts;
  }
  const hasNoText = textNames.some((name) => Object.hasOwn(fields, name)) && !isMedia;
  const isHidden = kind === 'reasoning' || /think|reason/i.test(type) || hasNoText;
  return isHidden ? [] : [{ type: 'other', value }];
}

/** The names of a message's reasoning. */
export const reasoningNames = ['reasoning_content', 'reasoning', 'thinking'] as const;

/** Servers with several names send the same text several times. */
function readReasoning(message: Fields): string {
  const read = (name: string) =>
    readParts(message[name], 'reasoning')
      .map((part) => ('text' in part ? part.text : ''))
      .join('');
  const named = reasoningNames.filter((name) => Boolean(message[name]));
  return [...new Set(named.map(read))].join('') || read('reasoning_details');
}

/** The parts of a message, or of a piece of one. */
export function readMessage(message: Fields): readonly MessagePart[] {
  return [
    ...readParts(readReasoning(message), 'reasoning'),
    ...readParts(message['content']),
    ...readParts(message['refusal'], 'refusal'),
  ];
}

/** The number of a choice; its position if the server does not number it. */
export function getChoiceIndex(choice: unknown, position: number): number {
  const index = Number((isRecord(choice) ? choice['index'] : undefined) ?? position);
  return Number.isSafeInteger(index) && index >= 0 ? index : position;
}

/** The message of a choice, or the piece of one; undefined if there is none. */
export function messageIn(choice: unknown): Fields | undefined {
  const { delta, message, text } = isRecord(choice) ? choice : ({} as Fields);
  const parts = [delta, message, text].filter((one) => isRecord(one) || typeof one === 'string');
  const part = parts.find((one) => hasValue(one)) ?? parts[0];
  return isRecord(part) && !Array.isArray(part) ? part : part === undefined ? undefined : { content: part };
}

const readNames = new Set(['role', 'content', 'refusal', 'reasoning_details', ...reasoningNames]);

/** What a message says. Fields of unknown names are only returned if it says nothing else. */
export function readAnswer(message: Fields) {
  const answer = { text: '', reasoning: '', refusal: '' };
  const reader = thinkingReader();
  const others: JsonValue[] = [];
  const take = (pieces: ReturnType<typeof reader.next>) => {
    for (const piece of pieces) {
      if (piece.type !== 'restart') answer[piece.type] += piece.text;
      else Object.assign(answer, { text: '', reasoning: answer.reasoning + answer.text });
    }
  };
  for (const part of readMessage(message)) {
    if (part.type === 'text') take(reader.next(part.text));
    else if (part.type === 'other') others.push(part.value as JsonValue);
    else answer[part.type] += part.text;
  }
  take(reader.end());
  const { tool_calls, function_call } = message;
  const calls: unknown[] = [...(Array.isArray(tool_calls) ? tool_calls : []), function_call].filter(
    (call, index, all) => hasValue(call) || index < all.length - 1,
  );
  if (others.length === 0 && calls.length === 0 && Object.values(answer).every((text) => text === '')) {
    const unread = Object.entries(message).filter(([name, value]) => !readNames.has(name) && hasValue(value));
    if (unread.length > 0) others.push(Object.fromEntries(unread) as JsonValue);
  }
  return { ...answer, others, calls };
}

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
      const match = tag.exec(rest);
      const [name = '', slash] = match ?? [];
      const at = match?.index ?? (isEnd ? rest.length : startOfPartialTag(rest));
      if (state === 'start') {
        const isFirst = at < MAX_SPACE && rest.slice(0, at).trim() === '';
        if (slash === '' && isFirst) begin('reasoning', at + name.length);
        else if (!match && !isEnd && isFirst && rest.length < MAX_SPACE + MAX_TAG) break;
        else state = 'text';
      } else if (state === 'text' && hasTags) emit(state, rest.length);
      else {
        emit(state, at);
        // The next character shows whether the tag is quoted.
        if (!match || (rest === name && !isEnd)) break;
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
