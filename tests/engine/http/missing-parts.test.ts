import { asFailure, describeFailure, getMessage, getSummary } from '@tryout/engine';
import { expect, it } from 'vitest';

const part = new Error("Cannot find module './code-content-a1b2c3d4.cjs'\nRequire stack:\n- /a/b.cjs");

it('reports a part that a build replaced in words', () => {
  const message = 'Tryout was built again or updated while it runs';
  const hint = 'Stop it and start it again.';
  expect(asFailure(part)).toMatchObject({ code: 'NOT_LOADED', message, hint, cause: part });
  expect(describeFailure(part)).toMatchObject({ code: 'NOT_LOADED', message, hint });
  expect(getSummary(part)).toBe(message);
  expect(getMessage(part)).toBe(`${message}. ${hint}`);
});

it('does not take a missing package for such a part', () => {
  const other = new Error("Cannot find module 'sharp'\nRequire stack:\n- /a/b.cjs");
  expect(getMessage(other)).toBe(other.message);
  expect(asFailure(other).code).toBe('UNEXPECTED');
});
