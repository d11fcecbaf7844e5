import type { ResultView, Task } from '@tryout/engine';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolationsIn, twoAppearances } from '../../../support/browser/axe.ts';
import { clipboardText } from '../../../support/browser/data-transfer.ts';
import { expectNoHorizontalScroll } from '../../../support/browser/layout.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { sharedSandbox } from '../../../support/recording-sandbox.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { goToForm } from '../../../support/browser/steps.ts';
import { tasksOfEachKind } from '../../../support/task-list.ts';
import { engineRun } from './engine-run.ts';
import { formOf } from './form.ts';

/** The first sandbox model of a task. */
async function modelOf({ id }: Task): Promise<string> {
  const { hubUrl } = await sharedSandbox();
  const answer = await fetch(`${hubUrl}/api/models?pipeline_tag=${id}&limit=1`);
  const [first] = (await answer.json()) as { id: string }[];
  return first!.id;
}

/** Checks the output of each result kind. */
function signOf(view: ResultView, output: Locator): Locator {
  const text = (words: string) =>
    output.getByText(words.trim().split('\n')[0]!).filter({ visible: true }).first();
  switch (view.kind) {
    case 'text':
      return text(view.text);
    case 'labels':
    case 'numbers':
      return text(view.rows[0]!.label);
    case 'spans':
      return text(view.text.slice(view.spans[0]!.start, view.spans[0]!.end));
    case 'answers':
      return text(view.answers[0]!.answer);
    case 'boxes':
      return text(view.boxes[0]!.label);
    case 'masks':
      return text(view.masks[0]!.label);
    case 'cells':
      return output.getByRole('table');
    case 'vector':
      return text(String(view.shape.at(-1)));
    case 'image':
      return output.getByRole('img').first();
    case 'audio':
      return output.getByLabel('Generated audio');
    case 'video':
      return output.getByLabel('Generated video');
    case 'tracks':
      return text(view.tracks[0]!.label);
  }
}

/** The JSON on the page, one line per value; long JSON is copied instead. */
async function shownJson(output: Locator, expected: string): Promise<string | undefined> {
  if (expected.split('\n').every(({ length }) => length < 1000))
    return JSON.stringify(JSON.parse((await output.locator('pre').textContent()) ?? ''), null, 2);
  await output.getByRole('button', { name: 'Copy', exact: true }).click();
  await output.getByText('Copied').waitFor();
  return clipboardText(output.page().context());
}

const viewports = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** W27: Run is in view below at most 120 pixels of header; the page stays as wide as a desktop. */
async function expectRunInView({ page, run, inputs }: { page: Page; run: Locator; inputs: Locator }) {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    const [button, form] = [(await run.boundingBox())!, (await inputs.boundingBox())!];
    expect(button.y).toBeGreaterThanOrEqual(0);
    expect(button.y + button.height).toBeLessThanOrEqual(viewport.height);
    expect(form.y).toBeLessThanOrEqual(120);
  }
}

/** Runs in the page: collects the positions of the Run button in every frame, until it is called again. */
function watchRunButton(): string[] {
  const page = window as { positions?: Set<string> };
  const earlier = [...(page.positions ?? [])];
  const positions = new Set<string>();
  page.positions = positions;
  const measure = () => {
    if (page.positions !== positions) return;
    const { x, y, width, height } = document
      .querySelector('form button[data-action]')!
      .getBoundingClientRect();
    positions.add([x, y, width, height].join(' '));
    requestAnimationFrame(measure);
  };
  measure();
  return earlier;
}

const kinds = tasksOfEachKind();
/** A test opens one page for several tasks. */
const groups = Array.from({ length: Math.ceil(kinds.length / 5) }, (_, index) =>
  kinds.slice(5 * index, 5 * index + 5),
);

test.each(groups.map((group) => [group.map(({ id }) => id).join(', '), group] as const))(
  'W27: form and result are accessible and fit every screen, Run stays in view, and the run matches the engine: %s',
  async (_, group) => {
    const app = await openApp();
    const { page } = app;
    const { inputs, output, run, fillExample, runToResult } = formOf(page);
    const result = page.getByRole('tab', { name: 'Result', exact: true });
    for (const task of group) {
      const model = await modelOf(task);
      const engine = await engineRun(await sharedSandbox(), task, model);
      await goToForm(app, task.id, model);
      await expectRunInView({ page, run, inputs });
      await page.evaluate(watchRunButton);
      await fillExample();
      await runToResult();
      expect(await page.evaluate(watchRunButton), `positions of Run, ${task.id}`).toHaveLength(1);
      await page.evaluate(() => delete (window as { positions?: unknown }).positions);
      await signOf(engine.view, output).waitFor();
      await expectNoViolationsIn(page, twoAppearances);
      await takeScreenshot(page, `every-kind/${task.id}`, { fullPage: true });
      await expectNoHorizontalScroll(page);

      await output.getByRole('tab', { name: 'JSON', exact: true }).click();
      await expect
        .poll(() => shownJson(output, engine.json), { message: `${task.id} as JSON` })
        .toBe(engine.json);

      await page.getByRole('tab', { name: 'Code' }).click();
      const code = page.getByRole('region', { name: 'curl' });
      await expect
        .poll(async () => (await code.textContent())?.trim(), { message: `${task.id} as curl` })
        .toBe(engine.curl.trim());
      // The tab stays for the next model; chats have none.
      if ((await result.count()) > 0) await result.click();
    }
  },
  180_000,
);
