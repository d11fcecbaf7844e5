import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { openForm, showResult } from '../support/mount.tsx';
import { json } from '../support/server.ts';
import {
  button,
  chooseFile,
  download,
  exampleFile,
  png,
  pointAway,
  press,
  textsOf,
  within,
} from '../support/user.ts';

const detector = 'object-detection/sandbox/shape-detector';
const segmenter = 'image-segmentation/sandbox/color-regions';

const rowsOf = (output: Locator) =>
  output.getByRole('list', { name: 'Boxes, best first' }).getByRole('button');
const tagsOf = (output: Locator) => within(output, '[data-tag]');

test('W12: hovering a box highlights its row and vice versa, clicking pins it, and boxes have the colors that their labels name', async () => {
  const { output } = await showResult(detector);
  await pointAway();
  const rows = rowsOf(output);
  const image = output.getByRole('img');
  await expect.element(image).toBeVisible();
  const toneOf = (label: string) =>
    getComputedStyle(rows.filter({ hasText: label }).first().element()).getPropertyValue('--tone');
  expect(toneOf('red circle')).toMatch(/^#[c-f].[0-6].[0-6].$/);
  expect(toneOf('green triangle')).toMatch(/^#[0-6].[7-f].[0-6].$/);
  expect(toneOf('blue square')).toMatch(/^#[0-6].[0-9].[c-f].$/);
  const square = rows.filter({ hasText: 'blue square' });
  const tag = output.getByText('blue square 100.0%', { exact: true });
  await expect.element(tag).not.toBeInTheDocument();
  await square.hover();
  await expect.element(tag).toBeVisible();
  await pointAway();
  await expect.element(tag).not.toBeInTheDocument();

  // The square is from 200,40 to 290,130 in 480 by 360 pixels.
  const { width, height } = image.element().getBoundingClientRect();
  const position = { x: (245 / 480) * width, y: (85 / 360) * height };
  await image.hover({ position, force: true });
  await expect.element(tag).toBeVisible();
  await image.click({ position, force: true });
  await expect.element(square).toHaveAttribute('aria-pressed', 'true');
  await pointAway();
  await expect.element(tag).toBeVisible();
});

test('W12: a focused box keeps its highlight when another one was hovered', async () => {
  const { output } = await showResult(detector);
  await pointAway();
  const rows = rowsOf(output);
  const square = rows.filter({ hasText: 'blue square' });
  const tag = output.getByText('blue square 100.0%', { exact: true });
  await expect.element(square).toBeVisible();
  square.element().focus();
  await press('{Shift>}{Tab}{/Shift}{Tab}');
  await expect.element(tag).toBeVisible();
  await rows.filter({ hasText: 'red circle' }).first().hover();
  await expect.element(tag).not.toBeInTheDocument();
  // Hovering another row does not end the highlight of the focused one.
  await pointAway();
  await expect.element(tag).toBeVisible();
  await press('{Enter}');
  await expect.element(square).toHaveAttribute('aria-pressed', 'true');
});

test('W12: labels of boxes that share a corner do not overlap', async () => {
  const sharing = [60, 90, 140, 200, 300].map((right, index) => ({
    label: `long label ${index}`,
    score: 0.9 - index / 10,
    box: { xmin: 10, ymin: 10, xmax: right, ymax: right },
  }));
  const { output } = await showResult(detector, { answer: json(sharing) });
  await expect.poll(() => tagsOf(output).length).toBeGreaterThan(2);
  const places = tagsOf(output).map((tag) => tag.getBoundingClientRect());
  const overlaps = places.filter((a, index) =>
    places
      .slice(index + 1)
      .some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
  );
  expect(overlaps).toEqual([]);
});

test('W12: boxes are clipped to the image, and corners in any order are drawn', async () => {
  const box = (label: string, xmin: number, ymin: number, xmax: number, ymax: number) => ({
    label,
    score: 0.5,
    box: { xmin, ymin, xmax, ymax },
  });
  const answer = json([box('outside', -500, -500, 9000, 9000), box('turned', 300, 200, 100, 50)]);
  const { output } = await showResult(detector, { answer });
  await expect.poll(() => tagsOf(output).length).toBe(2);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  const row = output.getByRole('button', { name: /turned/ });
  await row.hover();
  await expect.element(output.getByText('turned 50.0%')).toBeVisible();
  await expect.element(row).toHaveTextContent('300,200 to 100,50');
});

test('many boxes are listed on request, and none are a note', async () => {
  const boxes = Array.from({ length: 100 }, (_, index) => ({
    label: `thing ${index}`,
    score: 1 - index / 100,
    box: { xmin: index % 400, ymin: index % 300, xmax: (index % 400) + 30, ymax: (index % 300) + 30 },
  }));
  const { output } = await showResult(detector, { answer: json(boxes) });
  const items = () => within(output, 'ol > li');
  await expect.poll(() => items().length).toBe(30);
  await output.getByRole('button', { name: 'Show all 100' }).click();
  await expect.poll(() => items().length).toBe(100);
  expect(items().at(-1)?.textContent).toContain('thing 99');
  await showResult(detector, { answer: json([]) });
  await expect.element(output.getByText('Nothing found')).toBeVisible();
});

test('boxes are positioned on a photo as it is shown, rotated', async () => {
  const jpeg = await (await exampleFile('hills.jpg')).arrayBuffer();
  // EXIF data with a rotation by 90 degrees.
  const exif = Array.from('Exif\0\0II*\0\b\0\0\0\u0001\0', (letter) => letter.charCodeAt(0));
  exif.push(0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0);
  const marker = new Uint8Array([0xff, 0xe1, 0, exif.length + 2, ...exif]);
  const photo = new File([jpeg.slice(0, 2), marker, jpeg.slice(2)], 'hills.jpg', { type: 'image/jpeg' });
  const box = { xmin: 0, ymin: 0, xmax: 10_000, ymax: 10 };
  const { output } = await openForm(detector, { answer: json([{ label: 'upper edge', score: 1, box }]) });
  await chooseFile(photo);
  await expect.element(button('Run')).toBeEnabled();
  await button('Run').click();
  const image = () => output.getByRole('img', { name: 'hills.jpg' }).query() as HTMLImageElement | null;
  await expect.poll(() => image()?.naturalHeight).toBe(800);
  expect(image()!.clientWidth / image()!.clientHeight).toBeCloseTo(533 / 800, 1);
});

test('W30: labels of boxes are complete and cover no object; the others are numbers', async () => {
  const boxes = [
    { label: 'one', box: { xmin: 60, ymin: 100, xmax: 160, ymax: 200 } },
    { label: 'a label that is much longer than its box', box: { xmin: 300, ymin: 90, xmax: 340, ymax: 130 } },
    // No room outside.
    { label: 'everything', box: { xmin: 0, ymin: 0, xmax: 480, ymax: 360 } },
  ].map((each, index) => ({ ...each, score: 0.9 - index / 10 }));
  const { output } = await showResult(detector, { answer: json(boxes.slice(0, 2)) });
  await expect.poll(() => tagsOf(output).length).toBe(2);
  const image = tagsOf(output)[0]!.parentElement!.getBoundingClientRect();
  for (const tag of tagsOf(output)) {
    expect(tag.scrollWidth, tag.innerText).toBeLessThanOrEqual(tag.clientWidth + 1);
    const { left, right, top, bottom } = tag.getBoundingClientRect();
    for (const { box } of boxes.slice(0, 2)) {
      const across = (x: number) => image.left + (x / 480) * image.width;
      const down = (y: number) => image.top + (y / 360) * image.height;
      const isApart =
        right <= across(box.xmin) + 1 ||
        left >= across(box.xmax) - 1 ||
        bottom <= down(box.ymin) + 1 ||
        top >= down(box.ymax) - 1;
      expect(isApart, tag.innerText).toBe(true);
    }
  }
  await showResult(detector, { answer: json(boxes) });
  await expect.poll(() => textsOf(tagsOf(output))).toEqual(['1', '2', '3']);
  // The full label appears on focus.
  const row = output.getByRole('button', { name: /a label that is much longer/ });
  row.element().focus();
  await press('{Shift>}{Tab}{/Shift}{Tab}');
  await expect
    .poll(() => textsOf(tagsOf(output)))
    .toEqual(['a label that is much longer than its box 80.0%']);
});

test.each([detector, segmenter])(
  'C12, W16: the image of %s is downloaded and copied with the regions drawn in',
  async (path) => {
    const { output } = await showResult(path);
    await expect.element(output.getByRole('img')).toBeVisible();
    const { name, body } = await download(button('Download'));
    expect(name).toMatch(/^tryout-.*\.png$/);
    const saved = await createImageBitmap(await (await fetch(`data:image/png;base64,${body}`)).blob());
    // Their legend is below the image of 480 by 360 pixels.
    expect(saved.width).toBe(480);
    expect(saved.height).toBeGreaterThan(370);
    await button('Copy').click();
    await expect.element(output.getByText('Copied', { exact: true })).toBeInTheDocument();
    const [item] = await navigator.clipboard.read();
    expect((await createImageBitmap(await item!.getType('image/png'))).height).toBe(saved.height);
  },
);

test('W37: at 320 and 1280 pixels, images are enlarged to the window', async () => {
  const { output } = await showResult(detector);
  for (const width of [320, 1280]) {
    await page.viewport(width, 640);
    await expect.element(output.getByRole('img')).toBeVisible();
    const before = output.getByRole('img').element().getBoundingClientRect();
    await button('Enlarge').click();
    const dialog = page.getByRole('dialog', { name: 'Enlarged image' });
    const after = dialog.getByRole('img').element().getBoundingClientRect();
    expect(after.width).toBeGreaterThan(before.width);
    expect(after.right).toBeLessThanOrEqual(width);
    await press('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  }
});

const visibleMasks = (output: Locator) =>
  within(output, 'canvas').filter((canvas) => canvas.checkVisibility({ visibilityProperty: true }));

test('W12: rows toggle masks and show a single one on hover, and a slider sets the opacity of all', async () => {
  const { output } = await showResult(segmenter);
  await pointAway();
  const rows = output.getByRole('list', { name: 'Masks' }).getByRole('checkbox');
  await expect.poll(() => visibleMasks(output).length).toBeGreaterThan(1);
  const all = rows.elements().length;
  await expect.poll(() => visibleMasks(output).length).toBe(all);
  await button('Hide all masks').click();
  await expect.poll(() => visibleMasks(output).length).toBe(0);
  await rows.first().click();
  await pointAway();
  await expect.poll(() => visibleMasks(output).length).toBe(1);
  await button('Show all masks').click();
  await expect.poll(() => visibleMasks(output).length).toBe(all);

  // The sky at the top left is the first mask.
  const color = () => getComputedStyle(rows.first().element().closest('label')!).backgroundColor;
  await output.getByRole('img').hover({ position: { x: 10, y: 10 }, force: true });
  await expect.poll(() => visibleMasks(output).length).toBe(1);
  await expect.poll(color).not.toBe('rgba(0, 0, 0, 0)');
  await pointAway();
  await expect.poll(color).toBe('rgba(0, 0, 0, 0)');

  const opacities = () => [
    ...new Set(visibleMasks(output).map((canvas) => getComputedStyle(canvas).opacity)),
  ];
  await expect.poll(opacities).toEqual(['0.5']);
  const slider = output.getByRole('slider', { name: 'Mask opacity' });
  await expect.element(slider).toHaveAttribute('aria-valuetext', '50%');
  slider.element().focus();
  await press('{End}');
  await expect.poll(opacities).toEqual(['1']);
  await press('{Home}');
  await expect.poll(opacities).toEqual(['0']);
});

/** A mask of its left half, in base64. */
const mask = async (...size: Parameters<typeof png>) => btoa(String.fromCharCode(...(await png(...size))));

/** The strength of a mask, 0 to 255, at its left and right edges. */
function edgesOf(canvas: HTMLCanvasElement): readonly number[] {
  const { width, height } = canvas;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.drawImage(canvas, 0, 0);
  const strengths = context.getImageData(0, 0, width, height).data.filter((_, index) => index % 4 === 3);
  return [strengths.at(0)!, strengths.at(-1)!];
}

test('F33, S4: masks of excessive size are listed but not decoded, small ones scaled, others named', async () => {
  const { output } = await showResult(segmenter, {
    answer: json([
      { label: 'absurd', mask: await mask(1, 1, { width: 60_000, height: 60_000 }), score: 0.9 },
      { label: 'left half', mask: await mask(2, 1), score: null },
      { label: 'broken', mask: btoa('not a picture'), score: 0.5 },
    ]),
  });
  await expect.element(output.getByText('Mask is too large to draw: 60000 × 60000')).toBeVisible();
  await expect.element(output.getByText('Mask cannot be read')).toBeVisible();
  const boxes = output.getByRole('checkbox');
  await expect.element(boxes.nth(0)).toBeDisabled();
  await expect.element(boxes.nth(1)).toBeChecked();
  const edges = () => within<HTMLCanvasElement>(output, 'canvas').map(edgesOf)[0] ?? [];
  await expect.poll(() => edges()[0]).toBeGreaterThan(80);
  await expect.poll(() => edges()[1]).toBeLessThan(40);
});

test('X18: masks that are too large together are not all drawn', async () => {
  const large = await mask(1, 1, { width: 7500, height: 7500 });
  const masks = Array.from({ length: 8 }, (_, index) => ({
    label: `part ${index}`,
    mask: large,
    score: 0.5,
  }));
  const { output } = await showResult(segmenter, { answer: json(masks) });
  const note = output.getByText('The masks together are too large to draw');
  await expect.poll(() => note.elements().length).toBe(4);
});

test('a mask that is not base64 is an invalid response', async () => {
  const { output } = await showResult(segmenter, {
    answer: json([{ label: 'sky', mask: '%%%', score: 0.5 }]),
  });
  await expect
    .element(output.getByText(/^Invalid inference output: expected a list of \{label, mask, score\}/))
    .toBeVisible();
});

test('W12: labels over an image are numbers on a phone, and are linked to the rows', async () => {
  const { output } = await showResult(detector);
  await pointAway();
  const texts = () => tagsOf(output).map(({ innerText }) => innerText.trim());
  await expect.poll(texts).toContainEqual(expect.stringMatching(/^\d blue square$/));
  await page.viewport(390, 800);
  await expect.poll(() => texts().length > 0 && texts().every((text) => /^\d$/.test(text))).toBe(true);
  await pointAway();
  output
    .getByRole('button', { name: /blue square/ })
    .element()
    .focus();
  await press('{Shift>}{Tab}{/Shift}{Tab}');
  await expect.poll(texts).toEqual(['blue square 100.0%']);
  const [inner, outer] = [tagsOf(output)[0]!, tagsOf(output)[0]!.parentElement!].map((each) =>
    each.getBoundingClientRect(),
  );
  expect(inner!.left >= outer!.left && inner!.right <= outer!.right && inner!.bottom <= outer!.bottom).toBe(
    true,
  );
});
