import { once } from 'node:events';
import type { Environment } from '../terminal/terminal.ts';
import { startProgram } from './programs.ts';

const screens = ['BROWSER', 'DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME'] as const;

/** Whether a browser can probably be opened: false on CI and without a display. */
export function hasBrowser(environment: Environment, platform: NodeJS.Platform): boolean {
  if (environment['CI']) return false;
  const isAlwaysDrawn = platform === 'darwin' || platform === 'win32';
  return isAlwaysDrawn || screens.some((name) => Boolean(environment[name]));
}

/** Opens a URL in `$BROWSER` or the default browser. @returns false if that failed */
export async function openBrowser(url: string, environment: Environment): Promise<boolean> {
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
