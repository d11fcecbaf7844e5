import { isBelow, send, toTransportResponse, type Connection } from '../http/index.ts';
import { InputError } from '../errors/index.ts';
import { attempt, isRecord, own } from '../text/index.ts';

/** What a provider answered when it queued a run. With the URL of the request, it is enough to find the run again. */
export interface ProviderJob {
  readonly url: string;
  /** JSON of the server. */
  readonly answer: Readonly<Record<string, unknown>>;
}

export interface QueueState {
  readonly status: 'queued' | 'running';
  /** The number of runs before this one, if the provider reports it. */
  readonly position?: number | undefined;
}

const queued = /queue|created|pending|start|wait/i;
const running = /progress|process|running/i;

/** The state of a run in an answer of a provider: fal-ai, replicate and together have it at the top, novita and wavespeed below. */
export function readQueueState(answer: unknown): QueueState | undefined {
  if (!isRecord(answer)) return undefined;
  const places = [answer, answer['data'], answer['task']].filter(isRecord);
  const status = places.map((place) => place['status']).find((each) => typeof each === 'string') ?? '';
  const position = answer['queue_position'];
  if (running.test(status)) return { status: 'running' };
  if (!queued.test(status)) return undefined;
  return {
    status: 'queued',
    position: Number.isSafeInteger(position) && Number(position) >= 0 ? Number(position) : undefined,
  };
}

/** How a provider cancels a run, for those that document it: the method, and the path below that of the provider. */
const cancellations: Readonly<
  Record<string, (job: ProviderJob) => { method: 'POST' | 'PUT'; path: string } | undefined>
> = {
  'fal-ai': ({ url, answer }) => {
    // Never the URL of the server itself, which may lead elsewhere.
    const path = attempt(() => new URL(String(answer['response_url'])).pathname);
    return path === undefined ? undefined : { method: 'PUT', path: `${path}/cancel${new URL(url).search}` };
  },
  replicate: ({ answer }) => ({
    method: 'POST',
    path: `/v1/predictions/${encodeURIComponent(String(answer['id']))}/cancel`,
  }),
};

/** Seconds; the user does not wait for it. */
const CANCEL_DEADLINES = { firstByte: 1, idle: 1, total: 1 };

/** Asks the provider to cancel a run, if it can. Never throws. @param base the URL of the provider */
export async function cancelJob(
  connection: Connection,
  provider: string,
  base: string,
  job: ProviderJob,
): Promise<void> {
  const cancellation = own(cancellations, provider)?.(job);
  if (!cancellation || !isBelow(base + cancellation.path, base)) return;
  const { finishBy: _finishBy, ...open } = connection;
  const { method, path } = cancellation;
  const within = { ...open, deadlines: CANCEL_DEADLINES };
  const response = await send(within, { method, url: base + path }).catch(() => undefined);
  await response?.close();
}

/** A connection on which the request of a job gets the provider's earlier answer, so that it is not queued twice. */
export function withJobAnswer(connection: Connection, { url, answer }: ProviderJob): Connection {
  const { transport } = connection;
  const response = () =>
    new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  const hint = 'Run it again.';
  return {
    ...connection,
    transport: {
      ...transport,
      async exchange(request) {
        if (request.method !== 'POST' || request.url.endsWith('/cancel')) return transport.exchange(request);
        if (request.url === url) return toTransportResponse(response());
        throw new InputError('The run of this page cannot be found again', { hint });
      },
    },
  };
}
