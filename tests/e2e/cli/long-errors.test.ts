import { expect, test } from 'vitest';
import { at } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerJson, serve } from '../../support/loopback.ts';

test('X11: an error shortens a 60 MB key to its start and end', async () => {
  const { url } = await serve(answerJson({ [`first${'k'.repeat(60_000_000)}last`]: 1 }));
  const { code, stderr } = await cli(['run', 'summarization', 'x', '--endpoint-url', url]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/\nerror: Invalid inference output: expected .*firstk+ \[…\] k+last/);
  expect(stderr.length).toBeLessThan(3000);
});

test('X11: a long error from the hub keeps the URL and the request ID', async () => {
  const { url } = await serve(
    answerJson({ error: 'e'.repeat(10_000) }, 400, { 'X-Request-Id': 'the-request' }),
  );
  const { stderr } = await cli(['models', 'fill-mask', '--json', ...at({ url })]);
  expect(stderr).toMatch(/"message":"e+ \[…\] e+.*\/api\/models.*the-request/);
  expect(stderr.length).toBeLessThan(3000);
});
