import { request, type IncomingHttpHeaders } from 'node:http';

/** What a server answered. */
export interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** How a path is asked for. */
interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks a server for a path exactly as it is written, with any `Host`, as `fetch` would not. */
export function ask(
  url: string,
  path: string,
  { method = 'GET', headers = {} }: Asking = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    });
    sent.once('error', reject);
    sent.end();
  });
}
