import { attempt, parseBounded, TOKEN_KEY, type WebStorage } from '@tryout/engine';

interface ValueKind {
  /** Of kinds with several values, how their keys begin. */
  readonly key: string;
  /** Local storage is shared by all tabs; session storage survives reloads of a tab. */
  readonly area: 'localStorage' | 'sessionStorage';
  /** What it is called if it is the user's, and not a setting of the browser. */
  readonly noun?: string;
}

/** Everything that this app stores as text, besides sign-ins. `kept.ts` adds the databases. */
const valueKinds = {
  theme: { key: 'theme', area: 'localStorage' },
  modelFilter: { key: 'models', area: 'localStorage' },
  /** Set while runs are not recorded. */
  historyOff: { key: 'history-off', area: 'localStorage' },
  /** When a user was forgotten, so that other tabs reload. */
  forgottenAt: { key: 'forgottenAt', area: 'localStorage' },
  /** Set from signing out until someone has answered what to do with everything that is kept. */
  keepOrDelete: { key: 'keep-or-delete', area: 'localStorage' },
  prompts: { key: 'systemPrompts', area: 'localStorage', noun: 'saved prompt' },
  recentModels: { key: 'recentModels', area: 'localStorage', noun: 'recent model' },
  /** IDs of the last runs of tasks and models. */
  lastRuns: { key: 'last-run ', area: 'localStorage', noun: 'last result' },
  lastRunsOfTab: { key: 'last-run ', area: 'sessionStorage', noun: 'shown result' },
  tab: { key: 'tab', area: 'sessionStorage', noun: 'open form' },
  /** A run that a provider has queued. */
  pendingJob: { key: 'pendingJob', area: 'sessionStorage', noun: 'queued run' },
  /** A link that waits until the user has signed in. */
  runLink: { key: 'run-link', area: 'sessionStorage', noun: 'run link' },
} as const satisfies Record<string, ValueKind>;

export type ValueName = keyof typeof valueKinds;

/** Undefined without one, and where storage is disabled. @param rest of the key, for kinds with several values */
export function readValue(name: ValueName, rest = ''): string | undefined {
  const { area, key } = valueKinds[name];
  return attempt(() => globalThis[area].getItem(key + rest)) ?? undefined;
}

/** The value of JSON from elsewhere: users may edit it, and other versions write other shapes. */
export function readJson(name: ValueName): unknown {
  return attempt(() => parseBounded(readValue(name) ?? ''));
}

/** @param value undefined deletes it @throws DOMException if the browser does not allow storage */
export function writeValue(name: ValueName, value: string | undefined, rest = ''): void {
  const { area, key } = valueKinds[name];
  if (value === undefined) globalThis[area].removeItem(key + rest);
  else globalThis[area].setItem(key + rest, value);
}

/** The user's values by name. */
export const userValues: readonly (readonly [string, ValueKind])[] = Object.entries<ValueKind>(
  valueKinds,
).filter(([, { noun }]) => noun !== undefined);

export function listKeys({ area, key }: ValueKind): readonly string[] {
  const keys = attempt(() => Object.keys(globalThis[area])) ?? [];
  return keys.filter((each) => (key.endsWith(' ') ? each.startsWith(key) : each === key));
}

/** @param isKept names values that stay */
export function forgetValues(isKept: (name: string) => boolean = () => false): void {
  for (const [name, kind] of userValues)
    if (!isKept(name)) for (const key of listKeys(kind)) globalThis[kind.area].removeItem(key);
}

/** Where sign-ins are stored, read on each use: where storage is disabled, even reading the property throws. */
export const signInStorage: WebStorage = {
  get length() {
    return localStorage.length;
  },
  key: (index) => localStorage.key(index),
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};

/** Whether another tab has signed in or out, or forgotten a user. */
export function findChange({ key, storageArea }: StorageEvent): 'sign-in' | 'forgotten' | undefined {
  // Frames without storage access receive events, too.
  if (attempt(() => storageArea === localStorage) !== true) return undefined;
  if (key === valueKinds.forgottenAt.key) return 'forgotten';
  // The key is null after `clear()`.
  return key === TOKEN_KEY || key === null ? 'sign-in' : undefined;
}
