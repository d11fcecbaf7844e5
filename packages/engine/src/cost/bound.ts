import { InputError } from '../errors/index.ts';
import { isFilePlaceholder, type JsonTemplate } from '../fields/index.ts';
import { bodyPieces, type RequestBody } from '../http/index.ts';
import { getForm, type Task, type TypedParameters } from '../tasks/index.ts';
import type { Rates } from './rates.ts';

/** Tokens that an image counts as; more than any model takes. */
const IMAGE_TOKENS = 16_384;
/** Seconds of compute time that a request counts as, until one took longer. */
export const USUAL_SECONDS = 10;

/** What limits the tokens of an answer at some server, and what multiplies the answers. */
const OUTPUT = /^max.*(?:token|len)|budget|predict$/i;
const ANSWERS =
  /^(?:n|best_?of|candidate_?count|(?:n|num)?_?(?:return_?sequences|generations|outputs|completions|choices|samples|candidates))$/i;
/** What makes servers charge other prices, or other models answer. */
const PRICES = /^(?:service_?tier|models|fallbacks?|route|providers?|plugins|web_?search.*|speed)$/i;
/** What is no setting: texts, tables, and the names of a JSON Schema. */
const CONTENT = new Set(['messages', 'inputs', 'properties']);
/** Every chat has one of these. */
const CHAT_LIMITS = ['max_tokens', 'max_completion_tokens'];

/** All names of a body with their values, also nested ones. */
function settingsIn(value: JsonTemplate): (readonly [name: string, value: JsonTemplate])[] {
  if (typeof value !== 'object' || value === null || isFilePlaceholder(value)) return [];
  return (Object.entries(value) as [string, JsonTemplate][]).flatMap(([name, part]) =>
    CONTENT.has(name) ? [] : [[name, part] as const, ...settingsIn(part)],
  );
}

const isCount = (value: JsonTemplate): boolean => Number.isSafeInteger(value) && Number(value) > 0;

/** Servers differ in how they read other lengths, numbers of answers and prices. @throws InputError */
export function requireCounts(body: RequestBody): void {
  const settings = body.kind === 'json' ? settingsIn(body.json) : [];
  const priced = settings.find(([name]) => PRICES.test(name));
  if (priced)
    throw new InputError(
      `${priced[0]} may change the price, which is not possible where the cost is limited`,
      {
        hint: 'Remove it.',
      },
    );
  const odd = settings.find(([name, value]) => (OUTPUT.test(name) || ANSWERS.test(name)) && !isCount(value));
  if (odd)
    throw new InputError(`${odd[0]} must be a positive integer where the cost is limited`, {
      hint: 'Change or remove it.',
    });
}

/** The most tokens of the answers; NaN if they are not limited. */
function countOutput(body: RequestBody): number {
  const json = body.kind === 'json' ? body.json : {};
  if (!CHAT_LIMITS.some((name) => Object.hasOwn(json as object, name))) return Number.NaN;
  let [limit, answers] = [0, 1];
  for (const [name, value] of settingsIn(json)) {
    const count = isCount(value) ? Number(value) : Number.NaN;
    if (OUTPUT.test(name)) limit = Math.max(limit, count);
    if (ANSWERS.test(name)) answers *= count;
  }
  return limit * answers;
}

/** The most tokens of the input: one for each byte of its text, and those of its media. */
function countInput(body: RequestBody): number {
  const encoder = new TextEncoder();
  return bodyPieces(body).reduce((sum, piece) => {
    if (typeof piece !== 'string') {
      const { contentType, size } = 'file' in piece ? piece.file : piece;
      return sum + (contentType.startsWith('image/') ? IMAGE_TOKENS : Math.max(IMAGE_TOKENS, size));
    }
    // Files that the server downloads. In JSON, no text contains quotes that are not escaped.
    const urls = piece.match(/"(?:image|video)_url":\{"url":"https?:/gi) ?? [];
    const isVideo = urls.some((url) => /^"video/i.test(url));
    return sum + encoder.encode(piece).length + (isVideo ? Infinity : urls.length * IMAGE_TOKENS);
  }, 0);
}

/**
 * The most that a request costs in US dollars, whichever server answers; where compute time is paid, about.
 * @param body needed only for servers that are paid by tokens
 * @param longest seconds that a request took so far
 * @returns undefined if it has no bound, or a price is unknown
 */
export function getCostBound(
  body: RequestBody | undefined,
  rates: Rates,
  longest = USUAL_SECONDS,
): number | undefined {
  const bounds = [...rates.values()].map((rate) => {
    if (rate && 'second' in rate) return rate.second * longest;
    if (!rate || !body) return Number.NaN;
    return (countInput(body) * rate.input + countOutput(body) * rate.output) / 1e6;
  });
  const bound = Math.max(...bounds);
  return Number.isFinite(bound) ? bound : undefined;
}

export const OUTPUT_LIMIT_NOTE = 'An answer has at most 1000 tokens, because the cost is limited.';

/** The parameters of a run with a limited cost, which limit its answer too, if its task can. Chats do so anyway. */
export function withOutputLimit(task: Task, isChat: boolean, typed: TypedParameters): TypedParameters {
  const { lengthLimit, parameters = {} } = getForm(task, isChat);
  if (isChat || lengthLimit === undefined) return typed;
  const names = [lengthLimit, ...(parameters[lengthLimit]?.aliases ?? [])];
  return names.some((name) => Object.hasOwn(typed, name)) ? typed : { ...typed, [lengthLimit]: '1000' };
}
