import type { Listing } from './hub/listing.ts';
import type { RateWindow } from './hub/rate-window.ts';
import type { Registry } from './hub/registry.ts';
import type { FalQueue } from './providers/fal-queue.ts';
import type { FileStore } from './providers/file-store.ts';

/** What the handlers of one running sandbox share. */
export interface SandboxState {
  hubUrl: string;
  inferenceUrl: string;
  /** ISO 8601. */
  startedAt: string;
  /** Bytes. */
  bodyLimit: number;
  examplesFolder: string;
  redirectOrigin: string;
  registry: Registry;
  listing: Listing;
  rateWindow: RateWindow;
  queue: FalQueue;
  files: FileStore;
  /** Ids of the models that have just said that they are loading, and will answer next time. */
  loading: Set<string>;
}
