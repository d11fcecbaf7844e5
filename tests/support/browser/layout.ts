import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** From the narrowest viewport that WCAG 1.4.10 requires to wide screens, in CSS pixels. */
const widths = [320, 390, 768, 1280, 1920];

/** Fails the test if the page scrolls horizontally at one of the widths. */
export async function expectNoHorizontalScroll(page: Page, viewportWidths = widths): Promise<void> {
  for (const width of viewportWidths) {
    await page.setViewportSize({ width, height: 900 });
    const message = `elements beyond the right edge at ${width} pixels, ${page.url()}`;
    await expect.poll(() => page.evaluate(findOverflow), { message }).toEqual([]);
  }
}

/** Elements that extend beyond the viewport or their card. */
export function findOverflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const overflowing = [...document.querySelectorAll('main section')].flatMap((card) => {
    const { right } = card.getBoundingClientRect();
    // Buttons may extend slightly into the padding to align their text.
    const end = right - parseFloat(getComputedStyle(card).paddingRight) + rem / 2 + 2;
    return [...card.querySelectorAll('button, input, textarea, a, p, h2, h3, img')].filter((element) => {
      if (element.getClientRects().length === 0 || element.getBoundingClientRect().right <= end) return false;
      // Ignore scroll containers and overlays.
      for (
        let ancestor: Element | null = element;
        ancestor && ancestor !== card;
        ancestor = ancestor.parentElement
      ) {
        const { overflowX, position } = getComputedStyle(ancestor);
        if (overflowX !== 'visible' || position === 'fixed') return false;
      }
      return true;
    });
  });
  if (scrollWidth <= clientWidth)
    return overflowing.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 160));
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  return [`${scrollWidth} pixels wide`, ...wide.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 160))];
}

/** Fails the test if the text of a label or button is cut off. */
export async function expectNoClippedText(page: Page): Promise<void> {
  const clipped = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, label, h1, h2, h3, [role="tab"], a')]
      .filter((element) => {
        const { overflowX, clipPath, textOverflow } = getComputedStyle(element);
        // Texts for screen readers and texts with an ellipsis are clipped on purpose.
        if (overflowX === 'visible' || clipPath !== 'none' || textOverflow === 'ellipsis') return false;
        return (
          element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
        );
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 160)),
  );
  expect(clipped).toEqual([]);
}
