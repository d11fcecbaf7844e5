import type { Command } from 'commander';
import {
  asFailure,
  createBudget,
  redact,
  getMessage,
  jsonText,
  visible,
  withoutToken,
  describeEvent,
  describeInputs,
  describeParameters,
  fieldKinds,
  fieldText,
  findDefaultInputs,
  findDefaultModel,
  isFileInput,
  isPlaceholderFile,
  loadParameterSpecs,
  lookUpModel,
  plainModelId,
  taskNamed,
  unlessFailed,
  type EndedRun,
  type ErrorCode,
  type Failure,
  type RunSpec,
  type RunEvent,
  type Connection,
  type Field,
  type FieldValue,
  type JsonSchema,
  type JsonValue,
  type Task,
} from '@tryout/engine';
import type { Sandbox } from '@tryout/sandbox';
import { createCall, silenceDependencies } from '../context/context.ts';
import { explainReplaced } from '../context/errors.ts';
import { startEmbeddedHub, withContext } from '../context/with-context.ts';
import { recordEndedRun } from '../history/record-run.ts';
import type { Runtime } from '../runtime.ts';
import { fitsExtension } from '../read-argv/paths.ts';
import {
  checkArguments,
  type Arguments,
  type Answer,
  type Handler,
  type ImageBlock,
  type SessionLimits,
  type ToolContext,
} from './call.ts';
import { compareTool, runTool, requireModel } from './run.ts';
import { findModels, findTask, getFacts } from './find.ts';
import { receivedExcerpt } from './present.ts';
import type { Tool, ToolName } from './tools.ts';
import { chatInputs, EXAMPLE, ownExamples } from './inputs.ts';

/** What a task takes, and a call of `run` that works as it is. */
async function describeTask(
  { task: name, model: chosenModel }: Arguments,
  { connection, signal }: ToolContext,
): Promise<Answer> {
  const task = taskNamed(name);
  const model =
    chosenModel === undefined
      ? await unlessFailed(findDefaultModel(connection, name, signal), signal)
      : plainModelId(requireModel(connection, chosenModel));
  const isChat = task.conversation !== undefined && (await supportsChat(connection, model, signal));
  const { summary, result } = getFacts(task);
  return {
    structured: {
      task: task.id,
      summary,
      inputs: describeAllInputs(task),
      parameters: describeParameters(await loadParameterSpecs(task, isChat)),
      result,
      example: {
        task: task.id,
        ...(model !== undefined && { model }),
        inputs: await exampleInputs(connection, task, model, signal),
      },
    },
  };
}

/** With what only this server takes: paths of tables, and the system prompt and image of a chat. */
function describeAllInputs(task: Task): JsonSchema {
  const schema = describeInputs(task);
  const properties = Object.entries(schema['properties'] as JsonSchema).map(([name, value]) => {
    const { isFile, media } = fieldKinds[task.fields[name]!.kind];
    const path = { type: 'string', description: 'Or the path of a JSON, CSV or TSV file.' };
    return [name, isFile && !media ? { anyOf: [value, path] } : value];
  });
  const chat = task.conversation ? chatInputs : {};
  return { ...schema, properties: { ...(Object.fromEntries(properties) as JsonSchema), ...chat } };
}

async function supportsChat(connection: Connection, model: string | undefined, signal: AbortSignal) {
  return model === undefined || (await lookUpModel(connection, model, signal)).conversational;
}

async function exampleInputs(
  connection: Connection,
  task: Task,
  model: string | undefined,
  signal: AbortSignal,
): Promise<object> {
  const { values } = await findDefaultInputs(connection, task, model, signal);
  const examples = [...(await ownExamples()).keys()].sort();
  const entries = Object.entries(task.fields).map(([name, field]) => [
    name,
    exampleValue(field, values[name], examples),
  ]);
  return Object.fromEntries(entries) as object;
}

function exampleValue(
  field: Field,
  value: FieldValue | undefined,
  examples: readonly string[],
): JsonValue | undefined {
  if (!isFileInput(value)) return value as JsonValue | undefined;
  if (!isPlaceholderFile(value)) return EXAMPLE + fieldText(field, { ...value, path: undefined } as never);
  const kind = field.kind as 'image' | 'audio';
  return EXAMPLE + (examples.find((name) => fitsExtension(kind, name)) ?? '');
}

type Report = (progress: number, message: string) => unknown;

/** Milliseconds. Clients wait longer for a call that reports progress. */
const INTERVAL = 5000;
/** Between reports of what changes quickly. */
const MIN_INTERVAL = 500;

/** Reports the progress of a call, and that it still runs. @param report undefined if the client asked for none */
function reportProgress(report: Report | undefined) {
  let count = 0;
  let message = 'Running the model';
  let last = -Infinity;
  const send = () => {
    last = performance.now();
    count += 1;
    void report?.(count, message);
  };
  const timer = report && setInterval(send, INTERVAL);
  return {
    onEvent(event: RunEvent): void {
      if (event.type === 'progress' || event.type === 'waiting') message = describeEvent(event).text;
      if (performance.now() - last >= MIN_INTERVAL) send();
    },
    end: () => clearInterval(timer),
  };
}

interface ToolResult {
  readonly content: ({ readonly type: 'text'; readonly text: string } | ImageBlock)[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
  readonly [key: string]: unknown;
}

const handlers: Readonly<Record<ToolName, Handler>> = {
  find_task: findTask,
  find_models: findModels,
  describe_task: describeTask,
  run: runTool,
  compare: compareTool,
};

interface CallOptions {
  /** Canceled by the client, or because it ended. */
  readonly signal: AbortSignal;
  readonly report?: Report | undefined;
}

export type ToolSession = Awaited<ReturnType<typeof toolSession>>;

/** Calls tools, each with its own connection and deadline, so that a token or a setting may change in between. */
export async function toolSession(command: Command, runtime: Runtime, { roots, maxCost }: SessionLimits) {
  // Even with --debug: standard output is for messages.
  silenceDependencies();
  const session = await createCall(command, runtime);
  const hint = 'Lower max_tokens, choose a cheaper model, or ask the user to raise --max-cost.';
  const budget = maxCost === undefined ? undefined : createBudget({ limit: maxCost, hint });
  const pending = new Set<Promise<unknown>>();
  /** One after the other, since they would wait for the same lock. */
  let recording = Promise.resolve();
  let hub: Promise<Sandbox> | undefined;

  async function answer(
    tool: Tool,
    toolArguments: unknown,
    { signal, report }: CallOptions,
  ): Promise<ToolResult> {
    const call = { ...session, runtime: { ...runtime, signal } };
    const progress = reportProgress(report);
    let token: string | undefined;
    try {
      const checked = checkArguments(tool, toolArguments);
      const embeddedHub = session.options.sandbox ? await (hub ??= startEmbeddedHub()) : undefined;
      const result = await withContext(
        call,
        (context) => {
          const { connection } = context;
          ({ token } = connection);
          const record = (setup: RunSpec, run: EndedRun) => {
            if (call.options.history === false) return;
            recording = recording.then(async () => {
              await recordEndedRun(call, setup, run, connection, {});
            });
          };
          const { onEvent } = progress;
          const own = { call, roots, budget, notes: [], onEvent, record };
          return handlers[tool.name](checked, { ...context, ...own });
        },
        { embeddedHub },
      );
      return toResult(result, token);
    } catch (error) {
      const text = visible(redact(errorText(asFailure(explainReplaced(error))), token));
      return { content: [{ type: 'text', text }], isError: true };
    } finally {
      progress.end();
    }
  }

  return {
    /** Never throws; failures are results. */
    call(...words: Parameters<typeof answer>): Promise<ToolResult> {
      const result = answer(...words);
      pending.add(result);
      return result.finally(() => pending.delete(result));
    },
    /** Waits for canceled calls and for the history. */
    async dispose(): Promise<void> {
      await Promise.all(pending);
      await recording;
      await (await hub)?.close();
    },
  };
}

/** The token occurs in no result, even if a file or a model contains it. */
function toResult(result: Answer, token: string | undefined): ToolResult {
  if ('structured' in result) {
    const text = withoutToken(jsonText(result.structured), token);
    return {
      content: [{ type: 'text', text }],
      structuredContent: JSON.parse(text) as Record<string, unknown>,
    };
  }
  const { text, images, facts, isError } = result;
  return {
    content: [{ type: 'text', text: withoutToken(text, token) }, ...images],
    ...(facts && { _meta: { tryout: facts } }),
    ...(isError && { isError }),
  };
}

/** What agents can do about errors whose hints name options of the command line, or that have none. */
const nextSteps: Readonly<Partial<Record<ErrorCode, string>>> = {
  UNKNOWN_TASK: 'Use find_task to find one.',
  UNKNOWN_MODEL: 'Use find_models to find one.',
  MODEL_NOT_SERVED: 'Use find_models to find an available model.',
  NO_DEFAULT_MODEL: 'Use find_models to find one.',
  TIMEOUT: 'Choose a smaller model, or ask the user to start tryout mcp with a longer --timeout.',
};

function errorText(error: Failure): string {
  const received = receivedExcerpt(error);
  return [
    getMessage(error).replace(/(?<![.!?])$/, '.'),
    nextSteps[error.code],
    received && `Response: ${received}`,
  ]
    .filter(Boolean)
    .join(' ');
}
