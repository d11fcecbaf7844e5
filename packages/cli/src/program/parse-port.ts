import { InputError } from '@tryout/engine';
import { UsageError } from './usage-error.ts';

const LAST_PORT = 65_535;

/**
 * Reads the value of `--port`.
 * @throws UsageError
 */
export function parsePort(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (port <= LAST_PORT) return port;
  throw new UsageError(`--port cannot be '${text}'`, {
    hint: `It takes 0 to ${LAST_PORT}; 0 takes a free one.`,
  });
}

/** The error for a port that was asked for and that the system does not give. */
export function unusablePort(port: number, cause: NodeJS.ErrnoException): InputError {
  return new InputError(`Port ${port} cannot be used (${cause.code ?? cause.message})`, {
    hint: 'Choose another with --port.',
    cause,
  });
}
