import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserCommand } from 'vitest/node';

/** What an inference server answers to every request. */
export interface Answer {
  readonly type: string;
  /** Base64. */
  readonly body: string;
  /** 200 by default. */
  readonly status?: number;
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Starts a server on loopback with one answer. @returns its URL */
    serveAnswer(answer: Answer): Promise<string>;
    /** Closes the servers of the test. */
    closeServers(): Promise<void>;
  }
}

const servers = new Map<string, Server[]>();

export const serveAnswer: BrowserCommand<[answer: Answer]> = async (
  { sessionId },
  { type, body, status = 200 },
) => {
  const server = createServer(({ headers, method }, response) => {
    response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '*');
    // Browsers ask before they send, and need a success.
    if (method === 'OPTIONS') response.writeHead(204).end();
    else response.writeHead(status, { 'Content-Type': type }).end(Buffer.from(body, 'base64'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.set(sessionId, [...(servers.get(sessionId) ?? []), server]);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export const closeServers: BrowserCommand<[]> = async ({ sessionId }) => {
  for (const server of servers.get(sessionId) ?? []) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers.delete(sessionId);
};
