import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './process.ts';

/** A folder of programs that stand in for those of a system. */
export interface FakePrograms {
  /** To be `PATH`, with the shell's own programs behind it. */
  readonly path: string;
  /** Adds one, as the lines of a shell script. */
  add(name: string, script: string): void;
  /** What a program wrote into a file of this name in the folder `$OUT`. */
  read(name: string): string | undefined;
  readonly out: string;
}

export function fakePrograms(): FakePrograms {
  const folder = temporaryFolder();
  const out = temporaryFolder();
  return {
    path: folder,
    out,
    add(name, script) {
      const file = join(folder, name);
      writeFileSync(file, `#!/bin/sh\nPATH=/usr/bin:/bin\nOUT='${out}'\n${script}\n`);
      chmodSync(file, 0o755);
    },
    read(name) {
      const file = join(out, name);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    },
  };
}
