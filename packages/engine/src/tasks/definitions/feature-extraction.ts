import { text } from '../../fields/index.ts';
import { vectorResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

export const featureExtraction = defineTask({
  summary: 'Turns text into a vector for search, clustering or retrieval.',
  aliases: ['embeddings', 'embed', 'text-embeddings', 'vectors'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  taskInPath: true,
  result: vectorResult,
});
