import type { ModelDefinition } from '../define-model.ts';
import type { Misbehavior } from '../misbehaving/define-misbehavior.ts';
import type { ListingRow, ProviderMapping } from '../options.ts';

/** A model of the hub: what is listed of it and, unless it is only listed, what runs it. */
export interface HubModel {
  id: string;
  row: ListingRow;
  /** Markdown. */
  card: string;
  providers: ProviderMapping[];
  definition?: ModelDefinition;
  misbehavior?: Misbehavior;
}
