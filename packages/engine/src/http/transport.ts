import { base64Of } from '../text/index.ts';

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob | ReadableStream<Uint8Array> | undefined;
  readonly signal: AbortSignal;
  /** Allows following redirects despite a token; only for {@link Transport.dropsToken}. */
  readonly mayFollow?: boolean | undefined;
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
 * Makes HTTP requests. Must not follow redirects of requests with a token or a body. Rejects like `fetch`, or with the
 * signal's reason.
 */
export interface Transport {
  exchange(request: TransportRequest): Promise<TransportAnswer>;
  /** Whether bodies may be streams; browsers need blobs. */
  readonly streamsUploads: boolean;
  /** Whether redirects have neither status nor location, as in browsers. */
  readonly hidesRedirects?: boolean;
  /** Whether it removes the token from a redirect to another origin. */
  readonly dropsToken?: boolean;
  /** The number of bytes is divisible by 3 except in the last call for a file. */
  encodeBase64(bytes: Uint8Array): Uint8Array;
}

export const browserTransport: Transport = {
  exchange: ({ url, body, mayFollow, ...request }) =>
    fetch(url, {
      ...request,
      body: body as BodyInit | undefined,
      // Pages cannot see redirect targets, so only requests without token and input may follow.
      redirect:
        request.method === 'GET' && (mayFollow || !('Authorization' in request.headers))
          ? 'follow'
          : 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }),
  streamsUploads: false,
  hidesRedirects: true,
  // Part of the Fetch standard since November 2022 (Chrome 119, Firefox 111, Safari 16.1). `URL.parse` is newer in all
  // of them (126, 126, 18).
  dropsToken: 'parse' in URL,
  encodeBase64: (bytes) => new TextEncoder().encode(base64Of(bytes)),
};
