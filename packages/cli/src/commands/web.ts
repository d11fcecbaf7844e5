import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '@tryout/engine';
import { readSettings } from '@tryout/engine/node';
import { createCall, type Call } from '../context/context.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_TOKEN, startEmbeddedHub } from '../context/with-context.ts';
import type { DefineCommand } from '../runtime.ts';
import { parsePort, portError } from '../context/options.ts';
import { hasBrowser, openBrowser } from '../system/programs.ts';
import { PORT, SANDBOX_PORT } from '../web-server/page.ts';
import { startWebServer, type PageSettings } from '../web-server/server.ts';

/** The built web app. The relative path is the same from the source and from the bundle. */
const appFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

interface WebOptions {
  readonly port?: number;
  /** False for `--no-open`. */
  readonly open: boolean;
}

/** `tryout web`: serves the built web app on this machine until Ctrl-C. */
export const define: DefineCommand = (command, runtime) => {
  command
    .option('--port <n>', `port on 127.0.0.1 (default ${PORT}); 0 for a free port`, parsePort)
    .option('--no-open', 'do not open a browser')
    .action(async ({ port, open }: WebOptions) => {
      await serveWebApp(await createCall(command, runtime), { port, open });
    });
};

interface ServeOptions extends WebOptions {
  /** Returns the URL to open, given the server's URL. Default: the server's URL. */
  readonly getPage?: (server: string) => Promise<string>;
}

/**
 * Serves the web app until Ctrl-C and opens a page of it.
 * @throws InputError if it is not built, or the port is in use
 */
export async function serveWebApp(
  call: Call,
  { port: userPort, open, getPage = (server) => Promise.resolve(server) }: ServeOptions,
): Promise<void> {
  if (!existsSync(join(appFolder, 'index.html'))) {
    throw new InputError('The web app is not built', {
      hint: "Run npm run build:web in Tryout's folder.",
    });
  }
  const { options, output, runtime } = call;
  const hub = options.sandbox ? await startEmbeddedHub() : undefined;
  try {
    const settings: PageSettings = hub
      ? { ...hub, clientId: SANDBOX_CLIENT_ID, guestToken: SANDBOX_TOKEN, hasExampleResults: true }
      : createSettings(call);
    const port = userPort ?? (hub ? SANDBOX_PORT : PORT);
    const server = await startWebServer({
      folder: appFolder,
      settings,
      port,
      anyPort: userPort === undefined,
    }).catch((error: NodeJS.ErrnoException) => {
      throw portError(port, error);
    });
    const page = await getPage(server.url);
    const opensPage = open && !options.json && hasBrowser(runtime.environment, process.platform);
    const isOpen = opensPage && (await openBrowser(page, runtime.environment));
    if (options.json) output.json({ url: page });
    // The page of a run has its files in its URL, which fills the terminal.
    else output.write(`${isOpen && output.terminal.isTerminal ? server.url : page}\n`);
    if (port !== 0 && server.port !== port)
      output.note(
        `Port ${port} is in use, so Tryout chose another one. Your browser has no stored data for it.`,
      );
    output.note('Press Ctrl-C to stop.');
    if (opensPage && !isOpen) output.note('Could not open a browser. Open the page yourself.');
    if (!runtime.signal.aborted) await once(runtime.signal, 'abort');
    await server.close();
  } finally {
    await hub?.close();
  }
}

/** Never includes your token; you sign in on the page. */
function createSettings({ runtime: { environment }, options }: Call): PageSettings {
  const { hubUrl, inferenceUrl } = readSettings(environment, options);
  return { hubUrl, inferenceUrl, clientId: environment['TRYOUT_OAUTH_CLIENT_ID']?.trim() };
}
