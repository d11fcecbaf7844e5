import { MODEL_LIBRARIES_UI_ELEMENTS } from '@huggingface/tasks';
import type { fetchModelInfo } from '@tryout/engine';

export type ModelInfo = Awaited<ReturnType<typeof fetchModelInfo>>;

/** Libraries with templates. */
export const libraries = Object.entries(MODEL_LIBRARIES_UI_ELEMENTS)
  .filter(([, element]) => 'snippets' in element)
  .map(([name]) => name);

/** Model card fields that templates write as strings. */
export interface CardTexts {
  readonly adapter: string;
  readonly base: string;
  readonly peftBase: string;
  readonly prompt: string;
  readonly file: string;
  readonly widget: string;
  readonly mask: string;
  readonly sentence: string;
}

export const plainTexts: CardTexts = {
  adapter: 'some-adapter',
  base: 'some base',
  peftBase: 'some other base',
  prompt: 'a prompt',
  file: 'model.pkl',
  widget: 'an example',
  mask: '[MASK]',
  sentence: 'a sentence',
};

/** Model card fields that templates write as class names or compare. */
export interface CardNames {
  readonly architecture?: string;
  readonly auto_model?: string;
  readonly processor?: string;
  readonly kerasTask?: string;
  readonly pipeline_tag?: string;
}

export const plainNames: CardNames = {
  architecture: 'BertForMaskedLM',
  auto_model: 'AutoModelForMaskedLM',
  processor: 'AutoTokenizer',
  kerasTask: 'Segmenter',
};

/** A model with every field that a template reads. */
export function modelWith(
  library: string,
  more: Partial<ModelInfo> = {},
  texts: CardTexts = plainTexts,
  { architecture, auto_model, processor, kerasTask, pipeline_tag }: CardNames = plainNames,
): ModelInfo {
  return {
    id: 'org-1/my.model',
    library_name: library,
    tags: [],
    pipeline_tag,
    mask_token: texts.mask,
    config: {
      architectures: [architecture],
      adapter_transformers: { model_name: texts.adapter },
      keras_hub: { tasks: ['CausalLM', kerasTask] },
      peft: { base_model_name_or_path: texts.peftBase, task_type: 'CAUSAL_LM' },
      sklearn: { model: { file: texts.file }, model_format: 'pickle' },
      speechbrain: { speechbrain_interface: 'EncoderClassifier' },
      tokenizer_config: { chat_template: texts.widget },
    },
    cardData: { base_model: texts.base, instance_prompt: texts.prompt },
    widgetData: [{ text: texts.widget, source_sentence: texts.sentence, sentences: [texts.sentence] }],
    transformersInfo: { auto_model, processor },
    ...more,
  } as unknown as ModelInfo;
}

export type Branch = readonly [library: string, more: Partial<ModelInfo>];

/** Model metadata for each further template that writes card fields. */
export const branches: readonly Branch[] = [
  ...['controlnet', 'lora', 'textual_inversion', 'FluxFillPipeline', 'StableDiffusionInpaintPipeline'].map(
    (tag): Branch => ['diffusers', { tags: [tag] }],
  ),
  ...['image-to-image', 'image-to-video', 'text-to-video', 'text-to-image'].flatMap((pipeline_tag) =>
    [[], ['lora']].map((tags): Branch => ['diffusers', { tags, pipeline_tag }]),
  ),
  ['diffusers', { widgetData: [] }],
  ['sklearn', { tags: ['skops'] }],
  [
    'sklearn',
    { tags: ['skops'], config: { sklearn: { model: { file: 'x.skops' }, model_format: 'skops' } } },
  ],
  ['multimolecule', { pipeline_tag: 'fill-mask' }],
  ['multimolecule', { tags: ['rna-secondary-structure'] }],
  ['transformers', { pipeline_tag: 'translation' }],
  ['transformers', { pipeline_tag: 'text-generation', tags: ['conversational', 'custom_code'] }],
  ['transformers', { pipeline_tag: 'image-text-to-text', tags: ['conversational', 'image-text-to-text'] }],
  ['pruna-ai', { tags: ['diffusers'] }],
  ['pruna-ai', { tags: ['diffusers', 'pruna_pro-ai'], pipeline_tag: 'image-to-video' }],
  ['pruna-ai', { tags: ['transformers'], pipeline_tag: 'translation' }],
  ['llama-cpp-python', { tags: ['conversational'], pipeline_tag: 'fill-mask' }],
  ['sentence-transformers', { tags: ['custom_code'] }],
  ['lerobot', { tags: ['smolvla'] }],
  ['outetts', {}],
];
