import { asFailure, getMessage } from '@tryout/engine';
import { expect, it } from 'vitest';
import { explainReplaced } from '../../../packages/cli/src/context/errors.ts';

const missing = (module: string) => new Error(`Cannot find module '${module}'\nRequire stack:\n- /a/b.cjs`);
const MESSAGE = 'Tryout was built again or updated while it runs. Stop it and start it again.';

it.each([
  ['a part', missing('./code-content-a1b2c3d4.cjs')],
  ['the cause of an error', new Error('not loaded', { cause: missing('./code-content-a1b2c3d4.cjs') })],
])('explains %s that a build replaced', (_name, error) => {
  expect(asFailure(explainReplaced(error))).toMatchObject({ code: 'NOT_LOADED', cause: error });
  expect(getMessage(explainReplaced(error))).toBe(MESSAGE);
});

it.each([missing('sharp'), new Error('another'), 'a text', undefined])('leaves %s as it is', (error) => {
  expect(explainReplaced(error)).toBe(error);
});
