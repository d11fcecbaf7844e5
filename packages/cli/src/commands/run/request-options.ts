import type { Command, Option } from 'commander';
import type { TypedParameters } from '@tryout/engine';
import { collectParameter } from './collect-parameter.ts';
import { addFieldOptions } from './field-options.ts';
import { filledValue } from './single-value.ts';

/** What a request is made from beside its inputs, as commander stores it; the inputs' own options are among the rest. */
export interface RequestOptions extends Readonly<Record<string, unknown>> {
  readonly model?: string;
  readonly provider?: string;
  readonly endpointUrl?: string;
  readonly param?: TypedParameters;
  readonly stream: boolean;
  readonly billTo?: string;
  readonly sendToken?: boolean;
  readonly help?: boolean;
}

/** Adds task, inputs and the options of every command that makes a request; before help the command's own. */
export function addRequestOptions(command: Command, own: readonly Option[]): void {
  command
    .helpOption(false)
    .argument('[task]', 'a task: see tryout tasks')
    .argument('[input...]', 'what the model is given')
    .option(
      '-m, --model <id>',
      "a model on the hub; without it the hub's default for the task",
      filledValue('--model'),
    )
    .option('--provider <name>', 'who is to serve the model', filledValue('--provider'))
    .option('--endpoint-url <url>', 'an address of your own, called as given', filledValue('--endpoint-url'))
    .option('-p, --param <name=value>', 'a parameter of the task; repeatable', collectParameter)
    .option('--no-stream', 'wait for the whole answer of a chat')
    .option('--bill-to <organization>', 'the organization that pays', filledValue('--bill-to'))
    .option('--send-token', 'send your token to an endpoint on a foreign host too');
  for (const option of own) command.addOption(option);
  command.option('-h, --help', 'show help; after a task, its inputs and parameters');
  addFieldOptions(command);
}
