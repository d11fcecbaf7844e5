import { sharedSandbox } from '../../support/recording-sandbox.ts';
import { post } from '../support.ts';

type ModelParameters = Readonly<Record<string, unknown>>;

async function request(model: string, inputs: unknown, parameters: ModelParameters): Promise<Response> {
  const { inferenceUrl } = await sharedSandbox();
  const body = inputs instanceof Uint8Array ? inputs : { inputs, parameters };
  const response = await post(`${inferenceUrl}/models/sandbox/${model}`, body);
  if (response.status === 200) return response;
  const { error } = (await response.json()) as { error: string };
  throw new Error(error);
}

/**
 * The answer of a model of the sandbox for inputs in the format of the API, or for a file.
 * @throws with the message of the server
 */
export async function ask<Answer>(
  model: string,
  inputs: unknown,
  parameters: ModelParameters = {},
): Promise<Answer> {
  return (await (await request(model, inputs, parameters)).json()) as Answer;
}

/** Like `ask`, for models that answer with a file. */
export async function askFile(
  model: string,
  inputs: unknown,
  parameters: ModelParameters = {},
): Promise<Buffer> {
  return Buffer.from(await (await request(model, inputs, parameters)).arrayBuffer());
}

export interface Label {
  readonly label: string;
  readonly score: number;
}

export function scoresOf(labels: readonly Label[]): Record<string, number> {
  return Object.fromEntries(labels.map(({ label, score }) => [label, score]));
}
