import { once } from 'node:events';
import { createCall } from '../context/context.ts';
import { startEmbeddedHub } from '../context/with-context.ts';
import type { DefineCommand } from '../runtime.ts';
import { parsePort, portError } from '../context/options.ts';

/** `tryout sandbox`: serves the embedded hub until Ctrl-C. */
export const define: DefineCommand = (command, runtime) => {
  command
    .option('--port <n>', 'port on 127.0.0.1; 0 for a free port', parsePort, 0)
    .action(async ({ port }: { readonly port: number }) => {
      const { options, output } = await createCall(command, runtime);
      const hub = await startEmbeddedHub({ port }).catch((error: NodeJS.ErrnoException) => {
        throw portError(port, error);
      });
      const { hubUrl, inferenceUrl, token } = hub;
      if (options.json) output.json({ hubUrl, inferenceUrl, token });
      else {
        output.write(
          `export HF_ENDPOINT=${hubUrl}\nexport HF_INFERENCE_ENDPOINT=${inferenceUrl}\nexport HF_TOKEN=${token}\n`,
        );
      }
      const use = options.json ? '' : ' Run the lines above in another shell to use the sandbox.';
      output.note(`Press Ctrl-C to stop.${use}`);
      if (!runtime.signal.aborted) await once(runtime.signal, 'abort');
      await hub.close();
    });
};
