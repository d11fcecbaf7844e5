import {
  attempt,
  InputError,
  isRecord,
  nameHint,
  own,
  parseBounded,
  requireShallow,
  type JsonValue,
} from '@tryout/engine';
import type { ArgumentSchema, Tool } from './tools.ts';

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
