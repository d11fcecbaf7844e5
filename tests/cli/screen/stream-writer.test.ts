import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { streamWriter } from '../../../packages/cli/src/screen/index.ts';
import { visible } from '@tryout/engine';

function written(pieces: readonly string[], ends = 1): string {
  let text = '';
  const writer = streamWriter({ write: (piece) => (text += piece) });
  for (const piece of pieces) writer.write(piece);
  for (let end = 0; end < ends; end += 1) writer.end();
  return text;
}

describe('streamWriter', () => {
  it('writes each chunk immediately', () => {
    const seen: string[] = [];
    const writer = streamWriter({ write: (piece) => seen.push(piece) });
    writer.write('Hel');
    writer.write('lo');
    expect(seen).toEqual(['Hel', 'lo']);
  });

  it('writes one trailing newline even if end is called again', () => {
    expect(written(['Hello'], 3)).toBe('Hello\n');
    expect(written(['Hello\n'], 2)).toBe('Hello\n');
    expect(written(['Hello', '\r'])).toBe('Hello<U+000D>\n');
  });

  it('writes nothing for an empty stream', () => {
    expect(written([])).toBe('');
    expect(written(['', ''])).toBe('');
  });

  it('C20: wraps at words in a terminal, wherever the text is split', () => {
    const text = 'A few words that\n  do not fit, incomprehensibility, 東京大阪京都東京 and more';
    const wrapped = (pieces: readonly string[]) => {
      let all = '';
      const writer = streamWriter({ write: (piece) => (all += piece) }, { isTerminal: true, columns: 12 });
      for (const piece of pieces) writer.write(piece);
      writer.end();
      return all;
    };
    const expected =
      'A few words\nthat\n  do not\nfit,\nincomprehensibility, 東\n京大阪京都東\n京 and more\n';
    expect(wrapped([text])).toBe(expected);
    expect(wrapped(text.split(/(?=[aeo大 ])/))).toBe(expected);
  });

  it('F1: escapes control characters wherever the text is split', () => {
    const text = 'a\u001b]52;c;AAAA\u0007b\r\nc\u202ed\u{1f680}\u009b31m';
    const expected = `${visible(text)}\n`;
    expect(expected).toContain('<U+001B>]52');
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
        const offsets = [0, ...cuts.sort((a, b) => a - b), text.length];
        const pieces = offsets.slice(1).map((end, index) => text.slice(offsets[index], end));
        expect(written(pieces)).toBe(expected);
      }),
    );
  });
});
