import {
  isFileInput,
  isRecord,
  isTaskId,
  type ChatImage,
  type Drafts,
  type Exchange,
  type FileInput,
  type RunChoices,
  type TaskId,
  type TaskInputs,
  type TypedParameters,
} from '@tryout/engine';

/** The form of a task in a tab. Values are stored as they are, with {@link PersistedFile} in place of files. */
export interface StoredForm {
  readonly tab: string;
  readonly task: TaskId;
  /** Milliseconds since the epoch. */
  readonly usedAt: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly drafts: TaskInputs['drafts'];
  readonly parameters: TypedParameters;
  readonly choices: RunChoices;
  readonly chat?: PersistedChat | undefined;
  readonly files: readonly string[];
  /** Of its files. */
  readonly bytes: number;
}

/** Checks what all readers rely on. Forms of other versions may still fail. */
export function isStoredForm(value: unknown): value is StoredForm {
  const { task, files, values, drafts, parameters, choices } = value as Partial<StoredForm>;
  return isTaskId(task!) && Array.isArray(files) && [values, drafts, parameters, choices].every(isRecord);
}

export interface PersistedFile {
  readonly name: string;
  readonly contentType: string;
  /** The URL it was downloaded from. */
  readonly url?: string | undefined;
  /** Missing if its content is not stored. */
  readonly key?: string | undefined;
}

export type PersistedImage = PersistedFile | { readonly url: string };

export interface PersistedExchange {
  readonly text: string;
  readonly images: readonly PersistedImage[];
  readonly answer: string;
  readonly finishReason?: string | undefined;
  readonly model?: string | undefined;
  readonly drafts?: Drafts<PersistedExchange> | undefined;
}

export interface PersistedChat {
  readonly id?: string | undefined;
  readonly system: string;
  readonly exchanges: readonly PersistedExchange[];
  readonly images: readonly PersistedImage[];
}

export function getFiles(inputs: Pick<TaskInputs, 'values' | 'chat'> | undefined): FileInput[] {
  const { values = {}, chat } = inputs ?? {};
  const listImages = (exchanges: readonly Exchange[]): ChatImage[] =>
    exchanges.flatMap(({ prompt, drafts }) => [
      ...prompt.images,
      ...(drafts?.others ?? []).flatMap(listImages),
    ]);
  const promptImages = listImages(chat?.exchanges ?? []);
  return [...Object.values(values), ...promptImages, ...(chat?.images ?? [])].filter(isFileInput);
}

export function mapDrafts<From, To>(
  drafts: Drafts<From> | undefined,
  map: (turn: From) => To,
): Drafts<To> | undefined {
  return drafts && { at: drafts.at, others: drafts.others.map((turns) => turns.map(map)) };
}

/** @param keys of the files that are stored */
export function createStoredForm(
  tab: string,
  task: TaskId,
  inputs: TaskInputs,
  keys: ReadonlyMap<FileInput, string>,
): StoredForm {
  const { values, drafts, parameters, choices, chat } = inputs;
  const persist = (value: unknown) =>
    isFileInput(value)
      ? { name: value.name, contentType: value.contentType, url: value.url, key: keys.get(value) }
      : value;
  const persistImages = (images: readonly ChatImage[]) =>
    images.map((each) => persist(each) as PersistedImage);
  const persistExchange = ({ prompt, answer, view, result, model, drafts }: Exchange): PersistedExchange => ({
    text: prompt.text,
    images: persistImages(prompt.images),
    answer,
    finishReason: view.finishReason ?? (result && 'stop'),
    model,
    drafts: mapDrafts(drafts, persistExchange),
  });
  const storedFiles = getFiles(inputs).filter((file) => keys.has(file));
  return {
    tab,
    task,
    usedAt: Date.now(),
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, persist(value)])),
    drafts,
    parameters,
    choices,
    chat: chat && {
      id: chat.id,
      system: chat.system,
      exchanges: chat.exchanges.map(persistExchange),
      images: persistImages(chat.images),
    },
    files: storedFiles.map((file) => keys.get(file)!),
    bytes: storedFiles.reduce((sum, { size }) => sum + size, 0),
  };
}
