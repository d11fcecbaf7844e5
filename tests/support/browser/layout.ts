import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** From the narrowest that WCAG 1.4.10 asks for to wide screens, in CSS pixels. */
export const widths = [320, 390, 768, 1280, 1920];

/** Fails the test when the page, as it is now, can be scrolled sideways at one of the widths. */
export async function expectNoSidewaysScroll(page: Page, at: readonly number[] = widths): Promise<void> {
  for (const width of at) {
    await page.setViewportSize({ width, height: 900 });
    const message = `beyond the right edge at ${width} pixels of ${page.url()}`;
    await expect.poll(() => page.evaluate(whatIsBeyond), { message }).toEqual([]);
  }
}

/** In the page: what makes it wider than the window, or leaves its sheet. */
function whatIsBeyond(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const leaving = [...document.querySelectorAll('main section')].flatMap((sheet) => {
    const { right } = sheet.getBoundingClientRect();
    // What is pressed may reach into the padding a little, so that its text stands in line.
    const end = right - parseFloat(getComputedStyle(sheet).paddingRight) + rem / 2 + 2;
    return [...sheet.querySelectorAll('button, input, textarea, a, p, h2, h3, img')].filter((element) => {
      if (element.getClientRects().length === 0 || element.getBoundingClientRect().right <= end) return false;
      // What scrolls within a part of its own is longer than what is seen of it; what lies over the sheet is no part of it.
      for (let part: Element | null = element; part && part !== sheet; part = part.parentElement) {
        const { overflowX, position } = getComputedStyle(part);
        if (overflowX !== 'visible' || position === 'fixed') return false;
      }
      return true;
    });
  });
  if (scrollWidth <= clientWidth) return leaving.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 160));
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  return [`${scrollWidth} pixels wide`, ...wide.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 160))];
}

/** Fails the test when a label or a button does not show all of its text. */
export async function expectNoCutTexts(page: Page): Promise<void> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, label, h1, h2, h3, [role="tab"], a')]
      .filter((element) => {
        const { overflowX, clipPath, textOverflow } = getComputedStyle(element);
        // What is for screen readers alone is cut on purpose; so is what says so by an ellipsis.
        if (overflowX === 'visible' || clipPath !== 'none' || textOverflow === 'ellipsis') return false;
        return (
          element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
        );
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 160)),
  );
  expect(cut).toEqual([]);
}

/** What has moved on its own. */
export interface Shifts {
  /**
   * The sum of what has moved since the last call, as Chromium measures layout shifts, and what it was.
   * @param but shifts of nothing but such elements do not count
   */
  taken(but?: RegExp): Promise<{ readonly sum: number; readonly what: readonly string[] }>;
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** Watches a page, from before it is opened, for what moves without having been asked to. */
export async function watchShifts(page: Page): Promise<Shifts> {
  await page.addInitScript(() => {
    const shifts: { value: number; what: string[] }[] = [];
    Object.assign(globalThis, { layoutShifts: shifts });
    const keep = (entries: readonly Shift[]) => {
      for (const { value, hadRecentInput, sources } of entries)
        if (!hadRecentInput)
          shifts.push({
            value,
            what: sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : '')),
          });
    };
    const observer = new PerformanceObserver((list) => keep(list.getEntries() as Shift[]));
    Object.assign(globalThis, { takeShifts: () => keep(observer.takeRecords() as Shift[]) });
    observer.observe({ type: 'layout-shift', buffered: true });
  });
  return {
    async taken(but) {
      const shifts = await page.evaluate(takeShifts);
      const counted = shifts.filter(({ what }) => !but || !what.every((one) => but.test(one)));
      return {
        sum: counted.reduce((total, { value }) => total + value, 0),
        what: counted.flatMap(({ value, what }) => what.map((one) => `${value}: ${one}`)),
      };
    },
  };
}

/** In the page: what has been kept, once all that has been drawn by now is measured: two frames later. */
async function takeShifts(): Promise<{ value: number; what: string[] }[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const page = globalThis as unknown as {
    takeShifts(): void;
    layoutShifts: { value: number; what: string[] }[];
  };
  page.takeShifts();
  return page.layoutShifts.splice(0);
}
