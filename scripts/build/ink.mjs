// Speeds up the start of Ink. Its layout engine is loaded with `fetch`, which loads Node's network code, and a top-level
// await, which requires ES modules. Here it is compiled synchronously, so that the picker is one CommonJS script.
import { readFile } from 'node:fs/promises';

/** Replaces code that must exist. @throws Error if a new version of a package no longer has it */
function replaced(code, part, by) {
  if (!code.includes(part)) throw new Error(`Not found, so not replaced: ${part}`);
  return code.replaceAll(part, by);
}

/** Replaces the code from one part to another. @throws Error like `replaced` */
function between(code, from, to, by) {
  const start = code.indexOf(from);
  const end = code.indexOf(to, start);
  if (start === -1 || end === -1) throw new Error(`Not found, so not replaced: ${from} ... ${to}`);
  return code.slice(0, start) + by + code.slice(end);
}

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

/** Ink's inspector is only for the development of Ink. */
export const withoutDevtools = {
  name: 'without-devtools',
  transform(code, id) {
    if (!/[\\/]ink[\\/]build[\\/]reconciler\.js$/.test(id)) return undefined;
    const without = replaced(code, "await import('./devtools.js')", 'undefined');
    return replaced(without, '? await loadPackageJson()', '? undefined');
  },
};

/** If CI is set, Ink writes only its last frame. The picker always runs in a terminal. */
export const outsideCi = {
  name: 'outside-ci',
  load: (id) => (/[\\/]is-in-ci[\\/]index\.js$/.test(id) ? 'export default false;' : undefined),
};

/** The position of the cursor marker in a frame, and the frame without the marker. */
const takeCursor = `
const takeCursor = (frame) => {
    const at = frame.indexOf('\\u001b[7m');
    if (at === -1) return { str: frame, cursor: undefined };
    const str = frame.replace('\\u001b[7m', '').replace('\\u001b[27m', '');
    const start = frame.lastIndexOf('\\n', at) + 1;
    const before = frame.slice(start, at);
    return { str, cursor: { x: before, y: frame.slice(0, start).split('\\n').length - 1 } };
};
`;

/**
 * Fixes Ink 6.8 when it writes only changed lines (`incrementalRendering`):
 * - it moves up one line too few if a frame does not fill the terminal;
 * - it erases after a written line, which in a line as wide as the terminal removes the last cell;
 * - a fully written frame does not erase old text after its lines;
 * - if a frame is as high as the terminal, it erases the scrollback;
 * - it writes a frame before running effects that change it again.
 * Also moves the terminal's cursor to the cursor that a component draws with inverse colors, like ink-text-input: Ink can
 * only place it if a component knows its screen position. The text before the cursor is written again, because
 * terminals differ in the width of some characters.
 */
export const inkFixes = {
  name: 'ink-fixes',
  transform(code, id) {
    if (/[\\/]ink[\\/]build[\\/]log-update\.js$/.test(id)) {
      const [standard, incremental] = code.split('const createIncremental');
      let fixed = `${takeCursor}\nconst createIncremental${incremental}`;
      fixed = replaced(
        fixed,
        'ansiEscapes.cursorUp(previousVisible - 1)',
        "ansiEscapes.cursorUp(previousVisible - (previousOutput.endsWith('\\n') ? 0 : 1))",
      );
      fixed = replaced(
        fixed,
        `nextLines[i] +
                ansiEscapes.eraseEndLine +`,
        'ansiEscapes.eraseEndLine + nextLines[i] +',
      );
      fixed = replaced(
        fixed,
        `ansiEscapes.eraseLines(previousLines.length) +
                str +`,
        `ansiEscapes.eraseLines(previousLines.length) +
                nextLines.map((line) => ansiEscapes.eraseEndLine + line).join('\\n') +`,
      );
      fixed = replaced(
        fixed,
        'const render = (str) => {',
        `const render = (frame) => {
        const { str, cursor } = takeCursor(frame);
        cursorPosition = cursor;`,
      );
      fixed = replaced(fixed, '(cursorDirty ? cursorPosition : undefined)', 'cursorPosition');
      fixed = replaced(
        fixed,
        'render.willRender = (str) => hasChanges(str, getActiveCursor());',
        `render.willRender = (frame) => {
        const { str, cursor } = takeCursor(frame);
        return hasChanges(str, cursor);
    };`,
      );
      return standard + fixed;
    }
    if (/[\\/]ink[\\/]build[\\/]cursor-helpers\.js$/.test(id))
      return replaced(
        code,
        'ansiEscapes.cursorTo(cursorPosition.x) +',
        "'\\r' + cursorPosition.x + '\\u001b[0m' +",
      );
    if (/[\\/]ink[\\/]build[\\/]ink\.js$/.test(id)) {
      const together = replaced(code, ' throttled();', ' setImmediate(throttled);');
      return replaced(together, 'ansiEscapes.clearTerminal', "'\\u001b[2J\\u001b[H'");
    }
    return undefined;
  },
};

/** Draws the texts of a shared row cell by cell. */
const composeRow = `
const composeRow = (texts, width, caches) => {
    const row = Array.from({ length: width }, () => ({ type: 'char', value: ' ', fullWidth: false, styles: [] }));
    for (const { x, line } of texts) {
        let at = x;
        for (const character of caches.getStyledChars(line)) {
            const characterWidth = Math.max(1, caches.getStringWidth(character.value));
            row[at] = character;
            for (let next = 1; next < characterWidth; next += 1) row[at + next] = { ...character, value: '' };
            at += characterWidth;
        }
    }
    return styledCharsToString(row.filter((cell) => cell !== undefined));
};
`;

/**
 * Ink splits each text of a frame into cells and joins them again, which takes most of the frame's time. This does so
 * only for rows shared by several texts.
 */
export const fastRows = {
  name: 'fast-rows',
  transform(code, id) {
    if (!/[\\/]ink[\\/]build[\\/]output\.js$/.test(id)) return undefined;
    let fast = between(code, 'const row = [];', 'output.push(row);', 'const row = [];');
    fast = between(
      fast,
      'const characters = this.caches',
      '                    offsetY++;',
      'currentLine.push({ x, line });',
    );
    return (
      composeRow +
      between(
        fast,
        '// See https://github.com/vadimdemedes/ink/pull/564',
        '        })\n            .join',
        `const [{ x, line: text } = { x: 0, line: '' }] = line;
            return (line.length > 1 ? composeRow(line, this.width, this.caches) : ' '.repeat(x) + text).trimEnd();\n`,
      )
    );
  },
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
