import type { ModelDefinition } from '../define-model.ts';
import { misbehaviors } from '../misbehaving/misbehaviors.ts';
import { pictureModels } from '../models/picture/index.ts';
import { soundModels } from '../models/sound/index.ts';
import { stagingModel, unservedModel } from '../models/question-mark.ts';
import { tableModels } from '../models/table/index.ts';
import { textModels } from '../models/text/index.ts';
import type { ListingRow, ProviderMapping } from '../options.ts';
import { ownProvider, providersOf } from '../providers/providers.ts';
import type { HubModel } from './hub-model.ts';
import { createRow } from './model-row.ts';

/** The models of a sandbox, by id and in the order of the listing. */
export interface Registry {
  models: readonly HubModel[];
  find(id: string): HubModel | undefined;
  /** The model that stands for a task, where one is served. */
  defaultModel(task: string): HubModel | undefined;
}

const honestModels: readonly ModelDefinition[] = [
  ...textModels,
  ...tableModels,
  ...pictureModels,
  ...soundModels,
];

interface Source {
  hubUrl: string;
  /** ISO 8601. */
  startedAt: string;
  /** Models beside the sandbox's own. */
  models: readonly ModelDefinition[];
  listing: readonly ListingRow[];
}

function fromDefinition(definition: ModelDefinition, providers: ProviderMapping[], source: Source): HubModel {
  const row = createRow(definition, { ...source, providers });
  return { id: definition.id, row, card: definition.card, providers, definition };
}

function misbehavingModels(source: Source): HubModel[] {
  return misbehaviors.map((misbehavior) => {
    const { id, task, card, gated } = misbehavior;
    const providers: ProviderMapping[] = [
      {
        provider: ownProvider,
        hfModelId: id,
        providerId: id,
        status: 'live',
        task: misbehavior.chat === true ? 'conversational' : task,
      },
    ];
    const tags = ['misbehaves', ...(misbehavior.chat === true ? ['conversational'] : [])];
    const described = { id, task, card, tags, examples: misbehavior.examples };
    const row = createRow(described, { ...source, providers, gated: gated === true ? 'manual' : false });
    return { id, row, card, providers, misbehavior };
  });
}

function listedOnly(row: ListingRow): HubModel {
  return {
    id: row.id,
    row,
    card: `# ${row.id}\n\nThis model is only listed. Nobody serves it here.\n`,
    providers: [],
  };
}

/** All models of a sandbox: the honest ones, then one in staging and one unserved, those that misbehave, the rest. */
export function createRegistry(source: Source): Registry {
  const models = [
    ...[...honestModels, ...source.models].map((definition) =>
      fromDefinition(definition, providersOf(definition), source),
    ),
    fromDefinition(stagingModel, providersOf(stagingModel, 'staging'), source),
    fromDefinition(unservedModel, [], source),
    ...misbehavingModels(source),
    ...source.listing.map(listedOnly),
  ];
  const byId = new Map<string, HubModel>();
  for (const model of models) {
    if (!byId.has(model.id)) byId.set(model.id, model);
  }
  return {
    models,
    find: (id) => byId.get(id),
    defaultModel: (task) =>
      models.find(
        ({ definition, providers }) =>
          definition?.task === task && providers.some(({ status }) => status === 'live'),
      ),
  };
}
