import { isFilePlace, type JsonTemplate } from '../../fields/index.ts';
import { isOwn } from '../../request/index.ts';
import type { TaskId } from '../../tasks/index.ts';
import type { SnippetContext } from '../snippet-context.ts';
import { isChatAddress, NO_CHAT_BASE } from './chat-base.ts';
import { findsProvider, inferenceTarget } from './inference-target.ts';

// What @huggingface/inference 4.13 makes of its arguments, read in its tasks/ and providers/hf-inference.js.

/** Names that its methods take for themselves, or lose, so that they never reach a body. */
const ownArguments = ['accessToken', 'data', 'endpointUrl', 'provider', 'urlTransform', '__proto__'];

/** Tasks whose file it puts into JSON, and when; every other file task drops what stands beside its file. */
const filesInJson: Readonly<Partial<Record<TaskId, 'always' | 'with parameters'>>> = {
  'image-segmentation': 'always',
  'image-to-image': 'with parameters',
};

/** Tasks that are answered with a list by the Hub's servers, and whose answer it throws away unless it is an object. */
const refusedAnswers: readonly TaskId[] = ['image-to-text', 'zero-shot-classification'];

/** Why `InferenceClient` cannot make a request, as a sentence that goes on after its name; undefined when it can. */
export function limitOf(context: SnippetContext): string | undefined {
  const { request, url } = context;
  const { asked } = inferenceTarget(context);
  const swallowed = Object.keys(asked).find((name) => ownArguments.includes(name));
  if (swallowed !== undefined) return `cannot send the parameter ${swallowed}, a word of its own`;
  if (findsProvider(context)) return undefined;
  if (request.conversation) {
    if (!isChatAddress(url)) return NO_CHAT_BASE;
    return 'model' in asked ? undefined : 'always names a model: give one with -m';
  }
  if (!isOwn(request.server)) return 'reaches other providers through router.huggingface.co alone';
  return ownFormLimit(context, asked);
}

function ownFormLimit(
  { request, task }: SnippetContext,
  asked: Readonly<Record<string, JsonTemplate>>,
): string | undefined {
  if (task.conversation) return "completes text in OpenAI's form alone";
  if (refusedAnswers.includes(task.id)) return 'refuses the list that servers answer with';
  if (!isFilePlace(asked['inputs'])) return undefined;
  const habit = filesInJson[task.id];
  if (request.body.kind === 'file') {
    return habit === 'always' ? 'never sends the file of this task bare, only in JSON' : undefined;
  }
  const isJson = habit === 'always' || (habit === 'with parameters' && 'parameters' in asked);
  return isJson ? undefined : 'cannot send parameters along with a file';
}
