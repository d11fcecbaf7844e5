import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** WCAG 2.0 to 2.2, levels A and AA, and what is good practice beside. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** Rules that axe leaves out unless asked for them: targets of 24 pixels are one. */
const alsoRules = ['target-size'];

const options = {
  runOnly: { type: 'tag', values: tags },
  rules: Object.fromEntries(alsoRules.map((rule) => [rule, { enabled: true }])),
  resultTypes: ['violations'],
};

/** Fails the test with the list of what the page, as it is now, has against accessibility. */
export async function expectNoViolations(page: Page): Promise<void> {
  const violations = await violationsOf(page);
  if (violations.length > 0) expect.fail(`accessibility of ${page.url()}:\n${violations.join('\n')}`);
}

/**
 * What axe finds: `rule (impact): help, address` and below it the elements with what to do.
 * It runs in a world of its own beside the page's scripts, which knows no content security policy.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const { frameTree } = await session.send('Page.getFrameTree');
    const world = { frameId: frameTree.frame.id, worldName: 'accessibility' };
    const { executionContextId } = await session.send('Page.createIsolatedWorld', world);
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: `${axe.source}; axe.run(document, ${JSON.stringify(options)})`,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return (result.value as AxeResults).violations.map(readable);
  } finally {
    await session.detach();
  }
}

function readable({ id, impact, help, helpUrl, nodes }: AxeResults['violations'][number]): string {
  const elements = nodes.map(({ html, failureSummary = '' }) =>
    [html, ...failureSummary.split('\n')].map((line) => `\n    ${line}`).join(''),
  );
  return `${id} (${impact}): ${help}, ${helpUrl}${elements.join('')}`;
}
