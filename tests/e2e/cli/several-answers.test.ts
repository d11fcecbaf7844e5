import { expect, test } from 'vitest';
import { at } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerJson, serve } from '../../support/loopback.ts';

const answers = [
  { answer: 'Rome', start: 28, end: 32, score: 0.2 },
  { answer: 'Paris', start: 10, end: 15, score: 0.7 },
  { answer: 'Oslo', start: 46, end: 50, score: 0.1 },
];
const words = [
  'run',
  'question-answering',
  'Where is Anna?',
  'Anna is in Paris. Bob is in Rome. Carl is in Oslo.',
];

async function run(answer: unknown, ...more: string[]) {
  const server = await serve(answerJson(answer));
  const addresses = at(server);
  const ended = await cli([...words, '--endpoint-url', server.url, ...addresses, ...more]);
  return { ...ended, body: JSON.parse(server.received[0]!.body.toString()) as unknown };
}

test('S4: prints all answers of question answering, best first', async () => {
  const { code, stdout, body } = await run(answers, '-p', 'top_k=3');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Paris\t0.7\nRome\t0.2\nOslo\t0.1\n' });
  expect(body).toMatchObject({ parameters: { top_k: 3 } });
});

test('S4: --json prints a list of several answers as a list, best first', async () => {
  const { code, stdout } = await run(answers, '-p', 'top_k=3', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([answers[1], answers[0], answers[2]]);
});

test.each([
  ['a single object', answers[1]],
  ['a list of one', [answers[1]]],
])('S4: --json prints %s as an object', async (_what, answer) => {
  const { code, stdout } = await run(answer, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual(answers[1]);
});

test('S4: exits with 1 if an answer lacks fields', async () => {
  const response = [answers[0], { answer: 'Paris' }];
  const { code, stdout, stderr } = await run(response);
  expect({ code, stdout }).toEqual({ code: 1, stdout: `${JSON.stringify(response)}\n` });
  expect(stderr).toMatch(
    /^The response .*\nerror: Invalid inference output: expected \{answer, start, end, score\}/,
  );
});
