import type { Connection, TokenStore } from '@tryout/engine';
import type { TokenSource } from '@tryout/engine/node';
import type { CommonOptions } from '../program/common-options.ts';
import type { Runtime } from '../runtime.ts';
import type { Output } from './output.ts';

/** What a command works with once it needs the hub. */
export interface Context {
  readonly connection: Connection;
  readonly store: TokenStore;
  /** Where the token came from; undefined when nobody is signed in. */
  readonly tokenSource?: TokenSource | 'sandbox';
  /** The folder of Tryout's own files. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** A command as it was called: its options and where its output goes. */
export interface Call {
  /** The command's name, for example `run`. */
  readonly command: string;
  readonly runtime: Runtime;
  readonly options: CommonOptions;
  readonly output: Output;
}
