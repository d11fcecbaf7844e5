import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEveryTest } from '../hooks.ts';
// Its servers are closed after the test, too: what is asked for later is done first.
import '../loopback.ts';
import { chromiumHere, type MediaAnswer } from './chromium.ts';
import { tellPage } from './tell-page.ts';
import { watchContext, type Watch } from './watch.ts';

/** Who visits, and with what. */
export interface VisitorOptions {
  /** `desktop` (1280 by 800), the default, or `phone` (390 by 844, touch). */
  readonly device?: Device;
  /** `light` by default. */
  readonly colorScheme?: 'light' | 'dark';
  /** `reduce` by default, so that nothing is seen half-way. */
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** The answer when the page asks for microphone or camera; `allowed` by default. */
  readonly media?: MediaAnswer;
  /** Whether the page may write to and read the clipboard, as in a window in use; true by default. */
  readonly clipboard?: boolean;
  /** Anything else that Playwright knows of a context. */
  readonly more?: BrowserContextOptions;
}

/** What a visitor looks at the page with. */
export type Device = 'desktop' | 'phone';

/** A person's browser with nothing in it: no storage, no cookies, no cache. */
export interface Visitor {
  /** Its one page, still empty. `context.newPage()` opens another tab. */
  readonly page: Page;
  readonly context: BrowserContext;
  readonly watch: Watch;
}

const devices = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} satisfies Record<Device, BrowserContextOptions>;

/** Milliseconds for one step in a page; the test itself has more, so that what was waited for is still told. */
const STEP_TIMEOUT = 60_000;

const visitors: Visitor[] = [];

afterEveryTest(async ({ expect, task }) => {
  for (const { context, page, watch } of visitors.splice(0)) {
    const problems = await watch.problems();
    const isFailed = task.result?.state === 'fail' || problems.length > 0;
    if (isFailed && !task.fails) await tellPage(page, task.name);
    await context.close();
    expect.soft(problems, 'problems in the browser').toEqual([]);
  }
});

/** A visitor of a test, who leaves after it; the test fails when something went wrong in the browser meanwhile. */
export async function newVisitor(options: VisitorOptions = {}): Promise<Visitor> {
  const { device = 'desktop', colorScheme = 'light', reducedMotion = 'reduce' } = options;
  const { media = 'allowed', clipboard = true } = options;
  const browser = await chromiumHere(media);
  const context = await browser.newContext({
    ...devices[device],
    colorScheme,
    reducedMotion,
    locale: 'en-US',
    timezoneId: 'UTC',
    permissions: [
      ...(media === 'allowed' ? ['microphone', 'camera'] : []),
      ...(clipboard ? ['clipboard-read', 'clipboard-write'] : []),
    ],
    ...options.more,
  });
  context.setDefaultTimeout(STEP_TIMEOUT);
  const watch = await watchContext(context);
  const visitor = { page: await context.newPage(), context, watch };
  visitors.push(visitor);
  return visitor;
}
