import type { Page } from 'playwright-core';

/** The layout shifts of a page. */
export interface Shifts {
  /**
   * The sum of Chromium's layout shift scores since the last call, and the elements that moved.
   * @param ignored shifts that only moved matching elements do not count
   */
  take(ignored?: RegExp): Promise<{ readonly sum: number; readonly elements: readonly string[] }>;
}

interface RecordedShift {
  readonly value: number;
  readonly elements: readonly string[];
}

/** An entry of the Layout Instability API, which the DOM types lack. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** Records the layout shifts of a page without recent user input. Call it before the page is opened. */
export async function watchShifts(page: Page): Promise<Shifts> {
  await page.addInitScript(() => {
    const shifts: RecordedShift[] = [];
    Object.assign(globalThis, { layoutShifts: shifts });
    const record = (entries: readonly LayoutShift[]) => {
      for (const { value, hadRecentInput, sources } of entries)
        if (!hadRecentInput)
          shifts.push({
            value,
            elements: sources.map(({ node }) =>
              node instanceof Element ? node.outerHTML.slice(0, 120) : '',
            ),
          });
    };
    const observer = new PerformanceObserver((list) => record(list.getEntries() as LayoutShift[]));
    Object.assign(globalThis, { takeShifts: () => record(observer.takeRecords() as LayoutShift[]) });
    observer.observe({ type: 'layout-shift', buffered: true });
  });
  return {
    async take(ignored) {
      const shifts = await page.evaluate(takeShifts);
      const counted = shifts.filter(
        ({ elements }) => !ignored || !elements.every((element) => ignored.test(element)),
      );
      return {
        sum: counted.reduce((total, { value }) => total + value, 0),
        elements: counted.flatMap(({ value, elements }) => elements.map((element) => `${value}: ${element}`)),
      };
    },
  };
}

/** Runs in the page: returns and clears the recorded shifts, two frames later so that everything drawn has been measured. */
async function takeShifts(): Promise<RecordedShift[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const page = globalThis as unknown as {
    takeShifts(): void;
    layoutShifts: RecordedShift[];
  };
  page.takeShifts();
  return page.layoutShifts.splice(0);
}
