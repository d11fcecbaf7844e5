import { base64Of } from '../text/index.ts';

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob | AsyncIterable<Uint8Array> | undefined;
  readonly signal: AbortSignal;
}

export interface AnswerHeaders extends Iterable<[string, string]> {
  get(name: string): string | null;
  has(name: string): boolean;
}

export interface TransportAnswer {
  /** 0 if a browser hides a redirect. */
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  readonly url?: string;
}

/**
 * Makes HTTP requests. May follow redirects of a GET, but without the token on other origins. Rejects like `fetch`, or
 * with the signal's reason.
 */
export interface Transport {
  exchange(request: TransportRequest): Promise<TransportAnswer>;
  /** Whether bodies may be streams; browsers need blobs. */
  readonly streamsUploads: boolean;
  /** The number of bytes is divisible by 3 except in the last call for a file. */
  encodeBase64(bytes: Uint8Array): Uint8Array;
}

export const browserTransport: Transport = {
  exchange: ({ url, body, ...request }) =>
    fetch(url, {
      ...request,
      body: body as BodyInit | undefined,
      // Pages cannot see redirect targets, so the browser follows them. It removes the token on other origins.
      redirect: request.method === 'GET' ? 'follow' : 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }),
  streamsUploads: false,
  encodeBase64: (bytes) => new TextEncoder().encode(base64Of(bytes)),
};
