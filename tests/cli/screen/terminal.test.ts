import { describe, expect, it } from 'vitest';
import { detectTerminal } from '../../../packages/cli/src/screen/index.ts';

const screen = { isTTY: true, columns: 100, rows: 40 };
const pipe = {};
const utf8 = { TERM: 'xterm-256color', LANG: 'en_US.UTF-8' };

describe('terminalOf', () => {
  it('takes the size from the stream and defaults to 80 by 24', () => {
    expect(detectTerminal(screen, utf8)).toMatchObject({ isTerminal: true, columns: 100, rows: 40 });
    expect(detectTerminal(pipe, utf8)).toMatchObject({ isTerminal: false, columns: 80, rows: 24 });
    expect(detectTerminal({ isTTY: true, columns: 0 }, utf8).columns).toBe(80);
  });

  it.each([
    ['COLORTERM=truecolor', { ...utf8, COLORTERM: 'truecolor' }, 'truecolor'],
    ['a TERM with 256 colors', utf8, '256'],
    ['a plain xterm has 16 colors', { TERM: 'xterm' }, '16'],
    ['NO_COLOR', { ...utf8, COLORTERM: 'truecolor', NO_COLOR: '1' }, 'none'],
    ['an empty NO_COLOR is ignored', { ...utf8, NO_COLOR: '' }, '256'],
    ['TERM=dumb', { TERM: 'dumb' }, 'none'],
    ['FORCE_COLOR overrides NO_COLOR', { ...utf8, NO_COLOR: '1', FORCE_COLOR: '3' }, 'truecolor'],
    ['FORCE_COLOR=0', { ...utf8, FORCE_COLOR: '0' }, 'none'],
  ])('colors: %s', (_, environment, colors) => {
    expect(detectTerminal(screen, environment).colors).toBe(colors);
  });

  it('uses colors in a pipe only with FORCE_COLOR', () => {
    expect(detectTerminal(pipe, { ...utf8, COLORTERM: 'truecolor' }).colors).toBe('none');
    expect(detectTerminal(pipe, { ...utf8, FORCE_COLOR: '2' })).toMatchObject({
      isTerminal: false,
      colors: '256',
    });
  });

  it('moves the cursor only in a capable terminal', () => {
    expect(detectTerminal(screen, utf8).movesCursor).toBe(true);
    expect(detectTerminal(screen, { TERM: 'dumb' }).movesCursor).toBe(false);
    expect(detectTerminal(pipe, utf8).movesCursor).toBe(false);
  });

  it.skipIf(process.platform === 'win32').each([
    [{ LANG: 'de_DE.utf8' }, true],
    [{}, true],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'C' }, false],
    [{ LC_CTYPE: 'C.UTF-8', LANG: 'C' }, true],
    [{ LANG: 'de_DE.ISO-8859-1' }, false],
    [{ TERM: 'linux', LANG: 'en_US.UTF-8' }, false],
  ])('detects Unicode support in %j: %s', (environment, unicode) => {
    expect(detectTerminal(screen, environment).unicode).toBe(unicode);
  });

  it('changes only the colors for --no-color', () => {
    const terminal = detectTerminal(screen, utf8);
    expect(detectTerminal(screen, utf8, false)).toEqual({ ...terminal, colors: 'none' });
  });
});
