import {
  InputError,
  modelPath,
  taskNamed,
  type Destination,
  type Task,
  type TypedParameters,
  type Values,
} from '@tryout/engine';
import { UsageError } from '../../program/usage-error.ts';
import type { Call } from '../../context/context.ts';
import { gatherValues } from './gather-values.ts';
import type { RequestOptions } from './request-options.ts';
import { standardInput } from '../../inputs/standard-input.ts';
import { checkParameters } from './typed-parameters.ts';

/** What was asked for beside the inputs, checked as far as that can be done before anything is sent. */
export interface CheckedRequest {
  readonly task: Task;
  readonly parameters: TypedParameters;
  readonly destination: Destination;
  readonly stream: boolean;
  readonly billTo?: string;
}

/**
 * The task of a command that needs one.
 * @throws UsageError, InputError
 */
export function requiredTask(name: string | undefined): Task {
  if (name === undefined) throw new UsageError('No task was given', { hint: 'See tryout tasks.' });
  return taskNamed(name);
}

/**
 * Checks where a request is to go, who pays, and its parameters.
 * @throws InputError
 */
export async function checkRequest(task: Task, options: RequestOptions): Promise<CheckedRequest> {
  const { model, provider, endpointUrl, param: parameters = {}, billTo } = options;
  if (model !== undefined && !/^https?:\/\//i.test(model)) modelPath(model.split(':', 1)[0] ?? '');
  if (endpointUrl !== undefined && !URL.canParse(endpointUrl)) {
    throw new InputError(`'${endpointUrl}' is not a web address`, { hint: 'It begins with https://.' });
  }
  if (billTo !== undefined && !/^[\w.-]+$/.test(billTo)) {
    throw new InputError(`'${billTo}' is not the name of an organization`, {
      hint: 'It is the name in the address of its page.',
    });
  }
  await checkParameters(task, parameters);
  return {
    task,
    parameters,
    stream: options.stream,
    destination: {
      ...(model === undefined ? {} : { model }),
      ...(provider === undefined ? {} : { provider }),
      ...(endpointUrl === undefined ? {} : { endpointUrl }),
    },
    ...(billTo === undefined ? {} : { billTo }),
  };
}

/**
 * Reads all inputs of a task, from words, options, files and standard input.
 * @throws InputError
 */
export function readInputs(
  { runtime: { input, signal }, options: { literal = false }, output }: Call,
  task: Task,
  positional: readonly string[],
  options: RequestOptions,
): Promise<Values> {
  return gatherValues(
    task,
    { positional, options },
    { takeStandardInput: standardInput(() => input, signal, output.note), note: output.note, literal },
  );
}
