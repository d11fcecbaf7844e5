/** An answer that is an error: thrown anywhere in a handler, written by the server. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  /** `body` is sent as JSON; a string stands for `{ error: string }`. */
  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(typeof body === 'string' ? body : `HTTP ${status}`);
    this.status = status;
    this.body = typeof body === 'string' ? { error: body } : body;
    this.headers = headers;
  }
}
