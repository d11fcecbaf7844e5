import { TooLargeError, OutputError } from '../errors/index.ts';
import { isTooDeep, MAX_DEPTH } from '../fields/index.ts';
import { parseBounded, redactValue, attempt, hasValue, isRecord, mapStrings, redact } from '../text/index.ts';
import { getRetryAfter, hintForResponse, type HttpResponse, limits } from './response.ts';

/** The part of a response that its errors need; the token is redacted in them. */
export type ResponseSource = Pick<HttpResponse, 'url' | 'requestId' | 'token'> &
  Partial<Pick<HttpResponse, 'headers' | 'hubUrl'>>;

/** Unnecessary escapes, which could hide a token or a key. */
const unnecessaryEscape = /\\(?:u00[2-7]|\/)/;

/**
 * Parses JSON of a server. Drops keys named `__proto__`, which could change a prototype when copied; redacts the token.
 * @throws SyntaxError, TooLargeError for JSON with too many values
 */
export function parseServerJson(text: string, from: ResponseSource): unknown {
  const { token } = from;
  const tooLarge = () =>
    new TooLargeError(`The response from ${new URL(from.url).host} contains too many values`, {
      ...from,
      hint: 'Try another model, or check the URL.',
    });
  const value = parseBounded(text, tooLarge);
  const isUnsafe =
    text.includes('__proto__') ||
    (token && text.includes(token)) ||
    (text.includes('\\') && unnecessaryEscape.test(text));
  return isUnsafe ? redactValue(value, token) : value;
}

function shortJson(value: unknown): string | undefined {
  return isTooDeep(value) ? undefined : JSON.stringify(value);
}

/** Names of the reason (Hub, OpenAI, FastAPI), which all count. */
const reasonNames = ['error', 'message', 'msg', 'detail'];
/** Names of less specific reasons (problem+json, OAuth), best first. */
const otherNames = ['error_description', 'title', 'errors', 'reason'];
const codeNames = ['code', 'status', 'status_code', 'statusCode', 'http_status', 'error_code'];

const MAX_NESTED = 5;
const MAX_REASONS = 20;

/** The reason in the JSON of an error; undefined if there is none. */
function reasonIn(json: unknown, nested = 0): string | undefined {
  if (typeof json === 'string') return json.trim() || undefined;
  if (!isRecord(json) || nested > MAX_NESTED) return undefined;
  if (Array.isArray(json)) {
    const entries = json.slice(0, MAX_REASONS).map((entry) => nestedReason(entry, nested));
    return entries.filter(Boolean).join('; ') || undefined;
  }
  const read = (names: string[]) =>
    names.map((name) => nestedReason(json[name], nested, name)).filter(Boolean);
  const reason = [...new Set(read(reasonNames))].join(': ') || read(otherNames)[0];
  // FastAPI names the parameter, after `body`.
  const { loc } = json;
  const place = Array.isArray(loc) ? loc.slice(1).join('.') : '';
  return place !== '' && reason !== undefined ? `${place}: ${reason}` : reason;
}

/** JSON, unless the value is the message of a choice. */
function nestedReason(value: unknown, nested: number, name?: string): string | undefined {
  const reason = reasonIn(value, nested + 1);
  if (reason !== undefined || !isRecord(value) || !hasValue(value) || name === 'message') return reason;
  return shortJson(value);
}

/** An error in a response whose status is 200. */
export interface ReportedError {
  readonly reason: string;
  /** The status that the server names, 400 to 599. */
  readonly code: number | undefined;
}

/** Reads a value that is an error. */
export function readReportedError(value: unknown): ReportedError {
  return { reason: reasonIn(value) ?? shortJson(value) ?? 'Unknown error', code: codeIn(value) };
}

function codeIn(value: unknown, nested = 0): number | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (!isRecord(first) || nested > MAX_NESTED) return undefined;
  const codes = codeNames.map((name) => Number(first[name]));
  return codeIn(first['error'], nested + 1) ?? codes.find((code) => code >= 400 && code < 600);
}

/** The error in a value that is no result; undefined if it, or the first entry of a list, has no reason. */
export function findReason(value: unknown): ReportedError | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const hasReason = isRecord(first) && !Array.isArray(first) && reasonIn(first) !== undefined;
  return hasReason ? readReportedError(value) : undefined;
}

/** The same for the text of a body, whatever its type. */
export function findReasonInText(text: string, from: ResponseSource): ReportedError | undefined {
  return findReason(attempt(() => parseServerJson(withoutFraming(text), from)));
}

/** The text without the field names of a stream event. */
export function withoutFraming(text: string): string {
  return text.trim().replace(/^(?:event:[^\r\n]*[\r\n]\s*)?(?:data|error):\s*/, '');
}

/** The error in a value of a response, or in the first entry of a list; undefined if it reports none. */
export function findReportedError(value: unknown): ReportedError | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (!isRecord(first)) return undefined;
  const { error, errors, object, type } = first;
  const isError = object === 'error' || type === 'error' || hasValue(error) || hasValue(errors);
  return isError ? readReportedError(value) : undefined;
}

/** The options of a Tryout error, with the hint for the status that the server names. */
export function reportedOptions({ code }: Pick<ReportedError, 'code'>, from: Partial<ResponseSource>) {
  const { url, requestId, token, headers, hubUrl } = from;
  const hint =
    code !== undefined && headers && hubUrl !== undefined
      ? hintForResponse({ status: code, headers }, hubUrl)
      : 'Try again, or try another model.';
  return { url, requestId, token, reportedStatus: code, hint };
}

/** The arguments for an error with a specified message, which the reason of the server follows. */
export function explain<From extends Partial<ResponseSource>>(
  message: string,
  reported: ReportedError | undefined,
  from: From,
): [message: string, options: From] {
  if (!reported) return [message, from];
  return [`${message}. Error: ${reported.reason}`, { ...from, ...reportedOptions(reported, from) }];
}

/**
 * @param Unexpected the error for anything but JSON
 * @throws OutputError or the given error, TooLargeError
 */
export async function readJson(
  response: HttpResponse,
  Unexpected: new (expectation: string, from: ResponseSource) => Error = OutputError,
): Promise<unknown> {
  const { contentType: type } = response;
  const text = await response.text(limits.json);
  if (text.trim() === '') throw new Unexpected('the response is empty', response);
  const from = () => withReceived(response, text);
  if (type !== '' && !/\bjson\b/i.test(type))
    throw new Unexpected(...explain(`expected JSON, got ${type}`, findReasonInText(text, response), from()));
  try {
    const value = parseServerJson(text, response);
    if (!isTooDeep(value)) return value;
  } catch (error) {
    if (error instanceof TooLargeError) throw error;
    // Its message would quote the text.
    throw new Unexpected('the response is not valid JSON', from());
  }
  throw new Unexpected(`the response is nested deeper than ${MAX_DEPTH} levels`, from());
}

/** The redacted body of a failed response. */
export interface FailureBody {
  readonly json?: unknown;
  /** The server's error message; undefined for HTML and empty bodies. */
  readonly reason?: string | undefined;
  readonly text: string;
}

/**
 * Reads the body of a failed response: JSON or text of any content type.
 * @throws CanceledError
 */
export async function readFailureBody(response: HttpResponse): Promise<FailureBody> {
  const redacted = (text: string) => redact(text, response.token);
  const body = await response.beginning(limits.error);
  const text = redacted(body);
  const type = response.contentType;
  const json = attempt(() => mapStrings(JSON.parse(withoutFraming(body)), redacted));
  const reason = reasonIn(isRecord(json) || /\bjson\b/i.test(type) ? json : undefined);
  if (json !== undefined && (reason !== undefined || /\bjson\b/i.test(type))) return { json, reason, text };
  const isReadable = /^text\/plain/i.test(type) || !unreadable.test(text);
  return { text, reason: isReadable && text.trim() !== '' ? text.trim() : undefined };
}

/** The server's reason; that you are not signed in if it rejects credentials that you do not have. */
export function getReason({ reason }: FailureBody, status: number, token: string | undefined) {
  const isAboutCredentials = /credential|authorization|token|username/i.test(reason ?? '');
  return status === 401 && token === undefined && isAboutCredentials ? 'You are not signed in' : reason;
}

/** The options of an error for a failed response. */
export function failureOptions(response: HttpResponse, { json, text }: FailureBody) {
  const { status, url, requestId, token, headers } = response;
  const data = json ?? { message: text };
  return { status, url, requestId, token, data, retryAfter: getRetryAfter(headers) };
}

/** Adds what was received to the options of an error, if people can read it. */
export function withReceived<From extends object>(from: From, text: string) {
  return { ...from, received: unreadable.test(text) ? undefined : text };
}

/** HTML, XML, and bytes that are not text. */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const unreadable = /^\s*<|[\u0000-\u0008\ufffd]/;
