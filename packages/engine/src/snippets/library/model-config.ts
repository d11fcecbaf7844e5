import type { ModelData } from '@huggingface/tasks';
import type { Marks } from './marks.ts';
import { isPythonName } from '../python/python-name.ts';
import { nameOf, recordOf, textsOf } from './reading.ts';

type Config = NonNullable<ModelData['config']>;

/** What the templates read of a model's `config`, made harmless like the rest of the model. */
export function modelConfigOf(config: Readonly<Record<string, unknown>>, marks: Marks): Config {
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
