import {
  buildRequest,
  createSnippets,
  findDefaultInputs,
  findRoute,
  getMediaType,
  loadParameterSpecs,
  parseParameters,
  resultJson,
  run,
  taskNamed,
  type Connection,
  type Task,
} from '@tryout/engine';
import { expect, inject, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { findOverflow } from '../../support/browser/layout.ts';
import { tasksOfEachKind } from '../../support/task-list.ts';
import { openScreen } from '../support/screen.tsx';
import { within } from '../support/user.ts';

/** The first sandbox model of a task. */
async function modelOf({ id }: Task): Promise<string> {
  const answer = await fetch(`${inject('sandbox').hubUrl}/api/models?pipeline_tag=${id}&limit=1`);
  const [first] = (await answer.json()) as { id: string }[];
  return first!.id;
}

/** What the engine answers to the first example of a model, and the code of that request, without the app. */
async function runEngine(connection: Connection, task: Task, model: string) {
  const { signal } = new AbortController();
  const { values } = await findDefaultInputs(connection, task, model, signal);
  const route = await findRoute(connection, task, { model }, signal);
  const parameters = parseParameters(await loadParameterSpecs(task, route.conversation), {});
  const request = await buildRequest(task, route, values, { parameters });
  const result = await run(connection, request, { signal });
  const { snippets } = createSnippets(request, connection, { contentType: getMediaType(result.view) });
  const curl = snippets.find(({ client }) => client === 'curl')!.code;
  return { json: resultJson(result), curl };
}

/** The JSON on the page, one line per value; long JSON is copied instead. */
async function shownJson(output: Locator, expected: string): Promise<string> {
  const isShort = expected.split('\n').every(({ length }) => length < 1000);
  if (isShort) return JSON.stringify(JSON.parse(within(output, 'pre')[0]?.textContent ?? 'null'), null, 2);
  await output.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.element(output.getByText('Copied')).toBeInTheDocument();
  return navigator.clipboard.readText();
}

/** Collects the positions of the Run button in every frame. */
function watchPositions(): { readonly seen: ReadonlySet<string>; stop(): void } {
  const seen = new Set<string>();
  let frame = 0;
  const measure = () => {
    const { x, y, width, height } = document
      .querySelector('form button[data-action]')!
      .getBoundingClientRect();
    seen.add([x, y, width, height].join(' '));
    frame = requestAnimationFrame(measure);
  };
  measure();
  return { seen, stop: () => cancelAnimationFrame(frame) };
}

test.each(tasksOfEachKind().map(({ id }) => id))(
  'W27: %s: form and result fit every screen, Run stays in view below at most 120 px of header, and the run matches the engine',
  async (id) => {
    const task = taskNamed(id);
    const model = await modelOf(task);
    const { session, output } = openScreen(`/${id}/${model}`);
    const engine = runEngine(session.connection(), task, model);
    const run = page.getByRole('button', { name: /^(?:Run|Send)$/ });
    const example = page.getByRole('button', { name: /^Try an example/ }).first();
    await expect.element(example).toBeInTheDocument();
    await expect.element(run).toBeInTheDocument();
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.viewport(width, height);
      const { top, bottom } = run.element().getBoundingClientRect();
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(height);
      const inputs = page.getByRole('region', { name: 'Inputs' }).query();
      expect(inputs?.getBoundingClientRect().top ?? 0).toBeLessThanOrEqual(120);
    }
    const positions = watchPositions();
    await example.click();
    await expect.element(page.getByText(/^Example \d+ of \d+/)).toBeInTheDocument();
    await run.click();
    await expect
      .element(output.getByRole('button', { name: /^(?:Run|Answer) again$/ }).last())
      .toBeInTheDocument();
    positions.stop();
    expect([...positions.seen]).toHaveLength(1);
    const { json, curl } = await engine;
    for (const width of [320, 768, 1280]) {
      await page.viewport(width, 800);
      await expect.poll(findOverflow, { message: `elements beyond the right edge at ${width}` }).toEqual([]);
    }
    await page.viewport(1280, 800);
    await page.getByRole('tab', { name: 'JSON', exact: true }).click();
    await expect.poll(() => shownJson(output, json)).toBe(json);
    await page.getByRole('tab', { name: 'Code' }).click();
    // Another test may have chosen another language.
    await page.getByRole('tab', { name: 'curl' }).click();
    await expect.element(page.getByRole('region', { name: 'curl' })).toBeInTheDocument();
    await expect
      .poll(() => page.getByRole('region', { name: 'curl' }).element().textContent.trim())
      .toBe(curl.trim());
  },
);
