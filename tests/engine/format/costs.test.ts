import { boundText, costText, createBudget, performRun, priceText, taskNamed } from '@tryout/engine';
import { describe, expect, it } from 'vitest';
import { connectionAnswering } from '../../support/ask.ts';

describe('X31: texts of costs', () => {
  it.each([
    [6.9e-7, '$0.00000069'],
    [0, '$0'],
    [-0, '$0'],
    [0.9996, '$1.00'],
    [0.0999, '$0.10'],
    [120, '$120.00'],
    [0.0003, '$0.0003'],
    [0.012, '$0.012'],
    [0.5, '$0.50'],
    [12.504, '$12.50'],
    [1e-12, 'less than $0.000000001'],
    [1e300, 'more than $1,000,000,000'],
  ])('%d is %s', (cost, text) => {
    expect(costText({ cost })).toBe(text);
    expect(text).not.toMatch(/\de/);
  });

  it.each([
    [costText({ cost: undefined }), 'unknown'],
    [costText({ cost: undefined, unpricedRows: 3 }), 'unknown'],
    [costText({ cost: 0.02, provider: 'hf-inference' }), 'about $0.02'],
    [costText({ cost: 2, unpricedRows: 1, isCostRough: true }), 'at least about $2.00'],
    [boundText(undefined), 'unknown'],
    [boundText(0.2), 'at most $0.20'],
    [boundText(0.2, true), 'at most about $0.20'],
    [priceText({ input: 0.375, output: 1e-7 }), '$0.375 in, $0.0000001 out per 1M tokens'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected);
  });
});

describe('X31: private addresses', () => {
  it.each([
    ['http://localhost:11434', true],
    ['http://127.1.2.3', true],
    ['http://10.5', true],
    ['http://0xa000001', true],
    ['http://192.168.0.9:8000/v1', true],
    ['http://172.16.0.1', true],
    ['http://172.31.255.255', true],
    ['http://169.254.1.1', true],
    ['http://[::1]:8000', true],
    ['http://[fd12:3456::1]', true],
    ['http://[fe80::1]', true],
    ['http://0.0.0.0:8000', true],
    ['http://[::]', true],
    ['http://[::ffff:127.0.0.1]', true],
    ['http://[::ffff:192.168.1.1]', true],
    ['http://[::ffff:10.0.0.1]', true],
    ['http://localhost.', true],
    ['http://models.localhost', true],
    ['http://[::ffff:8.8.8.8]', false],
    ['http://[::ffff:172.32.0.1]', false],
    ['https://0.example', false],
    ['https://notlocalhost', false],
    ['https://10.0.0.1.example.com', false],
    ['https://localhost.example.com', false],
    ['https://10.example', false],
    ['http://172.32.0.1', false],
    ['http://192.169.0.1', false],
    ['http://8.8.8.8', false],
    ['http://[2001:db8::1]', false],
    ['http://[ff02::1]', false],
    ['https://fd12.example', false],
  ])('%s: %s', async (endpointUrl, isPrivate) => {
    const { token: _, ...connection } = connectionAnswering(() => ({ json: [{ label: 'A', score: 1 }] }));
    const setup = {
      task: taskNamed('text-classification'),
      place: { endpointUrl },
      values: { text: 'ham' },
    };
    const ended = await performRun(connection, setup, { budget: createBudget({ limit: 1 }) });
    expect(ended.status).toBe(isPrivate ? 'done' : 'failed');
  });
});
