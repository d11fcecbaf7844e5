import {
  defaultDeadlines,
  isFailure,
  memoryTokenStore,
  tokenRenewal,
  withTotalDeadline,
  type Connection,
  type Deadlines,
  type RequestNote,
  type TokenRenewal,
  type TokenStore,
} from '@tryout/engine';
import {
  fileTokenStore,
  findToken,
  nodeTransport,
  readSettings,
  tokenInEnvironment,
  type Settings,
} from '@tryout/engine/node';
import { userAgent } from '../version.ts';
import type { Call, Context } from './context.ts';
import { debugCurl } from './debug-curl.ts';
import { SANDBOX_TOKEN, startEmbeddedHub } from './embedded-hub.ts';
import type { Output } from './output.ts';

/** What a command wants beside the common options. */
export interface ContextOptions {
  /** Sends the token to endpoints on foreign hosts too. */
  readonly sendToken?: boolean;
  /** Changes the token store: what is wrong with it now is not told. */
  readonly changesStore?: boolean;
}

interface Account {
  readonly store: TokenStore;
  readonly token?: string;
  readonly source?: Context['tokenSource'];
  readonly renewal?: TokenRenewal;
}

/**
 * Does a command's work with everything it needs, and cleans up after it: addresses, token, deadline, and the embedded
 * hub where it was asked for.
 */
export async function withContext<Result>(
  call: Call,
  work: (context: Context) => Promise<Result>,
  { sendToken, changesStore }: ContextOptions = {},
): Promise<Result> {
  const { runtime, options } = call;
  const settings = readSettings(runtime.environment, options);
  const hub = options.sandbox ? await startEmbeddedHub() : undefined;
  let signedIn = true;
  try {
    const open = withTotalDeadline({
      transport: nodeTransport({ environment: hub ? {} : runtime.environment, userAgent }),
      hubUrl: hub?.hubUrl ?? settings.hubUrl,
      inferenceUrl: hub?.inferenceUrl ?? settings.inferenceUrl,
      deadlines: deadlinesFor(options.timeout),
      ...(options.debug ? { onRequest: (note: RequestNote) => call.output.trace(debugCurl(note)) } : {}),
    });
    const { store, token, source, renewal } = hub
      ? sandboxAccount()
      : await accountOf(call, settings, open, changesStore === true);
    // Who signs in or out knows how; a refusal then has another reason.
    signedIn = token !== undefined || changesStore === true;
    const connection: Connection = {
      ...open,
      ...(token === undefined ? {} : { token }),
      ...(renewal ? { renewal } : {}),
      ...(sendToken ? { sendToken } : {}),
    };
    return await work({
      connection,
      store,
      folder: settings.folder,
      signal: runtime.signal,
      ...(source === undefined ? {} : { tokenSource: source }),
    });
  } catch (error) {
    throw signedIn ? withExpiryHint(error) : withSignInHint(error);
  } finally {
    call.output.progress.clear();
    await hub?.close();
  }
}

/** Someone who allows more time than usual allows it for the first byte as well: large models load for minutes. */
function deadlinesFor(timeout?: number): Deadlines {
  if (timeout === undefined) return defaultDeadlines;
  return { ...defaultDeadlines, firstByte: Math.max(defaultDeadlines.firstByte, timeout), total: timeout };
}

/** The embedded hub never sees the person's own token. */
function sandboxAccount(): Account {
  return { store: memoryTokenStore(SANDBOX_TOKEN), token: SANDBOX_TOKEN, source: 'sandbox' };
}

async function accountOf(
  { runtime, output }: Call,
  settings: Settings,
  open: Connection,
  changesStore: boolean,
): Promise<Account> {
  const store = fileTokenStore(settings.folder, settings.hubUrl);
  const renewal = tokenRenewal(open, store, { onNotice: (notice) => output.note(notice) });
  // Who signs in or out has no use for what is there: it is not renewed first.
  const { signal } = runtime;
  const environment = changesStore ? withUsableToken(runtime.environment, output) : runtime.environment;
  const found = await findToken(environment, store, changesStore ? undefined : renewal, signal);
  const { token, source, grant, notice } = found;
  if (notice !== undefined && !changesStore) output.note(notice);
  return {
    store,
    ...(token === undefined ? {} : { token }),
    ...(source === undefined ? {} : { source }),
    ...(grant && !changesStore ? { renewal } : {}),
  };
}

/** A token in the environment that is none keeps nobody from signing in or out. */
function withUsableToken(
  environment: Call['runtime']['environment'],
  output: Output,
): Call['runtime']['environment'] {
  try {
    tokenInEnvironment(environment);
    return environment;
  } catch (error) {
    if (!isFailure(error)) throw error;
    output.note('HF_TOKEN is set to something that is no token: mend that variable, or unset it.');
    return { ...environment, HF_TOKEN: undefined };
  }
}

/** To someone who is not signed in a refusal has one likely reason, which the engine cannot know. */
function withSignInHint(error: unknown): unknown {
  if (!isFailure(error) || error.outcome !== 'refused') return error;
  return Object.assign(error, { hint: 'Use tryout login, or try it with --sandbox.' });
}

/** How to sign in again depends on where the engine runs. */
function withExpiryHint(error: unknown): unknown {
  if (!isFailure(error) || error.name !== 'SignInExpiredError') return error;
  return Object.assign(error, { hint: 'Sign in again: tryout login --browser, or --device.' });
}
