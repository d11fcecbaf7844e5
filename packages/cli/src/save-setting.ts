import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import Conf from 'conf';
import { SaveError } from './files/save-file.ts';
import { parseSettings } from './settings.ts';

/** Sets a value; without one, removes the setting. @throws SaveError */
export async function saveSetting(path: string, key: string, value?: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = new Conf<Record<string, string>>({
      cwd: dirname(path),
      configName: 'settings',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      deserialize: (text) => parseSettings(text, path),
    });
    if (value === undefined) file.delete(key);
    else file.set(key, value);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SaveError(`Could not write ${path} (${code ?? message})`, {
      hint: 'Make sure the file and its folder are writable.',
      cause: error,
    });
  }
}
