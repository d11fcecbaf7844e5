import { InputError, tasks } from '@tryout/engine';
import { createCall, isInteractive, type Call } from '../context/context.ts';
import { STANDARD_INPUT } from '../read-argv/read-field.ts';
import { UsageError } from '../context/errors.ts';
import { collectValues } from '../context/options.ts';
import type { DefineCommand, PickerOpening } from '../runtime.ts';
import { findAgentVariable } from '../screen/terminal.ts';
import type { PrepareAfterRun } from '../deliver/deliver.ts';
import { executeRun, addRecordOptions, checkRecordOptions } from '../run/run.ts';
import type { RecordOptions } from '../history/record-run.ts';
import { addRunOptions, type RequestOptions } from '../read-argv/options.ts';
import { checkRequest, type CheckedRequest } from '../read-argv/request.ts';
import { applyPrompt } from '../read-argv/prompt.ts';
import { readInputs } from '../read-argv/inputs.ts';

interface ChatOptions extends RequestOptions, RecordOptions {
  /** An ID in the history; the word after `-c` may also be the prompt. */
  readonly continue?: string | true;
}

const examples = `
With a prompt or piped input, chat prints one answer; piped text follows the
prompt. Otherwise it opens a conversation in the picker. Answers have at most
500 tokens unless you set max_tokens.

Examples:
  tryout chat -m Qwen/Qwen3-8B
  tryout chat "Name three rivers" --system "Answer in one line."
  tryout chat "What is in this image?" --image photo.jpg
  cat notes.txt | tryout chat "Summarize the text."
  tryout chat "Go on" -p max_tokens=2000 -p temperature=0.2
  tryout chat -c "And in French?"
  tryout chat -c 01M82D5AB4 "And in French?"
`;

const task = tasks.find(({ conversation }) => conversation !== undefined)!;

/** An ID in the history or its beginning: they start with the time, so with 0. A prompt may also follow `-c`. */
const RUN_ID = /^0[\da-z]{3,25}$/i;

/** `tryout chat [prompt]`: one answer of a chat model or, in a terminal, a conversation in the picker. */
export const define: DefineCommand = (command, runtime) => {
  command.argument('[prompt]', 'your message, @FILE, or - for standard input');
  addRunOptions(command);
  command.option(
    '-c, --continue [id]',
    'continue a conversation in the history: the latest, or the one with the ID',
  );
  addRecordOptions(command);
  command
    .option('--image <file>', 'image file or https URL to send with the prompt; repeatable', collectValues)
    .option('--audio <file>', 'audio file to send with the prompt; repeatable', collectValues)
    .option('--video <file>', 'video file or https URL to send with the prompt; repeatable', collectValues)
    .action(async (argument: string | undefined, { continue: word, ...options }: ChatOptions) => {
      const parsedCall = await createCall(command, runtime);
      const isId = typeof word === 'string' && (argument !== undefined || RUN_ID.test(word));
      const prompt = argument ?? (isId || word === true ? undefined : word);
      const reference = word === undefined ? undefined : isId ? word : '';
      const opensPicker =
        prompt === undefined &&
        options.prompt === undefined &&
        !parsedCall.options.json &&
        isInteractive(runtime);
      if (opensPicker) rejectRunOptions(options);
      else if (prompt === undefined && runtime.input.isTTY && findAgentVariable(runtime.environment))
        throw new UsageError('tryout chat requires a prompt', { hint: 'For example tryout chat "Hello".' });
      const { call, request, opening } = await checkChat(parsedCall, options, reference);
      if (opensPicker) return runtime.openPicker(command, opening);
      const keep = await checkRecordOptions(options);
      const { image: _images, audio: _audio, video: _videos, ...inputs } = options;
      const words = prompt !== undefined || options.prompt === undefined ? [prompt ?? STANDARD_INPUT] : [];
      const prompted = await applyPrompt(call, request, options, () => readInputs(call, task, words, inputs));
      const prepare: PrepareAfterRun = (_context, { run: { route } }) => {
        if (route.conversation) return Promise.resolve(undefined);
        throw new InputError(`${route.model ?? 'This endpoint'} does not support conversations`, {
          hint: `Choose a chat model, or use tryout run ${task.id}.`,
        });
      };
      const target = { kind: 'none' } as const;
      const run = { ...prompted, reportsUsage: true, target, prepare, keep };
      await executeRun(call, run, options);
    });
  command.addHelpText('after', examples);
};

/** @throws UsageError for options that only apply to one run */
function rejectRunOptions({ sendToken, stream, saveRun, schema }: ChatOptions): void {
  const option = sendToken
    ? '--send-token'
    : !stream
      ? '--no-stream'
      : (saveRun && '--save-run') || (schema && '--schema');
  if (option)
    throw new UsageError(`${option} requires a prompt`, { hint: 'For example tryout chat "Hello".' });
}

/** The request of the conversation, the same for the picker, and the call on its hub. @throws InputError */
async function checkChat(
  call: Call,
  options: ChatOptions,
  reference?: string,
): Promise<{ readonly call: Call; readonly request: CheckedRequest; readonly opening: PickerOpening }> {
  if (reference !== undefined) {
    const { continuedChat } = await import('../run/rerun.ts');
    return continuedChat(call, task, options, reference);
  }
  const request = await checkRequest(call, task, options);
  return { call, request, opening: { chat: { ...request, task: task.id } } };
}
