import { expect, test } from 'vitest';
import { expectNoHorizontalScroll } from '../../../support/browser/layout.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { goTo } from '../../../support/browser/steps.ts';

const long = 'a-very-long-name-'.repeat(12);
/** Paths with a model but without a task, and a message of each. */
const places = [
  ['/foo/bar', 'Model foo/bar not found'],
  ['/foo/bar/baz', "Unknown task 'foo'"],
  ['/text-clasification/org/model', 'Did you mean text-classification?'],
  // An encoded slash.
  [`/${encodeURIComponent('foo/bar')}/x`, "'foo/bar/x' is not a model ID"],
  [`/${'w'.repeat(90)}/${'m'.repeat(90)}`, `Model ${'w'.repeat(90)}/${'m'.repeat(90)} not found`],
  [`/${long}/org/model`, 'Unknown task'],
] as const;

test('W18: the page of an unknown task with a model keeps its layout at all widths', async () => {
  const app = await openApp();
  const { page, errorLog } = app;
  errorLog.allow(/^failed request: GET \S+: 404$/);
  const hint = page.getByText('Or paste a model ID or the URL of a model page.');
  for (const [index, [path, message]] of places.entries()) {
    await goTo(app, path);
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 768, 1280]) {
        if (!process.env['TRYOUT_PICTURES']) break;
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await takeScreenshot(page, `unknown-task/${index}-${width}-${colorScheme}`);
      }
    for (const width of [320, 390, 768, 1280, 1920]) {
      await expectNoHorizontalScroll(page, [width]);
      const room = Math.min(width - 40, 560);
      const field = await page.getByRole('combobox', { name: 'Task' }).boundingBox();
      expect(field?.width, `task field at ${width}, ${path}`).toBeGreaterThan(room - 60);
      expect((await hint.boundingBox())?.height, `hint at ${width}, ${path}`).toBeLessThan(60);
    }
  }
  await goTo(app, `/text-classification/foo/${'m'.repeat(200)}`);
  await page.getByText('is not a model ID. Choose a model').waitFor();
  await expectNoHorizontalScroll(page, [320, 1280]);
  await goTo(app, '/foo/bar/baz/qux');
  await page.getByText('404 Not Found').waitFor();
});
