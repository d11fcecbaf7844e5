import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('the generated task data matches the installed @huggingface/tasks', async () => {
  const { generateTaskData } = (await import('../../scripts/generate-task-data.mjs' as string)) as {
    generateTaskData(): Promise<Record<string, string>>;
  };
  const folder = new URL('../../packages/engine/src/tasks/', import.meta.url);
  const files = await generateTaskData();
  expect(Object.keys(files).sort()).toEqual([
    'catalog.generated.json',
    'examples.generated.json',
    'names.generated.json',
    'parameters.generated.json',
  ]);
  for (const [name, text] of Object.entries(files)) {
    expect(await readFile(new URL(name, folder), 'utf8'), `run npm run generate (${name})`).toBe(text);
  }
});
