import { toBase64 } from '../text/index.ts';

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob | AsyncIterable<Uint8Array> | undefined;
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  /** 0 if a browser hides a redirect. */
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  readonly url?: string;
}

/**
 * Makes HTTP requests. May follow redirects of a GET, but without the token on other origins. Rejects like `fetch`, or
 * with the signal's reason.
 */
export interface Transport {
  exchange(request: TransportRequest): Promise<TransportResponse>;
  /** Whether bodies may be streams; browsers need blobs. */
  readonly streamsUploads: boolean;
  /** The number of bytes is divisible by 3 except in the last call for a file. */
  encodeBase64(bytes: Uint8Array): Uint8Array;
}

export function toTransportResponse({ status, headers, body, url }: Response): TransportResponse {
  const byName = [...headers].map(([name, value]) => [name.toLowerCase(), value] as const);
  return { status, headers: new Map(byName), body, url };
}

export const browserTransport: Transport = {
  async exchange({ url, body, ...request }) {
    const response = await fetch(url, {
      ...request,
      body: body as BodyInit | undefined,
      // Pages cannot see redirect targets, so the browser follows them. Since the Fetch standard of November 2022
      // (Chrome 119, Firefox 111, Safari 16.1) it removes the token on other origins; `URL.parse` is newer than that.
      redirect:
        request.method === 'GET' && (!('Authorization' in request.headers) || 'parse' in URL)
          ? 'follow'
          : 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    return toTransportResponse(response);
  },
  streamsUploads: false,
  encodeBase64: (bytes) => new TextEncoder().encode(toBase64(bytes)),
};
