import type { Command, Option } from 'commander';
import { filledValue } from './single-value.ts';

/** Which code is wanted, as it was typed; checked by `chooseCode`. */
export interface CodeOptions {
  readonly lang?: string;
  readonly client?: string;
  readonly withToken?: boolean;
}

/** The options that choose code. What they take is told by the caller, who may not have loaded the clients. */
export function codeOptions(command: Command, takes: { lang: string; client: string }): readonly Option[] {
  return [
    command.createOption('--lang <language>', takes.lang).argParser(filledValue('--lang')),
    command.createOption('--client <client>', takes.client).argParser(filledValue('--client')),
    command.createOption('--with-token', 'write your token into the code, which else reads a variable'),
  ];
}
