import { startCli, ended, type Ended, type Surroundings } from './cli.ts';

/** A command that waits for someone, and what it has said so far. */
export interface RunningCli {
  /** Waits until standard error matches; fails when the command ends before. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  interrupt(): void;
  readonly ended: Promise<Ended>;
}

/** Starts the command line without a terminal, and without opening any browser of the person who tests. */
export function runningCli(words: readonly string[], surroundings: Surroundings = {}): RunningCli {
  const environment = { BROWSER: 'true', ...surroundings.environment };
  const child = startCli(words, { ...surroundings, environment });
  child.stdin.end();
  let errors = '';
  let isOver = false;
  const looks = new Set<() => void>();
  const look = () => {
    for (const check of [...looks]) check();
  };
  child.stderr.on('data', (piece: Buffer) => {
    errors += piece.toString();
    look();
  });
  const end = ended(child).then((done) => {
    isOver = true;
    look();
    return done;
  });
  return {
    ended: end,
    interrupt: () => void child.kill('SIGINT'),
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = pattern.exec(errors);
          if (!found && !isOver) return;
          looks.delete(check);
          if (found) resolve(found);
          else reject(new Error(`The command ended; it said:\n${errors}`));
        };
        looks.add(check);
        check();
      }),
  };
}
