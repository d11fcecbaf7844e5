import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { sendJson } from '../../support/loopback.ts';
import { completion } from '../../support/priced-hub.ts';
import { dataFolderOf } from '../../support/process.ts';

const png = Buffer.concat([
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAAAElFTkSuQmCC', 'base64'),
  Buffer.from('gone-picture'),
]);

const hub = () =>
  fakeHub({
    models: [
      hubModel('org/model'),
      hubModel('org/two'),
      hubModel('org/eye', { task: 'image-classification' }),
      hubModel('org/chat', { task: 'text-generation', serves: 'conversational', tags: ['conversational'] }),
    ],
    inference({ url, body }, response) {
      const label = body.includes('kept') ? 'kept-label' : 'gone-label';
      sendJson(response, url.includes('chat') ? completion('gone-answer') : [{ label, score: 1 }]);
    },
  });

const run = (text: string) => ['run', 'sentiment', text, '-m', 'org/model'];

interface Stored {
  /** Commands that store something, which all contains `gone-`. */
  readonly store: readonly (readonly string[])[];
  readonly remove: readonly string[];
  /** Files that have it before, and afterwards not even in part. */
  readonly files: readonly RegExp[];
  readonly token?: string;
}

test.each<[string, Stored]>([
  [
    'a run',
    { store: [run('gone-text')], remove: ['history', 'rm', 'last'], files: [/index\.jsonl$/, /runs\/\w+/] },
  ],
  [
    'the picture of a run',
    {
      store: [['run', 'image-classification', 'gone.png', '-m', 'org/eye']],
      remove: ['history', 'rm', 'last'],
      files: [/index\.jsonl$/, /runs\/\w+/, /media\/\w+/],
    },
  ],
  [
    'a conversation',
    {
      store: [
        ['chat', 'gone-question', '-m', 'org/chat', '--no-stream'],
        ['chat', '-c', 'gone-more', '--no-stream'],
      ],
      remove: ['history', 'rm', 'last'],
      files: [/index\.jsonl$/, /runs\/\w+/],
    },
  ],
  [
    'a comparison',
    {
      store: [['compare', 'sentiment', 'gone-text', '-m', 'org/model', '-m', 'org/two']],
      remove: ['history', 'rm', 'GROUP'],
      files: [/index\.jsonl$/, /runs\/\w+/],
    },
  ],
  [
    'all runs',
    {
      store: [run('gone-one'), run('gone-two')],
      remove: ['history', 'rm', '--all', '--yes'],
      files: [/index\.jsonl$/, /runs\/\w+/],
    },
  ],
  [
    'a token',
    {
      store: [['login', '--token-stdin']],
      token: 'hf_gone-token',
      remove: ['logout'],
      files: [/settings\/token-/],
    },
  ],
  [
    'a setting',
    {
      store: [['config', 'set', 'bill-to', 'gone-org']],
      remove: ['config', 'unset', 'bill-to'],
      files: [/settings\.json$/],
    },
  ],
  [
    'the model of a task',
    {
      store: [['config', 'set', 'model.summarization', 'gone-org/model']],
      remove: ['config', 'unset', 'model.summarization'],
      files: [/settings\.json$/],
    },
  ],
])('%s is gone after its command, and what else is stored is not', async (_name, stored) => {
  const { url } = await hub();
  const folder = temporaryFolder();
  const data = dataFolderOf(folder);
  mkdirSync(join(folder, 'work'));
  writeFileSync(join(folder, 'work', 'gone.png'), png);
  /** Files of Tryout that contain a text. */
  const filesWith = (text: string) =>
    [join(folder, 'settings'), data].filter(existsSync).flatMap((root) =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter((file) => readFileSync(file, 'latin1').includes(text)),
    );
  const tryout = async (words: readonly string[], input = '') => {
    const environment = words[0] === 'login' || words[0] === 'logout' ? {} : { HF_TOKEN: 'hf_other' };
    const paths = words.map((word) => (word === 'gone.png' ? join(folder, 'work', word) : word));
    const ended = await cli([...paths, ...at({ url })], { folder, environment, input });
    expect(ended).toMatchObject({ code: 0 });
    return ended.stdout;
  };
  const isAll = stored.remove.includes('--all');
  if (!isAll) await tryout(run('kept-text'));
  await tryout(['config', 'set', 'graphics', 'off']);
  for (const words of stored.store) await tryout(words, stored.token);
  for (const file of stored.files) expect(filesWith('gone')).toContainEqual(expect.stringMatching(file));
  const [{ group = '' } = {}] = JSON.parse(await tryout(['history', '--json'])) as { group?: string }[];
  await tryout(stored.remove.map((word) => word.replace('GROUP', group)));
  expect(filesWith('gone')).toEqual([]);
  expect(filesWith('graphics')).toHaveLength(1);
  if (!isAll) expect(filesWith('kept-text')).toHaveLength(2);
});
