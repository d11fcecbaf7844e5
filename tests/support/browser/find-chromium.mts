import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A browser that starts. */
export interface BrowserProgram {
  readonly path: string;
  /** Environment variables that it needs. */
  readonly environment: Readonly<Record<string, string>>;
  /** The browser's name and version, such as `Chromium 150.0.7871.100`. */
  readonly version: string;
  /** Whether it is the one of the npm package with its own fonts: what it draws does not depend on the system. */
  readonly isBundled: boolean;
}

const VARIABLE = 'TRYOUT_CHROMIUM';

const installPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The browser for the tests: the one in `TRYOUT_CHROMIUM`, else an installed one, else the one in the npm package
 * `@sparticuz/chromium`, which is unpacked on first use.
 * @throws Error when the one in `TRYOUT_CHROMIUM` does not start, or when none is available
 */
export async function findChromium(): Promise<BrowserProgram> {
  return (await findInstalled()) ?? unpackedChromium();
}

/** Like {@link findChromium}, but the one in the npm package takes precedence over an installed one. */
export async function findBundledChromium(): Promise<BrowserProgram> {
  if (!process.env[VARIABLE]) {
    const bundled = await unpackedChromium({ hasOwnFonts: true }).catch(() => undefined);
    if (bundled) return bundled;
  }
  return findChromium();
}

/** @throws Error when the one in `TRYOUT_CHROMIUM` does not start */
async function findInstalled(): Promise<BrowserProgram | undefined> {
  const configured = process.env[VARIABLE];
  if (configured) {
    const version = versionOf(configured);
    if (version === undefined) throw new Error(`${configured} does not start. Fix or unset ${VARIABLE}`);
    return { path: configured, environment: {}, version, isBundled: false };
  }
  for (const path of installPaths) {
    const version = existsSync(path) ? versionOf(path) : undefined;
    if (version !== undefined) return { path, environment: {}, version, isBundled: false };
  }
  return undefined;
}

/** @throws Error when it does not start */
async function unpackedChromium({ hasOwnFonts = false } = {}): Promise<BrowserProgram> {
  const { path, libraries, fonts } = await unpackChromium(hasOwnFonts);
  // The bundled libraries take precedence over the system's, so use them only if the browser does not start without.
  for (const environment of [fonts, { ...fonts, LD_LIBRARY_PATH: libraries }]) {
    const version = versionOf(path, environment);
    if (version !== undefined) return { path, environment, version, isBundled: hasOwnFonts };
  }
  throw new Error(`${path} does not start. Install Chromium, or set ${VARIABLE} to its path`);
}

/** `undefined` when the program does not start, such as Ubuntu's placeholder for its snap package. */
function versionOf(path: string, environment: Readonly<Record<string, string>> = {}): string | undefined {
  try {
    const env = { ...process.env, ...environment };
    return execFileSync(path, ['--version'], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    }).trim();
  } catch {
    return undefined;
  }
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const source = join(root, 'node_modules/@sparticuz/chromium');
const cache = join(root, 'node_modules/.cache');

/** Makes the package unpack its libraries, which it only does on AWS Lambda. */
const lambdaEnvironment = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };

/** The browser of the npm package, unpacked. */
interface UnpackedChromium {
  readonly path: string;
  /** A folder of libraries that minimal systems lack. */
  readonly libraries: string;
  /** Environment variables for its own fonts; empty if the system's are used. */
  readonly fonts: Readonly<Record<string, string>>;
}

/**
 * Unpacks the browser (200 MB, about 3 s) unless an earlier run has. Concurrent runs each unpack into a folder of their
 * own; the first to finish wins.
 * @throws Error if the package does not support the system
 */
async function unpackChromium(hasOwnFonts: boolean): Promise<UnpackedChromium> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`Chromium not found. Install it, or set ${VARIABLE} to its path`);
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder);
  const fontList = join(folder, 'fonts.conf');
  return {
    path: join(folder, 'chromium'),
    libraries: join(folder, 'al2023/lib'),
    fonts: !hasOwnFonts && existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: fontList },
  };
}

async function unpackInto(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const temporary = await mkdtemp(`${folder}-`);
  try {
    // The package unpacks into TMPDIR, always under the same names.
    const env = { ...process.env, ...lambdaEnvironment, TMPDIR: temporary };
    const script = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())";
    await promisify(execFile)(process.execPath, ['-e', script], { cwd: root, env });
    await writeFile(join(temporary, 'fonts.conf'), fontsIn(folder));
    await rename(temporary, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** A fontconfig file for the unpacked fonts; the package's own names folders that do not exist. */
function fontsIn(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}
