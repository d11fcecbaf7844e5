import {
  withTokenLock,
  checkAccessToken,
  toGrant,
  identify,
  isFailure,
  getTokenPage,
  visibleLine,
  SaveError,
  CanceledError,
  type OAuthClient,
  type OAuthResult,
} from '@tryout/engine';
import { readSettings, signInByBrowser, textFromStream } from '@tryout/engine/node';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { createCall, type Call, type Context } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import { standardInput } from '../read-argv/read-field.ts';
import type { DefineCommand, Runtime } from '../runtime.ts';
import { UsageError } from '../context/errors.ts';
import {
  identityLine,
  clientIdFor,
  formatDuration,
  missingClientId,
  signInByCode,
  SANDBOX_TOKENS,
} from '../context/account.ts';
import { openBrowser } from '../system/programs.ts';
import { detectTerminal } from '../screen/terminal.ts';

const LABEL = 'Access token: ';

/**
 * Prompts for an access token on standard error and echoes asterisks. Enter submits, even within pasted text.
 * @throws CanceledError on Esc, Ctrl-C, Ctrl-D in an empty line, an interrupt, and when the terminal closes
 */
async function askToken({ input, errors, signal }: Runtime): Promise<string> {
  // Discards the editor's output, which would show the token.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const options = { terminal: true, historySize: 0, escapeCodeTimeout: 100 };
  const editor = createInterface({ input, output, signal, ...options });
  let isOver = false;
  const draw = () => {
    if (!isOver) errors.write(maskedLine(editor.line, errors.columns || 80));
  };
  const onKey = (_text: string | undefined, { name }: { readonly name?: string }) => {
    if (name === 'escape') editor.close();
    else draw();
  };
  input.on('keypress', onKey);
  errors.on('resize', draw);
  try {
    return await new Promise<string>((resolve, reject) => {
      editor.on('line', (line) => {
        resolve(line);
        editor.close();
      });
      editor.on('close', () => {
        isOver = true;
        reject(new CanceledError());
      });
      // Resumed after Ctrl-Z.
      editor.on('SIGCONT', () => {
        editor.resume();
        draw();
      });
      draw();
    });
  } finally {
    input.off('keypress', onKey);
    errors.off('resize', draw);
    errors.write('\n');
  }
}

/** Rewrites the current line with the label and asterisks. Only the end of a long line is shown. */
function maskedLine(line: string, columns: number): string {
  // Avoid the last cell: terminals differ in the cursor's position after it.
  const text = (LABEL + '*'.repeat([...line].length)).slice(-Math.max(1, columns - 1));
  return `\r${text}\u001b[K`;
}

interface LoginOptions {
  readonly tokenStdin?: boolean;
  readonly browser?: boolean;
  readonly device?: boolean;
}

/** `tryout login`: signs in with an access token or on a page of the hub. The token is checked before it is stored. */
export const define: DefineCommand = (command, runtime) => {
  const browserHelp = "sign in on the hub's page in your browser; needs TRYOUT_OAUTH_CLIENT_ID";
  const deviceHelp =
    'show a code to enter in a browser on any device (works over SSH); needs TRYOUT_OAUTH_CLIENT_ID';
  command
    .option('--token-stdin', 'read the access token from standard input')
    .addOption(command.createOption('--browser', browserHelp).conflicts('tokenStdin'))
    .addOption(command.createOption('--device', deviceHelp).conflicts(['tokenStdin', 'browser']));
  command.action(async ({ tokenStdin, browser, device }: LoginOptions) => {
    const call = await createCall(command, runtime);
    if (browser) await signInOnHub(call, signInWithBrowser);
    else if (device) await signInOnHub(call, signInWithCode);
    else await signInWithToken(call, tokenStdin === true);
  });
};

async function signInWithToken(call: Call, fromStandardInput: boolean): Promise<void> {
  const { runtime, options, output } = call;
  const { hubUrl } = readSettings(runtime.environment, options);
  const input = fromStandardInput
    ? await textFromStream(standardInput(() => runtime.input, runtime.signal, output.note).take())
    : await askForToken(call, hubUrl);
  const token = checkAccessToken(input, hubUrl);
  await withContext(call, (context) => storeSignIn(call, context, token), { changesStore: true });
}

/** Requires a terminal that can rewrite lines; others would echo the token. */
function askForToken({ runtime, options, output }: Call, hubUrl: string): Promise<string> {
  if (!runtime.input.isTTY || !detectTerminal(runtime.errors, runtime.environment).movesCursor) {
    const isSandbox = options.sandbox === true;
    const missing = missingClientId({ environment: runtime.environment, hubUrl, isSandbox });
    const others = missing === undefined ? 'Or sign in with --browser or --device.' : '';
    throw new UsageError('Entering a token requires a terminal', {
      hint: `Pipe it in: tryout login --token-stdin < file. ${others}`.trim(),
    });
  }
  output.aside(options.sandbox ? SANDBOX_TOKENS : `Create a token at ${getTokenPage(hubUrl)}`);
  output.aside('Press Enter to sign in, Esc to cancel.');
  return askToken(runtime);
}

type HubSignIn = (call: Call, client: OAuthClient) => Promise<OAuthResult>;

async function signInOnHub(call: Call, signIn: HubSignIn): Promise<void> {
  const { runtime, options } = call;
  const { environment } = runtime;
  const { hubUrl } = readSettings(environment, options);
  const clientId = clientIdFor({ environment, hubUrl, isSandbox: options.sandbox === true });
  await withContext(
    call,
    async (context) => {
      // Without --timeout, only the code's own expiry limits the wait.
      const finishBy = options.timeout === undefined ? undefined : context.connection.finishBy;
      const connection = { ...context.connection, finishBy };
      const result = await signIn(call, { connection, clientId, signal: context.signal });
      await storeSignIn(call, { ...context, connection }, result.accessToken, result);
    },
    { changesStore: true },
  );
}

const signInWithBrowser: HubSignIn = ({ runtime, options, output }, client) =>
  signInByBrowser(client, {
    max: options.timeout,
    async onPage(url) {
      // Shown even with --quiet: you may have to open it yourself.
      runtime.errors.write(`Sign in on this page: ${url}\n`);
      if (!(await openBrowser(url, runtime.environment)))
        output.note('Could not open a browser. Open the page yourself.');
      output.aside('Waiting for sign-in (Ctrl-C to cancel). Over SSH, use tryout login --device.');
    },
  });

const signInWithCode: HubSignIn = ({ runtime: { errors }, output }, client) =>
  signInByCode(client, ({ verificationUri, verificationUriComplete, userCode, expiresIn }) => {
    // Shown even with --quiet: sign-in needs the code.
    errors.write(`Open ${verificationUri} in any browser and enter the code ${visibleLine(userCode)}\n`);
    if (verificationUriComplete !== undefined) errors.write(`Or open ${verificationUriComplete}\n`);
    output.aside(
      `The code is valid for ${formatDuration(expiresIn)}. Waiting for sign-in (Ctrl-C to cancel).`,
    );
  });

/**
 * Checks a token, stores it and prints the user name. A newly issued token is stored even if the hub cannot be reached to
 * check it.
 * @param result of an OAuth sign-in
 */
async function storeSignIn(
  { options, output }: Call,
  { connection, store, signal, folder, tokenSource }: Context,
  token: string,
  result?: OAuthResult,
): Promise<void> {
  const identity = await identify({ ...connection, token, sendToken: undefined }, signal).catch(
    (error: unknown) => {
      const isTemporary = isFailure(error) && (error.outcome === 'failed' || error.outcome === 'timeout');
      if (result === undefined || !isTemporary) throw error;
      return result.userInfo;
    },
  );
  const grant = result && toGrant(result);
  const { notice } = await withTokenLock(store, () => store.write(token, grant), signal);
  const message = `Signed in to ${new URL(connection.hubUrl).host} as ${identityLine(identity)}`;
  if (notice !== undefined) {
    output.note(`${message}.`);
    output.note(notice);
    const next = tokenSource === undefined ? 'is not signed in' : 'still uses the previous sign-in';
    throw new SaveError(`The token was not stored: the next command ${next}`, {
      hint: 'Make sure the file is writable, then sign in again.',
    });
  }
  if (options.json) output.json(identity);
  const where = tokenSource === 'sandbox' ? ', for this command only' : `; the token is stored in ${folder}`;
  output.note(`${message}${where}.`);
  if (tokenSource === 'HF_TOKEN')
    output.note('HF_TOKEN overrides the stored token. Unset it to use the stored one.');
}
