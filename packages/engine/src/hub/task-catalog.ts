import { HUB_URL, isLoopback, type Connection } from '../http/index.ts';
import type { ResultView } from '../results/index.ts';
import type { Task } from '../tasks/index.ts';
import { isModelId, modelPath } from './get-model.ts';
import { fetchRecommendedModels } from './model-lookup.ts';

/** A model, dataset, metric, Space, library or subtask of the catalog. */
export interface CatalogItem {
  readonly id: string;
  /** Default: the ID. */
  readonly label?: string;
  /** Markdown. */
  readonly description?: string;
  readonly url?: string;
}

/** An input or output of a task's demo (specification, section 3). */
export type DemoItem =
  | { readonly type: 'audio' | 'img'; readonly filename: string }
  | { readonly type: 'text'; readonly label: string; readonly content: string }
  | { readonly type: 'tabular'; readonly table: readonly (readonly string[])[] }
  | { readonly type: 'chart'; readonly data: readonly { readonly label: string; readonly score: number }[] }
  | {
      readonly type: 'text-with-tokens';
      readonly text: string;
      readonly tokens: readonly { readonly type: string; readonly start: number; readonly end: number }[];
    };

/** What the catalog of @huggingface/tasks says about a task. */
export interface TaskCatalog {
  /** What the task is for, in a paragraph. */
  readonly summary: string;
  readonly demo: { readonly inputs: readonly DemoItem[]; readonly outputs: readonly DemoItem[] };
  readonly models: readonly CatalogItem[];
  readonly datasets: readonly CatalogItem[];
  readonly metrics: readonly CatalogItem[];
  readonly spaces: readonly CatalogItem[];
  readonly libraries: readonly CatalogItem[];
  readonly subtasks: readonly CatalogItem[];
  readonly widgetModels: readonly string[];
  readonly youtubeId?: string;
}

/** Other hubs may recommend any number. */
const MAX_MODELS = 20;

/**
 * The catalog's entry for a task, with links. It is part of Tryout; hubs other than the official one, such as the
 * sandbox, are asked which models they recommend.
 */
export async function loadTaskCatalog(
  connection: Connection,
  task: Task,
  signal?: AbortSignal,
): Promise<TaskCatalog> {
  const { default: generated } = await import('../tasks/catalog.generated.json', { with: { type: 'json' } });
  const entry = generated[task.id] as unknown as TaskCatalog;
  const { hubUrl } = connection;
  const own =
    hubUrl === HUB_URL
      ? undefined
      : fetchRecommendedModels(connection, task.id, signal).catch(() => undefined);
  const models = ((await own) ?? entry.models).filter(({ id }) => isModelId(id)).slice(0, MAX_MODELS);
  // A hub on this machine has models only.
  const base = isLoopback(new URL(hubUrl)) ? HUB_URL : hubUrl;
  const linked = (folder: string, items: readonly CatalogItem[]) =>
    items.map((item) => ({ ...item, url: `${base}/${folder}/${item.id}` }));
  return {
    ...entry,
    models: models.map(({ id, description }) => ({ id, description, url: `${hubUrl}/${modelPath(id)}` })),
    datasets: linked('datasets', entry.datasets),
    spaces: linked('spaces', entry.spaces),
  };
}

/** The lists of an entry with their titles, in the order in which they are shown; empty ones are left out. */
export function catalogSections(task: Task, catalog: TaskCatalog) {
  const { youtubeId } = catalog;
  const video = { id: 'Video on YouTube', url: `https://www.youtube.com/watch?v=${youtubeId}` };
  const page = { id: 'Task page on the Hub', url: `${HUB_URL}/tasks/${task.id}` };
  const sections: readonly { readonly title: string; readonly items: readonly CatalogItem[] }[] = [
    { title: 'Recommended models', items: catalog.models },
    { title: 'Datasets', items: catalog.datasets },
    { title: 'Metrics', items: catalog.metrics },
    { title: 'Spaces', items: catalog.spaces },
    { title: 'Libraries', items: catalog.libraries },
    { title: 'Subtasks', items: catalog.subtasks },
    { title: 'Learn more', items: youtubeId === undefined ? [page] : [video, page] },
  ];
  return sections.filter(({ items }) => items.length > 0);
}

/** An item of a demo as a result; undefined for files. */
export function demoView(item: DemoItem): ResultView | undefined {
  switch (item.type) {
    case 'text':
      return { kind: 'text', text: item.content };
    case 'chart':
      return { kind: 'labels', rows: item.data.toSorted((a, b) => b.score - a.score) };
    case 'tabular': {
      const [names = [], ...rows] = item.table;
      const columns = names.map((name, column) => [name, rows.map((row) => row[column] ?? '')]);
      return { kind: 'cells', answer: '', table: Object.fromEntries(columns), coordinates: [] };
    }
    case 'text-with-tokens': {
      const spans = item.tokens.map(({ type: label, ...place }) => ({ ...place, label }));
      return { kind: 'spans', text: item.text, spans };
    }
    default:
      return undefined;
  }
}

/** The URL of a file of a task's demo. */
export function getDemoUrl({ id }: Task, filename: string): string {
  return `${HUB_URL}/datasets/huggingfacejs/tasks/resolve/main/${id}/${filename}`;
}
