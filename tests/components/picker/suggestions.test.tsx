import { taskNamed } from '@tryout/engine';
import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { openScreen } from '../support/screen.tsx';
import { press, textsOf } from '../support/user.ts';
import { hubOf, manyRows, openHub, providerSummary, row, TASK } from './hub.ts';

const appears = (locator: Locator) => expect.element(locator.first()).toBeInTheDocument();
const beginnings = page.getByRole('region', { name: 'Start with one of these' });

const served = (id: string, downloads: number, ...providers: string[]) =>
  row(id, { downloads, inferenceProviderMapping: providerSummary(id, ...providers) });

const listing = hubOf([
  ...manyRows(3),
  served('house/first', 9_000_000, 'together', 'nscale', 'novita'),
  { ...served('gate/kept', 8_000_000, 'together'), gated: 'manual' },
  { ...served('own/secret', 7_000_000, 'together'), private: true },
  served('house/second', 6_000_000, 'nscale'),
]);

test('a task without a model shows its description and available public models, without another request', async () => {
  const { hub, path, status } = await openHub(listing);
  await appears(beginnings.getByText('Available now, most downloaded first.'));
  // Gated and unavailable models are in the list only.
  expect(textsOf(beginnings.getByRole('listitem').elements())).toEqual([
    expect.stringMatching(/^house\/first.*via together, nscale and 1 more/),
    expect.stringMatching(/^house\/second/),
  ]);
  await appears(status(/^4 models; 3 unavailable hidden$/));
  const about = page.getByRole('region', { name: taskNamed(TASK).label });
  await expect.element(about).toHaveTextContent(taskNamed(TASK).summary);
  await appears(about.getByText('numbers', { exact: true }));
  expect((await hub.requests()).filter(({ url }) => url.startsWith('/api/models'))).toHaveLength(1);
  await beginnings.getByRole('link').first().click();
  await expect.poll(path).toBe(`/${TASK}/house/first`);
  await expect.element(beginnings).not.toBeInTheDocument();
});

test('S12: the most used models are shown if none is available, and a task without models is reported once', async () => {
  const { goTo, status } = await openHub({
    '^/api/models\\?.*pipeline_tag=translation': { text: '[]' },
    ...hubOf(manyRows(9)),
  });
  await appears(
    beginnings.getByText('No provider runs these right now. You can run them on your own endpoint.'),
  );
  expect(beginnings.getByRole('link').elements()).toHaveLength(6);
  await appears(status('9 models; none is available right now'));
  goTo('/translation');
  await appears(status('No models available for this task'));
  expect(page.getByRole('alert').query()).toBe(null);
  expect(page.getByRole('region', { name: /^Start with/ }).query()).toBe(null);
});

test("T7, T2: the hub's default model is first in the list and marked, also for an alias", async () => {
  const { session, goTo, path, model, options } = openScreen('/');
  const response = await fetch(`${session.connection().hubUrl}/api/tasks`);
  const recommended = (await response.json()) as Record<
    string,
    { readonly models: readonly { id: string }[] }
  >;
  const named = ['text-classification', 'summarization', 'translation'].map(
    (task) => [`/${task}`, `/${task}`, recommended[task]!.models[0]!.id] as const,
  );
  for (const [typed, shown, id] of [
    ...named,
    ['/ocr', '/image-to-text', 'sandbox/page-ocr'],
    ['/captioning', '/image-to-text', 'sandbox/shape-captioner'],
  ] as const) {
    goTo(typed);
    await expect.poll(path).toBe(shown);
    await model.click();
    await expect.element(options.first(), { message: typed }).toHaveTextContent(id);
    await expect.element(options.first(), { message: typed }).toHaveTextContent('default');
    expect(options.filter({ hasText: 'default' }).elements()).toHaveLength(1);
    await press('{Escape}');
    goTo('/');
    await expect.element(model).not.toBeInTheDocument();
  }
});

test('T16: tasks can be found by inputs, outputs, an alias and "chat", and Enter without a match keeps the message', async () => {
  const { task, options } = openScreen('/');
  for (const [typed, label] of [
    ['chat', 'Text Generation'],
    ['boxes', 'Object Detection'],
    ['candidate labels', 'Zero-Shot Classification'],
    ['computer vision', 'Image Classification'],
  ] as const) {
    await userEvent.fill(task, typed);
    await appears(options.filter({ hasText: label }));
  }
  // With the alias that a task is found by.
  await userEvent.fill(task, 'stt');
  await expect.element(options.first()).toHaveTextContent(/^Automatic Speech Recognition\s*stt · audio/);
  await userEvent.fill(task, 'speech');
  await appears(options.filter({ hasText: /^Automatic Speech Recognition\s*audio/ }));
  await userEvent.fill(task, 'gpt2');
  const message = page.getByText('No task matches “gpt2”');
  await expect.element(message).toBeVisible();
  await press('{Enter}');
  await expect.element(task).toHaveAttribute('aria-expanded', 'true');
  await expect.element(message).toBeVisible();
});
