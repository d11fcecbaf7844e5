import type { RecordedRequest } from '@tryout/sandbox';
import { SANDBOX_CLIENT_ID, SANDBOX_TOKEN } from '../../../packages/cli/src/context/embedded-hub.ts';
import { startWebServer, type PageSettings } from '../../../packages/cli/src/web-server/server.ts';
import { closeAfterTest } from '../loopback.ts';
import type { RecordingSandbox } from '../recording-sandbox.ts';
import { belongsToTest, sandboxHere } from './sandbox-here.ts';
import { newVisitor, type Visitor, type VisitorOptions } from './visitor.ts';
import { webFolder } from './web-folder.ts';

/** What is opened, and by whom. */
export interface AppOptions extends VisitorOptions {
  /** Where to begin, for example `#/text-classification`; the start by default. */
  readonly path?: string;
  /**
   * What `config.json` says beside or instead of the sandbox's addresses, client id and guest token. `undefined` takes
   * one out: `{ guestToken: undefined }` is for a visitor whom nobody signs in.
   */
  readonly config?: Partial<PageSettings>;
  /** A hub of the test's own; by default the one that all tests of the file share, as it comes. */
  readonly sandbox?: RecordingSandbox;
  /** Folder of the page; the built web app by default. */
  readonly folder?: string;
  /** What to say of the visitor before the page is there, for example on routes or storage. */
  readonly before?: (visitor: Visitor) => unknown;
}

/** The app in a browser, both for one test. */
export interface OpenApp extends Visitor {
  /** Where the app is served, with a slash at the end. */
  readonly url: string;
  readonly sandbox: RecordingSandbox;
  /** What the hub was asked in this test, in the order in which the answers ended. */
  readonly requests: readonly RecordedRequest[];
}

/**
 * Serves the app as `tryout web` does, on a port of its own, and opens it as a first-time visitor who is the sandbox's
 * guest. Everything is closed after the test, which fails when something went wrong in the browser.
 */
export async function openApp(options: AppOptions = {}): Promise<OpenApp> {
  const sandbox = options.sandbox ?? (await sandboxHere());
  const { hubUrl, inferenceUrl, requests } = sandbox;
  const server = await startWebServer({
    folder: options.folder ?? webFolder(),
    settings: {
      hubUrl,
      inferenceUrl,
      clientId: SANDBOX_CLIENT_ID,
      guestToken: SANDBOX_TOKEN,
      ...options.config,
    },
    port: 0,
  });
  closeAfterTest(() => server.close());
  belongsToTest(server.url);
  const visitor = await newVisitor(options);
  await options.before?.(visitor);
  await visitor.page.goto(`${server.url}${options.path ?? ''}`);
  return { ...visitor, url: server.url, sandbox, requests };
}
