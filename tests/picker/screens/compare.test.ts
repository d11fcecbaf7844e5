import { expect, test } from 'vitest';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { openPicker } from '../../support/open-picker.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const task = 'text-classification';

/** The results of the first two models of the list, which were marked. */
async function comparedModels(folder: string, size = { columns: 80, rows: 24 }) {
  const terminal = openPicker(sandbox, [task], { folder, ...size });
  await terminal.until(/❯ sandbox\/vader-sentiment/);
  terminal.press('space');
  await terminal.until(/❯ ◉ sandbox\/vader-sentiment/);
  terminal.press('down');
  await terminal.until(/❯ {3}sandbox\/mood-word-count/);
  terminal.type('+');
  await terminal.until(/❯ ◉ sandbox\/mood-word-count/);
  terminal.press('enter');
  await terminal.until(/Comparing 2 models/);
  terminal.type('What a lovely day');
  await terminal.until(/lovely day/);
  terminal.press('enter');
  await terminal.until(/Agreement/);
  return terminal;
}

test('compare marks models in the list, runs them, and opens and uses one of them', async () => {
  const folder = temporaryFolder();
  const terminal = await comparedModels(folder);
  await terminal.until(
    /❯ 1 sandbox\/vader-sentiment[^]*2 sandbox\/mood-word-count[^]*POSITIVE +[\d.]+%.* [\d.]+%/,
  );
  terminal.press('right');
  await terminal.until(/❯ 2 sandbox\/mood-word-count/);
  terminal.press('o');
  await terminal.until(/› run [^]*Output\nPOSITIVE/);
  terminal.press('k');
  await terminal.until(/› code /);
  terminal.press('escape');
  await terminal.until(/w compare with/);
  terminal.press('w');
  await terminal.until(/◉ sandbox\/mood-word-count[^]*Enter compare/);
  terminal.press('ctrl+q');
  expect(await terminal.ended).toBe(0);
  expect(terminal.scrollback()).toMatch(/1 sandbox\/vader-sentiment[^]*Agreement[^]*POSITIVE/);
  const { stdout } = await cli(['history', '--json'], { folder });
  const groups = (JSON.parse(stdout) as { group: string }[]).map(({ group }) => group);
  expect(groups).toHaveLength(2);
  expect(new Set(groups).size).toBe(1);
});

test('compare opens a group of the history with its results, and runs it again without names', async () => {
  const folder = temporaryFolder();
  const first = await comparedModels(folder, { columns: 40, rows: 15 });
  first.press('ctrl+q');
  await first.ended;
  sandbox.forget();
  const terminal = openPicker(sandbox, ['open', 'last'], { folder });
  await terminal.until(/› compare[^]*Agreement/);
  expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  terminal.press('b');
  const blind = await terminal.until(/1 Model A[^]*Agreement[^]*v vote/);
  expect(blind.replace(/^.*\n/, '')).not.toMatch(/vader|mood-word/);
  terminal.press('v');
  await terminal.until(/You chose sandbox\//);
  terminal.press('f2');
  await terminal.until(/Tab comparison/);
  terminal.press('tab');
  await terminal.until(/› compare[^]*❯ 1 sandbox\//);
  terminal.press('u');
  await terminal.until(/Enter run/);
  terminal.press('ctrl+q');
  await terminal.ended;
  const { stdout } = await cli(['history', 'votes', '--json'], { folder });
  expect(JSON.parse(stdout)).toMatchObject({ models: [{ wins: 1 }, { losses: 1 }] });
});

test('compare keeps Space in the text of the filter', async () => {
  const terminal = openPicker(sandbox, [task]);
  await terminal.until(/❯ sandbox\/vader-sentiment/);
  terminal.type('question or');
  await terminal.until(/Filter: question or/);
  expect(terminal.screen()).not.toContain('marked');
  terminal.press('shift+tab');
  await terminal.until(/◉ sandbox\/question-or-statement/);
});
