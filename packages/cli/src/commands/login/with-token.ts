import { checkAccessToken, tokenPageOf } from '@tryout/engine';
import { readSettings, textFromStream } from '@tryout/engine/node';
import { UsageError } from '../../program/usage-error.ts';
import type { Call } from '../../context/context.ts';
import { withContext } from '../../context/with-context.ts';
import { terminalOf } from '../../terminal/terminal.ts';
import { standardInput } from '../../inputs/standard-input.ts';
import { keepSignIn } from './keep-sign-in.ts';

/** Signs in with an access token, from standard input or from the person. */
export async function withToken(call: Call, fromInput: boolean): Promise<void> {
  const { hubUrl } = readSettings(call.runtime.environment, call.options);
  const pasted = fromInput ? await tokenFromInput(call) : await tokenFromPerson(call, hubUrl);
  const token = checkAccessToken(pasted, hubUrl);
  await withContext(call, (context) => keepSignIn(call, context, token), { changesStore: true });
}

function tokenFromInput({ runtime, output }: Call): Promise<string> {
  return textFromStream(standardInput(() => runtime.input, runtime.signal, output.note)());
}

/** Asks at the terminal; one that cannot rewrite its line would show the token, or nothing at all. */
function tokenFromPerson({ runtime, options, output }: Call, hubUrl: string): Promise<string> {
  const { input, errors, environment } = runtime;
  if (!input.isTTY || !terminalOf(errors, environment).movesCursor) {
    throw new UsageError('There is no usable terminal to ask for the token', {
      hint: 'Pipe it in: tryout login --token-stdin < file. Or sign in with --browser or --device.',
    });
  }
  output.aside(
    options.sandbox
      ? 'The sandbox takes any token that starts with hf_.'
      : `Make a token at ${tokenPageOf(hubUrl)}`,
  );
  output.aside('Enter signs in, Esc cancels.');
  return runtime.askToken();
}
