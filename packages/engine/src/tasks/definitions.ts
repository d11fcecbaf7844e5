import { audioClassification } from './definitions/audio-classification.ts';
import { audioToAudio } from './definitions/audio-to-audio.ts';
import { automaticSpeechRecognition } from './definitions/automatic-speech-recognition.ts';
import { documentQuestionAnswering } from './definitions/document-question-answering.ts';
import { featureExtraction } from './definitions/feature-extraction.ts';
import { fillMask } from './definitions/fill-mask.ts';
import { imageClassification } from './definitions/image-classification.ts';
import { imageSegmentation } from './definitions/image-segmentation.ts';
import { imageToImage } from './definitions/image-to-image.ts';
import { imageToText } from './definitions/image-to-text.ts';
import { objectDetection } from './definitions/object-detection.ts';
import { questionAnswering } from './definitions/question-answering.ts';
import { sentenceSimilarity } from './definitions/sentence-similarity.ts';
import { summarization } from './definitions/summarization.ts';
import { tableQuestionAnswering } from './definitions/table-question-answering.ts';
import { tabularClassification } from './definitions/tabular-classification.ts';
import { tabularRegression } from './definitions/tabular-regression.ts';
import { textClassification } from './definitions/text-classification.ts';
import { textGeneration } from './definitions/text-generation.ts';
import { textToImage } from './definitions/text-to-image.ts';
import { textToSpeech } from './definitions/text-to-speech.ts';
import { tokenClassification } from './definitions/token-classification.ts';
import { translation } from './definitions/translation.ts';
import { visualQuestionAnswering } from './definitions/visual-question-answering.ts';
import { zeroShotClassification } from './definitions/zero-shot-classification.ts';
import { zeroShotImageClassification } from './definitions/zero-shot-image-classification.ts';

/** The 26 tasks in display order (specification, section 2). To add a task, add its file and a line here. */
export const taskDefinitions = {
  'audio-classification': audioClassification,
  'audio-to-audio': audioToAudio,
  'automatic-speech-recognition': automaticSpeechRecognition,
  'document-question-answering': documentQuestionAnswering,
  'feature-extraction': featureExtraction,
  'fill-mask': fillMask,
  'image-classification': imageClassification,
  'image-segmentation': imageSegmentation,
  'image-to-image': imageToImage,
  'image-to-text': imageToText,
  'object-detection': objectDetection,
  'question-answering': questionAnswering,
  'sentence-similarity': sentenceSimilarity,
  summarization,
  'table-question-answering': tableQuestionAnswering,
  'tabular-classification': tabularClassification,
  'tabular-regression': tabularRegression,
  'text-classification': textClassification,
  'text-generation': textGeneration,
  'text-to-image': textToImage,
  'text-to-speech': textToSpeech,
  'token-classification': tokenClassification,
  translation,
  'visual-question-answering': visualQuestionAnswering,
  'zero-shot-classification': zeroShotClassification,
  'zero-shot-image-classification': zeroShotImageClassification,
} as const;

export type TaskId = keyof typeof taskDefinitions;
