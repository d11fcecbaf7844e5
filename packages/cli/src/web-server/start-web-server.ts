import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerPage } from './answer-page.ts';
import type { ServedWith } from './runtime-settings.ts';

/** How the web app is to be served. */
export interface WebServerOptions {
  /** The folder of the built app. */
  readonly folder: string;
  readonly settings: ServedWith;
  /** The port to take; 0 takes a free one. */
  readonly port: number;
  /** Takes a free port where that one is not to be had. */
  readonly anyPort?: boolean;
}

/** The running server of the web app. */
export interface WebServer {
  /** The app's address, with a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and ends all open connections at once. */
  close(): Promise<void>;
}

/**
 * Serves the web app on 127.0.0.1.
 * @throws the error of `listen`, for example EADDRINUSE
 */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const { folder, settings, anyPort = false } = options;
  const server = await listening(options.port).catch((error: unknown) => {
    if (anyPort) return listening(0);
    throw error;
  });
  const { port } = server.address() as AddressInfo;
  server.on('request', answerPage({ folder, port, settings }));
  return { url: `http://127.0.0.1:${port}/`, port, close: () => close(server) };
}

async function listening(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
