import { once } from 'node:events';
import { readSettings } from '@tryout/engine/node';
import type { DefineCommand } from '../program/define-command.ts';
import { parsePort, unusablePort } from '../program/parse-port.ts';
import { callOf } from '../context/call.ts';
import type { Call } from '../context/context.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_TOKEN, startEmbeddedHub } from '../context/embedded-hub.ts';
import { hasBrowser, openBrowser } from '../system/browser.ts';
import { builtAppFolder } from '../web-server/built-app.ts';
import type { ServedWith } from '../web-server/runtime-settings.ts';
import { startWebServer, type WebServer } from '../web-server/start-web-server.ts';

/** A browser keeps what it stores by origin, so the port stays the same from one day to the next. */
const PORT = 4680;

/** An origin of its own, so that the embedded hub is never sent a token that was kept for another. */
const SANDBOX_PORT = 4681;

/** The options of `tryout web`. */
interface WebOptions {
  readonly port?: number;
  /** False for `--no-open`. */
  readonly open: boolean;
}

/** `tryout web`: serves the built web app on this machine until Ctrl-C, which is how it is meant to end. */
export const define: DefineCommand = (command, runtime) => {
  command
    .option('--port <n>', `port on 127.0.0.1, ${PORT} by default; 0 takes a free one`, parsePort)
    .option('--no-open', 'open no browser')
    .action(async ({ port, open }: WebOptions) => {
      const call = await callOf(command, runtime);
      const folder = builtAppFolder();
      const hub = call.options.sandbox ? await startEmbeddedHub() : undefined;
      try {
        const settings: ServedWith = hub
          ? { ...hub, clientId: SANDBOX_CLIENT_ID, guestToken: SANDBOX_TOKEN }
          : settingsOf(call);
        const server = await serve(call, folder, settings, port);
        if (open && !call.options.json) await show(call, server.url);
        if (!runtime.signal.aborted) await once(runtime.signal, 'abort');
        await server.close();
      } finally {
        await hub?.close();
      }
    });
};

/** The person's own token is no part of it: they sign in on the page. */
function settingsOf({ runtime: { environment }, options }: Call): ServedWith {
  const { hubUrl, inferenceUrl } = readSettings(environment, options);
  return { hubUrl, inferenceUrl, clientId: environment['TRYOUT_OAUTH_CLIENT_ID']?.trim() };
}

async function serve(call: Call, folder: string, settings: ServedWith, asked?: number): Promise<WebServer> {
  const { options, output } = call;
  const port = asked ?? (options.sandbox ? SANDBOX_PORT : PORT);
  const server = await startWebServer({ folder, settings, port, anyPort: asked === undefined }).catch(
    (error: NodeJS.ErrnoException) => {
      throw unusablePort(port, error);
    },
  );
  if (options.json) output.json({ url: server.url });
  else output.write(`${server.url}\n`);
  if (port !== 0 && server.port !== port) {
    output.note(`Port ${port} is taken: this is a free one, for which your browser has stored nothing yet.`);
  }
  output.note('Serving until Ctrl-C.');
  return server;
}

async function show({ runtime: { environment }, output }: Call, url: string): Promise<void> {
  if (!hasBrowser(environment, process.platform)) return;
  const isOpen = await openBrowser(url, environment);
  if (!isOpen) output.note('No browser could be opened; open the page yourself.');
}
