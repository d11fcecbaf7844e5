import { isFilePlaceholder, type FileInput, type JsonTemplate } from '../fields/index.ts';
import { bodyPieces, type RequestBody } from '../http/index.ts';
import { getForm, type Task, type TypedParameters } from '../tasks/index.ts';
import type { Rates } from './rates.ts';

/** Tokens that an image counts as; more than any model takes. */
const IMAGE_TOKENS = 16_384;
/** Seconds of compute time that a request counts as, until one took longer. */
export const USUAL_SECONDS = 10;

/** What limits the tokens of an answer at some server. The largest one counts. */
const OUTPUT = /^max.*(?:token|len)|budget|predict$/i;
/** What multiplies the answers at some server. */
const ANSWERS =
  /^(?:n|best_?of|num_?(?:return_?sequences|generations|outputs|completions|choices|samples))$/i;
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

const isCount = (value: JsonTemplate): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** The first setting of the length or number of answers that is no positive integer; servers differ in how they read it. */
export function findOddSetting(body: RequestBody): string | undefined {
  const settings = body.kind === 'json' ? settingsIn(body.json) : [];
  return settings.find(([name, value]) => (OUTPUT.test(name) || ANSWERS.test(name)) && !isCount(value))?.[0];
}

/** The most tokens of the answers; infinite without a limit. */
function countOutput(body: RequestBody): number {
  if (body.kind !== 'json') return Infinity;
  const settings = settingsIn(body.json);
  const valuesOf = (names: RegExp) =>
    settings.flatMap(([name, value]) => (names.test(name) ? Number(value) : []));
  const isLimited = CHAT_LIMITS.some((name) => Object.hasOwn(body.json as object, name));
  return valuesOf(ANSWERS).reduce(
    (product, number) => product * number,
    isLimited ? Math.max(...valuesOf(OUTPUT)) : Infinity,
  );
}

/** The most tokens of the input: one for each byte of its text, and those of its media. */
function countInput(body: RequestBody): number {
  const encoder = new TextEncoder();
  const counts = bodyPieces(body).map((piece) => {
    if (typeof piece !== 'string') return countMedia('file' in piece ? piece.file : piece);
    // Files that the server downloads. In JSON, no text contains unescaped quotes.
    if (/"video_url":\{"url":"https?:/i.test(piece)) return Infinity;
    const images = piece.match(/"url":"https?:/gi) ?? [];
    return encoder.encode(piece).length + images.length * IMAGE_TOKENS;
  });
  return counts.reduce((sum, tokens) => sum + tokens, 0);
}

function countMedia({ contentType, size }: FileInput): number {
  return contentType.startsWith('image/') ? IMAGE_TOKENS : Math.max(IMAGE_TOKENS, size);
}

/**
 * The most that a request costs in US dollars, whichever server answers; for those that are paid by compute time, about.
 * @param body needed only for servers that are paid by tokens
 * @param longest seconds that a request took so far
 * @returns undefined if it has no bound, or a price is unknown
 */
export function getCostBound(
  body: RequestBody | undefined,
  rates: Rates,
  longest = USUAL_SECONDS,
): number | undefined {
  const isOdd = body && findOddSetting(body) !== undefined;
  const bounds = [...rates.values()].map((rate) => {
    if (!rate) return Number.NaN;
    if ('second' in rate) return rate.second * longest;
    if (!body || isOdd) return Number.NaN;
    return (countInput(body) * rate.input + countOutput(body) * rate.output) / 1e6;
  });
  const bound = Math.max(...bounds);
  return Number.isFinite(bound) ? bound : undefined;
}

/**
 * Parameters that limit the tokens of the answer where the cost is limited, with a note if that is added. Chats always
 * have a limit.
 */
export function withOutputLimit(
  task: Task,
  { conversation }: { readonly conversation: boolean },
  typed: TypedParameters,
  isCostLimited: boolean,
): { readonly typed: TypedParameters; readonly notes: readonly string[] } {
  const { lengthLimit, parameters = {} } = getForm(task, conversation);
  const names = [lengthLimit, ...(parameters[lengthLimit ?? '']?.aliases ?? [])];
  const isGiven = names.some((name) => name !== undefined && Object.hasOwn(typed, name));
  if (!isCostLimited || conversation || lengthLimit === undefined || isGiven) return { typed, notes: [] };
  return {
    typed: { ...typed, [lengthLimit]: '1000' },
    notes: [`${lengthLimit} is 1000, because the cost is limited.`],
  };
}
