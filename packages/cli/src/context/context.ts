import type { Command } from 'commander';
import type { Connection, TokenStore } from '@tryout/engine';
import type { TokenSource } from '@tryout/engine/node';
import { commonOptionsOf, type CommonOptions } from '../program/options.ts';
import type { Runtime } from '../runtime.ts';
import { terminalOf } from '../terminal/terminal.ts';
import { outputOf, type Output } from './output.ts';

/** A command as it was called, with its options and where its output goes. */
export interface Call {
  /** The command's name, for example `run`. */
  readonly command: string;
  readonly runtime: Runtime;
  readonly options: CommonOptions;
  readonly output: Output;
}

/** What a command works with once it needs the hub. */
export interface Context {
  readonly connection: Connection;
  readonly store: TokenStore;
  /** Undefined if you are not signed in. */
  readonly tokenSource?: TokenSource | 'sandbox';
  /** The folder of Tryout's own files. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The call of a command that was just parsed. */
export async function callOf(command: Command, runtime: Runtime): Promise<Call> {
  const options = commonOptionsOf(command);
  return { command: command.name(), runtime, options, output: await outputOf(runtime, options) };
}

/** Whether the picker can be used: keys come from a terminal, and it can draw on its screen. */
export function isInteractive({ input, output, environment }: Runtime): boolean {
  return input.isTTY === true && terminalOf(output, environment).movesCursor;
}
