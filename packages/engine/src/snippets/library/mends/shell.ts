import type { Mend } from './replacing.ts';

/** Stands for what the person puts in: `<path/to/image>`, which a shell would read and write files for. */
const slot = /<([\w./-]+)>/g;

/** Commands with plain names in place of slots; a path stays one, another name stands out in capitals. */
export const withoutSlots: Mend = (pieces) => pieces.map((code) => (isShell(code) ? plain(code) : code));

const isShell = (code: string) => /^(?:htrflow|hf|uv) /m.test(code);

function plain(code: string): string {
  return code.replace(/^[^#].*$/gm, (line) =>
    line.replace(slot, (_, name: string) => (name.includes('/') ? name : name.toUpperCase())),
  );
}

/** A comment behind a backslash ends the command: such comments go to its head, each with its option. */
export const withCommentsAhead: Mend = (pieces) =>
  pieces.map((code) => {
    const notes = [...code.matchAll(/^ *(--[\w.]+)=.*\\ +# <- (.*)$/gm)].map(
      ([, option, note]) => `# ${option}: ${note}\n`,
    );
    return notes.join('') + code.replace(/(\\) +# <- .*$/gm, '$1');
  });
