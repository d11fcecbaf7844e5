import type { ModelData } from '@huggingface/tasks';
import { isModelId, type ModelInfo } from '../../hub/index.ts';
import { isPythonName } from '../python/code.ts';
import type { Marks } from './placeholders.ts';

/**
 * Libraries whose templates look into the id (its name without the organization, `-mlx` in it) and have to see it. The
 * others get a mark, which comes out in quotes where a template forgot them, and whole where it rewrites its own code.
 */
const idReaders = new Set([
  'PaddleOCR',
  'depth-anything-v2',
  'edsnlp',
  'lerobot',
  'ltx',
  'mlx',
  'mobilint',
  'moshi',
  'openasr',
  'perception-encoder',
  'spacy',
  'stanza',
]);

/** Letters that no language reads as anything but themselves; no names that every object has (`constructor`). */
const isTag = (tag: string) => /^[\w.:/+-]+$/.test(tag) && !(tag in {});

/**
 * What the templates read of a model, made harmless: texts become marks; what they write as a name is one, or is
 * missing; nothing else of the card gets in.
 */
export function modelDataOf(info: ModelInfo, library: string, marks: Marks): ModelData {
  const tags = textsOf(info.tags).filter(isTag);
  const { base_model, instance_prompt } = recordOf(info.cardData);
  const [base] = typeof base_model === 'string' ? [base_model] : textsOf(base_model);
  return {
    id: idReaders.has(library) ? info.id : marks.markFor(info.id),
    inference: '',
    tags,
    pipeline_tag: taskOf(info.pipeline_tag, library) as ModelData['pipeline_tag'],
    ...widgetOf(info, marks),
    config: modelConfigOf(recordOf(info.config), marks),
    cardData: {
      base_model: base !== undefined && isModelId(base) ? base : marks.optional(base),
      instance_prompt: marks.optional(instance_prompt),
    },
    ...transformersInfoOf(info.transformersInfo),
  };
}

/** A conversation with a GGUF file is one of texts where the card says neither that nor that it takes pictures. */
function taskOf(tag: unknown, library: string): string | undefined {
  if (library === 'llama-cpp-python' && tag !== 'image-text-to-text') return 'text-generation';
  return isText(tag) && /^[a-z0-9-]+$/.test(tag) && isTag(tag) ? tag : undefined;
}

function transformersInfoOf(value: unknown): Pick<ModelData, 'transformersInfo'> {
  if (typeof value !== 'object' || value === null) return {};
  const { auto_model, processor } = recordOf(value);
  const processorName = nameOf(processor);
  return {
    transformersInfo: {
      // The template takes `AutoModel` where there is no name.
      auto_model: nameOf(auto_model) ?? '',
      ...(processorName === undefined ? {} : { processor: processorName }),
    },
  };
}

type Config = NonNullable<ModelData['config']>;

/** What the templates read of a model's `config`, made harmless like the rest of the model. */
function modelConfigOf(config: Readonly<Record<string, unknown>>, marks: Marks): Config {
  const part = (name: string) => recordOf(config[name]);
  const { base_model_name_or_path: base, task_type } = part('peft');
  const { model: file, model_format } = part('sklearn');
  const { speechbrain_interface, interface: olderName } = part('speechbrain');
  // A template compares these with what it knows and writes none of them.
  const known = (value: unknown) => nameOf(value) ?? marks.optional(value);
  return {
    architectures: textsOf(config.architectures).slice(0, 1).filter(isPythonName),
    keras_hub: { tasks: textsOf(part('keras_hub').tasks).filter(isPythonName) },
    adapter_transformers: { model_name: marks.optional(part('adapter_transformers').model_name) },
    peft: { base_model_name_or_path: marks.optional(base), task_type: known(task_type) },
    sklearn: { model: { file: marks.optional(recordOf(file).file) }, model_format: known(model_format) },
    speechbrain: { speechbrain_interface: known(speechbrain_interface) ?? known(olderName) },
    ...(hasChatTemplate(config) ? { chat_template_jinja: 'yes' } : {}),
  } as Config;
}

/** Whether the model brings a chat template, wherever; what it says matters to no snippet. */
function hasChatTemplate(config: Readonly<Record<string, unknown>>): boolean {
  return [
    recordOf(config.tokenizer_config).chat_template,
    recordOf(config.processor_config).chat_template,
    config.chat_template_jinja,
  ].some((template) => template !== undefined && template !== null);
}

/** What a template takes for the mask where the model names none. */
const MASK = '<mask>';

/**
 * The first example of a card and the mask token. A template looks for the token in the text, so it stands between the
 * marks of what is around it by a mark of its own.
 */
function widgetOf(info: ModelInfo, marks: Marks): Pick<ModelData, 'mask_token' | 'widgetData'> {
  const maskToken = isText(info.mask_token) ? info.mask_token : MASK;
  const mask_token = marks.markFor(maskToken);
  const [example] = Array.isArray(info.widgetData) ? info.widgetData : [];
  const { text, source_sentence, sentences } = recordOf(example);
  return {
    mask_token,
    widgetData: [
      {
        ...(isText(text) ? { text: aroundMask(text, maskToken, mask_token, marks) } : {}),
        ...(isText(source_sentence)
          ? {
              source_sentence: marks.markFor(source_sentence),
              sentences: textsOf(sentences).map((sentence) => marks.markFor(sentence)),
            }
          : {}),
      } as NonNullable<ModelData['widgetData']>[number],
    ],
  };
}

/** A text whose first mask token has a mark of its own. */
function aroundMask(text: string, token: string, mark: string, marks: Marks): string {
  const at = text.indexOf(token);
  if (at === -1) return marks.markFor(text);
  const [before = '', after = ''] = [text.slice(0, at), text.slice(at + token.length)].map(
    (part) => marks.optional(part) ?? '',
  );
  return before + mark + after;
}

/** A card's entries by name; none where it holds something else. */
function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The texts of a card's list; none where it holds something else. */
function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

/** Whether a card's value is a text that says something. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** A card's value where it can stand as a name in code. */
export function nameOf(value: unknown): string | undefined {
  return isText(value) && isPythonName(value) ? value : undefined;
}
