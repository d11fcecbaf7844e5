import { checkAccessToken, identify, tokenPageOf } from '@tryout/engine';
import { readSettings, textFromStream } from '@tryout/engine/node';
import type { DefineCommand } from '../commands/define-command.ts';
import { UsageError } from '../commands/usage-error.ts';
import { callOf } from '../context/call.ts';
import type { Call, Context } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import { terminalOf } from '../terminal/terminal.ts';
import { identityLine } from './identity-line.ts';
import { standardInput } from './run/standard-input.ts';

/** `tryout login`: signs in with an access token, which is tried before it is kept. */
export const define: DefineCommand = (command, surroundings) => {
  command
    .option('--token-stdin', 'read the access token from standard input')
    .action(async ({ tokenStdin }: { readonly tokenStdin?: boolean }) => {
      const call = await callOf(command, surroundings);
      const { options, output } = call;
      const { hubUrl } = readSettings(surroundings.environment, options);
      const pasted = tokenStdin ? await tokenFromInput(call) : await tokenFromPerson(call, hubUrl);
      const token = checkAccessToken(pasted, hubUrl);
      const signIn = async ({ connection, store, signal, folder, tokenSource }: Context) => {
        const { sendToken: _foreign, ...known } = connection;
        const identity = await identify({ ...known, token }, signal);
        const { notice } = await store.write(token);
        if (options.json) output.json(identity);
        const where = tokenSource === 'sandbox' ? 'for this command only' : `the token is kept in ${folder}`;
        const done = `Signed in to ${new URL(connection.hubUrl).host} as ${identityLine(identity)}`;
        output.note(notice === undefined ? `${done}; ${where}.` : `${done}.`);
        if (notice !== undefined) output.note(notice);
        if (tokenSource === 'HF_TOKEN') output.note('HF_TOKEN is set and goes before it; unset it.');
      };
      await withContext(call, signIn, { changesStore: true });
    });
};

function tokenFromInput({ surroundings, output }: Call): Promise<string> {
  return textFromStream(standardInput(() => surroundings.input, surroundings.signal, output.note)());
}

/** Asks at the terminal; one that cannot rewrite its line would show the token, or nothing at all. */
function tokenFromPerson({ surroundings, options, output }: Call, hubUrl: string): Promise<string> {
  const { input, errors, environment } = surroundings;
  if (!input.isTTY || !terminalOf(errors, environment).movesCursor) {
    throw new UsageError('There is no usable terminal to ask for the token', {
      hint: 'Pipe it in: tryout login --token-stdin < file.',
    });
  }
  output.aside(
    options.sandbox
      ? 'The sandbox takes any token that starts with hf_.'
      : `Make a token at ${tokenPageOf(hubUrl)}`,
  );
  output.aside('Enter signs in, Esc cancels.');
  return surroundings.askToken();
}
