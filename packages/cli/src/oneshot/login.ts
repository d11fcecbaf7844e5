import { checkAccessToken, identify } from '@tryout/engine';
import { textFromStream } from '@tryout/engine/node';
import type { DefineCommand } from '../commands/define-command.ts';
import { UsageError } from '../commands/usage-error.ts';
import { callOf } from '../context/call.ts';
import { withContext } from '../context/with-context.ts';
import type { Surroundings } from '../surroundings.ts';
import { identityLine } from './identity-line.ts';
import { standardInput } from './run/standard-input.ts';

/** `tryout login`: signs in with an access token, which is tried before it is kept. */
export const define: DefineCommand = (command, surroundings) => {
  command
    .option('--token-stdin', 'read the access token from standard input')
    .action(async ({ tokenStdin }: { readonly tokenStdin?: boolean }) => {
      const call = await callOf(command, surroundings);
      const { options, output } = call;
      const token = checkAccessToken(await readToken(surroundings, tokenStdin === true));
      await withContext(call, async ({ connection, store, signal, folder, tokenSource }) => {
        const { sendToken: _foreign, ...known } = connection;
        const identity = await identify({ ...known, token }, signal);
        const { notice } = await store.write(token);
        if (options.json) output.json(identity);
        const where = tokenSource === 'sandbox' ? 'for this command only' : `the token is kept in ${folder}`;
        output.note(
          `Signed in to ${new URL(connection.hubUrl).host} as ${identityLine(identity)}; ${notice ?? where}.`,
        );
        if (tokenSource === 'HF_TOKEN') output.note('HF_TOKEN is set and goes before it; unset it.');
      });
    });
};

async function readToken(surroundings: Surroundings, fromStandardInput: boolean): Promise<string> {
  if (fromStandardInput) {
    return textFromStream(standardInput(() => surroundings.input, surroundings.signal)());
  }
  if (surroundings.input.isTTY && surroundings.errors.isTTY) return surroundings.askToken();
  throw new UsageError('There is no terminal to ask for the token', {
    hint: 'Pipe it in: tryout login --token-stdin < file.',
  });
}
