/** One HTTP exchange to be made, with nothing left to decide. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob | ReadableStream<Uint8Array>;
  readonly signal: AbortSignal;
  /** Redirects may be followed although there is a token: asked of a transport only that {@link Transport.dropsToken}. */
  readonly mayFollow?: boolean;
}

/** The headers of an answer: as much of the web's Headers as is read. */
export interface AnswerHeaders extends Iterable<[string, string]> {
  get(name: string): string | null;
  has(name: string): boolean;
}

/** The head of an answer with its body to come; the web's Response is one. */
export interface TransportAnswer {
  /** 0 where a browser hides a redirect. */
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  /** Where it came from, where the transport followed redirects by itself; empty or missing elsewhere. */
  readonly url?: string;
}

/**
 * Makes HTTP exchanges. Must not follow redirects of requests with a token or a body: an answer of 3xx, or an opaque
 * redirect, is given back as it is.
 * Rejects as `fetch` does, or with the signal's reason.
 */
export interface Transport {
  exchange(request: TransportRequest): Promise<TransportAnswer>;
  /** Whether bodies may be streams; browsers take blobs, and set their length themselves. */
  readonly streamsUploads: boolean;
  /** Whether redirects that are not followed show neither their status nor where they lead, as in browsers. */
  readonly hidesRedirects?: boolean;
  /** Whether it follows redirects by itself, if it may, and takes the token away where they leave the origin. */
  readonly dropsToken?: boolean;
  /** Base64 of bytes, as the bytes of its text. Their number is divisible by 3 except in the last call for a file. */
  encodeBase64(bytes: Uint8Array): Uint8Array;
}

/** How many bytes `String.fromCharCode` takes as arguments at once in every engine. */
const BYTES_A_CALL = 0x8000;

/** Base64 with what the web platform has, in slices: byte by byte is far too slow for files. */
export function encodeBase64(bytes: Uint8Array): Uint8Array {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += BYTES_A_CALL) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + BYTES_A_CALL)));
  }
  return new TextEncoder().encode(btoa(pieces.join('')));
}

/** The transport of browsers: the global fetch, without cookies and without referrer. */
export const browserTransport: Transport = {
  exchange: ({ url, body, mayFollow, ...request }) =>
    fetch(url, {
      ...request,
      body: body as BodyInit | undefined,
      // A page cannot see where a redirect leads. What carries no secret and no input may go there unseen.
      redirect:
        request.method === 'GET' && (mayFollow || !('Authorization' in request.headers))
          ? 'follow'
          : 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }),
  streamsUploads: false,
  hidesRedirects: true,
  // As the Fetch standard asks since November 2022: Chrome from 119, Firefox from 111, Safari from 16.1 on. What tells
  // is a function that came later to all of them (126, 126, 18).
  dropsToken: 'parse' in URL,
  encodeBase64,
};
