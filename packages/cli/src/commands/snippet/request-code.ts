import {
  getChatSupport,
  codeNotes,
  findDefaultInputs,
  emptyChat,
  InputError,
  isMediaKind,
  isPlaceholderFile,
  fetchPictureExample,
  NO_EXAMPLE,
  providerFormatNote,
  pieceOfSnippet,
  createSnippets,
  snippetToken,
  unsentTokenNote,
  type Chat,
  type ChatPrompt,
  type Connection,
  type FileInput,
  type InferenceRequest,
  type Task,
  type Values,
} from '@tryout/engine';
import type { Call, Context } from '../../context/context.ts';
import type { CheckedRequest } from '../run/request.ts';
import type { CodeChoice } from './choose-code.ts';
import type { PreparedCode } from './print-code.ts';

/**
 * The code that makes a request.
 * @param file the output file in the code; by default a name that fits the result
 * @throws InputError if no requested client supports it
 */
export function prepareRequestCode(
  call: Call,
  { connection }: Context,
  request: InferenceRequest,
  { language, client, withToken, note }: CodeChoice,
  file?: string,
): PreparedCode {
  const write = (contentType?: string) =>
    createSnippets(request, connection, {
      withToken,
      languages: language && [language],
      clients: client === undefined ? undefined : [client],
      contentType,
      file,
    });
  const { snippets, missing } = write();
  const reasons = [...new Set(missing.map(({ reason }) => reason))];
  if (snippets.length === 0)
    throw new InputError(reasons.join('; '), { hint: 'Omit --client to see the available clients.' });
  const ownForm = providerFormatNote(request, snippets);
  const notes = codeNotes(connection, request, {
    withToken,
    isSandbox: call.options.sandbox === true,
    environment: call.runtime.environment,
  });
  return {
    notes: [
      ...(note ? [note] : []),
      ...reasons.map((reason) => `${reason}.`),
      ...(ownForm ? [ownForm] : []),
      ...notes,
    ],
    pieces: (contentType) => write(contentType).snippets.map(pieceOfSnippet),
  };
}

/** A note if the code sends no token to an endpoint on another host although there is one (F12). */
export function unsentTokenCodeNote(
  connection: Connection,
  request: InferenceRequest,
  withToken: boolean,
): string | undefined {
  if (unsentTokenNote(connection, request) === undefined) return undefined;
  const { host, protocol } = new URL(request.url);
  const note = `The code sends no token to ${host}`;
  const token = snippetToken({ ...connection, sendToken: true }, request.url, withToken);
  if (token.kind === 'none') return `${note}: it would be readable over ${protocol}//.`;
  return `${note}. Add --send-token to include it.`;
}

/** Example inputs for the model that runs: of its card or the task, for models that take pictures with a picture. */
export function defaultInputs(call: Call, context: Context, { task, chat }: CheckedRequest) {
  let example: Promise<ChatPrompt | undefined> | undefined;
  const pictureExample = (model?: string) => (example ??= findPictureExample(context, task, model));
  return {
    async values(model?: string): Promise<Values> {
      const picture = await pictureExample(model);
      if (!picture || !task.conversation) return defaultValues(call, context, task, model);
      call.output.note(`No inputs given: the code uses an example with an image.`);
      return { [task.conversation.message]: picture.text };
    },
    async chat(model?: string): Promise<Chat | undefined> {
      if (chat && chat.pictures.length > 0) return chat;
      const pictures = (await pictureExample(model))?.pictures;
      return pictures ? { ...emptyChat, ...chat, pictures } : chat;
    },
  };
}

async function findPictureExample({ connection, signal }: Context, task: Task, model?: string) {
  if (!task.conversation || model === undefined) return undefined;
  const support = await getChatSupport(connection, task, { model }, signal);
  return support === 'pictures' ? fetchPictureExample(connection, task, model, signal) : undefined;
}

/** Example inputs from the model card or the task. Notes their source and placeholder files. */
async function defaultValues(
  { output }: Call,
  { connection, signal }: Context,
  task: Task,
  model: string | undefined,
): Promise<Values> {
  const { values, source } = await findDefaultInputs(connection, task, model, signal);
  const origin = source === 'model' && model !== undefined ? model : 'the task';
  const hasExample = !Object.values(values).every(isPlaceholderFile);
  output.note(hasExample ? `No inputs given: the code uses the example of ${origin}.` : NO_EXAMPLE);
  for (const [name, { kind }] of Object.entries(task.fields)) {
    if (!isMediaKind(kind)) continue;
    const file = values[name] as FileInput | undefined;
    if (file && isPlaceholderFile(file))
      output.note(`${file.name} is a placeholder: replace it with the path of your own file.`);
  }
  return values;
}
