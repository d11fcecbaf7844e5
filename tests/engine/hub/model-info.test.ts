import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetModels, fetchModelInfo, UnknownModelError, type Connection } from '@tryout/engine';
import { startSandbox, type Sandbox } from '@tryout/sandbox';
import { connectionTo } from '../../support/ask.ts';

let sandbox: Sandbox;
let connection: Connection;

beforeAll(async () => {
  sandbox = await startSandbox({
    listing: [
      {
        id: 'org/peft-model',
        pipeline_tag: 'text-generation',
        library_name: 'peft',
        config: { peft: { base_model_name_or_path: 'org/base', task_type: 'CAUSAL_LM' } },
        cardData: { base_model: 'org/base' },
        transformersInfo: { auto_model: 'AutoModelForCausalLM' },
        mask_token: '[MASK]',
      },
      { id: 'org/odd', tags: null, library_name: 7, config: 'none', transformersInfo: [] } as never,
    ],
  });
  connection = connectionTo(sandbox);
});

afterAll(async () => {
  forgetModels();
  await sandbox.close();
});

test('contains all fields that library code needs', async () => {
  expect(await fetchModelInfo(connection, 'org/peft-model')).toMatchObject({
    id: 'org/peft-model',
    library_name: 'peft',
    config: { peft: { base_model_name_or_path: 'org/base', task_type: 'CAUSAL_LM' } },
    cardData: { base_model: 'org/base' },
    transformersInfo: { auto_model: 'AutoModelForCausalLM' },
    mask_token: '[MASK]',
  });
});

test('ignores fields of the wrong type', async () => {
  const info = await fetchModelInfo(connection, 'org/odd');
  expect(info.id).toBe('org/odd');
  expect(info.tags).toEqual([]);
  expect([info.library_name, info.config, info.transformersInfo]).toEqual([undefined, undefined, undefined]);
});

test('reports a missing model', async () => {
  const error = await fetchModelInfo(connection, 'org/none').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(UnknownModelError);
  expect(error).toMatchObject({ status: 404 });
  expect((error as UnknownModelError).url).toContain(`${sandbox.hubUrl}/api/models/org/none?`);
});
