import type { Command } from 'commander';
import {
  asFailure,
  createBudget,
  redact,
  getMessage,
  jsonText,
  visible,
  withoutToken,
  type EndedRun,
  type ErrorCode,
  type Failure,
  type RunInputs,
} from '@tryout/engine';
import type { Sandbox } from '@tryout/sandbox';
import { createCall, silenceDependencies } from '../context/context.ts';
import { startEmbeddedHub } from '../context/embedded-hub.ts';
import { withContext } from '../context/with-context.ts';
import { recordEndedRun } from '../history/record-run.ts';
import type { Runtime } from '../runtime.ts';
import { checkArguments } from './arguments.ts';
import { compareTool } from './compare.ts';
import { describeTask } from './describe-task.ts';
import { findModels, findTask } from './find.ts';
import { reportProgress, type Report } from './progress.ts';
import { receivedExcerpt } from './present.ts';
import { runTool } from './run.ts';
import type { Answer, Handler, ImageBlock, SessionLimits } from './tool-context.ts';
import type { Tool, ToolName } from './tools.ts';

export interface ToolResult {
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
          const record = (setup: RunInputs, run: EndedRun) => {
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
      const text = visible(redact(errorText(asFailure(error)), token));
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
