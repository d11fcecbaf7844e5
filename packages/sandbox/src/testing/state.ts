import type { MediaFile } from '../define-model.ts';
import type { ChildProcess } from 'node:child_process';
import type { EventEmitter } from 'node:events';

/** Files by path. */
export type Files = ReadonlyMap<string, Buffer>;

/** A dataset that was created in the sandbox. All of them are private. */
export interface Repository {
  readonly id: string;
  files: Files;
  /** By commit. */
  readonly revisions: Map<string, Files>;
  lastModified: string;
}

/** The repositories of a sandbox, in memory. */
export interface Repositories {
  readonly byId: Map<string, Repository>;
  /** Large files by SHA-256, before and after they are committed. */
  readonly objects: Map<string, Buffer>;
}

/** A job of the Hub: in the sandbox, a process of this machine. */
export interface HubJob {
  readonly namespace: string;
  /** What the API says of it: first, and after each change of its status. */
  readonly states: Readonly<Record<string, unknown>>[];
  stage: 'RUNNING' | 'COMPLETED' | 'CANCELED' | 'ERROR';
  readonly logs: { readonly data: string; readonly timestamp: string }[];
  /** Emits `change` for a new state and a new line. */
  readonly events: EventEmitter;
  process?: ChildProcess;
  /** Its end. */
  ended?: Promise<void>;
}

export interface HubJobs {
  readonly byId: Map<string, HubJob>;
  /** Kills all processes when this one exits. */
  guard(): void;
  /** Kills all processes. */
  close(): Promise<void>;
}

/** A run in the queue of fal-ai. Each request for its status moves it up; it starts at the front. */
export interface FalJob {
  status: 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED';
  /** The number of runs before it. */
  position: number;
  /** Aborted when the run is canceled. */
  controller: AbortController;
  run(signal: AbortSignal): Promise<unknown>;
  /** Set when the job is completed. */
  result?: unknown;
  failure?: unknown;
}

/** What only tests of clients need. */
export interface TestingState {
  /** Datasets that were created. */
  readonly repositories: Repositories;
  readonly hubJobs: HubJobs;
  /** The one that may start jobs. */
  readonly token: string;
  /** The command that jobs run. */
  readonly program: readonly string[] | undefined;
  /** Runs in the queue of fal-ai by request ID. */
  readonly falJobs: Map<string, FalJob>;
  /** Files of fal-ai by name. */
  readonly files: Map<string, MediaFile>;
  /** IDs of models that answered 503 and will answer the next request. */
  readonly loading: Set<string>;
}
