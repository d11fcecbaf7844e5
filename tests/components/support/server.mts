import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type {} from '@vitest/browser-playwright';
import type { BrowserCommand } from 'vitest/node';

/** What happens after the text of a reply: it ends, stays open for more, or its connection is cut. */
export type Ending = 'end' | 'open' | 'cut';

export interface ServedReply {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `$1` is the first group of the rule, `$url` the URL of the server. */
  readonly text?: string;
  /** In base64, instead of a text. */
  readonly bytes?: string;
  /** Default: `end`. With `silence`, nothing is sent. */
  readonly ending?: Ending | 'silence';
}

/**
 * The replies to requests whose URL, with the Authorization header after a space, matches: one after the other, the last
 * one for all further requests.
 */
export type ServedRule = readonly [pattern: string, replies: readonly ServedReply[]];

export interface ServedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body in base64. */
  readonly bytes: string;
}

/** A file that the page downloads. */
export interface Download {
  readonly name: string;
  /** Base64. */
  readonly body: string;
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Starts a server on loopback. The first rule that matches applies; other requests get 404. @returns its URL */
    startServer(rules: readonly ServedRule[]): Promise<string>;
    /** The requests so far. */
    requestsTo(url: string): Promise<readonly ServedRequest[]>;
    /** Waits for a request whose URL has a text, then for the end of the latest one. @returns whether the client left before it was complete */
    hasLeft(url: string, text: string): Promise<boolean>;
    /** Continues the reply that is open, or that opens next. */
    continueReply(url: string, text: string, ending: Ending): Promise<void>;
    stopServers(): Promise<void>;
    /** Waits for the next file that the page downloads; call it before. */
    nextDownload(): Promise<Download>;
  }
}

interface Exchange extends ServedRequest {
  readonly response: ServerResponse;
  readonly ending: ServedReply['ending'];
}

interface RunningServer {
  readonly server: Server;
  readonly exchanges: Exchange[];
}

const servers = new Map<string, RunningServer>();
const missing: ServedReply = { status: 404, text: '{"error":"Repository not found"}' };

export const startServer: BrowserCommand<[rules: readonly ServedRule[]]> = async (_, rules) => {
  const exchanges: Exchange[] = [];
  const left = rules.map(([pattern, replies]) => ({ pattern: new RegExp(pattern), replies: [...replies] }));
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const headers = request.headers as Record<string, string>;
    response.setHeader('Access-Control-Allow-Origin', headers['origin'] ?? '*');
    response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '*');
    response.setHeader('Access-Control-Expose-Headers', 'Link, X-Request-Id');
    if (method === 'OPTIONS') return void response.writeHead(204).end();
    const content = await buffer(request);
    const [body, bytes] = [content.toString(), content.toString('base64')];
    const target = `${url} ${headers['authorization'] ?? ''}`;
    const rule = left.find(({ pattern }) => pattern.test(target));
    const reply = (rule && (rule.replies.length > 1 ? rule.replies.shift() : rule.replies[0])) ?? missing;
    const { text = '', ending = 'end' } = reply;
    exchanges.push({ method, url, headers, body, bytes, response, ending });
    if (ending === 'silence') return;
    response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', ...reply.headers });
    if (reply.bytes !== undefined) return void response.end(Buffer.from(reply.bytes, 'base64'));
    const [, group = ''] = rule?.pattern.exec(target) ?? [];
    write(response, text.replaceAll('$1', group).replaceAll('$url', address), ending);
  }
  const server = createServer((...exchange) => void handle(...exchange).catch(() => undefined));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  servers.set(address, { server, exchanges });
  return address;
};

function write(response: ServerResponse, text: string, ending: Ending): void {
  if (ending === 'end') return void response.end(text);
  response.flushHeaders();
  // What was written arrives before the connection ends.
  response.write(text, () => ending === 'cut' && response.destroy());
}

export const requestsTo: BrowserCommand<[url: string]> = (_, url) =>
  servers.get(url)!.exchanges.map(({ response: _, ending: _ending, ...request }) => request);

/** Waits for the latest exchange that matches. */
async function findExchange(url: string, matches: (exchange: Exchange) => boolean): Promise<Exchange> {
  for (;;) {
    const exchange = servers.get(url)!.exchanges.findLast(matches);
    if (exchange) return exchange;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const hasLeft: BrowserCommand<[url: string, text: string]> = async (_, url, text) => {
  const { response } = await findExchange(url, (exchange) => exchange.url.includes(text));
  if (!response.closed) await once(response, 'close');
  return !response.writableFinished;
};

export const continueReply: BrowserCommand<[url: string, text: string, ending: Ending]> = async (
  _,
  url,
  text,
  end,
) => {
  const { response } = await findExchange(
    url,
    ({ ending, response: { closed, writableEnded } }) => ending === 'open' && !closed && !writableEnded,
  );
  write(response, text, end);
};

export const stopServers: BrowserCommand<[]> = async () => {
  for (const { server } of servers.values()) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers.clear();
};

export const nextDownload: BrowserCommand<[]> = async ({ page }) => {
  const download = await page.waitForEvent('download');
  return { name: download.suggestedFilename(), body: await readFile(await download.path(), 'base64') };
};
