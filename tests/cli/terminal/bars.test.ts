import { describe, expect, it } from 'vitest';
import { bar, sparkline } from '../../../packages/cli/src/screen/index.ts';

describe('bars', () => {
  it('fills cells in eighths', () => {
    expect(bar(0.5, 4, { unicode: true })).toBe('██');
    expect(bar(0.40625, 4, { unicode: true })).toBe('█▋');
    expect(bar(1, 4, { unicode: true })).toBe('████');
  });

  it('shows something for any value above 0 and stays within its width', () => {
    expect(bar(0.00001, 4, { unicode: true })).toBe('▏');
    expect(bar(0.00001, 4, { unicode: false })).toBe('#');
    expect(bar(0, 4, { unicode: true })).toBe('');
    expect(bar(7, 4, { unicode: false })).toBe('####');
  });

  it('charts shares from low to high', () => {
    expect(sparkline([0, 0.5, 1, -2, 3], { unicode: true })).toBe('▁▅█▁█');
    expect(sparkline([0, 0.5, 1], { unicode: false })).toBe('_+#');
  });
});
