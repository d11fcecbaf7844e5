import type { Locator, Page } from 'playwright-core';
import { openApp, type AppOptions, type OpenApp } from './open-app.ts';

/** The controls of the sign-in screen and of the dialog to sign in again. */
export interface SignInScreen {
  readonly link: Locator;
  readonly box: Locator;
  readonly submit: Locator;
  readonly clear: Locator;
  /** Waits until the link points to the hub; returns its URL. */
  address(): Promise<URL>;
}

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

/** Opens the app without the guest's automatic sign-in, up to the sign-in screen. */
export async function openSignedOut(options: AppOptions = {}): Promise<OpenApp & SignInScreen> {
  const app = await openApp({ ...options, config: { guestToken: undefined, ...options.config } });
  const screen = signInScreen(app.page);
  await screen.box.waitFor();
  return { ...app, ...screen };
}

/** The account menu's button in the header. */
export function account(page: Page, name = 'guest'): Locator {
  return page.getByRole('banner').getByRole('button', { name });
}

/** The question after signing out what to do with everything that is kept. */
export function question(page: Page): Locator {
  return page.getByRole('region', { name: 'History' });
}

/** Signs out through the account menu, up to the question what to do with what is kept, if there is something. */
export async function signOut(page: Page, name?: string): Promise<void> {
  await account(page, name).click();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await signInScreen(page).box.or(question(page)).waitFor();
}

/** Signs out in another tab and returns that tab. */
export async function signOutElsewhere({ context, url }: Pick<OpenApp, 'context' | 'url'>): Promise<Page> {
  const other = await context.newPage();
  await other.goto(url);
  await signOut(other);
  return other;
}

/** The entries of local storage. */
export function stored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage }));
}

/**
 * Opens the app as the hub's redirect does after signing in through the link.
 * @param change modifies the query parameters
 */
export async function returnFromHub(
  { page, url, address }: OpenApp & SignInScreen,
  change: (query: URLSearchParams) => void = () => undefined,
): Promise<void> {
  const state = (await address()).searchParams.get('state') ?? '';
  const query = new URLSearchParams({ code: 'CanaryOfCode', state });
  change(query);
  await page.goto(`${url}?${query}`);
}
