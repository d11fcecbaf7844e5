import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/cli.ts';
import { fakeHub, hubModel } from '../../../support/fake-hub.ts';
import { answerJson } from '../../../support/loopback.ts';
import { inTerminal } from '../../../support/pseudo-terminal.ts';

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

test('asks you to sign in again when the token expires and keeps the inputs (F26)', async () => {
  const hub = await hubWithExpiringToken();
  const folder = temporaryFolder();
  const addresses = ['--hub-url', hub.url, '--inference-url', hub.url];
  const session = inTerminal(['text-classification', MODEL, ...addresses], { folder });
  await session.until(/Paste a token/);
  session.type(`1${OLD}\r`);
  await session.until(/someone/);
  session.type('What a day');
  await session.until(/What a day/);
  session.press('ctrl+r');
  const screen = await session.until(/Your sign-in has expired/);
  expect(screen).toContain('your inputs are kept');
  session.type(`1${NEXT}\r`);
  await session.until((seen) => !seen.includes('sign in'));
  // The failed run may cover the inputs.
  await session.until(/someone/);
  if (!session.screen().includes('What a day')) session.press('escape');
  await session.until(/What a day/);
  session.press('ctrl+r');
  await session.until(/joy/);
  expect(hub.runs().map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([
    { inputs: 'What a day' },
    { inputs: 'What a day' },
  ]);
  expect(session.written()).not.toMatch(/hf_Canary/);
});
