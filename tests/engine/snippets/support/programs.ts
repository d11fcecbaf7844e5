import { execFileSync } from 'node:child_process';
import { test, type TestAPI } from 'vitest';

function canRun(program: string, ...commandArguments: readonly string[]): boolean {
  try {
    execFileSync(program, commandArguments, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const pythons = new Map<string, string | undefined>();

/** A Python with these modules; undefined if there is none. */
export function pythonWith(...modules: readonly string[]): string | undefined {
  const wanted = modules.join(', ');
  if (!pythons.has(wanted)) {
    const programs = ['python3', '/usr/bin/python3'];
    pythons.set(
      wanted,
      programs.find((program) => canRun(program, '-c', `import ${wanted}`)),
    );
  }
  return pythons.get(wanted);
}

const isCI = process.env['CI'] !== undefined;
/** Whether tests fail without the Python libraries, which not every network offers. */
const requiresPython = process.env['TRYOUT_REQUIRE_PYTHON'] === '1';

/** Programs that tests need. Those with `isRequired` must exist. */
const programs = {
  bash: { isRequired: isCI, exists: () => canRun('bash', '--version') },
  curl: { isRequired: isCI, exists: () => canRun('curl', '--version') },
  jq: { isRequired: isCI, exists: () => canRun('jq', '--version') },
  zsh: { isRequired: false, exists: () => canRun('zsh', '--version') },
  fish: { isRequired: false, exists: () => canRun('fish', '--version') },
  SLURM: {
    isRequired: false,
    exists: () => canRun('slurmctld', '-V') && canRun('slurmd', '-V'),
  },
  Python: { isRequired: isCI, exists: () => canRun('python3', '--version') },
  'Python with requests': { isRequired: isCI, exists: () => pythonWith('requests') !== undefined },
  'Python with huggingface_hub, openai, PIL and numpy': {
    isRequired: requiresPython,
    exists: () => pythonWith('huggingface_hub', 'openai', 'PIL', 'numpy') !== undefined,
  },
};

export type Program = keyof typeof programs;

/** What the code for a client needs. */
export const programsOf = {
  curl: ['bash', 'curl', 'jq'],
  requests: ['Python with requests'],
  fetch: [],
} as const satisfies Readonly<Record<string, readonly Program[]>>;

const missing = new Map<Program, boolean>();

/** Programs that are not installed, without those that are required: their tests fail. */
export function missingPrograms(needed: readonly Program[]): Program[] {
  return needed.filter((name) => {
    if (!missing.has(name)) missing.set(name, !programs[name].isRequired && !programs[name].exists());
    return missing.get(name);
  });
}

/** `test` for tests that need programs: they are skipped, with a line in the summary, if one is missing. */
export function testWith(...needed: readonly Program[]): TestAPI {
  const absent = missingPrograms(needed);
  if (absent.length === 0) return test;
  const note = `not installed: ${absent.join(', ')}`;
  return test.extend<{ programs: undefined }>({
    programs: [({ skip }, _use) => Promise.resolve(skip(note)), { auto: true }],
  });
}
