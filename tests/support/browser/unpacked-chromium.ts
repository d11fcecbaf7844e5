import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const source = join(root, 'node_modules/@sparticuz/chromium');
const cache = join(root, 'node_modules/.cache');

/** The package unpacks its libraries only where it takes itself to be at home: in a function of Amazon's. */
const atHome = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };

/** The browser inside the npm package, as files. */
export interface UnpackedChromium {
  readonly path: string;
  /** A folder of the libraries that a small system may lack. */
  readonly libraries: string;
  /** Environment in which it has letters to draw; empty where the system has its own. */
  readonly fonts: Readonly<Record<string, string>>;
}

/**
 * Unpacks the browser (200 MB, some three seconds) unless an earlier run has. Several runs may do so at once: each
 * unpacks for itself, and the first to be done counts.
 * @throws Error where the package has no browser for the system
 */
export async function unpackedChromium(): Promise<UnpackedChromium> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('No Chromium was found. Install one, or name it in TRYOUT_CHROMIUM');
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder);
  const fontList = join(folder, 'fonts.conf');
  return {
    path: join(folder, 'chromium'),
    libraries: join(folder, 'al2023/lib'),
    fonts: existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: fontList },
  };
}

async function unpackInto(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const next = await mkdtemp(`${folder}-`);
  try {
    // It unpacks into the folder for temporary files, under names that are always the same.
    const env = { ...process.env, ...atHome, TMPDIR: next };
    const script = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())";
    await promisify(execFile)(process.execPath, ['-e', script], { cwd: root, env });
    await writeFile(join(next, 'fonts.conf'), fontsIn(folder));
    await rename(next, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

/** Settings of fontconfig for these fonts alone; the package's own name folders that are not there. */
function fontsIn(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}
