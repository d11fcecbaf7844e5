import { describe, expect, it } from 'vitest';
import { ask } from '../ask.ts';

describe('pig-latin', () => {
  it.each([
    ['apple', 'appleway'],
    ['string', 'ingstray'],
    ['yes', 'esyay'],
    ['rhythm', 'ythmrhay'],
    ['quick', 'ickquay'],
    ['square', 'aresquay'],
    ['queue', 'euequay'],
    ['Mr', 'Mray'],
    ['y', 'yay'],
    ['Hello', 'Ellohay'],
    ['I', 'Iway'],
    ["don't", "on'tday"],
    ['2nd café Москва 🐷 42', '2nd café Москва 🐷 42'],
    ['"Hello,"  said\nQueen Anne; "my dear!"', '"Ellohay,"  aidsay\nEenquay Anneway; "ymay earday!"'],
  ])('translates %j to %j', async (text, expected) => {
    expect(await ask('pig-latin', text)).toEqual([{ translation_text: expected }]);
  });
});

describe('morse-code', () => {
  it.each([
    ['SOS now', '... --- ... / -. --- .--'],
    ['Été', '. - .'],
    ['Ça', '-.-. .-'],
    ['  "9"\n@ ', '.-..-. ----. .-..-. / .--.-.'],
    ['hi! 🙂 ok', '.... .. / --- -.-'],
  ])('translates %j to %j', async (text, expected) => {
    expect(await ask('morse-code', text)).toEqual([{ translation_text: expected }]);
  });

  it('rejects text without a supported character', async () => {
    await expect(ask('morse-code', 'привет 🙂')).rejects.toThrow('Morse');
  });
});
