import type { MAX_CANDIDATES, MIN_CANDIDATES } from '@tryout/engine';

/** A JSON Schema of the arguments of a tool. */
export interface ArgumentsSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ArgumentSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

export interface ArgumentSchema {
  readonly type: 'string' | 'integer' | 'object' | 'array';
  readonly description: string;
  readonly items?: { readonly type: 'string' };
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

const text = { type: 'string' } as const;

/** The models that `find_models` lists by default, and at most. */
export const MODELS = { default: 10, max: 50 } as const;

/** The models that `compare` takes: the engine's numbers, whose types are checked, since the server starts without its code. */
const CANDIDATES: { readonly min: typeof MIN_CANDIDATES; readonly max: typeof MAX_CANDIDATES } = {
  min: 2,
  max: 8,
};

const task: ArgumentSchema = {
  ...text,
  description: 'Task ID or alias, such as object-detection or asr.',
};
const inputs: ArgumentSchema = {
  type: 'object',
  description:
    'Inputs by name, as in describe_task: texts, paths of images, sounds and tables, or @PATH for the text of a file.',
};
const parameters: ArgumentSchema = {
  type: 'object',
  description: 'Parameters by name, as in describe_task.',
};

/** @param optional names of arguments that may be left out */
function takes(properties: ArgumentsSchema['properties'], ...optional: string[]): ArgumentsSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

function returns(properties: Readonly<Record<string, object>>) {
  return { type: 'object' as const, properties, required: Object.keys(properties) };
}

function listOf(properties: Readonly<Record<string, object>>) {
  return { type: 'array', items: returns(properties) };
}

const readOnly = { readOnlyHint: true, openWorldHint: true };
const sendsInputs = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

/** The tools in their order, for a model that reads nothing else. Without the engine, so that the server starts fast. */
export const tools = [
  {
    name: 'find_task',
    title: 'Find a task',
    description:
      'Finds the machine-learning task for a goal, such as "transcribe a recording" or "find faces in a photo".',
    inputSchema: takes({ query: { ...text, description: 'The goal in a few words.' } }),
    outputSchema: returns({
      tasks: listOf({ id: text, summary: text, inputs: { type: 'object' }, result: text }),
    }),
    annotations: readOnly,
  },
  {
    name: 'find_models',
    title: 'Find models',
    description:
      "Lists a task's models, those available now first, with providers and prices in US dollars per million tokens.",
    inputSchema: takes(
      {
        task,
        query: { ...text, description: 'Part of the model ID, or an author and a slash.' },
        limit: {
          type: 'integer',
          description: 'Maximum number of models.',
          minimum: 1,
          maximum: MODELS.max,
          default: MODELS.default,
        },
      },
      'query',
      'limit',
    ),
    outputSchema: returns({
      task: text,
      models: listOf({ id: text, available: { type: 'boolean' }, providers: { type: 'array' } }),
    }),
    annotations: readOnly,
  },
  {
    name: 'describe_task',
    title: 'Describe a task',
    description:
      "Returns a task's inputs and parameters as JSON Schema, and an example whose arguments you can pass to run.",
    inputSchema: takes({ task, model: { ...text, description: 'Model ID for the example.' } }, 'model'),
    outputSchema: returns({
      task: text,
      inputs: { type: 'object' },
      parameters: { type: 'object' },
      result: text,
      example: { type: 'object' },
    }),
    annotations: readOnly,
  },
  {
    name: 'run',
    title: 'Run a model',
    description:
      'Runs a model once, which may cost money, and returns the result as JSON, with a preview of an image and the paths of saved files.',
    inputSchema: takes(
      {
        task,
        model: { ...text, description: "Model ID; default: the hub's model for the task." },
        provider: { ...text, description: 'Provider name, or fastest or cheapest.' },
        inputs,
        parameters,
      },
      'model',
      'provider',
      'parameters',
    ),
    annotations: sendsInputs,
  },
  {
    name: 'compare',
    title: 'Compare models',
    description:
      'Runs several models on the same inputs, which may cost money, and returns their results, times, costs and agreement.',
    inputSchema: takes(
      {
        task,
        models: {
          type: 'array',
          items: text,
          minItems: CANDIDATES.min,
          maxItems: CANDIDATES.max,
          description: 'Model IDs, each optionally followed by a colon and a provider.',
        },
        inputs,
        parameters,
      },
      'parameters',
    ),
    annotations: sendsInputs,
  },
] as const;

export type Tool = (typeof tools)[number];

export type ToolName = Tool['name'];
