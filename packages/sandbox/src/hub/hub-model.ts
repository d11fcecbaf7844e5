import type { ModelDefinition } from '../define-model.ts';
import type { Misbehaviour } from '../misbehaving/define-misbehaviour.ts';
import type { ListingRow, ProviderMapping } from '../options.ts';

/** A model of the hub: what is listed of it and, unless it is only listed, what runs it. */
export interface HubModel {
  id: string;
  row: ListingRow;
  /** Markdown. */
  card: string;
  providers: ProviderMapping[];
  definition?: ModelDefinition;
  misbehaviour?: Misbehaviour;
}
