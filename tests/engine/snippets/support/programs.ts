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

/** Programs that tests need. Only those in `inCI` must exist in CI. */
const programs = {
  bash: { inCI: true, exists: () => canRun('bash', '--version') },
  curl: { inCI: true, exists: () => canRun('curl', '--version') },
  jq: { inCI: true, exists: () => canRun('jq', '--version') },
  zsh: { inCI: false, exists: () => canRun('zsh', '--version') },
  fish: { inCI: false, exists: () => canRun('fish', '--version') },
  Python: { inCI: true, exists: () => canRun('python3', '--version') },
  'Python with requests': { inCI: true, exists: () => pythonWith('requests') !== undefined },
  'Python with huggingface_hub, openai, PIL and numpy': {
    inCI: false,
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

const isCI = process.env['CI'] !== undefined;
const missing = new Map<Program, boolean>();

/** Programs that are not installed; in CI, only those that it cannot have. */
export function missingPrograms(needed: readonly Program[]): Program[] {
  return needed.filter((name) => {
    if (!missing.has(name)) missing.set(name, !(isCI && programs[name].inCI) && !programs[name].exists());
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
