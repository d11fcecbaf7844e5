/**
 * Makes string-width create its segmenter and emoji pattern on first use instead of on load, where they take as long as
 * starting Node. Plain text needs neither: every emoji has a pictograph, a regional indicator or a keycap.
 */
export const lazyTextMeasures = {
  name: 'lazy-text-measures',
  transform(code, id) {
    if (!/[\\/]node_modules[\\/]/.test(id) || !code.includes('new Intl.Segmenter()')) return undefined;
    return code
      .replace(
        'const segmenter = new Intl.Segmenter();',
        'let instance; const segmenter = { segment: (text) => (instance ??= new Intl.Segmenter()).segment(text) };',
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
