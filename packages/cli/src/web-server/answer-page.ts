import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import sirv from 'sirv';
import { isOwnHost } from './own-host.ts';
import { pageHeaders } from './page-headers.ts';
import { runtimeSettings, type ServedWith } from './runtime-settings.ts';

/** Names that change with the content: they may be kept for good. */
const hashed = /^\/assets\/[^/]+-[\w-]{8,}\.\w+$/;

const FOR_GOOD = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';

/** What the web app's server serves. */
export interface ServedApp {
  /** The folder of the built app. */
  readonly folder: string;
  /** The port that it is served on. */
  readonly port: number;
  readonly settings: ServedWith;
}

/** Answers requests for the files of the web app and for its `config.json`, which is made here. */
export function answerPage({ folder, port, settings }: ServedApp): RequestListener {
  const headers = Object.entries(pageHeaders(settings));
  const config = JSON.stringify(runtimeSettings(settings));
  const files = sirv(folder, {
    // Looks at the files at each request: a build in between may have put others there.
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, path) =>
      response.setHeader('Cache-Control', hashed.test(path) ? FOR_GOOD : ASK_AGAIN),
    onNoMatch: (_request, response) => refuse(response, 404, 'There is no such file.'),
  });
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    response.setHeader('Cache-Control', ASK_AGAIN);
    if (!isOwnHost(request.headers.host, port)) {
      refuse(response, 403, 'This server answers to 127.0.0.1 and localhost alone.');
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      refuse(response, 405, 'This server only hands out files.');
    } else if (pathOf(request) === '/config.json') {
      send(response, 200, config, 'application/json');
    } else {
      // Parts of files are of no use to the app, and some ranges cannot be read.
      delete request.headers.range;
      files(request, response);
    }
  };
}

function pathOf(request: IncomingMessage): string | undefined {
  return request.url?.split('?', 1)[0];
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  send(response, status, `${sentence}\n`, 'text/plain; charset=utf-8');
}

function send(response: ServerResponse, status: number, text: string, type: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}
