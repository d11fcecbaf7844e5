import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';
import { goTo } from '../../../support/browser/steps.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { fieldsOf } from './fields.ts';

const sandbox = await recordingSandbox();

test("T7, T2: the hub's default model is first in the list and marked, also for an alias", async () => {
  const response = await fetch(`${sandbox.hubUrl}/api/tasks`);
  const recommended = (await response.json()) as Record<string, { models: { id: string }[] }>;
  const app = await openApp({ sandbox });
  const { model, options } = fieldsOf(app.page);
  const places = ['text-classification', 'summarization', 'translation'].map((task) => [
    `/${task}`,
    recommended[task]!.models[0]!.id,
  ]);
  for (const [path, id] of [
    ...places,
    ['/ocr', 'sandbox/page-ocr'],
    ['/captioning', 'sandbox/shape-captioner'],
  ]) {
    await goTo(app, path!);
    await model.click();
    await options.filter({ hasText: id! }).filter({ hasText: 'default' }).waitFor();
    await expect.poll(() => options.first().textContent()).toContain(id);
    expect(await options.filter({ hasText: 'default' }).count()).toBe(1);
    await app.page.keyboard.press('Escape');
    await goTo(app, '/');
  }
});
