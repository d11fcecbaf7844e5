import { tasks, type ResultView, type Task } from '@tryout/engine';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clipboardText } from '../../../support/browser/data-transfer.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { sharedSandbox } from '../../../support/recording-sandbox.ts';
import { picture } from '../../../support/browser/screenshots.ts';
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
  const text = (words: string) => output.getByText(words.trim().split('\n')[0]!).first();
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
      return output.locator('audio').first();
    case 'tracks':
      return text(view.tracks[0]!.label);
  }
}

/** The JSON on the page, one line per value; long JSON is copied instead. */
async function shownJson(output: Locator, expected: string): Promise<string | undefined> {
  if (expected.split('\n').every(({ length }) => length < 1000))
    return JSON.stringify(JSON.parse((await output.locator('pre').textContent()) ?? ''), null, 2);
  await output.getByRole('button', { name: 'Copy JSON' }).click();
  await output.getByText('Copied').waitFor();
  return clipboardText(output.page().context());
}

async function tryOut(page: Page, task: Task): Promise<void> {
  const model = await modelOf(task);
  const engine = await engineRun(await sharedSandbox(), task, model);
  const { output, fillExample, runToResult } = formOf(page);
  await page.evaluate((hash) => (location.hash = hash), `#/${task.id}/${model}`);
  await page.getByRole('heading', { name: model }).waitFor();
  await fillExample();
  await runToResult();
  await signOf(engine.view, output).waitFor();
  await picture(page, `every-task/${task.id}`, { fullPage: true });

  await output.getByRole('button', { name: 'JSON', exact: true }).click();
  await expect
    .poll(() => shownJson(output, engine.json), { message: `${task.id} as JSON` })
    .toBe(engine.json);

  await page.getByRole('button', { name: /^Code/, expanded: false }).click();
  const code = page.getByRole('region', { name: 'curl' });
  await expect
    .poll(async () => (await code.textContent())?.trim(), { message: `${task.id} as curl` })
    .toBe(engine.curl.trim());
  await output.getByRole('button', { name: 'Result', exact: true }).click();
}

/** Several tasks on one page in sequence, like a user. */
const groups = [0, 1, 2, 3].map((part) => tasks.filter((_, index) => index % 4 === part));

test.each(groups.map((group) => ({ group, names: group.map(({ id }) => id).join(', ') })))(
  'runs match the engine: $names',
  async ({ group }) => {
    const { page } = await openApp();
    for (const task of group) await tryOut(page, task);
  },
);

test('all tasks were run', () => {
  expect(groups.flat()).toHaveLength(26);
});
