import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';
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
  const session = await sessionOf(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  // Of one name there is one world in a document, for as long as that is there.
  const world = { frameId: frameTree.frame.id, worldName: 'accessibility' };
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', world);
  const there = await session.send('Runtime.evaluate', { expression: 'typeof axe', contextId });
  if (there.result.value === 'undefined')
    await session.send('Runtime.evaluate', { expression: `${axe.source}; 0`, contextId });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, ${JSON.stringify(options)})`,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return (result.value as AxeResults).violations.map(readable);
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** One for all checks of a page: its worlds end with it. */
function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

function readable({ id, impact, help, helpUrl, nodes }: AxeResults['violations'][number]): string {
  const elements = nodes.map(({ html, failureSummary = '' }) =>
    [html, ...failureSummary.split('\n')].map((line) => `\n    ${line}`).join(''),
  );
  return `${id} (${impact}): ${help}, ${helpUrl}${elements.join('')}`;
}
