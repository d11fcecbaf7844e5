import { cancelJob, listJobHardware, listJobs, runJob, streamJobLogs } from '@huggingface/hub';
import * as v from 'valibot';
import { TooLargeError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { hubLibrary } from './datasets.ts';
import { checkHub, lenient } from './hub-api.ts';
import { own } from '../text/index.ts';

const jobShape = v.looseObject({
  // It becomes part of a path.
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
  status: v.looseObject({ stage: v.string(), message: lenient(v.string()) }),
  labels: v.fallback(v.record(v.string(), v.string()), {}),
  initiator: lenient(v.looseObject({ name: v.string() })),
  createdBy: lenient(v.looseObject({ name: v.string() })),
});

/** A job of the Hub. */
export interface HubJob {
  readonly id: string;
  readonly stage: string;
  readonly message: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  /** The name of the user who started it; undefined if the Hub does not say. */
  readonly creator: string | undefined;
  readonly isOver: boolean;
  readonly isCompleted: boolean;
}

const finalStages = ['COMPLETED', 'CANCELED', 'ERROR', 'DELETED', 'STOPPED'];

function toJob({ id, status, labels, initiator, createdBy }: v.InferOutput<typeof jobShape>): HubJob {
  const { stage, message } = status;
  const isCompleted = stage === 'COMPLETED';
  const creator = (initiator ?? createdBy)?.name;
  return { id, stage, message, labels, creator, isOver: finalStages.includes(stage), isCompleted };
}

interface JobSetup extends Pick<
  Parameters<typeof runJob>[0],
  'dockerImage' | 'command' | 'secrets' | 'labels' | 'volumes' | 'timeoutSeconds'
> {
  readonly flavor: string;
}

/** Starts a job. @throws HubApiError, HubResponseError, and what `send` throws */
export async function startHubJob(
  connection: Connection,
  namespace: string,
  { flavor, ...setup }: JobSetup,
  signal?: AbortSignal,
): Promise<HubJob> {
  const library = hubLibrary(connection, signal);
  const json = await runJob({ ...library, ...setup, namespace, flavor: flavor as 'cpu-basic' });
  return toJob(checkHub(jobShape, json, 'a job', connection));
}

/** All jobs, the newest first. @throws HubApiError, HubResponseError, and what `send` throws */
export async function listHubJobs(
  connection: Connection,
  namespace: string,
  signal?: AbortSignal,
): Promise<readonly HubJob[]> {
  const json = await listJobs({ ...hubLibrary(connection, signal), namespace });
  return checkHub(v.array(jobShape), json, 'a list of jobs', connection).map(toJob);
}

export async function cancelHubJob(connection: Connection, namespace: string, jobId: string): Promise<void> {
  await cancelJob({ ...hubLibrary(connection), namespace, jobId });
}

/** Seconds. The Hub sends a comment every 30 s. */
const LOG_DEADLINES = { firstByte: 120, idle: 120, total: 24 * 60 * 60 };
/** Characters of a line, and lines of a job. */
const MAX_LINE = 64 * 1024;
const MAX_LINES = 100_000;

/** The lines that a job logs, from its first one until its end. @throws HubApiError, and what `send` throws */
export async function* followJobLogs(
  connection: Connection,
  namespace: string,
  jobId: string,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const closing = new AbortController();
  const close = () => closing.abort();
  signal.addEventListener('abort', close, { once: true });
  const { finishBy: _finishBy, ...open } = connection;
  const library = hubLibrary({ ...open, deadlines: LOG_DEADLINES }, closing.signal, { isStreamed: true });
  const { fetch: streamed } = library;
  const withinLimits: typeof streamed = async (url, init) =>
    limitLines(await streamed(url, init), String(url));
  let lines = 0;
  try {
    for await (const { message } of streamJobLogs({ ...library, fetch: withinLimits, namespace, jobId })) {
      yield String(message);
      if ((lines += 1) >= MAX_LINES) return;
    }
  } finally {
    signal.removeEventListener('abort', close);
    // The library leaves its request open.
    closing.abort();
  }
}

/** The library collects a line that does not end, in time that grows with its square. */
function limitLines({ body, status }: Response, url: string): Response {
  let length = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const last = chunk.lastIndexOf(10);
      length = last < 0 ? length + chunk.length : chunk.length - last;
      if (length > MAX_LINE) throw new TooLargeError('A line of the log is too long', { url });
      controller.enqueue(chunk);
    },
  });
  return new Response(body?.pipeThrough(limit) ?? null, { status });
}

const hardwareShape = v.looseObject({
  name: v.string(),
  prettyName: v.fallback(v.string(), ''),
  cpu: v.fallback(v.string(), ''),
  ram: v.fallback(v.string(), ''),
  unitCostUSD: lenient(v.pipe(v.number(), v.minValue(0))),
  unitLabel: lenient(v.string()),
});

interface JobHardware {
  readonly name: string;
  readonly description: string;
  /** US dollars; undefined if it is unknown. */
  readonly pricePerHour: number | undefined;
}

const unitsPerHour: Readonly<Record<string, number>> = { second: 3600, minute: 60, hour: 1 };

/** What jobs can run on. @throws HubApiError, HubResponseError, and what `send` throws */
export async function listHardware(
  connection: Connection,
  signal?: AbortSignal,
): Promise<readonly JobHardware[]> {
  const json = await listJobHardware(hubLibrary(connection, signal));
  return checkHub(v.array(hardwareShape), json, 'a list of hardware', connection).map(
    ({ name, prettyName, cpu, ram, unitCostUSD, unitLabel = '' }) => ({
      name,
      description: [prettyName, cpu, ram].filter(Boolean).join(', '),
      pricePerHour: (unitCostUSD ?? Number.NaN) * (own(unitsPerHour, unitLabel) ?? Number.NaN) || undefined,
    }),
  );
}
