import schemas from '../../tasks/parameters.generated.json' with { type: 'json' };
import { words } from './code.ts';

/** The parameters of a method of InferenceClient. */
interface Method {
  /** Keyword arguments that are sent as parameters of the same name; by default those in the schema of the task. */
  readonly names?: readonly string[];
  /** The argument for other parameters, or any keyword; none by default. */
  readonly others?: 'extra_body' | 'keywords';
  /** Arguments with a default that would be sent; None prevents that. */
  readonly suppressed?: readonly string[];
  /** Arguments that are only accepted together. */
  readonly together?: readonly string[];
  /** Arguments of inputs whose names are neither ours nor in `otherNames`. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Why it cannot send a request in the Hub's own format. */
  readonly differsAtHub?: string;
  /** Why it cannot send the request of the run. */
  readonly differs?: string;
}

const NO_METHOD = 'has no method for this task';
const NOT_AT_HUB = 'supports this task only at other providers';
const TABLE_OUTSIDE_INPUTS = 'sends the table next to the inputs, not inside';

/**
 * How the methods of huggingface_hub 1.29 and 2.0 (inference/_client.py) differ from the schemas that their arguments are
 * generated from, without arguments that are not sent unchanged: `decoder_input_details` of text_generation.
 */
const methods: Readonly<Record<string, Method>> = {
  'automatic-speech-recognition': { names: [], others: 'extra_body' },
  'chat-completion': {
    names: words(`
      model messages frequency_penalty logit_bias logprobs max_tokens n presence_penalty
      response_format seed stop stream stream_options temperature tool_choice tool_prompt
      tools top_logprobs top_p
    `),
    others: 'extra_body',
  },
  'feature-extraction': {
    names: words('normalize prompt_name truncate truncation_direction dimensions encoding_format'),
  },
  'image-to-image': { others: 'keywords' },
  'image-text-to-image': { differs: NO_METHOD },
  'image-text-to-video': { differs: NO_METHOD },
  'image-to-text': { names: [] },
  'image-to-video': { others: 'keywords', inputs: { text: 'prompt' }, differsAtHub: NOT_AT_HUB },
  'tabular-classification': { differs: TABLE_OUTSIDE_INPUTS },
  'tabular-regression': { differs: TABLE_OUTSIDE_INPUTS },
  'text-generation': {
    names: words(`
      adapter_id best_of details do_sample frequency_penalty grammar max_new_tokens
      repetition_penalty return_full_text seed stop temperature top_k top_n_tokens top_p
      truncate typical_p watermark
    `),
  },
  'text-to-audio': { differs: NO_METHOD },
  'text-to-image': { others: 'extra_body' },
  'text-to-speech': { names: [], others: 'extra_body' },
  'text-to-video': { others: 'extra_body', differsAtHub: NOT_AT_HUB },
  translation: { together: ['src_lang', 'tgt_lang'] },
  'visual-question-answering': { differs: 'sends the question next to the inputs, not inside' },
  'zero-shot-classification': { suppressed: ['multi_label'] },
  'zero-shot-image-classification': { differs: 'sends the image as the inputs, not inside' },
};

/** The method for a task, or for `chat-completion`. */
export function methodFor(task: string): Method & Required<Pick<Method, 'names'>> {
  const specs: readonly { readonly name: string }[] = schemas[task as keyof typeof schemas];
  return { names: specs.map(({ name }) => name.split('.')[0] ?? name), ...methods[task] };
}
