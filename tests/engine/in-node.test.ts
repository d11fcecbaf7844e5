import { nodeTransport } from '@tryout/engine/node';
import { startSandbox, type Sandbox } from '@tryout/sandbox';
import { afterAll, beforeAll, describe } from 'vitest';
import { suites } from './suites/suites.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterAll(() => sandbox.close());

const transport = nodeTransport({ environment: {}, userAgent: 'tryout-tests' });

describe.each(suites)('Node: %s', (_name, suite) => suite({ transport, sandbox: () => sandbox }));
