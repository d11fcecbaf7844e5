import type { ModelDefinition } from '../../define-model.ts';
import { compromiseEntities } from './compromise-entities.ts';
import { fableMarkovChain } from './fable-markov-chain.ts';
import { labelOverlap } from './label-overlap.ts';
import { languageTrigrams } from './language-trigrams.ts';
import { leadSummary } from './lead-summary.ts';
import { morseCode } from './morse-code.ts';
import { nGramMask } from './n-gram-mask.ts';
import { pigLatin } from './pig-latin.ts';
import { plainAssistant } from './plain-assistant.ts';
import { questionOrStatement } from './question-or-statement.ts';
import { textPatterns } from './text-patterns.ts';
import { trigramEmbedding } from './trigram-embedding.ts';
import { trigramSimilarity } from './trigram-similarity.ts';
import { vaderSentiment } from './vader.ts';
import { wordCosine } from './word-cosine.ts';
import { wordEmbeddings } from './word-embeddings.ts';
import { wordFrequencySummary } from './word-frequency-summary.ts';
import { wordOverlapAnswers } from './word-overlap-answers.ts';

/** The models of the text tasks; the first of a task is its default. */
export const textModels: readonly ModelDefinition[] = [
  vaderSentiment,
  languageTrigrams,
  questionOrStatement,
  compromiseEntities,
  textPatterns,
  wordOverlapAnswers,
  wordFrequencySummary,
  leadSummary,
  pigLatin,
  morseCode,
  fableMarkovChain,
  plainAssistant,
  nGramMask,
  trigramEmbedding,
  wordEmbeddings,
  wordCosine,
  trigramSimilarity,
  labelOverlap,
];
