// Preload that redirects requests for the Hub to the sandbox (HUB_AT, INFERENCE_AT) and adds `globalThis.module` as a header.
const redirects = [
  ['https://huggingface.co/', `${process.env.HUB_AT}/`],
  ['https://router.huggingface.co/', `${process.env.INFERENCE_AT}/`],
];

const platformFetch = globalThis.fetch;

globalThis.fetch = (input, init = {}) => {
  const [from, to] = redirects.find(([start]) => String(input).startsWith(start)) ?? ['', ''];
  const headers = new globalThis.Headers(init.headers);
  headers.set('X-Module', globalThis.module ?? '');
  return platformFetch(to + String(input).slice(from.length), { ...init, headers });
};
