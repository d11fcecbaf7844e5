import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { unpackedChromium } from './unpacked-chromium.ts';

/** A browser that is there to be started. */
export interface FoundBrowser {
  /** Its program. */
  readonly path: string;
  /** What its environment needs beside that of the tests. */
  readonly environment: Readonly<Record<string, string>>;
  /** The browser's own name and version, for example `Chromium 150.0.7871.100`. */
  readonly version: string;
}

const SETTING = 'TRYOUT_CHROMIUM';

/** Where systems install it. */
const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The browser to test in: the one that `TRYOUT_CHROMIUM` names, else an installed one, else the one that came with the
 * project's packages, unpacked now if this is its first use.
 * @throws Error when the named one does not start, or when none is to be had for this system
 */
export async function foundBrowser(environment = process.env): Promise<FoundBrowser> {
  const named = environment[SETTING];
  if (named) {
    const version = versionOf(named);
    if (version === undefined) throw new Error(`${SETTING} names ${named}, which does not start`);
    return { path: named, environment: {}, version };
  }
  for (const path of installed) {
    const version = existsSync(path) ? versionOf(path) : undefined;
    if (version !== undefined) return { path, environment: {}, version };
  }
  const { path, libraries, fonts } = await unpackedChromium();
  // Loaded before those of the system, hence only where the system lacks some.
  const ways: Record<string, string>[] = [fonts, { ...fonts, LD_LIBRARY_PATH: libraries }];
  for (const more of ways) {
    const version = versionOf(path, more);
    if (version !== undefined) return { path, environment: more, version };
  }
  throw new Error(`${path} does not start. Install Chromium, or name one in ${SETTING}`);
}

/** `undefined` when the program does not start. A script may stand where a distribution has no such package. */
function versionOf(path: string, more: Readonly<Record<string, string>> = {}): string | undefined {
  try {
    const options = { env: { ...process.env, ...more }, stdio: ['ignore', 'pipe', 'ignore'] as const };
    return execFileSync(path, ['--version'], {
      ...options,
      stdio: [...options.stdio],
      encoding: 'utf8',
    }).trim();
  } catch {
    return undefined;
  }
}
