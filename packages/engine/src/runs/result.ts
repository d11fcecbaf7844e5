import { CanceledError, describeFailure, TryoutError, type Failure, type Outcome } from '../errors/index.ts';
import { getEnding, isMediaKind, type Values } from '../fields/index.ts';
import { checkedMedia, readResult, type RunResult } from '../request/index.ts';
import type { ResultDefinition } from '../results/index.ts';
import { idleRun, type RunState, type TaskInputs } from '../session/index.ts';
import { getForm, taskNamed } from '../tasks/index.ts';
import { storeBlob, type MediaStore } from './media.ts';
import type { StoredResult, StoredRun } from './run-file.ts';

/** How a run ended: with a result, or with an error, which is a CanceledError if it was canceled. */
export interface RunEnding {
  readonly startedAt: Date;
  readonly seconds: number;
  readonly result?: RunResult | undefined;
  readonly error?: Failure | undefined;
  /** The text that had arrived by then. */
  readonly partial?: string | undefined;
}

/** @param media receives images and audio of the result */
export async function storeResult(
  { startedAt, seconds, result, error, partial = '' }: RunEnding,
  media: MediaStore,
): Promise<StoredResult> {
  const started = { seconds, startedAt: startedAt.toISOString() };
  if (!result) {
    const { name, message, status, url, hint, requestId } = describeFailure(error ?? new CanceledError());
    const isCanceled = !error || error.outcome === 'canceled';
    return {
      status: isCanceled ? 'cancelled' : 'failed',
      partial: partial === '' ? undefined : partial,
      error: isCanceled
        ? undefined
        : { name, message, status: status ?? undefined, url: url ?? undefined, hint: hint ?? undefined },
      requestId: requestId ?? undefined,
      ...started,
    };
  }
  const { view, value, provider, cost, usage } = result;
  const done = { status: 'done', provider, cost, usage, ...started, seconds: result.seconds } as const;
  if (view.kind !== 'image' && view.kind !== 'audio') return { ...done, value };
  const { bytes, contentType } = view.media;
  const name = `result.${getEnding(contentType)}`;
  return { ...done, media: [await storeBlob(new Blob([bytes], { type: contentType }), name, media)] };
}

/**
 * The run of a form that shows a stored result, error or partial answer; idle if there is none, or if the result does
 * not fit its task. Messages of a conversation are part of the inputs, so their answers are not restored here.
 * @param inputs the restored inputs, from which results are drawn
 */
export async function restoreRunState({ run, media }: StoredRun, inputs: TaskInputs): Promise<RunState> {
  const { result } = run;
  if (!result) return idleRun;
  const text = result.partial ?? '';
  if (result.status === 'cancelled') return { status: 'canceled', text, inputs };
  if (result.status === 'failed')
    return { status: 'error', text, inputs, error: new StoredError(result.error, result.requestId) };
  const restored = await restoreResult({ run, media }, inputs.values);
  return restored ? { status: 'result', text, inputs, result: restored } : idleRun;
}

/** Undefined if the response does not fit the task, or its media are missing. */
export async function restoreResult(
  { run, media }: StoredRun,
  values: Values,
): Promise<RunResult | undefined> {
  const { model, endpointUrl, result } = run;
  const task = taskNamed(run.task);
  if (result?.status !== 'done') return undefined;
  const { provider, cost, usage, seconds } = result;
  const server = endpointUrl === undefined ? (provider ?? run.provider ?? 'auto') : 'endpoint';
  const ran = { task: task.id, model, server, url: endpointUrl ?? '', parameters: [] };
  for (const conversation of task.conversation ? [true, false] : [false]) {
    const definition = getForm(task, conversation).result as ResultDefinition;
    try {
      const response = await restoreResponse({ run, media }, definition);
      const { value, view } = await readResult(definition, response, values);
      return { request: { ...ran, conversation }, value, view, seconds, provider, cost, usage };
    } catch {
      // Another form of the task, or a file that was edited.
    }
  }
  return undefined;
}

/** @throws OutputError if the media do not have the type of the result */
async function restoreResponse({ run, media }: StoredRun, { kind }: ResultDefinition): Promise<unknown> {
  const { result } = run;
  if (!isMediaKind(kind)) return result?.value;
  const [file] = result?.media ?? [];
  const blob = file && media.get(file.sha256);
  const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? []);
  return checkedMedia(bytes, kind, file?.type);
}

/** The error of a stored run, as it was. */
class StoredError extends TryoutError {
  override readonly name: string;
  readonly outcome: Outcome = 'failed';
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;

  constructor(error: StoredResult['error'], requestId: string | undefined) {
    super(error?.message ?? 'The run failed', { hint: error?.hint });
    this.name = error?.name ?? 'Error';
    this.status = error?.status;
    this.requestId = requestId;
  }
}
