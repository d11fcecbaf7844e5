import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { devtoolsOf } from './devtools.ts';

/** The minified file: the browser loads it in each document. */
const axe = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** WCAG 2.0 to 2.2, levels A and AA, and best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

const allRules: RunOptions = {
  runOnly: { type: 'tag', values: tags },
  // Off by default in axe.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};

/** The rules whose results depend on colors or on the layout. */
const appearanceRules: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'target-size', 'scrollable-region-focusable'] },
  resultTypes: ['violations'],
};

/**
 * Fails the test if the page, in its current state, violates an accessibility rule. Waits for the heading, since screens
 * load lazily.
 */
export async function expectNoViolations(page: Page, rules = allRules): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const violations = await violationsOf(page, rules);
  if (violations.length > 0)
    expect.fail(`Accessibility violations at ${page.url()}:\n${violations.join('\n')}`);
}

/** Runs axe in an isolated world, where the page's content security policy does not apply. */
async function violationsOf(page: Page, options: RunOptions): Promise<string[]> {
  const session = await devtoolsOf(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  // A document has one world per name, so axe is only loaded once.
  const world = { frameId: frameTree.frame.id, worldName: 'accessibility' };
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', world);
  const loaded = await session.send('Runtime.evaluate', { expression: 'typeof axe', contextId });
  if (loaded.result.value === 'undefined')
    await session.send('Runtime.evaluate', { expression: `${axe}; 0`, contextId });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(${settled})().then(() => axe.run(document, ${JSON.stringify(options)}))`,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return (result.value as AxeResults).violations.map(formatViolation);
}

/**
 * Runs in the page: waits two frames, after which the app has reacted to a new size, and for the end of transitions, which
 * change colors.
 */
async function settled(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
}

function formatViolation({ id, impact, help, helpUrl, nodes }: AxeResults['violations'][number]): string {
  const elements = nodes.map(({ html, failureSummary = '' }) =>
    [html, ...failureSummary.split('\n')].map((line) => `\n    ${line}`).join(''),
  );
  return `${id} (${impact}): ${help}, ${helpUrl}${elements.join('')}`;
}

/** A color scheme and a viewport. */
export interface Appearance {
  readonly colorScheme: 'light' | 'dark';
  readonly viewport: { readonly width: number; readonly height: number };
}

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** Both color schemes and both viewports in two combinations: no rule depends on both. */
export const twoAppearances: readonly Appearance[] = [
  { colorScheme: 'dark', viewport: phone },
  { colorScheme: 'light', viewport: desktop },
];

/** Checks all rules in the first appearance and those about appearance in the others; the page stays in the last one. */
export async function expectNoViolationsIn(page: Page, appearances: readonly Appearance[]): Promise<void> {
  let rules = allRules;
  for (const { colorScheme, viewport } of appearances) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await expectNoViolations(page, rules);
    rules = appearanceRules;
  }
}
