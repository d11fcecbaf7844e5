import { TryoutError } from './tryout-error.ts';

/** The request did not get through: name resolution, refused or reset connection, TLS, proxy. */
export class NetworkError extends TryoutError {
  override readonly name = 'NetworkError';
  readonly outcome = 'failed';
  readonly url: string;

  constructor(message: string, { url, hint, cause }: { url: string; hint?: string; cause?: unknown }) {
    super(message, { hint, cause });
    this.url = url;
  }
}

/** Which of the deadlines passed. */
export type Deadline = 'connect' | 'first byte' | 'idle' | 'total';

const reached: Record<Deadline, string> = {
  connect: 'No connection',
  'first byte': 'No answer',
  idle: 'Nothing more came',
  total: 'Not finished',
};

/** A deadline passed. */
export class TimeoutError extends TryoutError {
  override readonly name = 'TimeoutError';
  readonly outcome = 'timeout';
  readonly url: string;
  readonly deadline: Deadline;

  /** `seconds` is undefined where the system below keeps its own time and does not tell. */
  constructor(deadline: Deadline, seconds: number | undefined, url: string) {
    const time = seconds === undefined ? 'in time' : `within ${seconds} s`;
    super(`${reached[deadline]} ${time} from ${new URL(url).host}`, {
      hint: 'Try again, or allow more time.',
    });
    this.deadline = deadline;
    this.url = url;
  }
}

/** The person stopped the work. */
export class CanceledError extends TryoutError {
  override readonly name = 'CanceledError';
  readonly outcome = 'canceled';

  constructor() {
    super('Canceled');
  }
}
