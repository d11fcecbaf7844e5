import type { IncomingHttpHeaders } from 'node:http';
import type { ModelDefinition } from './define-model.ts';

/** One row of a provider mapping, in the list form of the Hub. */
export interface ProviderMapping {
  /** Name of the provider, for example `hf-inference`. */
  provider: string;
  /** Repository id on the hub. */
  hfModelId: string;
  /** The provider's own name of the model. */
  providerId: string;
  status: 'live' | 'staging';
  /** Task that the provider serves; `conversational` for chat models. */
  task: string;
}

/**
 * One model as `GET /api/models` can give it. Rows given by tests may lack fields or hold odd values: they go over
 * the wire as they are.
 */
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
    ProviderMapping[] | Record<string, Omit<ProviderMapping, 'provider' | 'hfModelId'>>;
  [field: string]: unknown;
}

/** A request that the sandbox has answered, or that ended before it could. */
export interface RecordedRequest {
  method: string;
  /** Path and query as received. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
}

export interface SandboxOptions {
  /** Port on 127.0.0.1; 0, the default, takes a free one. */
  port?: number;
  /** Rows to list beside the sandbox's own models. They can be looked up; nobody serves them. */
  listing?: readonly ListingRow[];
  /** Models to serve after the sandbox's own. */
  models?: readonly ModelDefinition[];
  /** Folder of the example files, for bundles; by default the package's own `examples`. */
  examplesFolder?: string;
  /** Largest request body in bytes; 100 MiB by default. */
  bodyLimit?: number;
  /** Origin that the redirecting model sends its callers to; by default the sandbox under the name `localhost`. */
  redirectOrigin?: string;
  /** Called once a request, when its answer has ended or its connection was closed. */
  onRequest?(request: RecordedRequest): void;
}

/** A running embedded hub. */
export interface Sandbox {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  hubUrl: string;
  /** Base of the inference addresses: `hubUrl` and `/inference`. */
  inferenceUrl: string;
  port: number;
  /** Stops listening and ends all open connections at once. */
  close(): Promise<void>;
}
