import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { json, openResult, openResultPage } from './open-result.ts';

const sentiment = 'text-classification/sandbox/vader-sentiment';
const detector = 'object-detection/sandbox/shape-detector';

test('W25: predictions are a column of their table, with the specified label for screen readers', async () => {
  const { page, output } = await openResult({
    path: 'tabular-classification/sandbox/iris-nearest-neighbors',
  });
  const table = output.getByRole('table');
  await table.waitFor();
  const headers = await table.getByRole('columnheader').allInnerTexts();
  expect(headers).toContain('petal_width');
  expect(headers.at(-1)).toBe('Prediction');
  const cell = table.getByRole('row').nth(1).getByRole('cell').last();
  expect(await cell.textContent()).toMatch(/^Output - Sentence #1: \S+/);
  // In view beside a wide table.
  await page.setViewportSize({ width: 390, height: 844 });
  const box = (await cell.boundingBox())!;
  expect(box.x + box.width).toBeLessThanOrEqual(390);
});

test('W25: fewer values than rows, class names and decimals are next to their rows', async () => {
  const { output, show } = await openResultPage();
  const rows = output.getByRole('table').getByRole('row');
  for (const [answer, expected] of [
    [[1], ['1', '', '']],
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ],
    [
      [0.5, 1.25, -3],
      ['0.50', '1.25', '-3.00'],
    ],
  ] as const) {
    await show({ path: 'tabular-regression/sandbox/stopping-distance-line', answer: json(answer) });
    const texts = expected.map((text, index) =>
      text === '' ? '' : `Output - Sentence #${index + 1}: ${text}`,
    );
    const cells = () =>
      rows.evaluateAll((all) =>
        all.slice(1).map((row) => row.querySelector('[role="cell"]:last-child, td:last-child')!.textContent),
      );
    await expect.poll(async () => (await cells()).slice(0, 3)).toEqual(texts);
  }
});

test('W37: only the best label is bold, none of a tie; a score of 0.0% has no bar, one below 0.1% has', async () => {
  const { output, show } = await openResultPage();
  const rows = output.getByRole('list', { name: 'Labels, best first' }).getByRole('listitem');
  const showScores = async (scores: readonly number[]) => {
    const name = `of ${scores.join(', ')}`;
    await show({
      path: sentiment,
      answer: json(scores.map((score, index) => ({ label: `${index} ${name}`, score }))),
    });
    await rows
      .filter({ hasText: name })
      .nth(scores.length - 1)
      .waitFor();
  };
  for (const [scores, hasBest] of [
    [[0.5, 0.5], false],
    // A tie when rounded.
    [[0.50004, 0.49996], false],
    [[0.3, 0.3, 0.3], false],
    [[0.6, 0.4], true],
    [[1], true],
  ] as const) {
    await showScores(scores);
    const bold = await rows.evaluateAll((all) =>
      all
        .map((row) => row.firstElementChild as HTMLElement)
        .filter((label) => Number(getComputedStyle(label).fontWeight) >= 600)
        .map((label) => label.innerText),
    );
    expect(bold).toEqual(hasBest ? [`0 of ${scores.join(', ')}`] : []);
  }
  await showScores([1, 0.0001, 0]);
  const widths = await rows.evaluateAll((all) =>
    all.map((row) => {
      const bar = [...row.querySelectorAll('[aria-hidden="true"] > span')];
      return bar.map((part) => Math.round(part.getBoundingClientRect().width)).filter((width) => width > 0)
        .length;
    }),
  );
  expect(widths).toEqual([1, 1, 0]);
});

test('W30: labels of boxes are complete and cover no object; the others are numbers', async () => {
  const { page, output, show } = await openResultPage();
  const boxes = [
    { label: 'one', box: { xmin: 60, ymin: 100, xmax: 160, ymax: 200 } },
    { label: 'a label that is much longer than its box', box: { xmin: 300, ymin: 90, xmax: 340, ymax: 130 } },
    // No room outside.
    { label: 'everything', box: { xmin: 0, ymin: 0, xmax: 480, ymax: 360 } },
  ].map((each, index) => ({ ...each, score: 0.9 - index / 10 }));
  await show({ path: detector, answer: json(boxes.slice(0, 2)) });
  const tags = output.locator('[data-tag]');
  await expect.poll(() => tags.count()).toBe(2);
  const places = await tags.evaluateAll((all: HTMLElement[]) => {
    const image = all[0]!.parentElement!.getBoundingClientRect();
    return all.map((tag) => {
      const { left, right, top, bottom } = tag.getBoundingClientRect();
      const across = (x: number) => ((x - image.left) / image.width) * 480;
      const down = (y: number) => ((y - image.top) / image.height) * 360;
      const isCut = tag.scrollWidth > tag.clientWidth + 1;
      return {
        text: tag.innerText,
        isCut,
        left: across(left),
        right: across(right),
        top: down(top),
        bottom: down(bottom),
      };
    });
  });
  for (const { text, isCut, ...place } of places) {
    expect(isCut, text).toBe(false);
    for (const { box } of boxes.slice(0, 2)) {
      const isApart =
        place.right <= box.xmin + 1 ||
        place.left >= box.xmax - 1 ||
        place.bottom <= box.ymin + 1 ||
        place.top >= box.ymax - 1;
      expect(isApart, text).toBe(true);
    }
  }
  await show({ path: detector, answer: json(boxes) });
  await expect.poll(() => tags.allInnerTexts()).toEqual(['1', '2', '3']);
  // The full label appears on focus.
  await output.getByRole('button', { name: /a label that is much longer/ }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => tags.allInnerTexts()).toEqual(['a label that is much longer than its box 80.0%']);
});

test('W37: at 320, 390 and 1280 pixels, images are enlarged to the window', async () => {
  const { page, output } = await openResult({ path: detector });
  const image = output.getByRole('img').first();
  await image.waitFor();
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 640 });
    const before = (await image.boundingBox())!;
    await output.getByRole('button', { name: 'Enlarge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enlarged image' });
    const after = (await dialog.getByRole('img').boundingBox())!;
    expect(after.width).toBeGreaterThan(before.width);
    expect(after.x + after.width).toBeLessThanOrEqual(width);
    if (width === 390) await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});
