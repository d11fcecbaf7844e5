import { createCall } from '../context/context.ts';
import { executeComparison, readCandidates } from '../run/compare.ts';
import { readInputs } from '../read-argv/inputs.ts';
import { addRequestOptions, getTask, type RequestOptions } from '../read-argv/options.ts';
import { addRecordOptions, addSnippetOptions, checkRecordOptions, type OutputOptions } from '../run/run.ts';
import { checkRequest } from '../read-argv/request.ts';
import type { DefineCommand } from '../runtime.ts';

interface CompareOptions extends RequestOptions, OutputOptions {
  readonly blind?: boolean;
}

const examples = `
Runs all models at the same time and shows first what differs. Inputs are those
of tryout run. Each run is in the history; the comparison has an ID of its own
there. --blind hides the names until you have chosen the best result.

Examples:
  tryout compare text-classification "what a day" -m A -m B
  tryout compare chat "Who was Ada Lovelace?" -m A:groq -m A:together
  tryout compare image-to-text photo.jpg -m A -m B --json
  tryout compare <task> --help    (the task's inputs and parameters)
`;

/** `tryout compare <task> [input…] -m A -m B`: runs several models on the same input. */
export const define: DefineCommand = (command, runtime) => {
  addRequestOptions(command, true);
  command.option('--blind', 'hide the names of the models until you have voted');
  addRecordOptions(command);
  addSnippetOptions(command, 'each run');
  command.action(async (name: string | undefined, inputs: readonly string[], options: CompareOptions) => {
    const call = await createCall(command, runtime);
    const task = await getTask(call, command, name, options, examples);
    if (!task) return;
    const request = await checkRequest(call, task, options, name);
    const candidates = await readCandidates(call, request, options);
    const keep = await checkRecordOptions(options);
    const values = await readInputs(call, task, inputs, options);
    await executeComparison(
      call,
      { ...request, values },
      { candidates, keep, code: options, isBlind: options.blind === true },
    );
  });
};
