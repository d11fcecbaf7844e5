import { InputError } from '../errors/index.ts';
import type { Fields } from '../fields/index.ts';
import { compareIntents, didYouMean, findIntent, similarNames, wordsIn } from '../text/index.ts';
import type { TaskDefinition } from './define-task.ts';
import { audioClassification } from './definitions/audio-classification.ts';
import { audioToAudio } from './definitions/audio-to-audio.ts';
import { automaticSpeechRecognition } from './definitions/automatic-speech-recognition.ts';
import { documentQuestionAnswering } from './definitions/document-question-answering.ts';
import { featureExtraction } from './definitions/feature-extraction.ts';
import { fillMask } from './definitions/fill-mask.ts';
import { imageClassification } from './definitions/image-classification.ts';
import { imageSegmentation } from './definitions/image-segmentation.ts';
import { imageTextToImage } from './definitions/image-text-to-image.ts';
import { imageTextToVideo } from './definitions/image-text-to-video.ts';
import { imageToImage } from './definitions/image-to-image.ts';
import { imageToText } from './definitions/image-to-text.ts';
import { imageToVideo } from './definitions/image-to-video.ts';
import { objectDetection } from './definitions/object-detection.ts';
import { questionAnswering } from './definitions/question-answering.ts';
import { sentenceSimilarity } from './definitions/sentence-similarity.ts';
import { summarization } from './definitions/summarization.ts';
import { tableQuestionAnswering } from './definitions/table-question-answering.ts';
import { tabularClassification } from './definitions/tabular-classification.ts';
import { tabularRegression } from './definitions/tabular-regression.ts';
import { textClassification } from './definitions/text-classification.ts';
import { textGeneration } from './definitions/text-generation.ts';
import { textToAudio } from './definitions/text-to-audio.ts';
import { textToImage } from './definitions/text-to-image.ts';
import { textToSpeech } from './definitions/text-to-speech.ts';
import { textToVideo } from './definitions/text-to-video.ts';
import { tokenClassification } from './definitions/token-classification.ts';
import { translation } from './definitions/translation.ts';
import { visualQuestionAnswering } from './definitions/visual-question-answering.ts';
import { zeroShotClassification } from './definitions/zero-shot-classification.ts';
import { zeroShotImageClassification } from './definitions/zero-shot-image-classification.ts';
import names from './names.generated.json' with { type: 'json' };

/** The tasks of the specification (section 2), in display order. */
const specifiedTasks = {
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

/** Tasks that providers began to run later. */
const moreTasks = {
  'text-to-video': textToVideo,
  'image-to-video': imageToVideo,
  'image-text-to-image': imageTextToImage,
  'image-text-to-video': imageTextToVideo,
  'text-to-audio': textToAudio,
} as const;

/** All tasks in display order. To add a task, add its file and a line in one of the two lists. */
export const taskDefinitions = { ...specifiedTasks, ...moreTasks } as const;

export type TaskId = keyof typeof taskDefinitions;

/** Labels of the Hub's categories, in its order. */
const modalityNames: Readonly<Record<string, string>> = names.modalities;

/** A task with its names on the Hub. */
export interface Task extends TaskDefinition<Fields> {
  readonly id: TaskId;
  /** For example `Text Classification`. */
  readonly label: string;
  readonly modality: string;
}

/** All tasks in display order. */
export const tasks: readonly Task[] = Object.entries(taskDefinitions).map(([id, definition]) => ({
  ...(definition as unknown as TaskDefinition),
  ...names.tasks[id as TaskId],
  id: id as TaskId,
}));

export function isTaskId(id: string): id is TaskId {
  return Object.hasOwn(taskDefinitions, id);
}

/** Characters of an unknown name that are read. */
const MAX_TEXT = 200;

/** IDs and aliases. */
const byName = new Map(tasks.flatMap((task) => [task.id, ...task.aliases].map((name) => [name, task])));

/** The task with an ID or alias, such as `asr` or `Speech to Text`. */
export function findTask(name: string): Task | undefined {
  const id = name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return byName.get(id);
}

/** The task to open a model in that this task cannot run; undefined if it can, or if there is none. */
export function findOtherTask(task: Task, modelTask: string | undefined): Task | undefined {
  if (modelTask === undefined || modelTask === task.id || !isTaskId(modelTask)) return undefined;
  const other = taskNamed(modelTask);
  return task.taskInPath && other.taskInPath ? undefined : other;
}

/** Suggested tasks for an unknown name, the most similar first, or for what a user wants to do. */
export function similarTasks(name: string): Task[] {
  const names = similarNames(name, [...byName.keys()], byName.size);
  const similar = names.length > 0 ? names.map((near) => byName.get(near)!) : tasksFor(name);
  return [...new Set(similar)].slice(0, 3);
}

function tasksFor(text: string): Task[] {
  const words = wordsIn(text.slice(0, MAX_TEXT));
  const matches = tasks.flatMap((task) => {
    const match = findIntent(task.intents, words);
    return match ? [{ task, ...match }] : [];
  });
  return matches.toSorted(compareIntents).map(({ task }) => task);
}

/**
 * The task with an ID or alias.
 * @throws InputError for an unknown task; its hint has similar ones
 */
export function taskNamed(name: string): Task {
  const task = findTask(name);
  if (task) return task;
  const near = similarTasks(name).map(({ id }) => id);
  throw new InputError(`Unknown task '${name}'`, {
    code: 'UNKNOWN_TASK',
    hint: didYouMean(near) || `Choose one of the ${tasks.length} tasks, such as text-generation.`,
  });
}

/** Whether a task is in the group "More tasks", below those of the specification. */
export function isMoreTask({ id }: Pick<Task, 'id'>): boolean {
  return Object.hasOwn(moreTasks, id);
}

export const MORE_TASKS = 'More tasks';

/** The specified tasks by the Hub's categories, in its order, such as `nlp`, labeled `Natural Language Processing`, then the others. */
export const taskGroups = [
  ...Object.entries(modalityNames).map(([modality, label]) => ({
    modality,
    label,
    tasks: tasks.filter((task) => task.modality === modality && !isMoreTask(task)),
  })),
  { modality: 'more', label: MORE_TASKS, tasks: tasks.filter(isMoreTask) },
];

export function modalityLabel({ modality }: Pick<Task, 'modality'>): string {
  return modalityNames[modality] ?? modality;
}
