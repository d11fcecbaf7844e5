import { createHash } from 'node:crypto';
import type { ModelDefinition, WidgetExample } from '../define-model.ts';
import type { Misbehavior } from '../misbehaving/misbehave.ts';
import { misbehaviors } from '../misbehaving/misbehaviors.ts';
import { models as ownModels } from '../models/index.ts';
import { stagingModel, unservedModel } from '../models/text/questions.ts';
import type { ListingRow, ProviderMapping } from '../options.ts';
import { ownProvider, providersOf } from '../providers/providers.ts';

/** A model of the hub; with neither a definition nor a misbehavior it is only listed. */
export interface HubModel {
  id: string;
  row: ListingRow;
  /** Markdown. */
  card: string;
  providers: ProviderMapping[];
  definition?: ModelDefinition;
  misbehavior?: Misbehavior;
}

export interface Registry {
  /** In the order of the listing. */
  models: readonly HubModel[];
  find(id: string): HubModel | undefined;
  /** The models for a task with a live provider; the first one is the default. */
  modelsOf(task: string): HubModel[];
}

/** Hexadecimal digits derived from a name: 24 for an `_id`, 40 for a commit. */
export function identifierOf(name: string, length: 24 | 40 = 24): string {
  return createHash('sha256').update(name).digest('hex').slice(0, length);
}

/** The Hub's task of chat models that take pictures. */
const pictureTask = 'image-text-to-text';

interface RegistryOptions {
  hubUrl: string;
  /** ISO 8601. */
  startedAt: string;
  /** Additional models. */
  models: readonly ModelDefinition[];
  listing: readonly ListingRow[];
}

function createRow(
  model: ModelDefinition | Misbehavior,
  providers: ProviderMapping[],
  { hubUrl, startedAt }: RegistryOptions,
): ListingRow {
  const { id, task, card, examples, chat } = model;
  const { library, tags: ownTags = [], maskToken, takesPictures } = model as Partial<ModelDefinition>;
  const pipelineTag = takesPictures ? pictureTask : task;
  const tags = [...new Set([pipelineTag, ...ownTags, ...(chat ? ['conversational'] : [])])];
  const widgetData = examples.map((example: WidgetExample) =>
    example.src === undefined
      ? example
      : { ...example, src: `${hubUrl}/${id}/resolve/main/${encodeURIComponent(example.src)}` },
  );
  const files = examples.flatMap((example: WidgetExample) => example.src ?? []);
  return {
    _id: identifierOf(id),
    id,
    modelId: id,
    author: id.split('/')[0],
    sha: identifierOf(card, 40),
    pipeline_tag: pipelineTag,
    library_name: library,
    mask_token: maskToken,
    tags,
    downloads: 0,
    downloadsAllTime: 0,
    likes: 0,
    trendingScore: 0,
    private: false,
    gated: 'isGated' in model && model.isGated ? 'manual' : false,
    disabled: false,
    createdAt: startedAt,
    lastModified: startedAt,
    inference: providers.some((provider) => provider.status === 'live') ? 'warm' : null,
    inferenceProviderMapping: providers,
    widgetData,
    cardData: { license: 'mit', pipeline_tag: pipelineTag, tags, widget: widgetData },
    config: {},
    siblings: ['README.md', ...new Set(files)].map((rfilename) => ({ rfilename })),
    spaces: [],
  };
}

/** The models of a sandbox: its own, one in staging, one without a provider, the misbehaving ones, and listed rows. */
export function createRegistry(options: RegistryOptions): Registry {
  const define = (definition: ModelDefinition, providers = providersOf(definition)): HubModel => {
    const { id, card } = definition;
    return { id, row: createRow(definition, providers, options), card, providers, definition };
  };
  const misbehave = (misbehavior: Misbehavior): HubModel => {
    const { id, card, task, chat } = misbehavior;
    const providers: ProviderMapping[] = [
      {
        provider: ownProvider,
        hfModelId: id,
        providerId: id,
        status: 'live',
        task: chat ? 'conversational' : task,
      },
    ];
    return { id, row: createRow(misbehavior, providers, options), card, providers, misbehavior };
  };
  const list = (row: ListingRow): HubModel => ({
    id: row.id,
    row,
    card: `# ${row.id}\n\nThis model is only listed; it has no provider.\n`,
    providers: [],
  });
  const models = [
    ...[...ownModels, ...options.models].map((definition) => define(definition)),
    define(stagingModel, providersOf(stagingModel, 'staging')),
    define(unservedModel, []),
    ...misbehaviors.map(misbehave),
    ...options.listing.map(list),
  ];
  // Reversed, so that the first of equal IDs wins.
  const byId = new Map(models.toReversed().map((model) => [model.id, model]));
  const isLive = ({ providers }: HubModel) => providers.some(({ status }) => status === 'live');
  return {
    models,
    find: (id) => byId.get(id),
    modelsOf: (task) =>
      models.filter((model) => model.definition && model.row.pipeline_tag === task && isLive(model)),
  };
}
