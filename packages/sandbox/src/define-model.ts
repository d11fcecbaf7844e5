import type { Picture } from './media/picture.ts';
import type { Sound } from './media/sound.ts';

/** A file that a model made, as it goes over the wire. */
export interface MediaFile {
  /** Media type of `bytes`, for example `image/png`. */
  contentType: string;
  bytes: Uint8Array;
}

/** A table as the Hub's table tasks send it: column name to cells, all columns of one length. */
export type Table = Record<string, string[]>;

export interface Label {
  label: string;
  /** 0 to 1. */
  score: number;
}

/** One text taken from a document or picture; `start` and `end` are word positions where the model has them. */
export interface FoundAnswer {
  answer: string;
  score: number;
  start?: number;
  end?: number;
}

/**
 * What a model of each task is given, after the server has checked and decoded the request.
 * The 26 keys are the tasks that the sandbox serves.
 */
export interface TaskInputs {
  'audio-classification': Sound;
  'audio-to-audio': Sound;
  'automatic-speech-recognition': Sound;
  'document-question-answering': { question: string; image: Picture };
  'feature-extraction': string;
  'fill-mask': string;
  'image-classification': Picture;
  'image-segmentation': Picture;
  'image-to-image': Picture;
  'image-to-text': Picture;
  'object-detection': Picture;
  'question-answering': { question: string; context: string };
  'sentence-similarity': { source_sentence: string; sentences: string[] };
  summarization: string;
  'table-question-answering': { query: string; table: Table };
  'tabular-classification': Table;
  'tabular-regression': Table;
  'text-classification': string;
  'text-generation': string;
  'text-to-image': string;
  'text-to-speech': string;
  'token-classification': string;
  translation: string;
  'visual-question-answering': { question: string; image: Picture };
  'zero-shot-classification': { text: string; candidateLabels: string[]; multiLabel: boolean };
  'zero-shot-image-classification': { image: Picture; candidateLabels: string[] };
}

export type TaskId = keyof TaskInputs;

/**
 * What a model of each task answers, before the server puts it in the shape that the real API sends
 * (lists in lists, snake case, base64, the bare file).
 */
export interface TaskAnswers {
  'audio-classification': Label[];
  'audio-to-audio': { label: string; sound: Sound }[];
  'automatic-speech-recognition': { text: string };
  'document-question-answering': FoundAnswer[];
  /** One sentence's vector, or a vector for each token. */
  'feature-extraction': number[] | number[][];
  'fill-mask': { score: number; token: number; token_str: string; sequence: string }[];
  'image-classification': Label[];
  /** `mask` has the picture's size; white is inside. */
  'image-segmentation': { label: string; score: number; mask: Picture }[];
  'image-to-image': Picture;
  'image-to-text': { generated_text: string };
  /** Pixels, `xmax` and `ymax` exclusive. */
  'object-detection': (Label & { box: { xmin: number; ymin: number; xmax: number; ymax: number } })[];
  /** `start` and `end` are character positions in the context. */
  'question-answering': { answer: string; start: number; end: number; score: number };
  'sentence-similarity': number[];
  summarization: { summary_text: string };
  /** `coordinates` are [row, column]; `cells` their text; aggregator NONE, SUM, COUNT or AVERAGE. */
  'table-question-answering': {
    answer: string;
    aggregator: string;
    cells: string[];
    coordinates: [number, number][];
  };
  'tabular-classification': number[];
  'tabular-regression': number[];
  'text-classification': Label[];
  'text-generation': { generated_text: string };
  'text-to-image': Picture;
  'text-to-speech': Sound;
  'token-classification': { entity_group: string; word: string; start: number; end: number; score: number }[];
  translation: { translation_text: string };
  'visual-question-answering': { answer: string; score: number }[];
  'zero-shot-classification': { sequence: string; labels: string[]; scores: number[] };
  'zero-shot-image-classification': Label[];
}

export interface ChatMessage {
  role: string;
  content: string;
}

/** A call of one of the tools that a request offers. */
export interface ToolCall {
  name: string;
  arguments: Readonly<Record<string, unknown>>;
}

/** One token of a chat answer: of its text, of the reasoning before it, or a whole tool call. */
export type ChatPiece = string | { reasoning: string } | { toolCall: ToolCall };

/** Example inputs in the Hub's `widgetData` form; `src` names a file of `packages/sandbox/examples`. */
export interface WidgetExample {
  example_title?: string;
  text?: string;
  context?: string;
  src?: string;
  candidate_labels?: string;
  multi_class?: boolean;
  source_sentence?: string;
  sentences?: string[];
  table?: Table;
  structured_data?: Table;
}

export interface ModelDefinition<Task extends TaskId = TaskId> {
  /** Repository id, `sandbox/…`: an honest name for the algorithm. */
  id: string;
  task: Task;
  /** Markdown. Says what the model does, exactly enough to work out its answer by hand, and what it cannot do. */
  card: string;
  /** At least one input that shows the model at its best; the first is what the demo runs. */
  examples: [WidgetExample, ...WidgetExample[]];
  /** `library_name` of the listing; none by default, since these models come from no library. */
  library?: string;
  /** Tags beside the task's own, for example `conversational`. */
  tags?: string[];
  /** The mask token of fill-mask models. */
  maskToken?: string;
  /** Computes the answer from the input. Heavy libraries are imported inside, so that listing loads none. */
  answer(
    inputs: TaskInputs[Task],
    parameters: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): TaskAnswers[Task] | Promise<TaskAnswers[Task]>;
  /** Chat models: the pieces of the answer to a conversation, in order; joined they are the whole answer. */
  chat?(messages: ChatMessage[], parameters: Readonly<Record<string, unknown>>): Iterable<ChatPiece>;
}

/** Types one model of the sandbox; the task decides what it is given and must answer. */
export function defineModel<Task extends TaskId>(definition: ModelDefinition<Task>): ModelDefinition<Task> {
  return definition;
}

/** Thrown by a model for input that it cannot work on; the server answers 400 with the message. */
export class ModelInputError extends Error {
  override readonly name = 'ModelInputError';
}
