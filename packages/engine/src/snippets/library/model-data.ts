import type { ModelData } from '@huggingface/tasks';
import { isModelId, type ModelInfo } from '../../hub/index.ts';
import { isRecord } from '../../text/index.ts';
import { isPythonName } from '../python/code.ts';
import type { Placeholders } from './placeholders.ts';

/** Libraries with templates that read parts of the ID; others get a placeholder, which also adds missing quotes. */
const idReaders = new Set(
  'PaddleOCR depth-anything-v2 edsnlp lerobot ltx mlx mobilint moshi openasr perception-encoder spacy stanza'.split(
    ' ',
  ),
);

/** Safe characters in every language; no property of every object, such as `constructor`. */
const isTag = (tag: string) => /^[\w.:/+-]+$/.test(tag) && !(tag in {});

/** The data for templates: texts are placeholders, names are valid ones, other data of the card is left out. */
export function modelDataOf(info: ModelInfo, library: string, placeholders: Placeholders): ModelData {
  const tags = textsOf(info.tags).filter(isTag);
  const { base_model, instance_prompt } = recordOf(info.cardData);
  const [base] = typeof base_model === 'string' ? [base_model] : textsOf(base_model);
  return {
    id: idReaders.has(library) ? info.id : placeholders.add(info.id),
    inference: '',
    tags,
    pipeline_tag: taskOf(info.pipeline_tag, library) as ModelData['pipeline_tag'],
    ...widgetOf(info, placeholders),
    config: modelConfigOf(recordOf(info.config), placeholders),
    cardData: {
      base_model: base !== undefined && isModelId(base) ? base : placeholders.optional(base),
      instance_prompt: placeholders.optional(instance_prompt),
    },
    ...transformersInfoOf(info.transformersInfo),
  };
}

/** GGUF files are for text generation, unless they accept pictures. */
function taskOf(tag: unknown, library: string): string | undefined {
  if (library === 'llama-cpp-python' && tag !== 'image-text-to-text') return 'text-generation';
  return isText(tag) && /^[a-z0-9-]+$/.test(tag) && isTag(tag) ? tag : undefined;
}

function transformersInfoOf(value: unknown): Pick<ModelData, 'transformersInfo'> {
  if (!isRecord(value)) return {};
  const { auto_model, processor } = value;
  // Without a name, the template uses `AutoModel`.
  return { transformersInfo: { auto_model: nameOf(auto_model) ?? '', processor: nameOf(processor) } };
}

type Config = NonNullable<ModelData['config']>;

function modelConfigOf(config: Readonly<Record<string, unknown>>, placeholders: Placeholders): Config {
  const part = (name: string) => recordOf(config[name]);
  const { base_model_name_or_path: base, task_type } = part('peft');
  const { model: file, model_format } = part('sklearn');
  const { speechbrain_interface, interface: olderName } = part('speechbrain');
  // Templates only compare these.
  const known = (value: unknown) => nameOf(value) ?? placeholders.optional(value);
  return {
    architectures: textsOf(config.architectures).slice(0, 1).filter(isPythonName),
    keras_hub: { tasks: textsOf(part('keras_hub').tasks).filter(isPythonName) },
    adapter_transformers: { model_name: placeholders.optional(part('adapter_transformers').model_name) },
    peft: { base_model_name_or_path: placeholders.optional(base), task_type: known(task_type) },
    sklearn: {
      model: { file: placeholders.optional(recordOf(file).file) },
      model_format: known(model_format),
    },
    speechbrain: { speechbrain_interface: known(speechbrain_interface) ?? known(olderName) },
    chat_template_jinja: hasChatTemplate(config) ? 'yes' : undefined,
  } as Config;
}

function hasChatTemplate(config: Readonly<Record<string, unknown>>): boolean {
  return [
    recordOf(config.tokenizer_config).chat_template,
    recordOf(config.processor_config).chat_template,
    config.chat_template_jinja,
  ].some((template) => template !== undefined && template !== null);
}

const MASK = '<mask>';

/** The first example of a card. The mask token gets its own placeholder, since a template searches for it. */
function widgetOf(info: ModelInfo, placeholders: Placeholders): Pick<ModelData, 'mask_token' | 'widgetData'> {
  const maskToken = isText(info.mask_token) ? info.mask_token : MASK;
  const mask_token = placeholders.add(maskToken);
  const [example] = Array.isArray(info.widgetData) ? info.widgetData : [];
  const { text, source_sentence, sentences } = recordOf(example);
  return {
    mask_token,
    widgetData: [
      {
        ...(isText(text) ? { text: withMaskToken(text, maskToken, mask_token, placeholders) } : {}),
        ...(isText(source_sentence)
          ? {
              source_sentence: placeholders.add(source_sentence),
              sentences: textsOf(sentences).map((sentence) => placeholders.add(sentence)),
            }
          : {}),
      } as NonNullable<ModelData['widgetData']>[number],
    ],
  };
}

function withMaskToken(text: string, token: string, mask: string, placeholders: Placeholders): string {
  const at = text.indexOf(token);
  if (at === -1) return placeholders.add(text);
  const [before = '', after = ''] = [text.slice(0, at), text.slice(at + token.length)].map(
    (part) => placeholders.optional(part) ?? '',
  );
  return before + mask + after;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function nameOf(value: unknown): string | undefined {
  return isText(value) && isPythonName(value) ? value : undefined;
}
