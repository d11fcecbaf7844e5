import {
  elapsed,
  restoreInputs,
  restoreResult,
  size,
  taskNamed,
  type RunFile,
  type StoredInput,
  type StoredPicture,
} from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import { recordedRun } from '../../history/stored-runs.ts';
import { factsTable } from '../../program/table.ts';
import { renderResult } from '../../results/render-result.ts';
import { statusLabels } from './list-runs.ts';

type Fact = readonly [name: string, value: string | undefined];

/** Shows a recorded run: its setup and inputs, then its result. */
export async function showRun({ runtime, options, output }: Call, typed: string): Promise<void> {
  const stored = await recordedRun(runtime.environment, typed, output.note);
  if (options.json) return output.json(stored.run);
  const { terminal } = output;
  const { run } = stored;
  output.write(await factsTable('run', run.id, getFacts(run), terminal));
  const { inputs } = await restoreInputs(stored);
  const result = await restoreResult(stored, inputs.values);
  if (result) output.write(`\n${await renderResult(result.view, terminal)}`);
}

function getFacts({
  task: id,
  model,
  provider,
  endpointUrl,
  billTo,
  flags = [],
  parameters = {},
  ...run
}: RunFile): Fact[] {
  const { inputs, chat, result } = run;
  const task = taskNamed(id);
  const exchanges = chat?.exchanges ?? [];
  return [
    ['task', task.label],
    ['model', model],
    ['provider', result?.provider ?? provider],
    ['endpoint', endpointUrl],
    ['billed to', billTo],
    ['options', flags.map((flag) => `--${flag}`).join(' ') || undefined],
    ['started', result?.startedAt],
    ['status', result && statusLabels[result.status]],
    ['took', result && elapsed(result.seconds)],
    ['cost', result?.cost === undefined ? undefined : `$${result.cost}`],
    ...Object.entries(parameters).map(([name, value]): Fact => [
      'parameter',
      `${name}=${getText({ json: value })}`,
    ]),
    ['system', chat?.system],
    ...exchanges.flatMap(({ prompt, pictures = [], answer }): Fact[] => [
      ['message', [prompt, ...pictures.map(getText)].join(' · ')],
      ['answer', answer],
    ]),
    ...Object.entries(inputs).map(([name, input]): Fact => [
      (task.fields[name]?.label ?? name).toLowerCase(),
      [getText(input), ...(chat?.pictures ?? []).map(getText)].join(' · '),
    ]),
    ['error', result?.error?.message],
    ['hint', result?.error?.hint],
    ['partial', result?.partial],
  ];
}

function getText(input: StoredInput | StoredPicture): string {
  if (typeof input === 'string') return input;
  if ('file' in input) return `${input.file} (${size(input.bytes)})`;
  if ('url' in input) return input.url;
  if ('json' in input) return typeof input.json === 'string' ? input.json : JSON.stringify(input.json);
  return input.join(', ');
}
