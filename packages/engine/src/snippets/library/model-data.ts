import type { ModelData } from '@huggingface/tasks';
import type { ModelInfo } from '../../hub/index.ts';
import { isRecord } from '../../text/index.ts';
import { isPythonName } from '../python/code.ts';

/**
 * The data for templates, which do not escape it: names are valid ones, texts are {@link plainText}, other data of the
 * card is left out.
 */
export function getModelData(info: ModelInfo, library: string): ModelData {
  const { base_model, instance_prompt } = getRecord(info.cardData);
  const [base] = typeof base_model === 'string' ? [base_model] : collectTexts(base_model);
  return {
    id: info.id,
    inference: '',
    tags: collectTexts(info.tags).filter(isTag),
    pipeline_tag: getTask(info.pipeline_tag, library) as ModelData['pipeline_tag'],
    mask_token: plainText(info.mask_token),
    widgetData: getWidgetData(info),
    config: getModelConfig(getRecord(info.config)),
    cardData: { base_model: plainText(base), instance_prompt: plainText(instance_prompt) },
    ...getTransformersInfo(info.transformersInfo),
  };
}

/**
 * A text without the characters that end or change a string in the languages of templates, on one line (specification,
 * section 9); undefined for anything else.
 */
function plainText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .replaceAll('"', '”')
    .replaceAll("'", '’')
    .replace(/[\\`${}]/g, '')
    .replaceAll('*/', '* /')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return text === '' ? undefined : text;
}

/** Safe characters in every language; no property of every object, such as `constructor`. */
function isTag(tag: string): boolean {
  return /^[\w.:/+-]+$/.test(tag) && !Object.hasOwn(Object.prototype, tag);
}

/** GGUF files are for text generation, unless they accept images. */
function getTask(tag: unknown, library: string): string | undefined {
  if (library === 'llama-cpp-python' && tag !== 'image-text-to-text') return 'text-generation';
  return isText(tag) && /^[a-z0-9-]+$/.test(tag) && isTag(tag) ? tag : undefined;
}

function getTransformersInfo(value: unknown): Pick<ModelData, 'transformersInfo'> {
  if (!isRecord(value)) return {};
  const { auto_model, processor } = value;
  // Without a name, the template uses `AutoModel`.
  return { transformersInfo: { auto_model: getName(auto_model) ?? '', processor: getName(processor) } };
}

type Config = NonNullable<ModelData['config']>;

function getModelConfig(config: Readonly<Record<string, unknown>>): Config {
  const part = (name: string) => getRecord(config[name]);
  const { base_model_name_or_path: base, task_type } = part('peft');
  const { model: file, model_format } = part('sklearn');
  const { speechbrain_interface, interface: olderName } = part('speechbrain');
  return {
    architectures: collectTexts(config.architectures).slice(0, 1).filter(isPythonName),
    keras_hub: { tasks: collectTexts(part('keras_hub').tasks).filter(isPythonName) },
    adapter_transformers: { model_name: plainText(part('adapter_transformers').model_name) },
    peft: { base_model_name_or_path: plainText(base), task_type: plainText(task_type) },
    sklearn: { model: { file: plainText(getRecord(file).file) }, model_format: plainText(model_format) },
    speechbrain: { speechbrain_interface: plainText(speechbrain_interface) ?? plainText(olderName) },
    chat_template_jinja: hasChatTemplate(config) ? 'yes' : undefined,
  } as Config;
}

function hasChatTemplate(config: Readonly<Record<string, unknown>>): boolean {
  return [
    getRecord(config.tokenizer_config).chat_template,
    getRecord(config.processor_config).chat_template,
    config.chat_template_jinja,
  ].some((template) => template !== undefined && template !== null);
}

/** The first example of a card. */
function getWidgetData({ widgetData }: ModelInfo): ModelData['widgetData'] {
  const [example] = Array.isArray(widgetData) ? widgetData : [];
  const { text, source_sentence, sentences } = getRecord(example);
  const others = collectTexts(sentences).flatMap((sentence) => plainText(sentence) ?? []);
  return [
    { text: plainText(text), source_sentence: plainText(source_sentence), sentences: others },
  ] as ModelData['widgetData'];
}

function getRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function collectTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function getName(value: unknown): string | undefined {
  return isText(value) && isPythonName(value) ? value : undefined;
}
