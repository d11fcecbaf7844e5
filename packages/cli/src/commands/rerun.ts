import { restoreComparison, type StoredRun } from '@tryout/engine';
import { createCall, withinTimeout, type Call } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import { findRun, withStoredHub } from '../history/stored-runs.ts';
import { checkStoredRun } from '../run/rerun.ts';
import type { DefineCommand } from '../runtime.ts';
import {
  executeRun,
  addOutputOptions,
  checkOutput,
  checkRecordOptions,
  type OutputOptions,
} from '../run/run.ts';
import { addPlaceOptions, type RequestOptions } from '../read-argv/options.ts';

type RerunOptions = RequestOptions & OutputOptions;

const examples = `
Sends the same request again; options replace parts of it. A run of the history
goes to its own hub; use --hub-url or --sandbox for another one. An endpoint
from a file or a link must be confirmed, or passed with --endpoint-url, and an
organization to bill with --bill-to.

Examples:
  tryout rerun last
  tryout rerun last -m facebook/bart-large-cnn
  tryout rerun caption.run.json -p max_new_tokens=50 -o caption.txt
`;

/** `tryout rerun <id|file|link>`: runs a stored run again. */
export const define: DefineCommand = (command, runtime) => {
  command.argument('<run>', 'ID in the history or a unique prefix, last, a run file, or a link');
  addPlaceOptions(command, "the run's model");
  addOutputOptions(command);
  command.addHelpText('after', examples);
  command.action(async (reference: string, options: RerunOptions) => {
    const parsedCall = await createCall(command, runtime);
    const find = () => findRun(reference, runtime.environment, parsedCall.output.note);
    const source = await withinTimeout(parsedCall, find);
    const call = options.endpointUrl === undefined ? withStoredHub(parsedCall, source) : parsedCall;
    const request = await checkStoredRun(call, source, options, reference);
    if (source.group) return rerunComparison(call, source.group, request, options);
    const run = { ...request, ...(await checkOutput(call, request.task, options)) };
    await executeRun(call, run, options);
  });
};

/** Runs a comparison again. Its models stay, and parameters apply to all of them. */
async function rerunComparison(
  call: Call,
  group: readonly StoredRun[],
  request: Awaited<ReturnType<typeof checkStoredRun>>,
  options: RerunOptions,
): Promise<void> {
  const { model, provider, endpointUrl, output, snippet } = options;
  if ([model, provider, endpointUrl, output, snippet].some((option) => option !== undefined))
    throw new UsageError(
      'A comparison does not take --model, --provider, --endpoint-url, --output or --snippet',
      {
        hint: 'Compare other models with tryout compare.',
      },
    );
  const keep = await checkRecordOptions(options);
  const { candidates } = await restoreComparison(group);
  const changed = candidates.map((candidate) => ({
    ...candidate,
    parameters: { ...candidate.parameters, ...options.param },
  }));
  const { executeComparison } = await import('../run/compare.ts');
  await executeComparison(call, request, { candidates: changed, keep });
}
