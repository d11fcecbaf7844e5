/**
 * Loaded before code that asks the Hub's own addresses: fetch asks a sandbox in their place, and says which module
 * asks. HUB_AT and INFERENCE_AT name the sandbox; `globalThis.module` the module.
 */
const places = [
  ['https://huggingface.co/', `${process.env.HUB_AT}/`],
  ['https://router.huggingface.co/', `${process.env.INFERENCE_AT}/`],
];

const platformFetch = globalThis.fetch;

globalThis.fetch = (input, init = {}) => {
  const [from, to] = places.find(([start]) => String(input).startsWith(start)) ?? ['', ''];
  const headers = new globalThis.Headers(init.headers);
  headers.set('X-Module', globalThis.module ?? '');
  return platformFetch(to + String(input).slice(from.length), { ...init, headers });
};
