import { expect, test } from 'vitest';
import { at } from '../../../support/cli.ts';
import { fakeHub, hubModel } from '../../../support/fake-hub.ts';
import { answerJson } from '../../../support/loopback.ts';
import { inProcessTerminal } from '../../../support/in-process-terminal.ts';

const OLD = 'hf_CanaryThatWasValid';
const NEXT = 'hf_CanaryThatIsValid';
const MODEL = 'org/feelings';

/** A hub whose old token expires with the first run; any other token is valid. */
function hubWithExpiringToken() {
  let isExpired = false;
  return fakeHub({
    first: ({ method, headers }) => {
      const isOld = headers.authorization === `Bearer ${OLD}`;
      if (method === 'POST' && isOld) isExpired = true;
      return isOld && isExpired ? answerJson({ error: 'Token is expired' }, 401) : undefined;
    },
    models: [hubModel(MODEL)],
    inference: [[{ label: 'joy', score: 0.9 }]],
  });
}

test('S3: shows the message of an expired token, keeps the inputs, and r runs again after you sign in (F26)', async () => {
  const hub = await hubWithExpiringToken();
  const session = inProcessTerminal(['text-classification', MODEL, 'What a day', ...at(hub)]);
  await session.until(/Paste a token/);
  // The requested form opens after the sign-in.
  await session.typeUntil(`1${OLD}\r`, /someone[^]*What a day/);
  session.press('ctrl+r');
  const screen = await session.until(
    /Your sign-in has expired[^]*Sign in again[^]*Token is expired[^]*❯ 1 Paste a token/,
  );
  expect(screen).toContain('your inputs are kept');
  session.type(`1${NEXT}\r`);
  await session.until(/› run .*\n[^]*The run failed[^]*\nToken is expired[^]*\nSign in again[^]*r again/);
  await session.pressUntil('r', /joy/);
  expect(hub.runs().map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([
    { inputs: 'What a day' },
    { inputs: 'What a day' },
  ]);
  expect(session.written()).not.toMatch(/hf_Canary/);
});
