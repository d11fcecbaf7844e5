import type { Page } from 'playwright-core';

/** @returns reads how long the page stood still at most since the call, in milliseconds, all that is due drawn */
export async function watchPauses(page: Page): Promise<() => Promise<number>> {
  const longest = await page.evaluateHandle(() => {
    const seen = { pause: 0 };
    let last = performance.now();
    const tick = () => {
      const now = performance.now();
      seen.pause = Math.max(seen.pause, now - last);
      last = now;
      setTimeout(tick);
    };
    tick();
    return seen;
  });
  return () =>
    longest.evaluate(
      (seen) =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(seen.pause)))),
        ),
    );
}
