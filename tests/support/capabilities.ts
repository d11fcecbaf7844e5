import { TestRunner } from 'vitest';

export const isWindows = process.platform === 'win32';

/** What tests need and some systems lack. */
const capabilities = {
  'a pseudo-terminal with its own file': !isWindows,
  'signals that a process can handle': !isWindows,
  'programs that are shell scripts': !isWindows,
} as const satisfies Readonly<Record<string, boolean>>;

/**
 * Skips the test that runs if the system lacks something, with a line in the summary. Support functions that need it call
 * this, so that tests do not have to.
 */
export function requireCapability(name: keyof typeof capabilities): void {
  if (!capabilities[name]) TestRunner.getCurrentTest()?.context.skip(`not on this system: ${name}`);
}
