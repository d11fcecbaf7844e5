import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core';
import { violationReporter } from './violations.ts';

/** What went wrong in a browser, but for what the test said would. */
export interface Watch {
  /** All that went wrong so far, one line each; it grows. */
  readonly seen: readonly string[];
  /** Takes a problem for right that must come in this test; it may come several times. */
  expect(problem: RegExp): void;
  /** Takes a problem for right that may come. */
  allow(problem: RegExp): void;
  /**
   * What is wrong with the test as it is at this moment:
   * `console error: …`, `console warning: …`, `page error: …`, `policy violation: …`, `failed request: …`,
   * `not seen: …` for what was expected.
   */
  problems(): Promise<string[]>;
}

/** Chromium says so on the console of every answer from 400 on and of every failed request, which are listed here. */
const alreadyListed = /^Failed to load resource:/;

/** A request that the page itself gave up, or that ended with the page. */
const GIVEN_UP = 'net::ERR_ABORTED';

/** Watches all pages of a context, from before their first script on. */
export async function watchContext(context: BrowserContext): Promise<Watch> {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  const allowed: RegExp[] = [];

  context.on('console', (message) => {
    const line = lineOf(message);
    if (line !== undefined) seen.push(line);
  });
  context.on('weberror', (error) => seen.push(`page error: ${error.error().stack ?? String(error.error())}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== GIVEN_UP) seen.push(`failed request: ${named(request)}: ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400)
      seen.push(`failed request: ${named(response.request())}: ${response.status()}`);
  });
  await violationReporter(context, (line) => seen.push(line));

  return {
    seen,
    expect: (problem) => void expected.push(problem),
    allow: (problem) => void allowed.push(problem),
    async problems() {
      await Promise.all(context.pages().map(delivered));
      const patterns = [...expected, ...allowed];
      return [
        ...seen.filter((line) => !patterns.some((pattern) => pattern.test(line))),
        ...expected
          .filter((pattern) => !seen.some((line) => pattern.test(line)))
          .map((pattern) => `not seen: ${pattern}`),
      ];
    },
  };
}

function lineOf(message: ConsoleMessage): string | undefined {
  const kind = message.type();
  if (kind === 'assert') return `console error: ${message.text()}`;
  if (kind !== 'error' && kind !== 'warning') return undefined;
  if (alreadyListed.test(message.text())) return undefined;
  const { url, lineNumber } = message.location();
  return `console ${kind}: ${message.text()}${url === '' ? '' : ` (${url}:${lineNumber + 1})`}`;
}

function named(request: Request): string {
  return `${request.method()} ${request.url()}`;
}

/** What a page has said before comes before the answer to a question. */
async function delivered(page: Page): Promise<void> {
  await page.evaluate(() => undefined).catch(() => undefined);
}
