import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const runner = fileURLToPath(new URL('module-runner.mjs', import.meta.url));

/** A JavaScript module, and the working directory and environment to import it in. */
export interface ModuleProgram {
  readonly file: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface ModuleOutcome {
  /** What was written, in pieces. */
  readonly stdout: readonly string[];
  readonly stderr: string;
  /** What the module threw. */
  readonly error?: string;
}

/** A Node process that imports modules in sequence: starting Node and loading libraries takes longer than most modules. */
export interface ModuleProcess {
  run(program: ModuleProgram): Promise<ModuleOutcome>;
  stop(): Promise<void>;
}

export function startModuleProcess(
  options: { readonly preload?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): ModuleProcess {
  const { preload, environment = {} } = options;
  const child = fork(runner, {
    execArgv: preload === undefined ? [] : ['--import', preload],
    silent: true,
    env: environment,
  });
  let errors = '';
  child.stderr?.on('data', (piece: Buffer) => (errors += piece.toString()));
  const closed = once(child, 'close');
  const ended = closed.then(([code]) => {
    throw new Error(`The process of the modules ended with ${code}: ${errors}`);
  });
  ended.catch(() => undefined);
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();
  const exchange = async (program: ModuleProgram) => {
    child.send({ ...program, number: count++ });
    const [outcome] = (await Promise.race([once(child, 'message'), ended])) as [ModuleOutcome];
    return outcome;
  };
  return {
    run(program) {
      const outcome = last.then(() => exchange(program));
      last = outcome.catch(() => undefined);
      return outcome;
    },
    async stop() {
      // A failed module may have left work running.
      child.kill();
      await closed;
    },
  };
}
