import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { goToForm, runExample } from '../../../support/browser/steps.ts';
import { json, openResult, openResultPage } from './open-result.ts';
import { grayPng } from './gray-png.ts';

const detector = 'object-detection/sandbox/shape-detector';
const segmenter = 'image-segmentation/sandbox/color-regions';

/** The strength of a mask, 0 to 255, at its left and right edges. */
async function drawnOn(canvas: Locator) {
  return canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
    context.drawImage(element, 0, 0);
    const strengths = context.getImageData(0, 0, width, height).data.filter((_, index) => index % 4 === 3);
    return { left: strengths.at(0)!, right: strengths.at(-1)! };
  });
}

test('W12: hovering or focusing a box highlights its row and vice versa, and boxes have the colors that their labels name', async () => {
  const { page, output } = await openResult({ path: detector });
  const rows = output.getByRole('list', { name: 'Boxes, best first' }).getByRole('button');
  await rows.first().waitFor();
  await output.getByRole('img').waitFor();
  const toneOf = (label: string) =>
    rows
      .filter({ hasText: label })
      .first()
      .evaluate((row) => getComputedStyle(row).getPropertyValue('--tone'));
  expect(await toneOf('red circle')).toMatch(/^#[c-f].[0-6].[0-6].$/);
  expect(await toneOf('green triangle')).toMatch(/^#[0-6].[7-f].[0-6].$/);
  expect(await toneOf('blue square')).toMatch(/^#[0-6].[0-9].[c-f].$/);
  const tag = output.getByText('blue square 100.0%', { exact: true });
  await expect.poll(() => tag.count()).toBe(0);

  await rows.filter({ hasText: 'blue square' }).hover();
  await tag.waitFor();
  await takeScreenshot(page, 'results/boxes', { fullPage: true });
  await page.mouse.move(0, 0);
  await tag.waitFor({ state: 'detached' });

  // The square is from 200,40 to 290,130 in 480 by 360 pixels.
  const drawn = (await output.getByRole('img').boundingBox())!;
  const at = { x: drawn.x + (245 / 480) * drawn.width, y: drawn.y + (85 / 360) * drawn.height };
  await page.mouse.move(at.x, at.y);
  await tag.waitFor();
  await page.mouse.click(at.x, at.y);
  const square = rows.filter({ hasText: 'blue square' });
  await expect.poll(() => square.getAttribute('aria-pressed')).toBe('true');
  await page.mouse.move(0, 0);
  await tag.waitFor();
  await page.mouse.click(at.x, at.y);
  await page.mouse.move(0, 0);
  await tag.waitFor({ state: 'detached' });

  await square.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await tag.waitFor();
  // Hovering another row does not end the highlight of the focused one.
  await rows.filter({ hasText: 'red circle' }).first().hover();
  await tag.waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
  await tag.waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => square.getAttribute('aria-pressed')).toBe('true');
});

test('W12: labels of boxes that share a corner do not overlap; boxes are clipped to the image, and many or none shown', async () => {
  const { page, output, show } = await openResultPage();
  const sharing = [60, 90, 140, 200, 300].map((right, index) => ({
    label: `long label ${index}`,
    score: 0.9 - index / 10,
    box: { xmin: 10, ymin: 10, xmax: right, ymax: right },
  }));
  await show({ path: detector, answer: json(sharing) });
  const tags = output.locator('[data-tag]');
  await expect.poll(() => tags.count()).toBeGreaterThan(2);
  const overlaps = await tags.evaluateAll((all) => {
    const places = all.map((each) => each.getBoundingClientRect());
    return places.filter((a, index) =>
      places
        .slice(index + 1)
        .some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
    ).length;
  });
  expect(overlaps).toBe(0);
  await takeScreenshot(page, 'results/boxes-sharing-a-corner');

  const box = (label: string, xmin: number, ymin: number, xmax: number, ymax: number) => ({
    label,
    score: 0.5,
    box: { xmin, ymin, xmax, ymax },
  });
  await show({
    path: detector,
    answer: json([box('outside', -500, -500, 9000, 9000), box('turned', 300, 200, 100, 50)]),
  });
  const image = output.getByRole('img');
  await image.waitFor();
  const tag = output.getByText('outside', { exact: true }).last();
  await tag.waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width).toBeLessThanOrEqual(0);
  const row = output.getByRole('button', { name: /turned/ });
  await row.hover();
  await output.getByText('turned 50.0%').waitFor();
  await expect.poll(() => row.textContent()).toContain('300,200 to 100,50');

  // The last row has its number.
  const boxes = Array.from({ length: 1000 }, (_, index) => ({
    label: `thing ${index}`,
    score: 1 - index / 1000,
    box: { xmin: index % 400, ymin: index % 300, xmax: (index % 400) + 30, ymax: (index % 300) + 30 },
  }));
  await show({ path: detector, answer: json(boxes) });
  const rows = output.locator('ol > li');
  await rows.first().waitFor();
  await expect.poll(() => rows.count()).toBe(30);
  await output.getByRole('button', { name: 'Show all 1,000' }).click();
  await expect.poll(() => rows.count()).toBe(1000);
  await expect.poll(() => rows.last().textContent()).toContain('thing 999');

  await show({ path: detector, answer: json([]) });
  await output.getByText('Nothing found').waitFor();
});

test('W12: rows toggle masks and show a single one on hover, and a slider sets the opacity of all', async () => {
  const { page, output } = await openResult({ path: segmenter });
  const rows = output.getByRole('list', { name: 'Masks' }).getByRole('checkbox');
  await rows.first().waitFor();
  const masks = output.locator('canvas:visible');
  const all = await rows.count();
  await expect.poll(() => masks.count()).toBe(all);
  await takeScreenshot(page, 'results/masks', { fullPage: true });

  await output.getByRole('button', { name: 'Hide all masks' }).click();
  await expect.poll(() => masks.count()).toBe(0);
  await rows.first().check();
  await page.mouse.move(0, 0);
  await expect.poll(() => masks.count()).toBe(1);
  await output.getByRole('button', { name: 'Show all masks' }).click();
  await expect.poll(() => masks.count()).toBe(all);

  // The sky at the top left is the first mask.
  const drawn = (await output.getByRole('img').boundingBox())!;
  await page.mouse.move(drawn.x + 10, drawn.y + 10);
  await expect.poll(() => masks.count()).toBe(1);
  const color = () =>
    rows.first().evaluate((input) => getComputedStyle(input.closest('label')!).backgroundColor);
  await expect.poll(color).not.toBe('rgba(0, 0, 0, 0)');
  await page.mouse.move(0, 0);
  await expect.poll(color).toBe('rgba(0, 0, 0, 0)');
  await expectNoViolations(page);

  const opacities = () =>
    masks.evaluateAll((canvases) => [...new Set(canvases.map((each) => getComputedStyle(each).opacity))]);
  await expect.poll(opacities).toEqual(['0.5']);
  const slider = output.getByRole('slider', { name: 'Mask opacity' });
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('50%');
  await slider.focus();
  await page.keyboard.press('End');
  await expect.poll(opacities).toEqual(['1']);
  await page.keyboard.press('Home');
  await expect.poll(opacities).toEqual(['0']);
});

test('F33, S4, X18: masks of excessive size, alone or together, are listed but not decoded, small ones scaled, others rejected', async () => {
  const absurd = grayPng(60_000, 60_000, deflateSync(Buffer.alloc(1000)));
  const small = grayPng(2, 1, deflateSync(Buffer.from([0, 255, 0])));
  const broken = Buffer.from('not a picture').toString('base64');
  const { output, show } = await openResultPage();
  await show({
    path: segmenter,
    answer: json([
      { label: 'absurd', mask: absurd.toString('base64'), score: 0.9 },
      { label: 'left half', mask: small.toString('base64'), score: null },
      { label: 'broken', mask: broken, score: 0.5 },
    ]),
  });
  await output.getByText('Mask is too large to draw: 60000 × 60000').waitFor();
  await expect.poll(() => output.getByText('Mask cannot be read').count()).toBe(1);
  const boxes = output.getByRole('checkbox');
  await expect.poll(() => boxes.nth(0).isDisabled()).toBe(true);
  await expect.poll(() => boxes.nth(1).isChecked()).toBe(true);
  const canvas = output.locator('canvas');
  await expect.poll(async () => (await drawnOn(canvas)).left).toBeGreaterThan(80);
  await expect.poll(async () => (await drawnOn(canvas)).right).toBeLessThan(40);

  await show({
    path: segmenter,
    answer: json([{ label: 'sky', mask: '%%%', score: 0.5 }]),
  });
  await output.getByText(/^Invalid inference output: expected a list of \{label, mask, score\}/).waitFor();

  // Only their headers claim the size.
  const large = grayPng(7500, 7500, deflateSync(Buffer.alloc(1000))).toString('base64');
  const labels = Array.from({ length: 8 }, (_, index) => `part ${index}`);
  await show({ path: segmenter, answer: json(labels.map((label) => ({ label, mask: large, score: 0.5 }))) });
  await expect.poll(() => output.getByText('The masks together are too large to draw').count()).toBe(4);
});

test('C12, W16: boxes and masks are downloaded and copied as an image with the regions drawn in', async () => {
  const app = await openResult({ path: detector });
  const { page, context, output } = app;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const path of [detector, segmenter]) {
    if (path === segmenter) {
      await goToForm(app, 'image-segmentation', 'sandbox/color-regions');
      await runExample(page);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      output.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^tryout-.*\.png$/);
    const saved = readFileSync(await download.path());
    const { width, height } = await sharp(saved).metadata();
    expect(width).toBe(480);
    expect(height).toBeGreaterThan(370);
    await output.getByRole('button', { name: 'Copy', exact: true }).click();
    await output.getByText('Copied', { exact: true }).waitFor();
  }
});

test('W12: labels over an image are numbers on a phone, and are linked to the rows', async () => {
  const { page, output } = await openResult({ path: detector });
  const tags = output.locator('[data-tag]');
  const texts = () => tags.evaluateAll((all: HTMLElement[]) => all.map(({ innerText }) => innerText));
  await expect.poll(texts).toContainEqual(expect.stringMatching(/^\d blue square$/));
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(async () => (await texts()).every((text) => /^\d$/.test(text.trim()))).toBe(true);
  await page.mouse.move(0, 0);
  await output.getByRole('button', { name: /blue square/ }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect.poll(texts).toEqual(['blue square 100.0%']);
  const outside = await tags.first().evaluate((tag) => {
    const [inner, outer] = [tag.getBoundingClientRect(), tag.parentElement!.getBoundingClientRect()];
    return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom;
  });
  expect(outside).toBe(false);
});
