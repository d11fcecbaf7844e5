import type { ServerResponse } from 'node:http';
import type { TestContext } from 'vitest';
import type { BrowserCommand } from 'vitest/node';
import { cleanups } from '../../support/hooks.ts';
import { serve, type ReceivedRequest } from '../../support/loopback.ts';

/** What happens after the text of a reply: it ends, stays open for more, or its connection is cut. */
export type Ending = 'end' | 'open' | 'cut';

export interface ServedReply {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `$1` is the first group of the rule, `$url` the URL of the server. */
  readonly text?: string;
  /** Default: `end`. With `silence`, nothing is sent. */
  readonly ending?: Ending | 'silence';
}

/**
 * The replies to requests whose URL, with the Authorization header after a space, matches: one after the other, the last
 * one for all further requests.
 */
export type ServedRule = readonly [pattern: string, replies: readonly ServedReply[]];

export type ServedRequest = Pick<ReceivedRequest, 'method' | 'url' | 'headers'> & { readonly body: string };

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Starts a server on loopback. The first rule that matches applies; other requests get 404. @returns its URL */
    startServer(rules: readonly ServedRule[]): Promise<string>;
    /** The requests so far. */
    requestsTo(url: string): Promise<readonly ServedRequest[]>;
    /** Waits for a request whose URL has a text, then for the end of the latest one. @returns whether the client left before the reply was complete */
    hasLeft(url: string, text: string): Promise<boolean>;
    /** Continues the reply that is open, or that opens next. */
    continueReply(url: string, text: string, ending: Ending): Promise<void>;
    stopServers(): Promise<void>;
  }
}

interface TestServer {
  readonly received: readonly ReceivedRequest[];
  readonly open: ServerResponse[];
}

const servers = new Map<string, TestServer>();

const missing: ServedReply = { status: 404, text: '{"error":"Repository not found"}' };

export const startServer: BrowserCommand<[rules: readonly ServedRule[]]> = async (_, rules) => {
  const open: ServerResponse[] = [];
  const next = rules.map(([pattern, replies]) => ({ pattern: new RegExp(pattern), replies: [...replies] }));
  const { url, received } = await serve((request, response) => {
    const target = `${request.url} ${request.headers.authorization ?? ''}`;
    const rule = next.find(({ pattern }) => pattern.test(target));
    const reply = (rule && (rule.replies.length > 1 ? rule.replies.shift() : rule.replies[0])) ?? missing;
    const { status = 200, headers, text = '', ending = 'end' } = reply;
    if (ending === 'silence') return;
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    const [, group = ''] = rule?.pattern.exec(target) ?? [];
    send(response, text.replaceAll('$1', group).replaceAll('$url', url), ending);
    if (ending === 'open') open.push(response);
  });
  servers.set(url, { received, open });
  return url;
};

function send(response: ServerResponse, text: string, ending: Ending): void {
  if (ending === 'end') return void response.end(text);
  response.flushHeaders();
  // What was written arrives before the connection ends.
  response.write(text, () => ending === 'cut' && response.destroy());
}

export const requestsTo: BrowserCommand<[url: string]> = (_, url) =>
  servers
    .get(url)!
    .received.map(({ method, url, headers, body }) => ({ method, url, headers, body: String(body) }));

export const hasLeft: BrowserCommand<[url: string, text: string]> = async (_, url, text) => {
  const find = () => servers.get(url)!.received.findLast((request) => request.url.includes(text));
  return (await waitFor(find)).left;
};

export const continueReply: BrowserCommand<[url: string, text: string, ending: Ending]> = async (
  _,
  url,
  text,
  ending,
) => {
  const { open } = servers.get(url)!;
  const response = await waitFor(() => open.find(({ destroyed }) => !destroyed));
  if (ending !== 'open') open.splice(open.indexOf(response), 1);
  send(response, text, ending);
};

export const stopServers: BrowserCommand<[]> = async () => {
  for (const cleanup of cleanups.afterTest) await cleanup({} as TestContext);
  servers.clear();
};

/** Waits until a function returns something. */
async function waitFor<Value>(find: () => Value | undefined): Promise<Value> {
  for (;;) {
    const value = find();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
