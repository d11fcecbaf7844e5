import { once } from 'node:events';
import { startProgram } from './start-program.ts';

/**
 * Opens an address in the person's browser: the program that `BROWSER` names, as elsewhere, else the system's own.
 * @returns false where that is known to have failed
 */
export async function openBrowser(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const program = environment['BROWSER'];
  try {
    if (program) {
      const child = startProgram(program, [url], { environment, stdio: 'ignore', detached: true });
      await once(child, 'spawn');
      child.unref();
    } else {
      const { default: open } = await import('open');
      await open(url);
    }
    return true;
  } catch {
    return false;
  }
}
