import {
  getAttachmentKinds,
  getChatSupport,
  codeNotes,
  findDefaultInputs,
  emptyChat,
  InputError,
  getMediaType,
  isPlaceholderFile,
  fetchImageExample,
  NO_EXAMPLE,
  providerFormatNote,
  pieceOfSnippet,
  createSnippets,
  snippetToken,
  unsentTokenNote,
  hasLibraryCode,
  languages,
  libraryNotes,
  createLibrarySnippets,
  lookUpModel,
  fetchModelInfo,
  createLibraryPieces,
  plainModelId,
  type Chat,
  type ChatPrompt,
  type Connection,
  type InferenceRequest,
  type Task,
  type Values,
} from '@tryout/engine';
import type { Call, Context } from '../context/context.ts';
import { isWebUrl } from '../read-argv/models.ts';
import {
  chooseCode,
  drawCode,
  isForLibrary,
  LIBRARY,
  noteCode,
  type CodeChoice,
  type PreparedCode,
} from './code.ts';
import type { PrepareAfterRun, Target } from '../deliver/deliver.ts';
import type { CodeOptions } from '../read-argv/options.ts';
import type { CheckedRequest } from '../read-argv/request.ts';

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
  const formatNote = providerFormatNote(request.run.route, snippets);
  const notes = codeNotes(connection, request, {
    withToken,
    isSandbox: call.options.sandbox === true,
    environment: call.runtime.environment,
  });
  return {
    notes: [
      ...(note ? [note] : []),
      ...reasons.map((reason) => `${reason}.`),
      ...(formatNote ? [formatNote] : []),
      ...notes,
    ],
    pieces: (contentType) => write(contentType).snippets.map(pieceOfSnippet),
  };
}

/** A note if the code sends no token to an endpoint on another host although there is one. */
export function unsentTokenCodeNote(
  connection: Connection,
  request: InferenceRequest,
  withToken: boolean,
): string | undefined {
  if (unsentTokenNote(connection, request.run.route) === undefined) return undefined;
  const { host, protocol } = new URL(request.wire.url);
  const note = `The code sends no token to ${host}`;
  const token = snippetToken({ ...connection, sendToken: true }, request.wire.url, withToken);
  if (token.kind === 'none') return `${note}: it would be readable over ${protocol}//.`;
  return `${note}. Add --send-token to include it.`;
}

/** Example inputs for the model that runs: of its card or the task, for models that take images with an image. */
export function defaultInputs(call: Call, context: Context, { task, chat }: CheckedRequest) {
  let example: Promise<ChatPrompt | undefined> | undefined;
  const imageExample = (model?: string) => (example ??= findImageExample(context, task, model));
  return {
    async values(model?: string): Promise<Values> {
      const image = await imageExample(model);
      if (!image || !task.conversation) return defaultValues(call, context, task, model);
      call.output.note(`No inputs given: the code uses an example with an image.`);
      return { [task.conversation.message]: image.text };
    },
    async chat(model?: string): Promise<Chat | undefined> {
      if (chat && chat.images.length > 0) return chat;
      const images = (await imageExample(model))?.images;
      return images ? { ...emptyChat, ...chat, images } : chat;
    },
  };
}

async function findImageExample({ connection, signal }: Context, task: Task, model?: string) {
  if (!task.conversation || model === undefined) return undefined;
  const support = await getChatSupport(connection, task, { model }, signal);
  return getAttachmentKinds(support).includes('image')
    ? fetchImageExample(connection, task, model, signal)
    : undefined;
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
  for (const file of Object.values(values)) {
    if (isPlaceholderFile(file))
      output.note(`${file.name} is a placeholder: replace it with the path of your own file.`);
  }
  return values;
}

/**
 * The code that runs a model locally with its own library.
 * @throws InputError if there is none, or the model uses another library
 */
export async function prepareLibraryCode(
  { connection, signal }: Context,
  model: string,
  { client = LIBRARY, language }: CodeChoice,
): Promise<PreparedCode> {
  const info = await fetchModelInfo(connection, model, signal);
  const snippets = await createLibrarySnippets(info);
  if (!snippets) {
    const { library_name: library } = info;
    throw new InputError(
      library
        ? `No code is available for ${library}, the library of ${model}`
        : `${model} does not specify a library`,
      { hint: 'Omit --client for code that sends a request.' },
    );
  }
  if (client !== LIBRARY && client !== snippets.library)
    throw new InputError(`The library of ${model} is ${snippets.library}, not ${client}`, {
      hint: `Use --client ${snippets.library}.`,
    });
  const pieces = createLibraryPieces(snippets, language);
  if (language !== undefined && pieces.length === 0) {
    throw new InputError(`${snippets.label} has no code in ${languages[language].label}`, {
      hint: 'Omit --lang.',
    });
  }
  return { notes: libraryNotes(snippets, model, pieces), pieces: () => pieces };
}

/**
 * The ID of a model on the hub, without a routing policy.
 * @throws InputError for a URL or no model
 */
export function hubModel(model: string | undefined): string {
  if (model !== undefined && !isWebUrl(model)) return plainModelId(model);
  throw new InputError('Library code requires a model on the hub', { hint: 'Choose one with --model.' });
}

/** A hint about the code of a model's own library; undefined if there is none. */
export async function libraryHint(
  { connection, signal }: Context,
  model: string,
): Promise<string | undefined> {
  const { library } = await lookUpModel(connection, model, signal);
  if (library === undefined || !(await hasLibraryCode(library))) return undefined;
  return `--client ${library} prints code that runs it on your own machine.`;
}

/**
 * Prints the code of a run after its result, or to standard error if standard output holds JSON or a file. Fails
 * before the run if the code is not available.
 * @throws UsageError
 */
export async function codeAfterRun(
  call: Call,
  target: Target,
  options: CodeOptions,
): Promise<PrepareAfterRun> {
  const choice = await chooseCode(options);
  const { output, runtime } = call;
  return async (context, request) => {
    const code = isForLibrary(choice)
      ? await prepareLibraryCode(context, hubModel(request.run.route.model), choice)
      : prepareRequestCode(call, context, request, choice, target.kind === 'file' ? target.path : undefined);
    return async ({ view }) => {
      const contentType = getMediaType(view);
      const pieces = code.pieces(contentType);
      const isApart = call.options.json || target.kind === 'standard-output';
      const text = await drawCode(pieces, isApart ? output.errorTerminal : output.terminal);
      const followsResult = target.kind !== 'file' || contentType !== undefined;
      if (isApart) runtime.errors.write(text);
      else output.write(followsResult ? `\n${text}` : text);
      noteCode(call, code, pieces);
    };
  };
}
