import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxState } from '../sandbox-state.ts';

/** One request with its answer, as the handlers see it. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** Named parts of the path, decoded. */
  parts: Readonly<Record<string, string>>;
  sandbox: SandboxState;
  /** Aborted when the client goes away or the sandbox closes. */
  signal: AbortSignal;
}

/** Answers one request; a thrown `HttpError` becomes the answer. */
export type Handler = (exchange: Exchange) => void | Promise<void>;
