import { OutputError } from '../errors/index.ts';
import type { JsonValue } from '../fields/index.ts';
import { findReason, findReportedError, withTotalDeadline, type Connection } from '../http/index.ts';
import type { ResultView } from '../results/index.ts';
import { getForm, taskNamed } from '../tasks/index.ts';
import { amountIn, mapStrings, redact, withoutToken } from '../text/index.ts';
import { findChatError } from './chat-chunk.ts';
import { parseAnswer } from '../spec/index.ts';
import { getProviderName, type InferenceRequest, type KnownRun } from './inference-request.ts';
import { AUTO } from '../spec/place.ts';
import { readResult } from './media-response.ts';
import { reportedError, runners, type RunHandlers } from './runners.ts';

export interface RunResult {
  readonly run: KnownRun;
  /** The validated response, as `--json` prints it. */
  readonly value: unknown;
  readonly view: ResultView;
  /** The answer as a value that fits the schema of the run. */
  readonly parsed?: JsonValue | undefined;
  /** From sending to the last byte. */
  readonly seconds: number;
  /** From sending to the first piece of a streamed text. */
  readonly firstTokenSeconds?: number | undefined;
  /** From `x-inference-provider`. */
  readonly provider?: string | undefined;
  /** US dollars, from `usage.estimated_cost`. */
  readonly cost?: number | undefined;
  /** Tokens, if the server reports them. */
  readonly usage?: { readonly input: number; readonly output: number } | undefined;
}

/**
 * Sends a request and reads the response.
 * @throws OutputError, and what the runner of its route throws
 */
export async function run(
  connection: Connection,
  request: InferenceRequest,
  handlers: RunHandlers = {},
): Promise<RunResult> {
  const { task, route, stream, values, schema } = request.run;
  const { conversation } = route;
  const started = performance.now();
  const getSeconds = () => (performance.now() - started) / 1000;
  let firstTokenSeconds: number | undefined;
  const { value: raw, response } = await runners[route.kind](withTotalDeadline(connection), request, {
    ...handlers,
    onEvent(event) {
      if (event.type === 'text' || event.type === 'reasoning') firstTokenSeconds ??= getSeconds();
      handlers.onEvent?.(event);
    },
  });
  const reported = conversation ? findChatError(raw) : findReportedError(raw);
  if (conversation) redactEncoded(raw, response.token);
  const { value, view } = await readResult(getForm(taskNamed(task), conversation).result, raw, values).catch(
    (error: unknown) => {
      const failure = reported ?? findReason(raw);
      if (!(error instanceof OutputError)) throw error;
      throw failure ? reportedError(failure, response) : Object.assign(error, { received: raw });
    },
  );
  if (conversation) redactEncoded(view, response.token);
  const text = view.kind === 'text' ? view.text : '';
  if (reported) {
    if (!stream && text !== '') handlers.onEvent?.({ type: 'text', text });
    throw reportedError(reported, response);
  }
  const parsed =
    schema &&
    (await parseAnswer(schema, text, connection.transport).catch((error: unknown) => {
      if (!stream && text !== '') handlers.onEvent?.({ type: 'text', text });
      throw error;
    }));
  // A longer header is not the name of a provider.
  const named = /^.{1,100}$/.exec(response.headers.get('x-inference-provider') ?? '')?.[0];
  const provider = named && redact(named, response.token);
  const seconds = getSeconds();
  return { run: request.run, value, view, parsed, seconds, firstTokenSeconds, provider, ...usageIn(raw) };
}

/** Redacts a token in place, also where JSON in a string escapes it. */
function redactEncoded(value: unknown, token = ''): void {
  const mayContainToken = (text: string) => text.includes('\\') || text.includes(token);
  if (token) mapStrings(value, (text) => (mayContainToken(text) ? withoutToken(text, token) : text));
}

/** More than any request has. */
const MAX_TOKENS = 1e9;
/** US dollars; more than any request costs. */
const MAX_COST = 1e6;

/** What the server reports; numbers that cannot be true are unknown. */
function usageIn(response: unknown): Pick<RunResult, 'cost' | 'usage'> {
  const { usage } = (response ?? {}) as { usage?: Readonly<Record<string, unknown>> | null };
  const tokens = ['prompt_tokens', 'completion_tokens'].map((name) => amountIn(usage?.[name], MAX_TOKENS));
  return {
    cost: amountIn(usage?.['estimated_cost'], MAX_COST),
    usage: tokens.every(Number.isInteger) ? { input: tokens[0]!, output: tokens[1]! } : undefined,
  };
}

/** The provider that ran a model; undefined if the router chose it and did not say so. */
export function findProvider({ provider, run: { route } }: RunResult): string | undefined {
  const name = provider ?? getProviderName(route);
  return name === AUTO ? undefined : name;
}
