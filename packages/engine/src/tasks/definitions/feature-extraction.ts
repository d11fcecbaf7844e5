import { defineTask, text, vectorResult } from '../define-task.ts';

export const featureExtraction = defineTask({
  summary: 'Turns text into a vector for search, clustering or retrieval.',
  aliases: ['embeddings', 'embed', 'text-embeddings', 'vectors'],
  intents: ['compute embeddings', 'turn text into vectors for search'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  taskInPath: true,
  result: vectorResult,
});
