import { TooLargeError } from '../errors/index.ts';
import type { ResponseSource } from '../http/index.ts';
import { hasValue, isRecord } from '../text/index.ts';
import type { Merge } from './chat-assembly.ts';

const MAX_TOOL_CALLS = 128;

type Fields = Record<string, unknown>;

interface ToolCall {
  readonly index: unknown;
  readonly fields: Fields & { readonly function: Fields };
}

/** Assembles the tool calls of a message from their pieces. */
export function toolCallAssembly(merge: Merge, from: ResponseSource) {
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
    const { name, arguments: given, ...others } = fields;
    const called = isRecord(nested) ? nested : { name, arguments: given };
    last = findCall(piece, called) ?? createCall(index);
    for (const [key, value] of Object.entries(isRecord(nested) ? fields : others))
      last.fields[key] = merge(last.fields[key], value, key);
    const target = last.fields.function;
    const before = String(target['name']);
    const { name: next, ...more } = called;
    // A name may arrive in pieces, or again.
    if (typeof next === 'string') target['name'] = next.startsWith(before) ? next : before + next;
    for (const [key, value] of Object.entries(more)) target[key] = merge(target[key], value, key);
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
  const { name, arguments: given } = called;
  const before = fields.function;
  if (hasValue(id) && hasValue(fields.id)) return hasValue(name) || !hasValue(given);
  const isComplete = index === undefined || index === null || isRecord(given) || name !== before['name'];
  return hasValue(name) && hasValue(before['arguments']) && isComplete;
}
