import { defaultDeadlines, type Connection, type Transport } from '@tryout/engine';
import { canary } from '../../support/ask.ts';

/** The transport of the runtime and a running sandbox. */
export interface Runtime {
  readonly transport: Transport;
  readonly sandbox: () => { readonly hubUrl: string; readonly inferenceUrl: string };
}

/** A connection to a server that is both hub and inference base. */
export function connectionIn(
  { transport }: Runtime,
  url: string,
  more: Partial<Connection> = {},
): Connection {
  return {
    transport,
    hubUrl: url,
    inferenceUrl: url,
    token: canary,
    deadlines: defaultDeadlines,
    ...more,
  };
}

/** A connection to the sandbox as a guest. */
export function sandboxConnection({ transport, sandbox }: Runtime): Connection {
  return { transport, ...sandbox(), token: 'hf_sandbox', deadlines: defaultDeadlines };
}
