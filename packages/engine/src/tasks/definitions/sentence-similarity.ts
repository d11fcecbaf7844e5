import { defineTask, list, similaritiesResult, text } from '../define-task.ts';

export const sentenceSimilarity = defineTask({
  summary: 'Scores how close sentences are in meaning to another sentence.',
  aliases: ['similarity', 'sts', 'semantic-search'],
  intents: ['compare sentences', 'find duplicates and paraphrases'],
  fields: {
    sourceSentence: text('Input - Source Sentence'),
    sentences: list('Input - Sentences', 'Input - Sentence', 'sentence', 'Add Sentence'),
  },
  payload: ({ sourceSentence, sentences }) => ({ inputs: { source_sentence: sourceSentence, sentences } }),
  taskInPath: true,
  result: similaritiesResult,
});
