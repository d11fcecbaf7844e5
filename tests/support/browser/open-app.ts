import type { RecordedRequest } from '@tryout/sandbox';
import { inject } from 'vitest';
import { SANDBOX_CLIENT_ID, SANDBOX_TOKEN } from '../../../packages/cli/src/context/with-context.ts';
import { startWebServer, type PageSettings } from '../../../packages/cli/src/web-server/server.ts';
import { closeAfterTest } from '../loopback.ts';
import { addPageOrigin, sharedSandbox, type RecordingSandbox } from '../recording-sandbox.ts';
import { newVisitor, type Visitor, type VisitorOptions } from './visitor.ts';

export interface AppOptions extends VisitorOptions {
  /** The initial route, such as `#/text-classification`; the home screen by default. */
  readonly path?: string;
  /**
   * Overrides of `config.json`, which has the sandbox's URLs, client id and guest token. `undefined` removes a setting:
   * `{ guestToken: undefined }` disables the guest's automatic sign-in.
   */
  readonly config?: Partial<PageSettings>;
  /** The sandbox shared by the file's tests by default. */
  readonly sandbox?: RecordingSandbox;
  /** Folder of the page; the built web app by default. */
  readonly folder?: string;
  /** Prepares the page, such as routes or init scripts, before it is opened. */
  readonly before?: (visitor: Visitor) => unknown;
}

/** The app in a browser, for one test. */
export interface OpenApp extends Visitor {
  /** The app's URL, with a trailing slash. */
  readonly url: string;
  readonly sandbox: RecordingSandbox;
  /** Requests that the sandbox received in this test, in the order of their responses. */
  readonly requests: readonly RecordedRequest[];
}

/**
 * Serves the app like `tryout web` on a port of its own and opens it as a first-time visitor, signed in as the sandbox's
 * guest. Everything is closed after the test, which fails if the browser reports an unexpected error.
 */
export async function openApp(options: AppOptions = {}): Promise<OpenApp> {
  const sandbox = options.sandbox ?? (await sharedSandbox());
  const { hubUrl, inferenceUrl, requests } = sandbox;
  const visitor = await newVisitor(options);
  const server = await startFor(visitor, {
    folder: options.folder ?? webFolder(),
    settings: {
      hubUrl,
      inferenceUrl,
      clientId: SANDBOX_CLIENT_ID,
      guestToken: SANDBOX_TOKEN,
      ...options.config,
    },
  });
  await options.before?.(visitor);
  await visitor.page.goto(`${server.url}${options.path ?? ''}`);
  return { ...visitor, url: server.url, sandbox, requests };
}

/**
 * Serves the app on the port of the visitor's test before the last one, whose files the browser has cached. The port of
 * the last test would not do: late requests of its page are ignored by their origin.
 */
async function startFor({ ports }: Visitor, options: { folder: string; settings: PageSettings }) {
  const port = (ports.length > 1 && ports.shift()) || 0;
  const server = await startWebServer({ ...options, port, anyPort: true });
  closeAfterTest(() => server.close());
  ports.push(server.port);
  addPageOrigin(server.url);
  return server;
}

/**
 * The folder of the built web app.
 * @throws Error with the build's message if it failed
 */
export function webFolder(): string {
  const { folder, failure } = inject('web');
  if (failure !== undefined) throw new Error(`The web app could not be built\n${failure}`);
  return folder;
}
