import type { Page } from 'playwright-core';
import { expectNoViolations } from './axe.ts';

/** One way in which a page is looked at. */
export interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly viewport: { readonly width: number; readonly height: number };
}

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** Both color schemes and both shapes, each in one look: what depends on one does not depend on the other. */
export const twoLooks: readonly Look[] = [
  { colorScheme: 'dark', viewport: phone },
  { colorScheme: 'light', viewport: desktop },
];

/** Every color scheme in every shape. */
export const allLooks: readonly Look[] = [
  ...twoLooks,
  { colorScheme: 'light', viewport: phone },
  { colorScheme: 'dark', viewport: desktop },
];

/** Fails the test when what the page shows now breaks a rule in one of the looks; ends in the last one. */
export async function expectNoViolationsIn(page: Page, looks: readonly Look[]): Promise<void> {
  for (const { colorScheme, viewport } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await expectNoViolations(page);
  }
}
