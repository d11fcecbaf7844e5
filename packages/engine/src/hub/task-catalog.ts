import type { TaskDemoEntry } from '@huggingface/tasks';
import { HUB_URL, unlessFailed, type Connection } from '../http/index.ts';
import type { ResultView } from '../results/index.ts';
import type { Task } from '../tasks/index.ts';
import { isModelId } from './hub-api.ts';
import { fetchRecommendedModels } from './model-lookup.ts';

/** A model, dataset, metric or anything else in the catalog. */
export interface CatalogItem {
  readonly id: string;
  /** Default: the ID. */
  readonly label?: string;
  /** Markdown. */
  readonly description?: string;
  readonly url?: string;
}

/** An input or output of a demo; files have a URL. */
export type DemoItem = TaskDemoEntry & { readonly url?: string };

/** The lists of an entry in display order, with their titles. */
const listTitles = {
  models: 'Recommended models',
  datasets: 'Datasets',
  metrics: 'Metrics',
  spaces: 'Spaces',
  libraries: 'Libraries',
  subtasks: 'Subtasks',
  links: 'Learn more',
};

/** What the catalog of @huggingface/tasks says about a task (specification, section 3). */
export interface TaskCatalog extends Readonly<Record<keyof typeof listTitles, readonly CatalogItem[]>> {
  /** What the task is for, in a paragraph. */
  readonly summary: string;
  readonly demo: { readonly inputs: readonly DemoItem[]; readonly outputs: readonly DemoItem[] };
}

/** Other hubs may recommend any number. */
const MAX_MODELS = 20;

/** The catalog's entry for a task. Other hubs than the official one, such as the sandbox, recommend their own models. */
export async function loadTaskCatalog(
  connection: Connection,
  task: Task,
  signal?: AbortSignal,
): Promise<TaskCatalog> {
  const { default: generated } = await import('../tasks/catalog.generated.json', { with: { type: 'json' } });
  const entry = generated[task.id] as TaskCatalog;
  const { hubUrl } = connection;
  if (hubUrl === HUB_URL) return entry;
  const recommended = await unlessFailed(fetchRecommendedModels(connection, task.id, signal), signal);
  const models = (recommended ?? entry.models).filter(({ id }) => isModelId(id)).slice(0, MAX_MODELS);
  return {
    ...entry,
    models: models.map(({ id, description }) => ({ id, description, url: `${hubUrl}/${id}` })),
  };
}

/** The lists of an entry that are not empty, with their titles. */
export function catalogSections(catalog: TaskCatalog) {
  return Object.entries(listTitles)
    .map(([list, title]) => ({ title, items: catalog[list as keyof typeof listTitles] }))
    .filter(({ items }) => items.length > 0);
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
