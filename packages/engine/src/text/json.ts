/** The result of some work, or undefined if it throws. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Also true for lists. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A number from 0 to a maximum that a server states, also as text; undefined for anything else. */
export function amountIn(value: unknown, max: number): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= max ? number : undefined;
}

/** Deeper values count as content. */
const MAX_CONTENT_DEPTH = 100;

/** Whether a parsed JSON value says anything: it is not null, false, 0, empty, or made of such values. */
export function hasValue(value: unknown, depth = 0): boolean {
  if (!isRecord(value) || depth > MAX_CONTENT_DEPTH) return Boolean(value);
  return Object.values(value).some((part) => hasValue(part, depth + 1));
}

/** Escapes text for HTML and SVG, including quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The field of a record for a name from outside, which may also be one that all objects have, such as `constructor`. */
export function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/**
 * Applies a function to every string in a parsed JSON value, in place, keys included. Drops keys named `__proto__`,
 * which could change a prototype when copied. Not recursive, since servers control the depth.
 */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  const root = { value };
  const waiting: object[] = [root];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const fields = part as Record<string | number, unknown>;
    for (const key of Array.isArray(part) ? part.keys() : Object.keys(part)) {
      const entry = fields[key];
      if (typeof entry === 'object' && entry !== null) waiting.push(entry);
      const changed = typeof entry === 'string' ? change(entry) : entry;
      const name = typeof key === 'string' ? change(key) : key;
      if (name !== key || key === '__proto__') delete fields[key];
      if (key !== '__proto__' && (name !== key || changed !== entry)) fields[name] = changed;
    }
  }
  return root.value;
}

const BYTES = 16;

/** 32 random hexadecimal digits. `crypto.randomUUID` is missing on plain http pages. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * 8,000,000 values, or 1,000,000 strings, keys, lists and objects: about a second and less than 500 MB. A page of 500
 * models with 15 providers each reaches a third of it.
 */
const MAX_WEIGHT = 8_000_000;
const PART_WEIGHT = 8;

/** Strings, such as the cells of a table. */
export const MAX_STRINGS = MAX_WEIGHT / PART_WEIGHT;

const COMMA = 44;
const QUOTE = 34;
const BACKSLASH = 92;
const BRACKET = 91;
const BRACE = 123;

/**
 * Parses JSON that is not ours: of servers, files, links and storage.
 * @param tooLarge the error for too many values, which are counted before they are parsed
 * @throws SyntaxError
 */
export function parseBounded(text: string, tooLarge = () => new Error('too many values')): unknown {
  if (isTooLarge(text)) throw tooLarge();
  return JSON.parse(text) as unknown;
}

function isTooLarge(text: string): boolean {
  let weight = 0;
  // Most events of a stream are short enough in any case.
  if (text.length <= MAX_STRINGS) return false;
  for (let index = 0; index < text.length && weight <= MAX_WEIGHT; index += 1) {
    const code = text.charCodeAt(index);
    if (code === COMMA) weight += 1;
    else if (code === QUOTE || code === BRACKET || code === BRACE) weight += PART_WEIGHT;
    if (code === QUOTE) index = getStringEnd(text, index);
  }
  return weight > MAX_WEIGHT;
}

function getStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

/** Searches for invalid characters: a pattern for the full text would overflow the stack for long strings. */
export function isBase64(text: string): boolean {
  const unpadded = text.endsWith('==') ? text.slice(0, -2) : text.endsWith('=') ? text.slice(0, -1) : text;
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(unpadded);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** A multiple of three bytes, so that pieces need no padding. Engines limit the number of arguments. */
const PIECE = 3 * 8192;

export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE))));
  return pieces.join('');
}

/** Base64 for URLs, without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
}

/** The chunks of a stream; leaving the loop cancels it. Safari cannot iterate over streams. */
export async function* getChunks<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk, void, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
