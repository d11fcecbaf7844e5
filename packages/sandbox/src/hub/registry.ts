import type { ModelDefinition } from '../define-model.ts';
import { failures, streamFailures } from '../testing/misbehaving.ts';
import { models as sandboxModels } from '../models/index.ts';
import { stagingModel, unservedModel } from '../models/text/questions.ts';
import {
  createIdentifier,
  createMapping,
  createProviderMapping,
  type HubModel,
  type Misbehavior,
  type Registry,
} from '../exchange/exchange.ts';
import type { ListingRow, ProviderMapping } from '../options.ts';

/** The tag of misbehaving models, which are listed only when searched for. */
export const MISBEHAVES = 'misbehaves';

interface RegistryOptions {
  hubUrl: string;
  /** ISO 8601. */
  startedAt: string;
  /** Additional models. */
  models: readonly ModelDefinition[];
  listing: readonly ListingRow[];
}

type Description = Omit<ModelDefinition, 'answer' | 'chat'>;

function createRow(
  { id, task, card, examples, library, tags: extraTags = [], maskToken, takesImages }: Description,
  providers: ProviderMapping[],
  { hubUrl, startedAt }: RegistryOptions,
): ListingRow {
  const pipelineTag = takesImages ? 'image-text-to-text' : task;
  const tags = [pipelineTag, ...extraTags];
  const widgetData = examples.map(({ src, ...example }) =>
    src === undefined ? example : { ...example, src: `${hubUrl}/${id}/resolve/main/${src}` },
  );
  const files = examples.flatMap(({ src }) => src ?? []);
  return {
    id,
    modelId: id,
    author: id.split('/')[0],
    sha: createIdentifier(card, 40),
    pipeline_tag: pipelineTag,
    library_name: library,
    mask_token: maskToken,
    tags,
    downloads: 0,
    likes: 0,
    trendingScore: 0,
    private: false,
    gated: false,
    createdAt: startedAt,
    lastModified: startedAt,
    inference: providers.some((provider) => provider.status === 'live') ? 'warm' : null,
    inferenceProviderMapping: providers,
    widgetData,
    cardData: { license: 'mit', pipeline_tag: pipelineTag, tags, widget: widgetData },
    siblings: ['README.md', ...new Set(files)].map((rfilename) => ({ rfilename })),
  };
}

/** The models of a sandbox: its own, one in staging, one without a provider, the misbehaving ones, and listed rows. */
export function createRegistry(options: RegistryOptions): Registry {
  const define = (definition: ModelDefinition, providers = createProviderMapping(definition)): HubModel => {
    const { id, card } = definition;
    return { id, row: createRow(definition, providers, options), card, providers, definition };
  };
  const misbehave = (name: string, misbehavior: Misbehavior, isChat: boolean): HubModel => {
    const id = `trouble/${name}`;
    const task = isChat ? 'text-generation' : (misbehavior.task ?? 'text-classification');
    const providers = [createMapping(id, isChat ? 'conversational' : task)];
    const card = `${misbehavior.description}\n\nIt fails on purpose, to test clients.\n`;
    const text = 'What happens if the server does not do what it should?';
    const tags = isChat ? [MISBEHAVES, 'conversational'] : [MISBEHAVES];
    const row = createRow({ id, task, card, examples: [{ text }], tags }, providers, options);
    return {
      id,
      row: { ...row, gated: misbehavior.isGated ? 'manual' : false },
      card,
      providers,
      misbehavior,
    };
  };
  const list = (row: ListingRow): HubModel => ({
    id: row.id,
    row,
    card: 'This model is only listed; it has no provider.\n',
    providers: [],
  });
  const models = [
    ...[...sandboxModels, ...options.models].map((definition) => define(definition)),
    define(stagingModel, [{ ...createMapping(stagingModel.id, stagingModel.task), status: 'staging' }]),
    define(unservedModel, []),
    ...Object.entries(failures).map(([name, failure]) => misbehave(name, failure, false)),
    ...Object.entries(streamFailures).map(([name, failure]) => misbehave(name, failure, true)),
    ...options.listing.map(list),
  ];
  // Reversed, so that the first of equal IDs wins.
  const byId = new Map(models.toReversed().map((model) => [model.id, model]));
  const isLive = ({ providers }: HubModel) => providers.some(({ status }) => status === 'live');
  return {
    models,
    find: (id) => byId.get(id),
    listModels: (task) =>
      models.filter((model) => model.definition && model.row.pipeline_tag === task && isLive(model)),
  };
}
