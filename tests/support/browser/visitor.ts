import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Disposable,
  type Page,
} from 'playwright-core';
import { inject } from 'vitest';
import { afterEveryTest } from '../hooks.ts';
// Imported before this module registers its cleanup, so that contexts close before servers.
import '../loopback.ts';
import { browserArguments, fakeDevices } from './browser-arguments.mts';
import { devtoolsOf } from './devtools.ts';
import { watchErrors, type ErrorLog } from './error-log.ts';
import { takeScreenshot } from './screenshots.ts';

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
  /** A profile that no other test uses, for tests that install a clock or count the history; false by default. */
  readonly ownProfile?: boolean;
  /** Other options of the Playwright context. */
  readonly more?: BrowserContextOptions;
}

type Device = 'desktop' | 'phone';

/** The user's answer to a request for the microphone or camera. */
type MediaAnswer = 'allowed' | 'refused';

/** A browser profile without state of the page's origin. */
export interface Visitor {
  /** An empty page. `context.newPage()` opens another tab. */
  readonly page: Page;
  readonly context: BrowserContext;
  readonly errorLog: ErrorLog;
  /** The ports of the apps that it opened, oldest first: it has cached their files. */
  readonly ports: number[];
}

const devices = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} satisfies Record<Device, BrowserContextOptions>;

/** Milliseconds for a step in a page; less than the test timeout, so that Playwright's error is still reported. */
const STEP_TIMEOUT = 60_000;

/** A fake microphone and camera, with an automatic answer to the permission prompt. */
const mediaArguments = {
  allowed: fakeDevices,
  refused: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'],
} satisfies Record<MediaAnswer, string[]>;

interface PooledVisitor extends Visitor {
  /** Under which it is reused; undefined: not at all. */
  readonly key: string | undefined;
  /** Resets what a test may have changed, while the app is still served. Rejects if the page cannot be left. */
  reset(): Promise<void>;
}

const browsers = new Map<MediaAnswer, Promise<Browser>>();
/** Visitors of the current test. */
const visitors: PooledVisitor[] = [];
/** Visitors of earlier tests, by their options: a new page costs more CPU time than the app in it. */
const idle = new Map<string, PooledVisitor>();

afterEveryTest(async ({ expect, task }) => {
  for (const visitor of visitors.splice(0)) {
    const { context, page, errorLog, key } = visitor;
    const problems = await errorLog.unexpected();
    const isFailed = task.result?.state === 'fail' || problems.length > 0;
    if (isFailed && !task.fails) await printPage(page, task.name);
    const isReusable = !isFailed && key !== undefined && !idle.has(key) && !page.isClosed();
    if (isReusable)
      await visitor.reset().then(
        () => idle.set(key, visitor),
        () => context.close(),
      );
    else await context.close();
    expect.soft(problems, 'problems in the browser').toEqual([]);
  }
});

/**
 * Opens a page for the current test, in a browser context that an earlier test may have used: the app's state is cleared
 * after each test, its files stay cached. The test fails if the browser reports an unexpected error.
 */
export async function newVisitor(options: VisitorOptions = {}): Promise<Visitor> {
  const { device, colorScheme, reducedMotion, media, clipboard, more, ownProfile = false } = options;
  const key = JSON.stringify([device, colorScheme, reducedMotion, media, clipboard, more]);
  const visitor =
    (!ownProfile && idle.get(key)) || (await openVisitor(options, ownProfile ? undefined : key));
  idle.delete(key);
  visitors.push(visitor);
  return visitor;
}

async function openVisitor(options: VisitorOptions, key: string | undefined): Promise<PooledVisitor> {
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
  const page = await context.newPage();
  const addedScripts = [context, page].map(trackInitScripts);
  const devtools = await devtoolsOf(page);
  const ports: number[] = [];
  const clearState = async (origin: string) => {
    // Only pages of an origin can access its session storage, and the app writes to it until it is left.
    if (new URL(page.url()).origin !== origin) await page.goto(`${origin}/config.json`);
    await page.evaluate(() => addEventListener('visibilitychange', () => sessionStorage.clear()));
    await page.goto('about:blank');
    const storageTypes = 'cache_storage,indexeddb,local_storage,service_workers';
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  };
  const reset = async () => {
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    await Promise.all([page, context].map((owner) => owner.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(addedScripts.flat().map((script) => script.dispose()));
    for (const scripts of addedScripts) scripts.length = 0;
    for (const event of ['request', 'response', 'framenavigated'] as const) page.removeAllListeners(event);
    context.removeAllListeners('request');
    await clearState(`http://127.0.0.1:${ports.at(-1)}`);
    await page.mouse.move(-1, -1);
    const { forcedColors = null, contrast = null } = options.more ?? {};
    await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors, contrast });
    await page.setViewportSize(devices[device].viewport);
    await context.clearCookies();
    errorLog.clear();
  };
  return { page, context, errorLog, ports, key, reset };
}

type AddScript = (...script: unknown[]) => Promise<Disposable>;

/** Records the init scripts that tests add, so that they can be removed. */
function trackInitScripts(owner: BrowserContext | Page): Disposable[] {
  const added: Disposable[] = [];
  const add = owner.addInitScript.bind(owner) as AddScript;
  const addInitScript: AddScript = async (...script) => {
    const disposable = await add(...script);
    added.push(disposable);
    return disposable;
  };
  Object.assign(owner, { addInitScript });
  return added;
}

/** One browser per process, since all its contexts share a clipboard; it ends with the process. */
async function sharedBrowser(media: MediaAnswer): Promise<Browser> {
  const { path, environment } = inject('browser');
  const browser =
    browsers.get(media) ??
    chromium.launch({
      executablePath: path,
      env: { ...process.env, ...environment },
      args: [...browserArguments, ...mediaArguments[media]],
    });
  browsers.set(media, browser);
  return browser;
}

/** Prints the accessibility tree of the page of a failed test and takes a screenshot. */
async function printPage(page: Page, test: string): Promise<void> {
  if (page.isClosed()) return;
  const tree = await page.locator('body').ariaSnapshot().catch(String);
  console.error(`The page at ${page.url()}:\n${tree}`);
  await takeScreenshot(page, `failed/${test.replaceAll(/\W+/g, '-')}`).catch(() => undefined);
}
