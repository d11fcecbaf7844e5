import { asFailure, findDefaultModel, NotServedError, prepareRun, type Values } from '@tryout/engine';
import { createCall, type Call, type Context } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import type { DefineCommand } from '../runtime.ts';
import { addSandboxHint, checkRequest, noteParameters, type CheckedRequest } from '../read-argv/request.ts';
import {
  addCodeOptions,
  addRequestOptions,
  getTask,
  type CodeOptions,
  type RequestOptions,
} from '../read-argv/options.ts';
import { applyPrompt } from '../read-argv/prompt.ts';
import { hasInputs, readInputs } from '../read-argv/inputs.ts';
import {
  ALL,
  chooseCode,
  clientNames,
  isForLibrary,
  languageNames,
  printCode,
  type CodeChoice,
  type PreparedCode,
} from '../run/code.ts';
import {
  prepareLibraryCode,
  hubModel,
  libraryHint,
  prepareRequestCode,
  defaultInputs,
  unsentTokenCodeNote,
} from '../run/request-code.ts';

interface SnippetOptions extends RequestOptions, CodeOptions {}

const examples = `
No request is sent. Without inputs, the code uses the example from the model
card. --client library prints code that runs the model on your own machine.

--lang is one of ${languageNames.join(', ')} (default).
--client is one of ${clientNames.join(', ')}, or the name of the model's own library.

Examples:
  tryout snippet text-classification "what a day"
  tryout snippet image-to-text photo.jpg --client requests > caption.py
  tryout snippet text-generation -m Qwen/Qwen3-8B --no-stream --json
  tryout snippet fill-mask --client library
  tryout snippet <task> --help    (the task's inputs and parameters)
`;

/** `tryout snippet <task> [input…]`: the code of a run. */
export const define: DefineCommand = (command, runtime) => {
  addRequestOptions(command);
  addCodeOptions(command);
  command.action(async (name: string | undefined, inputs: readonly string[], options: SnippetOptions) => {
    const call = await createCall(command, runtime);
    const task = await getTask(call, command, name, options, examples);
    if (!task) return;
    const choice = await chooseCode(call.options.json ? { lang: ALL, ...options } : options);
    const setup = await checkRequest(call, task, options, name);
    const hasValues = hasInputs(task, inputs, options);
    const isLibrary = isForLibrary(choice);
    const read = (rest: RequestOptions) => readInputs(call, task, inputs, rest);
    const hasRequest = (hasValues || options.prompt !== undefined) && !isLibrary;
    const prompted = hasRequest ? await applyPrompt(call, setup, options, read) : undefined;
    await withContext(
      call,
      async (context) => {
        const code = isLibrary
          ? await libraryCode(context, setup, choice)
          : await requestCode(call, context, prompted ?? setup, choice, prompted?.values);
        await printCode(call, code);
        if (isLibrary && (hasValues || options.param !== undefined))
          call.output.note('Library code uses its own example, not your inputs and parameters.');
      },
      { sendToken: options.sendToken },
    );
  });
};

/** @param inputs the inputs; the example of the model or the task by default */
async function requestCode(
  call: Call,
  context: Context,
  setup: CheckedRequest,
  choice: CodeChoice,
  inputs?: Values,
): Promise<PreparedCode> {
  const { connection, signal } = context;
  const example = defaultInputs(call, context, setup);
  const fillIn = async (model?: string) => ({
    values: inputs ?? (await example.values(model)),
    chat: await example.chat(model),
  });
  call.output.progress.note('Looking for the model');
  const preparedRun = await prepareRun(connection, { ...setup, values: {} }, { signal, fillIn }).catch(
    async (thrown: unknown) => {
      const error = addSandboxHint(asFailure(thrown), connection, setup);
      if (!(error instanceof NotServedError)) throw error;
      // Without a provider, library code may still be available.
      const hints = [error.hint, await libraryHint(context, error.model)];
      throw Object.assign(error, { hint: hints.filter(Boolean).join(' ') || undefined });
    },
  );
  noteParameters(call, setup, preparedRun);
  const { request } = preparedRun;
  const code = prepareRequestCode(call, context, request, choice);
  const tokenNote = unsentTokenCodeNote(connection, request, choice.withToken);
  return { ...code, notes: tokenNote === undefined ? code.notes : [...code.notes, tokenNote] };
}

async function libraryCode(
  context: Context,
  { task, place: { model, endpointUrl, defaultFor = task.id } }: CheckedRequest,
  choice: CodeChoice,
): Promise<PreparedCode> {
  const isNamed = model !== undefined || endpointUrl !== undefined;
  const id = isNamed
    ? hubModel(model)
    : await findDefaultModel(context.connection, defaultFor, context.signal);
  return prepareLibraryCode(context, id, choice);
}
