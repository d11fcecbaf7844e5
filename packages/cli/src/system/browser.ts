import { once } from 'node:events';
import { startProgram } from './programs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that name a screen for windows, or a program that opens pages. */
const screens = ['BROWSER', 'DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME'] as const;

/** Whether a page can be expected to open where a person sees it: not on a build machine, nor without a screen. */
export function hasBrowser(environment: Environment, platform: NodeJS.Platform): boolean {
  if (environment['CI']) return false;
  const isAlwaysDrawn = platform === 'darwin' || platform === 'win32';
  return isAlwaysDrawn || screens.some((name) => Boolean(environment[name]));
}

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
