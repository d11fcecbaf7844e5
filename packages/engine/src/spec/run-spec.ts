import type { JsonSchema, Values } from '../fields/index.ts';
import type { Chat, Task, TypedParameters } from '../tasks/index.ts';
import { AUTO, type Place } from './place.ts';

/** Optional headers of a request (specification, section 7), by the names of their options on the command line. */
export const requestFlags = [
  { name: 'no-cache', header: ['X-Use-Cache', 'false'], label: 'Ignore cached answers' },
  { name: 'wait', header: ['X-Wait-For-Model', 'true'], label: 'Wait until the model is loaded' },
  { name: 'no-load', header: ['X-Load-Model', '0'], label: 'Do not load the model' },
] as const;

export type RequestFlag = (typeof requestFlags)[number]['name'];

export const FLAGS_NOTE = "Sent to the Hub's own inference and custom endpoints only.";

/** The given flags with their headers and labels, in order. */
export function chosenFlags(flags: readonly RequestFlag[] = []) {
  return requestFlags.filter(({ name }) => flags.includes(name));
}

/**
 * What to run: what commands, forms, agents, rows, links and files describe, `performRun` takes, and a run file stores.
 */
export interface RunSpec {
  readonly task: Task;
  readonly place: Place;
  /** The inputs by field. */
  readonly values: Values;
  /** As they were typed. */
  readonly parameters?: TypedParameters;
  /** The conversation that the inputs continue; only for models that hold one. */
  readonly chat?: Chat | undefined;
  /** The JSON Schema that the answer of a chat has to fit: checked, or as it was typed. */
  readonly schema?: JsonSchema | string | undefined;
  /** Chat only; true by default (specification, section 9). */
  readonly stream?: boolean | undefined;
  /** The organization that pays. */
  readonly billTo?: string | undefined;
  /** Sent to the Hub's own inference and to custom endpoints only. */
  readonly flags?: readonly RequestFlag[] | undefined;
  /** Whether a streamed conversation is asked for its number of tokens. */
  readonly reportsUsage?: boolean | undefined;
  /** The comparison that it belongs to, and its position there, from 1. */
  readonly group?: string | undefined;
  readonly candidate?: number | undefined;
}

/** A schema as it can be edited. */
export function schemaText(schema: JsonSchema | string): string {
  return typeof schema === 'string' ? schema : JSON.stringify(schema, null, 2);
}

/** What the user of a form chose for runs. */
export interface RunChoices
  extends Pick<Place, 'provider' | 'endpointUrl'>, Pick<RunSpec, 'stream' | 'billTo' | 'flags'> {
  /** The JSON Schema of a chat's answers, as it was typed. */
  readonly schema?: string | undefined;
}

/** The choices with another provider, which replaces an endpoint. */
export function withProvider(choices: RunChoices, id: string): RunChoices {
  return { ...choices, endpointUrl: undefined, provider: id === AUTO ? undefined : id };
}

/** The choices with an endpoint, which replaces a provider; empty while its URL is still to be entered. */
export function withEndpoint(choices: RunChoices, endpointUrl: string): RunChoices {
  return { ...choices, endpointUrl, provider: undefined };
}

/** The choices with a flag turned on or off. */
export function toggleFlag(choices: RunChoices, flag: RequestFlag): RunChoices {
  const { flags = [] } = choices;
  const next = requestFlags.flatMap(({ name }) => (flags.includes(name) === (name === flag) ? [] : name));
  return { ...choices, flags: next.length === 0 ? undefined : next };
}
