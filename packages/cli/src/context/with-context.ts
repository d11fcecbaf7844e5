import {
  HUB_URL,
  isFailure,
  SANDBOX,
  visibleLine,
  type RunFile,
  attempt,
  defaultDeadlines,
  memoryTokenStore,
  redact,
  shorten,
  tokenRenewal,
  unlessAborted,
  UnknownModelError,
  visible,
  withTotalDeadline,
  type Connection,
  type Deadlines,
  type RequestNote,
  type TokenStore,
} from '@tryout/engine';
import type { Sandbox, SandboxOptions } from '@tryout/sandbox';
import { findLauncher, userAgent } from '../installation.ts';
import {
  fileTokenStore,
  findToken,
  nodeTransport,
  readSettings,
  tokenInEnvironment,
  type Settings,
} from '@tryout/engine/node';
import type { Environment } from '../screen/terminal.ts';
import type { Call, Context } from './context.ts';

/** The guest's, for pages. */
export const SANDBOX_TOKEN = 'hf_sandbox';

/** The embedded hub's registered OAuth app. */
export const SANDBOX_CLIENT_ID = 'tryout-sandbox';

export async function startEmbeddedHub(options: SandboxOptions = {}): Promise<Sandbox> {
  const { startSandbox } = await import('@tryout/sandbox');
  const program = [process.execPath, findLauncher()];
  return startSandbox({ program, ...options });
}

export function isSandboxModel(model = ''): boolean {
  return /^(?:sandbox|trouble)\//.test(model);
}

export function isFromSandbox({ hub, model }: RunFile): boolean {
  return hub === SANDBOX || isSandboxModel(model);
}

/**
 * The hint for the error of a model of the sandbox, for example of a run that is repeated without `--sandbox`.
 * @param hubUrl where the model was looked up
 */
export function sandboxHint(error: unknown, hubUrl: string, model = ''): string | undefined {
  if (hubUrl !== HUB_URL || !isSandboxModel(model) || !isFailure(error) || error.outcome === 'canceled')
    return undefined;
  return `${visibleLine(model)} is a model of the sandbox. Add --sandbox.`;
}

interface ContextOptions {
  /** Sends the token to endpoints on other hosts too. */
  readonly sendToken?: boolean | undefined;
  /** The command replaces the stored token, so its problems are not reported. */
  readonly changesStore?: boolean;
  /** For `--sandbox`, a hub that runs already and stays open. */
  readonly embeddedHub?: Sandbox | undefined;
}

/** Shown even with --quiet. */
const UNSAFE =
  'Warning: NODE_TLS_REJECT_UNAUTHORIZED=0 is set, so anyone on the network can read your access token. Unset it; NODE_EXTRA_CA_CERTS adds a certificate.\n';

type Account = Pick<Context, 'store' | 'tokenSource'> & Pick<Connection, 'token' | 'renewal'>;

/** Runs a command with its connection and token. Starts the embedded hub for `--sandbox`. */
export async function withContext<Result>(
  call: Call,
  work: (context: Context) => Promise<Result>,
  { sendToken, changesStore = false, embeddedHub }: ContextOptions = {},
): Promise<Result> {
  const { runtime, options } = call;
  const settings = readSettings(runtime.environment, options);
  const hub = options.sandbox ? (embeddedHub ?? (await startEmbeddedHub())) : undefined;
  let isSignedIn = true;
  let tokenStore: TokenStore | undefined;
  try {
    const open = withTotalDeadline({
      transport: nodeTransport({ environment: hub ? {} : runtime.environment, userAgent }),
      hubUrl: hub?.hubUrl ?? settings.hubUrl,
      inferenceUrl: hub?.inferenceUrl ?? settings.inferenceUrl,
      isSandbox: hub !== undefined,
      deadlines: deadlinesFor(options.timeout),
      onRequest: options.debug ? (note) => call.output.trace(debugCurl(note)) : undefined,
    });
    // The embedded hub never receives your own token.
    const { store, token, tokenSource, renewal }: Account = hub
      ? { store: memoryTokenStore(hub.token), token: hub.token, tokenSource: 'sandbox' }
      : await resolveAccount(call, settings, open, changesStore);
    tokenStore = store;
    // Without this, a command that needs no request would go on after a canceled renewal.
    runtime.signal.throwIfAborted();
    isSignedIn = token !== undefined || changesStore;
    if (isSignedIn && runtime.environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
      runtime.errors.write(UNSAFE);
    return await work({
      connection: { ...open, token, renewal, sendToken },
      store,
      folder: hub ? '' : settings.folder,
      signal: runtime.signal,
      tokenSource,
    });
  } catch (error) {
    throw withHint(error, isSignedIn, hub !== undefined);
  } finally {
    call.output.progress.clear();
    await finishStoring(call, tokenStore);
    if (hub !== embeddedHub) await hub?.close();
  }
}

/** After Ctrl-C, waits for renewals whose refresh token was sent: it may be single-use, so the answer must be stored. */
async function finishStoring({ output, runtime: { signal } }: Call, { pending }: Partial<TokenStore> = {}) {
  if (!signal.aborted || !pending?.size) return;
  output.note('Storing the renewed sign-in. Press Ctrl-C again to end at once.');
  await unlessAborted(Promise.allSettled(pending), AbortSignal.timeout(10_000)).catch(() => undefined);
}

/**
 * Creates a session's connections. They have no overall deadline, since each run has its own.
 * @param onNotice called with a notice about a renewed token
 */
export function connectFrom(
  { connection, store }: Pick<Context, 'connection' | 'store'>,
  onNotice: (notice: string) => void,
): (token: string | undefined) => Connection {
  const { token: _token, renewal: _renewal, finishBy: _finishBy, ...open } = connection;
  const renewal = tokenRenewal(open, store, onNotice);
  return (token) => (token === undefined ? open : { ...open, token, renewal });
}

/** A longer timeout also extends the first-byte timeout: large models take minutes to load. */
function deadlinesFor(timeout?: number): Deadlines {
  if (timeout === undefined) return defaultDeadlines;
  return { ...defaultDeadlines, firstByte: Math.max(defaultDeadlines.firstByte, timeout), total: timeout };
}

async function resolveAccount(
  { runtime: { environment, signal }, output }: Call,
  settings: Settings,
  open: Connection,
  changesStore: boolean,
): Promise<Account> {
  const store = fileTokenStore(settings.folder, settings.hubUrl);
  const renewal = tokenRenewal(open, store, output.note);
  if (changesStore) {
    // An invalid token in the environment must not prevent signing in or out.
    const isUsable = hasEnvironmentToken(environment);
    if (!isUsable && environment['HF_TOKEN']?.trim())
      output.note('HF_TOKEN is not a valid token: fix or unset it.');
    const { token, source } = await findToken(
      isUsable ? environment : { ...environment, HF_TOKEN: undefined },
      store,
    );
    return { store, token, tokenSource: source };
  }
  const { token, source, grant, notice } = await findToken(environment, store, renewal, signal);
  if (notice !== undefined) output.note(notice);
  return { store, token, tokenSource: source, renewal: grant && renewal };
}

/** Whether `HF_TOKEN` holds a valid token. */
export function hasEnvironmentToken(environment: Environment): boolean {
  return attempt(() => tokenInEnvironment(environment)) !== undefined;
}

/** Adds a hint on how to sign in from the command line, or on models that only the Hub has. */
function withHint(error: unknown, isSignedIn: boolean, isSandbox: boolean): unknown {
  if (!isFailure(error)) return error;
  if (isSandbox && error instanceof UnknownModelError && error.suggestions.length === 0)
    return Object.assign(error, { hint: 'The sandbox has models of its own: tryout models TASK --sandbox.' });
  if (!isSignedIn && error.outcome === 'refused')
    return Object.assign(error, { hint: 'Sign in with tryout login, or use --sandbox.' });
  if (isSignedIn && error.name === 'SignInExpiredError')
    return Object.assign(error, { hint: 'Sign in again: tryout login --browser, or --device.' });
  return error;
}

/** A request as a one-line curl command, without the token and files. */
function debugCurl({ method, url, headers, body }: RequestNote): string {
  // The engine's quoting would load all code for snippets.
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const words = ['curl', '-X', method];
  for (const [name, value] of Object.entries(headers)) words.push('-H', quote(`${name}: ${value}`));
  if (method === 'POST')
    words.push(...(body === undefined ? ['--data-binary', '@FILE'] : ['--data', quote(shorten(body))]));
  return visible(redact([...words, quote(url)].join(' ')));
}
