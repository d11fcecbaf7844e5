import type { Transport } from './transport.ts';

/** Seconds until an exchange is given up. */
export interface Deadlines {
  /** From the end of the upload to the head of the answer. */
  readonly firstByte: number;
  /** Between two pieces of an upload or an answer. */
  readonly idle: number;
  /** All in all, look-ups and retries included. */
  readonly total: number;
}

/** A model that is loaded first may need minutes; the platform's own clients wait that long. */
export const defaultDeadlines: Deadlines = { firstByte: 120, idle: 60, total: 600 };

/** A request as `--debug` shows it; the token is already taken out. */
export interface RequestNote {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Puts another token in the place of one that the hub no longer takes. */
export interface TokenRenewal {
  /** The token that has taken the place of this one so far; itself where none has. */
  latest(token: string): string;
  /**
   * Renews a token that the hub refused; undefined for one that was pasted, or after signing out.
   * @throws SignInExpiredError when the sign-in is over; NetworkError, TimeoutError, CanceledError when the hub could
   * not be asked
   */
  renew(refused: string, signal?: AbortSignal): Promise<string | undefined>;
}

/** Everything that requests are made with: where to, as whom, by what means. */
export interface Connection {
  readonly transport: Transport;
  /** Without a slash at the end; https://huggingface.co by default. */
  readonly hubUrl: string;
  /** Without a slash at the end; https://router.huggingface.co by default. */
  readonly inferenceUrl: string;
  readonly token?: string;
  /** For a token that came with the means to renew it: used once when the hub answers 401 (F26). */
  readonly renewal?: TokenRenewal;
  /** Sends the token to endpoints on foreign hosts too (`--send-token`). */
  readonly sendToken?: boolean;
  readonly deadlines: Deadlines;
  /** When the work at hand must be finished, in milliseconds since the epoch; see {@link withTotalDeadline}. */
  readonly finishBy?: number;
  /** Called before each request. */
  readonly onRequest?: (note: RequestNote) => void;
}

export const HUB_URL = 'https://huggingface.co';
export const INFERENCE_URL = 'https://router.huggingface.co';

/** The same connection for one piece of work, which ends when the total deadline has passed. */
export function withTotalDeadline(connection: Connection): Connection {
  return { ...connection, finishBy: connection.finishBy ?? Date.now() + connection.deadlines.total * 1000 };
}
