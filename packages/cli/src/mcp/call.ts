import {
  attempt,
  InputError,
  isRecord,
  nameHint,
  own,
  parseBounded,
  requireShallow,
  type JsonValue,
  type Budget,
  type EndedRun,
  type RunEvent,
  type RunSpec,
} from '@tryout/engine';
import type { ArgumentSchema, Tool } from './tools.ts';
import type { Call, Context } from '../context/context.ts';

export type JsonObject = Readonly<Record<string, JsonValue>>;

/** The arguments of all tools; those of a call fit its tool's schema. */
export interface Arguments {
  readonly task: string;
  readonly query: string;
  readonly limit?: number;
  readonly model?: string;
  readonly models: readonly string[];
  readonly provider?: string;
  readonly inputs: JsonObject;
  readonly parameters?: JsonObject;
}

/** Characters of a name or a query. */
const MAX_TEXT = 2000;

/** Checks the arguments of a call by the tool's schema. @throws InputError that names them */
export function checkArguments({ name: tool, inputSchema }: Tool, values: unknown): Arguments {
  const properties: Readonly<Record<string, ArgumentSchema>> = inputSchema.properties;
  const names = Object.keys(properties);
  const hint = `${tool} takes ${names.map((name) => name + ((inputSchema.required as readonly string[]).includes(name) ? '' : ' (optional)')).join(', ')}.`;
  const entries = isRecord(values) ? values : {};
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(entries)) {
    const schema = own(properties, name);
    if (!schema)
      throw new InputError(`Unknown argument '${name.slice(0, MAX_TEXT)}'`, {
        hint: `${nameHint(name, names, '')} ${hint}`.trim(),
      });
    if (value === undefined || value === null) continue;
    const parsed = fromText(schema, value);
    requireShallow(parsed, name);
    const problem = findProblem(schema, parsed);
    if (problem !== undefined) throw new InputError(`${name} must be ${problem}`, { hint });
    checked[name] = parsed;
  }
  const missing = inputSchema.required.find((name) => checked[name] === undefined);
  if (missing !== undefined)
    throw new InputError(`Missing argument '${missing}'`, { code: 'MISSING_INPUT', hint });
  return checked as unknown as Arguments;
}

/** Some clients send objects, lists and numbers as text. */
function fromText({ type }: ArgumentSchema, value: unknown): unknown {
  if (type === 'string' || typeof value !== 'string') return value;
  return attempt(() => parseBounded(value)) ?? value;
}

/** What a value must be; undefined if it is. */
function findProblem(
  { type, minimum, maximum, minItems, maxItems }: ArgumentSchema,
  value: unknown,
): string | undefined {
  const isText = (text: unknown) => typeof text === 'string' && text.trim() !== '' && text.length <= MAX_TEXT;
  switch (type) {
    case 'string':
      return isText(value) ? undefined : `a text of 1 to ${MAX_TEXT} characters`;
    case 'integer':
      return Number.isInteger(value) && Number(value) >= minimum! && Number(value) <= maximum!
        ? undefined
        : `an integer from ${minimum} to ${maximum}`;
    case 'object':
      return isRecord(value) && !Array.isArray(value) ? undefined : 'an object with values by name';
    case 'array':
      return Array.isArray(value) &&
        value.length >= minItems! &&
        value.length <= maxItems! &&
        value.every(isText)
        ? undefined
        : `a list of ${minItems} to ${maxItems} texts`;
  }
}

export interface SessionLimits {
  /** Real paths. Results are saved below the first. */
  readonly roots: readonly string[];
  /** US dollars. */
  readonly maxCost?: number | undefined;
}

/** What a tool needs besides its arguments. */
export interface ToolContext extends Context {
  /** Of this call. */
  readonly call: Call;
  readonly roots: readonly string[];
  /** Undefined without a limit of the cost. */
  readonly budget: Budget | undefined;
  /** What the answer says besides the result, one sentence each. */
  readonly notes: string[];
  /** Reports the progress of a run. */
  readonly onEvent: (event: RunEvent) => void;
  /** Records an ended run in the history; the call does not wait for it. */
  record(setup: RunSpec, run: EndedRun): void;
}

/** An image block of a result, in base64. */
export interface ImageBlock {
  readonly type: 'image';
  readonly data: string;
  readonly mimeType: string;
}

/** What a tool returns: a value for programs and models, or a text with an image. */
export type Answer =
  | { readonly structured: object }
  | {
      readonly text: string;
      readonly images: readonly ImageBlock[];
      readonly facts?: object;
      readonly isError?: boolean;
    };

/** A tool; what it throws becomes a result. */
export type Handler = (toolArguments: Arguments, context: ToolContext) => Promise<Answer>;
