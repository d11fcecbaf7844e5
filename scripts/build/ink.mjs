// Ink's layout engine is loaded with a top-level await, which requires ES modules. Here it is compiled in place, so that the
// picker is one script.
import { readFile } from 'node:fs/promises';

const BASE64 = /data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)/;

/** The layout engine, compiled in place. */
const layout = (bytes) => `
import loadYoga from '../binaries/yoga-wasm-base64-esm.js';
import wrapAssembly from './wrapAssembly.js';
const assembly = {
  instantiateWasm(imports, receive) {
    const module = new WebAssembly.Module(Buffer.from('${bytes}', 'base64'));
    const instance = new WebAssembly.Instance(module, imports);
    receive(instance);
    return instance.exports;
  },
};
loadYoga(assembly);
export default wrapAssembly(assembly);
export * from './generated/YGEnums.js';
`;

export const synchronousLayout = {
  name: 'synchronous-layout',
  async load(id) {
    const [, folder] = /^(.+[\\/]yoga-layout[\\/]dist[\\/])src[\\/]index\.js$/.exec(id) ?? [];
    if (!folder) return undefined;
    const loader = await readFile(`${folder}binaries/yoga-wasm-base64-esm.js`, 'utf8');
    const [, bytes] = BASE64.exec(loader) ?? [];
    if (!bytes) throw new Error('The layout engine does not bring its code along any more');
    return layout(bytes);
  },
  transform: (code, id) => (/[\\/]yoga-wasm-base64-esm\.js$/.test(id) ? code.replace(BASE64, '') : undefined),
};

/** If CI is set, Ink writes only its last frame. The picker always runs in a terminal. */
export const outsideCi = {
  name: 'outside-ci',
  load: (id) => (/[\\/]is-in-ci[\\/]index\.js$/.test(id) ? 'export default false;' : undefined),
};

const UNUSED = /^(?:ajv\/dist\/2020\.js|ajv-formats|semver|debounce-fn)$/;

/** The settings have no schema and no migrations, and are not watched: most of what conf loads is for these. */
export const withoutSchemas = {
  name: 'without-schemas',
  enforce: 'pre',
  resolveId: (id, importer = '') =>
    UNUSED.test(id) && /[\\/]conf[\\/]dist[\\/]/.test(importer) ? '\0unused' : undefined,
  load: (id) => (id === '\0unused' ? 'export const Ajv2020 = undefined; export default {};' : undefined),
};
