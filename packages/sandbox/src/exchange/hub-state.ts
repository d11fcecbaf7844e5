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

export interface LogLine {
  data: string;
  timestamp: string;
}

/** A job of the Hub: in the sandbox, a process of this machine. */
export interface HubJob {
  readonly namespace: string;
  readonly description: Readonly<Record<string, unknown>>;
  status: { stage: 'RUNNING' | 'COMPLETED' | 'CANCELED' | 'ERROR'; message: string | null };
  readonly logs: LogLine[];
  /** Emits `log` and `status`. */
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
