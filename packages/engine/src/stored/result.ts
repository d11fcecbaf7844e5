import { describeFailure, TryoutError, type ErrorCode, type Outcome } from '../errors/index.ts';
import { getEnding, type Values } from '../fields/index.ts';
import { checkedMedia, readResult, type EndedRun, type RunResult, type Server } from '../request/index.ts';
import { AUTO, readJsonAnswer } from '../spec/index.ts';
import { getResponseMedia, type TaskResult } from '../results/index.ts';
import type { FinishedRun, TaskInputs } from '../session/index.ts';
import { getForm, taskNamed } from '../tasks/index.ts';
import { storeBlob, type MediaStore } from './media.ts';
import type { StoredAnswer, StoredResult, StoredRun } from './run-file.ts';

/** @param media receives the file of the result */
export async function storeResult(run: EndedRun, media: MediaStore): Promise<StoredResult> {
  const { seconds } = run;
  const startedAt = run.startedAt.toISOString();
  if (run.status === 'done') {
    const { view, value, seconds: answered, firstTokenSeconds, provider, cost, usage } = run.result;
    const times = { seconds: answered, firstTokenSeconds, startedAt };
    const done = { status: 'done', provider, cost, usage, ...times } as const;
    if (!('media' in view)) return { ...done, value };
    const { bytes, contentType } = view.media;
    const name = `result.${getEnding(contentType)}`;
    return { ...done, media: [await storeBlob(new Blob([bytes], { type: contentType }), name, media)] };
  }
  const partial = run.partial?.text || undefined;
  if (run.status === 'canceled') return { status: 'cancelled', partial, seconds, startedAt };
  const { code, name, message, status, url, hint, requestId } = describeFailure(run.error);
  return {
    status: 'failed',
    partial,
    error: {
      code,
      name,
      message,
      status: status ?? undefined,
      url: url ?? undefined,
      hint: hint ?? undefined,
    },
    requestId: requestId ?? undefined,
    seconds,
    startedAt,
  };
}

/**
 * How a stored run ended; undefined if it did not, or if its result does not fit its task. Messages of a conversation are
 * part of the inputs, so their answers are not restored here.
 * @param inputs the restored inputs, from which results are drawn
 */
export async function restoreRun(
  { run, media }: StoredRun,
  inputs: TaskInputs,
): Promise<FinishedRun | undefined> {
  const { result } = run;
  if (!result) return undefined;
  const { seconds } = result;
  const ended = { inputs, seconds, startedAt: new Date(result.startedAt) };
  if (result.status === 'done') {
    const restored = await restoreResult({ run, media }, inputs.values);
    return restored && { status: 'done', ...ended, result: restored };
  }
  const partial = result.partial === undefined ? undefined : { text: result.partial };
  if (result.status === 'cancelled') return { status: 'canceled', ...ended, partial };
  return { status: 'failed', ...ended, partial, error: new StoredError(result.error, result.requestId) };
}

/**
 * Undefined if the response does not fit the task, or its media are missing.
 * @param stored the answer to a message; the result of the run by default
 */
export async function restoreResult(
  { run, media }: StoredRun,
  values: Values,
  stored: StoredAnswer | StoredResult | undefined = run.result,
): Promise<RunResult | undefined> {
  const { model, endpointUrl } = run;
  const task = taskNamed(run.task);
  if (stored?.status !== 'done') return undefined;
  const { provider, cost, usage, seconds = 0, firstTokenSeconds } = stored;
  const server = restoreServer(provider ?? run.provider, endpointUrl);
  for (const conversation of task.conversation ? [true, false] : [false]) {
    const definition = getForm(task, conversation).result;
    try {
      const response = await restoreResponse(stored, media, definition);
      const { value, view } = await readResult(definition, response, values);
      const known = { task: task.id, route: { ...server, model, conversation }, parameters: [] };
      const parsed = run.schema && view.kind === 'text' ? readJsonAnswer(view.text) : undefined;
      return { run: known, value, view, parsed, seconds, firstTokenSeconds, provider, cost, usage };
    } catch {
      // Another form of the task, or a file that was edited.
    }
  }
  return undefined;
}

function restoreServer(provider: string = AUTO, endpointUrl?: string): Server {
  if (endpointUrl !== undefined) return { kind: 'endpoint', url: endpointUrl };
  return provider === AUTO ? { kind: 'chat-router' } : { kind: 'provider', provider: { provider } };
}

/** @throws OutputError if the media do not have the type of the result */
async function restoreResponse(
  stored: StoredAnswer | StoredResult,
  media: StoredRun['media'],
  { kind }: TaskResult,
): Promise<unknown> {
  const expected = getResponseMedia(kind);
  if (!expected) return stored.value;
  const [file] = ('media' in stored && stored.media) || [];
  const blob = file && media.get(file.sha256);
  const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? []);
  return checkedMedia(bytes, expected, file?.type);
}

/** The error of a stored run, as it was. */
class StoredError extends TryoutError {
  override readonly name: string;
  readonly code: ErrorCode;
  readonly outcome: Outcome = 'failed';

  constructor(error: StoredResult['error'], requestId: string | undefined) {
    super(error?.message ?? 'The run failed', { hint: error?.hint, status: error?.status, requestId });
    this.name = error?.name ?? 'Error';
    this.code = (error?.code ?? 'UNEXPECTED') as ErrorCode;
  }
}
