import { defaultDeadlines, type Connection } from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';
import type { Sandbox } from '@tryout/sandbox';

/** A connection to a sandbox as its guest. */
export function connectionTo({ hubUrl, inferenceUrl }: Pick<Sandbox, 'hubUrl' | 'inferenceUrl'>): Connection {
  return {
    transport: nodeTransport({ environment: {}, userAgent: 'tryout-tests' }),
    hubUrl,
    inferenceUrl,
    token: 'hf_sandbox',
    deadlines: defaultDeadlines,
  };
}
