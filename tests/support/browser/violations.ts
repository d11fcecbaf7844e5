import type { BrowserContext } from 'playwright-core';

const BINDING = 'tryoutTestsViolation';

/** Tells of each violation of the content security policy, in one line with the source where it is known. */
export async function violationReporter(
  context: BrowserContext,
  tell: (line: string) => void,
): Promise<void> {
  await context.exposeBinding(BINDING, (_source, line: string) => tell(`policy violation: ${line}`));
  await context.addInitScript((binding) => {
    const report = (globalThis as unknown as Record<string, (line: string) => void>)[binding];
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      report?.(`${effectiveDirective} blocks ${blockedURI} ${sample} (${sourceFile ?? ''}:${lineNumber})`);
    });
  }, BINDING);
}
