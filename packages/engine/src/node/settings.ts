import envPaths from 'env-paths';
import { InputError } from '../errors/index.ts';
import { HUB_URL, INFERENCE_URL } from '../http/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Addresses given on the command line; they win over the environment. */
export interface GivenAddresses {
  readonly hubUrl?: string;
  readonly inferenceUrl?: string;
}

export interface Settings {
  readonly hubUrl: string;
  readonly inferenceUrl: string;
  /** The folder of Tryout's own files. */
  readonly folder: string;
}

/**
 * Addresses and folder: command line, then environment (`HF_ENDPOINT`, `HF_INFERENCE_ENDPOINT`, `TRYOUT_CONFIG_DIR`),
 * then the defaults.
 * @throws InputError for an address that is none
 */
export function readSettings(environment: Environment, given: GivenAddresses = {}): Settings {
  return {
    hubUrl: baseUrl(given.hubUrl ?? (environment['HF_ENDPOINT'] || HUB_URL), '--hub-url or HF_ENDPOINT'),
    inferenceUrl: baseUrl(
      given.inferenceUrl ?? (environment['HF_INFERENCE_ENDPOINT'] || INFERENCE_URL),
      '--inference-url or HF_INFERENCE_ENDPOINT',
    ),
    folder: environment['TRYOUT_CONFIG_DIR'] || defaultFolder(),
  };
}

/** The folder of Tryout's own files where none was named. */
export function defaultFolder(): string {
  return envPaths('tryout', { suffix: '' }).config;
}

function baseUrl(text: string, from: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.search ||
    url.hash ||
    url.username ||
    url.password
  ) {
    throw new InputError(`'${text}' is not a base address`, {
      hint: `${from} takes an address such as ${HUB_URL}.`,
    });
  }
  return url.href.replace(/\/+$/, '');
}
