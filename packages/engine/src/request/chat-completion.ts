import { OutputError, StreamError, TooLargeError } from '../errors/index.ts';
import { MAX_DEPTH, isTooDeep } from '../fields/index.ts';
import {
  findReportedError,
  parseServerJson,
  readReportedError,
  reportedOptions,
  withoutFraming,
  type ReportedError,
  type ResponseSource,
} from '../http/index.ts';
import {
  getChoiceIndex,
  messageIn,
  readMessage,
  reasoningNames,
  type MessagePart,
} from '../results/index.ts';
import { isRecord, hasValue, own } from '../text/index.ts';

/** A chat completion or one event of its stream, not validated. */
export type ChatChunk = Readonly<Record<string, unknown>>;

/** The choices of a chunk; usage events have none. */
function choicesIn(chunk: unknown): readonly unknown[] {
  const choices = isRecord(chunk) ? chunk['choices'] : undefined;
  return Array.isArray(choices) ? choices : [];
}

/** Some servers send an empty reason in every event. */
function finishReasonIn(choice: unknown): string | undefined {
  const reason = isRecord(choice) ? choice['finish_reason'] : undefined;
  return typeof reason === 'string' && reason.trim() !== '' ? reason : undefined;
}

const failedEnd = /error|abort|cancel|fail|insufficient/i;

/** The error in a completion or a stream event: its own, or that of a choice or message. */
export function findChatError(chunk: unknown): ReportedError | undefined {
  const chunkError = findReportedError(chunk);
  if (chunkError) return chunkError;
  for (const choice of choicesIn(chunk)) {
    if (!isRecord(choice)) continue;
    const choiceError =
      findReportedError(choice) ?? findReportedError(choice['delta']) ?? findReportedError(choice['message']);
    if (choiceError) return choiceError;
    const reason = finishReasonIn(choice);
    if (reason !== undefined && failedEnd.test(reason))
      return { reason: `The server ended the answer early (finish_reason: ${reason})`, code: undefined };
  }
  return undefined;
}

export function streamError(reported: ReportedError, from: ResponseSource): StreamError {
  return new StreamError(reported.reason, reportedOptions(reported, from));
}

/** Comments that some servers send as data, also as JSON. */
const keepalive = /^(?:["[\s]{0,9}(?:ping|pong|keep-?alive|heartbeat)?["\]\s]{0,9}|:.*)$/is;

const done = /^["'\s]*\[DONE\]["'\s]*$/i;

/** What an event of a stream contains: the end, a part of the answer, an error, or nothing. */
interface ReadEvent {
  readonly isDone?: boolean;
  readonly chunk?: ChatChunk | undefined;
  readonly failure?: Error;
}

/** Reads the data of an event. An event may contain text and an error. */
export function readEvent(data: string, event: string | undefined, from: ResponseSource): ReadEvent {
  const isJson = data.startsWith('{');
  const text = isJson ? data : withoutFraming(data);
  const isError = event === 'error' || (!isJson && /^\s*error:/i.test(data));
  if ((!isJson && keepalive.test(text)) || (event !== undefined && keepalive.test(event))) return {};
  if (!isJson && done.test(text)) return { isDone: true };
  let parsed: unknown;
  try {
    parsed = parseServerJson(text, from);
  } catch (error) {
    if (error instanceof TooLargeError) return { failure: error };
    if (isError) return { failure: streamError(readReportedError(text), from) };
    return { failure: new OutputError('a stream event is not valid JSON', from) };
  }
  const isMessage = isRecord(parsed) && !('choices' in parsed) && hasReason(parsed);
  const reported = isError || isMessage ? readReportedError(parsed) : findChatError(parsed);
  const chunk = isRecord(parsed) && !Array.isArray(parsed) ? parsed : undefined;
  // Short events, as nearly all are, cannot be too deep for recursive functions.
  const isDeep = text.length > 4 * MAX_DEPTH && isTooDeep(chunk?.['choices']);
  if (reported) return { chunk: isDeep ? undefined : chunk, failure: streamError(reported, from) };
  if (!chunk) return { failure: new OutputError('a stream event is not an object', from) };
  return isDeep ? { failure: new OutputError('a stream event is nested too deeply', from) } : { chunk };
}

/** Whether an event without choices explains a failure. */
function hasReason({ message, detail }: ChatChunk): boolean {
  return (typeof message === 'string' && message !== '') || (detail !== undefined && detail !== null);
}

const MAX_TOOL_CALLS = 128;

type Fields = Record<string, unknown>;

interface ToolCall {
  readonly index: unknown;
  readonly fields: Fields & { readonly function: Fields };
}

/** Assembles the tool calls of a message from their pieces. */
function toolCallAssembly(merge: Merge, from: ResponseSource) {
  const calls: ToolCall[] = [];
  let last: ToolCall | undefined;

  function findCall(piece: Fields, called: Fields): ToolCall | undefined {
    const { index, id } = piece;
    const hasIndex = index !== undefined && index !== null;
    const isSame = (call: ToolCall) => !hasIndex || call.index === index;
    const byId = hasValue(id) ? calls.find((call) => call.fields['id'] === id && isSame(call)) : undefined;
    const call = byId ?? (hasIndex ? calls.findLast(isSame) : last);
    return call === byId || (call && !startsCall(call, piece, called)) ? call : undefined;
  }

  function createCall(index: unknown): ToolCall {
    if (calls.length === MAX_TOOL_CALLS)
      throw new TooLargeError(`The answer has more than ${MAX_TOOL_CALLS} tool calls`, from);
    const call = { index, fields: { id: '', type: 'function', function: { name: '', arguments: '' } } };
    calls.push(call);
    return call;
  }

  function takeOne(piece: unknown): void {
    if (!isRecord(piece)) return;
    const { index, function: nested, ...fields } = piece;
    // Some servers do not nest the function.
    const { name, arguments: argumentText, ...others } = fields;
    const called = isRecord(nested) ? nested : { name, arguments: argumentText };
    last = findCall(piece, called) ?? createCall(index);
    for (const [key, value] of Object.entries(isRecord(nested) ? fields : others))
      last.fields[key] = merge(own(last.fields, key), value, key);
    const target = last.fields.function;
    const before = String(target['name']);
    const { name: next, ...more } = called;
    // A name may arrive in pieces, or again.
    if (typeof next === 'string') target['name'] = next.startsWith(before) ? next : before + next;
    for (const [key, value] of Object.entries(more)) target[key] = merge(own(target, key), value, key);
  }

  return {
    /** @throws TooLargeError */
    take(pieces: object): void {
      (Array.isArray(pieces) ? (pieces as unknown[]) : [pieces]).forEach(takeOne);
    },
    all: () => calls.map(({ fields }) => fields),
  };
}

/** Whether a piece starts another call, which may have the index of the last one, or none. */
function startsCall({ fields }: ToolCall, { index, id }: Fields, called: Fields): boolean {
  const { name, arguments: argumentText } = called;
  const before = fields.function;
  if (hasValue(id) && hasValue(fields.id)) return hasValue(name) || !hasValue(argumentText);
  const isComplete =
    index === undefined || index === null || isRecord(argumentText) || name !== before['name'];
  return hasValue(name) && hasValue(before['arguments']) && isComplete;
}

const MAX_CHOICES = 128;
/** Values that are not part of a text, in all events together. */
const MAX_VALUES = 4_000_000;

/** Joins what two events say in the field of a name. */
type Merge = (old: unknown, next: unknown, name: string) => unknown;

/** Fields that events repeat. */
const constants = new Set(['id', 'created', 'model', 'system_fingerprint', 'role', 'type', 'index', 'name']);
/** Fields whose pieces may be equal. */
const texts = new Set([...reasoningNames, 'content', 'text', 'refusal', 'arguments', 'data', 'transcript']);

/**
 * Assembles the completion that an unstreamed response would have from the events of a stream. Loses no field.
 * @param onPart called with what each event adds to the first choice
 */
export function createAssembly(from: ResponseSource, onPart: (part: MessagePart) => void) {
  const choices = new Map<number, ReturnType<typeof createChoice>>();
  const head: Fields = {};
  let values = 0;

  function counted<Value>(value: Value): Value {
    values += 1;
    if (values > MAX_VALUES) throw new TooLargeError('The stream contains too many values', from);
    if (isRecord(value)) Object.values(value).forEach(counted);
    return value;
  }

  const merge: Merge = (old, next, name) => {
    if (next === undefined || next === null) return old;
    if (old === undefined || old === null) return counted(next);
    if (constants.has(name)) return hasValue(old) ? old : next;
    if (typeof old === 'string' && typeof next === 'string')
      return texts.has(name) || old !== next ? old + next : old;
    if (Array.isArray(old) || Array.isArray(next)) return toParts(next).reduce(append, toParts(old));
    if (!hasValue(old) || !(isRecord(old) || isRecord(next))) return counted(next);
    if (!isRecord(old) || !isRecord(next)) return hasValue(next) ? [old, counted(next)] : old;
    for (const [key, value] of Object.entries(next)) old[key] = merge(own(old, key), value, key);
    return old;
  };

  function append(parts: unknown[], part: unknown): unknown[] {
    parts.push(counted(part));
    return parts;
  }

  function findChoice(index: number) {
    const known = choices.get(index);
    if (known) return known;
    if (choices.size === MAX_CHOICES)
      throw new TooLargeError(`The answer has more than ${MAX_CHOICES} choices`, from);
    const choice = createChoice(merge, from, index === 0 ? onPart : () => undefined);
    choices.set(index, choice);
    return choice;
  }

  return {
    /** @throws TooLargeError */
    take(chunk: ChatChunk): void {
      for (const name in chunk) {
        const value = chunk[name];
        if (name === 'choices' || value === null || value === head[name] || isTooDeep(value)) continue;
        head[name] = (constants.has(name) ? head[name] : undefined) ?? counted(value);
      }
      choicesIn(chunk).forEach((choice, position) => {
        if (isRecord(choice)) findChoice(getChoiceIndex(choice, position)).take(choice);
      });
    },
    /** Without a choice 0, the parts of the first one were not reported yet. */
    end(): void {
      const first = Math.min(...choices.keys());
      if (first > 0) readMessage(choices.get(first)?.completed().message ?? {}).forEach(onPart);
    },
    hasAnswer: () => choices.size > 0,
    isFinished: () => choices.size > 0 && [...choices.values()].every((choice) => choice.isFinished()),
    completion: () => ({
      id: '',
      created: 0,
      model: '',
      ...head,
      object: 'chat.completion',
      choices: [...choices]
        .sort(([a], [b]) => a - b)
        .map(([index, choice]) => ({ index, ...choice.completed() })),
    }),
  };
}

function toParts(value: unknown): unknown[] {
  if (typeof value === 'string') return value === '' ? [] : [{ type: 'text', text: value }];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

const messageFields = ['delta', 'message', 'text', 'index', 'finish_reason'];

function createChoice(merge: Merge, from: ResponseSource, onPart: (part: MessagePart) => void) {
  const message: Fields = { role: 'assistant' };
  const rest: Fields = {};
  const calls = toolCallAssembly(merge, from);
  let reasoningName: string | undefined;
  let finishReason: string | null = null;
  let hasDeltas = false;

  /** Strings of all names go to the first one, since servers with two send the same twice. */
  function takeReasoning(piece: ChatChunk): void {
    const names = reasoningNames.filter((name) => typeof piece[name] === 'string' && piece[name] !== '');
    reasoningName ??= names[0];
    if (reasoningName === undefined || names.length === 0) return;
    const text = [...new Set(names.map((name) => piece[name]))].join('');
    message[reasoningName] = merge(message[reasoningName], text, reasoningName);
  }

  /** A quick way for pieces that only continue the text, as nearly all do. Returns whether this is one. */
  function takeText(choice: ChatChunk): boolean {
    const delta = choice['delta'] as ChatChunk | null | undefined;
    const text = delta?.['content'];
    if (!hasDeltas || !text || typeof text !== 'string' || typeof message['content'] !== 'string')
      return false;
    for (const name in choice)
      if (choice[name] !== null && name !== 'delta' && name !== 'index') return false;
    for (const name in delta) if (delta[name] !== null && name !== 'content' && name !== 'role') return false;
    message['content'] += text;
    onPart({ type: 'text', text });
    return true;
  }

  return {
    take(choice: ChatChunk): void {
      if (takeText(choice)) return;
      finishReason = finishReasonIn(choice) ?? finishReason;
      for (const [name, value] of Object.entries(choice))
        if (!messageFields.includes(name)) rest[name] = merge(own(rest, name), value, name);
      const piece = messageIn(choice);
      const isDelta = hasValue(choice['delta']);
      // After the pieces, some servers send the complete message.
      if (!piece || (!isDelta && hasDeltas && piece['content'] === message['content'])) return;
      hasDeltas ||= isDelta;
      takeReasoning(piece);
      for (const [name, value] of Object.entries(piece)) {
        const isReasoning = typeof value === 'string' && (reasoningNames as readonly string[]).includes(name);
        if (name === 'tool_calls' && isRecord(value)) calls.take(value);
        else if (!isReasoning) message[name] = merge(own(message, name), value, name);
      }
      readMessage(piece).forEach(onPart);
    },
    isFinished: () => finishReason !== null,
    completed() {
      const tool_calls = calls.all();
      const hasOther = tool_calls.length > 0 || hasValue(message['refusal'] ?? message['function_call']);
      const content = hasValue(message['content']) ? message['content'] : hasOther ? null : '';
      const withCalls = tool_calls.length > 0 ? { tool_calls } : {};
      return { message: { ...message, content, ...withCalls }, finish_reason: finishReason, ...rest };
    },
  };
}
