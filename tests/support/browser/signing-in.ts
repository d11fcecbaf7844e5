import type { Locator, Page } from 'playwright-core';
import { openApp, type AppOptions, type OpenApp } from './open-app.ts';

/** What stands on the sign-in screen, and in the dialog that asks to sign in again. */
export interface SignInScreen {
  readonly link: Locator;
  readonly box: Locator;
  readonly submit: Locator;
  readonly clear: Locator;
  /** Waits until the link leads to the hub; gives where. */
  address(): Promise<URL>;
}

/** The parts of the sign-in screen, by their names. */
export function signInScreen(page: Page): SignInScreen {
  const link = page.getByRole('link', { name: /^Sign In With / });
  return {
    link,
    box: page.getByRole('textbox', { name: 'Access token' }),
    submit: page.getByRole('button', { name: 'Submit' }),
    clear: page.getByRole('button', { name: 'Clear', exact: true }),
    async address() {
      await page.locator('a[href*="/oauth/authorize"]').waitFor();
      return new URL((await link.getAttribute('href')) ?? '');
    },
  };
}

/** The app as a visitor opens it whom nobody signs in. */
export async function openSignedOut(options: AppOptions = {}): Promise<OpenApp & SignInScreen> {
  const app = await openApp({ ...options, config: { guestToken: undefined, ...options.config } });
  const screen = signInScreen(app.page);
  await screen.box.waitFor();
  return { ...app, ...screen };
}

/** The account in the header, closed; its name. */
export function account(page: Page, name = 'guest'): Locator {
  return page.getByRole('banner').getByRole('button', { name });
}

/** Signs out by the account in the header. */
export async function signOut(page: Page, name?: string): Promise<void> {
  await account(page, name).click();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await signInScreen(page).box.waitFor();
}

/** Signs out in another tab; gives that tab. */
export async function signOutElsewhere({ context, url }: Pick<OpenApp, 'context' | 'url'>): Promise<Page> {
  const other = await context.newPage();
  await other.goto(url);
  await signOut(other);
  return other;
}

/** What the browser keeps. */
export function stored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage }));
}

/**
 * Comes back from the hub with an answer to the sign-in that the link has begun.
 * @param change makes it another answer
 */
export async function comeBack(
  { page, url, address }: OpenApp & SignInScreen,
  change: (answer: URLSearchParams) => void = () => undefined,
): Promise<void> {
  const state = (await address()).searchParams.get('state') ?? '';
  const answer = new URLSearchParams({ code: 'CanaryOfCode', state });
  change(answer);
  await page.goto(`${url}?${answer}`);
}
