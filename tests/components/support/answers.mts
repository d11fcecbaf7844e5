import type {} from '@vitest/browser-playwright';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BrowserCommand } from 'vitest/node';

/** What an inference server answers to every request. */
export interface Answer {
  readonly type: string;
  /** Base64. */
  readonly body: string;
  /** 200 by default. */
  readonly status?: number;
}

/** A file or a request body, in base64. */
export interface EncodedFile {
  /** The content type or the file name. */
  readonly name: string;
  readonly body: string;
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    /**
     * Answers requests to a new URL on loopback: all with the answer, or without one with server-sent events that
     * `writeAnswer` writes. @returns the URL
     */
    serveAnswer(answer?: Answer): Promise<string>;
    /** Waits for the latest request to a URL, and writes a part of its answer. */
    writeAnswer(url: string, text: string, isEnd: boolean): Promise<void>;
    /** Waits until the client leaves the latest request to a URL before the end of its answer. */
    leftAnswer(url: string): Promise<void>;
    /** The latest request to a URL, if there is one. */
    lastRequest(url: string): Promise<EncodedFile | undefined>;
    /** Waits for the next file that the page downloads; call it before. */
    nextDownload(): Promise<EncodedFile>;
  }
}

interface Exchange {
  readonly type: string;
  readonly body: Buffer;
  readonly response: ServerResponse;
  readonly left: Promise<unknown>;
}

interface Endpoint {
  readonly answer: Answer | undefined;
  exchange?: Promise<Exchange>;
  last?: Exchange;
  resolve?(exchange: Exchange): void;
}

/** One server for all tests, whose URLs have the index of their endpoint. */
const endpoints: Endpoint[] = [];
let started: Promise<string> | undefined;

async function startServer(): Promise<string> {
  const server = createServer((request, response) => {
    const { headers, method, url = '' } = request;
    response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '*');
    if (method === 'OPTIONS') return void response.writeHead(204).end();
    const left = once(response, 'close');
    buffer(request).then(
      (body) => {
        const endpoint = endpoints[Number(url.split('/')[1])]!;
        const {
          type,
          status = 200,
          body: answer,
        } = endpoint.answer ?? { type: 'text/event-stream', body: '' };
        endpoint.last = { type: headers['content-type'] ?? '', body, response, left };
        endpoint.resolve!(endpoint.last);
        response.writeHead(status, { 'Content-Type': type });
        if (endpoint.answer) response.end(Buffer.from(answer, 'base64'));
        else response.flushHeaders();
      },
      () => undefined,
    );
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Begins to wait for the next request. */
function expectExchange(endpoint: Endpoint): Endpoint {
  endpoint.exchange = new Promise((resolve) => (endpoint.resolve = resolve));
  return endpoint;
}

const endpointOf = (url: string) => endpoints[Number(url.split('/').at(-1))]!;

export const serveAnswer: BrowserCommand<[answer?: Answer]> = async (_, answer) => {
  const index = endpoints.push(expectExchange({ answer })) - 1;
  started ??= startServer();
  return `${await started}/${index}`;
};

export const writeAnswer: BrowserCommand<[url: string, text: string, isEnd: boolean]> = async (
  _,
  url,
  text,
  isEnd,
) => {
  const endpoint = endpointOf(url);
  const { response } = await endpoint.exchange!;
  if (isEnd) response.end(text);
  else response.write(text);
  if (isEnd) expectExchange(endpoint);
};

export const leftAnswer: BrowserCommand<[url: string]> = async (_, url) => {
  const { left, response } = await endpointOf(url).exchange!;
  await left;
  if (response.writableFinished) throw new Error('The answer was complete');
};

export const lastRequest: BrowserCommand<[url: string]> = (_, url) => {
  const { last } = endpointOf(url);
  return last && { name: last.type, body: last.body.toString('base64') };
};

export const nextDownload: BrowserCommand<[]> = async ({ page }) => {
  const download = await page.waitForEvent('download');
  const body = await readFile(await download.path(), 'base64');
  return { name: download.suggestedFilename(), body };
};
