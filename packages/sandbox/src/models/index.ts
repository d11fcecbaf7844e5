import type { ModelDefinition } from '../define-model.ts';
import { plainAssistant } from './assistant/plain-assistant.ts';
import { colorRegions } from './image/regions.ts';
import { documentFields } from './image/document-fields.ts';
import { imageAssistant } from './assistant/image-assistant.ts';
import { labelStatistics } from './image/label-statistics.ts';
import { namedColors } from './image/colors.ts';
import { imageEditor, promptEditor } from './image/image-editor.ts';
import { pageReader } from './image/text-reader.ts';
import { shapeCaptioner } from './image/shape-captioner.ts';
import { fillRatioDetector, shapeDetector } from './image/shapes.ts';
import { shapePainter, stripePainter } from './image/shape-painter.ts';
import { shapeQuestions } from './image/shape-questions.ts';
import { bassTrebleSplitter } from './sound/bass-treble-splitter.ts';
import { morseListener, morseSpeaker } from './sound/morse.ts';
import { notePlayer } from './sound/note-player.ts';
import { soundSorter } from './sound/sound-sorter.ts';
import { irisNearestNeighbors, stoppingDistanceLine, tableRules } from './tables.ts';
import { wordOverlapAnswers } from './text/answers.ts';
import { compromiseEntities } from './text/entities.ts';
import { labelOverlap } from './text/labels.ts';
import { fableMarkovChain, nGramMask } from './text/n-grams.ts';
import { moodWordCount, questionOrStatement, vaderSentiment } from './text/questions.ts';
import { bigramEmbedding, trigramEmbedding, wordCosine } from './text/similarity.ts';
import { leadSummary, wordFrequencySummary } from './text/summaries.ts';
import { morseTranslation, pigLatin } from './text/translation.ts';
import { cameraMover, editFader, shapeAnimator } from './video.ts';

/** The models in the order of the listing; the first one of a task is its default. */
export const models: readonly ModelDefinition[] = [
  vaderSentiment,
  questionOrStatement,
  moodWordCount,
  compromiseEntities,
  wordOverlapAnswers,
  wordFrequencySummary,
  leadSummary,
  pigLatin,
  morseTranslation,
  fableMarkovChain,
  plainAssistant,
  imageAssistant,
  nGramMask,
  trigramEmbedding,
  bigramEmbedding,
  wordCosine,
  labelOverlap,
  tableRules,
  irisNearestNeighbors,
  stoppingDistanceLine,
  documentFields,
  namedColors,
  colorRegions,
  imageEditor,
  shapeCaptioner,
  pageReader,
  shapeDetector,
  fillRatioDetector,
  shapePainter,
  stripePainter,
  shapeQuestions,
  labelStatistics,
  soundSorter,
  bassTrebleSplitter,
  morseListener,
  morseSpeaker,
  shapeAnimator,
  cameraMover,
  promptEditor,
  editFader,
  notePlayer,
];
