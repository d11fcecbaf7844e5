import {
  boxesReader,
  candidatesReader,
  fillsReader,
  labelsReader,
  masksReader,
  tracksReader,
  zeroShotReader,
} from './labels.ts';
import { mediaReader } from './result.ts';
import { answerInContextReader, documentAnswersReader, spansReader, visualAnswersReader } from './spans.ts';
import { chatReader, textReader } from './text.ts';
import { cellsReader, rowValuesReader, similaritiesReader, vectorReader } from './values.ts';

/** The readers by the names in `definitions.ts`. Only what reads responses imports them, so pages load them with a run. */
export const readers = {
  answerInContext: answerInContextReader,
  audio: mediaReader('audio'),
  boxes: boxesReader,
  candidates: candidatesReader,
  cells: cellsReader,
  chat: chatReader,
  documentAnswers: documentAnswersReader,
  fills: fillsReader,
  generated_text: textReader('generated_text'),
  image: mediaReader('image'),
  labels: labelsReader,
  masks: masksReader,
  rowValues: rowValuesReader,
  similarities: similaritiesReader,
  spans: spansReader,
  summary_text: textReader('summary_text'),
  text: textReader('text'),
  tracks: tracksReader,
  translation_text: textReader('translation_text'),
  vector: vectorReader,
  visualAnswers: visualAnswersReader,
  zeroShot: zeroShotReader,
};
