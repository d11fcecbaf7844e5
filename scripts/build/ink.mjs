// What makes Ink start fast. Its layout engine is compiled from text through `fetch`, which loads all of Node's network,
// and awaited, which only ES modules can; here it is made at once, so that the picker is one plain script.
import { readFile } from 'node:fs/promises';

/** Replaces what has to be there. @throws Error when a new version of a package has it no more */
function replaced(code, part, by) {
  if (!code.includes(part)) throw new Error(`Nothing is there to replace any more: ${part}`);
  return code.replaceAll(part, by);
}

const BASE64 = /data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)/;

/** The layout engine, compiled where it stands. */
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

/** Ink's inspector is for the development of Ink. */
export const withoutDevtools = {
  name: 'without-devtools',
  transform(code, id) {
    if (!/[\\/]ink[\\/]build[\\/]reconciler\.js$/.test(id)) return undefined;
    const without = replaced(code, "await import('./devtools.js')", 'undefined');
    return replaced(without, '? await loadPackageJson()', '? undefined');
  },
};

/** Where CI is set Ink writes nothing until its end. The picker opens in terminals alone, where someone looks. */
export const outsideCi = {
  name: 'outside-ci',
  load: (id) => (/[\\/]is-in-ci[\\/]index\.js$/.test(id) ? 'export default false;' : undefined),
};
