import { browserTransport } from '@tryout/engine';
import { describe, expect, inject, test } from 'vitest';
import { suites } from './suites/suites.ts';

test('fetch, streams and signals are not those of Node', () => {
  expect(location.protocol).toBe('http:');
  expect(String(fetch)).not.toContain('lazyUndici');
});

describe.each(suites)('browser environment: %s', (_name, suite) =>
  suite({ transport: browserTransport, sandbox: () => inject('sandbox') }),
);
