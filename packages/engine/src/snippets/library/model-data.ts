import type { ModelData } from '@huggingface/tasks';
import { isModelId, type ModelInfo } from '../../hub/index.ts';
import type { Marks } from './marks.ts';
import { modelConfigOf } from './model-config.ts';
import { isText, nameOf, recordOf, textsOf } from './reading.ts';
import { widgetOf } from './widget.ts';

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
