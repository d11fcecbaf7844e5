import {
  browserTransport,
  type Connection,
  defaultDeadlines,
  HUB_URL,
  INFERENCE_URL,
  InputError,
  isFailure,
  loaded,
  LoadError,
  webAddress,
} from '@tryout/engine';

/** What one build is told about where it stands. */
export interface Settings {
  /** Without a slash at the end. */
  readonly hubUrl: string;
  /** Without a slash at the end. */
  readonly inferenceUrl: string;
  /** Of this app at the hub; without one signing in needs a token. */
  readonly clientId?: string;
  /** The sandbox's: signs a visitor in as its guest. */
  readonly guestToken?: string;
}

/** The settings where nothing else is said. */
const defaultSettings: Settings = { hubUrl: HUB_URL, inferenceUrl: INFERENCE_URL };

/** What a person calls the hub. */
export function hubNameOf({ hubUrl, guestToken }: Settings): string {
  if (hubUrl === HUB_URL) return 'Hugging Face';
  // Its address is another one each time.
  return guestToken === undefined ? new URL(hubUrl).host : 'the sandbox';
}

/** What the Hub puts into the page of a static Space (Hugging Face, docs on Spaces: signing in with OAuth). */
interface SpaceWindow {
  readonly huggingface?: { readonly variables?: Readonly<Record<string, string | undefined>> };
}

/**
 * Reads `config.json` beside the page: `{hubUrl?, inferenceUrl?, clientId?, guestToken?}`. The client id of a static
 * Space wins over it. A file that is missing or cannot be read leaves the defaults.
 * @throws LoadError where it cannot be had now: with the defaults the page would be that of another hub, which forgets the
 * token; InputError for what is no web address
 */
export async function loadSettings(): Promise<Settings> {
  const own = await ownSettings();
  const text = (name: string) => {
    const value = (own as Record<string, unknown> | null)?.[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const address = (name: 'hubUrl' | 'inferenceUrl') => {
    const given = text(name);
    return given === undefined ? defaultSettings[name] : addressIn(given, name);
  };
  const clientId = (window as SpaceWindow).huggingface?.variables?.['OAUTH_CLIENT_ID'] || text('clientId');
  const guestToken = text('guestToken');
  return {
    hubUrl: address('hubUrl'),
    inferenceUrl: address('inferenceUrl'),
    ...(clientId === undefined ? {} : { clientId }),
    ...(guestToken === undefined ? {} : { guestToken }),
  };
}

async function ownSettings(): Promise<unknown> {
  const address = new URL('config.json', document.baseURI);
  const answer = await loaded(() => fetch(address, { credentials: 'same-origin' }));
  if (answer.status >= 500) throw new LoadError(answer.status);
  return answer.ok ? ((await answer.json().catch(() => ({}))) as unknown) : {};
}

/** Says where what cannot be used stands: whoever opens the page may not know that there is such a file. */
function addressIn(given: string, name: string): string {
  try {
    return webAddress(given).href.replace(/\/+$/, '');
  } catch (error) {
    if (!isFailure(error)) throw error;
    throw new InputError(`${name} in config.json cannot be used: ${error.message}`, {
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    });
  }
}

/** The way to the hub as nobody. */
export function openConnection({ hubUrl, inferenceUrl }: Settings): Connection {
  return { transport: browserTransport, hubUrl, inferenceUrl, deadlines: defaultDeadlines };
}
