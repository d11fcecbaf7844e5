import { setImmediate } from 'node:timers/promises';
import type { ModelDefinition } from '../define-model.ts';
import { refuseManySentences } from '../models/text/input-limits.ts';

function mean(vectors: readonly number[][]): number[] {
  const first = vectors[0] ?? [];
  return first.map((_, index) => {
    const sum = vectors.reduce((total, vector) => total + (vector[index] ?? 0), 0);
    return sum / vectors.length;
  });
}

function flatten(answer: number[] | number[][]): number[] {
  return Array.isArray(answer[0]) ? mean(answer as number[][]) : (answer as number[]);
}

function cosine(left: readonly number[], right: readonly number[]): number {
  const dot = left.reduce((total, value, index) => total + value * (right[index] ?? 0), 0);
  const size = Math.hypot(...left) * Math.hypot(...right);
  return size === 0 ? 0 : dot / size;
}

/**
 * A model for sentence similarity made of one for feature extraction, as hf-inference serves them: the cosine between
 * the vectors, token vectors averaged first.
 */
export function similarityModel(
  model: ModelDefinition<'feature-extraction'>,
): ModelDefinition<'sentence-similarity'> {
  return {
    id: model.id,
    task: 'sentence-similarity',
    card: model.card,
    examples: model.examples,
    async answer({ source_sentence, sentences }, parameters, signal) {
      const vector = async (text: string) => flatten(await model.answer(text, parameters, signal));
      refuseManySentences(sentences);
      const source = await vector(source_sentence);
      const scores: number[] = [];
      for (const sentence of sentences) {
        await setImmediate();
        signal.throwIfAborted();
        scores.push(cosine(source, await vector(sentence)));
      }
      return scores;
    },
  };
}
