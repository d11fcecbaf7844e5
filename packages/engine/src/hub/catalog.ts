import type { TaskId } from '../tasks/index.ts';

interface Mention {
  readonly id: string;
  readonly description: string;
}

/** What the Hub tells of a task on its page (specification, section 3). */
export interface CatalogEntry {
  readonly id: TaskId;
  readonly label: string;
  readonly summary: string;
  readonly modality: string;
  readonly subtasks: readonly { readonly type: string; readonly name: string }[];
  readonly datasets: readonly Mention[];
  readonly metrics: readonly Mention[];
  readonly models: readonly Mention[];
  readonly spaces: readonly Mention[];
  /** Inputs and outputs: audio, img, text, tabular, chart, text-with-tokens. */
  readonly demo: { readonly inputs: readonly unknown[]; readonly outputs: readonly unknown[] };
  readonly widgetModels: readonly string[];
  readonly youtubeId?: string;
  readonly isPlaceholder: boolean;
  readonly canonicalId?: string;
  /** Libraries whose models can do the task. */
  readonly libraries: readonly string[];
}

/** The catalog's entry for a task, from @huggingface/tasks, which is loaded when first asked. */
export async function catalogEntryOf(id: TaskId): Promise<CatalogEntry> {
  const { PIPELINE_DATA, TASKS_DATA, TASKS_MODEL_LIBRARIES } = await import('@huggingface/tasks');
  const pipeline = PIPELINE_DATA[id];
  const data = TASKS_DATA[id];
  return {
    id,
    label: pipeline.name,
    summary: data?.summary ?? '',
    modality: pipeline.modality,
    subtasks: ('subtasks' in pipeline ? pipeline.subtasks : undefined) ?? [],
    datasets: data?.datasets ?? [],
    metrics: data?.metrics ?? [],
    models: data?.models ?? [],
    spaces: data?.spaces ?? [],
    demo: data?.demo ?? { inputs: [], outputs: [] },
    widgetModels: data?.widgetModels ?? [],
    ...(data?.youtubeId ? { youtubeId: data.youtubeId } : {}),
    isPlaceholder: data?.isPlaceholder ?? false,
    ...(data?.canonicalId ? { canonicalId: data.canonicalId } : {}),
    libraries: TASKS_MODEL_LIBRARIES[id] ?? [],
  };
}
