import type { Command } from 'commander';
import type { Connection, TokenStore } from '@tryout/engine';
import type { TokenSource } from '@tryout/engine/node';
import type { CommonOptions } from '../program/options.ts';
import type { Runtime } from '../runtime.ts';
import { detectTerminal } from '../terminal/terminal.ts';
import { createOutput, type Output } from './output.ts';

/** A parsed command with its options and output. */
export interface Call {
  /** The command's name, for example `run`. */
  readonly command: string;
  readonly runtime: Runtime;
  readonly options: CommonOptions;
  readonly output: Output;
}

/** What commands need to send requests. */
export interface Context {
  readonly connection: Connection;
  readonly store: TokenStore;
  /** Undefined if you are not signed in. */
  readonly tokenSource?: TokenSource | 'sandbox';
  /** The folder of Tryout's own files; empty for the sandbox. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The call of a command that was just parsed. */
export async function createCall(command: Command, runtime: Runtime): Promise<Call> {
  const options = command.optsWithGlobals<CommonOptions>();
  return { command: command.name(), runtime, options, output: await createOutput(runtime, options) };
}

/** Whether the picker can run: input and output are a capable terminal. */
export function isInteractive({ input, output, environment }: Runtime): boolean {
  return input.isTTY === true && detectTerminal(output, environment).movesCursor;
}
