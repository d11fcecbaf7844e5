import {
  browserTransport,
  defaultDeadlines,
  findClientId,
  HUB_URL,
  INFERENCE_URL,
  InputError,
  isFailure,
  loaded,
  LoadError,
  parseWebUrl,
  type Connection,
  type Transport,
} from '@tryout/engine';

/** Settings of a deployment. URLs have no trailing slash. */
export interface Settings {
  readonly hubUrl: string;
  readonly inferenceUrl: string;
  /** OAuth client ID; without one, signing in needs a token. */
  readonly clientId?: string | undefined;
  /** The sandbox's token, which signs visitors in as a guest. */
  readonly guestToken?: string | undefined;
  /** Whether empty forms of the sandbox show the result of an example. */
  readonly hasExampleResults?: boolean;
}

/** The hub's display name. */
export function getHubName({ hubUrl, guestToken }: Settings): string {
  if (hubUrl === HUB_URL) return 'Hugging Face';
  // The sandbox has a different port each time.
  return guestToken === undefined ? new URL(hubUrl).host : 'the sandbox';
}

/** Loads what checks answers on demand. */
const transport: Transport = {
  ...browserTransport,
  checkValue: async (...call) => (await loaded(() => import('../lib/workers.ts'))).checkInWorker(...call),
};

/** The connection without a token. */
export function openConnection({ hubUrl, inferenceUrl, guestToken }: Settings): Connection {
  const isSandbox = guestToken !== undefined;
  return { transport, hubUrl, inferenceUrl, isSandbox, deadlines: defaultDeadlines };
}

/** Set by the Hub in pages of static Spaces (Hugging Face docs, "Adding a Sign-In with HF button to your Space"). */
interface SpaceWindow {
  readonly huggingface?: { readonly variables?: Readonly<Record<string, string | undefined>> };
}

/**
 * Reads `config.json` next to the page: `{hubUrl?, inferenceUrl?, clientId?, guestToken?, hasExampleResults?}`. A static Space's own client
 * ID takes precedence. Without a readable file, the defaults apply.
 * @throws LoadError if the file cannot be loaded: with the defaults, the page would forget the token of another hub;
 * InputError for invalid URLs
 */
export async function loadSettings(): Promise<Settings> {
  const config = await readConfig();
  const text = (name: string) => {
    const value = config?.[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const url = (name: string, standard: string) => {
    const value = text(name);
    return value === undefined ? standard : checkUrl(value, name);
  };
  const hubUrl = url('hubUrl', HUB_URL);
  const spaceClientId = (window as SpaceWindow).huggingface?.variables?.['OAUTH_CLIENT_ID'];
  const guestToken = text('guestToken');
  return {
    hubUrl,
    inferenceUrl: url('inferenceUrl', INFERENCE_URL),
    clientId: findClientId(spaceClientId || text('clientId'), hubUrl),
    guestToken,
    // Runs of a real hub may cost money.
    hasExampleResults: guestToken !== undefined && config?.['hasExampleResults'] === true,
  };
}

async function readConfig(): Promise<Record<string, unknown> | null> {
  const url = new URL('config.json', document.baseURI);
  const response = await loaded(() => fetch(url, { credentials: 'same-origin' }));
  if (response.status >= 500) throw new LoadError(response.status);
  return response.ok ? ((await response.json().catch(() => null)) as Record<string, unknown> | null) : null;
}

function checkUrl(value: string, name: string): string {
  try {
    return parseWebUrl(value).href.replace(/\/+$/, '');
  } catch (error) {
    if (!isFailure(error)) throw error;
    // Visitors may not know about the file, so the message names it.
    throw new InputError(`${name} in config.json cannot be used: ${error.message}`, { hint: error.hint });
  }
}
