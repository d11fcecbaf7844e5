import type { IncomingHttpHeaders } from 'node:http';
import type { ModelDefinition } from './define-model.ts';

/** An entry of a model's provider mapping, in the list form of the Hub. */
export interface ProviderMapping {
  /** For example `hf-inference`. */
  provider: string;
  /** Repository ID on the hub. */
  hfModelId: string;
  /** The provider's own name for the model. */
  providerId: string;
  status: 'live' | 'staging';
  /** The task at the provider; `conversational` for chat models. */
  task: string;
}

/** A model as `GET /api/models` describes it. Rows from tests may have odd values and are sent unchanged. */
export interface ListingRow {
  id: string;
  pipeline_tag?: string | null;
  downloads?: number | null;
  likes?: number | null;
  /** ISO 8601. */
  lastModified?: string | null;
  private?: boolean | null;
  gated?: false | 'auto' | 'manual' | null;
  tags?: string[] | null;
  library_name?: string | null;
  inferenceProviderMapping?:
    | ProviderMapping[]
    | Record<string, Omit<ProviderMapping, 'provider' | 'hfModelId'>>;
  [field: string]: unknown;
}

/** A dataset of the viewer, with one split: `default/test`. */
export interface SandboxDataset {
  id: string;
  /** The types of its columns. */
  features: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  rows: readonly Readonly<Record<string, unknown>>[];
}

/** A request that was answered or aborted. */
export interface RecordedRequest {
  method: string;
  /** Path and query as received. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
}

export interface SandboxOptions {
  /** Port on 127.0.0.1; by default a free one. */
  port?: number;
  /** Additional rows of the listing, without a provider. */
  listing?: readonly ListingRow[];
  /** Additional models. */
  models?: readonly ModelDefinition[];
  /** Additional datasets. */
  datasets?: readonly SandboxDataset[];
  /** The command that jobs run with their own arguments; without it, there are no jobs. */
  program?: readonly string[];
  /** Maximum size of a request body in bytes; 100 MiB by default. */
  bodyLimit?: number;
  /** Called once per request, after its response. */
  onRequest?(request: RecordedRequest): void;
}

/** A running sandbox. */
export interface Sandbox {
  /** `http://127.0.0.1:PORT` */
  hubUrl: string;
  /** Base URL of the inference API. */
  inferenceUrl: string;
  /** Also starts jobs; other tokens that begin with `hf_` do everything else. */
  token: string;
  port: number;
  /** Stops the server and all jobs, and closes all connections. */
  close(): Promise<void>;
}
