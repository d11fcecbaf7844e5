import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '@tryout/engine';

/** Where the build puts the web app; this file and what it is built into stand equally deep. */
const builtApp = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/**
 * The folder of the built web app.
 * @throws InputError when it is not built
 */
export function builtAppFolder(folder = builtApp): string {
  if (existsSync(join(folder, 'index.html'))) return folder;
  throw new InputError('The web app is not built yet', {
    hint: 'Build it with npm run build:web in the folder of Tryout.',
  });
}
