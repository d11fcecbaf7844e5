import { commands } from 'vitest/browser';
import { afterEveryTest } from '../../support/hooks.ts';
import type { Ending, ServedReply, ServedRequest } from './server.mts';

/** A server on loopback, until the end of the test. */
export interface TestServer {
  readonly url: string;
  requests(): Promise<readonly ServedRequest[]>;
  /** Waits for a request whose URL has a text, and for the end of the latest one: true if the page left before it was complete. */
  hasLeft(text: string): Promise<boolean>;
  /** Continues the reply that is open, or that opens next. */
  send(text: string, ending?: Ending): Promise<void>;
}

/** The replies by the URLs that they are for, as regular expressions. */
export type Rules = Readonly<Record<string, ServedReply | readonly ServedReply[]>>;

let hasServers = false;

afterEveryTest(async () => {
  if (hasServers) await commands.stopServers();
  hasServers = false;
});

export async function serve(rules: Rules): Promise<TestServer> {
  hasServers = true;
  const url = await commands.startServer(
    Object.entries(rules).map(([pattern, replies]) => [pattern, [replies].flat()]),
  );
  return {
    url,
    requests: () => commands.requestsTo(url),
    hasLeft: (text) => commands.hasLeft(url, text),
    send: (text, ending = 'open') => commands.continueReply(url, text, ending),
  };
}

/** A reply of JSON. */
export const json = (value: unknown, reply: ServedReply = {}): ServedReply => ({
  ...reply,
  text: JSON.stringify(value),
});

/** A reply of a file. */
export const file = (type: string, content: Uint8Array): ServedReply => ({
  headers: { 'Content-Type': type },
  bytes: btoa(Array.from(content, (byte) => String.fromCharCode(byte)).join('')),
});

/** A chat whose answers a test streams step by step. */
export interface ChatServer extends Omit<TestServer, 'send'> {
  readonly address: string;
  /** Streams a piece of text. */
  say(text: string): Promise<void>;
  /** Streams a delta. */
  send(delta: object): Promise<void>;
  /** Streams choices. */
  choose(choices: readonly object[]): Promise<void>;
  finish(reason?: string): Promise<void>;
  cut(): Promise<void>;
  /** The bodies of the requests. */
  bodies(): Promise<readonly Record<string, unknown>[]>;
}

export async function serveChat(): Promise<ChatServer> {
  const headers = { 'Content-Type': 'text/event-stream' };
  const server = await serve({
    '/chat/completions': { headers, ending: 'open' },
    '/v1/models': json({ data: [] }),
  });
  const event = (choices: readonly object[]) => `data: ${JSON.stringify({ choices })}\n\n`;
  const choose = (choices: readonly object[]) => server.send(event(choices));
  const send = (delta: object) => choose([{ index: 0, delta, finish_reason: null }]);
  return {
    ...server,
    address: `${server.url}/v1/chat/completions`,
    choose,
    send,
    say: (content) => send({ content }),
    finish: (reason = 'stop') =>
      server.send(`${event([{ index: 0, delta: {}, finish_reason: reason }])}data: [DONE]\n\n`, 'end'),
    cut: () => server.send('', 'cut'),
    bodies: async () =>
      (await server.requests()).map(({ body }) => JSON.parse(body) as Record<string, unknown>),
  };
}
