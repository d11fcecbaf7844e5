import {
  audio,
  fileIn,
  image,
  text,
  type Fields,
  type FileInput,
  type JsonTemplate,
  type ValuesOf,
} from '../fields/index.ts';
import type { ResultKind, TaskResult } from '../results/index.ts';

/** The body of a request before its parameters are added. */
export type Payload = Readonly<Record<string, JsonTemplate>>;

/** Details on a parameter that are not in the JSON Schema. */
export interface ParameterTraits {
  /** Sent by Tryout unless another value is given. */
  readonly default?: number;
  /** Another name in the same API; sent as is, without the default. */
  readonly alternative?: string;
  /** Limits of a number that are missing in the schema. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Names of the same parameter in other APIs; sent under `name`. */
  readonly aliases?: readonly string[];
  /** Parameters of other APIs with similar names that are not misspellings of this one. */
  readonly unlike?: readonly string[];
}

/** How answers are compared with labels; `metrics/` defines each. */
export type MetricId =
  | 'accuracy'
  | 'macroF1'
  | 'exactMatch'
  | 'tokenF1'
  | 'wer'
  | 'cer'
  | 'rougeL'
  | 'spanF1'
  | 'meanAveragePrecision'
  | 'pearson'
  | 'spearman'
  | 'meanAbsoluteError';

/** The request and response format of a task. */
interface TaskForm<F extends Fields, Kind extends ResultKind> {
  /** The JSON body: `inputs`, and parameters that are inputs of the form (candidate labels). */
  payload(values: ValuesOf<F>): Payload;
  readonly parameters?: Readonly<Record<string, ParameterTraits>>;
  /** The name of the parameter that limits the length of the answer. */
  readonly lengthLimit?: string;
  readonly result: TaskResult<Kind>;
}

/** How a task runs on models that support conversations. */
interface ConversationForm<F extends Fields> extends Omit<TaskForm<F, ResultKind>, 'payload'> {
  /** The field with the next message. */
  readonly message: keyof F & string;
  /** The default of the parameter that limits the length of an answer. */
  readonly maxTokens: number;
  /** The Hub's task of models that also take images. */
  readonly imageTask: string;
  /** The Hub's tasks of models that take other media, or all kinds of media. */
  readonly mediaTasks: Readonly<Record<'audio' | 'video' | 'any', string>>;
}

/** For tasks that providers queue. */
export const LONG_RUN_MINUTES = 30;

/** One task: its inputs, its body, its result. Everything else is derived. */
export interface TaskDefinition<
  F extends Fields = Fields,
  Kind extends ResultKind = ResultKind,
> extends TaskForm<F, Kind> {
  /** What a model does, in a sentence of at most 70 characters. */
  readonly summary: string;
  /** Other names, in lower case with hyphens: `asr`, `speech-to-text`. */
  readonly aliases: readonly string[];
  /** What users may say they want to do, the most typical first. */
  readonly intents: readonly string[];
  /** In display order. */
  readonly fields: F;
  /** How its answers are measured, if not as others of its result kind; the first one decides. */
  readonly metrics?: readonly MetricId[];
  /** The file field that is sent as the body if there are no parameters. */
  readonly bareFile?: keyof F & string;
  /** The task is part of the path, since its models also support another task. */
  readonly taskInPath?: boolean;
  /** Images besides the first, which providers that take several put into the same list. */
  furtherImages?(values: ValuesOf<F>): readonly (FileInput | undefined)[];
  /** Minutes after which a run times out; by default those of the connection. */
  readonly maxMinutes?: number;
  /** For conversational models: streamed chat completion instead. */
  readonly conversation?: ConversationForm<F>;
}

/** The form for conversations if the task has one, else its own. */
export function getForm<Definition extends Pick<TaskDefinition, 'conversation'>>(
  task: Definition,
  conversation: boolean,
): Definition | NonNullable<Definition['conversation']> {
  return (conversation && task.conversation) || task;
}

/** Infers the types of a task's values from the names and kinds of its fields. */
export function defineTask<const F extends Fields, Kind extends ResultKind>(
  definition: TaskDefinition<F, Kind>,
): TaskDefinition<F, Kind> {
  return definition;
}

/** The inputs of tasks with a single one. */
export const audioInput = {
  fields: { audio: audio() },
  payload: (values: { readonly audio: FileInput }) => ({ inputs: fileIn(values.audio) }),
  bareFile: 'audio',
} as const;
export const imageInput = {
  fields: { image: image() },
  payload: (values: { readonly image: FileInput }) => ({ inputs: fileIn(values.image) }),
  bareFile: 'image',
} as const;
export const textInput = {
  fields: { text: text() },
  payload: (values: { readonly text: string }) => ({ inputs: values.text }),
};

/** What the definition of a task is made of, with `defineTask`. */
export { audio, candidateLabels, fileIn, image, list, optional, table, text } from '../fields/index.ts';
export * from '../results/index.ts';
