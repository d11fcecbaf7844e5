import type { Image } from './media/image.ts';
import type { Sound } from './media/sound.ts';
import type { Video } from './media/video.ts';

export { ModelInputError } from './media/model-input-error.ts';

/** A file that a model generated. */
export interface MediaFile {
  contentType: string;
  bytes: Uint8Array;
}

/** Cells by column name, all columns of equal length. */
export type Table = Record<string, string[]>;

export interface Label {
  label: string;
  /** 0 to 1. */
  score: number;
}

/** The inputs of a model of each task, checked and decoded. */
export interface TaskInputs {
  'audio-classification': Sound;
  'audio-to-audio': Sound;
  'automatic-speech-recognition': Sound;
  'document-question-answering': { question: string; image: Image };
  'feature-extraction': string;
  'fill-mask': string;
  'image-classification': Image;
  'image-segmentation': Image;
  'image-to-image': Image;
  'image-to-text': Image;
  'object-detection': Image;
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
  'visual-question-answering': { question: string; image: Image };
  'zero-shot-classification': { text: string; candidateLabels: string[]; multiLabel: boolean };
  'zero-shot-image-classification': { image: Image; candidateLabels: string[] };
  'text-to-video': string;
  'image-to-video': Image;
  'image-text-to-image': { image: Image; prompt: string; furtherImages: Image[] };
  'image-text-to-video': { image: Image; prompt: string };
  'text-to-audio': string;
}

export type TaskId = keyof TaskInputs;

/** The answer of a model of each task, before the server converts it to the format of the real API. */
export interface TaskOutputs {
  'audio-classification': Label[];
  'audio-to-audio': { label: string; sound: Sound }[];
  'automatic-speech-recognition': { text: string };
  /** `start` and `end` are word positions on the page. */
  'document-question-answering': { answer: string; score: number; start?: number; end?: number }[];
  'feature-extraction': number[];
  'fill-mask': { score: number; token: number; token_str: string; sequence: string }[];
  'image-classification': Label[];
  /** `mask` has the image's size; white is inside. */
  'image-segmentation': { label: string; score: number; mask: Image }[];
  'image-to-image': Image;
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
  'text-to-image': Image;
  'text-to-speech': Sound;
  'token-classification': { entity_group: string; word: string; start: number; end: number; score: number }[];
  translation: { translation_text: string };
  'visual-question-answering': { answer: string; score: number }[];
  'zero-shot-classification': { sequence: string; labels: string[]; scores: number[] };
  'zero-shot-image-classification': Label[];
  'text-to-video': Video;
  'image-to-video': Video;
  'image-text-to-image': Image;
  'image-text-to-video': Video;
  'text-to-audio': Sound;
}

/** The parameters of a request, unchecked. */
export type ModelParameters = Readonly<Record<string, unknown>>;

export interface ChatMessage {
  role: string;
  content: string;
  /** Only for models that take them. */
  images?: Image[];
}

/** A call of one of the request's tools. */
export interface ToolCall {
  name: string;
  arguments: ModelParameters;
}

/** A token of the answer, a token of the reasoning before it, or a complete tool call. */
export type ChatPiece = string | { reasoning: string } | { toolCall: ToolCall };

/** Example inputs in the Hub's `widgetData` form; `src` names a file in `examples`. */
export interface WidgetExample {
  example_title?: string;
  text?: string;
  /** Of an image that is edited or animated. */
  prompt?: string;
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
  /** Repository ID, `sandbox/…`, named after the algorithm. */
  id: string;
  task: Task;
  /** Markdown. The first sentence is the description in lists; it also states the rule and its limits. */
  card: string;
  /** The demo runs the first one. */
  examples: [WidgetExample, ...WidgetExample[]];
  /** `library_name` of the listing. */
  library?: string;
  /** Tags in addition to the task. */
  tags?: string[];
  /** The mask token of fill-mask models. */
  maskToken?: string;
  /** Computes the answer. Imports large libraries on demand. */
  answer(
    inputs: TaskInputs[Task],
    parameters: ModelParameters,
    signal: AbortSignal,
  ): TaskOutputs[Task] | Promise<TaskOutputs[Task]>;
  /** For chat models: the pieces of the answer to a conversation, in order. */
  chat?(messages: ChatMessage[], parameters: ModelParameters): Iterable<ChatPiece>;
  /** Whether messages may have images; the pipeline tag is then `image-text-to-text`. */
  takesImages?: boolean;
}

/** Type-checks a model: the task determines its inputs and answer. */
export function defineModel<Task extends TaskId>(definition: ModelDefinition<Task>): ModelDefinition<Task> {
  return definition;
}
