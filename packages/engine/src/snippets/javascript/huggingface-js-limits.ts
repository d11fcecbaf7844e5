import { isFilePlace, type JsonTemplate } from '../../fields/index.ts';
import { isOwn } from '../../request/index.ts';
import type { TaskId } from '../../tasks/index.ts';
import { chatBaseLimit } from '../chat-base.ts';
import { providerLimit } from '../hub-by-name.ts';
import type { SnippetContext } from '../snippet-context.ts';
import { findsProvider, inferenceTarget } from './inference-target.ts';

// What @huggingface/inference 4.13 makes of its arguments, read in its tasks/ and providers/hf-inference.js.

/** Names that its methods take for themselves, or lose, so that they never reach a body. */
const ownArguments = ['accessToken', 'data', 'endpointUrl', 'provider', 'urlTransform', '__proto__'];

/** Tasks whose file it puts into JSON, and when; every other file task drops what stands beside its file. */
const filesInJson: Readonly<Partial<Record<TaskId, 'always' | 'with parameters'>>> = {
  'image-segmentation': 'always',
  'image-to-image': 'with parameters',
};

/**
 * Tasks whose answer it throws away as it comes from the Hub's servers: [{generated_text}], where it takes that object
 * alone; [{sequence, labels, scores}], where it takes {labels, scores} or [{label, score}].
 */
const refusedAnswers: readonly TaskId[] = ['image-to-text', 'zero-shot-classification'];

/** Tasks of which it takes the Hub's own [[{label, score}]] alone; a transformers pipeline gives [{label, score}]. */
const refusedAtEndpoints: readonly TaskId[] = ['text-classification'];

/** Why `InferenceClient` cannot make a request, as a sentence that goes on after its name; undefined when it can. */
export function limitOf(context: SnippetContext): string | undefined {
  const { request, url } = context;
  const { asked } = inferenceTarget(context);
  const swallowed = Object.keys(asked).find((name) => ownArguments.includes(name));
  if (swallowed !== undefined) return `cannot send the parameter ${swallowed}, a word of its own`;
  if (findsProvider(context)) return undefined;
  if (request.conversation) {
    const limit = chatBaseLimit(url, false);
    return limit ?? ('model' in asked ? undefined : 'always names a model: give one with -m');
  }
  if (!isOwn(request.server)) return providerLimit(context);
  return ownFormLimit(context, asked);
}

function ownFormLimit(
  { request, task }: SnippetContext,
  asked: Readonly<Record<string, JsonTemplate>>,
): string | undefined {
  if (task.conversation) return "completes text in OpenAI's form alone";
  if (refusedAnswers.includes(task.id)) return 'refuses the list that servers answer with';
  if (request.server === 'endpoint' && refusedAtEndpoints.includes(task.id)) {
    return 'refuses a flat list of labels, with which an endpoint may answer';
  }
  if (!isFilePlace(asked['inputs'])) return undefined;
  const habit = filesInJson[task.id];
  if (request.body.kind === 'file') {
    return habit === 'always' ? 'never sends the file of this task bare, only in JSON' : undefined;
  }
  const isJson = habit === 'always' || (habit === 'with parameters' && 'parameters' in asked);
  return isJson ? undefined : 'cannot send parameters along with a file';
}
