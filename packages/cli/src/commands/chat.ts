import { InputError, tasks, type InferenceRequest } from '@tryout/engine';
import type { Command } from 'commander';
import { callOf, isInteractive, type Call } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import { STANDARD_INPUT } from '../inputs/read-text.ts';
import type { DefineCommand } from '../program/command-table.ts';
import { UsageError } from '../program/errors.ts';
import { literalOption } from '../program/overview.ts';
import type { Runtime } from '../runtime.ts';
import { executeRun } from './run/execute-run.ts';
import { addRunOptions, type RequestOptions } from './run/request-options.ts';
import { checkRequest } from './run/request.ts';
import { readInputs } from './run/values.ts';

const examples = `
With a prompt or piped input, chat prints one answer. Otherwise it opens a
conversation in the picker. Answers have at most 500 tokens unless you set
max_tokens.

Examples:
  tryout chat -m Qwen/Qwen3-8B
  tryout chat "Name three rivers" --system "Answer in one line."
  tryout chat "What is in this picture?" --image photo.jpg
  cat notes.txt | tryout chat --system "Summarize the text."
  tryout chat "Go on" -p max_tokens=2000 -p temperature=0.2
`;

/** The task that holds conversations. */
const task = tasks.find(({ conversation }) => conversation !== undefined)!;

/** `tryout chat [prompt]`: one answer of a chat model or, in a terminal, a conversation in the picker. */
export const define: DefineCommand = (command, runtime) => {
  command.argument('[prompt]', 'your message, @FILE, or - for standard input');
  addRunOptions(command);
  const addPicture = (word: string, earlier: readonly string[] = []) => [...earlier, word];
  command
    .option('--image <file>', 'image file or https URL to send along; repeatable', addPicture)
    .option(literalOption.flags, literalOption.description)
    .action(async (prompt: string | undefined, options: RequestOptions) => {
      const call = await callOf(command, runtime);
      if (prompt === undefined && !call.options.json && isInteractive(runtime))
        return openConversation(call, command, runtime, options);
      const checked = await checkRequest(call, task, options);
      const { image: _pictures, ...inputs } = options;
      const values = await readInputs(call, task, [prompt ?? STANDARD_INPUT], inputs);
      const prepare = (_context: unknown, request: InferenceRequest) => {
        if (request.conversation) return Promise.resolve(() => Promise.resolve());
        throw new InputError(`${request.model ?? 'This endpoint'} does not hold conversations`, {
          hint: `Choose a chat model, or use tryout run ${task.id}.`,
        });
      };
      const run = { ...checked, values, target: { kind: 'none' } as const, prepare };
      await withContext(call, (context) => executeRun(call, context, run), { sendToken: options.sendToken });
    });
  command.addHelpText('after', examples);
};

async function openConversation(
  call: Call,
  command: Command,
  runtime: Runtime,
  options: RequestOptions,
): Promise<void> {
  if (!options.stream || options.sendToken) {
    const option = options.sendToken ? '--send-token' : '--no-stream';
    throw new UsageError(`${option} needs a prompt`, { hint: 'For example tryout chat "Hello".' });
  }
  const { destination, parameters, billTo, chat } = await checkRequest(call, task, options);
  await runtime.openChat(command, { task: task.id, destination, parameters, billTo, chat });
}
