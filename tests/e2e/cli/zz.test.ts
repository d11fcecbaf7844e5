import { expect, test } from 'vitest';
import { inTerminal } from '../../support/pseudo-terminal.ts';
import { tasks } from '@tryout/engine';
test('blocked reader', async () => {
  const session = inTerminal(['tasks', '-q'], { columns: 40 });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000);
  expect(await session.ended).toBe(0);
  console.log(session.written().length);
  expect(session.written()).toContain(tasks.at(-1)!.id);
});
