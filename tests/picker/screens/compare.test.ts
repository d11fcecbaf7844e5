import { expect, test, vi } from 'vitest';
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
  await terminal.pressUntil('space', /❯ ◉ sandbox\/vader-sentiment/);
  await terminal.pressUntil('down', /❯ {3}sandbox\/mood-word-count/);
  await terminal.typeUntil('+', /❯ ◉ sandbox\/mood-word-count/);
  await terminal.pressUntil('enter', /Comparing 2 models/);
  await terminal.typeUntil('What a lovely day', /lovely day/);
  await terminal.pressUntil('enter', /Agreement/);
  return terminal;
}

test('compare marks models in the list, runs them, and opens and uses one of them', async () => {
  const folder = temporaryFolder();
  const terminal = await comparedModels(folder);
  await terminal.until(
    /❯ 1 sandbox\/vader-sentiment[^]*2 sandbox\/mood-word-count[^]*POSITIVE +[\d.]+%.* [\d.]+%/,
  );
  await terminal.pressUntil('right', /❯ 2 sandbox\/mood-word-count/);
  await terminal.pressUntil('o', /› run [^]*Output\nPOSITIVE/);
  await terminal.pressUntil('k', /› code /);
  await terminal.pressUntil('escape', /w compare with/);
  await terminal.pressUntil('w', /◉ sandbox\/mood-word-count[^]*Enter compare/);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(terminal.scrollback()).toMatch(/1 sandbox\/vader-sentiment[^]*Agreement[^]*POSITIVE/);
  const { stdout } = await cli(['history', '--json'], { folder });
  const groups = (JSON.parse(stdout) as { group: string }[]).map(({ group }) => group);
  expect(groups).toHaveLength(2);
  expect(new Set(groups).size).toBe(1);
});

test('compare opens a group of the history with its results, and runs it again without names', async () => {
  const folder = temporaryFolder();
  const first = await comparedModels(folder, { columns: 40, rows: 15 });
  await first.endBy('ctrl+q');
  sandbox.forget();
  const terminal = await openPicker(sandbox, ['open', 'last'], { folder }).showing(/› compare[^]*Agreement/);
  expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  // The second model is Model A.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  const blind = await terminal.pressUntil('b', /1 Model A[^]*Agreement[^]*v vote/);
  random.mockRestore();
  expect(blind.replace(/^.*\n/, '')).not.toMatch(/vader|mood-word/);
  await terminal.pressUntil('v', /You chose sandbox\/mood-word-count/);
  await terminal.pressUntil('f2', /Tab comparison/);
  await terminal.pressUntil('tab', /› compare[^]*❯ 1 sandbox\//);
  await terminal.pressUntil('right', /❯ 2 sandbox\/mood-word-count/);
  await terminal.pressUntil('u', /mood-word-count[^]*Enter run/);
  await terminal.endBy('ctrl+q');
  const { stdout } = await cli(['history', 'votes', '--json'], { folder });
  expect(JSON.parse(stdout)).toMatchObject({
    models: [{ model: 'sandbox/mood-word-count', wins: 1 }, { losses: 1 }],
  });
});

test('compare keeps Space in the text of the filter', async () => {
  const terminal = await openPicker(sandbox, [task]).showing(/❯ sandbox\/vader-sentiment/);
  await terminal.typeUntil('question or', /Filter: question or/);
  expect(terminal.screen()).not.toContain('marked');
  await terminal.pressUntil('shift+tab', /◉ sandbox\/question-or-statement/);
});
