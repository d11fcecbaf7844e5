import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core';

/** The errors and warnings of a browser context. */
export interface ErrorLog {
  /** All entries so far, one line each: `console error: …`, `page error: …`, `policy violation: …`, `failed request: …`. */
  readonly seen: readonly string[];
  /** Expects an entry: the test fails if none matches. */
  expect(pattern: RegExp): void;
  /** Ignores matching entries. */
  allow(pattern: RegExp): void;
  /** Entries that were neither expected nor allowed, and `not seen: …` for each expected one that is missing. */
  unexpected(): Promise<string[]>;
  /** Forgets all entries and expectations. */
  clear(): void;
}

/** Chromium's console message for a failed request, which has its own entry here. */
const duplicate = /^Failed to load resource:/;

/** The page aborted the request itself or was closed. */
const ABORTED = 'net::ERR_ABORTED';

const BINDING = 'tryoutTestsViolation';

/** Watches all pages of a context, starting before their first script. */
export async function watchErrors(context: BrowserContext): Promise<ErrorLog> {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  const allowed: RegExp[] = [];

  context.on('console', (message) => {
    const line = consoleEntry(message);
    if (line !== undefined) seen.push(line);
  });
  context.on('weberror', (error) => seen.push(`page error: ${error.error().stack ?? String(error.error())}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== ABORTED) seen.push(`failed request: ${describeRequest(request)}: ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400)
      seen.push(`failed request: ${describeRequest(response.request())}: ${response.status()}`);
  });
  await watchPolicyViolations(context, seen);

  return {
    seen,
    expect: (pattern) => void expected.push(pattern),
    allow: (pattern) => void allowed.push(pattern),
    async unexpected() {
      await Promise.all(context.pages().map(flushEvents));
      const patterns = [...expected, ...allowed];
      return [
        ...seen.filter((line) => !patterns.some((pattern) => pattern.test(line))),
        ...expected
          .filter((pattern) => !seen.some((line) => pattern.test(line)))
          .map((pattern) => `not seen: ${pattern}`),
      ];
    },
    clear() {
      for (const list of [seen, expected, allowed]) list.splice(0);
    },
  };
}

/** Logs violations of the content security policy with their source location. */
async function watchPolicyViolations(context: BrowserContext, seen: string[]): Promise<void> {
  await context.exposeBinding(BINDING, (_source, line: string) => seen.push(`policy violation: ${line}`));
  await context.addInitScript((binding) => {
    const report = (globalThis as unknown as Record<string, (line: string) => void>)[binding];
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      report?.(`${effectiveDirective} blocks ${blockedURI} ${sample} (${sourceFile ?? ''}:${lineNumber})`);
    });
  }, BINDING);
}

function consoleEntry(message: ConsoleMessage): string | undefined {
  const kind = message.type();
  if (kind === 'assert') return `console error: ${message.text()}`;
  if (kind !== 'error' && kind !== 'warning') return undefined;
  if (duplicate.test(message.text())) return undefined;
  const { url, lineNumber } = message.location();
  return `console ${kind}: ${message.text()}${url === '' ? '' : ` (${url}:${lineNumber + 1})`}`;
}

function describeRequest(request: Request): string {
  return `${request.method()} ${request.url()}`;
}

/** Waits for a round trip to the page: its earlier events arrive first. */
async function flushEvents(page: Page): Promise<void> {
  await page.evaluate(() => undefined).catch(() => undefined);
}
