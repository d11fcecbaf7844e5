import { TryoutError } from '../errors/index.ts';
import { MAX_SERVER_WAIT, MAX_TIMER, readRetryAfter, type Transport } from '../http/index.ts';

/** The provider asked to wait while a request was on its way to the network. It was not sent. */
class PausedError extends TryoutError {
  override readonly name = 'PausedError';
  readonly code = 'RATE_LIMITED';
  readonly outcome = 'failed';
  readonly isUnsent = true;
}

export interface Limiter {
  /** Waits until a request may be sent. @returns false after `close` */
  acquire(): Promise<boolean>;
  /** The request of an `acquire` ended. */
  release(): void;
  /** A transport for the provider, which observes the responses. */
  observe(transport: Transport): Transport;
  /** Seconds until the next request may be sent; more than {@link MAX_SERVER_WAIT} only if a refusal says so. */
  getPause(): number;
  /** Ends all waiting. */
  close(): void;
}

/** Requests in flight at the beginning. */
const START = 2;
/** Seconds between attempts if the server names none: doubled each time up to the maximum. */
const MIN_BACKOFF = 1;
const MAX_BACKOFF = 60;

/** The requests left and the seconds until there are more, from `RateLimit` (of any draft): advice, so that it is limited. */
function readRateLimit(headers: ReadonlyMap<string, string>): { left: number; seconds: number } | undefined {
  const header = headers.get('ratelimit') ?? '';
  const [left, seconds] = [/\b(?:r|remaining)=(\d+)/, /\b(?:t|reset)=(\d+)/].map(
    (part) => part.exec(header)?.[1],
  );
  return left === undefined || seconds === undefined
    ? undefined
    : { left: Number(left), seconds: Math.min(Number(seconds), MAX_SERVER_WAIT) };
}

/**
 * Limits the requests to one provider. The number in flight grows by one after as many responses as were allowed, up to
 * `max`, and is halved once per episode of 429. Nothing is sent before `Retry-After`, or before `RateLimit` allows it.
 */
export function createLimiter(max: number): Limiter {
  let limit = Math.min(START, max);
  let [active, grown, backoff] = [0, 0, MIN_BACKOFF];
  /** Requests that were sent; those up to `episode` belong to the last episode of 429. */
  let [sent, episode] = [0, 0];
  let pausedUntil = 0;
  let budget = { left: Infinity, until: 0 };
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting: ((isAllowed: boolean) => void)[] = [];
  const now = () => performance.now();

  function getWait(): number {
    const isSpent = budget.left <= 0 && budget.until > now();
    return Math.max(pausedUntil - now(), isSpent ? budget.until - now() : 0);
  }

  function admit(): void {
    clearTimeout(timer);
    while (waiting.length > 0 && (isClosed || active < limit)) {
      const wait = isClosed ? 0 : getWait();
      if (wait > 0) {
        timer = setTimeout(admit, Math.min(Math.ceil(wait), MAX_TIMER));
        return;
      }
      if (!isClosed) active += 1;
      budget.left -= 1;
      waiting.shift()!(!isClosed);
    }
  }

  function observeResponse(status: number, headers: ReadonlyMap<string, string>, number: number): void {
    const rate = readRateLimit(headers);
    // The server may not have counted the others in flight.
    if (rate) budget = { left: rate.left - (active - 1), until: now() + rate.seconds * 1000 };
    if (status === 429 || status === 503) {
      const isNew = number > episode;
      if (isNew) episode = sent;
      if (isNew && status === 429) [limit, grown] = [Math.max(1, Math.floor(limit / 2)), 0];
      const seconds = readRetryAfter(headers) ?? (isNew ? backoff : 0);
      if (isNew) backoff = Math.min(backoff * 2, MAX_BACKOFF);
      pausedUntil = Math.max(pausedUntil, now() + seconds * 1000);
    } else if (status < 400) {
      backoff = MIN_BACKOFF;
      grown += 1;
      if (grown >= limit && limit < max) [limit, grown] = [limit + 1, 0];
    }
  }

  return {
    acquire: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        admit();
      }),
    release() {
      active -= 1;
      admit();
    },
    observe: (transport) => ({
      ...transport,
      async exchange(request) {
        if (request.method === 'POST' && getWait() > 0 && pausedUntil > now())
          throw new PausedError('The provider asked to wait');
        sent += 1;
        const number = sent;
        const response = await transport.exchange(request);
        observeResponse(response.status, response.headers, number);
        return response;
      },
    }),
    getPause: () => Math.max(0, getWait()) / 1000,
    close() {
      isClosed = true;
      admit();
    },
  };
}
