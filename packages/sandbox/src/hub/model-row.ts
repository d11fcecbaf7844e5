import type { ModelDefinition, WidgetExample } from '../define-model.ts';
import type { ListingRow, ProviderMapping } from '../options.ts';
import { identifier } from './identifier.ts';

/** What the listing needs to know besides the model itself. */
export interface RowContext {
  hubUrl: string;
  /** When the sandbox started, ISO 8601: its models come to be at that moment. */
  startedAt: string;
  providers: ProviderMapping[];
  gated?: false | 'manual';
}

type Described = Pick<
  ModelDefinition,
  'id' | 'task' | 'card' | 'examples' | 'library' | 'tags' | 'maskToken' | 'chat'
>;

function absoluteExample(hubUrl: string, id: string, example: WidgetExample): WidgetExample {
  if (example.src === undefined) return example;
  return { ...example, src: `${hubUrl}/${id}/resolve/main/${encodeURIComponent(example.src)}` };
}

/** Everything that the Hub's answers can hold about one of the sandbox's own models. */
export function createRow(model: Described, context: RowContext): ListingRow {
  const { id, task } = model;
  const conversational = model.chat === undefined ? [] : ['conversational'];
  const tags = [...new Set([task, ...(model.tags ?? []), ...conversational])];
  const widgetData = model.examples.map((example) => absoluteExample(context.hubUrl, id, example));
  const files = model.examples.flatMap((example) => example.src ?? []);
  return {
    _id: identifier(id),
    id,
    modelId: id,
    author: id.slice(0, id.indexOf('/')),
    sha: identifier(model.card, 40),
    pipeline_tag: task,
    ...(model.library === undefined ? {} : { library_name: model.library }),
    ...(model.maskToken === undefined ? {} : { mask_token: model.maskToken }),
    tags,
    downloads: 0,
    downloadsAllTime: 0,
    likes: 0,
    trendingScore: 0,
    private: false,
    gated: context.gated ?? false,
    disabled: false,
    createdAt: context.startedAt,
    lastModified: context.startedAt,
    inference: context.providers.some((provider) => provider.status === 'live') ? 'warm' : null,
    inferenceProviderMapping: context.providers,
    widgetData,
    cardData: { license: 'mit', pipeline_tag: task, tags, widget: widgetData },
    config: {},
    siblings: ['README.md', ...new Set(files)].map((rfilename) => ({ rfilename })),
    spaces: [],
  };
}
