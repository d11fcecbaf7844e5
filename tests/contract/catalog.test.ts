import {
  catalogSections,
  defaultDeadlines,
  demoView,
  HUB_URL,
  loadTaskCatalog,
  taskNamed,
  tasks,
} from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';
import { expect, test } from 'vitest';
import { answerJson, serve } from '../support/loopback.ts';

const connectionTo = (hubUrl: string) => ({
  transport: nodeTransport({ environment: {}, userAgent: 'tryout-tests' }),
  hubUrl,
  inferenceUrl: hubUrl,
  deadlines: defaultDeadlines,
});
const catalogOf = (id: string, hubUrl = HUB_URL) => loadTaskCatalog(connectionTo(hubUrl), taskNamed(id));

test('S14: every catalog entry has a summary, a demo, models and links over https', async () => {
  for (const { id } of tasks) {
    const catalog = await catalogOf(id);
    const sections = catalogSections(catalog);
    expect(catalog.summary, id).toMatch(/^[A-Z].{40,}[.!]$/);
    expect(catalog.demo.inputs.length * catalog.demo.outputs.length, id).toBeGreaterThan(0);
    const titles = sections.map(({ title }) => title);
    expect(titles, id).toEqual(expect.arrayContaining(['Recommended models', 'Libraries', 'Learn more']));
    for (const { url, description = '' } of sections.flatMap(({ items }) => items)) {
      if (url !== undefined)
        expect(url, id).toMatch(/^https:\/\/(huggingface\.co|github\.com|www\.youtube\.com)\/[^\s]+$/);
      expect(description, id).toMatch(/^$|[.!?]$/);
    }
    for (const item of [...catalog.demo.inputs, ...catalog.demo.outputs])
      expect(demoView(item) ?? item.url, id).toBeDefined();
  }
});

test('S14: texts have no known errors', async () => {
  const texts = JSON.stringify(await Promise.all(tasks.map(({ id }) => catalogOf(id))));
  expect(texts).not.toMatch(/An (panoptic|text|chatbot)|can recognizes|learnt|for generate |a α/);
  expect(texts).not.toContain('datasets/datasets');
});

test("S14: other hubs recommend their own models; the official Hub's are the fallback", async () => {
  const models = [
    { id: 'house/own', description: 'Ours.' },
    { id: 'house/plain' },
    { id: '../../evil', description: 'x' },
    ...Array.from({ length: 1000 }, (_, index) => ({ id: `many/m-${index}`, description: 7 })),
  ];
  const hub = await serve(answerJson({ 'fill-mask': { models } }));
  const own = await catalogOf('fill-mask', hub.url);
  expect(own.models.slice(0, 2)).toEqual([
    { id: 'house/own', description: 'Ours.', url: `${hub.url}/house/own` },
    { id: 'house/plain', url: `${hub.url}/house/plain` },
  ]);
  expect(own.models).toHaveLength(20);
  expect(JSON.stringify(own)).not.toContain('evil');
  const broken = await serve(answerJson(['nothing']));
  const official = await catalogOf('fill-mask');
  expect((await catalogOf('fill-mask', broken.url)).models.map(({ id }) => id)).toEqual(
    official.models.map(({ id }) => id),
  );
});
