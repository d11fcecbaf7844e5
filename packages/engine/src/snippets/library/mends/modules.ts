import { isPythonName } from '../../python/python-name.ts';
import type { Mend } from './replacing.ts';

/** A package whose name is none in Python cannot be imported by it: that part is left out. */
export const withModuleNames: Mend = (pieces) =>
  pieces.map((code) => {
    const name = /^# .*\bimport.* as a? ?module.*\nimport (.*)$/im.exec(code)?.[1] ?? '_';
    return isPythonName(name) ? code : code.replace(/\n+# .*\bimport.* as a? ?module[^]*$/i, '');
  });
