import { createCall, withinTimeout } from '../context/context.ts';
import { findRun, withStoredHub } from '../history/stored-runs.ts';
import { checkStoredRun } from '../run/stored-request.ts';
import type { DefineCommand } from '../runtime.ts';
import { executeRun } from '../run/execute-run.ts';
import { addOutputOptions, checkOutput, type OutputOptions } from '../run/output.ts';
import { addDestinationOptions, type RequestOptions } from '../run/options.ts';

type RerunOptions = RequestOptions & OutputOptions;

const examples = `
Sends the same request again; options replace parts of it. A run of the history
goes to its own hub; use --hub-url or --sandbox for another one. An endpoint from
a file or a link must be confirmed, or passed with --endpoint-url, and an
organization to bill with --bill-to.

Examples:
  tryout rerun last
  tryout rerun last -m facebook/bart-large-cnn
  tryout rerun caption.run.json -p max_new_tokens=50 -o caption.txt
`;

/** `tryout rerun <id|file|link>`: runs a stored run again. */
export const define: DefineCommand = (command, runtime) => {
  command.argument('<run>', 'ID in the history or a unique prefix, last, a run file, or a link');
  addDestinationOptions(command, "the run's model");
  addOutputOptions(command);
  command.addHelpText('after', examples);
  command.action(async (reference: string, options: RerunOptions) => {
    const parsedCall = await createCall(command, runtime);
    const find = () => findRun(reference, runtime.environment, parsedCall.output.note);
    const source = await withinTimeout(parsedCall, find);
    const call = options.endpointUrl === undefined ? withStoredHub(parsedCall, source) : parsedCall;
    const request = await checkStoredRun(call, source, options, reference);
    const run = { ...request, ...(await checkOutput(call, request.task, options)) };
    await executeRun(call, run, options);
  });
};
