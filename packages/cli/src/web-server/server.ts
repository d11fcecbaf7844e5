import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sirv from 'sirv';
import { HUB_URL, INFERENCE_URL } from '@tryout/engine';
import { closeServer } from '@tryout/engine/node';
import { pageHeaders, type PageAddresses } from './page.ts';

/** The settings that the page reads from `config.json`. */
export interface PageSettings extends PageAddresses {
  readonly clientId?: string | undefined;
  /** The embedded hub's guest token, never your own. */
  readonly guestToken?: string;
  /** Whether empty forms show the result of an example, which is computed on arrival; only with a guest token. */
  readonly hasExampleResults?: boolean;
}

interface WebServerOptions {
  readonly folder: string;
  readonly settings: PageSettings;
  /** 0 for a free port. */
  readonly port: number;
  /** Uses a free port if the given one is in use. */
  readonly anyPort?: boolean;
}

export type WebServer = Awaited<ReturnType<typeof startWebServer>>;

/**
 * Serves the web app on 127.0.0.1.
 * @throws the error of `listen`, for example EADDRINUSE
 */
export async function startWebServer({
  folder,
  settings,
  port: firstPort,
  anyPort = false,
}: WebServerOptions) {
  const server = await listen(firstPort).catch((error: unknown) => {
    if (anyPort) return listen(0);
    throw error;
  });
  const { port } = server.address() as AddressInfo;
  server.on('request', servePage(folder, port, settings));
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    close: () => closeServer(server),
  };
}

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** File names with content hashes. */
const hashedPath = /^\/assets\/[^/]+-[\w-]{8,}\.\w+$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** Serves the app's files and its `config.json`. */
function servePage(folder: string, port: number, settings: PageSettings): RequestListener {
  const headers = Object.entries(pageHeaders(settings));
  const config = createConfig(settings);
  const files = sirv(folder, {
    // Do not cache the file list: a build may replace the files.
    dev: true,
    etag: true,
    gzip: true,
    setHeaders: (response, path) =>
      response.setHeader('Cache-Control', hashedPath.test(path) ? IMMUTABLE : REVALIDATE),
    onNoMatch: (_request, response) => refuse(response, 404, 'File not found.'),
  });
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    response.setHeader('Cache-Control', REVALIDATE);
    if (!isOwnHost(request.headers.host, port)) {
      refuse(response, 403, 'This server only accepts requests to 127.0.0.1 and localhost.');
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      refuse(response, 405, 'This server only serves files.');
    } else if (request.url?.split('?', 1)[0] === '/config.json') {
      send(response, 200, config, 'application/json');
    } else {
      // The app needs no ranges, and sirv fails on some.
      delete request.headers.range;
      files(request, response);
    }
  };
}

/** Contains only values that differ from the defaults. */
function createConfig(settings: PageSettings): string {
  const { hubUrl, inferenceUrl, clientId, guestToken, hasExampleResults } = settings;
  return JSON.stringify({
    hubUrl: hubUrl === HUB_URL ? undefined : hubUrl,
    inferenceUrl: inferenceUrl === INFERENCE_URL ? undefined : inferenceUrl,
    clientId: clientId || undefined,
    guestToken: guestToken || undefined,
    hasExampleResults: hasExampleResults || undefined,
  });
}

/** Rejects other hosts: another site could resolve to 127.0.0.1 (DNS rebinding) and share the page's origin. */
function isOwnHost(host: string | undefined, port: number): boolean {
  return ['127.0.0.1', 'localhost'].some(
    (name) => host?.toLowerCase() === `${name}:${port}` || (port === 80 && host?.toLowerCase() === name),
  );
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  send(response, status, `${sentence}\n`, 'text/plain; charset=utf-8');
}

function send(response: ServerResponse, status: number, text: string, type: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}
