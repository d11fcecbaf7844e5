import { once } from 'node:events';
import type { DefineCommand } from '../program/define-command.ts';
import { parsePort, unusablePort } from '../program/parse-port.ts';
import { callOf } from '../context/call.ts';
import { SANDBOX_TOKEN, startEmbeddedHub } from '../context/embedded-hub.ts';

/** `tryout sandbox`: serves the embedded hub until Ctrl-C, which is how it is meant to end. */
export const define: DefineCommand = (command, runtime) => {
  command
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one', parsePort, 0)
    .action(async ({ port }: { readonly port: number }) => {
      const { options, output } = await callOf(command, runtime);
      const hub = await startEmbeddedHub({ port }).catch((error: NodeJS.ErrnoException) => {
        throw unusablePort(port, error);
      });
      const { hubUrl, inferenceUrl } = hub;
      if (options.json) output.json({ hubUrl, inferenceUrl, token: SANDBOX_TOKEN });
      else {
        output.write(
          `export HF_ENDPOINT=${hubUrl}\nexport HF_INFERENCE_ENDPOINT=${inferenceUrl}\nexport HF_TOKEN=${SANDBOX_TOKEN}\n`,
        );
      }
      const lines = options.json ? '' : ' The lines above point tryout, and other tools, at it.';
      output.note(`Serving until Ctrl-C.${lines}`);
      if (!runtime.signal.aborted) await once(runtime.signal, 'abort');
      await hub.close();
    });
};
