import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { inject } from 'vitest';
import { afterEveryTest } from '../hooks.ts';
// Imported before this module registers its cleanup, so that contexts close before servers.
import '../loopback.ts';
import { watchErrors, type ErrorLog } from './error-log.ts';
import { picture } from './screenshots.ts';

export interface VisitorOptions {
  /** `desktop` (1280 by 800), the default, or `phone` (390 by 844, touch). */
  readonly device?: Device;
  /** `light` by default. */
  readonly colorScheme?: 'light' | 'dark';
  /** `reduce` by default, so that tests never see an animation halfway. */
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** The answer when the page requests the microphone or camera; `allowed` by default. */
  readonly media?: MediaAnswer;
  /** Whether the page may read and write the clipboard; true by default. */
  readonly clipboard?: boolean;
  /** Other options of the Playwright context. */
  readonly more?: BrowserContextOptions;
}

type Device = 'desktop' | 'phone';

/** The user's answer to a request for the microphone or camera. */
type MediaAnswer = 'allowed' | 'refused';

/** A fresh browser profile: no storage, cookies or cache. */
export interface Visitor {
  /** An empty page. `context.newPage()` opens another tab. */
  readonly page: Page;
  readonly context: BrowserContext;
  readonly errorLog: ErrorLog;
}

const devices = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} satisfies Record<Device, BrowserContextOptions>;

/** Milliseconds for a step in a page; less than the test timeout, so that Playwright's error is still reported. */
const STEP_TIMEOUT = 60_000;

/** No network traffic but that of the tested pages: no updates, no vendor services, only this machine's host names. */
const offline = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-proxy-server',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
];

/** A fake microphone and camera, with an automatic answer to the permission prompt. */
const mediaArguments = {
  allowed: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  refused: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'],
} satisfies Record<MediaAnswer, string[]>;

const browsers = new Map<MediaAnswer, Promise<Browser>>();
const visitors: Visitor[] = [];

afterEveryTest(async ({ expect, task }) => {
  for (const { context, page, errorLog } of visitors.splice(0)) {
    const problems = await errorLog.unexpected();
    const isFailed = task.result?.state === 'fail' || problems.length > 0;
    if (isFailed && !task.fails) await printPage(page, task.name);
    await context.close();
    expect.soft(problems, 'problems in the browser').toEqual([]);
  }
});

/** Opens a browser context for the current test. The test fails if the browser reports an unexpected error. */
export async function newVisitor(options: VisitorOptions = {}): Promise<Visitor> {
  const { device = 'desktop', colorScheme = 'light', reducedMotion = 'reduce' } = options;
  const { media = 'allowed', clipboard = true } = options;
  const browser = await sharedBrowser(media);
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
  const errorLog = await watchErrors(context);
  const visitor = { page: await context.newPage(), context, errorLog };
  visitors.push(visitor);
  return visitor;
}

/** One browser per process, since all its contexts share a clipboard; it ends with the process. */
async function sharedBrowser(media: MediaAnswer): Promise<Browser> {
  const { path, environment } = inject('browser');
  const browser =
    browsers.get(media) ??
    chromium.launch({
      executablePath: path,
      env: { ...process.env, ...environment },
      args: ['--disable-gpu', ...offline, ...mediaArguments[media]],
    });
  browsers.set(media, browser);
  return browser;
}

/** Prints the accessibility tree of the page of a failed test and takes a screenshot. */
async function printPage(page: Page, test: string): Promise<void> {
  if (page.isClosed()) return;
  const tree = await page.locator('body').ariaSnapshot().catch(String);
  console.error(`The page at ${page.url()}:\n${tree}`);
  await picture(page, `failed/${test.replaceAll(/\W+/g, '-')}`).catch(() => undefined);
}
