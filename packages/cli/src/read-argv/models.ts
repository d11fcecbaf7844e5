import { InputError, modelPath, findOwnModelId, plainModelId, visibleLine } from '@tryout/engine';
import { readSettings } from '@tryout/engine/node';
import { stat } from 'node:fs/promises';
import type { CommonOptions } from '../context/options.ts';
import type { Environment } from '../screen/terminal.ts';
import type { Call } from '../context/context.ts';
import type { RequestOptions } from './options.ts';

export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/**
 * The model in `-m` or the picker's arguments: an ID, with a policy or provider behind a colon if wanted, or the URL of
 * its page on the hub. The sandbox has no URL yet, so all URLs lead elsewhere.
 * @param fileHint the next step if the text is the name of a file
 * @throws InputError
 */
export async function resolveModel(
  text: string,
  environment: Environment,
  options: CommonOptions,
  fileHint: string,
): Promise<string> {
  const stats = isWebUrl(text) ? undefined : await stat(text).catch(() => undefined);
  if (stats?.isFile())
    throw new InputError(`'${visibleLine(text)}' is a file, not a model`, { hint: fileHint });
  const hubUrl = options.sandbox ? undefined : readSettings(environment, options).hubUrl;
  const id = hubUrl === undefined ? text : findOwnModelId(hubUrl, text);
  if (isWebUrl(id)) {
    const hub = hubUrl === undefined ? 'the sandbox' : new URL(hubUrl).host;
    throw new InputError(`${visibleLine(text)} is not a model page on ${hub}`, {
      hint: 'Use a model ID such as organization/name. For an endpoint, use --endpoint-url.',
    });
  }
  modelPath(plainModelId(id));
  return id;
}

/** The model in `-m`. @throws InputError */
export async function getModel(
  { runtime, options: common }: Call,
  { model, endpointUrl }: RequestOptions,
): Promise<string | undefined> {
  // The engine rejects a model URL together with an endpoint.
  if (model === undefined || (isWebUrl(model) && endpointUrl !== undefined)) return model;
  return resolveModel(model, runtime.environment, common, 'Pass a model ID to -m, and files as inputs.');
}
