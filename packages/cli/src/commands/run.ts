import { createCall } from '../context/context.ts';
import type { DefineCommand } from '../runtime.ts';
import { executeRun, addOutputOptions, checkOutput, type OutputOptions } from '../run/run.ts';
import { checkRequest } from '../read-argv/request.ts';
import { addRequestOptions, getTask, type RequestOptions } from '../read-argv/options.ts';
import { applyPrompt } from '../read-argv/prompt.ts';
import { readInputs } from '../read-argv/inputs.ts';

type RunOptions = RequestOptions & OutputOptions;

const examples = `
Positional inputs fill the task's inputs in order; a list takes the rest. The
first missing input is read from a pipe or a file on standard input. If the text
of text-generation is given as well, piped text follows it. If text is the name
of a file, the file is read. @FILE always reads a file, @@ is a literal @, and
--literal takes all text literally.

Examples:
  tryout run text-classification "what a day"
  tryout run zero-shot-classification mail.txt urgent later --json
  cat notes.txt | tryout run summarization -p truncation=longest_first
  tryout run image-to-text photo.jpg -m sandbox/shape-captioner --sandbox
  tryout run translation "Good morning" --snippet --lang python
  tryout run <task> --help        (the task's inputs and parameters)
`;

/** `tryout run <task> [input…]`: runs a model once. */
export const define: DefineCommand = (command, runtime) => {
  addRequestOptions(command);
  addOutputOptions(command);
  command.action(async (name: string | undefined, inputs: readonly string[], options: RunOptions) => {
    const call = await createCall(command, runtime);
    const task = await getTask(call, command, name, options, examples);
    if (!task) return;
    const request = await checkRequest(call, task, options, name);
    const output = await checkOutput(call, task, options);
    const prompted = await applyPrompt(call, request, options, (rest) =>
      readInputs(call, task, inputs, rest),
    );
    const run = { ...prompted, ...output };
    await executeRun(call, run, options);
  });
};
