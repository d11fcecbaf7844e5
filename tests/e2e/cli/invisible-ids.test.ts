import { expect, test } from 'vitest';
import { at } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerJson, sendJson, serve } from '../../support/loopback.ts';

/** Characters that may render as nothing, from all relevant Unicode blocks. */
const invisible = [
  ...[0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180f, 0x200b, 0x200d, 0x202e],
  ...[0x2060, 0x2064, 0x2066, 0x206a, 0x206f, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0],
  ...[0x1d173, 0xe0001, 0xe0041, 0xe0100],
];
const escaped = (character: number) => `<U+${character.toString(16).toUpperCase().padStart(4, '0')}>`;

test('X9: escapes every invisible character in an ID', async () => {
  const ids = invisible.map((character) => `org/a${String.fromCodePoint(character)}b`);
  const { url } = await serve((_received, response) =>
    sendJson(
      response,
      ids.map((id) => ({ id, pipeline_tag: 'fill-mask' })),
    ),
  );
  const { code, stdout } = await cli(['models', 'fill-mask', '--limit', '99', ...at({ url })]);
  expect(code).toBe(0);
  for (const character of invisible) expect(stdout).toContain(`org/a${escaped(character)}b`);
});

test('X9: escapes an invisible character in a rejected ID', async () => {
  const { code, stderr } = await cli(['run', 'fill-mask', 'x', '-m', 'org/a\u3164']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: 'org\/a<U\+3164>' is not a model ID\n/);
});

test('X9: keeps emoji and script-specific joiners in text', async () => {
  const text = '❤️ 👩‍🚀 نمی‌خواهم ᠮᠣᠩᠭᠣᠯ᠋ 葛\u{e0100} co\u00adoperate';
  const { url } = await serve(answerJson([{ translation_text: `${text}\u206a` }]));
  const { stdout } = await cli(['run', 'translation', 'x', '--endpoint-url', url]);
  expect(stdout).toBe(`${text}<U+206A>\n`);
});

test.each(['❤️ 👩‍🚀 👩🏽‍🚀 ❤️‍🔥', 'نمی‌خواهم', 'क्‍ष', '1️⃣'])('X9: keeps the joiners of %s in tables', async (text) => {
  const { url } = await serve(answerJson([{ label: text, score: 1 }]));
  const { stdout } = await cli(['run', 'sentiment', 'x', '--endpoint-url', url]);
  expect(stdout).toBe(`${text}\t1\n`);
});
