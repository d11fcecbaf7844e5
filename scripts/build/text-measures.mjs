/**
 * What measures texts makes a segmenter, and the pattern of all emoji, when it is loaded, which takes as long as
 * starting Node. Here they are made when they are first needed: plain texts need neither, and only what holds a
 * pictograph, a flag's half or a keycap can be an emoji.
 */
export const lazyTextMeasures = {
  name: 'lazy-text-measures',
  transform(code, id) {
    if (!/[\\/]node_modules[\\/]/.test(id) || !code.includes('new Intl.Segmenter()')) return undefined;
    return code
      .replace(
        'const segmenter = new Intl.Segmenter();',
        'let made; const segmenter = { segment: (text) => (made ??= new Intl.Segmenter()).segment(text) };',
      )
      .replace(/const rgiEmojiRegex = \/(.+)\/v;/, (_match, source) => lazyEmoji(source));
  },
};

const lazyEmoji = (source) => `
let emoji;
const couldBeEmoji = /[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u20e3]/u;
const rgiEmojiRegex = {
  test: (text) => couldBeEmoji.test(text) && (emoji ??= new RegExp(${JSON.stringify(source)}, 'v')).test(text),
};
`;
