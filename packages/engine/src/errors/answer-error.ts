import { redact, withoutToken } from '../text/index.ts';
import { TryoutError } from './tryout-error.ts';

interface AnswerErrorOptions {
  url?: string;
  requestId?: string;
  /** The token of the request; removed from the message and the URL. */
  token?: string;
  hint?: string;
  cause?: unknown;
}

/** Its message may quote the server, who may quote the token (F9). */
abstract class AnswerError extends TryoutError {
  readonly outcome = 'failed';
  readonly url?: string;
  readonly requestId?: string;

  constructor(message: string, { url, requestId, token, ...options }: AnswerErrorOptions = {}) {
    super(redact(message, token), options);
    if (url !== undefined) this.url = withoutToken(url, token);
    if (requestId !== undefined) this.requestId = requestId;
  }
}

/** The answer has not the shape that the task promises. The message begins `Invalid inference output: `. */
export class OutputError extends AnswerError {
  override readonly name = 'OutputError';
  constructor(expectation: string, options: AnswerErrorOptions = {}) {
    super(`Invalid inference output: ${expectation}`, {
      hint: 'The model may not be made for this task; try another model.',
      ...options,
    });
  }
}

/** A response of the hub's API, or of the router's, with an unexpected type or shape. */
export class HubResponseError extends AnswerError {
  override readonly name = 'HubResponseError';
  constructor(expectation: string, options: AnswerErrorOptions & { url: string }) {
    super(`Unexpected response from ${new URL(options.url).host}: ${expectation}`, {
      hint: 'Check the hub address, or try again later.',
      ...options,
    });
  }
}

/** A stream that is not one, or an error event inside it. */
export class StreamError extends AnswerError {
  override readonly name = 'StreamError';
}

/** A stream ended before the model did; `partial` is what had come until then. */
export class IncompleteAnswerError extends AnswerError {
  override readonly name = 'IncompleteAnswerError';
  readonly partial: string;

  constructor(message: string, partial: string, options: AnswerErrorOptions = {}) {
    super(message, { hint: 'What came so far is kept; run it again for a whole answer.', ...options });
    this.partial = partial;
  }
}

/** More data than any honest answer has; reading was stopped. */
export class TooLargeError extends AnswerError {
  override readonly name = 'TooLargeError';
}

/** The server sent the request elsewhere; nothing was sent there. */
export class RedirectError extends AnswerError {
  override readonly name = 'RedirectError';
}
