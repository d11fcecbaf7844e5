import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '@tryout/engine';
import { readSettings } from '@tryout/engine/node';
import { callOf, type Call } from '../context/context.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_TOKEN, startEmbeddedHub } from '../context/embedded-hub.ts';
import type { DefineCommand } from '../program/command-table.ts';
import { parsePort, portError } from '../program/options.ts';
import { hasBrowser, openBrowser } from '../system/browser.ts';
import { PORT, SANDBOX_PORT } from '../web-server/address.ts';
import { startWebServer, type PageSettings, type WebServer } from '../web-server/server.ts';

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
      const call = await callOf(command, runtime);
      if (!existsSync(join(appFolder, 'index.html'))) {
        throw new InputError('The web app is not built', {
          hint: "Run npm run build:web in Tryout's folder.",
        });
      }
      const hub = call.options.sandbox ? await startEmbeddedHub() : undefined;
      try {
        const settings: PageSettings = hub
          ? { ...hub, clientId: SANDBOX_CLIENT_ID, guestToken: SANDBOX_TOKEN }
          : settingsOf(call);
        const server = await serve(call, settings, port);
        if (open && !call.options.json) await openPage(call, server.url);
        if (!runtime.signal.aborted) await once(runtime.signal, 'abort');
        await server.close();
      } finally {
        await hub?.close();
      }
    });
};

/** Never includes your token; you sign in on the page. */
function settingsOf({ runtime: { environment }, options }: Call): PageSettings {
  const { hubUrl, inferenceUrl } = readSettings(environment, options);
  return { hubUrl, inferenceUrl, clientId: environment['TRYOUT_OAUTH_CLIENT_ID']?.trim() };
}

async function serve({ options, output }: Call, settings: PageSettings, given?: number): Promise<WebServer> {
  const port = given ?? (options.sandbox ? SANDBOX_PORT : PORT);
  const server = await startWebServer({
    folder: appFolder,
    settings,
    port,
    anyPort: given === undefined,
  }).catch((error: NodeJS.ErrnoException) => {
    throw portError(port, error);
  });
  if (options.json) output.json({ url: server.url });
  else output.write(`${server.url}\n`);
  if (port !== 0 && server.port !== port)
    output.note(`Port ${port} is in use, so this is another one. Your browser has no stored data for it.`);
  output.note('Press Ctrl-C to stop.');
  return server;
}

async function openPage({ runtime: { environment }, output }: Call, url: string): Promise<void> {
  if (!hasBrowser(environment, process.platform)) return;
  if (!(await openBrowser(url, environment)))
    output.note('Could not open a browser. Open the page yourself.');
}
