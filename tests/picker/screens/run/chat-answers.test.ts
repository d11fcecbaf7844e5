import { expect, test } from 'vitest';
import { chatServer, startChat } from '../../../support/chat-server.ts';
import { copiedText } from '../../../support/open-picker.ts';
import { finished } from './running.ts';

test('C2, W2: notes a truncated answer above it and in the scrollback', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.say('Once upon a time');
  await server.finish('length');
  const screen = (await terminal.until(finished)).replace(/\s+/g, ' ');
  expect(screen).toContain(
    'The answer was cut off at its length limit, max_tokens=500. Increase max_tokens to get more: press e, then Ctrl-P.',
  );
  expect(screen).toMatch(/Ctrl-P\. .* Once upon a time/);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(terminal.scrollback()).toMatch(
    /Once upon a time\nThe answer was cut off at its length limit, max_tokens=500\./,
  );
});

test('W1: shows dim reasoning above the answer, during and after streaming', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.send({ reasoning_content: 'Six sevens ' });
  await terminal.until(/Reasoning: 11 characters so far[^]*^Reasoning\nSix sevens$/m);
  await server.send({ reasoning_content: 'are 42.' });
  await terminal.until(/^Six sevens are 42\.$/m);
  expect(terminal.screen()).not.toMatch(/^Answer$/m);
  await server.say('It is 42.');
  await terminal.until(/^Reasoning\nSix sevens are 42\.\n\nAnswer\nIt is 42\.$/m);
  expect(terminal.styleOf('Six sevens')).toMatchObject({ dim: true });
  expect(terminal.styleOf('It is 42.')).toMatchObject({ dim: false });
  await server.finish();
  const screen = await terminal.until(finished);
  expect(screen).toMatch(/^Reasoning\nSix sevens are 42\.\n\nAnswer\nIt is 42\.$/m);
  terminal.press('c');
  expect(await copiedText(terminal)).toBe('It is 42.');
});

test('W1: notes an answer with only reasoning', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.send({ reasoning: 'Hm.' });
  await server.finish('length');
  const screen = await terminal.until(finished);
  expect(screen).toMatch(/^Reasoning\nHm\.\n\nAnswer\n\(no answer, only reasoning\)$/m);
  expect(screen).not.toContain('(no text)');
});

test('W1: keeps interrupted reasoning', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.send({ reasoning: 'Six sevens' });
  await terminal.until(/^Six sevens$/m);
  await server.cut();
  await terminal.until(/^Reasoning\nSix sevens\nThe answer is incomplete\.$/m);
});

test('W1: shows and copies tool calls as JSON', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.send({
    tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: '{"city":' } }],
  });
  await server.send({ tool_calls: [{ index: 0, function: { arguments: '"Paris"}' } }] });
  await server.finish('tool_calls');
  const screen = await terminal.until(finished);
  expect(screen).toMatch(/"name": "weather",\n +"arguments": \{\n +"city": "Paris"\n/);
  terminal.press('c');
  expect(JSON.parse(await copiedText(terminal))).toEqual([{ name: 'weather', arguments: { city: 'Paris' } }]);
});

test('R1, R3, R4: shows a refusal, parts that are not text, and further answers', async () => {
  const server = await chatServer();
  const terminal = await startChat(server, { rows: 40 });
  await server.send({ refusal: 'I cannot help ' });
  await server.send({ refusal: 'with that.', content: [{ type: 'chart', points: [1] }] });
  await server.choose([{ index: 1, delta: { content: '<think>Hm.</think>Two.' }, finish_reason: 'stop' }]);
  await server.finish();
  const screen = await terminal.until(finished);
  expect(screen).toMatch(
    /^Output\nThe model refused: I cannot help with that\.\n[^]*"type": "chart"[^]*^Answer 2:\nReasoning:\nHm\.\n\nTwo\.$/m,
  );
  terminal.press('c');
  expect(await copiedText(terminal)).toMatch(/^The model refused: [^]*\nTwo\.$/);
});

test('R4: text before a lone closing tag becomes reasoning', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.say('Seven plus five. ');
  await terminal.until(/^Seven plus five\.$/m);
  await server.say('</think>\n\nIt is 12.');
  await terminal.until(/^Reasoning\nSeven plus five\. *\n\nAnswer\nIt is 12\.$/m);
  await server.finish();
  expect(await terminal.until(finished)).toMatch(/^Answer\nIt is 12\.$/m);
});
